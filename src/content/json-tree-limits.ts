/* How much JSON is shown as a tree. Past the first limit there is no tree; past the others there is one, and it says what is not in it. */

/** Characters of JSON that are read as a tree. Measured: 20 million take under a second, in slices. */
export const MAX_TREE_CHARACTERS = 20_000_000;
/**
 * Values that a tree holds, and so rows it can have: 29 bytes each. 400,000 rows of 40 px are 16 million px, and Firefox
 * ends an element at 17.8 million. 5 MB of what servers send have about 200,000 values.
 */
export const MAX_TREE_VALUES = 400_000;
/**
 * Objects and arrays inside each other that can be opened one by one; what lies deeper is one value, shown as text. Real
 * data stays below 30, and a path of more names than this helps nobody.
 */
export const MAX_TREE_DEPTH = 256;
/** Digits of one number; they are walked over at a stretch. */
export const MAX_NUMBER_DIGITS = 1_000_000;
