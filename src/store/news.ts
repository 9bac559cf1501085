import { broadcast, openChannel } from '../util/coordination.js';
import type { Kind } from './records.js';
import type { StorageChange } from './storage.js';

/** Changes told at once; of more, only which kinds they were of. */
const MAX_TOLD = 100;

/**
 * Who wants to know that something was kept or removed, in this page and in the others that share the place. Never what:
 * whoever hears of it reads it, so that a message somebody else on this origin sends does no more than that. What is
 * done in one turn is told together.
 *
 * The channel is open only while somebody follows: an open one can keep a page out of the browser's back/forward cache.
 */
export class StorageNews {
  readonly #name: string | undefined;
  readonly #followers = new Set<(change: StorageChange) => void>();
  readonly #untold = new Map<string, StorageChange>();
  #channel: BroadcastChannel | undefined;

  /** @param name the same in all tabs that share the place; without one nobody else sees it */
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

  /** Something changed here; without a server, of any. Never throws. */
  tell(kind: Kind, server?: string): void {
    if (this.#untold.size === 0) queueMicrotask(() => this.#tellAll());
    this.#untold.set(JSON.stringify([kind, server]), { kind, ...(server !== undefined && { server }) });
  }

  #tellAll(): void {
    let changes = [...this.#untold.values()];
    this.#untold.clear();
    if (changes.length > MAX_TOLD) changes = [...new Set(changes.map(({ kind }) => kind))].map((kind) => ({ kind }));
    this.#hear(changes);
    if (this.#name === undefined) return;
    // Who is not told reads it when their person comes back to them.
    const channel = this.#channel ?? openChannel(this.#name);
    broadcast(channel, changes);
    if (channel !== this.#channel) channel?.close();
  }

  #listen(): void {
    if (this.#channel || this.#name === undefined) return;
    this.#channel = openChannel(this.#name);
    this.#channel?.addEventListener('message', ({ data }) => {
      if (Array.isArray(data)) this.#hear(data.slice(0, MAX_TOLD).filter(isChange));
    });
  }

  #hear(changes: readonly StorageChange[]): void {
    for (const change of changes)
      for (const follower of [...this.#followers]) {
        try {
          follower(change);
        } catch (error) {
          reportError(error);
        }
      }
  }
}

function isChange(said: unknown): said is StorageChange {
  const { kind, server } = (said ?? {}) as Record<string, unknown>;
  return typeof kind === 'string' && (server === undefined || typeof server === 'string');
}
