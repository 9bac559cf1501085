import { holdsCredential, soundsSecret } from '../util/secrets.js';
import { rememberSecret, withoutSpoken } from './spoken-secrets.js';

/** One named value, as text. */
export interface RecordedValue {
  readonly name: string;
  readonly value: string;
}

/** Values of one question that are recorded: more is read by nobody, and a thousand entries stay below 4 MB. */
export const MAX_VALUES = 12;
/** Characters of one value: two lines on a screen. */
export const MAX_VALUE = 200;
/** Characters of a name. */
export const MAX_NAME = 80;
/** Characters that are searched for what looks like a key. What begins further in is not recorded at all. */
const SEARCHED = 4096;
/** Levels and members of a nested value that are looked at. */
const MAX_LEVELS = 4;
const MAX_MEMBERS = 30;

/** Stands where something that looks secret was. */
export const NOT_RECORDED = '(not recorded: it looks secret)';

/**
 * The beginning of each value as text, without what looks secret by its name or by itself, and without what was secret in
 * an earlier one: servers repeat what they were told.
 * @param isSecret further names whose values are secret
 */
export function previewOf(
  values: Readonly<Record<string, unknown>>,
  isSecret: (name: string) => boolean = () => false,
): readonly RecordedValue[] {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  const shown = entries
    .slice(0, MAX_VALUES)
    .map(([name, value]) => ({ name: name.slice(0, MAX_NAME), value: textOf(name, value, isSecret) }));
  const more = entries.length - shown.length;
  return more > 0 ? [...shown, { name: '…', value: `${more} more` }] : shown;
}

function textOf(name: string, value: unknown, isSecret: (name: string) => boolean): string {
  const safe = withoutSecrets(name, value, isSecret, MAX_LEVELS);
  const text = typeof safe === 'string' ? safe : (JSON.stringify(safe) ?? '');
  // A character outside the first 65,536 is two units: not half of one.
  return text.length <= MAX_VALUE ? text : `${text.slice(0, MAX_VALUE - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function withoutSecrets(name: string, value: unknown, isSecret: (name: string) => boolean, levels: number): unknown {
  if (value === undefined || value === null || value === '') return value;
  if (soundsSecret(name.slice(0, MAX_NAME)) || isSecret(name)) {
    rememberSecret(value);
    return NOT_RECORDED;
  }
  if (typeof value === 'string') {
    const beginning = value.slice(0, SEARCHED);
    return holdsCredential(beginning) ? NOT_RECORDED : withoutSpoken(beginning, NOT_RECORDED);
  }
  if (typeof value !== 'object') return value;
  if (levels === 0) return '…';
  if (Array.isArray(value))
    return value.slice(0, MAX_MEMBERS).map((item) => withoutSecrets(name, item, isSecret, levels - 1));
  return Object.fromEntries(
    Object.keys(value)
      .slice(0, MAX_MEMBERS)
      // Names may be secrets too, of a map from tokens to whatever.
      .map((key) => [
        holdsCredential(key.slice(0, SEARCHED)) ? NOT_RECORDED : key.slice(0, MAX_NAME),
        withoutSecrets(key, (value as Readonly<Record<string, unknown>>)[key], isSecret, levels - 1),
      ]),
  );
}
