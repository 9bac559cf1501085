import { nothing, type TemplateResult } from 'lit';
import { withLineFeeds } from '../../src/content/index.js';
import { html } from '../internal/html.js';
import type { ContentView } from './content-view.js';
import { PIECE } from './long-text.js';
import { t } from './messages.js';

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

/** The text whose lines were counted last: counting a million takes some milliseconds. */
let lastCounted = { text: '', lines: 0 };

/** A line break at the very end begins no new line. */
function linesOf(text: string): number {
  if (lastCounted.text === text) return lastCounted.lines;
  let lines = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  lastCounted = { text, lines };
  return lines;
}

/** The extent of the shown part and of the whole: lines if the text was cut after a line, else characters. */
function extentOf(text: string, shown: string): { readonly shown: number; readonly all: string } {
  const isLines = text[shown.length] === '\n';
  return isLines
    ? { shown: shown.split('\n').length, all: t('content.lines', { count: linesOf(text) }) }
    : { shown: shown.length, all: t('content.characters', { count: text.length }) };
}

/** The button that shows the rest of a text, up to the limit, and how much is shown now. */
export function showAllButton(given: string, view: ContentView, isBox = false): TemplateResult | typeof nothing {
  const { limits, expanded, whole } = view;
  const text = withLineFeeds(given);
  const isCut = text.length > limits.textCharacters;
  const collapsed = collapsedText(text, view, isBox ? BOX_FACTOR : 1);
  if (collapsed === undefined) return nothing;
  const extent = extentOf(text, collapsed);
  const isFolded = !expanded && !whole;
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
          ${expanded ? t('content.showLess') : isCut ? t('content.showMore') : t('content.showAll', { all: extent.all })}
        </button>`
  }${
    isFolded
      ? html`<span class="small quiet">${t.rich('content.of', { shown: extent.shown, all: extent.all })}</span>`
      : isCut
        ? html`<span class="small quiet"
            >${t.rich('content.ofAreShownHere', { textCharacters: limits.textCharacters, characters: t('content.characters', { count: text.length }) })}</span
          >`
        : nothing
  }`;
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
