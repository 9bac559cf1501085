import { isDate, isDateTime, isDuration, isLocalDateTime, isLocalTime, isTime } from './check-time.js';
import { meantFormat } from './local-format.js';
import { toRegExp } from '../../util/safe-pattern.js';

interface Format {
  readonly fits: (text: string) => boolean;
  /** What is expected, to go after "Enter". */
  readonly words: string;
}

/** Longer than anything these formats are made for. */
const MAX_LENGTH = 20_000;

/** The formats that are checked. A server may use others; they describe and do not refuse. */
const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['email', { fits: isEmail, words: 'an e-mail address' }],
  ['idn-email', { fits: (text) => /^[^\s@]+@[^\s@]+$/.test(text), words: 'an e-mail address' }],
  ['uri', { fits: isUri, words: 'a full address, like https://example.com' }],
  ['url', { fits: isUri, words: 'a full address, like https://example.com' }],
  ['iri', { fits: (text) => isUri(encoded(text)), words: 'a full address, like https://example.com' }],
  ['uri-reference', { fits: isReference, words: 'an address, like https://example.com or /path' }],
  [
    'iri-reference',
    { fits: (text) => isReference(encoded(text)), words: 'an address, like https://example.com or /path' },
  ],
  ['date', { fits: isDate, words: 'a date, like 2026-11-20' }],
  ['time', { fits: isTime, words: 'a time, like 14:30:00Z' }],
  ['date-time', { fits: isDateTime, words: 'a date and time, like 2026-11-20T14:30:00Z' }],
  ['local-time', { fits: isLocalTime, words: 'a time, like 14:30:00' }],
  ['local-date-time', { fits: isLocalDateTime, words: 'a date and time, like 2026-11-20T14:30:00' }],
  ['duration', { fits: isDuration, words: 'a duration, like P3DT4H' }],
  ['uuid', { fits: (text) => /^(?:urn:uuid:)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text), words: 'a UUID' }],
  ['hostname', { fits: isHostname, words: 'a host name, like example.com' }],
  ['ipv4', { fits: isIpv4, words: 'an IPv4 address, like 192.0.2.1' }],
  ['ipv6', { fits: isIpv6, words: 'an IPv6 address, like 2001:db8::1' }],
  ['json-pointer', { fits: (text) => /^(?:\/(?:[^~/]|~[01])*)*$/.test(text), words: 'a JSON Pointer, like /a/0' }],
  ['relative-json-pointer', { fits: isRelativePointer, words: 'a relative JSON Pointer, like 1/a' }],
  [
    'json-pointer-uri-fragment',
    { fits: (text) => text.startsWith('#') && isReference(text), words: 'a JSON Pointer, like #/a/0' },
  ],
  ['uri-template', { fits: isTemplate, words: 'an address with places to fill in, like https://example.com/{id}' }],
  ['byte', { fits: isBase64, words: 'bytes as base64' }],
  ['regex', { fits: (text) => toRegExp(text) !== undefined, words: 'a regular expression' }],
]);

/** What the format asks for, in words; undefined for a format that is not checked. */
export function formatInWords(format: string, pattern?: string): string | undefined {
  return FORMATS.get(meantFormat(format, pattern))?.words;
}

/** True for a format that is not checked. The pattern beside it may say what is meant by it. */
export function fitsFormat(format: string, text: string, pattern?: string): boolean {
  const known = FORMATS.get(meantFormat(format, pattern));
  return known === undefined || text.length > MAX_LENGTH || known.fits(text);
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

/** Only characters that an address may have, and nothing percent-encoded halfway. */
function isReference(text: string): boolean {
  return /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})*$/i.test(text) && text.split('#').length <= 2;
}

function isRelativePointer(text: string): boolean {
  return /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/.test(text);
}

/** RFC 6570: expressions in braces, and around them what an address may have. */
function isTemplate(text: string): boolean {
  return /^(?:[^\0-\x20"'<>%\\^`{|}]|%[\da-f]{2}|\{[+#./;?&=,!@|]?[\w.%]+(?::[1-9]\d{0,3}|\*)?(?:,[\w.%]+(?::[1-9]\d{0,3}|\*)?)*\})*$/i.test(
    text,
  );
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
