import { McpError } from '../errors.js';
import type { Json, Task } from '../protocol/model.js';
import { canonicalJson } from '../schema/json-value.js';
import type { OrphanedValue, FieldSnapshot } from '../schema/state/snapshot.js';
import { MemoryStorage } from '../storage/memory.js';
import { type ArgumentsRecord, type Kind, type Storage } from '../storage/types.js';
import { KINDS, MAX_ARGUMENT_SETS } from '../storage/retention.js';
import { notRemoved } from '../storage/errors.js';
import { secretInAddress } from '../util/secrets/addresses.js';
import { grantsOf, recordOf } from './approvals.js';
import type { SessionContext } from './context.js';
import type { SessionOptions } from './options.js';
import { storagePlaceOf, identityOf, type Partition, whyNotStored, type WhyNotStored } from './partition.js';
import type { StoredAsShown } from './redaction.js';
import { errorText } from './error-texts.js';

export { MAX_ARGUMENT_SETS } from '../storage/retention.js';
/**
 * Sets of arguments with a name that are kept for one tool or prompt. They do not fall out: one more is refused in
 * words.
 */
export const MAX_SAVED_ARGUMENTS = 50;
/** Characters of the name of saved arguments. A longer one is refused. */
export const MAX_SAVED_NAME_LENGTH = 80;
/**
 * Characters, as JSON, of one form that are kept: what people type is below it, and what they paste is written in a few
 * milliseconds. A larger one is not kept, and the form says so.
 */
export const MAX_DRAFT_CHARACTERS = 250_000;

/** What a form is for. */
export interface FormOf {
  readonly kind: 'tool' | 'prompt';
  /** As the server lists it. */
  readonly name: string;
}

/** Something that was filled in and is not kept. */
export interface NotStored {
  /** Of the field. */
  readonly label: string;
  /** It is a secret, it may be one, or it is the content of a file. */
  readonly why: 'secret' | 'maybe' | 'file';
}

/** What was filled into a form, without what must not be kept. */
export interface StoredForm {
  /** As it was typed; undefined where everything is left out. */
  readonly form?: FieldSnapshot | undefined;
  /** The text, while it is edited as JSON. Then it counts, and the fields are as they were before. */
  readonly json?: string | undefined;
  /** What was filled in and is not kept. */
  readonly notStored?: readonly NotStored[] | undefined;
  /** What was filled in before the form changed, and has no field any more. Nobody loses it without being told. */
  readonly orphaned?: readonly OrphanedValue[] | undefined;
}

/** What it is called in the store. Kinds have no space in them, so no two are the same. */
export function keyOf({ kind, name }: FormOf): string {
  return `${kind} ${name}`;
}

/** @returns undefined for what is too large to be kept */
function toValues({ form, json, notStored, orphaned }: StoredForm): Json | undefined {
  const values = {
    ...(form && { form }),
    ...(json !== undefined && { json }),
    ...(notStored && notStored.length > 0 && { notStored }),
    ...(orphaned && orphaned.length > 0 && { orphaned }),
  } as unknown as Json;
  return JSON.stringify(values).length <= MAX_DRAFT_CHARACTERS ? values : undefined;
}

/** It was made by this library, and nobody but this origin can write there. */
function fromValues(values: Json): StoredForm {
  return typeof values === 'object' && values !== null ? (values as StoredForm) : {};
}

/** Arguments that were used, or that the person keeps under a name. */
export interface ArgumentSet extends StoredForm {
  readonly id: string;
  /** When they were last used, or got their name, in epoch milliseconds. */
  readonly at: number;
  /** The person's word for them. One with a name stays until it is removed. */
  readonly name?: string | undefined;
}

/** The argument sets of one server. Other tabs see the same; nothing secret is in it, as long as nobody puts it there. */
export class ArgumentHistory {
  readonly #keeping: Partition;

  /** @param keeping where, and whose; both may change with who is signed in */
  constructor(keeping: Partition) {
    this.#keeping = keeping;
  }

  /** Those with a name first, by name; then the others, newest first. Never throws. */
  async list(of: FormOf): Promise<readonly ArgumentSet[]> {
    const { storage, server } = this.#keeping.now();
    const wanted = { server, group: keyOf(of) };
    const [presets, used] = await Promise.all([
      storage.list('savedArguments', wanted).catch(() => []),
      storage.list('arguments', wanted).catch(() => []),
    ]);
    const named = presets.map((one) => ({ ...fromValues(one.values), id: one.id, at: one.at, name: one.name }));
    // Two tabs may have noted the same at the same moment.
    const once = new Map(used.toReversed().map((one) => [canonicalJson(one.values), one]));
    const unnamed = used.filter((one) => once.get(canonicalJson(one.values)) === one);
    return [...named.toSorted((one, other) => one.name.localeCompare(other.name)), ...setsOf(unnamed)];
  }

