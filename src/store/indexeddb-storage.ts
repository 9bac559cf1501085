import type { ListRecord, ServerRecord } from './records.js';
import { openDatabase, type Database } from './database.js';
import type { Storage } from './storage.js';

/** Writes may be lost in a power cut, not in a crash of the page: this is a cache. */
const WRITE = { durability: 'relaxed' } as const;

/** Remembers in IndexedDB. */
export class IndexedDbStorage implements Storage {
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  /** @throws McpError `storage` when there is no database to be had */
  static async open(name: string, onLost: () => void): Promise<IndexedDbStorage> {
    return new IndexedDbStorage(await openDatabase(name, onLost));
  }

  getServer(url: string): Promise<ServerRecord | undefined> {
    return this.#database.get('servers', url);
  }

  async putServer(record: ServerRecord): Promise<void> {
    const transaction = this.#database.transaction('servers', 'readwrite', WRITE);
    await Promise.all([transaction.store.put(record), transaction.done]);
  }

  getList(server: string, kind: string): Promise<ListRecord | undefined> {
    return this.#database.get('lists', [server, kind]);
  }

  async putList(record: ListRecord): Promise<void> {
    const transaction = this.#database.transaction('lists', 'readwrite', WRITE);
    await Promise.all([transaction.store.put(record), transaction.done]);
  }

  async forget(server: string): Promise<void> {
    const transaction = this.#database.transaction(['servers', 'lists'], 'readwrite', WRITE);
    // Every list of that server: keys are arrays, which sort by their first part.
    const lists = IDBKeyRange.bound([server], [server, []]);
    await Promise.all([
      transaction.objectStore('servers').delete(server),
      transaction.objectStore('lists').delete(lists),
      transaction.done,
    ]);
  }

  close(): void {
    this.#database.close();
  }
}
