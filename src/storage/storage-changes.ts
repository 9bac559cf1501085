import { broadcast, openChannel } from '../util/tab-coordination.js';
import type { Kind, StorageChange } from './types.js';

/** Changes that are told at once; of more, only which kinds they were of. */
const MAX_TOLD_CHANGES = 100;

/**
 * Tells followers in this page and in other tabs that a record was written or removed. This is the only channel on
 * which tabs tell each other of changed data.
 * A message names kind and server, never content: the receiver reads the storage. So a forged message from another
 * script of this origin causes a read and nothing else. Changes of one turn are sent together.
 * The channel is open only while somebody follows: an open one can keep a page out of the back/forward cache.
 */
export class StorageChanges {
  readonly #name: string | undefined;
  readonly #followers = new Set<(change: StorageChange) => void>();
  readonly #untold = new Map<string, StorageChange>();
  #channel: BroadcastChannel | undefined;

  /** @param name of the channel; without one, only this page is told */
  constructor(name?: string) {
    this.#name = name;
  }

  follow(changed: (change: StorageChange) => void): () => void {
    const entry = (change: StorageChange): void => changed(change);
    this.#followers.add(entry);
    this.#listen();
    return () => {
      this.#followers.delete(entry);
      if (this.#followers.size > 0) return;
      this.#channel?.close();
      this.#channel = undefined;
    };
  }

  /** Announces a change made by this page; without `server`, of any server. Never throws. */
  tell(kind: Kind, server?: string): void {
    if (this.#untold.size === 0) queueMicrotask(() => this.#tellAll());
    this.#untold.set(JSON.stringify([kind, server]), { kind, ...(server !== undefined && { server }) });
  }

  #tellAll(): void {
    let changes = [...this.#untold.values()];
    this.#untold.clear();
    if (changes.length > MAX_TOLD_CHANGES)
      changes = [...new Set(changes.map(({ kind }) => kind))].map((kind) => ({ kind }));
    this.#deliver(changes, false);
    if (this.#name === undefined) return;
    // A tab that misses the message reads again when its person returns to it.
    const channel = this.#channel ?? openChannel(this.#name);
    broadcast(channel, changes);
    if (channel !== this.#channel) channel?.close();
  }

  #listen(): void {
    if (this.#channel || this.#name === undefined) return;
    this.#channel = openChannel(this.#name);
    this.#channel?.addEventListener('message', ({ data }) => {
      if (Array.isArray(data)) this.#deliver(data.slice(0, MAX_TOLD_CHANGES).filter(isChange), true);
    });
  }

  #deliver(changes: readonly StorageChange[], isElsewhere: boolean): void {
    for (const { kind, server } of changes)
      for (const follower of [...this.#followers]) {
        try {
          follower({ kind, ...(server !== undefined && { server }), isElsewhere });
        } catch (error) {
          reportError(error);
        }
      }
  }
}

function isChange(message: unknown): message is StorageChange {
  const { kind, server } = (message ?? {}) as Record<string, unknown>;
  return typeof kind === 'string' && (server === undefined || typeof server === 'string');
}
