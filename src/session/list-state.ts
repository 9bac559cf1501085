import type { ErrorParams, McpError } from '../errors.js';

/** An item of a list that cannot be used. The other items can. */
export interface ItemProblem {
  /** Index in the list as sent, over all pages; -1 for a problem of the list itself. */
  readonly index: number;
  /** The item’s own name, if it can be read. */
  readonly name?: string | undefined;
  /** The problem, as a sentence in English. */
  readonly message: string;
  /** The key and the params of the sentence; see `McpError`. */
  readonly key: string;
  readonly params: ErrorParams;
}

/** The state of a list. */
export type CatalogState<T> =
  /** Not requested yet. */
  | { readonly phase: 'empty' }
  /** The server does not offer this kind of list. */
  | { readonly phase: 'unsupported' }
  /** Requested for the first time. `items` are those of the pages that have arrived. */
  | { readonly phase: 'loading'; readonly items: readonly T[] }
  | {
      readonly phase: 'ready';
      readonly items: readonly T[];
      readonly problems: readonly ItemProblem[];
      /** When the list was read, in epoch milliseconds. */
      readonly fetchedAt: number;
      /**
       * The expiry of the list, in epoch milliseconds; absent if the server gives no time. An expired list stays in
       * this phase until a subscriber or a caller needs it; then it is fetched again.
       */
      readonly expiresAt?: number | undefined;
    }
  /** Read at an earlier visit, or fetching it again failed. It can be used. */
  | {
      readonly phase: 'stale';
      readonly items: readonly T[];
      readonly problems: readonly ItemProblem[];
      readonly fetchedAt: number;
      /** True while a fresh list is being fetched. */
      readonly refreshing: boolean;
      readonly error?: McpError | undefined;
    }
  | { readonly phase: 'failed'; readonly error: McpError };

/** The items of a state; none in a state without items. */
export function itemsOf<T>(state: CatalogState<T>): readonly T[] {
  return 'items' in state ? state.items : [];
}

/** Pages of one list that are fetched. The rest is not shown, and `problems` reports that. */
export const MAX_LIST_PAGES = 1000;
/** Items of one list that are read. The rest is not shown, and `problems` reports that. */
export const MAX_LIST_ITEMS = 100_000;
