import { html, nothing, type TemplateResult } from 'lit';
import type { HtmlPlan, JsonPlan, MarkdownPlan, TextPlan } from '../../src/content/index.js';
import { counted, formatCount } from '../words/counted.js';
import type { ContentView } from './content-view.js';
import { foldText } from './fold-text.js';

/** A box that scrolls takes so many times the text that is shown without asking. */
const BOX_FACTOR = 10;

export function textView(plan: TextPlan, view: ContentView): TemplateResult {
  const formatted = plan.mayBeMarkdown ? formattedText(view) : nothing;
  return html`${formatted === nothing ? plainText(plan.text, view) : formatted}${notes(plan.notes)}
    <div class="row actions" part="actions">
      ${formatted === nothing ? showAllButton(plan.text, plan.fileName, view, 1) : nothing}
      ${plan.mayBeMarkdown ? formatButton('markdown', plan.text, view, 'Show as Markdown', 'Show as text') : nothing}
    </div>`;
}

export function jsonView(plan: JsonPlan, view: ContentView): TemplateResult {
  return html`${codeBox(plan.text, 'JSON', view)}${notes(plan.notes)}
    <div class="row actions" part="actions">
      ${view.copy.render(() => plan.source)}${showAllButton(plan.text, plan.fileName, view, BOX_FACTOR, plan.source)}
    </div>`;
}

export function markdownView(plan: MarkdownPlan, view: ContentView): TemplateResult {
  const formatted = formattedText(view);
  return html`${formatted === nothing ? plainText(plan.text, view) : formatted}${notes(plan.notes)}
    <div class="row actions" part="actions">
      ${formatButton('markdown', plan.text, view, 'Show as Markdown', 'Show as text')}
      ${formatted === nothing ? showAllButton(plan.text, plan.fileName, view, 1) : nothing}
    </div>`;
}

export function htmlView(plan: HtmlPlan, view: ContentView): TemplateResult {
  const formatted = formattedText(view);
  return html`${formatted === nothing ? codeBox(plan.text, 'HTML source', view) : formatted}${notes(plan.notes)}
    <div class="row actions" part="actions">
      ${formatButton('html', plan.text, view, 'Show formatted', 'Show source')}
      ${
        formatted === nothing
          ? [view.copy.render(() => plan.text), showAllButton(plan.text, plan.fileName, view, BOX_FACTOR)]
          : nothing
      }
    </div>`;
}

/** Sentences beside the content. */
export function notes(sentences: readonly string[]): readonly TemplateResult[] {
  return sentences.map((sentence) => html`<p class="small quiet" part="note">${sentence}</p>`);
}

/** Text in a box that scrolls. */
export function codeBox(text: string, label: string, view?: ContentView): TemplateResult {
  const shown = view ? shownText(text, view, BOX_FACTOR) : text;
  return html`<pre class="code" part="code" tabindex="0" role="group" aria-label=${label} .textContent=${shown}></pre>`;
}

function plainText(text: string, view: ContentView): TemplateResult {
  if (text === '') return html`<p class="quiet" part="text">Empty text.</p>`;
  return html`<div class="text" part="text" dir="auto" .textContent=${shownText(text, view, 1)}></div>`;
}

function shownText(text: string, { expanded, limits }: ContentView, factor: number): string {
  if (expanded) return text.slice(0, limits.textCharacters);
  return foldText(text, limits.previewCharacters * factor, limits.previewLines * factor) ?? text;
}

function showAllButton(
  text: string,
  fileName: string,
  view: ContentView,
  factor: number,
  whole: string = text,
): TemplateResult | typeof nothing {
  const { limits, expanded } = view;
  if (foldText(text, limits.previewCharacters * factor, limits.previewLines * factor) === undefined) return nothing;
  const isCut = text.length > limits.textCharacters;
  return html`<button
      class="plain small"
      part="expand-button"
      type="button"
      aria-expanded=${expanded}
      @click=${() => view.toggleExpanded()}
    >
      ${expanded ? 'Show less' : isCut ? 'Show more' : `Show all ${formatCount(text.length)} characters`}</button
    >${
      isCut
        ? html`<span class="small quiet">At most ${formatCount(limits.textCharacters)} characters are shown here.</span>
            ${view.save.render(fileName, { text: whole }, 'Download all')}`
        : nothing
    }`;
}

function formatButton(
  language: 'markdown' | 'html',
  text: string,
  view: ContentView,
  on: string,
  off: string,
): TemplateResult {
  const { state } = view.format;
  const isOn = state.phase === 'shown' || state.phase === 'loading';
  return html`<button
      class="plain small"
      part="format-button"
      type="button"
      @click=${() => view.toggleFormatted(language, text)}
    >
      ${isOn ? off : on}</button
    >${state.phase === 'refused' ? html`<span class="small quiet" role="status">${state.note}</span>` : nothing}`;
}

/** The formatted text, where there is one to show. */
function formattedText(view: ContentView): TemplateResult | typeof nothing {
  const { state } = view.format;
  if (state.phase !== 'shown') return nothing;
  const { root, leftOut } = state.fragment;
  return html`<div
      class="document"
      part="document"
      tabindex="0"
      role="group"
      aria-label="Formatted text"
      @click=${view.links.onClick}
      @auxclick=${view.links.onClick}
    >
      ${root}
    </div>
    ${view.links.render()}
    ${root.textContent.trim() === '' ? html`<p class="quiet" part="note">Nothing of it can be shown.</p>` : nothing}
    ${
      leftOut > 0
        ? html`<p class="small quiet" part="note">
            Left out for safety: ${counted(leftOut, { one: 'part', other: 'parts' })} that could run, load or ask
            something.
          </p>`
        : nothing
    }`;
}
