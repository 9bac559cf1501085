import { LitElement, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property, query } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import {
  ansiLines,
  CodeColours,
  grammarOf,
  hasAnsi,
  isColoured,
  readAnsi,
  readDiff,
  TextRows,
  type DiffReading,
  type LineGrammar,
} from '../../src/content/index.js';
import { CopyButton } from '../content/copy-button.js';
import { SlicedWork } from '../controllers/sliced-work.js';
import { base } from '../styles/base.styles.js';
import { controls } from '../styles/controls.styles.js';
import { hues } from '../styles/hues.styles.js';
import { tokens } from '../styles/tokens.styles.js';
import { html } from '../words/html.js';
import { codeRow, diffRow, type Run } from './code-row.js';
import { codeViewStyles } from './code-view.styles.js';
import { CodeWindow } from './code-window.js';
import { codeWords, diffWords, leftWords, malformedWords } from './code-words.js';

/**
 * @summary Shows source, settings, markup, a diff or what a terminal wrote: numbered lines, in colour where the language is known.
 *
 * Only what is in view is in the page. Text that would take long to colour stays plain.
 *
 * @csspart bar - What it is, and the buttons.
 * @csspart wrap-button - Wraps long lines, or lets them run out of view.
 * @csspart copy-button - Copies the text.
 * @csspart code - The box with the lines, which scrolls.
 * @csspart line - The words of one line.
 * @csspart hidden-character - Stands for characters that nobody would see.
 * @csspart note - What a reader should know: what is not shown, which part of a diff is malformed.
 * @cssprop [--mcp-content-box-size=24rem] - Height at which it begins to scroll.
 */
export class McpCodeViewElement extends LitElement {
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
          part="wrap-button"
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
