import type { Json } from '../../protocol/model.js';
import type { SchemaCheck } from '../../util/json-schema/validator.js';
import type { Fault } from '../../util/json-schema/faults.js';
import { loadValidator } from '../../util/json-schema/load-validator.js';
import type { FormIssue, FormNode } from '../form-node.js';
import { type JsonType, jsonTypeInWords } from '../json-value.js';
import { childPointer } from '../json.js';
import { fitsFormat, fitsPattern } from './format.js';
import { counted } from './value.js';

/** The message of a validator's finding, for the user who filled in the form. */
function faultInWords({ keyword, words, property }: Fault): string {
  if (property !== undefined) {
    const other = /^Instance has "([^]*)" but/.exec(words)?.[1];
    return other === undefined ? 'This is required.' : `This is required once “${other}” is given.`;
  }
  const bound = Number(/(-?[\d.e+-]+)\)?\.$/.exec(words)?.[1]?.replace(/\.$/, ''));
  switch (keyword) {
    case 'type':
      return wrongType(words);
    case 'const':
      return `This can only be ${words.replace(/^Instance does not match |\.$/g, '').slice(0, 200)}.`;
    case 'enum':
      return `This is none of the choices: ${cutList(words.replace(/^Instance does not match any of |\.$/g, ''))}.`;
    case 'format':
      return 'This is not text of the form the server asks for.';
    case 'minLength':
      return `At least ${counted(bound, 'character')}.`;
    case 'maxLength':
      return `At most ${counted(bound, 'character')}.`;
    case 'minItems':
      return `At least ${counted(bound, 'item')}.`;
    case 'maxItems':
      return `At most ${counted(bound, 'item')}.`;
    case 'minimum':
      return `Must be ${bound} or more.`;
    case 'maximum':
      return `Must be ${bound} or less.`;
    case 'exclusiveMinimum':
      return `Must be more than ${bound}.`;
    case 'exclusiveMaximum':
      return `Must be less than ${bound}.`;
    case 'multipleOf':
      return `Must be a multiple of ${bound}.`;
    case 'uniqueItems':
      return 'The same item is there twice.';
    case 'propertyNames':
      return 'The server does not accept a name in here.';
    case 'anyOf':
      return 'This is none of the kinds of value the server accepts here.';
    case 'oneOf':
      return words.includes('(0 ')
        ? 'This is none of the kinds of value the server accepts here.'
        : 'The server accepts this as one kind of value only, but it fits several.';
    case 'contains':
    case 'minContains':
    case 'maxContains':
      return 'Too few or too many of the items are of the kind the server asks for.';
    case 'minProperties':
      return `At least ${counted(bound, 'value')}.`;
    case 'maxProperties':
      return `At most ${counted(bound, 'value')}.`;
    default:
      return 'The server does not accept this value here.';
  }
}

/** Characters of the choices that a message names; the rest is cut. */
const MAX_NAMED_LENGTH = 200;

function cutList(list: string): string {
  return list.length > MAX_NAMED_LENGTH ? `${list.slice(0, MAX_NAMED_LENGTH)}…` : list;
}

function wrongType(words: string): string {
  const [actual, ...wanted] = [...words.matchAll(/"([^"]*)"/g)].map(([, type]) => jsonTypeInWords(type as JsonType));
  return `This needs ${wanted.join(' or ')}, not ${actual}.`;
}

/** Result of the full check: the problems, or, as a sentence, why the check was not possible. */
interface FullCheck {
  readonly issues: readonly Omit<FormIssue, 'label'>[];
  readonly unchecked: string | undefined;
}

const checks = new WeakMap<FormNode, SchemaCheck>();

/** Loads the validator before {@link checkFully} needs it, for whoever shows a form. A failure is no news: it is loaded again. */
export function prepareFullCheck(): void {
  loadValidator().catch(() => {});
}

/** Checks a value against the original schema with a JSON Schema validator, which loads when it is first needed. */
export async function checkFully(node: FormNode, value: Json): Promise<FullCheck> {
  if (node.schema === undefined) return { issues: [], unchecked: undefined };
  const loaded = await loadValidator().catch((error: Error) => error);
  if (loaded instanceof Error)
    return { issues: [], unchecked: `These values could not be checked in full before sending. ${loaded.message}` };
  const check = checks.get(node) ?? loaded.compileValidator(node.schema, { fitsPattern, fitsFormat });
  checks.set(node, check);
  const checked = check(value);
  if ('unchecked' in checked)
    return { issues: [], unchecked: `These values could not be checked in full before sending: ${checked.unchecked}.` };
  const issues = checked.faults.map((fault) => ({
    pointer: fault.property === undefined ? fault.pointer : childPointer(fault.pointer, fault.property),
    message: faultInWords(fault),
  }));
  return { issues, unchecked: undefined };
}