  /**
   * Notes that these were used. The same arguments are there once, as of the last time. Never throws.
   * @returns the sets without a name as they are now, so that nobody reads them again; undefined where nothing was stored
   */
  async add(of: FormOf, form: StoredForm): Promise<readonly ArgumentSet[] | undefined> {
    const values = toValues({ ...form, orphaned: undefined });
    if (values === undefined) return undefined;
    const { storage, server } = this.#keeping.now();
    const group = keyOf(of);
    const same = canonicalJson(values);
    try {
      const used = await storage.list('arguments', { server, group });
      const known = used.find((one) => canonicalJson(one.values) === same);
      const added = { server, id: known?.id ?? newId(), group, at: Date.now(), values };
      await storage.put('arguments', [added]);
      const others = used.filter((one) => one.id !== added.id);
      const surplus = others.filter(
        (one, index) => index >= MAX_ARGUMENT_SETS - 1 || canonicalJson(one.values) === same,
      );
      if (surplus.length > 0) await storage.remove('arguments', surplus);
      return setsOf([added, ...others.filter((one) => !surplus.includes(one))]);
    } catch {
      // What cannot be kept was sent all the same.
      return undefined;
    }
  }

  /**
   * Keeps a set under a name, which another of the same name gives way to.
   * @throws McpError `invalid-input` without a name, `limit` where there are {@link MAX_SAVED_ARGUMENTS} or the form is too large,
   * `storage` where it cannot be written
   */
  async keepAs(of: FormOf, form: StoredForm, wanted: string): Promise<void> {
    const name = [...wanted.trim()].slice(0, MAX_SAVED_NAME_LENGTH).join('');
    if (name === '')
      throw new McpError('invalid-input', errorText('session.nameMissing'), { remedy: errorText('session.typeName') });
    const values: Json | undefined = toValues({ ...form, orphaned: undefined });
    if (values === undefined) {
      throw new McpError('limit', errorText('session.argumentsTooLarge'), { remedy: errorText('session.saveToFile') });
    }
    const { storage, server } = this.#keeping.now();
    const group = keyOf(of);
    try {
      const presets = await storage.list('savedArguments', { server, group });
      const same = presets.find((one) => one.name === name);
      if (!same && presets.length >= MAX_SAVED_ARGUMENTS) {
        throw new McpError('limit', errorText('session.tooManySaved', { limit: MAX_SAVED_ARGUMENTS }), {
          remedy: errorText('session.removeSaved'),
        });
      }
      const id = same?.id ?? newId();
      await storage.put('savedArguments', [{ server, id, group, at: Date.now(), values, name }]);
    } catch (cause) {
      if (cause instanceof McpError) throw cause;
      throw new McpError('storage', errorText('session.notKept'), {
        cause,
        remedy: errorText('session.freeSpace'),
      });
    }
  }

  /** Never throws. */
  async remove({ id, name }: ArgumentSet): Promise<void> {
    const kind = name === undefined ? 'arguments' : 'savedArguments';
    const { storage, server } = this.#keeping.now();
    await storage.remove(kind, [{ server, id }]).catch(() => {});
  }

  /** Removes every set of one tool or prompt, those with a name too. Never throws. */
  async removeAll(of: FormOf): Promise<void> {
    await Promise.all((await this.list(of)).map((set) => this.remove(set)));
  }
}

/** Records of arguments as sets, the first {@link MAX_ARGUMENT_SETS}. */
function setsOf(records: readonly ArgumentsRecord[]): readonly ArgumentSet[] {
  return records.slice(0, MAX_ARGUMENT_SETS).map(({ id, at, values }) => ({ ...fromValues(values), id, at }));
}

