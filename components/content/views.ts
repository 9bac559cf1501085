import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import {
  type BlockedPlan,
  type CodePlan,
  type ContentPolicy,
  type DiffPlan,
  type DownloadPlan,
  essenceOf,
  formatBytes,
  hasAnsi,
  type HtmlPlan,
  type JsonPlan,
  jsonText,
  type LinkPlan,
  type MarkdownPlan,
  yieldToMain,
  planBlock,
  planResult,
  rendererFor,
  type RendererInput,
  type RenderPlan,
  type ResourcePlan,
  type ResultPlan,
  type TablePlan,
  type TextPlan,
  type ToolResultPlan,
  type ToolUsePlan,
} from '../../src/content/index.js';
import type { Annotations, ContentBlock, ResourceContents } from '../../src/index.js';
import { html } from '../internal/html.js';
import { counted, formatCount } from '../internal/text.js';
import { actionRow, type ContentView, collapseText, notes, PIECE, pressButton, switchButton } from './content-view.js';
import { linkWarnings, openLink } from './links.js';
import { annotate, mediaView, remoteView } from './media-view.js';

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** Characters that are shown of a date that is none. */
const MAX_BROKEN_DATE_SHOWN = 40;

/** What the server says about a block: whom it is for, how much it matters, how old it is. A quiet line. */
export function annotationsView(annotations: Annotations | undefined): TemplateResult | typeof nothing {
  const facts = annotations ? annotationWords(annotations) : [];
  if (facts.length === 0) return nothing;
  return html`<p class="small quiet annotations" part="note" data-name="annotations">
    Server says: ${facts.join(' · ')}
  </p>`;
}

function annotationWords({ audience = [], priority, lastModified }: Annotations): readonly string[] {
  const isFor = [
    audience.includes('user') ? 'people' : undefined,
    audience.includes('assistant') ? 'the model' : undefined,
  ].filter(Boolean);
  return [
    isFor.length > 0 ? `for ${isFor.join(' and ')}` : undefined,
    priority === undefined ? undefined : priorityWords(priority),
    lastModified ? `changed ${dateWords(lastModified)}` : undefined,
  ].filter((fact) => fact !== undefined);
}

/** From 0, the least, to 1; servers also send other numbers. */
function priorityWords(priority: number): string {
  if (priority === 1) return 'important';
  if (priority === 0) return 'unimportant';
  return `priority ${numbers.format(priority)} of 1`;
}

function dateWords(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? `“${text.slice(0, MAX_BROKEN_DATE_SHOWN)}”` : dates.format(date);
}

/** A box that scrolls takes so many times the text that is shown without asking. */
const BOX_FACTOR = 10;

/** Text of no known kind, as prose. */
function plainText(text: string, view: ContentView): TemplateResult {
  if (text === '') return html`<p class="quiet" part="text">Empty text.</p>`;
  const shown = shownText(text, view, 1);
  return shown.length > PIECE
    ? html`${view.long.box(shown, { part: 'text', classes: 'text', label: 'Text' })}`
    : html`<div class="text" part="text" dir="auto">${shown}</div>`;
}

/** Text in a box that scrolls, its lines as they are. */
function codeBox(text: string, label: string, view?: ContentView): TemplateResult {
  const shown = view ? shownText(text, view, BOX_FACTOR) : text;
  const wrap = !view || view.wrap ? 'code' : 'code unwrapped';
  if (view && shown.length > PIECE) return html`${view.long.box(shown, { part: 'code', classes: wrap, label })}`;
  return html`<pre class=${wrap} part="code" tabindex="0" role="group" aria-label=${label}>${shown}</pre>`;
}

/** Shows the rest of a text, up to the limit. */
function showAllButton(text: string, view: ContentView, isBox = false): TemplateResult | typeof nothing {
  const { limits, expanded, whole } = view;
  const isCut = text.length > limits.textCharacters;
  if (folded(text, view, isBox ? BOX_FACTOR : 1) === undefined) return nothing;
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
  return collapseText(text, limits.previewCharacters * factor, limits.previewLines * factor);
}

/** Characters of a server's own description that are shown. */
const MAX_CONTENT_DESCRIPTION_SHOWN = 2000;

