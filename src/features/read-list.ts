import { isMethodNotFound } from '../jsonrpc/codes.js';
import { asArray } from '../protocol/check/object.js';
import type { JsonObject } from '../protocol/model.js';
import type { Store } from '../util/store.js';
import type { CatalogState, ItemProblem } from './catalog-state.js';
import type { CatalogKind } from './catalog.js';
import { freshness, type Freshness } from './freshness.js';
import { MAX_ITEMS } from './list-limits.js';
import { readPages } from './read-pages.js';
import type { Requester } from './requester.js';

/** A list; of several pages, the one that is stale first says how long it holds. */
export interface Listing<T> extends Freshness {
  readonly items: readonly T[];
  readonly problems: readonly ItemProblem[];
}

/** What one wants to know of a list. */
export interface ListQuery<T> {
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
  const isWhole = sent && sent.length <= MAX_ITEMS && (page['nextCursor'] ?? undefined) === undefined;
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
