import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { compile } from './pattern-text.js';
import { cfworkerReferee, type Fault, type Referee } from './referee.js';
import { child, isObject, textAt } from './schema-parts.js';
import { wellFormed } from './well-formed.js';

/**
 * Not the validator of the form itself, so that a mistake of one shows in the other. Where Ajv cannot read the schema,
 * `@cfworker/json-schema` decides; undefined where that cannot either.
 */
export function refereeFor(schema: unknown): Referee | undefined {
  // The schema of a tool is an object.
  if (!isObject(schema)) return undefined;
  const meant = wellFormed(schema) as Readonly<Record<string, unknown>>;
  try {
    return ajvReferee(meant);
  } catch {
    return cfworkerReferee(meant);
  }
}

function ajvReferee(schema: boolean | Readonly<Record<string, unknown>>): Referee {
  const dialect = isObject(schema) ? (textAt(schema, '$schema') ?? '') : '';
  const Engine = /draft-0[67]/.test(dialect) ? Ajv : dialect.includes('2019-09') ? Ajv2019 : Ajv2020;
  const regExp = Object.assign((pattern: string) => compile(pattern) ?? /(?:)/, { code: 'regExp' });
  const ajv = new Engine({
    strict: false,
    allErrors: true,
    validateSchema: false,
    ownProperties: true,
    logger: false,
    code: { regExp },
  });
  addFormats.default(ajv);
  // Whole numbers in another width; forms do not know how wide a server's are.
  for (const width of ['int32', 'int64', 'float', 'double']) ajv.addFormat(width, true);
  const given = isObject(schema)
    ? Object.fromEntries(Object.entries(schema).filter(([name]) => name !== '$schema'))
    : schema;
  const validate = ajv.compile(given) as ValidateFunction;
  return {
    name: 'ajv',
    faults: (value) => (validate(value) ? [] : (validate.errors ?? []).map(faultOf)),
  };
}

function faultOf({ keyword, instancePath, schemaPath, params }: ErrorObject): Fault {
  const missing: unknown = params['missingProperty'];
  const extra: unknown = params['additionalProperty'] ?? params['unevaluatedProperty'];
  const name = typeof missing === 'string' ? missing : typeof extra === 'string' ? extra : undefined;
  return {
    keyword,
    pointer: name === undefined ? instancePath : child(instancePath, name),
    rule: schemaPath,
  };
}
