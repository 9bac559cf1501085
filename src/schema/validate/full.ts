import type { Json } from '../../protocol/model.js';
import type { SchemaCheck } from '../../json-schema/validator.js';
import type { Fault } from '../../json-schema/faults.js';
import { loadValidator } from '../../json-schema/load-validator.js';
import { asMcpError, type ErrorText, errorTextOf, said } from '../../errors.js';
import { errorText } from '../error-texts.js';
import type { FormIssue, FormNode } from '../form-node.js';
import type { JsonType } from '../json-value.js';
import { childPointer } from '../json.js';
import { fitsFormat, fitsPattern, patternSteps } from './format.js';
import { wrongType } from './value.js';

/** Characters at the end of the validator’s words in which numbers are looked for: two numbers have under 60. */
const MAX_NUMBERS_LENGTH = 80;

/** The error text for the user who filled in the form, from the fault of a validator. */
function problemOf({ keyword, words, property }: Fault): ErrorText {
  if (property !== undefined) {
    const name = /^Instance has "([^]*)" but/.exec(words)?.[1];
    return name === undefined ? errorText('schema.required') : errorText('schema.requiredOnce', { name });
  }
  // “String is too short (1 < 5).”, “3 is less than 5.”
  const end = words.slice(-MAX_NUMBERS_LENGTH);
  const count = Number(/(-?[\d.e+-]+)\)?\.$/.exec(end)?.[1]?.replace(/\.$/, ''));
  const now = Number(/\((\d+) /.exec(end)?.[1]);
  switch (keyword) {
    case 'type':
      return typeProblem(words);
    case 'const':
      return errorText('schema.constant', { value: words.replace(/^Instance does not match |\.$/g, '').slice(0, 200) });
    case 'enum':
      return errorText('schema.noneOfText', {
        choices: cutList(words.replace(/^Instance does not match any of |\.$/g, '')),
      });
    case 'format':
      return errorText('schema.wrongFormat');
    case 'minLength':
      return errorText('schema.tooShort', { count, now });
    case 'maxLength':
      return errorText('schema.tooLong', { count, now });
    case 'minItems':
      return errorText('schema.tooFewItems', { count, now });
    case 'maxItems':
      return errorText('schema.tooManyItems', { count, now });
    case 'minimum':
      return errorText('schema.tooSmall', { minimum: count });
    case 'maximum':
      return errorText('schema.tooLarge', { maximum: count });
    case 'exclusiveMinimum':
      return errorText('schema.notMore', { minimum: count });
    case 'exclusiveMaximum':
      return errorText('schema.notLess', { maximum: count });
    case 'multipleOf':
      return errorText('schema.notMultiple', { step: count });
    case 'uniqueItems':
      return errorText('schema.itemTwice');
    case 'propertyNames':
      return errorText('schema.aNameRefused');
    case 'anyOf':
      return errorText('schema.noKind');
    case 'oneOf':
      return errorText(words.includes('(0 ') ? 'schema.noKind' : 'schema.severalKindsUnnamed');
    case 'contains':
    case 'minContains':
    case 'maxContains':
      return errorText('schema.wrongItems');
    case 'minProperties':
      return errorText('schema.valuesAtLeast', { count });
    case 'maxProperties':
      return errorText('schema.valuesAtMost', { count });
    default:
      return errorText('schema.refusedHere');
  }
}

/** Characters of the choices that a message names; the rest is cut. */
const MAX_NAMED_LENGTH = 200;

function cutList(list: string): string {
  return list.length > MAX_NAMED_LENGTH ? `${list.slice(0, MAX_NAMED_LENGTH)}…` : list;
}

function typeProblem(words: string): ErrorText {
  const [actual, ...wanted] = [...words.matchAll(/"([^"]*)"/g)].map(([, type]) => type as JsonType);
  return actual === undefined ? errorText('schema.refusedHere') : wrongType(wanted, actual);
}

/** Result of the full check: the problems, or why the check was not possible. */
interface FullCheck {
  readonly issues: readonly Omit<FormIssue, 'label'>[];
  readonly unchecked: ErrorText | undefined;
}

const checks = new WeakMap<FormNode, SchemaCheck>();

/**
 * Loads the validator before {@link checkFully} needs it, when a form is shown. A failure is ignored: the check loads
 * it again.
 */
export function prepareFullCheck(): void {
  loadValidator().catch(() => {});
}

/** Checks a value against the original schema with a JSON Schema validator, which loads when it is first needed. */
export async function checkFully(node: FormNode, value: Json): Promise<FullCheck> {
  if (node.schema === undefined) return { issues: [], unchecked: undefined };
  const loaded = await loadValidator().catch((error: Error) => error);
  if (loaded instanceof Error)
    return {
      issues: [],
      unchecked: errorText('schema.checkNotLoaded', { problem: errorTextOf(asMcpError(loaded, 'load')) }),
    };
  const check = checks.get(node) ?? loaded.compileValidator(node.schema, { fitsPattern, fitsFormat, patternSteps });
  checks.set(node, check);
  const checked = check(value);
  if ('unchecked' in checked)
    return { issues: [], unchecked: errorText('schema.unchecked', { reason: checked.unchecked }) };
  const issues = checked.faults.map((fault) => ({
    pointer: fault.property === undefined ? fault.pointer : childPointer(fault.pointer, fault.property),
    ...said(problemOf(fault)),
  }));
  return { issues, unchecked: undefined };
}
