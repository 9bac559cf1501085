/**
 * What the form model refuses to chew through. A schema comes from a stranger: each limit bounds what it can make a page
 * do, far above what real servers need (1,621 published tools: nesting 11, 32 properties in an object, 126 options).
 */

/** Objects and lists inside each other; deeper parts are edited as JSON. */
export const MAX_SCHEMA_DEPTH = 16;
/** Fields in one form, after references are followed; the parts past it are edited as JSON. */
export const MAX_FORM_NODES = 2_000;
/** Properties in one object; an object with more is edited as JSON. */
export const MAX_PROPERTIES = 300;
/** Choices in one list of options; with more, the value is edited as JSON. */
export const MAX_OPTIONS = 500;
/** References followed in a row before giving up. */
export const MAX_REF_HOPS = 32;
/** Rows a list shows; a longer list that came as a value is kept and sent, but shown as JSON. */
export const MAX_ROWS = 500;
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
