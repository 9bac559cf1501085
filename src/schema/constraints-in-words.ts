import { formatInWords } from './check/check-format.js';
import type { FormNode, NumberNode } from './form-node.js';
import { jsonTypeInWords } from './json-value.js';

/** "1 character", "2 characters". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** What the server asks of a value, as short phrases for the person: `5 to 80 characters`, `at most 10 items`. */
export function constraintsInWords(node: FormNode): readonly string[] {
  switch (node.kind) {
    case 'string':
      return [
        rangeOf(node.minLength, node.maxLength, 'character'),
        node.format === undefined ? undefined : (formatInWords(node.format, node.pattern) ?? `format ${node.format}`),
      ].filter((phrase) => phrase !== undefined);
    case 'number':
      return numberInWords(node);
    case 'list':
    case 'tuple':
      return [rangeOf(node.minItems, node.maxItems, 'item'), node.uniqueItems ? 'no duplicates' : undefined].filter(
        (phrase) => phrase !== undefined,
      );
    case 'json':
      return node.types.length > 0 ? [`JSON: ${node.types.map(jsonTypeInWords).join(' or ')}`] : ['JSON'];
    default:
      return [];
  }
}

function rangeOf(least: number | undefined, most: number | undefined, noun: string): string | undefined {
  const from = least === 0 ? undefined : least;
  if (from !== undefined && most !== undefined) {
    return from === most ? counted(from, noun) : `${from} to ${counted(most, noun)}`;
  }
  if (from !== undefined) return `at least ${counted(from, noun)}`;
  return most === undefined ? undefined : `at most ${counted(most, noun)}`;
}

/** Bounds that only spell out what a safe integer is say nothing to a person. */
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