function newId(): string {
  return globalThis.crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** A form that was begun, as it was left. */
export interface Draft extends StoredForm {
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What a person has begun to fill in for one server. Who writes last, in whatever tab, wins. Never throws. */
export class Drafts {
  readonly #keeping: Partition;

  /** @param keeping where, and whose; both may change with who is signed in */
  constructor(keeping: Partition) {
    this.#keeping = keeping;
  }

  async get(of: FormOf): Promise<Draft | undefined> {
    const { storage, server } = this.#keeping.now();
    const found = await storage.get('draft', server, keyOf(of)).catch(() => undefined);
    return found && { ...fromValues(found.values), at: found.at };
  }

  /** @returns false for a form that is too large, or where nothing can be written; the one of before is gone then too */
  async put(of: FormOf, form: StoredForm): Promise<boolean> {
    const values = toValues(form);
    if (values === undefined) {
      await this.remove(of);
      return false;
    }
    const { storage, server } = this.#keeping.now();
    const record = { server, id: keyOf(of), at: Date.now(), values };
    return storage.put('draft', [record]).then(
      () => true,
      () => false,
    );
  }

  async remove(of: FormOf): Promise<void> {
    const { storage, server } = this.#keeping.now();
    await storage.remove('draft', [{ server, id: keyOf(of) }]).catch(() => {});
  }
}

/** Records that are removed at a stretch, so that a kind with thousands of them holds nobody up. */
const USER_RECORDS_REMOVED_AT_ONCE = 200;

/** What is to be erased: one kind of one server, one server, or, without either, everything. */
export interface Erased {
  readonly server?: string | undefined;
  /** Only with a server. */
  readonly kind?: string | undefined;
}

/** Every kind of thing that is kept, by its name in the store. */
export const STORED_KINDS: readonly string[] = Object.keys(KINDS);

/**
 * Erases it for good. What this page remembers of decisions and of the record goes with it; forms that are filled in on
 * the screen stay as they are.
 */
export async function eraseStored(storage: Storage, { server, kind }: Erased, options: SessionOptions): Promise<void> {
  // These are also held in memory, and would be written again.
  if (kind === undefined || kind === 'grant') await grantsOf(options).revokeAll(server);
  if (kind === undefined || kind === 'audit') await recordOf(options).eraseAll(server);
  if (kind === undefined) await storage.forget(server);
  else if (server !== undefined) await eraseKind(storage, server, kind as Kind);
}

async function eraseKind(storage: Storage, server: string, kind: Kind): Promise<void> {
  for (let gone: readonly string[] = []; ;) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    const found = await storage.list(kind, { server, limit: USER_RECORDS_REMOVED_AT_ONCE });
    if (found.length === 0) return;
    if (found.some(({ id }) => gone.includes(id))) throw notRemoved();
    gone = found.map(({ id }) => id);
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    await storage.remove(kind, found);
  }
}

/** A call that a server made a task of, and that had not ended when it was last heard of. */
export interface RunningTask {
  /** Whoever has it may get at the task. */
  readonly taskId: string;
  /** The tool that was called. */
  readonly tool: string;
  /** When it was first heard of, in epoch milliseconds. */
  readonly at: number;
}

const OVER: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

/** Tasks of one server that may still run after a reload, to be followed again with `Tasks` of `mcp-embed/tasks`. Never throws. */
export class RunningTasks {
  readonly #keeping: Partition;
  readonly #known = new Set<string>();

  /** @param keeping where, and whose; both may change with who is signed in */
  constructor(keeping: Partition) {
    this.#keeping = keeping;
  }

  /** For `onTask` of a call: kept from its first word to its last. */
  async note(tool: string, { taskId, status }: Pick<Task, 'taskId' | 'status'>): Promise<void> {
    if (OVER.has(status)) return this.forget(taskId);
    if (this.#known.has(taskId)) return;
    this.#known.add(taskId);
    const { storage, server } = this.#keeping.now();
    const record = { server, id: taskId, at: Date.now(), method: 'tools/call', name: tool };
    await storage.put('task', [record]).catch(() => {});
  }

  /** Those of one tool, newest first. */
  async list(tool: string): Promise<readonly RunningTask[]> {
    const { storage, server } = this.#keeping.now();
    const all = await storage.list('task', { server }).catch(() => []);
    return all.filter(({ name }) => name === tool).map(({ id, at }) => ({ taskId: id, tool, at }));
  }

  async forget(taskId: string): Promise<void> {
    this.#known.delete(taskId);
    const { storage, server } = this.#keeping.now();
    await storage.remove('task', [{ server, id: taskId }]).catch(() => {});
  }
}

/** How views of one server were left, each by its name. Never throws. */
export class Views {
  readonly #keeping: Partition;

  /** @param keeping where, and whose; both may change with who is signed in */
  constructor(keeping: Partition) {
    this.#keeping = keeping;
  }

  async get(view: string): Promise<Json | undefined> {
    const { storage, server } = this.#keeping.now();
    const found = await storage.get('view', server, view).catch(() => undefined);
    return found?.value;
  }

  async put(view: string, value: Json): Promise<void> {
    const { storage, server } = this.#keeping.now();
    await storage.put('view', [{ server, id: view, at: Date.now(), value }]).catch(() => {});
  }
}

/** Addresses of the resources of one server that the person follows, without those that hold a secret. Never throws. */
export class Subscriptions {
  readonly #keeping: Partition;

  /** @param keeping where, and whose; both may change with who is signed in */
  constructor(keeping: Partition) {
    this.#keeping = keeping;
  }

  async list(): Promise<readonly string[]> {
    const { storage, server } = this.#keeping.now();
    return (await storage.list('subscription', { server }).catch(() => [])).map(({ id }) => id);
  }

  /** An address with a secret in it is followed until the page goes. */
  async add(uri: string): Promise<void> {
    if (secretInAddress(uri)) return;
    const { storage, server } = this.#keeping.now();
    await storage.put('subscription', [{ server, id: uri, at: Date.now() }]).catch(() => {});
  }

  async remove(uri: string): Promise<void> {
    const { storage, server } = this.#keeping.now();
    await storage.remove('subscription', [{ server, id: uri }]).catch(() => {});
  }
}

/** Where things are kept, and until when. */
export interface UserDataPlace {
  readonly storage: Storage;
  /**
   * How long what is kept there lasts, as far as it is known: as long as the browser keeps it, as this tab, or as this
   * page. `own`: the page has a storage of its own.
   */
  readonly lasts: 'browser' | 'tab' | 'page' | 'own';
  /** It ends with the page because a token is used and nobody said whose. */
  readonly isNameless: boolean;
  /** Why it ends with the page, where that is for the server and not for the page to say. */
  readonly why?: WhyNotStored | undefined;
  readonly options: SessionOptions;
}

/** Milliseconds that anybody waits to hear who is signed in. */
const IDENTITY_WAIT_MS = 500;

/** Where sessions with these options keep things; without any, where those of the page do. */
export function userDataPlace(options: SessionOptions = {}): UserDataPlace {
  const storage = storagePlaceOf(options).storage ?? new MemoryStorage();
  return { storage, ...termOf(options), options };
}

const LASTS = { local: 'browser', session: 'tab', none: 'page' } as const;

function termOf(options: SessionOptions): Pick<UserDataPlace, 'lasts' | 'isNameless'> {
  const { storage = 'local' } = options;
  const isNameless = !identityOf(options);
  const lasts = typeof storage === 'object' ? 'own' : LASTS[storage];
  return { lasts: isNameless ? 'page' : lasts, isNameless: isNameless && storage !== 'none' };
}

/** What is stored for the person, for one session. Where nobody said whose session it is, it lasts as long as the page. */
export class UserData implements UserDataPlace {
  readonly drafts: Drafts;
  readonly history: ArgumentHistory;
  readonly views: Views;
  readonly tasks: RunningTasks;
  readonly subscriptions: Subscriptions;
  /** Which fields that may be secret the person has stored as shown. */
  readonly shown: StoredAsShown;
  readonly why: WhyNotStored | undefined;
  readonly options: SessionOptions;
  readonly #partition: Partition;

  constructor({ url, options, partition, secrets }: SessionContext) {
    this.#partition = partition;
    this.options = options;
    this.why = whyNotStored(url, options);
    this.drafts = new Drafts(partition);
    this.history = new ArgumentHistory(partition);
    this.views = new Views(partition);
    this.tasks = new RunningTasks(partition);
    this.subscriptions = new Subscriptions(partition);
    this.shown = secrets.shown;
  }

  /** Resolves, with itself, once it is known who is signed in from before: they have things here. Never throws. */
  async ready(): Promise<this> {
    await Promise.race([this.options.auth?.known?.(), pause(IDENTITY_WAIT_MS)]);
    return this;
  }

  get storage(): Storage {
    return this.#partition.storage;
  }

  /** As its server is called in the storage. */
  get server(): string {
    return this.#partition.server;
  }

  get lasts(): UserDataPlace['lasts'] {
    return termOf(this.options).lasts;
  }

  get isNameless(): boolean {
    return termOf(this.options).isNameless;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
