import { isPlainObject } from '../../src/util/json.js';

/** The orders of a list. */
export const SORTS = ['server', 'name'] as const;

/** The criteria that group the items of a list. */
export const GROUPS = ['none', 'name', 'hint'] as const;

/** The filter, the order and the groups that a person chose for a list. */
export interface Arrangement {
  /** The key of a {@link Hint}, as a filter; undefined for all items. */
  readonly hint?: string | undefined;
  readonly sort: (typeof SORTS)[number];
  readonly group: (typeof GROUPS)[number];
  /** The keys of the groups that are closed. */
  readonly folded: readonly string[];
}

export const AS_LISTED: Arrangement = { sort: 'server', group: 'none', folded: [] };

/** Closed groups that are remembered of one list. */
export const MAX_FOLDED_GROUPS = 200;

/** Reads an arrangement that was stored, which any code of this site may have written. */
export function readArrangement(value: unknown): Arrangement {
  if (!isPlainObject(value)) return AS_LISTED;
  const { hint, sort, group, folded } = value;
  return {
    ...(typeof hint === 'string' && { hint }),
    sort: SORTS.find((each) => each === sort) ?? 'server',
    group: GROUPS.find((each) => each === group) ?? 'none',
    folded: Array.isArray(folded) ? folded.filter((key) => typeof key === 'string').slice(0, MAX_FOLDED_GROUPS) : [],
  };
}