function linkView(plan: LinkPlan, view: ContentView): TemplateResult {
  const { address } = plan;
  const facts = [plan.mimeType, plan.size === undefined ? undefined : formatBytes(plan.size)].filter(Boolean);
  const isOpen = view.opening === 'here';
  return html`<div class="card" part="item" data-name="card">
    <div class="row">
      <strong><bdi>${plan.title || plan.name}</bdi></strong>
      ${plan.title && plan.title !== plan.name ? html`<code class="quiet"><bdi>${plan.name}</bdi></code>` : nothing}
      <span class="small quiet">${facts.join(' · ')}</span>
    </div>
    ${plan.description ? html`<p class="small" dir="auto">${plan.description.slice(0, MAX_CONTENT_DESCRIPTION_SHOWN)}</p>` : nothing}
    <code class="uri" dir="ltr"
      >${
        address.kind === 'web' ? html`${address.before}<strong>${address.host}</strong>${address.after}` : plan.uri
      }</code
    >
    ${
      address.kind === 'web' && address.warnings.length > 0
        ? html`<div class="note warning" part="note">${linkWarnings(address)}</div>`
        : nothing
    }
    <div class="row actions" part="actions">
      <button
        part="button"
        data-name="read-button"
        type="button"
        aria-expanded=${isOpen}
        @click=${() => view.toggleResource(plan.uri)}
      >
        ${isOpen ? 'Close' : 'Read'}
      </button>
      ${address.kind === 'web' ? openLink(address, view.links) : nothing}
    </div>
    ${isOpen ? html`<mcp-resource-view .uri=${plan.uri} .session=${view.session}></mcp-resource-view>` : nothing}
    ${
      view.opening === 'nobody'
        ? html`<p class="small quiet" role="status">Not read: nothing here is connected to a server.</p>`
        : nothing
    }
  </div>`;
}

function resourceView({ contents }: ResourcePlan, view: ContentView): TemplateResult {
  return html`<div class="resource" part="item" data-name="card">
    <div class="row small quiet">
      <code class="uri" dir="ltr">${contents.uri}</code>${
        contents.mimeType ? html`<span>${contents.mimeType}</span>` : nothing
      }
    </div>
    <mcp-content .contents=${contents} .policy=${view.policy}></mcp-content>
  </div>`;
}

function toolUseView(plan: ToolUsePlan): TemplateResult {
  return html`<div class="card" part="item" data-name="card">
    <div class="row">
      <span>Call of the tool</span> <code><bdi>${plan.name}</bdi></code>
    </div>
    ${codeBox(plan.input, 'Arguments')}
  </div>`;
}

function toolResultView(plan: ToolResultPlan, view: ContentView): TemplateResult {
  return html`<div class="card" part="item" data-name="card">
    <div class="row">
      <span>Result of the tool call</span> <code class="quiet"><bdi>${plan.toolUseId}</bdi></code>
    </div>
    ${plan.isError ? html`<div class="note error"><strong>The tool reported an error.</strong></div>` : nothing}
    ${plan.blocks.length > 0 ? view.list.render(plan.blocks, view.policy) : nothing}
    ${plan.blocks.length === 0 && plan.structured === undefined ? html`<p class="quiet">Nothing.</p>` : nothing}
    ${plan.structured === undefined ? nothing : codeBox(plan.structured, 'Structured result')}
  </div>`;
}

function jsonView(plan: JsonPlan, view: ContentView): TemplateResult {
  const { source: text, fileName, notes: said } = plan;
  const shown = html`<mcp-json-view .source=${text}></mcp-json-view>`;
  return dataView({ text, fileName, notes: said }, view, 'JSON', shown);
}

function tableView(plan: TablePlan, view: ContentView): TemplateResult {
  const shown = html`<mcp-table-view .text=${plan.text} .separator=${plan.separator}></mcp-table-view>`;
  return dataView(plan, view, 'Table', shown);
}

function codeView(plan: CodePlan, view: ContentView): TemplateResult {
  return linesView(plan, plan.language, view);
}

function diffView(plan: DiffPlan, view: ContentView): TemplateResult {
  return linesView(plan, 'diff', view);
}

/** What a terminal wrote: its colours stay, its other commands do not. */
function terminalView(plan: Data, view: ContentView): TemplateResult {
  const shown = html`<mcp-code-view wrap .text=${plan.text}></mcp-code-view>`;
  return dataView(plan, view, 'Text', shown);
}

function linesView(plan: Data, language: string, view: ContentView): TemplateResult {
  const shown = html`<mcp-code-view .text=${plan.text} .language=${language}></mcp-code-view>`;
  return dataView(plan, view, language === 'diff' ? 'Changes' : 'Source', shown);
}

