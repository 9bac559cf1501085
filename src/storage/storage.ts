import type { McpError } from '../errors.js';
import { withoutAbandoned } from './abandoned.js';
import { DamageNotes } from './checked-storage.js';
import { DatabaseConnection } from './database-connection.js';
import { databaseName, tabDatabase } from './database-name.js';
import type { Size } from './encoding.js';
import { storageFailureOf, storageProblem } from './errors.js';
import { deleteTabDatabases, type IndexedDbStorage } from './indexeddb.js';
import { MemoryStorage } from './memory.js';
import { PendingWrites } from './pending-writes.js';
import { StorageChanges } from './storage-changes.js';
import { KINDS } from './retention.js';
import type { Kind, RecordKey, Storage, StorageChange, StoredKinds, Usage, Wanted } from './types.js';

/**
 * Storage in IndexedDB that falls back to memory. What the database cannot store now (it is blocked by another tab,
 * full, lost or absent) is kept for this page and written later. Each problem is reported once: a page without storage works.
 */
export class FallbackStorage implements Storage {
  readonly #connection: DatabaseConnection;
  readonly #pending = new PendingWrites();
  readonly #changes: StorageChanges;
  readonly #damage = new DamageNotes();

  /** @param name of the database */
  constructor(name: string, onProblem?: (problem: McpError) => void) {
    this.#changes = new StorageChanges(`mcp-embed storage ${name}`);
    const host = {
      opened: (database: IndexedDbStorage) => this.#writePending(database),
      ready: (isAgain: boolean) => {
        void this.#retryPending();
        if (isAgain) this.#reportAll();
      },
      damaged: (kind: Kind, server: unknown) => this.#damage.note(kind, server),
      removed: (sizes: readonly Size[]) =>
        sizes.forEach(({ kind, server }) => this.#changes.tell(kind as Kind, server)),
    };
    this.#connection = new DatabaseConnection(name, host, onProblem);
  }

  /** Replaces the listener for problems. Each problem is reported once; one that nobody has got yet is reported now. */
  reportTo(onProblem: (problem: McpError) => void): void {
    this.#connection.reportTo(onProblem);
  }

  get cannotRead(): boolean {
    return this.#connection.cannotRead;
  }

  hadDamage(kind: Kind, server: string): boolean {
    return this.#damage.has(kind, server);
  }

  follow(changed: (change: StorageChange) => void): () => void {
    return this.#changes.follow(changed);
  }

  async get<K extends Kind>(kind: K, server: string, id = ''): Promise<StoredKinds[K] | undefined> {
    const found = await this.#connection.run((database) => database.get(kind, server, id));
    return this.#pending.hides(kind, { server, id }) ? this.#pending.get(kind, server, id) : found;
  }

  async list<K extends Kind>(kind: K, wanted: Wanted = {}): Promise<readonly StoredKinds[K][]> {
    if (this.#pending.isEmpty) {
      const found = await this.#connection.run((database) => database.list(kind, wanted));
      if (found && this.#pending.isEmpty) return found;
    }
    const { limit = Infinity, ...rest } = wanted;
    const all = rest as Wanted;
    const found = (await this.#connection.run((database) => database.list(kind, all))) ?? [];
    const holding = found.filter((one) => !this.#pending.hides(kind, one));
    const newest = [...(await this.#pending.list(kind, all)), ...holding].toSorted(
      (one, other) => other.at - one.at || (other.id < one.id ? -1 : 1),
    );
    const last = newest[Math.min(limit, newest.length) - 1];
    return newest.filter(({ at }) => last && at >= last.at);
  }

  async put<K extends Kind>(kind: K, given: readonly StoredKinds[K][]): Promise<void> {
    const records = withoutAbandoned<StoredKinds[K]>(given);
    if (records.length === 0) return;
    const isDone = await this.#connection.run(async (database) => (await database.put(kind, records), true));
    if (!isDone) await this.#pending.put(kind, records);
    else this.#pending.drop(kind, records);
    for (const { server } of records) this.#changes.tell(kind, server);
  }

  async remove(kind: Kind, keys: readonly RecordKey[]): Promise<void> {
    if (keys.length === 0) return;
    const isDone = await this.#connection.run(async (database) => (await database.remove(kind, keys), true));
    if (isDone) this.#pending.drop(kind, keys);
    else this.#pending.remove(kind, keys);
    for (const { server } of keys) this.#changes.tell(kind, server);
    if (isDone) await this.#retryPending();
  }

  async forget(server?: string): Promise<void> {
    const isDone = await this.#connection.run(async (database) => (await database.forget(server), true));
    this.#pending.forget(server, isDone === true);
    this.#reportAll(server);
    if (isDone) await this.#retryPending();
  }

  async usage(): Promise<readonly Usage[]> {
    const stored = (await this.#connection.run((database) => database.usage())) ?? [];
    return this.#pending.isEmpty ? stored : [...stored, ...(await this.#pending.usage())];
  }

  /** Writes what is pending before the database is used: erased records must not be seen again. */
  async #writePending(database: IndexedDbStorage): Promise<void> {
    await this.#pending.writeTo(database).catch((error: unknown) => {
      if (storageFailureOf(error) !== 'full') throw error;
    });
  }

  /** Writes what came meanwhile, or what there may be room for now. */
  async #retryPending(): Promise<void> {
    if (!this.#pending.isEmpty)
      await this.#connection.run((database) => this.#pending.writeTo(database)).catch(() => {});
  }

  #reportAll(server?: string): void {
    for (const kind of Object.keys(KINDS) as Kind[]) this.#changes.tell(kind, server);
  }
}

/** One for each name, kept for the life of the page: a page may open and close sessions by the thousand. */
const databases = new Map<string, FallbackStorage>();

/**
 * Returns the storage of this kind: `local` is a database of all pages of the site, `session` one of this tab, `none` the
 * memory of the page.
 * @param onProblem called once for each problem; if several sessions share a database, the last listener is called
 */
export function createStorage(
  kind: 'local' | 'session' | 'none',
  namespace: string,
  onProblem?: (problem: McpError) => void,
): Storage {
  const name =
    kind === 'none'
      ? undefined
      : kind === 'local'
        ? databaseName(namespace, 'storage')
        : tabDatabase(namespace, deleteTabDatabases);
  if (name === undefined) {
    if (kind === 'session') onProblem?.(storageProblem('absent', new Error('There is no sessionStorage.')));
    return new VisitStorage();
  }
  const found = databases.get(name);
  if (found) {
    if (onProblem) found.reportTo(onProblem);
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
