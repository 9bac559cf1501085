import { type ErrorText, errorTextOf } from '../../errors.js';
import type { Json, JsonObject } from '../../protocol/model.js';
import { nodeFor } from '../conditions.js';
import { errorText } from '../error-texts.js';
import {
  type Alternative,
  type FormIssue,
  type FormNode,
  issueOf,
  type ListNode,
  type NumberNode,
  type ObjectNode,
  type OtherNames,
  type StringNode,
  type TupleNode,
  type UnionNode,
} from '../form-node.js';
import {
  canonicalJson,
  countValues,
  isJsonObject,
  isTypeAmong,
  jsonEquals,
  type JsonType,
  jsonTypeOf,
  MAX_FORM_CHECKS,
  ownValue,
} from '../json-value.js';
import { jsonTypeInWords } from '../json-type-words.js';
import { childPointer, isRounded } from '../json.js';
import { addressInAscii, fitsFormat, fitsPattern, formatInWords, patternSteps } from './format.js';
import { noneOf } from './choices.js';
import { patternInWords } from './pattern-words.js';

/** Sentences about a number of something. */
interface Ranges {
  readonly exactly: (count: number) => ErrorText;
  readonly between: (least: number, count: number) => ErrorText;
  readonly atLeast: (count: number) => ErrorText;
  readonly atMost: (count: number) => ErrorText;
}

const CHARACTERS: Ranges = {
  exactly: (count) => errorText('schema.limit.characters', { count }),
  between: (least, count) => errorText('schema.limit.charactersBetween', { least, count }),
  atLeast: (count) => errorText('schema.limit.charactersAtLeast', { count }),
  atMost: (count) => errorText('schema.limit.charactersAtMost', { count }),
};

const ITEMS: Ranges = {
  exactly: (count) => errorText('schema.limit.items', { count }),
  between: (least, count) => errorText('schema.limit.itemsBetween', { least, count }),
  atLeast: (count) => errorText('schema.limit.itemsAtLeast', { count }),
  atMost: (count) => errorText('schema.limit.itemsAtMost', { count }),
};

/** The type of the node kinds that accept a single one. */
const WANTED: { readonly [Kind in FormNode['kind']]?: JsonType } = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  list: 'array',
  tuple: 'array',
  object: 'object',
};

/** Characters of an example in a message. A longer one is not given. */
const MAX_EXAMPLE_LENGTH = 60;

/**
 * Checks inside each other, as of rules that test other descriptions: `{ "not": { "$ref": "#" } }` asks itself without
 * end. The innermost is not made.
 */
const MAX_CHECK_DEPTH = 100;

/** The steps that checks may still take. */
export class Steps {
  left: number;

  constructor(count: number) {
    this.left = count;
  }
}

/** The server's constraints as short phrases for the user: `5 to 80 characters`, `at most 10 items`. */
export function constraintsInWords(node: FormNode): readonly ErrorText[] {
  switch (node.kind) {
    case 'string':
      return [
        rangeOf(node.minLength, node.maxLength, CHARACTERS),
        formOfText(node) ??
          (node.format === undefined || node.multiline
            ? undefined
            : errorText('schema.limit.format', { format: node.format })),
      ].filter((phrase) => phrase !== undefined);
    case 'number':
      return numberInWords(node);
    case 'list':
    case 'tuple':
      return [
        rangeOf(node.minItems, node.maxItems, ITEMS),
        node.uniqueItems ? errorText('schema.limit.noDuplicates') : undefined,
      ].filter((phrase) => phrase !== undefined);
    case 'choice':
      return node.options.some(({ value }) => isRounded(value)) ? [errorText('schema.limit.rounded')] : [];
    case 'constant':
      return isRounded(node.value) ? [errorText('schema.limit.rounded')] : [];
    case 'json':
      return [
        node.types.length > 0
          ? errorText('schema.limit.jsonOf', { types: node.types.map(jsonTypeInWords) })
          : errorText('schema.limit.json'),
      ];
    default:
      return [];
  }
}

/** The form of a text as a phrase: by its format, or else by its pattern. */
function formOfText({ format, pattern }: StringNode): ErrorText | undefined {
  const words = format === undefined ? undefined : formatInWords(format, pattern);
  return words ?? (pattern === undefined ? undefined : patternInWords(pattern));
}

function rangeOf(least: number | undefined, most: number | undefined, ranges: Ranges): ErrorText | undefined {
  const from = least === 0 ? undefined : least;
  if (from === undefined) return most === undefined ? undefined : ranges.atMost(most);
  if (most === undefined) return ranges.atLeast(from);
  return from === most ? ranges.exactly(from) : ranges.between(from, most);
}