interface Data {
  readonly text: string;
  readonly fileName: string;
  readonly notes: readonly string[];
}

/** Text that has a view of its own, and can be seen as it came. Views of lines have buttons to wrap and to copy themselves. */
function dataView(plan: Data, view: ContentView, label: string, shown: TemplateResult): TemplateResult {
  const { text, fileName } = plan;
  const isLines = label === 'Changes' || label === 'Source' || label === 'Text';
  return html`${view.raw ? codeBox(text, `${label} as it came`, view) : shown}${notes(plan.notes)}
  ${actionRow(
    view.raw ? showAllButton(text, view, true) : nothing,
    view.raw ? pressButton(view, 'wrap', 'wrap-button', 'Wrap lines') : nothing,
    pressButton(view, 'raw', 'raw-button', 'Raw'),
    isLines && !view.raw ? nothing : view.copy.render(() => text),
    view.save.render(fileName, { text }),
    view.page.button(view),
  )}`;
}

/** A file that is not shown here: what it is, and what can be done with it. */
function downloadView(plan: DownloadPlan, view: ContentView): TemplateResult {
  const facts = [
    plan.formatName,
    plan.mimeType || (plan.formatName ? undefined : 'type unknown'),
    formatBytes(plan.size),
  ];
  return html`<div class="card" part="item" data-name="card">
      <div class="row">
        <strong><bdi>${plan.fileName}</bdi></strong>
        <span class="small quiet">${facts.filter(Boolean).join(' · ')}</span>
      </div>
      ${notes(plan.notes)}
      ${actionRow(
        view.save.render(plan.fileName, plan.data),
        view.open.render(plan),
        asTextButton(plan, view),
        pressButton(view, 'raw', 'raw-button', 'Raw'),
      )}
    </div>
    ${asText(view)}`;
}

function asTextButton(plan: DownloadPlan, view: ContentView): TemplateResult | typeof nothing {
  if (!plan.readsAsText) return nothing;
  const isOpen = view.asText.state.phase === 'open';
  return html`<button
    class="plain small"
    part="button"
    data-name="text-button"
    type="button"
    aria-expanded=${isOpen}
    @click=${() => (isOpen ? view.asText.close() : view.asText.open(plan, view.contents?.uri ?? ''))}
  >
    ${isOpen ? 'Close the text' : 'Show as text'}
  </button>`;
}

function asText(view: ContentView): TemplateResult | typeof nothing {
  const { state } = view.asText;
  if (state.phase === 'loading') return html`<p class="quiet" role="status">Opening the text.</p>`;
  if (state.phase === 'failed')
    return html`<p class="small" part="note" role="alert">It is not text, or in an encoding that it does not name.</p>`;
  return state.phase === 'open'
    ? html`<mcp-content .contents=${state.contents} .policy=${view.policy}></mcp-content>`
    : nothing;
}

const HEADLINES: Readonly<Record<BlockedPlan['reason'], string>> = {
  'too-large': 'Too large to show',
  'too-deep': 'Nested too deep to show',
  remote: 'Not loaded',
  unreadable: 'Not readable',
};

/** What is not shown, why, and what came. */
function blockedView(plan: BlockedPlan, view: ContentView): TemplateResult {
  return html`<div class="note" part="note">
    <strong>${HEADLINES[plan.reason]}</strong>
    <span>${plan.message}</span>
    ${plan.file ? view.save.render(plan.file.fileName, plan.file.data) : nothing}
    ${
      plan.raw
        ? html`<details>
            <summary class="small quiet">What the server sent</summary>
            ${codeBox(plan.raw, 'What the server sent')}
          </details>`
        : nothing
    }
  </div>`;
}

/** For what is not made like what it says it is. */
export function brokenView(source: unknown, view: ContentView): TemplateResult {
  const message = 'It is not made like what it says it is.';
  const raw = jsonText(source, view.limits.rawCharacters);
  return blockedView({ kind: 'blocked', reason: 'unreadable', message, raw }, view);
}

/** What the page makes of a piece of content; `undefined` where that is left to the library. */
export type PageRendering = { readonly view: unknown } | { readonly failure: string } | undefined;

