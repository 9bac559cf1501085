import { asMcpError } from '../errors.js';
import { unlessCancelled } from '../jsonrpc/unless-cancelled.js';
import type { Json, ServerCapabilities } from '../protocol/model.js';
import { within } from '../util/coordination.js';
import { Store, type Readable } from '../util/store.js';
import { itemsOf, type CatalogState } from './catalog-state.js';
import { MAX_TTL_MS } from './max-ttl.js';
import { readList } from './read-list.js';
import type { CallOptions, Requester } from './requester.js';
import type { ResourceCache } from './resource-cache.js';
import { restoreList } from './restore-list.js';

/** A list as it is kept. */
export interface KeptList {
  readonly items: readonly unknown[];
  readonly asOf: number;
  readonly freshUntil?: number | undefined;
}

/** Where lists are kept between visits. */
export interface CatalogCache {
  /** Soon, whatever the store does. Never rejects. */
  getList(kind: string): Promise<KeptList | undefined>;
  /** Never rejects. */
  setList(kind: string, list: KeptList): Promise<void>;
  /** Where what was read is kept, if anywhere. */
  resources?(): Promise<ResourceCache>;
}

/** What tells one kind of list from another: data, so that there is one implementation. */
export interface CatalogKind<T> {
  /** Names the list in the store, and the items in the result. */
  readonly kind: string;
  /** Begins with what a server says that it has where it has such things. */
  readonly method: `${keyof ServerCapabilities}/${string}`;
  /** Reads the items of a page, each to the thing itself or to what is wrong with it, as the end of a sentence. */
  readonly read: (sent: readonly Json[], requester: Requester) => Promise<readonly (T | string)[]>;
}

/** How {@link Catalog.confirm} goes about it. */
export interface Confirming extends Pick<CallOptions, 'signal'> {
  /** Milliseconds to wait for the server at most. */
  readonly withinMs: number;
  /** Milliseconds for which a list that was just read counts, also where the server says that it does not hold. Default 0. */
  readonly justReadMs?: number | undefined;
}

/**
 * A list of the server's: all pages, remembered between visits, fetched when somebody first looks, when somebody looks
 * who should not see what is there any more, and when the server says that it changed.
 */
export class Catalog<T> {
  protected readonly requester: Requester;
  protected readonly cache: Promise<CatalogCache>;
  readonly #kind: CatalogKind<T>;
  readonly #state = new Store<CatalogState<T>>({ phase: 'empty' });
  #fetching: Promise<void> | undefined;
  #restored: Promise<void> | undefined;
  /** Set when news comes while a fetch is under way, whose answer may be older than the news. */
  #again = false;
  /** What is there came over the connection of now, and no news said since that it changed. */
  #isReadNow = false;
  /** Times that the list was read, for whoever waits for one. */
  #reads = 0;
  /** Somebody needs to know what the server says now: what an earlier visit left does not do. */
  #mustRead = false;

