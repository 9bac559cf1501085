import { isMcpError, type McpError, type ProtocolError } from '../errors.js';
import { rpcCodes } from '../jsonrpc/codes.js';
import { asArray } from '../protocol/check/object.js';
import type { JsonObject } from '../protocol/model.js';
import { freshness, type Freshness } from './freshness.js';
import { MAX_ITEMS, MAX_PAGES } from './list-limits.js';
import { tellFaults } from './list-problems.js';
import type { ListQuery, Listing } from './read-list.js';
import type { Requester } from './requester.js';

/** Something wrong with a list, put in words once it is read. */
export type Fault =
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
    const sent = all?.slice(0, MAX_ITEMS - this.#index) ?? [];
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
    const isOver = cursor !== undefined && (this.#count >= MAX_PAGES || this.#index >= MAX_ITEMS);
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
export async function readPages<T>(
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
  if (faults.some(({ kind }) => kind === 'cut-short')) fresh = { freshUntil: Date.now() };
  else if (faults.some(({ kind }) => kind !== 'broken-item')) fresh = earlier(fresh, { freshUntil: Date.now() });
  return { items, problems: tellFaults(faults), ...fresh };
}

/** Where one says nothing of that, both do not. */
function earlier({ freshUntil: one }: Freshness, { freshUntil: other }: Freshness): Freshness {
  return one === undefined || other === undefined ? {} : { freshUntil: Math.min(one, other) };
}
