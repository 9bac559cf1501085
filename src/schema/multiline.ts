import { numberOf, type SchemaObject } from './json-schema.js';

const LONG_NAMES =
  /(?:^|_)(?:body|contents?|text|message|prompt|description|code|sql|markdown|md|html|script|instructions?|comments?|notes?|snippet|template|patch|diff|json|xml|yaml|css|expression)$/;

/** Texts longer than this do not fit one line of any form. */
const LONG = 1_000;

/** Schemas have no keyword for "several lines"; names are what servers really tell it by. */
export function looksMultiline(name: string, schema: SchemaObject): boolean {
  if (typeof schema['format'] === 'string' || typeof schema['pattern'] === 'string') return false;
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
  return LONG_NAMES.test(words.slice(-100)) || (numberOf(schema, 'maxLength') ?? 0) >= LONG;
}
