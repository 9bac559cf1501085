import { checkPart, checkValue } from './check-value.js';
import type { FormNode } from './form-node.js';
import type { Input } from './input.js';
import type { Json } from '../protocol/model.js';
import { readJson } from './read-json.js';
import { readNumber } from './read-number.js';

/** Messages about a held value that are shown at once. */
const MAX_HELD_MESSAGES = 3;

/** What one has to know of a field to judge it. */
export interface FieldFacts {
  readonly node: FormNode;
  readonly required: boolean;
  readonly input: Input;
  /** What it would send; undefined for nothing. */
  readonly value: Json | undefined;
  /** What an object holds beside its fields. */
  readonly others: ReadonlyMap<string, Json>;
}

/** What is wrong with what a field holds, as sentences; the parts of objects and lists speak for themselves. */
export function messagesOf(field: FieldFacts): readonly string[] {
  const { node, input } = field;
  switch (input.kind) {
    case 'absent':
      return field.required ? [MISSING[node.kind]] : [];
    case 'held':
      return checkValue(node, input.value)
        .slice(0, MAX_HELD_MESSAGES)
        .map(({ message }) => message);
    case 'text':
      return ofText(node, input.text);
    case 'present':
      return ofParts(field);
    default:
      return [];
  }
}

const MISSING: { readonly [Kind in FormNode['kind']]: string } = {
  string: 'Enter a value.',
  number: 'Enter a number.',
  boolean: 'Choose yes or no.',
  choice: 'Choose one.',
  constant: 'This is required.',
  list: 'This is required.',
  object: 'This is required.',
  json: 'Enter JSON.',
};

function ofText(node: FormNode, text: string): readonly string[] {
  if (node.kind === 'string') return checkPart(node, text);
  const reading = node.kind === 'number' ? readNumber(text) : readJson(text);
  return reading.ok ? checkPart(node, reading.value) : [reading.message];
}

function ofParts(field: FieldFacts): readonly string[] {
  const { node, value } = field;
  if (value === undefined) return [];
  if (node.kind === 'list') return checkPart(node, value);
  const hasRules =
    node.kind === 'object' &&
    (field.others.size > 0 || node.minProperties !== undefined || node.maxProperties !== undefined);
  return hasRules ? checkPart(node, value) : [];
}
