import { t } from '../words/common-words.js';
import { formatBytes as sizeIn } from '../../src/format-message.js';
import { formatter, languageInUse } from '../words/messages.js';

/** `5,000`. */
export function formatCount(count: number): string {
  // Most counts are small, and the first formatter takes 6 ms until the list is drawn.
  const isPlain = count >= 0 && count < 1000 && Number.isInteger(count) && languageInUse() === 'en';
  return isPlain ? String(count) : formatter('NumberFormat').format(count);
}

/** `12 kB`. */
export function formatBytes(bytes: number): string {
  return sizeIn(bytes, languageInUse());
}

/** A short time: `10:42` today, `18 Nov, 10:42` on another day. */
export function fetchedAt(epochMs: number, now: number = Date.now()): string {
  const then = new Date(epochMs);
  const today = then.toDateString() === new Date(now).toDateString();
  return formatter('DateTimeFormat', {
    hour: '2-digit',
    minute: '2-digit',
    ...(today ? {} : { day: 'numeric', month: 'short' }),
  }).format(then);
}

/** The day of a decision: `3 October 2026`. The year matters: a decision may be old, or a clock wrong. */
export function dayOf(epochMs: number): string {
  return formatter('DateTimeFormat', { dateStyle: 'long' }).format(epochMs);
}

/**
 * Cuts a text to this many UTF-16 code units, never inside a character: half of one would be shown as a hidden
 * character.
 */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF\u200D]$/, '');
}

/** Cuts a text and ends it with `…` if anything is missing. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${cut(text, length - 1)}…`;
}

/**
 * A text on one line. It does not use `\s` and `trim`, which remove hidden characters: two different names would then
 * look the same.
 */
export function oneLine(text: string, length: number): string {
  // Cut first: a hostile description may have megabytes.
  const line = text.slice(0, length * 2).replace(/[ \t\r\n]+/g, ' ');
  return cut(line.replace(/^ | $/g, ''), length);
}

const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 } as const;

/** `10:42:07.123`. */
export function timeOf(epochMs: number): string {
  return formatter('DateTimeFormat', CLOCK).format(epochMs);
}

/** `18 Nov 2026, 10:42:07.123`. */
export function dateOf(epochMs: number): string {
  return formatter('DateTimeFormat', { ...CLOCK, day: 'numeric', month: 'short', year: 'numeric' }).format(epochMs);
}

/** The host and port of an address, `localhost:3001`, or the page's name of the server; otherwise the given text. */
export function formatHost(url: string | undefined): string {
  if (!url) return '';
  try {
    // A server inside the page without a name: see `readEndpoint`.
    if (url.startsWith('port:?')) return t('common.thisPage');
    const [, named] = /^(?:port:\/|name:)(.*)$/.exec(url) ?? [];
    if (named !== undefined) return decodeURIComponent(named);
    return new URL(url, globalThis.document?.baseURI).host || url.replace('port:', '');
  } catch {
    return url;
  }
}

/** Characters of the longest white space in a text that is long enough to hide the text after it; 0 without one. */
export function longestGap(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/\s{8,}/g), ([gap]) => gap.length));
}
