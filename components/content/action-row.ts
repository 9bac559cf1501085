import { nothing, type TemplateResult } from 'lit';
import { html } from '../words/html.js';
import type { ContentView, Switches } from './content-view.js';

/** The row of buttons below a piece of content. Not there where there are none. */
export function actionRow(...actions: readonly unknown[]): TemplateResult {
  return html`<div class="row actions" part="actions">${actions}</div>`;
}

/** A button that says what it leads to. */
export function switchButton(
  view: ContentView,
  name: keyof Switches,
  part: string,
  labels: { readonly on: string; readonly off: string },
): TemplateResult {
  return html`<button class="plain small" part=${part} type="button" @click=${() => view.toggle(name)}>
    ${view[name] ? labels.off : labels.on}
  </button>`;
}

/** A button that stays as it is called, pressed or not. */
export function pressButton(view: ContentView, name: keyof Switches, part: string, label: string): TemplateResult {
  return html`<button
    class="plain small"
    part=${part}
    type="button"
    aria-pressed=${view[name]}
    @click=${() => view.toggle(name)}
  >
    ${label}
  </button>`;
}

/** Sentences beside the content. */
export function notes(sentences: readonly string[]): readonly TemplateResult[] | typeof nothing {
  return sentences.length === 0
    ? nothing
    : sentences.map((sentence) => html`<p class="small quiet" part="note">${sentence}</p>`);
}
