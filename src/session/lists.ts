import {
  asMcpError,
  type ErrorText,
  errorTextOf,
  isMcpError,
  type McpError,
  type ProtocolError,
  said,
} from '../errors.js';
import { isMethodNotFound, rpcCodes } from '../jsonrpc/messages.js';
import { type OfferedMethod, serverOffers } from '../protocol/capabilities.js';
import { readPrompt, readResource, readResourceTemplate } from '../protocol/decode/content.js';
import { readTool } from '../protocol/decode/server.js';
import { asArray, asObject, asString } from '../protocol/decode/values.js';
import type { Json, JsonObject, Prompt, Resource, ResourceTemplate, Tool } from '../protocol/model.js';
import { abortable } from '../util/async.js';
import { within } from '../util/tab-coordination.js';
import { type Readable, Store } from '../util/store.js';
import { type CatalogCache, freshness, type Freshness, isFresh, MAX_FRESH_MS, type StoredList } from './caching.js';
import { type CatalogChanges, ListChanges } from './list-changes.js';
import { type CatalogState, type ItemProblem, itemsOf, MAX_LIST_ITEMS, MAX_LIST_PAGES } from './list-state.js';
import { errorText } from './error-texts.js';
import type { CallOptions, Requester } from './requester.js';

/** Characters of a broken item’s name that its problem quotes. The rest is cut. */
const MAX_ITEM_NAME_QUOTE = 100;
/** Broken items that are reported one by one. Of the others only the number is reported. */
export const MAX_ITEM_PROBLEMS = 100;

/** A problem with a list. It becomes a sentence once the whole list is read. */
type Fault =
  | { readonly kind: 'broken-item'; readonly index: number; readonly raw: unknown; readonly fault: ErrorText }
  | { readonly kind: 'no-items'; readonly method: string; readonly key: string }
  /** A later page could not be fetched. */
  | { readonly kind: 'cut-short'; readonly count: number; readonly error: McpError }
  /** `nextCursor` is not a string. */
  | { readonly kind: 'bad-cursor'; readonly count: number }
  /** The list does not end. `repeated`: the server sent a cursor for the second time, or a page of which all is there already. */
  | { readonly kind: 'endless'; readonly count: number; readonly repeated: boolean };

/** The relation of a page to the items before it. */
interface PageFacts {
  readonly isTooLong: boolean;
  /** It has items, and all of them are already in the list. */
  readonly isNothingNew: boolean;
}

const REPEATED = errorText('session.list.repeated');

/** A list that was read. Its pages may expire at different times: the earliest one counts. */
export interface Listing<T> extends Freshness {
  readonly items: readonly T[];
  readonly problems: readonly ItemProblem[];
}

/** Which list to read, and how. */
interface ListQuery<T> extends Pick<CatalogKind<T>, 'keyOf' | 'ifRepeated' | 'read'> {
  readonly method: string;
  /** The property of the result that contains the items. */
  readonly key: string;
  /** Shows the pages of a list as they arrive. */
  readonly state: Store<CatalogState<T>>;
}

/** An item that cannot be used, and why: the end of a sentence. */
interface Unusable {
  readonly fault: ErrorText;
}

/** The differences between the kinds of lists. */
interface CatalogKind<T> {
  /** Name of the list in the storage, and of the items in the result. */
  readonly kind: string;
  /** The unique key of an item: a name or a URI. */
  readonly keyOf: (item: T) => string;
  /** Reduces an item whose key occurs more than once: the server could mean either of them. */
  readonly ifRepeated?: (item: T) => T;
  /** The method that lists them. If the server does not offer it, the list is `unsupported`. */
  readonly method: OfferedMethod;
  readonly read: (sent: readonly Json[], requester: Requester) => Promise<readonly (T | Unusable)[]>;
}

/** Options of {@link Catalog.confirm}. */
export interface Confirming extends Pick<CallOptions, 'signal'> {
  /** Milliseconds to wait for the server at most. */
  readonly withinMs: number;
  /** Milliseconds for which a list that was just read is accepted, even if it has expired. Default 0. */
  readonly justReadMs?: number | undefined;
}

/**
 * A list of the server: all its pages, stored between visits. It is fetched at the first subscription, at a
 * subscription after it has expired, and when the server reports a change.
 */
