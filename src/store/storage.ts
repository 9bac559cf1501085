import type { ListRecord, ServerRecord } from './records.js';

/**
 * What is kept between visits. Two implementations, one contract: a database, and memory for when there is none. A page
 * may bring its own. Methods may reject; whoever calls goes on without.
 */
export interface Storage {
  getServer(url: string): Promise<ServerRecord | undefined>;
  putServer(record: ServerRecord): Promise<void>;
  getList(server: string, kind: string): Promise<ListRecord | undefined>;
  putList(record: ListRecord): Promise<void>;
  /** Forgets a server and everything of it. */
  forget(server: string): Promise<void>;
}
