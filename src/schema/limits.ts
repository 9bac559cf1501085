/**
 * What the form model refuses to chew through. A schema comes from a stranger: each limit bounds what it can make a page
 * do, far above what real servers need (1,621 published tools: nesting 11, 32 properties in an object, 126 options).
 */

/** Descriptions put together for one value by `$ref` and `allOf`. */
export const MAX_COMBINED = 500;
/** Parts of a schema that are searched for names such as `$anchor`. */
export const MAX_DOCUMENT_PARTS = 50_000;
/** Fields of an object that are shown from the start; more are added by name. */
export const MAX_PROPERTIES = 300;
/** Patterns for the names of one object; the form does not know what more of them say. */
export const MAX_NAME_PATTERNS = 20;
/** Choices in one list of options. */
export const MAX_OPTIONS = 5_000;
/** Kinds of value in one union. */
export const MAX_ALTERNATIVES = 200;
/** Places of a tuple. */
export const MAX_PREFIX = 100;
/** Examples of a value that are kept. */
export const MAX_EXAMPLES = 20;
/** Objects, tuples and unions that open by themselves because they are required; more of them are opened by hand. */
export const MAX_OPEN_FIELDS = 200;
/** Objects and lists inside each other that are opened by themselves. */
export const MAX_OPEN_DEPTH = 16;
/** Parts of values held against parts of a form in one check; what is past it is left to the server. */
export const MAX_CHECKS = 20_000;
/** Milliseconds one such check may take. */
export const MAX_CHECK_MS = 30;
/** Rows a list shows; a longer list that came as a value is kept and sent, but shown as JSON. */
export const MAX_ROWS = 500;
/** Values inside a value that may be anything; a larger one is shown as JSON, not field by field. */
export const MAX_SHOWN_VALUES = 300;
/** Characters of a pattern; a longer one is not checked here. */
export const MAX_PATTERN_LENGTH = 1_000;
/** Characters of a text that patterns are tried on; a longer text is not checked here. */
export const MAX_PATTERN_INPUT = 2_000;
/** Characters of a label or option that are kept. */
export const MAX_LABEL_LENGTH = 200;
/** Characters of a description that are kept. */
export const MAX_DESCRIPTION_LENGTH = 20_000;
/** Characters of JSON that a person can type or paste. */
export const MAX_JSON_LENGTH = 4_000_000;
/** Objects and lists inside each other in a JSON value. */
export const MAX_JSON_DEPTH = 100;
/** Values inside a default, constant or option; a larger one is ignored. */
export const MAX_GIVEN_VALUES = 10_000;
