import {
  type CSSResultGroup,
  nothing,
  type PropertyValues,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { property, query } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { McpElement } from '../internal/mcp-element.js';
import {
  ansiLines,
  type AnsiRun,
  CodeColours,
  type CodeRun,
  type DiffKind,
  type DiffReading,
  grammarOf,
  hasAnsi,
  hiddenParts,
  isColoured,
  languageOf,
  type LineGrammar,
  readAnsi,
  readDiff,
  TextRows,
  visibleText,
} from '../../src/content/index.js';
import { CopyButton } from '../internal/copy-button.js';
import { ansiRun, html } from '../internal/html.js';
import { SlicedWork } from '../internal/store-controller.js';
import { base, controls, hues, tokens } from '../internal/styles.js';
import { counted, formatCount } from '../internal/text.js';
import { codeViewStyles } from './code-view.styles.js';

/** What a colour says, for those who do not see it. */
const WORDS: Readonly<Partial<Record<DiffKind, string>>> = { added: 'Added:', removed: 'Removed:' };

/** Hidden characters of a row that have a sign each, as an element; more are signs in plain text. Sixty rows of 500 would take 200 ms. */
const ROW_SIGNS = 100;

type Run = CodeRun | AnsiRun;

/** One row: its number, and its words in colour as far as they are read. */
function codeRow(rows: TextRows, row: number, runs: readonly Run[] | undefined): TemplateResult {
  return html`<div class="line">
    <span class="number" aria-hidden="true" data-number=${rows.isFirstOfLine(row) ? rows.lineOf(row) : '↪'}></span
    ><code class="text" part="row" data-name="line" dir="ltr">${textOf(rows, row, runs)}</code>
  </div>`;
}

/** One row of a diff: its numbers in the old and the new file. Its sign is its first character. */
function diffRow(rows: TextRows, diff: DiffReading, row: number): TemplateResult {
  const kind = diff.kindOf(row);
  const word = rows.isFirstOfLine(row) ? WORDS[kind] : undefined;
  return html`<div class="line diff-${kind}">
    <span class="number" aria-hidden="true" data-number=${diff.oldLineOf(row) || ''}></span
    ><span class="number new" aria-hidden="true" data-number=${diff.newLineOf(row) || ''}></span
    ><code class="text" part="row" data-name="line" dir="ltr"
      >${word ? html`<span class="visually-hidden">${word} </span>` : nothing}${textOf(rows, row, undefined)}</code
    >
  </div>`;
}

function textOf(rows: TextRows, row: number, runs: readonly Run[] | undefined): unknown {
  const text = rows.textOf(row);
  if (hiddenParts(text).length > ROW_SIGNS) return visibleText(text);
  if (!runs) return text || '\n';
  return runs.length === 0 ? '\n' : runs.map((run) => ('kind' in run ? codeRun(run) : ansiRun(run)));
}

/** The kinds are a list of our own, whatever the grammar says. */
const codeRun = ({ text, kind }: CodeRun): unknown => (kind ? html`<span class="tok-${kind}">${text}</span>` : text);

/** Rows rendered before and after those in view, so that they are there before they are seen. */
const AROUND = 10;
/** The window moves in steps of this many rows: scrolling renders rarely. */
const STEP = 6;
/** Rows rendered before anything is measured, and without a box to scroll. */
const UNMEASURED = 40;
/** Height of a row and width of a character, in pixels: a guess, and then as they were measured last in this page. */
const usual = { height: 20, width: 8, isMeasured: false };

interface Rows {
  /** The box that scrolls. Inside it, `.probe` holds ten characters and `.text` the words of a row. */
  scroller(): HTMLElement | null;
  count(): number;
  /** Characters of a row. */
  lengthOf(row: number): number;
  /** Long rows go on in the next line of the screen. */
  isWrapped(): boolean;
}

/**
 * Says which rows are in the page. Rows are as high as their characters need: one line of the screen, or, wrapped, as many as
 * the width makes it. What is not in the page is space above and below, `--_before` and `--_after` on the scroller.
 */
class CodeWindow implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #rows: Rows;
  #first = 0;
  #end = UNMEASURED;
  #height = usual.height;
  #width = usual.width;
  /** Size of ten characters, as the browser told it. To ask for it would lay out the page once more for each view. */
  #probe: DOMRectReadOnly | undefined;
  #columns = 80;
  /** Lines of the screen above each row, while wrapped. */
  #above: Uint32Array | undefined;
  #isWrapped = false;
  /** The row that stays at the top while the heights of rows change. */
  #anchor: number | undefined;
  #observer: ResizeObserver | undefined;
  #watched: HTMLElement | null = null;

  constructor(host: ReactiveControllerHost, rows: Rows) {
    this.#host = host;
    this.#rows = rows;
    host.addController(this);
  }

  get first(): number {
    return Math.min(this.#first, Math.max(0, this.#rows.count() - 1));
  }

  get end(): number {
    return Math.min(this.#end, this.#rows.count());
  }

  /** Width of so many characters, in pixels. */
  widthOf(characters: number): number {
    return Math.ceil(characters * this.#width);
  }

  /** Other rows: back to the top. */
  reset(): void {
    this.#go(0);
  }

  /** Rows of another height: what is at the top stays there. */
  rewrap(): void {
    this.#go(this.#rowAt(this.#watched?.scrollTop ?? 0));
  }

  #go(row: number): void {
    this.#isWrapped = this.#rows.isWrapped();
    this.#above = undefined;
    this.#anchor = row;
    this.#first = Math.max(0, row - AROUND);
    this.#end = this.#first + UNMEASURED;
  }

  hostUpdated(): void {
    const scroller = this.#rows.scroller();
    if (scroller !== this.#watched) {
      this.hostDisconnected();
      this.#watched = scroller;
      if (scroller) this.#watch(scroller);
      // A new box is at its top, and rows are most likely as high as in the last one: what the browser tells later says so.
      if (this.#anchor === 0 && usual.isMeasured && !this.#rows.isWrapped()) this.#anchor = undefined;
    }
    if (!scroller) return;
    if (!usual.isMeasured) this.#probe = scroller.querySelector('.probe')?.getBoundingClientRect();
    if (this.#anchor !== undefined) this.#readSizes(scroller);
    scroller.style.setProperty('--_row', `${this.#height}px`);
    scroller.style.setProperty('--_before', `${this.#offsetOf(this.first)}px`);
    scroller.style.setProperty('--_after', `${this.#offsetOf(this.#rows.count()) - this.#offsetOf(this.end)}px`);
    if (this.#anchor === undefined) return;
    scroller.scrollTop = this.#offsetOf(this.#anchor);
    this.#anchor = undefined;
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#watched?.removeEventListener('scroll', this.#look);
    this.#observer?.disconnect();
    this.#watched = null;
  }

  #watch(scroller: HTMLElement): void {
    scroller.addEventListener('scroll', this.#look, { passive: true });
    this.#observer = new ResizeObserver((entries) => this.#measure(entries));
    this.#observer.observe(scroller);
    const probe = scroller.querySelector('.probe');
    if (probe) this.#observer.observe(probe);
  }

  #measure(entries: readonly ResizeObserverEntry[]): void {
    const scroller = this.#watched;
    if (!scroller) return;
    for (const { target, contentRect } of entries) if (target !== scroller) this.#probe = contentRect;
    const top = this.#isWhole ? 0 : this.#rowAt(scroller.scrollTop);
    if (this.#readSizes(scroller)) {
      // At the top nothing moves.
      if (top > 0) this.#anchor ??= top;
      // Not now: a box that changes its size because it was told of its size is an error to the browser.
      requestAnimationFrame(() => this.#host.requestUpdate());
    } else this.#look();
  }

  /** All rows are in the page. */
  get #isWhole(): boolean {
    return this.#first === 0 && this.#rows.count() <= UNMEASURED && this.#end >= this.#rows.count();
  }

  /** @returns whether anything changed */
  #readSizes(scroller: HTMLElement): boolean {
    const probe = this.#probe;
    if (!probe || probe.height === 0) return false;
    const width = probe.width / 10;
    // Whole pixels, which each row is then given: engines round in their own ways, and over 100,000 rows it adds up.
    const height = Math.ceil(probe.height);
    const text = this.#rows.isWrapped() ? scroller.querySelector('.text') : null;
    const columns = text ? Math.max(1, Math.floor(text.clientWidth / width)) : this.#columns;
    usual.isMeasured = true;
    if (height === this.#height && width === this.#width && columns === this.#columns) return false;
    this.#height = usual.height = height;
    this.#width = usual.width = width;
    if (columns !== this.#columns) this.#above = undefined;
    this.#columns = columns;
    return true;
  }

  readonly #look = (): void => {
    const scroller = this.#watched;
    if (!scroller || this.#isWhole || scroller.clientHeight === 0) return;
    const stepped = (row: number): number => Math.floor(row / STEP) * STEP;
    const first = Math.max(0, stepped(this.#rowAt(scroller.scrollTop)) - AROUND);
    const end = stepped(this.#rowAt(scroller.scrollTop + scroller.clientHeight)) + STEP + AROUND;
    if (first === this.#first && end === this.#end) return;
    this.#first = first;
    this.#end = end;
    this.#host.requestUpdate();
  };

  #rowAt(offset: number): number {
    const line = Math.floor(offset / this.#height);
    const above = this.#wrapped();
    if (!above) return Math.min(line, this.#rows.count());
    let [low, high] = [0, this.#rows.count()];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (above[middle]! <= line) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #offsetOf(row: number): number {
    return (this.#wrapped()?.[row] ?? row) * this.#height;
  }

  /** Half a million rows take about 3 ms, once per width. */
  #wrapped(): Uint32Array | undefined {
    if (!this.#isWrapped) return undefined;
    const count = this.#rows.count();
    if (this.#above?.length === count + 1) return this.#above;
    const above = new Uint32Array(count + 1);
    for (let row = 0; row < count; row++)
      above[row + 1] = above[row]! + Math.max(1, Math.ceil(this.#rows.lengthOf(row) / this.#columns));
    return (this.#above = above);
  }
}

/** What people call the languages whose names are more than a capital letter. */
const NAMES: Readonly<Record<string, string>> = {
  bash: 'shell',
  cpp: 'C++',
  csharp: 'C#',
  css: 'CSS',
  html: 'HTML',
  ini: 'settings',
  javascript: 'JavaScript',
  json: 'JSON',
  php: 'PHP',
  scss: 'SCSS',
  sql: 'SQL',
  toml: 'TOML',
  typescript: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
};
/** Characters of a language’s name that are shown; it may be the server’s. The rest is cut. */
const MAX_LANGUAGE_NAME_SHOWN = 30;

/** `TypeScript, 1,234 lines`. */
function codeWords(language: string, rows: TextRows, isReading: boolean): string {
  const lines = counted(rows.lines, { one: 'line', other: 'lines' }) + (isReading ? ' so far' : '');
  if (language === '') return lines;
  const known = languageOf(language) ?? language.slice(0, MAX_LANGUAGE_NAME_SHOWN);
  const name = Object.hasOwn(NAMES, known) ? NAMES[known]! : known;
  return `${name.replace(/^[a-z]/, (letter) => letter.toUpperCase())}, ${lines}`;
}

/** `Changes: 3 lines added, 1 removed`. */
function diffWords({ added, removed }: DiffReading): string {
  return `Changes: ${counted(added, { one: 'line', other: 'lines' })} added, ${formatCount(removed)} removed`;
}

/** Why hunks have neither numbers nor colours. */
function malformedWords(count: number): string {
  const hunks = counted(count, { one: 'part', other: 'parts' });
  return `${hunks} of these changes ${count === 1 ? 'does' : 'do'} not have the lines that ${count === 1 ? 'its header counts' : 'their headers count'}, and ${count === 1 ? 'is' : 'are'} shown as plain text.`;
}

/** What is not shown. */
function leftWords(rows: TextRows): string {
  return `The first ${formatCount(rows.count)} rows are shown. ${counted(rows.left, { one: 'character', other: 'characters' })} more can be copied.`;
}

/**
 * @summary Shows source, settings, markup, a diff or what a terminal wrote: numbered lines, in colour where the language is known.
 *
 * Only what is in view is in the page. Text that would take long to colour stays plain.
 *
 * @csspart bar - What it is, and the buttons.
 * @csspart button - Any button.
 * @csspart code - Source text or JSON.
 * @csspart row - A row.
 * @csspart hidden-character - Stands for characters that nobody would see.
 * @csspart note - A line that says more.
 * @cssprop [--mcp-content-box-size=24rem] - Height at which it begins to scroll.
 */
export class McpCodeViewElement extends McpElement {
  static override styles: CSSResultGroup = [tokens, hues, base, controls, codeViewStyles];

  /** The text. */
  @property({ attribute: false })
  text = '';

  /** What it is written in, as highlighters call it: `typescript`, `yaml`, `diff`. Empty where that is not known. */
  @property()
  language = '';

  /** Whether long lines go on in the next line of the screen. */
  @property({ type: Boolean, reflect: true })
  wrap = false;

  @query('.box') private box!: HTMLElement | null;

  #rows = new TextRows('');
  #diff: DiffReading | undefined;
  #colours: CodeColours<Run> | undefined;
  #isTerminal = false;
  /** Characters of the longest row. */
  #longest = 0;
  readonly #reading = new SlicedWork(this);
  readonly #colouring = new SlicedWork(this);
  readonly #copy = new CopyButton(this);
  readonly #window = new CodeWindow(this, {
    scroller: () => this.box,
    count: () => this.#rows.count,
    lengthOf: (row) => this.#rows.lengthOf(row),
    isWrapped: () => this.wrap,
  });

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('text') || changed.has('language')) this.#begin();
    else if (changed.has('wrap')) this.#window.rewrap();
    const { first, end } = this.#window;
    if (this.#colours && !this.#colours.has(first, end)) void this.#colouring.run(this.#colours.read(first, end), noop);
  }

  #begin(): void {
    this.#rows = new TextRows(this.text);
    this.#diff = undefined;
    this.#colours = undefined;
    this.#colouring.cancel();
    this.#isTerminal = !isColoured(this.language) && hasAnsi(this.text);
    this.#window.reset();
    const { text, language } = this;
    void this.#reading.run(readRows(this.#rows, this.#isDiff), ([longest, diff]) => {
      this.#longest = longest;
      this.#diff = diff;
    });
    if (this.#isDiff) return;
    if (isColoured(language)) {
      void grammarOf(language).then((grammar) => {
        if (grammar && text === this.text && language === this.language) this.#colour(grammar);
      });
    } else if (this.#isTerminal) this.#colour(ansiLines);
  }

  get #isDiff(): boolean {
    return this.language === 'diff' || this.language === 'patch';
  }

  #colour(grammar: LineGrammar<Run>): void {
    this.#colours = new CodeColours<Run>(this.#rows, grammar);
    this.requestUpdate();
  }

  readonly #toggleWrap = (): void => {
    this.wrap = !this.wrap;
  };

  #runsOf(row: number): readonly Run[] | undefined {
    const runs = this.#colours?.runsOf(row);
    // Until it is read, a terminal's row is shown as if nothing before it had set a colour.
    return runs ?? (this.#isTerminal ? readAnsi(this.#rows.textOf(row)) : undefined);
  }

  override render(): TemplateResult {
    const rows = this.#rows;
    const words = this.#diff
      ? diffWords(this.#diff)
      : codeWords(this.#isDiff ? '' : this.language, rows, this.#reading.isBusy);
    return html`<div class="bar row" part="bar">
        <span class="small quiet">${words}</span>
        <button
          class="plain small end"
          part="button"
          data-name="wrap-button"
          type="button"
          aria-pressed=${this.wrap}
          @click=${this.#toggleWrap}
        >
          Wrap lines
        </button>
        ${this.#copy.render(() => this.text)}
      </div>
      <div
        class="box ${this.wrap ? 'wrapped' : ''} ${this.#isDiff ? 'diff' : ''}"
        part="code"
        tabindex="0"
        role="group"
        aria-label=${words}
      >
        <div class="probe" aria-hidden="true">0000000000</div>
        <div class="rows">
          ${repeat(
            inView(this.#window),
            (row) => row,
            (row) => (this.#diff ? diffRow(rows, this.#diff, row) : codeRow(rows, row, this.#runsOf(row))),
          )}
        </div>
      </div>
      ${this.text === '' ? html`<p class="quiet small" part="note">Empty text.</p>` : nothing}
      ${this.#diff?.malformed ? html`<p class="quiet small" part="note">${malformedWords(this.#diff.malformed)}</p>` : nothing}
      ${rows.left > 0 && !this.#reading.isBusy ? html`<p class="quiet small" part="note">${leftWords(rows)}</p>` : nothing}`;
  }

  protected override updated(): void {
    this.box?.style.setProperty('--_digits', String(String(this.#diff?.lastLine ?? this.#rows.lines).length));
    this.box?.style.setProperty('--_longest', `${this.#window.widthOf(this.#longest + 8)}px`);
  }
}

function noop(): void {}

function* inView({ first, end }: CodeWindow): Generator<number> {
  for (let row = first; row < end; row++) yield row;
}

function* readRows(
  rows: TextRows,
  isDiff: boolean,
): Generator<undefined, readonly [longest: number, diff: DiffReading | undefined], undefined> {
  yield* rows.read();
  let longest = 0;
  for (let row = 0; row < rows.count; row++) {
    longest = Math.max(longest, rows.lengthOf(row));
    if (row % 5000 === 0) yield;
  }
  return [longest, isDiff ? yield* readDiff(rows) : undefined];
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-code-view': McpCodeViewElement;
  }
}
