import { promptSchema } from '../schema/prompt-form.js';
import type { StoredKinds, StoredRecord, Kind, ListRecord, Storage } from '../storage/types.js';
import { type TranscriptEvent, type ItemSchemas, type MessageSchemas, SchemaFinder } from '../transcript/observer.js';
import { learnSecrets } from '../transcript/write-body.js';
import { runInSlices } from '../util/async.js';
import { Redactor } from '../util/redactor.js';
import { type Place, secretInAddress, secretInHeader, wordsAt } from '../util/secrets.js';
import { type Readable, Store } from '../util/store.js';
import { itemsOf } from './list-state.js';
import { keepingOf } from './server-cache.js';
import type { Session } from './session.js';

/** Whoever writes these has left out what is secret. */
const ARE_SAFE: ReadonlySet<Kind> = new Set<Kind>(['message', 'blob']);
/** Kinds whose ids are addresses. */
const BY_ADDRESS: ReadonlySet<Kind> = new Set<Kind>(['resource', 'subscription']);

/**
 * The storage of one session, in which nothing is written that was secret in it: a server may repeat in its lists, or in what
 * it says of itself, what it was told. A record that has it in its id is not written.
 */
export class RedactedStorage implements Storage {
  readonly #storage: Storage;
  readonly #redactor: Redactor;
  readonly get: Storage['get'];
  readonly list: Storage['list'];
  readonly remove: Storage['remove'];
  readonly usage: Storage['usage'];
  readonly forget: Storage['forget'];
  declare readonly follow?: NonNullable<Storage['follow']>;
  /** Lists take their time. What is said of them comes one after the other. */
  #lists: Promise<unknown> = Promise.resolve();

  constructor(storage: Storage, redactor: Redactor) {
    this.#storage = storage;
    this.#redactor = redactor;
    this.get = (...asked) => storage.get(...asked);
    this.list = (...asked) => storage.list(...asked);
    this.remove = (kind, keys) => {
      return kind === 'list' ? this.#afterLists(() => storage.remove(kind, keys)) : storage.remove(kind, keys);
    };
    this.usage = () => storage.usage();
    this.forget = (server) => this.#afterLists(() => storage.forget(server));
    if (storage.follow) this.follow = (changed) => storage.follow!(changed);
  }

  get cannotRead(): boolean | undefined {
    return this.#storage.cannotRead;
  }

  async put<K extends Kind>(kind: K, records: readonly StoredKinds[K][]): Promise<void> {
    if (ARE_SAFE.has(kind)) return this.#storage.put(kind, records);
    if (kind === 'list')
      return this.#afterLists(async () => {
        const lists = await Promise.all((records as readonly ListRecord[]).map((record) => this.#safeList(record)));
        await this.#storage.put('list', lists);
      });
    const safe = (records as readonly StoredRecord[]).flatMap((record) => this.#safe(kind, record) ?? []);
    if (safe.length > 0 || records.length === 0)
      await this.#storage.put(kind, safe as unknown as readonly StoredKinds[K][]);
  }

  #safe(kind: Kind, record: StoredRecord): StoredRecord | undefined {
    const { server, id, at, group } = record;
    if (this.#redactor.isIn(id) || (group !== undefined && this.#redactor.isIn(group))) return undefined;
    if (BY_ADDRESS.has(kind) && secretInAddress(id)) return undefined;
    return { ...this.#redactor.withoutIn(record), server, id, at, ...(group !== undefined && { group }) };
  }

  /** What was changed does not hold: it is asked for again. */
  async #safeList(list: ListRecord): Promise<ListRecord> {
    const items: unknown[] = [];
    let isChanged = false;
    const redactor = this.#redactor;
    function* look(): Generator<undefined, void, undefined> {
      for (const item of list.items) {
        const safe = redactor.withoutIn(item);
        isChanged ||= safe !== item || hasSecretAddress(item);
        if (!hasSecretAddress(item)) items.push(safe);
        yield;
      }
    }
    await runInSlices(look());
    if (!isChanged) return list;
    const { expiresAt: _freshUntil, ...rest } = list;
    return { ...rest, items };
  }

  #afterLists<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#lists.then(act);
    this.#lists = done.catch(() => {});
    return done;
  }
}

function hasSecretAddress(item: unknown): boolean {
  if (typeof item !== 'object' || item === null) return false;
  const { uri, uriTemplate } = item as { readonly uri?: unknown; readonly uriTemplate?: unknown };
  return [uri, uriTemplate].some((address) => typeof address === 'string' && secretInAddress(address));
}

/** Fields of one server that are remembered; of more, the one that came first is forgotten. */
const MAX_FIELDS = 500;
/** Its record among those of views. */
const ID = 'stored as shown';

