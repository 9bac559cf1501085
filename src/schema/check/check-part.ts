import type { Json } from '../../protocol/model.js';
import { fitsFormat, formatInWords } from './check-format.js';
import { counted } from '../constraints-in-words.js';
import type { FormNode, ListNode, NumberNode, ObjectNode, StringNode, TupleNode } from '../form-node.js';
import {
  canonicalJson,
  isJsonObject,
  isTypeAmong,
  jsonEquals,
  jsonTypeInWords,
  jsonTypeOf,
  type JsonType,
} from '../json-value.js';
import { fitsPattern } from './pattern.js';

/** What is wrong with a value itself, not counting what is wrong inside it. Unions speak through their alternatives. */
export function checkPart(node: FormNode, value: Json): readonly string[] {
  if (value === null && node.nullable) return [];
  const wanted = WANTED[node.kind];
  if (wanted && !isTypeAmong(jsonTypeOf(value), wanted.types)) {
    return node.loose ? brokenRules(node, value) : [wrongType(wanted.words, value)];
  }
  return [...checkKind(node, value), ...brokenRules(node, value)];
}

/** What the server says of a place contradicts itself. */
export const NOTHING_ACCEPTED = 'The server accepts no value here.';

/** The kinds that are all of one type. */
const WANTED: {
  readonly [Kind in FormNode['kind']]?: { readonly types: readonly JsonType[]; readonly words: string };
} = {
  string: { types: ['string'], words: 'text' },
  number: { types: ['number'], words: 'a number' },
  boolean: { types: ['boolean'], words: 'true or false' },
  list: { types: ['array'], words: 'a list' },
  tuple: { types: ['array'], words: 'a list' },
  object: { types: ['object'], words: 'an object' },
};

function brokenRules(node: FormNode, value: Json): readonly string[] {
  return node.rules.filter((rule) => !rule.accepts(value)).map(({ message }) => message);
}

function wrongType(wanted: string, value: Json): string {
  return `This needs ${wanted}, not ${jsonTypeInWords(jsonTypeOf(value))}.`;
}

function checkKind(node: FormNode, value: Json): readonly string[] {
  switch (node.kind) {
    case 'string':
      return typeof value === 'string' ? checkString(node, value) : [];
    case 'number':
      return typeof value === 'number' ? checkNumber(node, value) : [];
    case 'choice':
      if (node.options.length === 0) return [NOTHING_ACCEPTED];
      return node.options.some((option) => jsonEquals(option.value, value)) ? [] : ['This is not one of the choices.'];
    case 'constant':
      return jsonEquals(node.value, value) ? [] : [`This can only be ${JSON.stringify(node.value)}.`];
    case 'list':
    case 'tuple':
      return Array.isArray(value) ? checkItems(node, value) : [];
    case 'object':
      return isJsonObject(value) ? checkCount(node, value) : [];
    case 'json':
      return node.types.length === 0 || isTypeAmong(jsonTypeOf(value), node.types)
        ? []
        : [wrongType(node.types.map(jsonTypeInWords).join(' or '), value)];
    default:
      return [];
  }
}

function checkString(node: StringNode, text: string): readonly string[] {
  const issues: string[] = [];
  if (node.minLength !== undefined || node.maxLength !== undefined) {
    // JSON Schema counts code points, not UTF-16 units.
    const length = [...text].length;
    if (length < (node.minLength ?? 0))
      issues.push(`At least ${counted(node.minLength ?? 0, 'character')} (now ${length}).`);
    if (length > (node.maxLength ?? Infinity))
      issues.push(`At most ${counted(node.maxLength ?? 0, 'character')} (now ${length}).`);
  }
  const { format, pattern } = node;
  if (format !== undefined && !fitsFormat(format, text, pattern))
    issues.push(`Enter ${formatInWords(format, pattern)}.`);
  // A format that already failed usually has a pattern that says the same less clearly.
  if (issues.length === 0 && pattern !== undefined && fitsPattern(pattern, text) === false) {
    issues.push(`This does not fit the server’s pattern ${pattern}`);
  }
  return issues;
}

function checkNumber(node: NumberNode, value: number): readonly string[] {
  const issues: string[] = [];
  if (node.integer && !Number.isInteger(value)) issues.push('Enter a whole number.');
  if (value < (node.minimum ?? -Infinity)) issues.push(`Must be ${node.minimum} or more.`);
  if (value > (node.maximum ?? Infinity)) issues.push(`Must be ${node.maximum} or less.`);
  if (node.exclusiveMinimum !== undefined && value <= node.exclusiveMinimum)
    issues.push(`Must be more than ${node.exclusiveMinimum}.`);
  if (node.exclusiveMaximum !== undefined && value >= node.exclusiveMaximum)
    issues.push(`Must be less than ${node.exclusiveMaximum}.`);
  if (node.multipleOf !== undefined && !isMultiple(value, node.multipleOf))
    issues.push(`Must be a multiple of ${node.multipleOf}.`);
  return issues;
}

/** Binary fractions make 0.3 / 0.1 not quite 3; what is within rounding of a whole number counts as one. */
export function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  if (!Number.isFinite(quotient)) return true;
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * 4 * Number.EPSILON;
}

function checkItems(node: ListNode | TupleNode, items: readonly Json[]): readonly string[] {
  const issues: string[] = [];
  if (items.length < (node.minItems ?? 0))
    issues.push(`At least ${counted(node.minItems ?? 0, 'item')} (now ${items.length}).`);
  if (items.length > (node.maxItems ?? Infinity))
    issues.push(`At most ${counted(node.maxItems ?? 0, 'item')} (now ${items.length}).`);
  if (node.uniqueItems && new Set(items.map(canonicalJson)).size < items.length)
    issues.push('The same item is there twice.');
  return issues;
}

function checkCount(node: ObjectNode, value: { readonly [name: string]: Json }): readonly string[] {
  const issues: string[] = [];
  const names = Object.keys(value);
  if (names.length < (node.minProperties ?? 0))
    issues.push(`At least ${counted(node.minProperties ?? 0, 'value')} (now ${names.length}).`);
  if (names.length > (node.maxProperties ?? Infinity))
    issues.push(`At most ${counted(node.maxProperties ?? 0, 'value')} (now ${names.length}).`);
  return issues;
}
