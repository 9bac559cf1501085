import { broadcast, openChannel } from './coordination.js';
import type { Readable, Store } from './store.js';

/**
 * Tells the other tabs of this origin that something they share has changed, and never what: the receiver reads it
 * again, so a forged message can do no more than that. The channel is open only while somebody listens: an open
 * channel can keep a page out of the back/forward cache.
 */
export class TabNews {
  readonly #name: string;
  #channel: BroadcastChannel | undefined;

  /** @param name of the channel, the same in all tabs */
  constructor(name: string) {
    this.#name = name;
  }

  /** Tells the other tabs. Never throws: a tab that misses it reads again when it becomes visible. */
  tell(): void {
    const channel = this.#channel ?? openChannel(this.#name);
    broadcast(channel, 'changed');
    if (channel !== this.#channel) channel?.close();
  }

  /** Calls `changed` each time that another tab tells of a change, until {@link rest}. */
  listen(changed: () => void): void {
    if (this.#channel) return;
    this.#channel = openChannel(this.#name);
    this.#channel?.addEventListener('message', changed);
  }

  rest(): void {
    this.#channel?.close();
    this.#channel = undefined;
  }
}

/**
 * A readable view of `own` that also listens to other tabs while it is followed.
 * @param changed reads the value again
 */
export function heardFromTabs<T>(own: Store<T>, news: TabNews | undefined, changed: () => void): Readable<T> {
  return {
    get: () => own.get(),
    subscribe(listener, options) {
      const end = own.subscribe(listener, options);
      const rest = (): void => {
        end();
        if (!own.isFollowed) news?.rest();
      };
      if (own.isFollowed) news?.listen(changed);
      options?.signal?.addEventListener('abort', rest, { once: true });
      return rest;
    },
  };
}