/**
 * False for the bounds of safe integers: some generators write them for every number, and they do not help the user.
 */
const isReal = (bound: number | undefined): bound is number =>
  bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;

function numberInWords(node: NumberNode): readonly ErrorText[] {
  const phrases: ErrorText[] = [];
  if (node.integer) phrases.push(errorText('schema.limit.wholeNumber'));
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = node;
  if (isReal(minimum) && isReal(maximum)) phrases.push(errorText('schema.limit.between', { minimum, maximum }));
  else if (isReal(minimum)) phrases.push(errorText('schema.limit.orMore', { minimum }));
  else if (isReal(maximum)) phrases.push(errorText('schema.limit.orLess', { maximum }));
  if (isReal(exclusiveMinimum)) phrases.push(errorText('schema.limit.moreThan', { minimum: exclusiveMinimum }));
  if (isReal(exclusiveMaximum)) phrases.push(errorText('schema.limit.lessThan', { maximum: exclusiveMaximum }));
  if (node.multipleOf !== undefined) phrases.push(errorText('schema.limit.steps', { step: node.multipleOf }));
  return phrases;
}

/** Problems of the value itself, without those of its parts. The alternatives of a union report its problems. */
export function checkPart(node: FormNode, value: Json): readonly ErrorText[] {
  if (value === null && node.nullable) return [];
  const wanted = WANTED[node.kind];
  if (wanted && !isTypeAmong(jsonTypeOf(value), [wanted]))
    return node.loose ? brokenRules(node, value) : [wrongType([wanted], jsonTypeOf(value))];
  return [...checkKind(node, value), ...brokenRules(node, value)];
}

function brokenRules(node: FormNode, value: Json): readonly ErrorText[] {
  return node.rules.filter((rule) => !rule.accepts(value)).map(({ problem }) => problem);
}

/** The error for a value of another type. */
export function wrongType(wanted: readonly JsonType[], actual: JsonType): ErrorText {
  return errorText('schema.needs', { types: wanted.map(jsonTypeInWords), type: jsonTypeInWords(actual) });
}

function checkKind(node: FormNode, value: Json): readonly ErrorText[] {
  switch (node.kind) {
    case 'string':
      return typeof value === 'string' ? checkString(node, value) : [];
    case 'number':
      return typeof value === 'number' ? checkNumber(node, value) : [];
    case 'choice':
      if (node.options.length === 0) return [errorText('schema.nothingAccepted')];
      return node.options.some((option) => jsonEquals(option.value, value)) ? [] : [noneOf(node.options, value)];
    case 'constant':
      return jsonEquals(node.value, value) ? [] : [errorText('schema.constant', { value: JSON.stringify(node.value) })];
    case 'list':
    case 'tuple':
      return Array.isArray(value) ? checkItems(node, value) : [];
    case 'object':
      return isJsonObject(value) ? checkCount(node, value) : [];
    case 'json':
      return node.types.length === 0 || isTypeAmong(jsonTypeOf(value), node.types)
        ? []
        : [wrongType(node.types, jsonTypeOf(value))];
    default:
      return [];
  }
}

function checkString(node: StringNode, text: string): readonly ErrorText[] {
  const issues: ErrorText[] = [];
  const { minLength, maxLength, format, pattern } = node;
  if (minLength !== undefined || maxLength !== undefined) {
    // JSON Schema counts code points, not UTF-16 units.
    const now = codePoints(text);
    if (minLength !== undefined && now < minLength)
      issues.push(errorText('schema.tooShort', { count: minLength, now }));
    if (maxLength !== undefined && now > maxLength) issues.push(errorText('schema.tooLong', { count: maxLength, now }));
  }
  if (format !== undefined && !fitsFormat(format, text, pattern)) issues.push(wrongFormat(format, text, pattern));
  // If the format failed, the pattern usually reports the same problem less clearly.
  if (issues.length === 0 && pattern !== undefined && fitsPattern(pattern, text) === false) {
    const what = patternInWords(pattern);
    issues.push(what === undefined ? wrongForm(node, pattern) : errorText('schema.enter', { what }));
  }
  return issues;
}

