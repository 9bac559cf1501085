import { fitsPattern } from './pattern.js';

/** What patterns are tried on, without a zone. */
const SAMPLES: ReadonlyMap<string, readonly string[]> = new Map([
  ['time', ['10:20', '10:20:30', '10:20:30.123']],
  ['date-time', ['2026-03-01T10:20', '2026-03-01T10:20:30', '2026-03-01T10:20:30.123', '2026-03-01 10:20:30']],
]);
const ZONES = ['Z', '+01:00', '-08:00'];

const decided = new Map<string, boolean>();
const MAX_REMEMBERED = 200;

/**
 * The format that a server means. `time` and `date-time` ask for a zone, and yet some libraries write them beside a pattern
 * that lets no zone through: no text could be both. The pattern is the one that was meant.
 * @see https://zod.dev/api#iso-times
 */
export function meantFormat(format: string, pattern: string | undefined): string {
  const samples = pattern === undefined ? undefined : SAMPLES.get(format);
  return samples && pattern !== undefined && isWithoutZone(format, samples, pattern) ? `local-${format}` : format;
}

function isWithoutZone(format: string, samples: readonly string[], pattern: string): boolean {
  const key = `${format} ${pattern}`;
  const known = decided.get(key);
  if (known !== undefined) return known;
  const fits = (text: string): boolean => fitsPattern(pattern, text) === true;
  const isIt = samples.some(fits) && !samples.some((sample) => ZONES.some((zone) => fits(sample + zone)));
  if (decided.size >= MAX_REMEMBERED) decided.clear();
  decided.set(key, isIt);
  return isIt;
}
