import type { Json } from '../../protocol/model.js';
import type { ErrorText } from '../../errors.js';
import { errorText, quoted } from '../error-texts.js';
import type { Option } from '../form-node.js';

/** Choices that a message names; the others are counted. */
const MAX_NAMED_CHOICES = 4;
/** Characters of a choice that a message names; the rest is cut. */
const MAX_CHOICE_LENGTH = 40;
/** Choices that are compared with a text to find the nearest one. */
const MAX_COMPARED_CHOICES = 500;
/** Differences up to which a choice counts as near. */
const MAX_DIFFERENCES = 2;

/** The error for a value that is none of the choices: it names the first ones, and the nearest one of many. */
export function noneOf(options: readonly Option[], value: Json): ErrorText {
  const problem = known.get(options) ?? noneOfNamed(options);
  known.set(options, problem);
  const near = options.length > MAX_NAMED_CHOICES ? nearest(options, value) : undefined;
  return near === undefined ? problem : errorText('schema.nearest', { problem, choice: shortened(near) });
}

/** Cached: the alternatives of a union are asked about each value. */
const known = new WeakMap<readonly Option[], ErrorText>();

function noneOfNamed(options: readonly Option[]): ErrorText {
  const count = options.length;
  const choices = options.slice(0, MAX_NAMED_CHOICES).map(({ label }) => quoted(shortened(label)));
  const more = count - choices.length;
  return more === 0
    ? errorText('schema.noneOf', { count, choices })
    : errorText('schema.noneOfMany', { count, choices: [...choices, errorText('schema.more', { count: more })] });
}

function shortened(label: string): string {
  return label.length > MAX_CHOICE_LENGTH ? `${label.slice(0, MAX_CHOICE_LENGTH - 1)}…` : label;
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
