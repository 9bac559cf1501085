import type { DBSchema } from 'idb';

/** One remembered server. */
export interface ServerRecord {
  readonly url: string;
  /** How the connection was opened, to begin with next time. */
  readonly opening: string;
  readonly profile: unknown;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** One remembered list. */
export interface ListRecord {
  readonly server: string;
  readonly kind: string;
  readonly items: readonly unknown[];
  readonly asOf: number;
}

export interface McpDatabase extends DBSchema {
  servers: { key: string; value: ServerRecord };
  lists: { key: [server: string, kind: string]; value: ListRecord };
}
