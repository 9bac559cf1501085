import type { Json } from '../protocol/model.js';
import { fitsFormat, formatInWords } from './check-format.js';
import { counted } from './constraints-in-words.js';
import type { FormNode, ListNode, NumberNode, ObjectNode, StringNode } from './form-node.js';
import type { FormIssue } from './issue.js';
import {
  canonicalJson,
  isJsonObject,
  isTypeAmong,
  jsonEquals,
  jsonTypeInWords,
  jsonTypeOf,
  ownValue,
} from './json-value.js';
import { fitsPattern } from './pattern.js';
import { childPointer } from './pointer.js';

/** Everything wrong with a value, place by place. Pure. */
export function checkValue(node: FormNode, value: Json, pointer = '', label = 'The value'): readonly FormIssue[] {
  const issues: FormIssue[] = checkPart(node, value).map((message) => ({ pointer, label, message }));
  if (node.kind === 'list' && Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      issues.push(...checkValue(node.item, item, childPointer(pointer, index), `${label} ${index + 1}`));
    }
  }
  if (node.kind === 'object' && isJsonObject(value)) {
    for (const property of node.properties) {
      const part = ownValue(value, property.name);
      const at = childPointer(pointer, property.name);
      const name = property.node.title ?? property.name;
      if (part !== undefined) issues.push(...checkValue(property.node, part, at, name));
      else if (property.required) issues.push({ pointer: at, label: name, message: 'This is required.' });
    }
  }
  return issues;
}

/** What is wrong with a value itself, not counting what is wrong inside it. */
export function checkPart(node: FormNode, value: Json): readonly string[] {
  if (value === null && node.nullable) return [];
  switch (node.kind) {
    case 'string':
      return typeof value === 'string' ? checkString(node, value) : [wrongType('text', value)];
    case 'number':
      return typeof value === 'number' ? checkNumber(node, value) : [wrongType('a number', value)];
    case 'boolean':
      return typeof value === 'boolean' ? [] : [wrongType('true or false', value)];
    case 'choice':
      return node.options.some((option) => jsonEquals(option.value, value)) ? [] : ['This is not one of the choices.'];
    case 'constant':
      return jsonEquals(node.value, value) ? [] : [`This can only be ${JSON.stringify(node.value)}.`];
    case 'list':
      return Array.isArray(value) ? checkList(node, value) : [wrongType('a list', value)];
    case 'object':
      return isJsonObject(value) ? checkObject(node, value) : [wrongType('an object', value)];
    case 'json':
      return node.types.length === 0 || isTypeAmong(jsonTypeOf(value), node.types)
        ? []
        : [wrongType(node.types.map(jsonTypeInWords).join(' or '), value)];
  }
}

function wrongType(wanted: string, value: Json): string {
  return `This needs ${wanted}, not ${jsonTypeInWords(jsonTypeOf(value))}.`;
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
  if (node.format !== undefined && !fitsFormat(node.format, text)) issues.push(`Enter ${formatInWords(node.format)}.`);
  // A format that already failed usually has a pattern that says the same less clearly.
  if (issues.length === 0 && node.pattern !== undefined && fitsPattern(node.pattern, text) === false) {
    issues.push(`This does not fit the server’s pattern ${node.pattern}`);
  }
  return issues;
}

function checkNumber(node: NumberNode, value: number): readonly string[] {
  const issues: string[] = [];
  if (node.integer && !Number.isInteger(value)) issues.push('Enter a whole number.');
  else if (node.integer && !Number.isSafeInteger(value))
    issues.push('This number has more digits than can be sent exactly.');
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
function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * 4 * Number.EPSILON;
}

function checkList(node: ListNode, items: readonly Json[]): readonly string[] {
  const issues: string[] = [];
  if (items.length < (node.minItems ?? 0))
    issues.push(`At least ${counted(node.minItems ?? 0, 'item')} (now ${items.length}).`);
  if (items.length > (node.maxItems ?? Infinity))
    issues.push(`At most ${counted(node.maxItems ?? 0, 'item')} (now ${items.length}).`);
  if (node.uniqueItems && new Set(items.map(canonicalJson)).size < items.length)
    issues.push('The same item is there twice.');
  return issues;
}

function checkObject(node: ObjectNode, value: { readonly [name: string]: Json }): readonly string[] {
  const issues: string[] = [];
  const names = Object.keys(value);
  if (node.others === 'refused') {
    const known = new Set(node.properties.map((property) => property.name));
    const strange = names.filter((name) => !known.has(name));
    if (strange.length > 0)
      issues.push(
        `The server does not accept ${strange
          .slice(0, 5)
          .map((name) => `“${name}”`)
          .join(', ')} here.`,
      );
  }
  if (names.length < (node.minProperties ?? 0))
    issues.push(`At least ${counted(node.minProperties ?? 0, 'value')} (now ${names.length}).`);
  if (names.length > (node.maxProperties ?? Infinity))
    issues.push(`At most ${counted(node.maxProperties ?? 0, 'value')} (now ${names.length}).`);
  return issues;
}
