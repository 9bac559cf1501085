import { nothing, type TemplateResult } from 'lit';
import { hasAnsi, type HtmlPlan, type MarkdownPlan, type TextPlan } from '../../src/content/index.js';
import { counted } from '../words/counted.js';
import { html } from '../words/html.js';
import { actionRow, notes, pressButton, switchButton } from './action-row.js';
import type { ContentView } from './content-view.js';
import { terminalView } from './data-views.js';
import { codeBox, plainText, showAllButton } from './text-box.js';
import { furnish } from './remote-places.js';

/** Characters that a reader can as well select: buttons for them would be louder than the text. */
const SHORT = 80;
/** Characters looked at to tell whether a terminal wrote a text. */
const ANSI_SAMPLE = 100_000;

export function textView(plan: TextPlan, view: ContentView): TemplateResult {
  if (hasAnsi(plan.text.slice(0, ANSI_SAMPLE))) return terminalView(plan, view);
  const { text } = plan;
  const formatted = plan.mayBeMarkdown ? formattedText(view) : nothing;
  const isShort = text.length <= SHORT && !text.trim().includes('\n');
  return html`${formatted === nothing ? plainText(text, view) : formatted}${notes(plan.notes)}
  ${actionRow(
    formatted === nothing ? showAllButton(text, view) : nothing,
    plan.mayBeMarkdown ? formatButton('markdown', text, view, 'Show as Markdown', 'Show as text') : nothing,
    isShort ? nothing : takeButtons(plan, view),
  )}`;
}

export function markdownView(plan: MarkdownPlan, view: ContentView): TemplateResult {
  const { text } = plan;
  const formatted = formattedText(view);
  return html`${formatted === nothing ? plainText(text, view) : formatted}${notes(plan.notes)}
  ${actionRow(
    formatted === nothing ? showAllButton(text, view) : nothing,
    formatButton('markdown', text, view, 'Show as Markdown', 'Show as text'),
    takeButtons(plan, view),
  )}`;
}

export function htmlView(plan: HtmlPlan, view: ContentView): TemplateResult {
  const { text } = plan;
  const formatted = formattedText(view);
  const isSource = formatted === nothing && !view.paged;
  const shown = view.paged
    ? html`<mcp-page-view .text=${text} .policy=${view.policy}></mcp-page-view>`
    : formatted === nothing
      ? codeBox(text, 'HTML source', view)
      : formatted;
  return html`${shown}${notes(plan.notes)}
  ${actionRow(
    isSource ? showAllButton(text, view, true) : nothing,
    view.paged ? nothing : formatButton('html', text, view, 'Show formatted', 'Show source'),
    switchButton(view, 'paged', 'page-view-button', { on: 'Show as page', off: 'Show source' }),
    isSource ? pressButton(view, 'wrap', 'wrap-button', 'Wrap lines') : nothing,
    takeButtons(plan, view),
  )}`;
}

/** What can be done with any text: copy it, save it, give it the page. */
export function takeButtons(
  { text, fileName }: { readonly text: string; readonly fileName: string },
  view: ContentView,
): TemplateResult {
  return html`${view.copy.render(() => text)}${view.save.render(fileName, { text })}${view.page.button(view)}`;
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
  furnish(state.fragment, view.links, view.policy);
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
