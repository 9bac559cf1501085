import { nothing, type ReactiveController, type ReactiveControllerHost, render, type TemplateResult } from 'lit';
import {
  type ContentLimits,
  type ContentPolicy,
  decodeBase64,
  decodeText,
  type DownloadPlan,
  type EncodedData,
  formatHtml,
  formatMarkdown,
  type FormatOptions,
  type Formatted,
  runInSlices,
  type SafeFragment,
} from '../../src/content/index.js';
import type { ContentBlock, ResourceContents, Session } from '../../src/index.js';
import type { CopyButton } from '../internal/copy-button.js';
import { html } from '../internal/html.js';
import { giveFile } from '../internal/text.js';
import type { LinkGuard } from './links.js';
import type { MediaController } from './media-view.js';
import type { BlockList } from './views.js';

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
  return html`<button
    class="plain small"
    part="button"
    data-name=${part}
    type="button"
    @click=${() => view.toggle(name)}
  >
    ${view[name] ? labels.off : labels.on}
  </button>`;
}

/** A button that stays as it is called, pressed or not. */
export function pressButton(view: ContentView, name: keyof Switches, part: string, label: string): TemplateResult {
  return html`<button
    class="plain small"
    part="button"
    data-name=${part}
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

/**
 * The beginning of a text that is longer than so many characters or lines.
 * @returns undefined when it is not.
 */
export function collapseText(text: string, characters: number, lines: number): string | undefined {
  let end = -1;
  for (let line = 0; line < lines; line++) {
    end = text.indexOf('\n', end + 1);
    if (end === -1 || end > characters) break;
  }
  const isLong = text.length > characters;
  // A line break at the very end begins no line.
  if (!isLong && (end === -1 || end === text.length - 1)) return undefined;
  return end === -1 || end > characters ? text.slice(0, characters) : text.slice(0, end);
}

type FormatState =
  /** The source is shown. */
  | { readonly phase: 'off' }
  /** The source is shown until the formatted text is there. */
  | { readonly phase: 'loading' }
  | { readonly phase: 'shown'; readonly fragment: SafeFragment }
  /** The source is shown, and why. */
  | { readonly phase: 'refused'; readonly note: string };

const FORMATTERS: Readonly<
  Record<'markdown' | 'html', (text: string, policy?: ContentPolicy, options?: FormatOptions) => Promise<Formatted>>
> = { markdown: formatMarkdown, html: formatHtml };

/** Turns a text from source to formatted and back. What formats it is loaded on first use. */
export class FormatController {
  readonly #host: ReactiveControllerHost;
  #state: FormatState = { phase: 'off' };
  #current: AbortController | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  get state(): FormatState {
    return this.#state;
  }

  hide(): void {
    this.#current?.abort();
    this.#set({ phase: 'off' });
  }

  async show(language: 'markdown' | 'html', text: string, policy: ContentPolicy | undefined): Promise<void> {
    this.#current?.abort();
    const { signal } = (this.#current = new AbortController());
    this.#set({ phase: 'loading' });
    const onBeginning = (fragment: SafeFragment): void => {
      if (!signal.aborted) this.#set({ phase: 'shown', fragment });
    };
    const formatted = await FORMATTERS[language](text, policy, { signal, onBeginning });
    // Hidden again, or another text, since it was asked for.
    if (signal.aborted) return;
    this.#set(
      formatted.kind === 'formatted'
        ? { phase: 'shown', fragment: formatted.fragment }
        : { phase: 'refused', note: formatted.note },
    );
  }

  #set(state: FormatState): void {
    this.#state = state;
    this.#host.requestUpdate();
  }
}

/** Characters of a piece: laid out in a few milliseconds, also without any line break. */
export const PIECE = 16_384;

/** Characters of a line, where nobody knows how wide the box is. */
const COLUMNS = 100;

/** Long text in pieces, cut at the end of a line where there is one. Joined, the pieces are the text. */
export function* textPieces(text: string): Generator<string, void, undefined> {
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + PIECE);
    if (to < text.length) {
      const line = text.lastIndexOf('\n', to - 1);
      if (line > from) to = line + 1;
      // Between the two halves of a letter there is no place to cut.
      else if (/[\uD800-\uDBFF]/.test(text.charAt(to - 1))) to--;
    }
    yield text.slice(from, to);
    from = to;
  }
}

/** About how many lines a piece takes on the screen. */
export function linesIn(piece: string): number {
  let breaks = 0;
  for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', at + 1)) breaks++;
  return Math.max(breaks, Math.ceil(piece.length / COLUMNS));
}

/** Height of a line, as in the base style. */
const LINE_EM = 1.45;

/**
 * A box of very long text. It is filled piece by piece, and the browser lays out only the pieces in view: one text of 10 MB
 * would stop the page for seconds.
 */
export class LongText {
  #box: HTMLElement | undefined;
  #text: string | undefined;
  #filling: AbortController | undefined;

  /** For another text. */
  forget(): void {
    this.#filling?.abort();
    this.#box = undefined;
    this.#text = undefined;
  }

  /** The box with this text: the same one as long as the text is the same. */
  box(text: string, name: { readonly part: string; readonly classes: string; readonly label: string }): HTMLElement {
    if (!this.#box || this.#text !== text || this.#box.part.value !== name.part) {
      this.forget();
      this.#text = text;
      this.#box = document.createElement('div');
      this.#filling = new AbortController();
      void runInSlices(fill(this.#box, text), this.#filling.signal);
    }
    const box = this.#box;
    box.className = `long ${name.classes}`;
    box.part.value = name.part;
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', name.label);
    return box;
  }
}

function* fill(box: HTMLElement, text: string): Iterator<undefined, void, undefined> {
  for (const piece of textPieces(text)) {
    const part = document.createElement('div');
    part.className = 'piece';
    part.dir = 'auto';
    // A guess, until it was in view once: the scroll bar needs one.
    part.style.setProperty('contain-intrinsic-block-size', `auto ${Math.round(linesIn(piece) * LINE_EM)}em`);
    render(html`${piece}`, part);
    box.append(part);
    yield;
  }
}

/** Milliseconds that the other tab has to take the file. Then its address ends. */
const TAB_URL_MS = 60_000;

/**
 * A button that opens a PDF in a tab of its own, where the browser shows it as it shows any PDF. Only what begins like a PDF
 * gets here, and the tab is told that it is one: the same bytes as HTML would run in this page's name.
 */
export class OpenButton implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #problem = '';

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.forget();
  }

  /** For another piece of content. */
  forget(): void {
    this.#problem = '';
  }

  render(plan: DownloadPlan): TemplateResult | typeof nothing {
    if (plan.opens !== 'pdf') return nothing;
    return html`<button
        class="plain small"
        part="button"
        data-name="open-button"
        type="button"
        aria-label="Open ${plan.fileName} in a new tab"
        @click=${() => this.#open(plan)}
      >
        Open in a new tab</button
      >${this.#problem ? html`<span class="small" role="alert">${this.#problem}</span>` : nothing}`;
  }

  async #open({ data }: DownloadPlan): Promise<void> {
    const bytes = 'text' in data ? data.text : await decodeBase64(data.base64).catch(() => undefined);
    this.#problem = bytes === undefined ? 'The data is not valid base64.' : '';
    this.#host.requestUpdate();
    if (bytes === undefined) return;
    const url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
    const link = document.createElement('a');
    link.href = url;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), TAB_URL_MS);
  }
}

