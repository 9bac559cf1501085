import { isMcpError } from '../errors.js';
import { asArray, asObject, asString } from '../protocol/check/object.js';
import type { ItemReader } from '../protocol/check/item.js';
import type { JsonObject } from '../protocol/model.js';
import type { ItemProblem } from './catalog-state.js';
import { MAX_ITEMS, MAX_PAGES } from './list-limits.js';
import type { CallOptions, Requester } from './requester.js';

/** What to say of a list with faults. On demand: most have none. */
const words = (): Promise<typeof import('./list-problems.js')> => import('./list-problems.js');

export interface Listing<T> {
  readonly items: readonly T[];
  readonly problems: readonly ItemProblem[];
}

/**
 * Reads a list to its end. A broken item is left out and said so; a list that never ends is cut and said so; a page that
 * fails after others came keeps those.
 * @param onPage told after each page, with everything so far
 * @throws McpError when not even the first page can be had
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
  const problems: ItemProblem[] = [];
  const seen = new Set<string>();
  let index = 0;
  let cursor: string | undefined;
  for (let page = 0; ; page++) {
    let result: JsonObject;
    try {
      // An empty cursor is a cursor; only its absence ends the list.
      result = await requester.request(method, cursor === undefined ? undefined : { cursor }, options);
    } catch (error) {
      if (page === 0 || !isMcpError(error) || error.code === 'cancelled') throw error;
      return { items, problems: [...problems, (await words()).cutShort(items.length, error)] };
    }
    for (const raw of asArray(result[key]) ?? []) {
      const reading = read(asObject(raw) ?? {});
      if ('item' in reading) items.push(reading.item);
      else problems.push((await words()).brokenItem(index, raw, reading.fault));
      index++;
    }
    if (!asArray(result[key])) problems.push((await words()).noItems(method, key));
    cursor = asString(result['nextCursor']);
    if (cursor === undefined) return { items, problems };
    if (seen.has(cursor) || page + 1 >= MAX_PAGES || items.length >= MAX_ITEMS)
      return { items, problems: [...problems, (await words()).endless(items.length, seen.has(cursor))] };
    seen.add(cursor);
    onPage([...items]);
  }
}
