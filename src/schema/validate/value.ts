import type { Json, JsonObject } from '../../protocol/model.js';
import { nodeFor } from '../conditions.js';
import type {
  Alternative,
  FormIssue,
  FormNode,
  ListNode,
  NumberNode,
  ObjectNode,
  OtherNames,
  StringNode,
  TupleNode,
  UnionNode,
} from '../form-node.js';
import {
  canonicalJson,
  isJsonObject,
  isTypeAmong,
  jsonEquals,
  type JsonType,
  jsonTypeInWords,
  jsonTypeOf,
  FORM_CHECK_MS,
  MAX_FORM_CHECKS,
  ownValue,
} from '../json-value.js';
import { childPointer, isRounded } from '../json.js';
import { addressInAscii, fitsFormat, fitsPattern, formatInWords } from './format.js';
import { noneOf } from './choices.js';
import { patternInWords } from './pattern-words.js';

/** "1 character", "2 characters". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The server's constraints as short phrases for the user: `5 to 80 characters`, `at most 10 items`. */
export function constraintsInWords(node: FormNode): readonly string[] {
  switch (node.kind) {
    case 'string':
      return [
        rangeOf(node.minLength, node.maxLength, 'character'),
        formOfText(node) ?? (node.format === undefined || node.multiline ? undefined : `format ${node.format}`),
      ].filter((phrase) => phrase !== undefined);
    case 'number':
      return numberInWords(node);
    case 'list':
    case 'tuple':
      return [rangeOf(node.minItems, node.maxItems, 'item'), node.uniqueItems ? 'no duplicates' : undefined].filter(
        (phrase) => phrase !== undefined,
      );
    case 'choice':
      return node.options.some(({ value }) => isRounded(value)) ? [ROUNDED] : [];
    case 'constant':
      return isRounded(node.value) ? [ROUNDED] : [];
    case 'json':
      return node.types.length > 0 ? [`JSON: ${node.types.map(jsonTypeInWords).join(' or ')}`] : ['JSON'];
    default:
      return [];
  }
}

const ROUNDED = '≈ marks a number that may have lost its last digits';

/** The form of a text in words, to follow "Enter": by its format, or else by its pattern. */
function formOfText({ format, pattern }: StringNode): string | undefined {
  const words = format === undefined ? undefined : formatInWords(format, pattern);
  return words ?? (pattern === undefined ? undefined : patternInWords(pattern));
}

function rangeOf(least: number | undefined, most: number | undefined, noun: string): string | undefined {
  const from = least === 0 ? undefined : least;
  if (from !== undefined && most !== undefined) {
    return from === most ? counted(from, noun) : `${from} to ${counted(most, noun)}`;
  }
  if (from !== undefined) return `at least ${counted(from, noun)}`;
  return most === undefined ? undefined : `at most ${counted(most, noun)}`;
}

/**
 * False for the bounds of safe integers: some generators write them for every number, and they tell the user nothing.
 */
const isReal = (bound: number | undefined): bound is number =>
  bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;

function numberInWords(node: NumberNode): string[] {
  const phrases: string[] = [];
  if (node.integer) phrases.push('whole number');
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = node;
  if (isReal(minimum) && isReal(maximum)) phrases.push(`${minimum} to ${maximum}`);
  else if (isReal(minimum)) phrases.push(`${minimum} or more`);
  else if (isReal(maximum)) phrases.push(`${maximum} or less`);
  if (isReal(exclusiveMinimum)) phrases.push(`more than ${exclusiveMinimum}`);
  if (isReal(exclusiveMaximum)) phrases.push(`less than ${exclusiveMaximum}`);
  if (node.multipleOf !== undefined) phrases.push(`in steps of ${node.multipleOf}`);
  return phrases;
}

/** Problems of the value itself, without those of its parts. The alternatives of a union report its problems. */
export function checkPart(node: FormNode, value: Json): readonly string[] {
  if (value === null && node.nullable) return [];
  const wanted = WANTED[node.kind];
  if (wanted && !isTypeAmong(jsonTypeOf(value), wanted.types)) {
    return node.loose ? brokenRules(node, value) : [wrongType(wanted.words, value)];
  }
  return [...checkKind(node, value), ...brokenRules(node, value)];
}

/** Shown where the server's constraints contradict each other. */
export const NOTHING_ACCEPTED = 'The server accepts no value here.';

