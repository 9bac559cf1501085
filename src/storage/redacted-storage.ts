import { runInSlices } from '../util/async.js';
import type { Redactor } from '../secrets/redactor.js';
import type { Json, JsonObject } from '../protocol/model.js';
import { setOwn } from '../schema/json-value.js';
import { holdsCredential } from '../secrets/credentials.js';
import { itemOf, memberOf, type SchemaPlace, schemaPlaceOf, secrecyOf } from '../secrets/schema-secrecy.js';
import { secretInAddress } from '../secrets/addresses.js';
import type { Kind, ListRecord, Storage, StoredKinds, StoredRecord } from './types.js';

/** Records of these kinds are redacted before they get here: the transcript does it. */
const ARE_SAFE: ReadonlySet<Kind> = new Set<Kind>(['message', 'blob']);
/** Kinds whose ids are addresses. */
const BY_ADDRESS: ReadonlySet<Kind> = new Set<Kind>(['resource', 'subscription']);

/**
 * The storage of one session, which redacts what it writes: a server may repeat a secret in its lists or its profile. A
 * record with a secret in its id is not written.
 */
export class RedactedStorage implements Storage {
  readonly #storage: Storage;
  readonly #redactor: Redactor;
  readonly get: Storage['get'];
  readonly list: Storage['list'];
  readonly remove: Storage['remove'];
  readonly usage: Storage['usage'];
  readonly forget: Storage['forget'];
  declare readonly hadDamage?: NonNullable<Storage['hadDamage']>;
  declare readonly follow?: NonNullable<Storage['follow']>;
  /** Redacting a long list takes a while: later operations on lists wait for it. */
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
    if (storage.hadDamage) this.hadDamage = (...asked) => storage.hadDamage!(...asked);
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

  /** A redacted list differs from the server’s, so it is stored as stale. */
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

/**
 * Characters of a text that are searched for secrets. What begins further in is not known, so a longer text is left
 * out.
 */
const MAX_REDACTED_TEXT_LENGTH = 100_000;

/**
 * Form values without secrets, for storing: what the schema declares secret in any branch, credentials by their form,
 * and values that may be secret by name or description. When in doubt, a value is left out. In an array, `null` takes
 * its place.
 * @param schema any JSON Schema, also a hostile one
 * @returns undefined where nothing is left
 * @example
 * redactStored({ type: 'object' }, { user: 'ann', password: 'x' }); // { user: 'ann' }
 */
export function redactStored(schema: unknown, values: Json): Json | undefined {
  return strip(values, schemaPlaceOf(schema));
}

function strip(value: Json, place: SchemaPlace): Json | undefined {
  const found = secrecyOf(place, value);
  if (found === 'secret') return undefined;
  if (typeof value === 'string')
    return found === 'maybe' || value.length > MAX_REDACTED_TEXT_LENGTH ? undefined : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json, index) => strip(item, itemOf(place, index)) ?? null);
  const left: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    // Keys can be secrets too, as in a map from tokens to values.
    if (name.length > MAX_REDACTED_TEXT_LENGTH || holdsCredential(name)) continue;
    const kept = strip(member, memberOf(place, name, value as JsonObject));
    if (kept !== undefined) setOwn(left, name, kept);
  }
  return left;
}
