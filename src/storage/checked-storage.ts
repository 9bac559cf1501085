import type { McpError } from '../errors.js';
import { asArray, asObject, asString } from '../protocol/decode/values.js';
import { withoutAbandoned } from './abandoned.js';
import { storageProblem } from './errors.js';
import { recordKey } from './memory.js';
import { readRecord } from './record-readers.js';
import type { Kind, RecordKey, Storage, StorageChange, StoredKinds, Usage, Wanted } from './types.js';

/** Remembers for the life of the page of which kinds and servers a record could not be read. */
export class DamageNotes {
  readonly #noted = new Set<string>();

  /** @param server no text where nobody knows of which server it was: then it may have been any */
  note(kind: Kind, server: unknown): void {
    this.#noted.add(makeNoteKey(kind, asString(server)));
  }

  has(kind: Kind, server: string): boolean {
    return this.#noted.has(makeNoteKey(kind, server)) || this.#noted.has(makeNoteKey(kind, undefined));
  }
}

const makeNoteKey = (kind: Kind, server: string | undefined): string => JSON.stringify([kind, server ?? null]);

/**
 * The storage of a page, read as carefully as a database: what is no record is left out, removed, and said once. The page
 * may return anything.
 */
export class CheckedStorage implements Storage {
  readonly #storage: Storage;
  #onProblem: ((problem: McpError) => void) | undefined;
  readonly #damage = new DamageNotes();
  readonly #removed = new Set<string>();
  #problem: McpError | undefined;
  #isReported = false;
  declare readonly follow?: (changed: (change: StorageChange) => void) => () => void;

  constructor(storage: Storage, onProblem?: (problem: McpError) => void) {
    this.#storage = storage;
    this.#onProblem = onProblem;
    if (storage.follow) this.follow = (changed) => storage.follow!(changed);
  }

  /** Replaces the listener for problems. A problem is reported once; one that nobody has got yet is reported now. */
  reportTo(onProblem: (problem: McpError) => void): void {
    this.#onProblem = onProblem;
    this.#report();
  }

  get cannotRead(): boolean | undefined {
    return this.#storage.cannotRead;
  }

  hadDamage(kind: Kind, server: string): boolean {
    return this.#damage.has(kind, server) || this.#storage.hadDamage?.(kind, server) === true;
  }

  async get<K extends Kind>(kind: K, server: string, id = ''): Promise<StoredKinds[K] | undefined> {
    const found: unknown = await this.#storage.get(kind, server, id);
    if (found === undefined || found === null) return undefined;
    return this.#read(kind, found, (key) => key.server === server && key.id === id, { server, id });
  }

  async list<K extends Kind>(kind: K, wanted: Wanted = {}): Promise<readonly StoredKinds[K][]> {
    const { server } = wanted;
    const found: unknown = await this.#storage.list(kind, wanted);
    const isAsked = (key: RecordKey): boolean => server === undefined || key.server === server;
    return (asArray(found) ?? []).flatMap((one) => this.#read(kind, one, isAsked) ?? []);
  }

  async put<K extends Kind>(kind: K, given: readonly StoredKinds[K][]): Promise<void> {
    const records = withoutAbandoned<StoredKinds[K]>(given);
    if (records.length > 0 || given.length === 0) await this.#storage.put(kind, records);
  }

  remove(kind: Kind, keys: readonly RecordKey[]): Promise<void> {
    return this.#storage.remove(kind, keys);
  }

  usage(): Promise<readonly Usage[]> {
    return this.#storage.usage();
  }

  forget(server?: string): Promise<void> {
    return this.#storage.forget(server);
  }

  #report(): void {
    if (this.#isReported || !this.#problem || !this.#onProblem) return;
    this.#isReported = true;
    this.#onProblem(this.#problem);
  }

  #read<K extends Kind>(
    kind: K,
    found: unknown,
    isAsked: (key: RecordKey) => boolean,
    at?: RecordKey,
  ): StoredKinds[K] | undefined {
    const record = readRecord(kind, found);
    if (record && isAsked(record)) return record;
    // A storage that gives more than was asked for: that is somebody else’s.
    if (record && !at) return undefined;
    const { server, id } = asObject(found) ?? {};
    const key = at ?? (typeof server === 'string' && typeof id === 'string' ? { server, id } : undefined);
    this.#damage.note(kind, key?.server ?? server);
    this.#problem ??= storageProblem('damaged', new TypeError(`This is no “${kind}”.`));
    this.#report();
    if (key && !this.#removed.has(recordKey(kind, key))) {
      // Once: a storage that does not remove it would be asked for ever.
      this.#removed.add(recordKey(kind, key));
      void this.#storage.remove(kind, [key]).catch(() => {});
    }
    return undefined;
  }
}