/** The node kinds that accept a single type. */
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
      return node.options.some((option) => jsonEquals(option.value, value)) ? [] : [noneOf(node.options, value)];
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
    const length = codePoints(text);
    if (length < (node.minLength ?? 0))
      issues.push(`At least ${counted(node.minLength ?? 0, 'character')} (now ${length}).`);
    if (length > (node.maxLength ?? Infinity))
      issues.push(`At most ${counted(node.maxLength ?? 0, 'character')} (now ${length}).`);
  }
  const { format, pattern } = node;
  if (format !== undefined && !fitsFormat(format, text, pattern)) issues.push(wrongFormat(format, text, pattern));
  // If the format failed, the pattern usually reports the same problem less clearly.
  if (issues.length === 0 && pattern !== undefined && fitsPattern(pattern, text) === false) {
    const words = patternInWords(pattern);
    issues.push(words === undefined ? wrongForm(node, pattern) : `Enter ${words}.`);
  }
  return issues;
}

function wrongFormat(format: string, text: string, pattern: string | undefined): string {
  const spelled = addressInAscii(format, text);
  return spelled === undefined
    ? `Enter ${formatInWords(format, pattern)}.`
    : `The server takes only letters from a to z here. Write it as ${spelled}`;
}

function codePoints(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at++) {
    const code = text.charCodeAt(at);
    const isPair =
      code >= 0xd800 && code < 0xdc00 && text.charCodeAt(at + 1) >= 0xdc00 && text.charCodeAt(at + 1) < 0xe000;
    if (isPair) {
      count--;
      at++;
    }
  }
  return count;
}

/** Characters of an example in a message. A longer one is not given. */
const MAX_EXAMPLE_LENGTH = 60;

