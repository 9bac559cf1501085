import type { McpError } from '../errors.js';
import { DatabaseConnection } from './database-connection.js';
import { databaseName, tabDatabase } from './database-name.js';
import type { Size } from './encoding.js';
import { storageFailureOf, storageProblem } from './errors.js';
import type { IndexedDbStorage } from './indexeddb.js';
import { MemoryStorage, Pending, StorageChanges } from './memory.js';
import { KINDS } from './retention.js';
import type { Kind, RecordKey, Storage, StorageChange, StoredKinds, Usage, Wanted } from './types.js';

/**
 * Storage in IndexedDB that falls back to memory. What the database does not take (blocked by another tab, full, lost,
 * absent) holds for this page and is written later. Each problem is reported once: a page without storage works.
 */
export class FallbackStorage implements Storage {
  readonly #held: DatabaseConnection;
  readonly #pending = new Pending();
  readonly #news: StorageChanges;

  /** @param name of the database */
  constructor(name: string, onProblem?: (problem: McpError) => void) {
    this.#news = new StorageChanges(`mcp-embed storage ${name}`);
    const holder = {
      opened: (database: IndexedDbStorage) => this.#catchUp(database),
      ready: (isAgain: boolean) => {
        void this.#settle();
        if (isAgain) this.#tellOfAll();
      },
      removed: (sizes: readonly Size[]) => sizes.forEach(({ kind, server }) => this.#news.tell(kind as Kind, server)),
    };
    this.#held = new DatabaseConnection(name, holder, onProblem);
  }

  /** Replaces the listener for problems, which is told each one once, and tells it what nobody was told yet. */
  tellProblems(onProblem: (problem: McpError) => void): void {
    this.#held.tellProblems(onProblem);
  }

  get cannotRead(): boolean {
    return this.#held.cannotRead;
  }

  follow(changed: (change: StorageChange) => void): () => void {
    return this.#news.follow(changed);
  }

  async get<K extends Kind>(kind: K, server: string, id = ''): Promise<StoredKinds[K] | undefined> {
    const found = await this.#held.use((database) => database.get(kind, server, id));
    return this.#pending.hides(kind, { server, id }) ? this.#pending.get(kind, server, id) : found;
  }

  async list<K extends Kind>(kind: K, wanted: Wanted = {}): Promise<readonly StoredKinds[K][]> {
    if (this.#pending.isEmpty) {
      const found = await this.#held.use((database) => database.list(kind, wanted));
      if (found && this.#pending.isEmpty) return found;
    }
    const { limit = Infinity, ...rest } = wanted;
    const all = rest as Wanted;
    const found = (await this.#held.use((database) => database.list(kind, all))) ?? [];
    const holding = found.filter((one) => !this.#pending.hides(kind, one));
    const newest = [...(await this.#pending.list(kind, all)), ...holding].toSorted(
      (one, other) => other.at - one.at || (other.id < one.id ? -1 : 1),
    );
    const last = newest[Math.min(limit, newest.length) - 1];
    return newest.filter(({ at }) => last && at >= last.at);
  }

  async put<K extends Kind>(kind: K, records: readonly StoredKinds[K][]): Promise<void> {
    if (records.length === 0) return;
    const isDone = await this.#held.use(async (database) => (await database.put(kind, records), true));
    if (!isDone) await this.#pending.put(kind, records);
    else this.#pending.drop(kind, records);
    for (const { server } of records) this.#news.tell(kind, server);
  }

  async remove(kind: Kind, keys: readonly RecordKey[]): Promise<void> {
    if (keys.length === 0) return;
    const isDone = await this.#held.use(async (database) => (await database.remove(kind, keys), true));
    if (isDone) this.#pending.drop(kind, keys);
    else this.#pending.remove(kind, keys);
    for (const { server } of keys) this.#news.tell(kind, server);
    if (isDone) await this.#settle();
  }

  async forget(server?: string): Promise<void> {
    const isDone = await this.#held.use(async (database) => (await database.forget(server), true));
    this.#pending.forget(server, isDone === true);
    this.#tellOfAll(server);
    if (isDone) await this.#settle();
  }

  async usage(): Promise<readonly Usage[]> {
    const kept = (await this.#held.use((database) => database.usage())) ?? [];
    return this.#pending.isEmpty ? kept : [...kept, ...(await this.#pending.usage())];
  }

  /** Writes what is pending before the database is used: erased records must not be seen again. */
  async #catchUp(database: IndexedDbStorage): Promise<void> {
    await this.#pending.writeTo(database).catch((error: unknown) => {
      if (storageFailureOf(error) !== 'full') throw error;
    });
  }

  /** What came meanwhile, and what there may be room for now. */
  async #settle(): Promise<void> {
    if (!this.#pending.isEmpty) await this.#held.use((database) => this.#pending.writeTo(database)).catch(() => {});
  }

  #tellOfAll(server?: string): void {
    for (const kind of Object.keys(KINDS) as Kind[]) this.#news.tell(kind, server);
  }
}

/** One for each name: a page may open and close sessions by the thousand, and nothing tells when the last one went. */
const databases = new Map<string, FallbackStorage>();

/**
 * The storage of that kind: `local` is a database of all pages, `session` one of this tab, `none` the memory of the page.
 * @param onProblem told of what is wrong, each thing once; the one that was named last, where several share a database
 */
export function createStorage(
  kind: 'local' | 'session' | 'none',
  namespace: string,
  onProblem?: (problem: McpError) => void,
): Storage {
  const name =
    kind === 'none' ? undefined : kind === 'local' ? databaseName(namespace, 'storage') : tabDatabase(namespace);
  if (name === undefined) {
    if (kind === 'session') onProblem?.(storageProblem('absent', new Error('There is no sessionStorage.')));
    return new VisitStorage();
  }
  const found = databases.get(name);
  if (found) {
    if (onProblem) found.tellProblems(onProblem);
    return found;
  }
  const storage = new FallbackStorage(name, onProblem);
  databases.set(name, storage);
  return storage;
}

/**
 * Remembers how servers are reached, until the page goes. Their lists a session has in hand anyway, and copying ten
 * thousand tools takes longer than reading them.
 */
class VisitStorage extends MemoryStorage {
  override async put<K extends Kind>(kind: K, records: readonly StoredKinds[K][]): Promise<void> {
    if (kind !== 'list') await super.put(kind, records);
  }
}
