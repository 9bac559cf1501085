import { McpError } from '../errors.js';
import type { Json, Task } from '../protocol/model.js';
import { canonicalJson } from '../schema/json-value.js';
import type { OrphanedValue, FieldSnapshot } from '../schema/state/snapshot.js';
import { MemoryStorage } from '../storage/memory.js';
import { type ArgumentsRecord, type Kind, type Storage } from '../storage/types.js';
import { KINDS, MAX_ARGUMENT_SETS } from '../storage/retention.js';
import { notRemoved } from '../storage/errors.js';
import { secretInAddress } from '../util/secrets/addresses.js';
import { cappedStorage } from '../util/site-policy.js';
import { grantsOf, auditLogOf } from './approvals.js';
import type { SessionContext } from './context.js';
import type { SessionOptions } from './options.js';
import { storagePlaceOf, type Partition } from './partition.js';
import { identityOf, whyNotStored, type WhyNotStored } from './server-storage-key.js';
import type { StoredAsShown } from './redaction.js';
import { errorText } from './error-texts.js';
import { toJson } from '../util/json.js';

export { MAX_ARGUMENT_SETS } from '../storage/retention.js';
/** Saved argument sets of one tool or prompt. They are never evicted: one more is refused with an error. */
export const MAX_SAVED_ARGUMENTS = 50;
/** Characters of the name of a saved argument set. The rest is cut. */
export const MAX_SAVED_NAME_LENGTH = 80;
/**
 * Characters of one form, as JSON, that are stored. Typed input is far below it, and pasted input of this size is
 * written in a few milliseconds. A larger form is not stored, and the form says so.
 */
export const MAX_DRAFT_CHARACTERS = 250_000;

/** The tool or prompt that a form is for. */
export interface FormOf {
  readonly kind: 'tool' | 'prompt';
  /** Its name in the server’s list. */
  readonly name: string;
}

/** A field that was filled in and is not stored. */
export interface NotStored {
  /** The field’s label. */
  readonly label: string;
  /** The field is a secret, may be one, or holds the content of a file. */
  readonly why: 'secret' | 'maybe' | 'file';
}

/** The content of a form, without what must not be stored. */
export interface StoredForm {
  /** The fields as typed; undefined where everything is left out. */
  readonly form?: FieldSnapshot | undefined;
  /**
   * The text, while the form is edited as JSON. It takes precedence over `form`, which holds the fields from before.
   */
  readonly json?: string | undefined;
  /** Fields that were filled in and are not stored. */
  readonly notStored?: readonly NotStored[] | undefined;
  /** Values of fields that a changed form no longer has. They are kept, so that the person can be told. */
  readonly orphaned?: readonly OrphanedValue[] | undefined;
}

/** The key in the storage. A kind contains no space, so two forms never share a key. */
export function keyOf({ kind, name }: FormOf): string {
  return `${kind} ${name}`;
}

/** @returns undefined for a form that is too large to be stored */
function toValues({ form, json, notStored, orphaned }: StoredForm): Json | undefined {
  const values = {
    ...(form && { form }),
    ...(json !== undefined && { json }),
    ...(notStored && notStored.length > 0 && { notStored }),
    ...(orphaned && orphaned.length > 0 && { orphaned }),
  } as unknown as Json;
  return toJson(values).length <= MAX_DRAFT_CHARACTERS ? values : undefined;
}

/** No check is needed: this library wrote it, and only this origin can write to the storage. */
function fromValues(values: Json): StoredForm {
  return typeof values === 'object' && values !== null ? (values as StoredForm) : {};
}

/** Arguments that were used, or that the person saved under a name. */
export interface ArgumentSet extends StoredForm {
  readonly id: string;
  /** When they were last used or saved, in epoch milliseconds. */
  readonly at: number;
  /** The name that the person gave them. A set with a name stays until it is removed. */
  readonly name?: string | undefined;
}

/** The argument sets of one server, shared by all tabs. It stores what it is given: callers leave secrets out. */
export class ArgumentHistory {
  readonly #partition: Partition;

  /** @param partition where to store; it changes with the identity */
  constructor(partition: Partition) {
    this.#partition = partition;
  }

  /** Saved sets first, by name; then the used ones, newest first. Never throws. */
  async list(of: FormOf): Promise<readonly ArgumentSet[]> {
    const { storage, server } = this.#partition.now();
    const wanted = { server, group: keyOf(of) };
    const [saved, used] = await Promise.all([
      storage.list('savedArguments', wanted).catch(() => []),
      storage.list('arguments', wanted).catch(() => []),
    ]);
    const named = saved.map((one) => ({ ...fromValues(one.values), id: one.id, at: one.at, name: one.name }));
    // Two tabs may have stored the same arguments at the same moment.
    const once = new Map(used.toReversed().map((one) => [canonicalJson(one.values), one]));
    const unnamed = used.filter((one) => once.get(canonicalJson(one.values)) === one);
    return [...named.toSorted((one, other) => one.name.localeCompare(other.name)), ...setsOf(unnamed)];
  }

