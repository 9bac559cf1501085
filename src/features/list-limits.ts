/** Pages of one list that are followed. */
export const MAX_PAGES = 1000;
/** Items of one list that are kept. */
export const MAX_ITEMS = 100_000;
