import { nothing, type TemplateResult } from 'lit';
import {
  hasAnsi,
  type HtmlPlan,
  type MarkdownPlan,
  type TextPlan,
  type UnseenText,
  withLineFeeds,
} from '../../src/content/index.js';
import { html } from '../internal/html.js';
import { errorWords, richErrorWords } from '../words/messages.js';
import { wholeText } from '../internal/long-text.js';
import { actionRow, type ContentView, moreActions, notes, pressButton, switchButton } from './content-view.js';
import { terminalView } from './data-views.js';
import { annotate } from './formatted-text.js';
import { PIECE } from './long-text.js';
import { codeBox, showAllButton, shownText } from './text-box.js';
import { t } from './messages.js';

/** Text of unknown kind, as prose. */
function plainText(text: string, view: ContentView): TemplateResult {
  if (text === '') return html`<p class="quiet" part="text">${t('content.emptyText')}</p>`;
  const shown = shownText(text, view, 1);
  return shown.length > PIECE
    ? html`${view.long.box(shown, { part: 'text', classes: 'text', label: t('content.text') })}`
    : html`<div class="text" part="text" dir="auto">${shown}</div>`;
}

/** Characters of a text that gets no buttons: it is easier to select than to copy with a button. */
const MAX_LENGTH_WITHOUT_BUTTONS = 80;

/** True if a text gets no buttons. */
export function isShortText(text: string): boolean {
  return text.length <= MAX_LENGTH_WITHOUT_BUTTONS && !text.trim().includes('\n');
}

/** Characters that are searched for terminal colours. */
const ANSI_SAMPLE = 100_000;

export function textView(plan: TextPlan, view: ContentView): TemplateResult {
  if (hasAnsi(withLineFeeds(plan.text.slice(0, ANSI_SAMPLE)))) return terminalView(plan, view);
  const { text } = plan;
  const formatted = plan.mayBeMarkdown ? formattedText(view) : nothing;
  const said = plan.isMarkdown && formatted === nothing ? [t('content.thisTextIsWritten')] : [];
  const format = formatButton(
    'markdown',
    text,
    view,
    t('content.showAsMarkdown'),
    t('content.plainText'),
    plan.isMarkdown,
  );
  return html`${formatted === nothing ? plainText(text, view) : formatted}${notes([...said, ...plan.notes])}
  ${actionRow(
    plan.mayBeMarkdown ? format : nothing,
    formatted === nothing ? showAllButton(text, view) : nothing,
    ...(isShortText(text) ? [] : [view.copy.render(() => text), moreActions(view, ...fileButtons(plan, view))]),
  )}`;
}

export function markdownView(plan: MarkdownPlan, view: ContentView): TemplateResult {
  const { text } = plan;
  const formatted = formattedText(view);
  return html`${formatted === nothing ? plainText(text, view) : formatted}${notes(plan.notes)}
  ${actionRow(
    formatButton('markdown', text, view, t('content.showAsMarkdown'), t('content.plainText')),
    formatted === nothing ? showAllButton(text, view) : nothing,
    view.copy.render(() => text),
    moreActions(view, ...fileButtons(plan, view)),
  )}`;
}

export function htmlView(plan: HtmlPlan, view: ContentView): TemplateResult {
  const { text } = plan;
  const formatted = formattedText(view);
  const isSource = formatted === nothing && !view.asPage;
  // Like other source, also beyond the limit for formatting.
  const isLong = text.length > view.limits.codeCharacters;
  const shown = view.asPage
    ? html`<mcp-page-view .text=${text} .policy=${view.policy}></mcp-page-view>`
    : formatted === nothing
      ? isLong
        ? codeBox(text, t('content.htmlSource'), view)
        : html`<mcp-code-view .text=${text} language="html"></mcp-code-view>`
      : formatted;
  return html`${shown}${notes(plan.notes)}
  ${actionRow(
    view.asPage ? nothing : formatButton('html', text, view, t('content.showFormatted'), t('content.showSource')),
    switchButton(view, 'asPage', 'page-view-button', { on: t('content.showAsPage'), off: t('content.showSource') }),
    isSource && isLong ? showAllButton(text, view, true) : nothing,
    isSource && !isLong ? nothing : view.copy.render(() => text),
    moreActions(
      view,
      isSource && isLong ? pressButton(view, 'wrap', 'wrap-button', t('content.wrapLines')) : nothing,
      ...fileButtons(plan, view),
    ),
  )}`;
}

/** The less usual buttons of any text: download, full page. */
function fileButtons(
  { text, fileName }: { readonly text: string; readonly fileName: string },
  view: ContentView,
): readonly (TemplateResult | typeof nothing)[] {
  return [view.save.render(fileName, { text }), view.page.button(view)];
}

function formatButton(
  language: 'markdown' | 'html',
  text: string,
  view: ContentView,
  on: string,
  off: string,
  isProminent = false,
): TemplateResult {
  const { state } = view.format;
  const isOn = state.phase === 'shown' || state.phase === 'loading';
  return html`<button
      class=${isProminent && !isOn ? 'small' : 'plain small'}
      part="button"
      data-name="format-button"
      type="button"
      @click=${() => view.toggleFormatted(language, text)}
    >
      ${isOn ? off : on}</button
    >${state.phase === 'refused' ? html`<span class="small quiet" role="status">${richErrorWords(state.note)}</span>` : nothing}`;
}

/** The formatted text, if there is one. */
function formattedText(view: ContentView): TemplateResult | typeof nothing {
  const { state } = view.format;
  if (state.phase !== 'shown') return nothing;
  annotate(state.fragment, view.links, view.policy);
  const { root, leftOut } = state.fragment;
  return html`<div
      class="document"
      part="document"
      tabindex="0"
      role="group"
      aria-label=${t('content.formattedText')}
      @click=${view.links.onClick}
      @auxclick=${view.links.onClick}
    >
      ${root}
    </div>
    ${view.links.render()}
    ${root.textContent.trim() === '' ? html`<p class="quiet" part="note">${t('content.nothingOfItCan')}</p>` : nothing}
    ${
      leftOut > 0
        ? html`<p class="small quiet" part="note">${t('content.leftOutForSafety', { count: leftOut })}</p>`
        : nothing
    }
    ${notes(state.notes)} ${unseenView(state.unseen)}`;
}

/** Texts that formatting leaves out, and that a model reads. */
function unseenView(unseen: readonly UnseenText[]): TemplateResult | typeof nothing {
  if (unseen.length === 0) return nothing;
  const texts = unseen.map(({ what, text }) =>
    what ? t('content.unseenText', { what: errorWords(what), text }) : text,
  );
  return html`<details class="small unseen" part="note" data-name="unseen">
    <summary>${t('content.showWhatThisView', { count: unseen.length })}</summary>
    ${wholeText(texts.join('\n'), t('content.hiddenTexts', { count: unseen.length }))}
  </details>`;
}
