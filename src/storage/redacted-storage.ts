import { runInSlices } from '../util/async.js';
import type { Redactor } from '../util/redactor.js';
import { secretInAddress } from '../util/secrets.js';
import type { Kind, ListRecord, Storage, StoredKinds, StoredRecord } from './types.js';

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