/** One piece of content with the whole page to itself. Escape and the button close it, and focus goes back to what opened it. */
export class PageDialog implements ReactiveController {
  readonly #host: ReactiveControllerHost & { readonly renderRoot: ParentNode };
  #isOpen = false;

  constructor(host: ReactiveControllerHost & { readonly renderRoot: ParentNode }) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.forget();
  }

  hostUpdated(): void {
    const dialog = this.#dialog;
    if (dialog && !dialog.open) dialog.showModal();
  }

  /** For another piece of content. */
  forget(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#dialog?.close();
    this.#host.requestUpdate();
  }

  button(view: ContentView): TemplateResult | typeof nothing {
    if (view.whole) return nothing;
    return html`<button
      class="plain small"
      part="button"
      data-name="page-button"
      type="button"
      aria-haspopup="dialog"
      @click=${this.#open}
    >
      Full page
    </button>`;
  }

  /** The dialog, while it is open. It shows the same content once more, with room. */
  render(view: ContentView, name: string): TemplateResult | typeof nothing {
    if (!this.#isOpen) return nothing;
    return html`<dialog
      class="page"
      part="frame"
      data-name="page"
      aria-label=${name}
      @close=${this.#onClose}
      @keydown=${stopEscape}
    >
      <div class="row page-head">
        <strong class="small"><bdi>${name}</bdi></strong>
        <button class="end" part="button" data-name="close-button" type="button" autofocus @click=${this.#close}>
          Close
        </button>
      </div>
      <mcp-content
        whole
        .block=${view.block}
        .contents=${view.contents}
        .policy=${view.policy}
        .session=${view.session}
      ></mcp-content>
    </dialog>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#host.renderRoot.querySelector('dialog.page');
  }

  readonly #open = (): void => {
    this.#isOpen = true;
    this.#host.requestUpdate();
  };

  readonly #close = (): void => {
    this.#dialog?.close();
  };

  readonly #onClose = (): void => {
    this.#isOpen = false;
    this.#host.requestUpdate();
    // Browsers do it too, but not all of them within a shadow root.
    this.#host.renderRoot.querySelector<HTMLElement>('[data-name~="page-button"]')?.focus();
  };
}

/** The top thing is closed, and nothing below it. */
function stopEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.stopPropagation();
}

/** A button that saves data as a file, and says when the data cannot be read. */
export class SaveButton implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #problem = '';

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.forget();
  }

  /** For another piece of content. */
  forget(): void {
    this.#problem = '';
  }

  render(fileName: string, data: EncodedData, label: string = 'Download'): TemplateResult {
    return html`<button
        class="plain small"
        part="button"
        data-name="download-button"
        type="button"
        aria-label="${label} ${fileName}"
        @click=${() => this.#save(fileName, data)}
      >
        ${label}</button
      >${this.#problem ? html`<span class="small" role="alert">${this.#problem}</span>` : nothing}`;
  }

  async #save(fileName: string, data: EncodedData): Promise<void> {
    const bytes = 'text' in data ? data.text : await decodeBase64(data.base64).catch(() => undefined);
    this.#problem = bytes === undefined ? 'The data is not valid base64, or too much for this browser.' : '';
    this.#host.requestUpdate();
    if (bytes === undefined) return;
    giveFile(fileName, [bytes]);
  }
}

type TextOpeningState =
  { readonly phase: 'closed' | 'loading' | 'failed' } | { readonly phase: 'open'; readonly contents: ResourceContents };

/** Decodes a file as text, when the person wants to see it as such. */
export class TextOpening implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #state: TextOpeningState = { phase: 'closed' };
  #decoding: AbortController | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  get state(): TextOpeningState {
    return this.#state;
  }

  hostDisconnected(): void {
    this.close();
  }

  close(): void {
    this.#decoding?.abort();
    this.#set({ phase: 'closed' });
  }

  async open(plan: DownloadPlan, uri: string): Promise<void> {
    this.#decoding?.abort();
    const { signal } = (this.#decoding = new AbortController());
    this.#set({ phase: 'loading' });
    const bytes =
      'base64' in plan.data ? await decodeBase64(plan.data.base64, { signal }).catch(() => undefined) : undefined;
    if (signal.aborted) return;
    const text = bytes && decodeText(bytes, plan.mimeType);
    this.#set(
      text === undefined
        ? { phase: 'failed' }
        : { phase: 'open', contents: { uri, mimeType: plan.mimeType || undefined, text } },
    );
  }

  #set(state: TextOpeningState): void {
    this.#state = state;
    this.#host.requestUpdate();
  }
}

