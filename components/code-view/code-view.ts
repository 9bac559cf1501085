import { type CSSResultGroup, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { McpElement } from '../internal/mcp-element.js';
import {
  ansiLines,
  type AnsiRun,
  CodeColours,
  type CodeRun,
  type DiffReading,
  grammarOf,
  hasAnsi,
  hiddenParts,
  isColoured,
  type LineGrammar,
  readAnsi,
  readDiff,
  TextRows,
  visibleText,
  withLineFeeds,
} from '../../src/content/index.js';
import { CopyButton } from '../internal/copy-button.js';
import { html } from '../internal/html.js';
import { ansiRun } from '../internal/ansi-text.js';
import { languageName } from '../words/language-name.js';
import { SlicedWork } from '../internal/store-controller.js';
import { base, controls, preferredWidth, tokens } from '../internal/styles.js';
import { hues } from '../internal/hues.styles.js';
import { VirtualList } from '../list/virtual-list.js';
import { CodeLayout } from './code-layout.js';
import { codeViewStyles } from './code-view.styles.js';
import { t } from './messages.js';

/** The meaning of a colour, for people who do not see it. */

/**
 * Hidden characters of a row that are shown as an element each. More are shown as plain text: sixty rows with 500
 * elements would take 200 ms.
 */
const ROW_SIGNS = 100;

type Run = CodeRun | AnsiRun;

/** Rows that are rendered before and after the visible ones, so that scrolling shows no gap. */
const ROWS_AROUND = 10;
/** Rows by which the rendered range moves, so that scrolling rarely causes a rendering. */
const ROWS_STEP = 6;
/** Rows that are rendered before anything is measured. If there are no more than these, all rows are rendered. */
const ROWS_BEFORE_MEASURED = 40;

/**
 * @summary Shows source code, settings, markup, a diff or terminal output: numbered lines, in colour if the language is known.
 *
 * Only visible lines are rendered. Text that would take too long to colour stays plain.
 *
 * @csspart bar - The description and the buttons.
 * @csspart button - Every button.
 * @csspart code - Source text or JSON.
 * @csspart row - A row of data.
 * @csspart hidden-character - A sign in place of hidden characters.
 * @csspart note - A notice or a hint.
 * @cssprop [--mcp-content-box-size=28em] - Height at which it begins to scroll.
 */
export class McpCodeViewElement extends McpElement {
  static override styles: CSSResultGroup = [tokens, hues, base, controls, codeViewStyles, preferredWidth(40)];

  /** The text. */
  @property({ attribute: false })
  text = '';

  /** The language, as highlighters call it: `typescript`, `yaml`, `diff`. Empty if it is not known. */
  @property()
  language = '';

  /** True if long lines are wrapped. */
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
  readonly #layout = new CodeLayout({
    count: () => this.#rows.count,
    lengthOf: (row) => this.#rows.lengthOf(row),
  });
  readonly #virtualRows = new VirtualList(this, {
    scroller: () => this.box,
    count: () => this.#rows.count,
    layout: this.#layout,
    allUpTo: ROWS_BEFORE_MEASURED,
    around: ROWS_AROUND,
    step: ROWS_STEP,
    inViewAtFirst: ROWS_BEFORE_MEASURED - ROWS_AROUND - ROWS_STEP,
  });

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('text') || changed.has('language')) this.#begin();
    else if (changed.has('wrap')) {
      const { firstInView } = this.#virtualRows;
      this.#layout.setWrapped(this.wrap);
      this.#virtualRows.scrollToItem(firstInView);
    }
  }

  /** The range of rendered rows is known only now. */
  protected override update(changed: PropertyValues<this>): void {
    const { first, end } = this.#virtualRows;
    if (this.#colours && !this.#colours.has(first, end)) void this.#colouring.run(this.#colours.read(first, end), noop);
    super.update(changed);
  }

  #begin(): void {
    // Copy gives the text as it came.
    const text = withLineFeeds(this.text);
    this.#rows = new TextRows(text);
    this.#diff = undefined;
    this.#colours = undefined;
    this.#colouring.cancel();
    this.#isTerminal = !isColoured(this.language) && hasAnsi(text);
    this.#layout.setWrapped(this.wrap);
    this.#virtualRows.scrollToItem(0);
    const { text: given, language } = this;
    void this.#reading.run(readRows(this.#rows, this.#isDiff), ([longest, diff]) => {
      this.#longest = longest;
      this.#diff = diff;
    });
    if (this.#isDiff) return;
    if (isColoured(language)) {
      void grammarOf(language).then((grammar) => {
        if (grammar && given === this.text && language === this.language) this.#colour(grammar);
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
    // Until a row of terminal output is parsed, it is shown as if no earlier row had set a colour.
    return runs ?? (this.#isTerminal ? readAnsi(this.#rows.textOf(row)) : undefined);
  }

  override render(): TemplateResult {
    return html`<div class="view">${this.#contents()}</div>`;
  }

  #contents(): TemplateResult {
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
          ${t('codeView.wrapLines')}
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
            rowsIn(this.#virtualRows),
            (row) => row,
            (row) => (this.#diff ? diffRow(rows, this.#diff, row) : codeRow(rows, row, this.#runsOf(row))),
          )}
        </div>
      </div>
      ${this.text === '' ? html`<p class="quiet small" part="note">${t('codeView.emptyText')}</p>` : nothing}
      ${this.#diff?.malformed ? html`<p class="quiet small" part="note">${malformedWords(this.#diff.malformed)}</p>` : nothing}
      ${rows.left > 0 && !this.#reading.isBusy ? html`<p class="quiet small" part="note">${leftWords(rows)}</p>` : nothing}`;
  }

  protected override updated(): void {
    this.box?.style.setProperty('--_digits', String(String(this.#diff?.lastLine ?? this.#rows.lines).length));
    this.box?.style.setProperty('--_longest', `${this.#layout.widthOf(this.#longest + 8)}px`);
  }
}

/** Returns one row: its number, and its text in colour as far as it is parsed. */
function codeRow(rows: TextRows, row: number, runs: readonly Run[] | undefined): TemplateResult {
  return html`<div class="line">
    <span class="number" aria-hidden="true" data-number=${rows.isFirstOfLine(row) ? rows.lineOf(row) : '↪'}></span
    ><code class="text" part="row" data-name="line" dir="ltr">${renderRowText(rows, row, runs)}</code>
  </div>`;
}

/**
 * Returns one row of a diff, with its line numbers in the old and the new file. The first character of its text is its
 * sign.
 */
function diffRow(rows: TextRows, diff: DiffReading, row: number): TemplateResult {
  const kind = diff.kindOf(row);
  const isWord = rows.isFirstOfLine(row) && (kind === 'added' || kind === 'removed');
  const word = isWord ? t(`codeView.words.${kind}`) : undefined;
  return html`<div class="line diff-${kind}">
    <span class="number" aria-hidden="true" data-number=${diff.oldLineOf(row) || ''}></span
    ><span class="number new" aria-hidden="true" data-number=${diff.newLineOf(row) || ''}></span
    ><code class="text" part="row" data-name="line" dir="ltr"
      >${word ? html`<span class="visually-hidden">${word} </span>` : nothing}${renderRowText(rows, row, undefined)}</code
    >
  </div>`;
}

function renderRowText(rows: TextRows, row: number, runs: readonly Run[] | undefined): unknown {
  const text = rows.textOf(row);
  if (hiddenParts(text).length > ROW_SIGNS) return visibleText(text);
  if (!runs) return text || '\n';
  return runs.length === 0 ? '\n' : runs.map((run) => ('kind' in run ? codeRun(run) : ansiRun(run)));
}

/** The kinds come from a fixed list, not from the grammar. */
const codeRun = ({ text, kind }: CodeRun): unknown => (kind ? html`<span class="tok-${kind}">${text}</span>` : text);

/** Returns a text such as `TypeScript, 1,234 lines`. */
function codeWords(language: string, rows: TextRows, isReading: boolean): string {
  const lines = t(isReading ? 'codeView.linesSoFar' : 'codeView.lines', { count: rows.lines });
  if (language === '') return lines;
  return `${languageName(language)}, ${lines}`;
}

/** Returns a text such as `Changes: 3 lines added, 1 removed`. */
function diffWords({ added, removed }: DiffReading): string {
  return t('codeView.changes', { count: added, removed });
}

/** Explains why the lines of some hunks have no numbers. */
function malformedWords(count: number): string {
  return t('codeView.malformed', { count });
}

/** Says how much text is not shown. */
function leftWords(rows: TextRows): string {
  return t('codeView.firstRows', { rows: rows.count, count: rows.left });
}

function noop(): void {}

function* rowsIn({ first, end }: VirtualList): Generator<number> {
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
