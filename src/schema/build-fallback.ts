import { isSchemaObject, listOf, saysNothing, type SchemaObject } from './json-schema.js';

interface Unserved {
  readonly keywords: readonly string[];
  readonly reason: string;
  /** True for a form of the keyword that refuses nothing, and so needs no field. */
  readonly harmless?: (value: unknown) => boolean;
}

/** What JSON Schema can say and fields cannot show, with what to tell the person. */
const UNSERVED: readonly Unserved[] = [
  { keywords: ['anyOf', 'oneOf'], reason: 'The server accepts several different kinds of value here.' },
  {
    keywords: ['allOf'],
    reason: 'The server combines several descriptions here.',
    harmless: (value) => Array.isArray(value) && value.every(saysNothing),
  },
  { keywords: ['not'], reason: 'The server says here what a value must not be.', harmless: (value) => value === false },
  { keywords: ['if'], reason: 'What the server accepts here depends on other values.' },
  {
    keywords: ['dependentRequired', 'dependentSchemas', 'dependencies'],
    reason: 'What the server accepts here depends on other values.',
    harmless: (value) => isSchemaObject(value) && Object.keys(value).length === 0,
  },
  {
    keywords: ['patternProperties'],
    reason: 'The names in this object follow a pattern.',
    harmless: (value) => isSchemaObject(value) && Object.keys(value).length === 0,
  },
  {
    keywords: ['propertyNames'],
    reason: 'The names in this object follow a rule.',
    // Names are always text.
    harmless: (value) =>
      saysNothing(value) ||
      (isSchemaObject(value) && Object.keys(value).join() === 'type' && value['type'] === 'string'),
  },
  { keywords: ['prefixItems', 'contains'], reason: 'The items of this list follow different rules.' },
  {
    keywords: ['unevaluatedProperties', 'unevaluatedItems'],
    reason: 'The server combines several descriptions here.',
    harmless: saysNothing,
  },
  {
    keywords: ['$dynamicRef', '$recursiveRef'],
    reason: 'The server’s description refers to a part that is not known here.',
  },
];

/** Why a schema needs the JSON editor, as a sentence; undefined when fields can show it. */
export function unservedReason(schema: SchemaObject): string | undefined {
  if (listOf(schema, 'items')) return 'The items of this list follow different rules.';
  for (const { keywords, reason, harmless } of UNSERVED) {
    for (const keyword of keywords) {
      if (Object.hasOwn(schema, keyword) && !harmless?.(schema[keyword])) return reason;
    }
  }
  return undefined;
}
