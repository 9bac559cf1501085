/** Blocks, messages or parts of one result that are read; more are cut off, with one at the end that says so. */
export const MAX_BLOCKS = 1000;
