import { type ErrorText, verbatim } from '../errors.js';
import { errorText } from './error-texts.js';
import type { NumberNode } from './form-node.js';

/** Characters of a unit that the server names. A longer text is none. */
const MAX_UNIT_LENGTH = 20;
/** Characters of a description that are searched for a unit. The rest is not searched. */
const MAX_UNIT_TEXT_LENGTH = 500;

/** Units that are words, as they are shown. */
const WORDS: ReadonlyMap<string, ErrorText> = new Map([
  ['seconds', errorText('schema.unit.seconds')],
  ['minutes', errorText('schema.unit.minutes')],
  ['hours', errorText('schema.unit.hours')],
  ['days', errorText('schema.unit.days')],
  ['weeks', errorText('schema.unit.weeks')],
  ['bytes', errorText('schema.unit.bytes')],
]);

/** Units as they end a name or stand in a description, and the words or the sign for them. */
const UNITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ms: 'ms',
    millis: 'ms',
    milliseconds: 'ms',
    millisecond: 'ms',
    secs: 'seconds',
    seconds: 'seconds',
    minutes: 'minutes',
    hours: 'hours',
    days: 'days',
    weeks: 'weeks',
    bytes: 'bytes',
    kb: 'kB',
    kilobytes: 'kB',
    mb: 'MB',
    megabytes: 'MB',
    gb: 'GB',
    gigabytes: 'GB',
    px: 'px',
    pixels: 'px',
    percent: '%',
    percentage: '%',
    meters: 'm',
    metres: 'm',
    kilometers: 'km',
    kilometres: 'km',
    degrees: '°',
  }),
);

/** “in seconds”, “(ms)”, “in milliseconds.”; not “in seconds or minutes”. */
const SAID = /\bin ([a-z]+)\b(?! (?:or|and|to)\b|\/)|\(([a-z]+)\)/gi;

/**
 * The unit of a number: what the server names, or what its name and description say without a doubt. Undefined where they
 * say nothing, or different things.
 */
export function unitOf({ schema, description = '' }: NumberNode, name: string | undefined): ErrorText | undefined {
  const named = namedUnit(schema);
  if (named !== undefined) return verbatim(named);
  const found = new Set<string>();
  const last = (name ?? '')
    .slice(-40)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_\-.]+/);
  const ofName = last.length > 1 ? UNITS.get((last.at(-1) ?? '').toLowerCase()) : undefined;
  if (ofName !== undefined) found.add(ofName);
  for (const [, said, inBrackets] of description.slice(0, MAX_UNIT_TEXT_LENGTH).matchAll(SAID)) {
    const unit = UNITS.get((said ?? inBrackets ?? '').toLowerCase());
    if (unit !== undefined) found.add(unit);
  }
  const [unit, more] = found;
  return unit === undefined || more !== undefined ? undefined : (WORDS.get(unit) ?? verbatim(unit));
}

function namedUnit(schema: unknown): string | undefined {
  const { 'x-unit': own, unit = own } = Object(schema) as { readonly 'x-unit'?: unknown; readonly unit?: unknown };
  const given = typeof own === 'string' ? own : unit;
  return typeof given === 'string' && given.trim() !== '' && given.length <= MAX_UNIT_LENGTH ? given.trim() : undefined;
}
