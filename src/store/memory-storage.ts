import type { ListRecord, ServerRecord } from './records.js';
import type { Storage } from './storage.js';

/** Remembers until the page goes. Copies, as a database does: what a page does with a record does not change it here. */
export class MemoryStorage implements Storage {
  readonly #servers = new Map<string, ServerRecord>();
  readonly #lists = new Map<string, ListRecord>();

  async getServer(url: string): Promise<ServerRecord | undefined> {
    return structuredClone(this.#servers.get(url));
  }

  async putServer(record: ServerRecord): Promise<void> {
    this.#servers.set(record.url, structuredClone(record));
  }

  async getList(server: string, kind: string): Promise<ListRecord | undefined> {
    return structuredClone(this.#lists.get(keyOf(server, kind)));
  }

  async putList(record: ListRecord): Promise<void> {
    this.#lists.set(keyOf(record.server, record.kind), structuredClone(record));
  }

  async forget(server: string): Promise<void> {
    this.#servers.delete(server);
    for (const [key, record] of this.#lists) if (record.server === server) this.#lists.delete(key);
  }
}

function keyOf(server: string, kind: string): string {
  return JSON.stringify([server, kind]);
}
