import { asMcpError, isMcpError, type McpError, type ProtocolError } from '../errors.js';
import { isMethodNotFound, rpcCodes } from '../jsonrpc/messages.js';
import { type OfferedMethod, serverOffers } from '../protocol/capabilities.js';
import { readPrompt, readResource, readResourceTemplate } from '../protocol/decode/content.js';
import { readTool } from '../protocol/decode/server.js';
import { asArray, asObject, asString } from '../protocol/decode/values.js';
import type { Json, JsonObject, Prompt, Resource, ResourceTemplate, Tool } from '../protocol/model.js';
import { abortable } from '../util/async.js';
import { within } from '../util/coordination.js';
import { type Readable, Store } from '../util/store.js';
import { type CatalogCache, freshness, type Freshness, isFresh, MAX_FRESH_MS, type StoredList } from './caching.js';
import { type CatalogState, type ItemProblem, itemsOf, MAX_LIST_ITEMS, MAX_LIST_PAGES } from './list-state.js';
import type { CallOptions, Requester } from './requester.js';

/** Characters of a broken item’s name that its problem quotes. The rest is cut. */
const MAX_ITEM_NAME_QUOTE = 100;
/** Items, all broken, that are told one by one; of more only the number. */
export const MAX_ITEM_PROBLEMS = 100;

/** A list's faults in words, those of single items first. */
function tellFaults(faults: readonly Fault[]): readonly ItemProblem[] {
  const items = faults.filter(({ kind }) => kind === 'broken-item');
  const others = faults.filter(({ kind }) => kind !== 'broken-item');
  const more = items.length - MAX_ITEM_PROBLEMS;
  return [
    ...items.slice(0, MAX_ITEM_PROBLEMS).map(tell),
    ...(more > 0 ? [ofList(`${more} further items cannot be shown either.`)] : []),
    ...others.map(tell),
  ];
}

function tell(fault: Fault): ItemProblem {
  switch (fault.kind) {
    case 'broken-item':
      return brokenItem(fault);
    case 'no-items':
      return ofList(`The server’s answer to ${fault.method} holds no ${fault.key}.`);
    case 'cut-short':
      return ofList(`The list ends early, after ${fault.count} items: ${fault.error.message}`);
    case 'bad-cursor':
      return ofList(`The list ends early, after ${fault.count} items: the server’s nextCursor is not text.`);
    case 'endless':
      return ofList(
        fault.repeated
          ? `The server keeps sending the same page, so the list ends here after ${fault.count} items.`
          : `The list goes on after ${fault.count} items (limits: ${MAX_LIST_PAGES} pages, ${MAX_LIST_ITEMS} items); the rest is not shown.`,
      );
  }
}

/** By its place and, where it has one, its name. */
function brokenItem({ index, raw, fault }: Extract<Fault, { kind: 'broken-item' }>): ItemProblem {
  const { name, uri, uriTemplate } = asObject(raw) ?? {};
  const known = (asString(name) || asString(uri) || asString(uriTemplate))?.slice(0, MAX_ITEM_NAME_QUOTE);
  return {
    index,
    ...(known && { name: known }),
    message: `Item ${index + 1}${known ? ` (“${known}”)` : ''} cannot be shown: it ${fault}.`,
  };
}

function ofList(message: string): ItemProblem {
  return { index: -1, message };
}

/** Something wrong with a list, put in words once it is read. */
type Fault =
  | { readonly kind: 'broken-item'; readonly index: number; readonly raw: unknown; readonly fault: string }
  | { readonly kind: 'no-items'; readonly method: string; readonly key: string }
  /** A later page could not be had. */
  | { readonly kind: 'cut-short'; readonly count: number; readonly error: McpError }
  /** The address of the next page is not text. */
  | { readonly kind: 'bad-cursor'; readonly count: number }
  /** A list without an end; `repeated` where a page's address came for the second time. */
  | { readonly kind: 'endless'; readonly count: number; readonly repeated: boolean };

/** The pages of one list, as they come. */
class Pages<T> {
  readonly items: T[] = [];
  readonly faults: Fault[] = [];
  /** The address of the page after the last one; undefined at the end of the list. */
  cursor: string | undefined;
  readonly #query: ListQuery<T>;
  readonly #seen = new Set<string>();
  #count = 0;
  #index = 0;

  constructor(query: ListQuery<T>) {
    this.#query = query;
  }

