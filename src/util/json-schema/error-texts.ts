import { defineErrorTexts, type ErrorTexts } from '../../errors.js';

/* Why a value was not checked with a schema: phrases that follow a colon. */
const TEMPLATES = {
  'util.unchecked.schemaLevels': 'the schema has more than {limit} levels',
  'util.unchecked.schemas': 'the schema consists of more than {limit} schemas',
  'util.unchecked.schemaCharacters': 'the schema has more than {limit} characters',
  'util.unchecked.values': 'the value holds more than {limit} values',
  'util.unchecked.valueLevels': 'the value has more than {limit} levels',
  'util.unchecked.steps': 'it takes more than {limit, number} steps',
  'util.unchecked.dialect': 'the schema’s dialect is not known here ({dialect})',
  'util.unchecked.notTried': 'the schema’s pattern “{pattern}” cannot be tried on this text',
  'util.unchecked.noPattern': 'the schema’s pattern “{pattern}” is no regular expression',
  'util.unchecked.slowPattern': 'the schema’s pattern “{pattern}” could take too long',
  'util.unchecked.namePatterns': 'the schema has more than {limit} patterns for names in one place',
  'util.unchecked.uniqueItems': 'more than {limit} items would have to be compared with each other',
  'util.unchecked.dynamicReference': 'the schema uses {keyword}',
  'util.unchecked.endless': 'the schema refers to itself without end',
  'util.unchecked.reference': 'the schema refers to “{reference}”, which is not in it',
  'util.unchecked.notUnderstood': 'the schema cannot be understood',
} as const;

/** The error texts of this folder. */
export const errorText: ErrorTexts<typeof TEMPLATES> = defineErrorTexts(TEMPLATES);
