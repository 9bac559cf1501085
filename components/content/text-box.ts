import { nothing, type TemplateResult } from 'lit';
import { withLineFeeds } from '../../src/content/index.js';
import { html } from '../internal/html.js';
import { counted, formatCount } from '../internal/text.js';
import type { ContentView } from './content-view.js';
import { PIECE } from './long-text.js';

/**
 * Shortens a text that has more than these numbers of characters or lines.
 * @returns the beginning of the text; undefined if it is not longer
 */
export function collapseText(text: string, characters: number, lines: number): string | undefined {
  let end = -1;
  for (let line = 0; line < lines; line++) {
    end = text.indexOf('\n', end + 1);
    if (end === -1 || end > characters) break;
  }
  const isLong = text.length > characters;
  // A line break at the very end begins no new line.
  if (!isLong && (end === -1 || end === text.length - 1)) return undefined;
  return end === -1 || end > characters ? text.slice(0, characters) : text.slice(0, end);
}

/** A box that scrolls shows this many times more text than one that does not scroll. */
const BOX_FACTOR = 10;

/** Text in a box that scrolls, with its line breaks. */
export function codeBox(text: string, label: string, view?: ContentView): TemplateResult {
  const shown = view ? shownText(text, view, BOX_FACTOR) : text;
  const wrap = !view || view.wrap ? 'code' : 'code unwrapped';
  if (view && shown.length > PIECE) return html`${view.long.box(shown, { part: 'code', classes: wrap, label })}`;
  return html`<pre class=${wrap} part="code" tabindex="0" role="group" aria-label=${label}>${shown}</pre>`;
}

/** The button that shows the rest of a text, up to the limit. */
export function showAllButton(text: string, view: ContentView, isBox = false): TemplateResult | typeof nothing {
  const { limits, expanded, whole } = view;
  const isCut = text.length > limits.textCharacters;
  const factor = isBox ? BOX_FACTOR : 1;
  if (collapsedText(text, view, factor) === undefined) return nothing;
  return html`${
    whole
      ? nothing
      : html`<button
            class="plain small"
            part="button"
            data-name="expand-button"
            type="button"
            aria-expanded=${expanded}
            @click=${() => view.toggle('expanded')}
          >
            ${expanded ? 'Show less' : isCut ? 'Show more' : 'Show all'}</button
          >${expanded ? nothing : html`<span class="small quiet">${shownWords(text, view, factor)}</span>`}`
  }${
    isCut
      ? html`<span class="small quiet"
          >At most ${counted(limits.textCharacters, { one: 'character', other: 'characters' })} are shown here. Download
          has all of it.</span
        >`
      : nothing
  }`;
}

/** Characters of a text whose lines are counted: this happens on each rendering, and takes under a millisecond. */
const MAX_COUNTED_LINES_LENGTH = 200_000;

/** Returns how much of a text is shown: `24 of 52 lines`; for few long lines, the characters. */
function shownWords(text: string, view: ContentView, factor: number): string {
  const shown = shownText(text, view, factor);
  if (text.length <= MAX_COUNTED_LINES_LENGTH) {
    const [some, all] = [linesOf(shown), linesOf(text)];
    if (some < all) return `${formatCount(some)} of ${counted(all, { one: 'line', other: 'lines' })}`;
  }
  return `${formatCount(shown.length)} of ${counted(text.length, { one: 'character', other: 'characters' })}`;
}

/** A line break at the very end begins no new line. */
function linesOf(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** The part of a text that is shown now, with line feeds as line ends. */
export function shownText(given: string, view: ContentView, factor: number): string {
  const text = withLineFeeds(given);
  if (view.expanded || view.whole) return text.slice(0, view.limits.textCharacters);
  return collapsedText(text, view, factor) ?? text;
}

function collapsedText(text: string, { limits }: ContentView, factor: number): string | undefined {
  return collapseText(withLineFeeds(text), limits.previewCharacters * factor, limits.previewLines * factor);
}