  async add(page: JsonObject, requester: Requester): Promise<void> {
    const { method, key, read } = this.#query;
    this.#count++;
    const all = asArray(page[key]);
    if (!all) this.faults.push({ kind: 'no-items', method, key });
    const sent = all?.slice(0, MAX_LIST_ITEMS - this.#index) ?? [];
    for (const [at, item] of (await read(sent, requester)).entries()) {
      const index = this.#index + at;
      if (typeof item !== 'string') this.items.push(item);
      else this.faults.push({ kind: 'broken-item', index, raw: sent[at], fault: item });
    }
    this.#index += sent.length;
    this.cursor = this.#next(page['nextCursor'] ?? undefined, all !== undefined && all.length > sent.length);
  }

  /** An empty cursor is a cursor; only its absence ends the list. */
  #next(cursor: unknown, isTooLong: boolean): string | undefined {
    const count = this.items.length;
    const repeated = this.#seen.has(cursor as string);
    const isOver = cursor !== undefined && (this.#count >= MAX_LIST_PAGES || this.#index >= MAX_LIST_ITEMS);
    if (repeated || isTooLong || isOver) this.faults.push({ kind: 'endless', count, repeated });
    else if (cursor !== undefined && typeof cursor !== 'string') this.faults.push({ kind: 'bad-cursor', count });
    else if (cursor !== undefined) {
      this.#seen.add(cursor);
      return cursor;
    }
    return undefined;
  }
}

/**
 * Reads a list to its end, beginning with its first page. A broken item is left out and said so; a list that never ends
 * is cut and said so; a page that fails after others came keeps those. Where the server does not know the cursor that it
 * gave, the list has changed in between, and is read once more from the beginning.
 * @throws McpError when it was cancelled, or when the second beginning fails
 */
async function readPages<T>(
  requester: Requester,
  query: ListQuery<T>,
  first: JsonObject,
  firstFresh: Freshness,
): Promise<Listing<T>> {
  const ask = (cursor?: string): Promise<JsonObject> =>
    requester.request(query.method, cursor === undefined ? undefined : { cursor });
  let pages = new Pages(query);
  let page = first;
  let fresh = firstFresh;
  let isSecond = false;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one page tells where the next one is
    await pages.add(page, requester);
    const { cursor, items } = pages;
    if (cursor === undefined) break;
    // Only where there was nothing: a list that is shown must not shrink and grow again.
    const shown = query.state.get();
    if (shown.phase === 'loading' && items.length > shown.items.length)
      query.state.set({ phase: 'loading', items: [...items] });
    try {
      // oxlint-disable-next-line no-await-in-loop -- one page tells where the next one is
      page = await ask(cursor);
      fresh = earlier(fresh, freshness(page, requester));
    } catch (error) {
      if (!isMcpError(error) || error.code === 'cancelled') throw error;
      if (isSecond || (error as Partial<ProtocolError>).rpcCode !== rpcCodes.invalidParams) {
        pages.faults.push({ kind: 'cut-short', count: items.length, error });
        break;
      }
      isSecond = true;
      pages = new Pages(query);
      // oxlint-disable-next-line no-await-in-loop -- one page tells where the next one is
      page = await ask();
      fresh = freshness(page, requester);
    }
  }
  const { items, faults } = pages;
  // Half a list is asked for again as soon as somebody looks: also where the server says nothing of how long it holds, if a
  // page failed that may come the next time.
  if (faults.some(({ kind }) => kind === 'cut-short')) fresh = { expiresAt: Date.now() };
  else if (faults.some(({ kind }) => kind !== 'broken-item')) fresh = earlier(fresh, { expiresAt: Date.now() });
  return { items, problems: tellFaults(faults), ...fresh };
}

/** Where one says nothing of that, both do not. */
function earlier({ expiresAt: one }: Freshness, { expiresAt: other }: Freshness): Freshness {
  return one === undefined || other === undefined ? {} : { expiresAt: Math.min(one, other) };
}

/** A list; of several pages, the one that is stale first says how long it holds. */
export interface Listing<T> extends Freshness {
  readonly items: readonly T[];
  readonly problems: readonly ItemProblem[];
}

/** What one wants to know of a list. */
interface ListQuery<T> {
  readonly method: string;
  /** Under which the items stand in the result. */
  readonly key: string;
  readonly read: CatalogKind<T>['read'];
  /** Where it stands: a list that comes in pages is shown page by page. */
  readonly state: Store<CatalogState<T>>;
}

/**
 * Reads a list to its end, whatever is wrong with it. A server that has no method for a list has nothing of that kind:
 * many have resources and no templates.
 * @throws McpError when not even the first page can be had, or when it was cancelled
 */
