import { formatTexts } from './format-text.js';
import { compile, textFor } from './pattern-text.js';
import type { Random } from '../../support/random.js';
import { listAt, numberAt, own, textAt, type Schema } from './schema-parts.js';

/** Ordinary texts and those that forms are known to lose. */
const TEXTS = [
  'plain',
  'two words',
  'Grüße, 東京 🚀',
  'with "quotes" and \\backslash\\',
  ' spaces around ',
  '<b>tag</b> & more',
  'null',
  'true',
  '0',
  '007',
  '{"a": 1}',
  'a,b,c',
  'x',
  'https://example.org/path?query=1',
  '',
];
const LINES = 'first line\nsecond line\n\tindented';
const NUMBERS = [0, 1, -1, 2, 7, 42, 100, 1000, -15];
const DECIMALS = [0.5, -0.25, 12.75, 3.25, 1e-7, 123456.789];

export function generateText(schema: Schema, random: Random): string | undefined {
  const fits = (text: string): boolean => fitsText(schema, text);
  const format = textAt(schema, 'format');
  const encoded = textAt(schema, 'contentEncoding');
  const known = (format && formatTexts(format, random)) ?? (encoded && formatTexts(encoded, random)) ?? undefined;
  const given = [own(schema, 'default'), ...(listAt(schema, 'examples') ?? [])].filter(
    (each): each is string => typeof each === 'string' && fits(each),
  );
  if (known) return known.find(fits) ?? given[0];
  const pattern = textAt(schema, 'pattern');
  if (pattern !== undefined) {
    if (given.length > 0 && random.chance(0.3)) return random.pick(given);
    return [textFor(pattern, random), ...random.shuffled(TEXTS), ...given].find(
      (each): each is string => each !== undefined && fits(each),
    );
  }
  if (given.length > 0 && random.chance(0.2)) return random.pick(given);
  const text = random.chance(0.05) ? LINES : random.pick(TEXTS);
  return toLength(text, schema, random);
}

function toLength(text: string, schema: Schema, random: Random): string {
  const low = numberAt(schema, 'minLength') ?? 0;
  const high = numberAt(schema, 'maxLength') ?? Infinity;
  let characters = [...text];
  // Now and then exactly at a bound.
  const wanted = high < 200 && random.chance(0.2) ? high : low;
  while (characters.length < wanted) characters.push(random.pick(['a', 'b', ' ', 'é', '1']));
  if (characters.length > high) characters = characters.slice(0, high);
  return characters.join('');
}

function fitsText(schema: Schema, text: string): boolean {
  const { length } = [...text];
  if (length < (numberAt(schema, 'minLength') ?? 0) || length > (numberAt(schema, 'maxLength') ?? Infinity))
    return false;
  const pattern = textAt(schema, 'pattern');
  return pattern === undefined || (compile(pattern)?.test(text) ?? true);
}

export function generateNumber(schema: Schema, random: Random, whole: boolean): number {
  const step = numberAt(schema, 'multipleOf');
  const least = whole ? 1 : 1e-3;
  const above = numberAt(schema, 'exclusiveMinimum');
  const below = numberAt(schema, 'exclusiveMaximum');
  const low = Math.max(numberAt(schema, 'minimum') ?? -Infinity, above === undefined ? -Infinity : above + least);
  const high = Math.min(numberAt(schema, 'maximum') ?? Infinity, below === undefined ? Infinity : below - least);
  const fits = (value: number): boolean =>
    value >= low && value <= high && (!whole || Number.isSafeInteger(value)) && (above === undefined || value > above);
  if (step !== undefined && step > 0) {
    const from = Number.isFinite(low) ? Math.ceil(low / step) : 0;
    const times = [0, 1, 2, 5].map((more) => Number(((from + more) * step).toPrecision(12)));
    return random.shuffled(times).find(fits) ?? from * step;
  }
  const ends = [low, high].filter((end) => Number.isFinite(end)).map((end) => (whole ? Math.trunc(end) : end));
  const between =
    ends.length === 2 && high > low ? [Math.trunc(low + random.next() * (high - low)), (low + high) / 2] : [];
  const near = Number.isFinite(low) ? [low + 1, low + 10] : Number.isFinite(high) ? [high - 1, high - 10] : [];
  const given = own(schema, 'default');
  const candidates = [...NUMBERS, ...(whole ? [] : DECIMALS), ...ends, ...between, ...near, given];
  const usable = candidates.filter(
    (each): each is number => typeof each === 'number' && fits(each) && (!whole || Number.isInteger(each)),
  );
  return usable.length > 0 ? random.pick(usable) : Number.isFinite(low) ? low : 0;
}
