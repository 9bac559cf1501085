import type { McpError } from '../errors.js';

/** One item of a list that could not be used. The others go on. */
export interface ItemProblem {
  /** Its place in the list as sent, over all pages; -1 when the problem is the list's, not an item's. */
  readonly index: number;
  /** The name it gave itself, if readable. */
  readonly name?: string | undefined;
  /** What is wrong, as a sentence. */
  readonly message: string;
}

/** Where a list stands. */
export type CatalogState<T> =
  /** Nobody has asked yet. */
  | { readonly phase: 'empty' }
  /** The server does not offer this kind of thing. */
  | { readonly phase: 'unsupported' }
  /** Asked, never seen before. `items` are the pages that have come. */
  | { readonly phase: 'loading'; readonly items: readonly T[] }
  | {
      readonly phase: 'ready';
      readonly items: readonly T[];
      readonly problems: readonly ItemProblem[];
      /** When it came, in epoch milliseconds. */
      readonly fetchedAt: number;
      /**
       * Until when the server says that it need not be asked for again, in epoch milliseconds; absent where it says
       * nothing of that. After it the list stays as it is until somebody looks: who follows it then, or wants all of it,
       * has it fetched.
       */
      readonly expiresAt?: number | undefined;
    }
  /** From an earlier visit, or kept when asking again failed. Usable. */
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

/** The items of any state; none where there are none. */
export function itemsOf<T>(state: CatalogState<T>): readonly T[] {
  return 'items' in state ? state.items : [];
}

/** Pages of one list that are followed. The rest is not shown, and `problems` says so. */
export const MAX_LIST_PAGES = 1000;
/** Items of one list that are kept. The rest is not shown, and `problems` says so. */
export const MAX_LIST_ITEMS = 100_000;