function wrongForm({ examples }: StringNode, pattern: string): string {
  const example = examples.find(
    (each): each is string =>
      typeof each === 'string' && each.length <= MAX_EXAMPLE_LENGTH && fitsPattern(pattern, each) === true,
  );
  return `This does not have the form that the server asks for${example === undefined ? '' : `, like “${example}”`}.`;
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

/**
 * Binary fractions are inexact: 0.3 / 0.1 is not 3. A quotient within the rounding error of a whole number is accepted.
 */
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

/** Whether the input element of this node can show the value, valid or not. */
export function couldHold(node: FormNode, value: Json): boolean {
  if (value === null && node.nullable) return true;
  const type = jsonTypeOf(value);
  switch (node.kind) {
    case 'string':
      return type === 'string';
    case 'number':
      return isTypeAmong(type, ['number']);
    case 'boolean':
      return type === 'boolean';
    case 'choice':
      return node.options.some((option) => jsonEquals(option.value, value));
    case 'constant':
      return jsonEquals(node.value, value);
    case 'list':
    case 'tuple':
      return type === 'array';
    case 'object':
      return type === 'object';
    case 'json':
      return node.types.length === 0 || isTypeAmong(type, node.types);
    case 'union':
      return node.alternatives.some((alternative) => couldHold(alternative.node, value));
  }
}

/**
 * The alternative that an invalid value was most likely meant to match; undefined if no alternative can show it.
 * @param faults counts the problems of a value
 */
export function bestAlternative(
  node: UnionNode,
  value: Json,
  faults: (node: FormNode, value: Json) => number,
): number | undefined {
  const candidates = node.alternatives.flatMap((alternative, index) => {
    if (!couldHold(alternative.node, value)) return [];
    const isTold = node.discriminator !== undefined && tells(alternative.node, node.discriminator, value);
    return [{ index, isTold, wrong: faults(alternative.node, value) }];
  });
  const [best] = candidates.toSorted((a, b) => Number(b.isTold) - Number(a.isTold) || a.wrong - b.wrong);
  return best?.index;
}

/** True if the value's discriminator names this alternative. */
function tells(node: FormNode, discriminator: string, value: Json): boolean {
  if (node.kind !== 'object' || !isJsonObject(value)) return false;
  const told = node.properties.find(({ name }) => name === discriminator)?.node;
  const given = ownValue(value, discriminator);
  if (told === undefined || given === undefined) return false;
  if (told.kind === 'constant') return jsonEquals(told.value, given);
  return told.kind === 'choice' && told.options.some((option) => jsonEquals(option.value, given));
}

/** All problems of a value and its parts. Pure. */
export function checkValue(node: FormNode, value: Json, pointer = '', label = 'The value'): readonly FormIssue[] {
  return within(() => check(node, value, { pointer, label }), []);
}

/** True if the value has no problems. */
export function fits(node: FormNode, value: Json): boolean {
  return within(() => check(node, value, { pointer: '', label: '' }), []).length === 0;
}

/** The alternatives of a union that a value matches. */
export function fitting(node: UnionNode, value: Json): readonly Alternative[] {
  return within(
    () => node.alternatives.filter((one) => check(one.node, value, { pointer: '', label: '' }).length === 0),
    node.alternatives.slice(0, 1),
  );
}

/**
 * Checks inside each other, as of rules that test other descriptions: `{ "not": { "$ref": "#" } }` asks itself without
 * end. The innermost is not made.
 */
const MAX_CHECK_DEPTH = 100;

/** Checks made since the outermost check began: nested unions can repeat the same checks very often. */
let checks = 0;
let end = 0;
let depth = 0;

/**
 * Runs a check within {@link MAX_FORM_CHECKS}, {@link FORM_CHECK_MS} and {@link MAX_CHECK_DEPTH}. Beyond them no problems
 * are reported; the full check and the server still find them.
 * @param unknown the result beyond the depth
 */
function within<Result>(run: () => Result, unknown: Result): Result {
  if (depth >= MAX_CHECK_DEPTH) return unknown;
  if (depth === 0) {
    checks = 0;
    end = performance.now() + FORM_CHECK_MS;
  }
  depth++;
  try {
    return run();
  } finally {
    depth--;
  }
}

interface Spot {
  readonly pointer: string;
  readonly label: string;
}

function check(declared: FormNode, value: Json, spot: Spot): readonly FormIssue[] {
  if (++checks > MAX_FORM_CHECKS || (checks % 16 === 0 && performance.now() > end)) return [];
  const node = nodeFor(declared, value);
  const issues: FormIssue[] = checkPart(node, value).map((message) => ({ ...spot, message }));
  if (value === null && node.nullable) return issues;
  if (node.kind === 'union') issues.push(...checkUnion(node, value, spot));
  if (node.kind === 'object' && isJsonObject(value)) issues.push(...checkObject(node, value, spot));
  if ((node.kind === 'list' || node.kind === 'tuple') && Array.isArray(value)) {
    for (const [index, item] of (value as readonly Json[]).entries()) {
      const inner = node.kind === 'list' ? node.item : (node.prefix[index] ?? node.rest);
      if (inner) issues.push(...check(inner, item, inside(spot, index, `${spot.label} ${index + 1}`)));
    }
  }
  return issues;
}

function inside(spot: Spot, token: string | number, label: string): Spot {
  return { pointer: childPointer(spot.pointer, token), label };
}

function checkObject(node: ObjectNode, value: JsonObject, spot: Spot): readonly FormIssue[] {
  const issues: FormIssue[] = [];
  const known = new Set<string>();
  for (const property of node.properties) {
    known.add(property.name);
    const part = ownValue(value, property.name);
    if (part === undefined && !property.required) continue;
    const at = inside(spot, property.name, property.node.title ?? (property.name.trim() || '(empty name)'));
    if (part === undefined) issues.push({ ...at, message: 'This is required.' });
    else issues.push(...check(property.node, part, at), ...nameIssues(node, property.name, at));
  }
  for (const [name, part] of Object.entries(value)) {
    if (known.has(name)) continue;
    const at = inside(spot, name, name);
    if (node.additional.accepts(name)) issues.push(...check(node.additional.nodeOf(name), part, at));
    else issues.push({ ...at, message: `The server does not accept “${name}” here.`, part: 'name' });
    issues.push(...nameIssues(node, name, at));
  }
  return issues;
}

function nameIssues({ additional }: ObjectNode, name: string, spot: Spot): readonly FormIssue[] {
  return checkName(additional, name).map((message) => ({ ...spot, message, part: 'name' }));
}

/** Problems of the name itself, independent of its value. */
export function checkName({ name: rule }: OtherNames, name: string): readonly string[] {
  return rule ? checkValue(rule, name).map(({ message }) => message) : [];
}

/** The value must match one alternative; otherwise the problems of the most likely alternative are reported. */
function checkUnion(node: UnionNode, value: Json, spot: Spot): readonly FormIssue[] {
  // If one alternative accepts anything, there is nothing to check.
  const isOpen = node.alternatives.some(
    ({ node: one }) => one.kind === 'json' && one.anything && couldHold(one, value),
  );
  if (isOpen && !node.exclusive) return [];
  const fits = fitting(node, value);
  if (fits.length === 1 || (fits.length > 1 && !node.exclusive)) return [];
  if (fits.length > 1) return [{ ...spot, message: fitsSeveral(fits) }];
  if (node.loose && !node.alternatives.some((alternative) => couldHold(alternative.node, value))) return [];
  const meant = bestAlternative(node, value, (one, given) => check(one, given, spot).length);
  const found = meant === undefined ? [] : check(node.alternatives[meant]!.node, value, spot);
  return found.length > 0
    ? found
    : [{ ...spot, message: 'This is none of the kinds of value the server accepts here.' }];
}

/** The message for a value that matches several alternatives of an exclusive union. */
export function fitsSeveral(kinds: readonly Alternative[]): string {
  const labels = kinds.slice(0, 4).map(({ label }) => label);
  return `The server accepts this as one kind of value only, but it fits several: ${labels.join(', ')}.`;
}