/** Asks the page's own renderer, where it has one for content like this. Never throws. */
export function renderByPage(
  source: ContentBlock | ResourceContents,
  plan: RenderPlan,
  policy: ContentPolicy | undefined,
): PageRendering {
  const input = policy?.renderers?.length ? inputOf(source, plan) : undefined;
  const renderer = input && rendererFor(input.mimeType, policy);
  if (!renderer) return undefined;
  try {
    const view = renderer.render(input);
    return view === undefined ? undefined : { view };
  } catch (error) {
    console.error(`mcp-embed: the page’s renderer for ${renderer.mimeType} failed.`, error);
    return { failure: `This page’s own view of ${input.mimeType} failed. Shown without it.` };
  }
}

export function pageView(view: unknown): TemplateResult {
  return html`<div class="own" part="document" data-name="page-content">${view}</div>`;
}

/** Kinds of text by what they were found to be, where the server did not say. */
const TYPES: Readonly<Partial<Record<RenderPlan['kind'], string>>> = {
  text: 'text/plain',
  json: 'application/json',
  markdown: 'text/markdown',
  html: 'text/html',
  table: 'text/csv',
  code: 'text/plain',
  diff: 'text/x-diff',
};

/** @returns undefined for what no renderer is asked about: what waits, is blocked, or is not what it says it is. */
function inputOf(source: ContentBlock | ResourceContents, plan: RenderPlan): RendererInput | undefined {
  const contents = 'type' in source ? undefined : source;
  const uri = contents?.uri;
  switch (plan.kind) {
    case 'text':
    case 'json':
    case 'markdown':
    case 'html':
    case 'table':
    case 'code':
    case 'diff': {
      const text = plan.kind === 'json' ? plan.source : plan.text;
      return { mimeType: essenceOf(contents?.mimeType) || (TYPES[plan.kind] ?? ''), uri, text, base64: undefined };
    }
    case 'image':
    case 'audio':
    case 'video':
      return plan.onRequest ? undefined : { mimeType: plan.mimeType, uri, ...dataOf(plan.data) };
    case 'download':
      return plan.notes.length > 0 ? undefined : { mimeType: essenceOf(plan.mimeType), uri, ...dataOf(plan.data) };
    default:
      return undefined;
  }
}

function dataOf(data: { readonly base64: string } | { readonly text: string }): Pick<RendererInput, 'text' | 'base64'> {
  return 'text' in data ? { text: data.text, base64: undefined } : { text: undefined, base64: data.base64 };
}

/** Characters that a reader can as well select: buttons for them would be louder than the text. */
const SHORT = 80;
/** Characters looked at to tell whether a terminal wrote a text. */
const ANSI_SAMPLE = 100_000;

