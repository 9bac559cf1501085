import { t } from './messages.js';

/**
 * A date or time of RFC 3339 in two parts: the local time, which a native input can edit, and its offset from UTC.
 * See https://www.rfc-editor.org/rfc/rfc3339#section-5.6
 */
export interface DateTimeParts {
  /** `2026-11-20T14:30`, with seconds and a fraction if the text had them. */
  readonly local: string;
  /** `Z`, `+01:00`, or empty if the text has no offset. */
  readonly offset: string;
}

/** The `type` of a native input for dates and times. */
export type DateTimeInput = 'date' | 'time' | 'datetime-local';

const INPUT_TYPES: ReadonlyMap<string, DateTimeInput> = new Map([
  ['date', 'date'],
  ['time', 'time'],
  ['date-time', 'datetime-local'],
]);

/** Returns the input type for a `format` of JSON Schema, or undefined if the format is not a date or time. */
export function dateTimeInputOf(format: string | undefined): DateTimeInput | undefined {
  return format === undefined ? undefined : INPUT_TYPES.get(format);
}

const DATE = '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])';
const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,3})?)?';
const OFFSET = '(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)?';
const PATTERNS: { readonly [Input in DateTimeInput]: RegExp } = {
  date: new RegExp(`^(${DATE})()$`),
  time: new RegExp(`^(${TIME})(${OFFSET})$`),
  'datetime-local': new RegExp(`^(${DATE}[Tt ]${TIME})(${OFFSET})$`),
};

/**
 * Splits a text. Returns undefined if a native input cannot show all of it: a partly typed date, a date that does not
 * exist, microseconds.
 */
export function parseDateTime(input: DateTimeInput, text: string): DateTimeParts | undefined {
  const [, local, offset] = PATTERNS[input].exec(text) ?? [];
  if (local === undefined || !isInCalendar(input, local)) return undefined;
  return { local: local.toUpperCase().replace(' ', 'T'), offset: (offset ?? '').toUpperCase() };
}

/** Returns the text to send. RFC 3339 requires seconds, which native inputs leave out. */
export function formatDateTime(input: DateTimeInput, { local, offset }: DateTimeParts): string {
  if (input === 'date' || local === '') return local;
  return `${/:\d\d:/.test(local) ? local : `${local}:00`}${offset}`;
}

/** Returns all spellings of a time, RFC 3339 first: some servers require milliseconds, or no seconds. */
export function dateTimeSpellings(input: DateTimeInput, parts: DateTimeParts): readonly string[] {
  const rfc3339 = formatDateTime(input, parts);
  const { local, offset } = parts;
  if (input === 'date' || local === '' || /:\d\d:\d\d\./.test(local)) return [rfc3339];
  const seconds = rfc3339.slice(0, rfc3339.length - offset.length);
  return [rfc3339, `${seconds}.000${offset}`, `${seconds.replace(/:00$/, '')}${offset}`];
}

/** Returns the browser's offset from UTC at a local time. A time without a date gets today's offset. */
export function localOffset(local: string): string {
  const moment = new Date(local.includes('T') ? local : Date.now());
  const minutes = Number.isNaN(moment.getTime()) ? 0 : -moment.getTimezoneOffset();
  if (minutes === 0) return 'Z';
  const twoDigits = (part: number): string => String(part).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(Math.abs(minutes) / 60))}:${twoDigits(Math.abs(minutes) % 60)}`;
}

/** Returns a label such as `UTC` or `UTC+01:00`. */
export function offsetLabel(offset: string): string {
  if (offset === '') return t('schemaField.noZone');
  return offset === 'Z' ? 'UTC' : `UTC${offset}`;
}

function isInCalendar(input: DateTimeInput, local: string): boolean {
  if (input === 'time') return true;
  const date = local.slice(0, 10);
  const moment = new Date(`${date}T00:00:00Z`);
  return date > '0001' && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(date);
}

/** Returns a local time as native inputs return it: without seconds or a fraction that are zero. */
export function withoutZeroSeconds(local: string): string {
  return local
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace(/(:\d\d):00$/, '$1');
}