  /** The list as it stands. Following it fetches it. */
  readonly state: Readable<CatalogState<T>> = {
    get: () => this.#state.get(),
    subscribe: (...[listener, options]) => {
      const end = this.#state.subscribe(listener, options);
      const { phase } = this.#state.get();
      const isOver = phase === 'failed' || phase === 'unsupported' || options?.signal?.aborted;
      // Not at once: an element follows while others are rendered, which would be told in the middle of it.
      if (!isOver && !this.#isCurrent && !this.#fetching) queueMicrotask(() => void this.refresh());
      return end;
    },
  };

  constructor(kind: CatalogKind<T>, requester: Requester, cache: Promise<CatalogCache>) {
    this.#kind = kind;
    this.requester = requester;
    this.cache = cache;
  }

  /**
   * Every item, over all pages; from memory when they are there and the server has not said that they no longer hold.
   * @throws McpError when the list cannot be had at all
   */
  async all(options?: Pick<CallOptions, 'signal'>): Promise<readonly T[]> {
    // Where there is no session, whoever asks is told.
    const catchUp = (): Promise<void> => this.requester.capabilities().then(() => this.#fetching ?? this.refresh());
    if (!this.#isCurrent) await unlessCancelled(catchUp(), options?.signal);
    const state = this.#state.get();
    if ('error' in state && state.error) throw state.error;
    return itemsOf(state);
  }

  /**
   * Makes sure that the list is what the server says now: read over the connection of now, not said to have changed since,
   * and no older than the server said that it holds, a day at most. Otherwise it is fetched. What an earlier visit left
   * never counts, however long the server said then that it holds.
   * @returns false where the server did not say in time, or not without an error; what is there is then what it said before
   * @throws McpError `cancelled` when the signal aborts
   */
  async confirm({ withinMs, justReadMs = 0, signal }: Confirming): Promise<boolean> {
    if (this.isConfirmed(justReadMs)) return true;
    const before = this.#reads;
    this.#mustRead = true;
    const read = async (): Promise<void> => {
      await (this.#fetching ?? this.refresh());
      // The fetch that was under way may have found that what an earlier visit left holds.
      if (this.#mustRead && this.#state.get().phase === 'ready') await this.refresh();
    };
    try {
      await within(withinMs, unlessCancelled(read(), signal));
    } catch (error) {
      if (signal?.aborted) throw error;
    }
    return this.#reads > before && this.#isReadNow;
  }

  /**
   * Whether the list is what the server says now, as far as is known: see {@link confirm}.
   * @param justReadMs milliseconds for which a list that was just read counts, also where the server says that it does not hold
   */
  isConfirmed(justReadMs = 0): boolean {
    const state = this.#state.get();
    if (!this.#isReadNow || this.#again) return false;
    if (state.phase !== 'ready') return state.phase === 'unsupported';
    const { asOf, freshUntil = asOf + MAX_TTL_MS } = state;
    const now = Date.now();
    // A clock that was set back confirms nothing.
    return now >= asOf && (now < freshUntil || now < asOf + justReadMs);
  }

  /** Fetches the list anew. Never throws: what went wrong stands in the state. */
  refresh(): Promise<void> {
    this.#again = true;
    return (this.#fetching ??= this.#fetchUntilCurrent());
  }

  /** The session is open: what an earlier one left is fetched again, unless the server said that it still holds. */
  opened(): void {
    this.#isReadNow = false;
    if (!(this.#freshFor > 0)) this.invalidate();
  }

  /** The list may have changed: it is fetched again if anybody looks at it. */
  invalidate(): void {
    this.#isReadNow = false;
    if (this.#state.isFollowed || this.#fetching) void this.refresh();
    // What could not be had may be there now: whoever looks next asks.
    else if (!this.#becomeStale(false)) this.#state.set({ phase: 'empty' });
  }

  /** Shows what an earlier visit left, unless there is something newer. Nothing is fetched before that. Never throws. */
  restore(): Promise<void> {
    this.#restored = restoreList(this.#kind.kind, this.cache, this.#state, () => !!this.#fetching).catch(() => {});
    return this.#restored;
  }

  /** Milliseconds for which the server says that this list holds; NaN where there is none or nothing was said. */
  get #freshFor(): number {
    return (this.#state.get() as { readonly freshUntil?: number }).freshUntil! - Date.now();
  }

  /** Whether what is there is what the server would say, as far as it told. */
  get #isCurrent(): boolean {
    return this.#state.get().phase === 'ready' && !(this.#freshFor <= 0);
  }

  async #fetchUntilCurrent(): Promise<void> {
    do {
      this.#again = false;
      // oxlint-disable-next-line no-await-in-loop -- the next one answers news that came during the one before
      await this.#fetch();
    } while (this.#again);
    this.#fetching = undefined;
  }

  async #fetch(): Promise<void> {
    const { kind, method, read } = this.#kind;
    this.#becomeStale(true);
    try {
      // Also where there is no connection: what an earlier visit left is shown all the same.
      const capabilities = await this.requester.capabilities().finally(() => this.#restored);
      // What was news until here is in the answer.
      this.#again = false;
      if (!capabilities[method.split('/')[0] as keyof ServerCapabilities]) return this.#read({ phase: 'unsupported' });
      // What an earlier visit left still holds, where that is enough.
      if (this.#isCurrent) {
        if (!this.#mustRead) return;
        this.#becomeStale(true);
      }
      if (this.#state.get().phase !== 'stale') this.#state.set({ phase: 'loading', items: [] });
      const { problems, ...listing } = await readList(this.requester, { method, key: kind, read, state: this.#state });
      const list = { ...listing, asOf: Date.now() };
      this.#read({ phase: 'ready', problems, ...list });
      // A list that was cut would hide the whole one of an earlier visit.
      if (problems.every(({ index }) => index >= 0)) this.#keep(list);
    } catch (thrown) {
      const error = asMcpError(thrown);
      const now = this.#state.get();
      // A session that is not open yet is no failure of the list: it is fetched once it is.
      const without: CatalogState<T> = error.code === 'closed' ? { phase: 'empty' } : { phase: 'failed', error };
      this.#mustRead = false;
      this.#state.set(now.phase === 'stale' ? { ...now, refreshing: false, error } : without);
    }
  }

  /** The server said what there is. */
  #read(state: CatalogState<T>): void {
    this.#reads++;
    this.#isReadNow = true;
    this.#mustRead = false;
    this.#state.set(state);
  }

  /** @returns whether there is anything to be stale */
  #becomeStale(refreshing: boolean): boolean {
    const state = this.#state.get();
    if (state.phase !== 'ready' && state.phase !== 'stale') return false;
    const { items, problems, asOf } = state;
    this.#isReadNow = false;
    // What is kept for the next visit is not to be taken for fresh then.
    if (this.#freshFor > 0) this.#keep({ items, asOf });
    this.#state.set({ phase: 'stale', items, problems, asOf, refreshing });
    return true;
  }

  #keep(list: KeptList): void {
    void this.cache.then((cache) => cache.setList(this.#kind.kind, list));
  }
}
