import { asMcpError } from '../errors.js';
import { unlessCancelled } from '../jsonrpc/unless-cancelled.js';
import type { ItemReader } from '../protocol/check/item.js';
import type { ServerCapabilities } from '../protocol/model.js';
import { Store, type Readable } from '../util/store.js';
import { itemsOf, type CatalogState } from './catalog-state.js';
import { readPages } from './read-pages.js';
import type { CallOptions, Requester } from './requester.js';

/** Where lists are kept between visits. */
export interface CatalogCache {
  getList(kind: string): Promise<{ readonly items: readonly unknown[]; readonly asOf: number } | undefined>;
  /** Never rejects. */
  setList(kind: string, list: { readonly items: readonly unknown[]; readonly asOf: number }): Promise<void>;
}

/** What tells one kind of list from another: data, so that there is one implementation. */
export interface CatalogKind<T> {
  /** Names the list in the store, and the items in the result. */
  readonly kind: string;
  readonly method: string;
  /** What a server says that it has where it has such things. */
  readonly capability: keyof ServerCapabilities;
  /** What reads an item. On demand for all but tools: many pages list nothing else. */
  readonly read: (requester: Requester) => Promise<ItemReader<T>>;
}

/**
 * A list of the server's: all pages, remembered between visits, fetched when somebody first looks, and again when the
 * server says that it changed.
 */
export class Catalog<T> {
  protected readonly requester: Requester;
  readonly #kind: CatalogKind<T>;
  readonly #cache: CatalogCache;
  readonly #state = new Store<CatalogState<T>>({ phase: 'empty' });
  readonly #followed: Readable<CatalogState<T>>;
  #followers = 0;
  #fetching: Promise<void> | undefined;
  /** Set when news comes while a fetch is under way, whose answer may be older than the news. */
  #again = false;

  constructor(kind: CatalogKind<T>, requester: Requester, cache: CatalogCache) {
    this.#kind = kind;
    this.requester = requester;
    this.#cache = cache;
    this.#followed = {
      get: () => this.#state.get(),
      subscribe: (listener, options) => this.#subscribe(listener, options),
    };
  }

  /** The list as it stands. Following it fetches it. */
  get state(): Readable<CatalogState<T>> {
    return this.#followed;
  }

  /**
   * Every item, over all pages; from memory when they are there.
   * @throws McpError when the list cannot be had at all
   */
  async all(options?: Pick<CallOptions, 'signal'>): Promise<readonly T[]> {
    if (this.#state.get().phase !== 'ready') await unlessCancelled(this.#catchUp(), options?.signal);
    const state = this.#state.get();
    if (state.phase === 'failed') throw state.error;
    if (state.phase === 'stale' && state.error) throw state.error;
    return itemsOf(state);
  }

  /** Fetches the list anew. Never throws: what went wrong stands in the state. */
  refresh(): Promise<void> {
    if (this.#fetching) {
      this.#again = true;
      return this.#fetching;
    }
    this.#fetching = this.#fetch().finally(() => {
      this.#fetching = undefined;
      if (!this.#again) return;
      this.#again = false;
      return this.refresh();
    });
    return this.#fetching;
  }

  /** The session is open, or the server says that the list changed: fetched again if anybody looks at it. */
  invalidate(): void {
    const { phase } = this.#state.get();
    if (this.#followers > 0 || this.#fetching) void this.refresh();
    else if (phase === 'ready') this.#becomeStale(false);
    // What could not be had may be there now: whoever looks next asks.
    else if (phase !== 'stale') this.#state.set({ phase: 'empty' });
  }

  /** Shows what an earlier visit left, unless there is something newer. */
  async restore(): Promise<void> {
    const list = await this.#cache.getList(this.#kind.kind);
    const { phase } = this.#state.get();
    if (!list || (phase !== 'empty' && phase !== 'loading')) return;
    // It was checked before it was stored, and nobody but this origin can write there.
    const items = list.items as readonly T[];
    this.#state.set({ phase: 'stale', items, problems: [], asOf: list.asOf, refreshing: this.#fetching !== undefined });
  }

  /** @throws McpError where there is no session to ask */
  async #catchUp(): Promise<void> {
    await this.requester.capabilities();
    await (this.#fetching ?? this.refresh());
  }

  #subscribe(...[listener, { signal } = {}]: Parameters<Readable<CatalogState<T>>['subscribe']>): () => void {
    if (signal?.aborted) return () => {};
    const end = this.#state.subscribe(listener);
    this.#followers++;
    const { phase } = this.#state.get();
    if (phase === 'empty' || (phase === 'stale' && !this.#fetching)) void this.refresh();
    let ended = false;
    const unfollow = (): void => {
      if (ended) return;
      ended = true;
      this.#followers--;
      end();
      signal?.removeEventListener('abort', unfollow);
    };
    signal?.addEventListener('abort', unfollow);
    return unfollow;
  }

  async #fetch(): Promise<void> {
    const { kind, method, capability, read } = this.#kind;
    const shown = itemsOf(this.#state.get());
    this.#becomeStale(true);
    try {
      if (!(await this.requester.capabilities())[capability]) return this.#state.set({ phase: 'unsupported' });
      if (this.#state.get().phase !== 'stale') this.#state.set({ phase: 'loading', items: shown });
      const readItem = await read(this.requester);
      // What was news until here is in the answer.
      this.#again = false;
      const listing = await readPages(this.requester, method, kind, readItem, {}, (items) => {
        // Page by page only where there was nothing: a list that is shown must not shrink and grow again.
        if (this.#state.get().phase === 'loading') this.#state.set({ phase: 'loading', items });
      });
      const asOf = Date.now();
      this.#state.set({ phase: 'ready', ...listing, asOf });
      // A list that was cut would hide the whole one of an earlier visit.
      if (listing.problems.every(({ index }) => index >= 0))
        void this.#cache.setList(kind, { items: listing.items, asOf });
    } catch (thrown) {
      const error = asMcpError(thrown);
      const now = this.#state.get();
      if (now.phase === 'stale') this.#state.set({ ...now, refreshing: false, error });
      // A session that is not open yet is no failure of the list: it is fetched once it is.
      else this.#state.set(error.code === 'closed' ? { phase: 'empty' } : { phase: 'failed', error });
    }
  }

  #becomeStale(refreshing: boolean): void {
    const state = this.#state.get();
    if (state.phase !== 'ready' && state.phase !== 'stale') return;
    const { items, problems, asOf } = state;
    this.#state.set({ phase: 'stale', items, problems, asOf, refreshing });
  }
}