/** Tells of one tool or prompt whether the field at a pointer is stored as shown, which has `*` for places in lists. */
type IsShown = (pointer: string, place: Place) => boolean;

/**
 * The fields of one server that may be secret and that the person has stored as shown. It holds as long as the server says
 * the same of the field.
 */
export class StoredAsShown {
  readonly #session: object;
  readonly #changes = new Store(0);
  /** What was said of each field, by the tool or prompt and the pointer. */
  #fields = new Map<string, string>();
  /** Whose they are. */
  #server: string | undefined;

  constructor(session: object) {
    this.#session = session;
  }

  /** Counts up with each change. */
  get changes(): Readable<number> {
    return this.#changes;
  }

  /** @param item `tool` or `prompt`, and its name */
  of(item: string): IsShown {
    return (pointer, place) => {
      const said = this.#server === keepingOf(this.#session)?.server && this.#fields.get(keyOf(item, pointer));
      return said === wordsAt(place);
    };
  }

  /** Never throws. */
  async set(item: string, pointer: string, place: Place, isOn: boolean): Promise<void> {
    await this.load();
    const key = keyOf(item, pointer);
    this.#fields.delete(key);
    if (isOn) this.#fields.set(key, wordsAt(place));
    if (this.#fields.size > MAX_FIELDS)
      for (const oldest of this.#fields.keys()) if (this.#fields.delete(oldest)) break;
    this.#tell();
    const { storage, server } = keepingOf(this.#session) ?? {};
    if (!storage || server === undefined) return;
    const value = Object.fromEntries(this.#fields);
    await storage.put('view', [{ server, id: ID, at: Date.now(), value }]).catch(() => {});
  }

  /** Reads what is kept, once for whoever is signed in. Never throws. */
  async load(): Promise<void> {
    const { storage, server } = keepingOf(this.#session) ?? {};
    if (!storage || server === this.#server) return;
    const found = await storage.get('view', server!, ID).catch(() => undefined);
    if (keepingOf(this.#session)?.server !== server) return;
    const value: unknown = found?.value;
    const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    this.#fields = new Map(fields.filter((one): one is [string, string] => typeof one[1] === 'string'));
    this.#server = server;
    this.#tell();
  }

  #tell(): void {
    this.#changes.set(this.#changes.get() + 1);
  }
}

function keyOf(item: string, pointer: string): string {
  return `${item}\n${pointer}`;
}

/** What is secret in one session, for everything that is written of it. */
export class SessionSecrets {
  readonly redactor: Redactor = new Redactor();
  readonly shown: StoredAsShown;
  readonly #session: Pick<Session, 'tools' | 'prompts'>;
  readonly #finder: SchemaFinder;

  constructor(session: object) {
    this.#session = session as Session;
    this.shown = new StoredAsShown(session);
    this.#finder = new SchemaFinder((method, name) => this.schemasOf(method, name));
  }

  /** What the server's lists say of one tool or prompt. */
  schemasOf(method: string, name: string): ItemSchemas | undefined {
    const { tools, prompts } = this.#session;
    if (method === 'tools/call') {
      const tool = itemsOf(tools.state.get()).find((one) => one.name === name);
      const isShown = this.shown.of(`tool ${name}`);
      return { input: tool?.inputSchema, output: tool?.outputSchema, isShown };
    }
    if (method !== 'prompts/get') return undefined;
    const found = itemsOf(prompts.state.get()).find((one) => one.name === name);
    return { input: found && promptSchema(found.arguments), isShown: this.shown.of(`prompt ${name}`) };
  }

  /** Knows what is secret in a message before anybody answers it. @returns what is said of its parts */
  hear(fact: Pick<TranscriptEvent, 'what' | 'message'>): MessageSchemas {
    const schemas = this.#finder.of(fact);
    const { what, message } = fact;
    if (what !== 'sent' || !message) return schemas;
    const said = 'method' in message ? message.params : message.result;
    if (said !== undefined) learnSecrets(said, this.redactor, schemas);
    return schemas;
  }

  /** The same fetch; what its headers say is secret from then on. */
  hearing(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
    return (input, init) => {
      const given = init?.headers ?? (input instanceof Request ? input.headers : undefined);
      for (const [name, value] of new Headers(given)) {
        const secret = secretInHeader(name, value);
        if (secret) this.redactor.add(secret);
      }
      return fetch(input, init);
    };
  }
}

/** Knows what was secret in a session, for what is written of it elsewhere. */
export function redactorOf(session: object): Redactor {
  return secretsOf(session).redactor;
}

const bySession = new WeakMap<object, SessionSecrets>();

export function secretsOf(session: object): SessionSecrets {
  const found = bySession.get(session) ?? new SessionSecrets(session);
  bySession.set(session, found);
  return found;
}
