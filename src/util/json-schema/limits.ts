/**
 * What a value is held against a schema within: both come from strangers, and the check runs where the page runs. Far
 * above what real servers need (of 1,621 published tools: 84 KB, nesting 11, 126 options).
 */

/** Characters of a schema as JSON. */
export const MAX_SCHEMA_CHARACTERS = 1_000_000;
/** Schemas inside each other. */
export const MAX_SCHEMA_DEPTH = 64;
/** Schemas inside one schema. */
export const MAX_SUBSCHEMAS = 20_000;
/** Values inside one value. */
export const MAX_VALUES = 50_000;
/** Objects and lists inside each other in a value. */
export const MAX_VALUE_DEPTH = 100;
/** Characters of a pattern. */
export const MAX_PATTERN_LENGTH = 1_000;
/** Patterns for the names of one object. */
export const MAX_NAME_PATTERNS = 100;
/** Items that are compared with each other where none may be there twice. */
export const MAX_UNIQUE_ITEMS = 1_000;
/** Milliseconds that a check may take, its second attempt included, where nobody says otherwise. */
export const MAX_CHECK_MS = 150;
