import type { Json } from '../../protocol/model.js';
import type { Option } from '../form-node.js';

/** Choices that a message names; the others are counted. */
const MAX_NAMED_CHOICES = 4;
/** Characters of a choice that a message names; the rest is cut. */
const MAX_CHOICE_LENGTH = 40;
/** Choices that are compared with a text to find the nearest one. */
const MAX_COMPARED_CHOICES = 500;
/** Differences up to which a choice counts as near. */
const MAX_DIFFERENCES = 2;

/** The message for a value that is none of the choices: it names the first ones, and the nearest one of many. */
export function noneOf(options: readonly Option[], value: Json): string {
  const named = options.slice(0, MAX_NAMED_CHOICES).map(({ label }) => quoted(label));
  const more = options.length - named.length;
  const near = more > 0 ? nearest(options, value) : undefined;
  return `This is none of the ${options.length} choices: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.${
    near === undefined ? '' : ` The nearest is ${quoted(near)}.`
  }`;
}

function quoted(label: string): string {
  return `“${label.length > MAX_CHOICE_LENGTH ? `${label.slice(0, MAX_CHOICE_LENGTH - 1)}…` : label}”`;
}

function nearest(options: readonly Option[], value: Json): string | undefined {
  const sought = typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : '';
  if (sought === '' || sought.length > MAX_CHOICE_LENGTH) return undefined;
  let best: string | undefined;
  let least = Math.min(MAX_DIFFERENCES, Math.floor(sought.length / 2)) + 1;
  for (const { label } of options.slice(0, MAX_COMPARED_CHOICES)) {
    if (Math.abs(label.length - sought.length) >= least) continue;
    const differences = differencesBetween(sought, label.toLowerCase());
    if (differences < least) [best, least] = [label, differences];
  }
  return best;
}

/** The number of characters that are added, removed or replaced between two texts. */
function differencesBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, character] of Array.from(one).entries()) {
    const next = [index + 1];
    for (let at = 1; at <= other.length; at++) {
      const replaced = row[at - 1]! + (other[at - 1] === character ? 0 : 1);
      next.push(Math.min(replaced, row[at]! + 1, next[at - 1]! + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