function wrongFormat(format: string, text: string, pattern: string | undefined): ErrorText {
  const address = addressInAscii(format, text);
  if (address !== undefined) return errorText('schema.spelled', { address });
  const what = formatInWords(format, pattern);
  return what === undefined ? errorText('schema.wrongForm') : errorText('schema.enter', { what });
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

function wrongForm({ examples }: StringNode, pattern: string): ErrorText {
  const example = examples.find(
    (each): each is string =>
      typeof each === 'string' && each.length <= MAX_EXAMPLE_LENGTH && fitsPattern(pattern, each) === true,
  );
  return example === undefined ? errorText('schema.wrongForm') : errorText('schema.wrongFormLike', { example });
}

function checkNumber(node: NumberNode, value: number): readonly ErrorText[] {
  const issues: ErrorText[] = [];
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = node;
  if (node.integer && !Number.isInteger(value)) issues.push(errorText('schema.enterWholeNumber'));
  if (minimum !== undefined && value < minimum) issues.push(errorText('schema.tooSmall', { minimum }));
  if (maximum !== undefined && value > maximum) issues.push(errorText('schema.tooLarge', { maximum }));
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    issues.push(errorText('schema.notMore', { minimum: exclusiveMinimum }));
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
    issues.push(errorText('schema.notLess', { maximum: exclusiveMaximum }));
  if (multipleOf !== undefined && !isMultiple(value, multipleOf))
    issues.push(errorText('schema.notMultiple', { step: multipleOf }));
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

function checkItems(node: ListNode | TupleNode, items: readonly Json[]): readonly ErrorText[] {
  const issues: ErrorText[] = [];
  const { minItems, maxItems } = node;
  const now = items.length;
  if (minItems !== undefined && now < minItems) issues.push(errorText('schema.tooFewItems', { count: minItems, now }));
  if (maxItems !== undefined && now > maxItems) issues.push(errorText('schema.tooManyItems', { count: maxItems, now }));
  if (node.uniqueItems && new Set(items.map(canonicalJson)).size < now) issues.push(errorText('schema.itemTwice'));
  return issues;
}

function checkCount({ minProperties, maxProperties }: ObjectNode, value: JsonObject): readonly ErrorText[] {
  const issues: ErrorText[] = [];
  const now = Object.keys(value).length;
  if (minProperties !== undefined && now < minProperties)
    issues.push(errorText('schema.tooFewValues', { count: minProperties, now }));
  if (maxProperties !== undefined && now > maxProperties)
    issues.push(errorText('schema.tooManyValues', { count: maxProperties, now }));
  return issues;
}

/** True if the input element of this node can show the value, valid or not. */
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

/**
 * All problems of a value and its parts. Pure.
 * @param label the name of the value in its issues: “The value” by default
 */
export function checkValue(
  node: FormNode,
  value: Json,
  pointer = '',
  label: string = errorText('schema.label.value').text,
): readonly FormIssue[] {
  return within(() => issuesAt(node, value, { pointer, label }), []);
}

/** True if the value has no problems. */
export function fits(node: FormNode, value: Json): boolean {
  return within(() => isRight(node, value), true);
}

/** The alternatives of a union that a value matches. */
export function fitting(node: UnionNode, value: Json): readonly Alternative[] {
  return within(() => node.alternatives.filter((one) => isRight(one.node, value)), node.alternatives.slice(0, 1));
}

/** Those of the outermost check, which runs now: nested unions can repeat the same checks very often. */
let steps: Steps | undefined;
let depth = 0;

/**
 * Runs a check within {@link MAX_FORM_CHECKS} and {@link MAX_CHECK_DEPTH}. Beyond them no problems are reported; the full
 * check and the server still find them.
 * @param unknown the result beyond the depth
 * @param own for a check that is the outermost
 */
export function within<Result>(run: () => Result, unknown: Result, own?: Steps): Result {
  if (depth >= MAX_CHECK_DEPTH) return unknown;
  const before = steps;
  steps ??= own ?? new Steps(MAX_FORM_CHECKS);
  depth++;
  try {
    return run();
  } finally {
    depth--;
    steps = before;
  }
}

/** Steps of comparing one value with one node, without its parts. */
function costOf(node: FormNode, value: Json): number {
  switch (node.kind) {
    case 'choice':
      return 1 + (node.options.length * countValues(value, MAX_COUNTED_VALUES)) / OPTIONS_OF_A_STEP;
    case 'string':
      return 1 + (typeof value === 'string' && node.pattern !== undefined ? patternSteps(node.pattern, value) : 0);
    case 'list':
    case 'tuple':
      return 1 + (node.uniqueItems ? countValues(value, MAX_COUNTED_VALUES) / VALUES_OF_A_STEP : 0);
    default:
      return 1;
  }
}

/** Values inside a value that are counted to estimate the time of a comparison. The rest costs nothing more. */
const MAX_COUNTED_VALUES = 10_000;
/** Comparisons with an option, and values that are searched for duplicates, that take as long as a step. */
const OPTIONS_OF_A_STEP = 64;
const VALUES_OF_A_STEP = 4;

interface Spot {
  readonly pointer: string;
  readonly label: string;
}

/** Problems that were found, up to as many as are wanted. */
interface Found {
  readonly issues: FormIssue[];
  readonly wanted: number;
}

function issuesAt(node: FormNode, value: Json, spot: Spot): readonly FormIssue[] {
  const issues: FormIssue[] = [];
  check(node, value, spot, { issues, wanted: Infinity });
  return issues;
}

function isRight(node: FormNode, value: Json): boolean {
  const issues: FormIssue[] = [];
  check(node, value, { pointer: '', label: '' }, { issues, wanted: 1 });
  return issues.length === 0;
}

function check(declared: FormNode, value: Json, spot: Spot, found: Found): void {
  const { issues, wanted } = found;
  if (issues.length >= wanted || (steps && (steps.left -= costOf(declared, value)) < 0)) return;
  const node = nodeFor(declared, value);
  for (const problem of checkPart(node, value)) issues.push(issueOf(spot, problem));
  if (value === null && node.nullable) return;
  if (node.kind === 'union') checkUnion(node, value, spot, found);
  if (node.kind === 'object' && isJsonObject(value)) checkObject(node, value, spot, found);
  if ((node.kind === 'list' || node.kind === 'tuple') && Array.isArray(value)) {
    for (const [index, item] of (value as readonly Json[]).entries()) {
      const inner = node.kind === 'list' ? node.item : (node.prefix[index] ?? node.rest);
      if (inner) check(inner, item, inside(spot, index, `${spot.label} ${index + 1}`), found);
    }
  }
}

function inside(spot: Spot, token: string | number, label: string): Spot {
  return { pointer: childPointer(spot.pointer, token), label };
}

function checkObject(node: ObjectNode, value: JsonObject, spot: Spot, found: Found): void {
  const { issues } = found;
  const known = new Set<string>();
  for (const property of node.properties) {
    known.add(property.name);
    const part = ownValue(value, property.name);
    if (part === undefined && !property.required) continue;
    const at = inside(spot, property.name, property.node.title ?? labelOfName(property.name));
    if (part === undefined) issues.push(issueOf(at, errorText('schema.required')));
    else {
      check(property.node, part, at, found);
      addNameIssues(node, property.name, at, found);
    }
  }
  for (const [name, part] of Object.entries(value)) {
    if (known.has(name)) continue;
    const at = inside(spot, name, name);
    if (node.additional.accepts(name)) check(node.additional.nodeOf(name), part, at, found);
    else issues.push(issueOf(at, errorText('schema.nameRefused', { name }), 'name'));
    addNameIssues(node, name, at, found);
  }
}

function addNameIssues({ additional }: ObjectNode, name: string, spot: Spot, { issues }: Found): void {
  for (const problem of checkName(additional, name)) issues.push(issueOf(spot, problem, 'name'));
}

/** A name that could not be seen has words instead. */
function labelOfName(name: string): string {
  return name.trim() === '' ? errorText('schema.label.emptyName').text : name;
}

/** Problems of the name itself, independent of its value. */
export function checkName({ name: rule }: OtherNames, name: string): readonly ErrorText[] {
  return rule ? checkValue(rule, name).map(errorTextOf) : [];
}

/** The value must match one alternative; otherwise the problems of the most likely alternative are reported. */
function checkUnion(node: UnionNode, value: Json, spot: Spot, { issues }: Found): void {
  // If one alternative accepts anything, there is nothing to check.
  const isOpen = node.alternatives.some(
    ({ node: one }) => one.kind === 'json' && one.anything && couldHold(one, value),
  );
  if (isOpen && !node.exclusive) return;
  const kinds = fitting(node, value);
  if (kinds.length === 1 || (kinds.length > 1 && !node.exclusive)) return;
  if (kinds.length > 1) return void issues.push(issueOf(spot, fitsSeveral(kinds)));
  if (node.loose && !node.alternatives.some((alternative) => couldHold(alternative.node, value))) return;
  const meant = bestAlternative(node, value, (one, given) => issuesAt(one, given, spot).length);
  const ofThat = meant === undefined ? [] : issuesAt(node.alternatives[meant]!.node, value, spot);
  if (ofThat.length === 0) issues.push(issueOf(spot, errorText('schema.noKind')));
  for (const issue of ofThat) issues.push(issue);
}

/** The error for a value that matches several alternatives of an exclusive union. */
export function fitsSeveral(kinds: readonly Alternative[]): ErrorText {
  return errorText('schema.severalKinds', {
    kinds: kinds.slice(0, 4).map(({ label, labelText }) => labelText ?? label),
  });
}
