import { defineErrorTexts, type ErrorTexts } from '../errors.js';

/* Why a value was not checked with a schema: phrases that follow a colon. */
const TEMPLATES = {
  'jsonSchema.unchecked.schemaLevels': 'the schema has more than {limit} levels',
  'jsonSchema.unchecked.schemas': 'the schema consists of more than {limit} schemas',
  'jsonSchema.unchecked.schemaCharacters': 'the schema has more than {limit} characters',
  'jsonSchema.unchecked.values': 'the value holds more than {limit} values',
  'jsonSchema.unchecked.valueLevels': 'the value has more than {limit} levels',
  'jsonSchema.unchecked.steps': 'it takes more than {limit, number} steps',
  'jsonSchema.unchecked.dialect': 'the schema’s dialect is not known here ({dialect})',
  'jsonSchema.unchecked.notTried': 'the schema’s pattern “{pattern}” cannot be tried on this text',
  'jsonSchema.unchecked.noPattern': 'the schema’s pattern “{pattern}” is no regular expression',
  'jsonSchema.unchecked.slowPattern': 'the schema’s pattern “{pattern}” could take too long',
  'jsonSchema.unchecked.namePatterns': 'the schema has more than {limit} patterns for names in one place',
  'jsonSchema.unchecked.uniqueItems': 'more than {limit} items would have to be compared with each other',
  'jsonSchema.unchecked.dynamicReference': 'the schema uses {keyword}',
  'jsonSchema.unchecked.endless': 'the schema refers to itself without end',
  'jsonSchema.unchecked.reference': 'the schema refers to “{reference}”, which is not in it',
  'jsonSchema.unchecked.notUnderstood': 'the schema cannot be understood',
} as const;

/** The error texts of this folder. */
export const errorText: ErrorTexts<typeof TEMPLATES> = defineErrorTexts(TEMPLATES);
