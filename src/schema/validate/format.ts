import { safeInputLength, toRegExp } from '../../util/regex.js';
import { boundedMatcher, linearMatcher, type Matcher } from './pattern-matcher.js';
import { isForeignPattern } from '../../util/foreign-regex.js';
import type { ErrorText } from '../../errors.js';
import { errorText } from '../error-texts.js';
import { MAX_PATTERN_INPUT_LENGTH, MAX_FORM_PATTERN_LENGTH } from '../json-value.js';

/** A date as RFC 3339 defines it. */
function isDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return false;
  const [, year, month, day] = parts.map(Number) as [number, number, number, number];
  const lastDay = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  return month >= 1 && month <= 12 && day >= 1 && day <= lastDay;
}

function isTime(text: string): boolean {
  const parts = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:z|([+-])(\d{2}):(\d{2}))$/i.exec(text);
  if (!parts) return false;
  const [hour = 0, minute = 0, second = 0] = parts.slice(1, 4).map(Number);
  const [offsetHour, offsetMinute] = [Number(parts[5] ?? 0), Number(parts[6] ?? 0)];
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  // Leap seconds occur only at 23:59:60 UTC.
  const offset = (offsetHour * 60 + offsetMinute) * (parts[4] === '-' ? 1 : -1);
  return (hour * 60 + minute + offset + 2 * 1440) % 1440 === 1439;
}

function isDateTime(text: string): boolean {
  return /^[t\s]$/i.test(text.charAt(10)) && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

/** A time without a zone, with or without seconds. */
function isLocalTime(text: string): boolean {
  return isTime(`${text}Z`) || isTime(`${text}:00Z`);
}

function isLocalDateTime(text: string): boolean {
  return isDateTime(`${text}Z`) || isDateTime(`${text}:00Z`);
}

function isDuration(text: string): boolean {
  const parts = /^P(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/.exec(text);
  return parts !== null && /\d[A-Z]$/.test(text);
}

const matchers = new Map<string, PatternMatcher>();
/** Patterns whose compiled form is cached. When there are more, the cache is cleared. */
const MAX_REMEMBERED_PATTERNS = 500;

interface PatternMatcher {
  readonly fits: Matcher;
  /** Characters of a text that the browser matches itself. */
  readonly fastUpTo: number;
}

/**
 * True if `text` matches the server's pattern; undefined if it cannot be decided: the pattern does not compile, is
 * written for another language or is too long, or the text is too long for it. Hostile patterns cannot block the page:
 * they run in linear time, or with a limit on steps. The server checks the text as well.
 */
export function fitsPattern(pattern: string, text: string): boolean | undefined {
  return matcherFor(pattern).fits(text);
}

/** Characters of a pattern times those of a text that take our own matcher as long as another check. */
const WORK_OF_A_STEP = 50;

/** How many ordinary checks take as long as matching this text. */
export function patternSteps(pattern: string, text: string): number {
  return text.length <= matcherFor(pattern).fastUpTo ? 0 : (pattern.length * text.length) / WORK_OF_A_STEP;
}

function matcherFor(pattern: string): PatternMatcher {
  const known = matchers.get(pattern);
  if (known) return known;
  if (matchers.size >= MAX_REMEMBERED_PATTERNS) matchers.clear();
  const matcher = makeMatcher(pattern);
  matchers.set(pattern, matcher);
  return matcher;
}

/** True for a pattern that is never checked, because it is not written for JavaScript. */
export function isUncheckedPattern(pattern: string): boolean {
  return pattern.length <= MAX_FORM_PATTERN_LENGTH && (isForeignPattern(pattern) || toRegExp(pattern) === undefined);
}

function makeMatcher(pattern: string): PatternMatcher {
  const expression =
    pattern.length > MAX_FORM_PATTERN_LENGTH || isForeignPattern(pattern) ? undefined : toRegExp(pattern);
  if (!expression) return { fits: () => undefined, fastUpTo: Infinity };
  const fastUpTo = Math.min(MAX_PATTERN_INPUT_LENGTH, safeInputLength(pattern));
  let slow: Matcher | undefined;
  const fits: Matcher = (text) => {
    if (text.length <= fastUpTo) return expression.test(text);
    slow ??= remembering(linearMatcher(expression) ?? boundedMatcher(expression) ?? (() => undefined));
    return slow(text);
  };
  return { fits, fastUpTo };
}

/** Caches the last result: a form asks for the same text repeatedly. */
function remembering(matcher: Matcher): Matcher {
  let last: { readonly text: string; readonly fits: boolean | undefined } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, fits: matcher(text) };
    return last.fits;
  };
}