  /**
   * Stores arguments that were used. The same arguments are stored once, with the time of their last use. Never throws.
   * @returns the sets without a name, so that they need not be read again; undefined where nothing was stored
   */
  async add(of: FormOf, form: StoredForm): Promise<readonly ArgumentSet[] | undefined> {
    const values = toValues({ ...form, orphaned: undefined });
    if (values === undefined) return undefined;
    const { storage, server } = this.#partition.now();
    const group = keyOf(of);
    const same = canonicalJson(values);
    try {
      const used = await storage.list('arguments', { server, group });
      const known = used.find((one) => canonicalJson(one.values) === same);
      const added = { server, id: known?.id ?? newId(), group, at: Date.now(), values };
      await storage.put('arguments', [added]);
      const others = used.filter((one) => one.id !== added.id);
      const toRemove = others.filter(
        (one, index) => index >= MAX_ARGUMENT_SETS - 1 || canonicalJson(one.values) === same,
      );
      if (toRemove.length > 0) await storage.remove('arguments', toRemove);
      return setsOf([added, ...others.filter((one) => !toRemove.includes(one))]);
    } catch {
      // A failing storage must not disturb the call.
      return undefined;
    }
  }

  /**
   * Saves a set under a name; replaces a set of the same name.
   * @throws McpError `invalid-input` without a name, `limit` where there are {@link MAX_SAVED_ARGUMENTS} or the form is
   * too large, `storage` where it cannot be written
   */
  async keepAs(of: FormOf, form: StoredForm, wanted: string): Promise<void> {
    const name = [...wanted.trim()].slice(0, MAX_SAVED_NAME_LENGTH).join('');
    if (name === '')
      throw new McpError('invalid-input', errorText('session.nameMissing'), { remedy: errorText('session.typeName') });
    const values: Json | undefined = toValues({ ...form, orphaned: undefined });
    if (values === undefined) {
      throw new McpError('limit', errorText('session.argumentsTooLarge'), { remedy: errorText('session.saveToFile') });
    }
    const { storage, server } = this.#partition.now();
    const group = keyOf(of);
    try {
      const saved = await storage.list('savedArguments', { server, group });
      const same = saved.find((one) => one.name === name);
      if (!same && saved.length >= MAX_SAVED_ARGUMENTS) {
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
    const { storage, server } = this.#partition.now();
    await storage.remove(kind, [{ server, id }]).catch(() => {});
  }

  /** Removes every set of one tool or prompt, saved ones too. Never throws. */
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

/** A form that was begun and not sent. */
export interface Draft extends StoredForm {
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The drafts of one server. Tabs overwrite each other: the last one wins. Never throws. */
export class Drafts {
  readonly #partition: Partition;

  /** @param partition where to store; it changes with the identity */
  constructor(partition: Partition) {
    this.#partition = partition;
  }

  async get(of: FormOf): Promise<Draft | undefined> {
    const { storage, server } = this.#partition.now();
    const found = await storage.get('draft', server, keyOf(of)).catch(() => undefined);
    return found && { ...fromValues(found.values), at: found.at };
  }

  /**
   * @returns false for a form that is too large, or where nothing can be written; a form that is too large also removes
   * the stored draft
   */
  async put(of: FormOf, form: StoredForm): Promise<boolean> {
    const values = toValues(form);
    if (values === undefined) {
      await this.remove(of);
      return false;
    }
    const { storage, server } = this.#partition.now();
    const record = { server, id: keyOf(of), at: Date.now(), values };
    return storage.put('draft', [record]).then(
      () => true,
      () => false,
    );
  }

  async remove(of: FormOf): Promise<void> {
    const { storage, server } = this.#partition.now();
    await storage.remove('draft', [{ server, id: keyOf(of) }]).catch(() => {});
  }
}

/** Records that are removed in one transaction, so that thousands of them do not block the database. */
const USER_RECORDS_REMOVED_AT_ONCE = 200;

/** What to erase: one kind of one server, one server, or without either everything. */
export interface Erased {
  readonly server?: string | undefined;
  /** Needs `server`. */
  readonly kind?: string | undefined;
}

/** Every kind of stored data, by its name in the storage. */
export const STORED_KINDS: readonly string[] = Object.keys(KINDS);

/**
 * Erases stored data for good, with the decisions and audit entries in this page’s memory. Forms that are filled in on
 * the screen stay as they are.
 */
export async function eraseStored(storage: Storage, { server, kind }: Erased, options: SessionOptions): Promise<void> {
  // Grants and audit entries are also in memory, and would be written again.
  if (kind === undefined || kind === 'grant') await grantsOf(options).revokeAll(server);
  if (kind === undefined || kind === 'audit') await auditLogOf(options).eraseAll(server);
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

/** A call that the server made a task of, and that had not ended when the server last reported on it. */
export interface RunningTask {
  /** Everybody who knows the id may be able to read the task. */
  readonly taskId: string;
  /** The tool that was called. */
  readonly tool: string;
  /** When the task was first reported, in epoch milliseconds. */
  readonly at: number;
}

const OVER: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

/**
 * Tasks of one server that may still run after a reload. Follow them with `Tasks` of `mcp-embed/tasks`. Never throws.
 */
export class RunningTasks {
  readonly #partition: Partition;
  readonly #known = new Set<string>();

  /** @param partition where to store; it changes with the identity */
  constructor(partition: Partition) {
    this.#partition = partition;
  }

  /** For a call’s `onTask`: stores a task when it is first reported, and removes it when it has ended. */
  async note(tool: string, { taskId, status }: Pick<Task, 'taskId' | 'status'>): Promise<void> {
    if (OVER.has(status)) return this.forget(taskId);
    if (this.#known.has(taskId)) return;
    this.#known.add(taskId);
    const { storage, server } = this.#partition.now();
    const record = { server, id: taskId, at: Date.now(), method: 'tools/call', name: tool };
    await storage.put('task', [record]).catch(() => {});
  }

  /** The tasks of one tool, newest first. */
  async list(tool: string): Promise<readonly RunningTask[]> {
    const { storage, server } = this.#partition.now();
    const all = await storage.list('task', { server }).catch(() => []);
    return all.filter(({ name }) => name === tool).map(({ id, at }) => ({ taskId: id, tool, at }));
  }

  async forget(taskId: string): Promise<void> {
    this.#known.delete(taskId);
    const { storage, server } = this.#partition.now();
    await storage.remove('task', [{ server, id: taskId }]).catch(() => {});
  }
}

/** The stored state of views of one server, by the view’s name. Never throws. */
export class Views {
  readonly #partition: Partition;

  /** @param partition where to store; it changes with the identity */
  constructor(partition: Partition) {
    this.#partition = partition;
  }

  async get(view: string): Promise<Json | undefined> {
    const { storage, server } = this.#partition.now();
    const found = await storage.get('view', server, view).catch(() => undefined);
    return found?.value;
  }

  async put(view: string, value: Json): Promise<void> {
    const { storage, server } = this.#partition.now();
    await storage.put('view', [{ server, id: view, at: Date.now(), value }]).catch(() => {});
  }
}

/**
 * URIs of the resources that the person subscribed to at one server, without those that contain a secret. Never throws.
 */
export class Subscriptions {
  readonly #partition: Partition;

  /** @param partition where to store; it changes with the identity */
  constructor(partition: Partition) {
    this.#partition = partition;
  }

  async list(): Promise<readonly string[]> {
    const { storage, server } = this.#partition.now();
    return (await storage.list('subscription', { server }).catch(() => [])).map(({ id }) => id);
  }

  /** A URI that contains a secret is not stored, so its subscription ends with the page. */
  async add(uri: string): Promise<void> {
    if (secretInAddress(uri)) return;
    const { storage, server } = this.#partition.now();
    await storage.put('subscription', [{ server, id: uri, at: Date.now() }]).catch(() => {});
  }

  async remove(uri: string): Promise<void> {
    const { storage, server } = this.#partition.now();
    await storage.remove('subscription', [{ server, id: uri }]).catch(() => {});
  }
}

/** Where user data is stored, and for how long. */
export interface UserDataPlace {
  readonly storage: Storage;
  /**
   * How long stored data lasts, as far as it is known: until the browser deletes it, until the tab or the page closes,
   * or as long as the page’s own storage (`own`) keeps it.
   */
  readonly lasts: 'browser' | 'tab' | 'page' | 'own';
  /** It ends with the page because requests carry a token and the page did not say whose it is. */
  readonly isNameless: boolean;
  /** Why data ends with the page, where the server and not the page’s options is the reason. */
  readonly why?: WhyNotStored | undefined;
  readonly options: SessionOptions;
}

/** Milliseconds to wait until the stored sign-in is known. */
const IDENTITY_WAIT_MS = 500;

/** Where sessions with these options store user data. Default: as with no options. */
export function userDataPlace(options: SessionOptions = {}): UserDataPlace {
  const storage = storagePlaceOf(options).storage ?? new MemoryStorage();
  return { storage, ...termOf(options), options };
}

const LASTS = { local: 'browser', session: 'tab', none: 'page' } as const;

function termOf(options: SessionOptions): Pick<UserDataPlace, 'lasts' | 'isNameless'> {
  const storage = cappedStorage(options.storage ?? 'local');
  const isNameless = !identityOf(options);
  const lasts = typeof storage === 'object' ? 'own' : LASTS[storage];
  return { lasts: isNameless ? 'page' : lasts, isNameless: isNameless && storage !== 'none' };
}

/**
 * What is stored for the person in one session. If somebody is signed in whom nobody can name, it lasts as long as the
 * page.
 */
export class UserData implements UserDataPlace {
  readonly drafts: Drafts;
  readonly history: ArgumentHistory;
  readonly views: Views;
  readonly tasks: RunningTasks;
  readonly subscriptions: Subscriptions;
  /** Fields that may be secret and that the person chose to store as shown. */
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

  /**
   * Resolves with itself once the stored sign-in is known, because the identity decides where the data is. Never
   * throws.
   */
  async ready(): Promise<this> {
    await Promise.race([this.options.auth?.known?.(), pause(IDENTITY_WAIT_MS)]);
    return this;
  }

  get storage(): Storage {
    return this.#partition.storage;
  }

  /** The server’s key in the storage. */
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
