import { css, type CSSResult, nothing, type TemplateResult } from 'lit';
import { html, serverText } from './html.js';

/** What things are called, one and several of them. */
export interface Noun {
  readonly one: string;
  readonly other: string;
}

const numbers = new Intl.NumberFormat('en');
const plurals = new Intl.PluralRules('en');

/** `1 tool`, `5,000 tools`. */
export function counted(count: number, noun: Noun): string {
  return `${numbers.format(count)} ${plurals.select(count) === 'one' ? noun.one : noun.other}`;
}

/** `5,000`. */
export function formatCount(count: number): string {
  return numbers.format(count);
}

/** Characters of one text that are laid out at all: measured, 100,000 take 52 ms at a stretch, so these take about 20. */
const WHOLE_CHARACTERS = 40_000;

/** All of a text that a row shows only the beginning of, in a box that scrolls. */
export function wholeText(text: string, label: string): TemplateResult {
  const shown = text.slice(0, WHOLE_CHARACTERS);
  return html`<pre class="whole" part="note" data-name="whole" tabindex="0" role="group" aria-label=${label} dir="auto">
${serverText(shown)}</pre>
    ${
      text.length > WHOLE_CHARACTERS
        ? html`<p class="small quiet" part="note">
            The first ${formatCount(WHOLE_CHARACTERS)} of ${counted(text.length, CHARACTERS)} are shown. Copy gives all.
          </p>`
        : nothing
    }`;
}

/** In place of a tree or table: why there is none, and the text as it came. */
export function textInstead(message: string, text: string): TemplateResult {
  return html`<p class="note small" part="note">${message} It is shown as it came.</p>
    ${wholeText(text, 'Text')}`;
}

const CHARACTERS = { one: 'character', other: 'characters' };

/** The text with what is sought in it marked. Nothing is marked where small letters have another length than capitals. */
export function withMarks(text: string, sought: string): unknown {
  const [words, needle] = [text.toLowerCase(), sought.toLowerCase()];
  if (needle === '' || words.length !== text.length || !words.includes(needle)) return serverText(text);
  const parts: unknown[] = [];
  let from = 0;
  for (let at = words.indexOf(needle); at >= 0; at = words.indexOf(needle, from)) {
    parts.push(serverText(text.slice(from, at)), html`<mark>${serverText(text.slice(at, at + needle.length))}</mark>`);
    from = at + needle.length;
  }
  parts.push(serverText(text.slice(from)));
  return parts;
}

/** Milliseconds until the address of a file ends: the browser has taken it by then. */
const DOWNLOAD_URL_MS = 10_000;

/** Gives the person a file, which their browser saves. */
export function giveFile(name: string, pieces: readonly BlobPart[]): void {
  // A type that no browser shows: opened in this page's name, HTML, SVG or words of a server would run as the page.
  const url = URL.createObjectURL(new Blob([...pieces], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_URL_MS);
}

/** `2026-11-22T10-42-07`: now, as a part of a file's name. */
export function fileStamp(): string {
  return new Date().toISOString().slice(0, 19).replaceAll(':', '-');
}

/** When something was true, as short as it stays clear: `10:42` today, `18 Nov, 10:42` before. */
export function fetchedAt(epochMs: number, now: number = Date.now()): string {
  const then = new Date(epochMs);
  const today = then.toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    ...(today ? {} : { day: 'numeric', month: 'short' }),
  }).format(then);
}

/** The beginning of a text, of at most so many UTF-16 units, and never half a character: that would show as a hidden one. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF\u200D]$/, '');
}

/** The same, with a sign for what is missing. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${cut(text, length - 1)}…`;
}

/** A text on one line. Not `\s` and `trim`, which take hidden characters away: one of two names would then look like the other. */
export function oneLine(text: string, length: number): string {
  // Cut first: a hostile description may be megabytes long.
  const line = text.slice(0, length * 2).replace(/[ \t\r\n]+/g, ' ');
  return cut(line.replace(/^ | $/g, ''), length);
}

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});
const calendar = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** `10:42:07.123`. */
export function timeOf(epochMs: number): string {
  return clock.format(epochMs);
}

/** `18 Nov 2026, 10:42:07.123`. */
export function dateOf(epochMs: number): string {
  return `${calendar.format(epochMs)}, ${clock.format(epochMs)}`;
}

/** Host and port of an address, `localhost:3001`, or what the page calls the server; what was given where it is neither. */
export function hostOf(url: string | undefined): string {
  if (!url) return '';
  try {
    // A server inside the page without a name: see `readEndpoint`.
    if (url.startsWith('port:?')) return 'this page';
    const [, named] = /^(?:port:\/|name:)(.*)$/.exec(url) ?? [];
    if (named !== undefined) return decodeURIComponent(named);
    return new URL(url, globalThis.document?.baseURI).host || url.replace('port:', '');
  } catch {
    return url;
  }
}

/**
 * A server's text. A long one is collapsed: its beginning, and the whole text after a press on “More”.
 * @param limit characters that are shown without a press
 * @param id id of the element that describes a control: the text, or the beginning of a long one
 */
export function collapsedText(text: string | undefined, limit: number, id?: string): TemplateResult | typeof nothing {
  const trimmed = text?.trim();
  if (!trimmed) return nothing;
  if (trimmed.length <= limit) {
    return html`<p id=${id ?? nothing} class="help quiet" part="description">${trimmed}</p>`;
  }
  const start = cut(trimmed, limit * 0.8).replace(/\s+\S*$/, '');
  return html`<details class="help quiet" part="description">
    <summary><span class="start" id=${id ?? nothing}>${start}…</span> <span class="more"></span></summary>
    <p>${trimmed}</p>
  </details>`;
}

export const collapsedTextStyles: CSSResult = css`
  .help {
    white-space: pre-line;
    unicode-bidi: plaintext;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .help > summary {
    list-style: none;
    inline-size: fit-content;
  }
  .help > summary::-webkit-details-marker {
    display: none;
  }
  .help[open] > summary > .start {
    display: none;
  }
  .more {
    color: var(--_accent);
    font-weight: 550;
    white-space: nowrap;
  }
  .more::before {
    content: 'More';
  }
  .help[open] .more::before {
    content: 'Less';
  }
`;