/** What became of the wish to read a linked resource. */
export type Opening = 'closed' | 'here' | 'nobody';

/** What the person switched on one piece of content. */
export interface Switches {
  /** Long text is shown whole. */
  readonly expanded: boolean;
  /** As it came, not as what it is. */
  readonly raw: boolean;
  /** Long lines of source go on in the next one. */
  readonly wrap: boolean;
  /** What this library makes of it, although the page has a view of its own. */
  readonly ours: boolean;
  /** HTML as a page in a frame. */
  readonly paged: boolean;
}

/** What the templates of one piece of content see of their element: its state, and what a press can ask of it. */
export interface ContentView extends Switches {
  readonly block: ContentBlock | undefined;
  readonly contents: ResourceContents | undefined;
  readonly policy: ContentPolicy | undefined;
  readonly limits: ContentLimits;
  /** It has the page to itself. */
  readonly whole: boolean;
  toggle(name: keyof Switches): void;
  /** Shows text formatted, or as source again. */
  toggleFormatted(language: 'markdown' | 'html', text: string): void;
  /** Who reads a linked resource that is shown here. */
  readonly session: Session | undefined;
  readonly opening: Opening;
  toggleResource(uri: string): void;
  readonly format: FormatController;
  readonly media: MediaController;
  readonly links: LinkGuard;
  readonly copy: CopyButton;
  readonly save: SaveButton;
  readonly open: OpenButton;
  readonly long: LongText;
  readonly page: PageDialog;
  readonly asText: TextOpening;
  readonly list: BlockList;
}
