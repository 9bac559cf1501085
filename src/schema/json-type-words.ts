import type { ErrorText } from '../errors.js';
import { errorText } from './error-texts.js';
import type { JsonType } from './json-value.js';

/** A type as a phrase: “a number”. */
export function jsonTypeInWords(type: JsonType): ErrorText {
  return errorText(`schema.type.${type}`);
}

/** The label of a type where the user chooses among several. */
export function jsonTypeLabel(type: JsonType): ErrorText {
  return errorText(`schema.label.${type}`);
}
