import type { McpError } from '../errors.js';
import { HeldDatabase } from './held-database.js';
import type { IndexedDbStorage } from './indexeddb-storage.js';
import { KINDS } from './kinds.js';
import { StorageNews } from './news.js';
import { Pending } from './pending.js';
import { mishapOf } from './problems.js';
import type { Kept, Kind } from './records.js';
import type { RecordKey, Storage, StorageChange, Usage, Wanted } from './storage.js';
import type { Size } from './usage.js';

/**
 * The database where there is one. What it does not take holds for this page, and is written down once it does: another
 * tab may hold it, it may be full, taken away, or not there at all. Says so once, and never again: a page without storage
 * is not a broken page.
 */
export class FallbackStorage implements Storage {
  readonly #held: HeldDatabase;
  readonly #pending = new Pending();
  readonly #news: StorageNews;

  /** @param name of the database */
  constructor(name: string, onProblem?: (problem: McpError) => void) {
    this.#news = new StorageNews(`mcp-embed kept ${name}`);
    const holder = {
      opened: (database: IndexedDbStorage) => this.#catchUp(database),
      ready: (isAgain: boolean) => {
        void this.#settle();
        if (isAgain) this.#tellOfAll();
      },
      removed: (sizes: readonly Size[]) => sizes.forEach(({ kind, server }) => this.#news.tell(kind as Kind, server)),
    };
    this.#held = new HeldDatabase(name, holder, onProblem);
  }

  /** Whom to tell from now on what is wrong, each thing once; and what nobody has been told yet. */
  tellProblems(onProblem: (problem: McpError) => void): void {
    this.#held.tellProblems(onProblem);
  }

  get cannotRead(): boolean {
    return this.#held.cannotRead;
  }

  follow(changed: (change: StorageChange) => void): () => void {
    return this.#news.follow(changed);
  }

  async get<K extends Kind>(kind: K, server: string, id = ''): Promise<Kept[K] | undefined> {
    const found = await this.#held.use((database) => database.get(kind, server, id));
    return this.#pending.hides(kind, { server, id }) ? this.#pending.get(kind, server, id) : found;
  }

  async list<K extends Kind>(kind: K, wanted: Wanted = {}): Promise<readonly Kept[K][]> {
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

  async put<K extends Kind>(kind: K, records: readonly Kept[K][]): Promise<void> {
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

  /** What was done without it, before it is used: what was erased must not be seen again. */
  async #catchUp(database: IndexedDbStorage): Promise<void> {
    await this.#pending.writeTo(database).catch((error: unknown) => {
      if (mishapOf(error) !== 'full') throw error;
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
