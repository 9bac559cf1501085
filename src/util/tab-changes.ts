import { broadcast, openChannel } from './coordination.js';
import type { Readable, Store } from './store.js';

/**
 * How tabs of one origin tell each other that something they share has changed. Only that, never what: whoever hears of
 * it reads it again, so a message that somebody else on this origin sends does no more than that.
 *
 * The channel is open only while somebody listens: an open one can keep a page out of the browser's back/forward cache.
 */
export class TabNews {
  readonly #name: string;
  #channel: BroadcastChannel | undefined;

  /** @param name the same in all tabs that share it */
  constructor(name: string) {
    this.#name = name;
  }

  /** Tells the other tabs. Never throws: who is not told reads it when their person comes back to them. */
  tell(): void {
    const channel = this.#channel ?? openChannel(this.#name);
    broadcast(channel, 'changed');
    if (channel !== this.#channel) channel?.close();
  }

  /** Calls `changed` each time that another tab tells something, until {@link rest}. Once is enough. */
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
 * What `own` holds, for whoever follows it; as long as anybody does, other tabs are heard as well.
 * @param changed reads it again
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
