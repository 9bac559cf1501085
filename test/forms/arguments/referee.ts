import { Validator } from '@cfworker/json-schema';
import type { Json } from '../../../src/index.js';
import { isObject, textAt } from './schema-parts.js';

/** One thing wrong with a value, as a validator tells it. */
export interface Fault {
  readonly keyword: string;
  readonly pointer: string;
  /** Where the rule stands in the schema. */
  readonly rule: string;
}

/** Decides what a schema accepts. */
export interface Referee {
  readonly name: string;
  /** Empty when the value is fine. */
  readonly faults: (value: Json) => readonly Fault[];
}

/** The validator of the form, by itself; undefined for a schema it cannot read. */
export function cfworkerReferee(schema: unknown): Referee | undefined {
  if (typeof schema !== 'boolean' && !isObject(schema)) return undefined;
  const dialect = isObject(schema) ? (textAt(schema, '$schema') ?? '') : '';
  const draft = dialect.includes('draft-04') ? '4' : /draft-0[67]/.test(dialect) ? '7' : '2020-12';
  const validator = new Validator(schema, draft, false);
  const judge = (value: Json): readonly Fault[] =>
    validator.validate(value).errors.map(({ keyword, instanceLocation, keywordLocation }) => ({
      keyword,
      pointer: instanceLocation.replace(/^#/, ''),
      rule: keywordLocation,
    }));
  try {
    judge({});
  } catch {
    return undefined;
  }
  return { name: 'cfworker', faults: judge };
}