/** Sample texts without a zone, to find out whether a pattern accepts them. */
const SAMPLES: ReadonlyMap<string, readonly string[]> = new Map([
  ['time', ['10:20', '10:20:30', '10:20:30.123']],
  ['date-time', ['2026-03-01T10:20', '2026-03-01T10:20:30', '2026-03-01T10:20:30.123', '2026-03-01 10:20:30']],
]);
const ZONES = ['Z', '+01:00', '-08:00'];

const decided = new Map<string, boolean>();
/** Formats, each with its pattern, whose meaning is cached. When there are more, the cache is cleared. */
const MAX_REMEMBERED_FORMATS = 200;

/**
 * The format that the server means. `time` and `date-time` require a zone, but some libraries combine them with a
 * pattern that accepts none, so that no text could match both. In that case the pattern decides.
 * @see https://zod.dev/api#iso-times
 */
function meantFormat(format: string, pattern: string | undefined): string {
  const samples = pattern === undefined ? undefined : SAMPLES.get(format);
  return samples && pattern !== undefined && isWithoutZone(format, samples, pattern) ? `local-${format}` : format;
}

function isWithoutZone(format: string, samples: readonly string[], pattern: string): boolean {
  const key = `${format} ${pattern}`;
  const known = decided.get(key);
  if (known !== undefined) return known;
  const fits = (text: string): boolean => fitsPattern(pattern, text) === true;
  const isIt = samples.some(fits) && !samples.some((sample) => ZONES.some((zone) => fits(sample + zone)));
  if (decided.size >= MAX_REMEMBERED_FORMATS) decided.clear();
  decided.set(key, isIt);
  return isIt;
}

interface Format {
  readonly fits: (text: string) => boolean;
  /** The expected text, as a phrase. */
  readonly words: ErrorText;
}

/**
 * Characters of a text whose format is checked: more than any of these formats needs. A longer text is left to the
 * server.
 */
const MAX_FORMAT_INPUT_LENGTH = 20_000;

const FULL_ADDRESS = errorText('schema.form.fullAddress', { example: 'https://example.com' });
const ADDRESS = errorText('schema.form.address', { examples: ['https://example.com', '/path'] });
const PHONE = errorText('schema.form.phone', { example: '+41 44 668 18 00' });

/** The formats that are checked. Others only describe the value and reject nothing. */
const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['email', { fits: isEmail, words: errorText('schema.form.email') }],
  ['idn-email', { fits: (text) => /^[^\s@]+@[^\s@]+$/.test(text), words: errorText('schema.form.email') }],
  ['uri', { fits: isUri, words: FULL_ADDRESS }],
  ['url', { fits: isUri, words: FULL_ADDRESS }],
  ['iri', { fits: (text) => isUri(encoded(text)), words: FULL_ADDRESS }],
  ['uri-reference', { fits: isReference, words: ADDRESS }],
  ['iri-reference', { fits: (text) => isReference(encoded(text)), words: ADDRESS }],
  ['date', { fits: isDate, words: errorText('schema.form.date', { example: '2026-11-20' }) }],
  ['time', { fits: isTime, words: errorText('schema.form.time', { example: '14:30:00Z' }) }],
  ['date-time', { fits: isDateTime, words: errorText('schema.form.dateTime', { example: '2026-11-20T14:30:00Z' }) }],
  ['local-time', { fits: isLocalTime, words: errorText('schema.form.time', { example: '14:30:00' }) }],
  [
    'local-date-time',
    { fits: isLocalDateTime, words: errorText('schema.form.dateTime', { example: '2026-11-20T14:30:00' }) },
  ],
  ['duration', { fits: isDuration, words: errorText('schema.form.duration', { example: 'P3DT4H' }) }],
  // Each server has its own format for a colour or a phone number, so every text is accepted.
  ['color', { fits: () => true, words: errorText('schema.form.color', { example: '#1a73e8' }) }],
  ['phone', { fits: () => true, words: PHONE }],
  ['tel', { fits: () => true, words: PHONE }],
  [
    'uuid',
    {
      fits: (text) => /^(?:urn:uuid:)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
      words: errorText('schema.form.uuid'),
    },
  ],
  ['hostname', { fits: isHostname, words: errorText('schema.form.hostname', { example: 'example.com' }) }],
  ['ipv4', { fits: isIpv4, words: errorText('schema.form.ipv4', { example: '192.0.2.1' }) }],
  ['ipv6', { fits: isIpv6, words: errorText('schema.form.ipv6', { example: '2001:db8::1' }) }],
  [
    'json-pointer',
    {
      fits: (text) => /^(?:\/(?:[^~/]|~[01])*)*$/.test(text),
      words: errorText('schema.form.jsonPointer', { example: '/a/0' }),
    },
  ],
  [
    'relative-json-pointer',
    { fits: isRelativePointer, words: errorText('schema.form.relativeJsonPointer', { example: '1/a' }) },
  ],
  [
    'json-pointer-uri-fragment',
    {
      fits: (text) => text.startsWith('#') && isReference(text),
      words: errorText('schema.form.jsonPointer', { example: '#/a/0' }),
    },
  ],
  [
    'uri-template',
    { fits: isTemplate, words: errorText('schema.form.addressTemplate', { example: 'https://example.com/{id}' }) },
  ],
  ['byte', { fits: isBase64, words: errorText('schema.form.base64') }],
  ['regex', { fits: (text) => toRegExp(text) !== undefined, words: errorText('schema.form.regex') }],
]);