export class Catalog<T> {
  protected readonly requester: Requester;
  protected readonly cache: Promise<CatalogCache>;
  readonly #kind: CatalogKind<T>;
  readonly #state = new Store<CatalogState<T>>({ phase: 'empty' });
  readonly #changes: ListChanges<T>;
  #fetching: Promise<void> | undefined;
  #restored: Promise<void> | undefined;
  /** Set when a notification arrives during a fetch: the response may be older than the notification. */
  #refreshAgain = false;
  /** The list was read over the current connection, and the server has not reported a change since then. */
  #isReadNow = false;
  /** How many times the list was read. */
  #reads = 0;
  /** How many times the list was forgotten. */
  #forgotten = 0;
  /** A caller needs the list as it is now: one from an earlier visit is not enough. */
  #mustRead = false;

  /** The current state. Subscribing to it fetches the list. */
  readonly state: Readable<CatalogState<T>> = {
    get: () => this.#state.get(),
    subscribe: (...[listener, options]) => {
      const end = this.#state.subscribe(listener, options);
      const { phase } = this.#state.get();
      const isOver = phase === 'failed' || phase === 'unsupported' || options?.signal?.aborted;
      // In a microtask, because an element may subscribe during a render, when state changes must not be reported.
      if (!isOver && !this.#isCurrent && !this.#fetching) queueMicrotask(() => void this.refresh());
      return end;
    },
  };

  /**
   * The changes since the list was last seen: at the earlier visit, if it was stored, or before it was read again.
   * Empty at a first visit.
   */
  get changes(): Readable<CatalogChanges<T>> {
    return this.#changes;
  }

  /** Call it when the person has opened an item. @param key its name or URI */
  markSeen(key: string): void {
    this.#changes.markSeen(key);
  }

  constructor(kind: CatalogKind<T>, requester: Requester, cache: Promise<CatalogCache>) {
    this.#kind = kind;
    this.#changes = new ListChanges((item) => kind.keyOf(item));
    this.requester = requester;
    this.cache = cache;
  }

  /**
   * All items, over all pages; from memory unless they have expired or the server reported a change.
   * @throws McpError when the list cannot be fetched at all
   */
  async list(options?: Pick<CallOptions, 'signal'>): Promise<readonly T[]> {
    // Rejects where the session is not open, so that the caller learns it.
    const catchUp = (): Promise<void> => this.requester.capabilities().then(() => this.#fetching ?? this.refresh());
    if (!this.#isCurrent) await abortable(catchUp(), options?.signal);
    const state = this.#state.get();
    if ('error' in state && state.error) throw state.error;
    return itemsOf(state);
  }

  /**
   * Ensures that the list is current: read over the current connection, not reported as changed since, and not expired
   * (a day at most). Otherwise the list is fetched. A list from an earlier visit never counts, even if it is fresh.
   * @returns false if the server did not answer in time, or answered with an error; the list is then the one from
   * before
   * @throws McpError `cancelled` when the signal aborts
   */
  async confirm({ withinMs, justReadMs = 0, signal }: Confirming): Promise<boolean> {
    if (this.isConfirmed(justReadMs)) return true;
    const before = this.#reads;
    this.#mustRead = true;
    const read = async (): Promise<void> => {
      await (this.#fetching ?? this.refresh());
      // The fetch that was running may have ended with a fresh list from an earlier visit.
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
   * True if the list is confirmed as the server's current one, as far as is known. See {@link confirm}.
   * @param justReadMs milliseconds for which a list that was just read is accepted, even if it has expired
   */
  isConfirmed(justReadMs = 0): boolean {
    const state = this.#state.get();
    if (!this.#isReadNow || this.#refreshAgain) return false;
    if (state.phase !== 'ready') return state.phase === 'unsupported';
    const { fetchedAt, expiresAt = fetchedAt + MAX_FRESH_MS } = state;
    const now = Date.now();
    // A system clock that was set back confirms nothing.
    return now >= fetchedAt && (now < expiresAt || now < fetchedAt + justReadMs);
  }

  /** Fetches the list again. Never throws: a failure is in `state`. */
  refresh(): Promise<void> {
    this.#refreshAgain = true;
    return (this.#fetching ??= this.#fetchUntilCurrent());
  }

  /**
   * Call it when the session has opened. A list from an earlier connection is fetched again unless it is still fresh.
   */
  opened(): void {
    this.#isReadNow = false;
    if (!(this.#freshFor > 0)) this.invalidate();
  }

  /**
   * Call it when the list may have changed. It is fetched again at once if it has subscribers, otherwise at the next
   * use.
   */
  invalidate(): void {
    this.#isReadNow = false;
    if (this.#state.isFollowed || this.#fetching) void this.refresh();
    // A list that failed is requested again at the next use.
    else if (!this.#becomeStale(false)) this.#state.set({ phase: 'empty' });
  }

  /**
   * Forgets the list, also one that is being read: it belonged to a person who has left. It is read again at the next
   * use.
   */
  forget(): void {
    this.#forgotten++;
    this.#isReadNow = false;
    this.#restored = undefined;
    this.#changes.clear();
    this.#state.set({ phase: 'empty' });
  }

  /** Shows the list of an earlier visit, unless there is a newer one. A fetch waits for this. Never throws. */
  restore(): Promise<void> {
    this.#restored = restoreList(this.#kind.kind, this.cache, this.#state, () => !!this.#fetching).catch(() => {});
    return this.#restored;
  }

  /** Milliseconds until the list expires; NaN without a list or an expiry time. */
  get #freshFor(): number {
    return (this.#state.get() as { readonly expiresAt?: number }).expiresAt! - Date.now();
  }

  /** True if the list can be used without a request. */
  get #isCurrent(): boolean {
    return this.#state.get().phase === 'ready' && !(this.#freshFor <= 0);
  }

  async #fetchUntilCurrent(): Promise<void> {
    do {
      this.#refreshAgain = false;
      // oxlint-disable-next-line no-await-in-loop -- the next one answers news that came during the one before
      await this.#fetch();
    } while (this.#refreshAgain);
    this.#fetching = undefined;
  }

  async #fetch(): Promise<void> {
    const { kind, method } = this.#kind;
    const forgotten = this.#forgotten;
    this.#becomeStale(true);
    try {
      // Waits for the restored list even if this rejects: without a connection it is shown all the same.
      const capabilities = await this.requester.capabilities().finally(() => this.#restored);
      // The response will contain every change that was reported before this point.
      this.#refreshAgain = false;
      if (!serverOffers(capabilities, method)) return this.#read({ phase: 'unsupported' });
      // The list from an earlier visit is fresh.
      if (this.#isCurrent) {
        if (!this.#mustRead) return;
        this.#becomeStale(true);
      }
      if (this.#state.get().phase !== 'stale') this.#state.set({ phase: 'loading', items: [] });
      const { problems, ...listing } = await readList(this.requester, {
        ...this.#kind,
        method,
        key: kind,
        state: this.#state,
      });
      if (this.#forgotten !== forgotten) return;
      const list = { ...listing, fetchedAt: Date.now() };
      this.#compare(listing.items);
      this.#read({ phase: 'ready', problems, ...list });
      // A list that was cut must not replace a complete one from an earlier visit.
      if (problems.every(({ index }) => index >= 0)) this.#store(list);
    } catch (thrown) {
      if (this.#forgotten !== forgotten) return;
      const error = asMcpError(thrown);
      const now = this.#state.get();
      // A session that is not open yet is no failure of the list. The list is fetched once the session is open.
      const without: CatalogState<T> = error.code === 'closed' ? { phase: 'empty' } : { phase: 'failed', error };
      this.#mustRead = false;
      this.#state.set(now.phase === 'stale' ? { ...now, refreshing: false, error } : without);
    }
  }

  /** Compares a list that was read with the one before it, unless a part of that was missing. */
  #compare(items: readonly T[]): void {
    const before = this.#state.get();
    if (before.phase !== 'stale' || before.problems.some(({ index }) => index < 0)) return;
    this.#changes.add(before.items, items);
  }

  /** Sets the state that the server’s answer gives. */
  #read(state: CatalogState<T>): void {
    this.#reads++;
    this.#isReadNow = true;
    this.#mustRead = false;
    this.#state.set(state);
  }

  /** @returns false where there is no list that could become stale */
  #becomeStale(refreshing: boolean): boolean {
    const state = this.#state.get();
    if (state.phase !== 'ready' && state.phase !== 'stale') return false;
    const { items, problems, fetchedAt } = state;
    this.#isReadNow = false;
    // Stored without an expiry time, so that the next visit does not take the list for fresh.
    if (this.#freshFor > 0) this.#store({ items, fetchedAt });
    this.#state.set({ phase: 'stale', items, problems, fetchedAt, refreshing });
    return true;
  }

  #store(list: StoredList): void {
    void this.cache.then((cache) => cache.setList(this.#kind.kind, list));
  }
}

/** The problems of a list as sentences, those of single items first. */
function problemsOf(faults: readonly Fault[]): readonly ItemProblem[] {
  const items = faults.filter(({ kind }) => kind === 'broken-item');
  const others = faults.filter(({ kind }) => kind !== 'broken-item');
  const more = items.length - MAX_ITEM_PROBLEMS;
  return [
    ...items.slice(0, MAX_ITEM_PROBLEMS).map(toProblem),
    ...(more > 0 ? [ofList(errorText('session.list.furtherItems', { count: more }))] : []),
    ...others.map(toProblem),
  ];
}

function toProblem(fault: Fault): ItemProblem {
  switch (fault.kind) {
    case 'broken-item':
      return brokenItem(fault);
    case 'no-items':
      return ofList(errorText('session.list.noItems', { method: fault.method, key: fault.key }));
    case 'cut-short':
      return ofList(errorText('session.list.cutShort', { count: fault.count, problem: errorTextOf(fault.error) }));
    case 'bad-cursor':
      return ofList(errorText('session.list.badCursor', { count: fault.count }));
    case 'endless':
      return ofList(
        fault.repeated
          ? errorText('session.list.samePage', { count: fault.count })
          : errorText('session.list.tooLong', { count: fault.count, pages: MAX_LIST_PAGES, items: MAX_LIST_ITEMS }),
      );
  }
}

/** Names the item by its position and, if it has one, its name. */
function brokenItem({ index, raw, fault }: Extract<Fault, { kind: 'broken-item' }>): ItemProblem {
  const { name, uri, uriTemplate } = asObject(raw) ?? {};
  const known = (asString(name) || asString(uri) || asString(uriTemplate))?.slice(0, MAX_ITEM_NAME_QUOTE);
  const number = index + 1;
  return known
    ? { index, name: known, ...said(errorText('session.list.itemUnusableNamed', { number, name: known, fault })) }
    : { index, ...said(errorText('session.list.itemUnusable', { number, fault })) };
}

function ofList(what: ErrorText): ItemProblem {
  return { index: -1, ...said(what) };
}

/** Collects the pages of one list. */
class Pages<T> {
  readonly items: T[] = [];
  readonly faults: Fault[] = [];
  /** The cursor of the next page; undefined at the end of the list. */
  cursor: string | undefined;
  readonly #query: ListQuery<T>;
  readonly #seen = new Set<string>();
  /** The index of each key's item in {@link items}. */
  readonly #places = new Map<string, number>();
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
    const before = this.items.length;
    let repeats = 0;
    for (const [at, item] of (await read(sent, requester)).entries()) {
      const isRepeated = !isUnusable(item) && this.#isRepeated(item);
      if (isRepeated) repeats++;
      const fault = isUnusable(item) ? item.fault : isRepeated ? REPEATED : undefined;
      if (fault) this.faults.push({ kind: 'broken-item', index: this.#index + at, raw: sent[at], fault });
      else this.items.push(item as T);
    }
    this.#index += sent.length;
    const isTooLong = all !== undefined && all.length > sent.length;
    const isNothingNew = repeats > 0 && this.items.length === before;
    this.cursor = this.#next(page['nextCursor'] ?? undefined, { isTooLong, isNothingNew });
  }

  #isRepeated(item: T): boolean {
    const { keyOf, ifRepeated } = this.#query;
    const place = this.#places.get(keyOf(item));
    if (place === undefined) this.#places.set(keyOf(item), this.items.length);
    else if (ifRepeated) this.items[place] = ifRepeated(this.items[place]!);
    return place !== undefined;
  }

  /** An empty string is a valid cursor; only a missing cursor ends the list. */
  #next(cursor: unknown, { isTooLong, isNothingNew }: PageFacts): string | undefined {
    const count = this.items.length;
    const repeated = this.#seen.has(cursor as string) || (isNothingNew && cursor !== undefined);
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
 * Reads all pages of a list, beginning with its first. Broken items are left out, and a list that does not end is cut;
 * both are reported. When a later page fails, the pages before it stay. When the server rejects its own cursor, the
 * list has changed, and is read once more from the beginning.
 * @throws McpError when it was cancelled, or when the second attempt fails at its first page
 */
async function readPages<T>(
  requester: Requester,
  query: ListQuery<T>,
  first: JsonObject,
  firstFresh: Freshness,
): Promise<Listing<T>> {
  const request = (cursor?: string): Promise<JsonObject> =>
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
    // Only during the first fetch: a list on the screen must not become shorter and grow again.
    const shown = query.state.get();
    if (shown.phase === 'loading' && items.length > shown.items.length)
      query.state.set({ phase: 'loading', items: [...items] });
    try {
      // oxlint-disable-next-line no-await-in-loop -- one page tells where the next one is
      page = await request(cursor);
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
      page = await request();
      fresh = freshness(page, requester);
    }
  }
  const { items, faults } = pages;
  // An incomplete list expires at once, so that the next use fetches it again. After a failed page this also applies if
  // the server gives no time, because the page may succeed the next time.
  if (faults.some(({ kind }) => kind === 'cut-short')) fresh = { expiresAt: Date.now() };
  else if (faults.some(({ kind }) => kind !== 'broken-item')) fresh = earlier(fresh, { expiresAt: Date.now() });
  return { items, problems: problemsOf(faults), ...fresh };
}

/** Undefined if one of them is undefined. */
function earlier({ expiresAt: one }: Freshness, { expiresAt: other }: Freshness): Freshness {
  return one === undefined || other === undefined ? {} : { expiresAt: Math.min(one, other) };
}

/**
 * Reads all pages of a list. A server that does not know the method has an empty list: many servers have resources and
 * no templates.
 * @throws McpError when the first page cannot be fetched, or when it was cancelled
 */
export async function readList<T>(requester: Requester, query: ListQuery<T>): Promise<Listing<T>> {
  const page = await firstPage(requester, query.method);
  if (!page) return { items: [], problems: [] };
  const fresh = freshness(page, requester);
  const sent = asArray(page[query.key]);
  const isWhole = sent && sent.length <= MAX_LIST_ITEMS && (page['nextCursor'] ?? undefined) === undefined;
  const items = isWhole && (await query.read(sent, requester));
  if (items && items.every((item): item is Exclude<typeof item, Unusable> => !isUnusable(item)))
    if (new Set(items.map(query.keyOf)).size === items.length) return { items, problems: [], ...fresh };
  return readPages(requester, query, page, fresh);
}

/** Undefined where the server does not know the method. @throws McpError, ProtocolError */
async function firstPage(requester: Requester, method: string): Promise<JsonObject | undefined> {
  try {
    return await requester.request(method, undefined);
  } catch (error) {
    if (isMethodNotFound(error)) return undefined;
    throw error;
  }
}

/**
 * Shows a list that an earlier visit stored, unless a newer one exists: as `ready` if it is fresh and has not been
 * requested yet, otherwise as `stale`. It was checked before it was stored, and only this origin can write to the
 * storage.
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

const isUnusable = (item: unknown): item is Unusable => typeof item === 'object' && item !== null && 'fault' in item;

const FAULTS = {
  'has no name': errorText('session.list.hasNoName'),
  'has no inputSchema': errorText('session.list.hasNoSchema'),
  'has no uri': errorText('session.list.hasNoUri'),
  'has no uriTemplate': errorText('session.list.hasNoTemplate'),
};

function orUnusable<T extends object>(item: T | keyof typeof FAULTS): T | Unusable {
  return typeof item === 'object' ? item : { fault: FAULTS[item] };
}

export const toolsKind: CatalogKind<Tool> = {
  kind: 'tools',
  keyOf: ({ name }) => name,
  // Without its hints it counts as the worst that a tool can be.
  ifRepeated: ({ annotations: _annotations, ...tool }) => tool,
  method: 'tools/list',
  read: async (sent, requester) => {
    const faultOf = await requester.toolCheck();
    // Each tool is checked alone: a problem in one tool must not change how another is read, because permissions are
    // bound to that.
    return sent.map((raw) => {
      const tool = orUnusable(readTool(raw));
      const fault = isUnusable(tool) ? undefined : faultOf(tool);
      return fault ? { fault } : tool;
    });
  },
};

export const resourcesKind: CatalogKind<Resource> = {
  kind: 'resources',
  keyOf: ({ uri }) => uri,
  method: 'resources/list',
  read: async (sent) => sent.map((raw) => orUnusable(readResource(raw))),
};

export const resourceTemplatesKind: CatalogKind<ResourceTemplate> = {
  kind: 'resourceTemplates',
  keyOf: ({ uriTemplate }) => uriTemplate,
  method: 'resources/templates/list',
  read: async (sent) => sent.map((raw) => orUnusable(readResourceTemplate(raw))),
};

export const promptsKind: CatalogKind<Prompt> = {
  kind: 'prompts',
  keyOf: ({ name }) => name,
  method: 'prompts/list',
  read: async (sent) => sent.map((raw) => orUnusable(readPrompt(raw))),
};