export async function readList<T>(requester: Requester, query: ListQuery<T>): Promise<Listing<T>> {
  const page = await firstPage(requester, query.method);
  if (!page) return { items: [], problems: [] };
  const fresh = freshness(page, requester);
  const sent = asArray(page[query.key]);
  const isWhole = sent && sent.length <= MAX_LIST_ITEMS && (page['nextCursor'] ?? undefined) === undefined;
  const items = isWhole && (await query.read(sent, requester));
  if (items && items.every((item): item is Exclude<typeof item, string> => typeof item !== 'string'))
    return { items, problems: [], ...fresh };
  return readPages(requester, query, page, fresh);
}

/** Undefined where the server has no such method. @throws McpError, ProtocolError */
async function firstPage(requester: Requester, method: string): Promise<JsonObject | undefined> {
  try {
    return await requester.request(method, undefined);
  } catch (error) {
    if (isMethodNotFound(error)) return undefined;
    throw error;
  }
}

/**
 * Shows a list that an earlier visit left, unless something newer is there: as ready where the server said that it still
 * holds and nobody has asked yet, otherwise as stale. It was checked before it was stored, and nobody but this origin can
 * write there.
 */
async function restoreList<T>(
  kind: string,
  cache: Promise<CatalogCache>,
  state: Store<CatalogState<T>>,
  isFetching: () => boolean,
): Promise<void> {
  const list = await (await cache).getList(kind);
  const { phase } = state.get();
  if (!list || (phase !== 'empty' && phase !== 'loading')) return;
  const items = list.items as readonly T[];
  const { fetchedAt, expiresAt } = list;
  if (phase === 'empty' && isFresh(fetchedAt, expiresAt))
    state.set({ phase: 'ready', items, problems: [], fetchedAt, expiresAt });
  else state.set({ phase: 'stale', items, problems: [], fetchedAt, refreshing: isFetching() });
}

/** What tells one kind of list from another: data, so that there is one implementation. */
interface CatalogKind<T> {
  /** Names the list in the store, and the items in the result. */
  readonly kind: string;
  /** The method that lists them; a server that did not offer it has no such things. */
  readonly method: OfferedMethod;
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
  async list(options?: Pick<CallOptions, 'signal'>): Promise<readonly T[]> {
    // Where there is no session, whoever asks is told.
    const catchUp = (): Promise<void> => this.requester.capabilities().then(() => this.#fetching ?? this.refresh());
    if (!this.#isCurrent) await abortable(catchUp(), options?.signal);
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
      await within(withinMs, abortable(read(), signal));
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
    const { fetchedAt, expiresAt = fetchedAt + MAX_FRESH_MS } = state;
    const now = Date.now();
    // A clock that was set back confirms nothing.
    return now >= fetchedAt && (now < expiresAt || now < fetchedAt + justReadMs);
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
    return (this.#state.get() as { readonly expiresAt?: number }).expiresAt! - Date.now();
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
      if (!serverOffers(capabilities, method)) return this.#read({ phase: 'unsupported' });
      // What an earlier visit left still holds, where that is enough.
      if (this.#isCurrent) {
        if (!this.#mustRead) return;
        this.#becomeStale(true);
      }
      if (this.#state.get().phase !== 'stale') this.#state.set({ phase: 'loading', items: [] });
      const { problems, ...listing } = await readList(this.requester, { method, key: kind, read, state: this.#state });
      const list = { ...listing, fetchedAt: Date.now() };
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
    const { items, problems, fetchedAt } = state;
    this.#isReadNow = false;
    // What is kept for the next visit is not to be taken for fresh then.
    if (this.#freshFor > 0) this.#keep({ items, fetchedAt });
    this.#state.set({ phase: 'stale', items, problems, fetchedAt, refreshing });
    return true;
  }

  #keep(list: StoredList): void {
    void this.cache.then((cache) => cache.setList(this.#kind.kind, list));
  }
}

export const toolsKind: CatalogKind<Tool> = {
  kind: 'tools',
  method: 'tools/list',
  read: async (sent, requester) => {
    const faultOf = await requester.toolCheck();
    // Each by itself: what is odd in one tool must not change what another is read to be, and consents are bound to that.
    return sent.map((raw) => {
      const tool = readTool(raw);
      return typeof tool === 'string' ? tool : (faultOf(tool) ?? tool);
    });
  },
};

export const resourcesKind: CatalogKind<Resource> = {
  kind: 'resources',
  method: 'resources/list',
  read: async (sent) => sent.map(readResource),
};

export const resourceTemplatesKind: CatalogKind<ResourceTemplate> = {
  kind: 'resourceTemplates',
  method: 'resources/templates/list',
  read: async (sent) => sent.map(readResourceTemplate),
};

export const promptsKind: CatalogKind<Prompt> = {
  kind: 'prompts',
  method: 'prompts/list',
  read: async (sent) => sent.map(readPrompt),
};