/** The expected text as a phrase; undefined for a format that is not checked. */
export function formatInWords(format: string, pattern?: string): ErrorText | undefined {
  return FORMATS.get(meantFormat(format, pattern))?.words;
}

/** True for formats that are not checked. The pattern may change the meaning of a format. */
export function fitsFormat(format: string, text: string, pattern?: string): boolean {
  const known = FORMATS.get(meantFormat(format, pattern));
  return known === undefined || text.length > MAX_FORMAT_INPUT_LENGTH || known.fits(text);
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const name = text.slice(0, Math.max(at, 0));
  const host = text.slice(at + 1);
  const isName = /^"[^"\\]*"$/.test(name) || /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(name);
  return isName && (isHostname(host) || /^\[.+\]$/.test(host));
}

function isUri(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(text) && isReference(text) && (!/^https?:/i.test(text) || URL.canParse(text));
}

/** Accepts only the characters of a URI reference, and only complete percent-encodings. */
function isReference(text: string): boolean {
  return /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})*$/i.test(text) && text.split('#').length <= 2;
}

function isRelativePointer(text: string): boolean {
  return /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/.test(text);
}

/** A name in an expression: a `.` only between two other characters, so that matching is linear. */
const VARIABLE = String.raw`(?:\w|%[\da-f]{2})(?:\.?(?:\w|%[\da-f]{2}))*(?::[1-9]\d{0,3}|\*)?`;
const TEMPLATE = new RegExp(
  String.raw`^(?:[^\0-\x20"'<>%\\^{|}${'`'}]|%[\da-f]{2}|\{[+#./;?&=,!@|]?${VARIABLE}(?:,${VARIABLE})*\})*$`,
  'i',
);

/**
 * Expressions in braces; outside of them the characters of a URI reference.
 * @see https://www.rfc-editor.org/rfc/rfc6570#section-2
 */
function isTemplate(text: string): boolean {
  return TEMPLATE.test(text);
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[a-z\d+/]*={0,2}$/i.test(text);
}

function encoded(text: string): string {
  return text.replace(/[^\0-\x7f]/gu, 'a');
}

function isHostname(text: string): boolean {
  return text.length <= 254 && /^(?!-)[a-z\d-]{1,63}(?<!-)(?:\.(?!-)[a-z\d-]{1,63}(?<!-))*\.?$/i.test(text);
}

function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1) ?? '';
  const isMixed = last.includes('.') && isIpv4(last);
  const plain = isMixed ? groups.slice(0, -1) : groups;
  if (!plain.every((group) => /^[\da-f]{1,4}$/i.test(group))) return false;
  const size = plain.length + (isMixed ? 2 : 0);
  return halves.length === 2 ? size < 8 : size === 8;
}

/** Characters of an address that a message spells out. */
const MAX_SPELLED_LENGTH = 200;

/**
 * A complete address with letters that the format does not have, in the spelling that it has: `https://zürich.ch` is
 * `https://xn--zrich-kva.ch/`. Undefined where other things are wrong with it.
 */
export function addressInAscii(format: string, text: string): string | undefined {
  if ((format !== 'uri' && format !== 'url') || text.length > MAX_SPELLED_LENGTH || !isUri(encoded(text)))
    return undefined;
  const spelled = URL.canParse(text) ? new URL(text).href : undefined;
  return spelled !== undefined && spelled.length <= MAX_SPELLED_LENGTH && isUri(spelled) ? spelled : undefined;
}
