/** Argument sets that are kept for one tool or prompt. */
export { MAX_ARGUMENTS as MAX_ARGUMENT_SETS } from '../store/kinds.js';
/** Argument sets with a name that are kept for one tool or prompt. They do not fall out: one more is refused in words. */
export const MAX_PRESETS = 50;
/** Characters of a name. */
export const MAX_PRESET_NAME = 80;
/**
 * Characters, as JSON, of one form that are kept: what people type is below it, and what they paste is written in a few
 * milliseconds. A larger one is not kept, and the form says so.
 */
export const MAX_FORM_CHARACTERS = 250_000;
