import { nothing, type TemplateResult } from 'lit';
import { counted, formatCount } from '../words/counted.js';
import { html } from '../words/html.js';
import type { ContentView } from './content-view.js';
import { foldText } from './fold-text.js';
import { PIECE } from './text-pieces.js';

/** A box that scrolls takes so many times the text that is shown without asking. */
const BOX_FACTOR = 10;

/** Text of no known kind, as prose. */
export function plainText(text: string, view: ContentView): TemplateResult {
  if (text === '') return html`<p class="quiet" part="text">Empty text.</p>`;
  const shown = shownText(text, view, 1);
  return shown.length > PIECE
    ? html`${view.long.box(shown, { part: 'text', classes: 'text', label: 'Text' })}`
    : html`<div class="text" part="text" dir="auto">${shown}</div>`;
}

/** Text in a box that scrolls, its lines as they are. */
export function codeBox(text: string, label: string, view?: ContentView): TemplateResult {
  const shown = view ? shownText(text, view, BOX_FACTOR) : text;
  const wrap = !view || view.wrap ? 'code' : 'code unwrapped';
  if (view && shown.length > PIECE) return html`${view.long.box(shown, { part: 'code', classes: wrap, label })}`;
  return html`<pre class=${wrap} part="code" tabindex="0" role="group" aria-label=${label}>${shown}</pre>`;
}

/** Shows the rest of a text, up to the limit. */
export function showAllButton(text: string, view: ContentView, isBox = false): TemplateResult | typeof nothing {
  const { limits, expanded, whole } = view;
  const isCut = text.length > limits.textCharacters;
  if (folded(text, view, isBox ? BOX_FACTOR : 1) === undefined) return nothing;
  return html`${
    whole
      ? nothing
      : html`<button
          class="plain small"
          part="expand-button"
          type="button"
          aria-expanded=${expanded}
          @click=${() => view.toggle('expanded')}
        >
          ${expanded ? 'Show less' : isCut ? 'Show more' : `Show all ${formatCount(text.length)} characters`}
        </button>`
  }${
    isCut
      ? html`<span class="small quiet"
          >At most ${counted(limits.textCharacters, { one: 'character', other: 'characters' })} are shown here. Download
          has all of it.</span
        >`
      : nothing
  }`;
}

function shownText(text: string, view: ContentView, factor: number): string {
  if (view.expanded || view.whole) return text.slice(0, view.limits.textCharacters);
  return folded(text, view, factor) ?? text;
}

function folded(text: string, { limits }: ContentView, factor: number): string | undefined {
  return foldText(text, limits.previewCharacters * factor, limits.previewLines * factor);
}
