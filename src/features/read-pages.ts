import { isMcpError, type McpError } from '../errors.js';
import { asArray, asObject, asString } from '../protocol/check/object.js';
import type { ItemReader } from '../protocol/check/item.js';
import type { JsonObject } from '../protocol/model.js';
import type { ItemProblem } from './catalog-state.js';
import { MAX_ITEMS, MAX_PAGES } from './list-limits.js';
import type { CallOptions, Requester } from './requester.js';

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

export interface Listing<T> {
  readonly items: readonly T[];
  readonly problems: readonly ItemProblem[];
}

/**
 * Reads a list to its end. A broken item is left out and said so; a list that never ends is cut and said so; a page that
 * fails after others came keeps those.
 * @param onPage told after each page, with everything so far
 * @throws McpError when not even the first page can be had, or when it was cancelled
 */
export async function readPages<T>(
  requester: Requester,
  method: string,
  key: string,
  read: ItemReader<T>,
  options: CallOptions,
  onPage: (items: readonly T[]) => void,
): Promise<Listing<T>> {
  const items: T[] = [];
  const faults: Fault[] = [];
  const seen = new Set<string>();
  let index = 0;
  let cursor: string | undefined;
  for (let page = 1; ; page++) {
    let result: JsonObject;
    try {
      // An empty cursor is a cursor; only its absence ends the list.
      result = await requester.request(method, cursor === undefined ? undefined : { cursor }, options);
    } catch (error) {
      if (page === 1 || !isMcpError(error) || error.code === 'cancelled') throw error;
      faults.push({ kind: 'cut-short', count: items.length, error });
      break;
    }
    const sent = asArray(result[key]);
    if (!sent) faults.push({ kind: 'no-items', method, key });
    const room = MAX_ITEMS - index;
    for (const raw of sent?.slice(0, room) ?? []) {
      const reading = read(asObject(raw) ?? {});
      if ('item' in reading) items.push(reading.item);
      else faults.push({ kind: 'broken-item', index, raw, fault: reading.fault });
      index++;
    }
    const { nextCursor } = result;
    cursor = asString(nextCursor);
    const repeated = seen.has(cursor!);
    const isEnd = nextCursor === undefined || nextCursor === null;
    if (repeated || (sent && sent.length > room) || (!isEnd && (page >= MAX_PAGES || index >= MAX_ITEMS)))
      faults.push({ kind: 'endless', count: items.length, repeated });
    else if (cursor !== undefined) {
      seen.add(cursor);
      onPage([...items]);
      continue;
    } else if (!isEnd) faults.push({ kind: 'bad-cursor', count: items.length });
    break;
  }
  // On demand: most lists have no fault.
  return { items, problems: faults.length > 0 ? (await import('./list-problems.js')).tellFaults(faults) : [] };
}