function textView(plan: TextPlan, view: ContentView): TemplateResult {
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

function markdownView(plan: MarkdownPlan, view: ContentView): TemplateResult {
  const { text } = plan;
  const formatted = formattedText(view);
  return html`${formatted === nothing ? plainText(text, view) : formatted}${notes(plan.notes)}
  ${actionRow(
    formatted === nothing ? showAllButton(text, view) : nothing,
    formatButton('markdown', text, view, 'Show as Markdown', 'Show as text'),
    takeButtons(plan, view),
  )}`;
}

function htmlView(plan: HtmlPlan, view: ContentView): TemplateResult {
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
function takeButtons(
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
      part="button"
      data-name="format-button"
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
  annotate(state.fragment, view.links, view.policy);
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

/** Blocks that are made at a time. Each is an element with a view of its own, which takes some milliseconds. */
const AT_ONCE = 8;
/** Pixels of an image that leaves room for another one beside it. */
const SMALL = 320;

/** The blocks of one result below each other, small images side by side. Many of them come in portions, and beyond the limits by a press. */
export class BlockList implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #blocks: readonly ContentBlock[] = [];
  #policy: ContentPolicy | undefined;
  #plan: ResultPlan | undefined;
  #beside: ReadonlySet<ContentBlock> = new Set();
  #made = 0;
  #growing: AbortController | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    if (this.#plan) void this.#grow();
  }

  hostDisconnected(): void {
    this.#growing?.abort();
  }

  /** They are no longer shown; next time they come in portions again. */
  forget(): void {
    this.#growing?.abort();
    this.#blocks = [];
    this.#plan = undefined;
  }

  render(blocks: readonly ContentBlock[], policy: ContentPolicy | undefined): TemplateResult {
    if (!this.#plan || blocks !== this.#blocks || policy !== this.#policy) this.#use(blocks, policy);
    const plan = this.#plan!;
    return html`<div class="blocks">
        ${blocks
          .slice(0, this.#made)
          .map(
            (block) =>
              html`<mcp-content
                part="item"
                class=${this.#beside.has(block) ? 'beside' : ''}
                .block=${block}
                .policy=${policy}
              ></mcp-content>`,
          )}
      </div>
      ${
        plan.left > 0
          ? html`<button class="others" part="button" data-name="more-button" type="button" @click=${this.#showAll}>
              ${othersWords(plan)}
            </button>`
          : nothing
      }`;
  }

  #use(blocks: readonly ContentBlock[], policy: ContentPolicy | undefined): void {
    this.#blocks = blocks;
    this.#policy = policy;
    this.#plan = planResult(blocks, policy);
    this.#beside = new Set(blocks.slice(0, this.#plan.shown).filter((block) => isSmallImage(block, policy)));
    this.#made = Math.min(AT_ONCE, this.#plan.shown);
    void this.#grow();
  }

  readonly #showAll = (): void => {
    const all = this.#blocks.length;
    this.#plan = { shown: all, left: 0, bytesLeft: 0, reason: undefined };
    this.#beside = new Set(this.#blocks.filter((block) => isSmallImage(block, this.#policy)));
    void this.#grow();
    this.#host.requestUpdate();
  };

  async #grow(): Promise<void> {
    this.#growing?.abort();
    const { signal } = (this.#growing = new AbortController());
    while (this.#made < this.#plan!.shown) {
      // oxlint-disable-next-line no-await-in-loop -- one portion after the other is the point
      await this.#host.updateComplete;
      // oxlint-disable-next-line no-await-in-loop -- one portion after the other is the point
      await yieldToMain();
      if (signal.aborted) return;
      this.#made = Math.min(this.#made + AT_ONCE, this.#plan!.shown);
      this.#host.requestUpdate();
    }
  }
}

function othersWords({ left, bytesLeft, reason }: ResultPlan): string {
  const what = left === 1 ? 'Show the other one' : `Show the other ${formatCount(left)}`;
  return reason === 'bytes' ? `${what}, ${formatBytes(bytesLeft)}` : what;
}

/** Only its head is read. */
function isSmallImage(block: ContentBlock, policy: ContentPolicy | undefined): boolean {
  if (block.type !== 'image') return false;
  const plan = planBlock(block, policy);
  return plan.kind === 'image' && plan.width !== undefined && plan.width <= SMALL;
}

/** One row per kind of plan; a kind without a row does not compile. */
const VIEWS: {
  readonly [K in RenderPlan['kind']]: (plan: Extract<RenderPlan, { kind: K }>, view: ContentView) => TemplateResult;
} = {
  text: textView,
  json: jsonView,
  markdown: markdownView,
  html: htmlView,
  table: tableView,
  code: codeView,
  diff: diffView,
  image: mediaView,
  audio: mediaView,
  video: mediaView,
  remote: remoteView,
  download: downloadView,
  link: linkView,
  resource: resourceView,
  'tool-use': toolUseView,
  'tool-result': toolResultView,
  blocked: blockedView,
};

/** Kinds without text of their own: as they came they are JSON, with the data shortened. */
const RAW_AS_JSON: ReadonlySet<RenderPlan['kind']> = new Set(['image', 'audio', 'video', 'download', 'link', 'remote']);

/** What stands for a plan. */
export function viewOf(plan: RenderPlan, view: ContentView): TemplateResult {
  if (view.raw && RAW_AS_JSON.has(plan.kind)) return rawView(view);
  return (VIEWS[plan.kind] as (plan: RenderPlan, view: ContentView) => TemplateResult)(plan, view);
}

function rawView(view: ContentView): TemplateResult {
  const text = jsonText(view.block ?? view.contents, view.limits.rawCharacters);
  return html`${codeBox(text, 'What the server sent', view)}
  ${actionRow(
    pressButton(view, 'raw', 'raw-button', 'Raw'),
    view.copy.render(() => text),
  )}`;
}

const NAMES: Readonly<Partial<Record<RenderPlan['kind'], string>>> = {
  link: 'Linked resource',
  resource: 'Resource',
  'tool-use': 'Call of a tool',
  'tool-result': 'Result of a tool call',
  blocked: 'Not shown',
};

/** What a piece of content is called, where it has the page to itself. */
export function nameOf(plan: RenderPlan, uri: string | undefined): string {
  return uri ?? ('fileName' in plan ? plan.fileName : (NAMES[plan.kind] ?? 'Content'));
}
