import { LitElement, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { readTable, type Table, type TableSeparator } from '../../src/content/index.js';
import { CopyButton } from '../content/copy-button.js';
import { RowWindow } from '../controllers/row-window.js';
import { SlicedWork } from '../controllers/sliced-work.js';
import { dataViewStyles } from '../data-view/data-view.styles.js';
import { textInstead, wholeText } from '../data-view/whole-text.js';
import { base } from '../styles/base.styles.js';
import { controls } from '../styles/controls.styles.js';
import { tokens } from '../styles/tokens.styles.js';
import { html } from '../words/html.js';
import { shapesOf, type ColumnShapes } from './column-shapes.js';
import { ColumnWindow, isMirrored } from './column-window.js';
import { GridNavigation, HEAD } from './grid-navigation.js';
import { ShownTable } from './shown-table.js';
import { cellLine, filterBar, tableNotes } from './table-bars.js';
import { ACTIVE_CELL, headRow, tableRow, type GridFacts } from './table-row.js';
import { tableViewStyles } from './table-view.styles.js';

/** How much more work a row is than one of a list: it has ten cells or more. */
const ROW_WEIGHT = 3;

/**
 * @summary Shows rows of values (CSV and its relatives) as a table: filters, sorts, copies a cell, and drops nothing.
 *
 * Long text is read in slices, and only the rows and columns in view are in the page.
 *
 * @csspart search - The filter.
 * @csspart table - The box of rows, which scrolls.
 * @csspart head - The row with the names of the columns.
 * @csspart row - A row.
 * @csspart cell - A cell.
 * @csspart whole - All of a long cell.
 * @csspart note - What a reader should know: rows with more or fewer cells, a quote that is never closed, what is not in the table.
 * @csspart hidden-character - Stands for characters that nobody would see.
 * @csspart copy-button - Copies the cell.
 * @cssprop [--mcp-table-view-size=24rem] - Height at which the rows begin to scroll.
 */
export class McpTableViewElement extends LitElement {
  static override styles: CSSResultGroup = [tokens, base, controls, dataViewStyles, tableViewStyles];

  readonly #reading = new SlicedWork(this);
  readonly #shown = new ShownTable(this, () => this.separator === ';');
  readonly #copy = new CopyButton(this, 'Copy cell');
  readonly #rowWindow = new RowWindow(this, {
    scroller: () => this.grid,
    head: () => this.head,
    count: () => this.#shown.rows.length,
    weight: ROW_WEIGHT,
  });
  readonly #columnWindow = new ColumnWindow(this, {
    scroller: () => this.grid,
    widths: () => this.#shapes.widths,
    lead: () => this.#shapes.lead,
  });
  readonly #navigation = new GridNavigation(this, {
    rows: () => this.#shown.rows.length,
    columns: () => this.#table?.columns ?? 0,
    pageSize: () => this.#rowWindow.inView,
    hasHead: () => true,
    isMirrored: () => isMirrored(this),
    reveal: (row, column) => {
      if (row >= 0) this.#rowWindow.reveal(row);
      this.#columnWindow.reveal(column);
    },
    choose: (row, column) => this.#choose(row, column),
  });
  #table: Table | undefined;
  #shapes: ColumnShapes = { lead: 0, widths: [], isNumeric: [] };
  /** Why there is no table. */
  #refusal = '';

  @query('.grid') private readonly grid!: HTMLElement | null;
  @query('.head') private readonly head!: HTMLElement | null;

  @state() private hasHead = true;
  /** The text of a cell that is shown whole. */
  @state() private whole: string | undefined;

  /** Rows of values as text, the way it came. */
  @property({ attribute: false })
  text = '';

  /** What stands between two cells. */
  @property()
  separator: TableSeparator = ',';

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('text') && !changed.has('separator')) return;
    this.#table = undefined;
    this.#refusal = '';
    this.#use();
    if (this.text === '') return this.#reading.cancel();
    void this.#reading.run(readTable(this.text, this.separator), (reading) => {
      if (!reading.ok) return void (this.#refusal = reading.message);
      this.#table = reading.table;
      this.#use();
    });
  }

  #use(): void {
    this.whole = undefined;
    this.#navigation.forget();
    this.#shown.use(this.#table, this.hasHead);
    if (this.#table) this.#shapes = shapesOf(this.#table, this.hasHead, this.separator === ';');
  }

  #choose(row: number, column: number): void {
    if (row === HEAD) {
      this.#shown.sortBy(column);
      this.#rowWindow.toTop();
    } else this.whole = this.#table?.cell(this.#shown.rows[row]!, column);
  }

  readonly #showWhole = (text: string | undefined): void => {
    this.whole = text;
  };

  readonly #toggleHead = (): void => {
    this.hasHead = !this.hasHead;
    this.#use();
  };

  readonly #onFilter = (event: Event): void => {
    this.#navigation.forget();
    this.#rowWindow.toTop();
    this.#shown.seek((event.target as HTMLInputElement).value);
  };

  readonly #onFilterKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      this.grid?.focus();
    } else if (event.key === 'Escape' && this.#shown.sought) {
      // Escape belongs to the topmost thing: as long as something is sought, that is the filter.
      event.stopPropagation();
      event.preventDefault();
      this.#shown.seek('');
    }
  };

  readonly #onFocus = (): void => {
    // A grid that is pressed must not scroll away under the pointer.
    if (!this.#navigation.active && this.grid?.matches(':focus-visible')) this.#navigation.moveTo(0, 0);
  };

  readonly #onClick = (event: Event): void => {
    const cell = (event.target as Element).closest('[aria-colindex]:not(.number)');
    if (!cell) return;
    const column = Number(cell.ariaColIndex) - 2;
    const row = Number(cell.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? HEAD);
    this.#navigation.moveTo(row, column);
    if (row === HEAD) this.#choose(row, column);
  };

  readonly #onCopy = (event: ClipboardEvent): void => {
    const text = this.#cellText();
    // What is selected is what the person wants; without a selection, it is the cell the keyboard is at.
    if (text === undefined || document.getSelection()?.type === 'Range') return;
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
  };

  /** The cell the keyboard is at, in the table. */
  #cell(): { readonly row: number; readonly column: number } | undefined {
    const active = this.#navigation.active;
    if (!active || (active.row === HEAD && !this.hasHead)) return undefined;
    return { row: active.row === HEAD ? 0 : this.#shown.rows[active.row]!, column: active.column };
  }

  #cellText(): string | undefined {
    const cell = this.#cell();
    return cell && this.#table?.cell(cell.row, cell.column);
  }

  override render(): TemplateResult {
    if (this.text === '') return html`<p class="quiet" part="note">Empty table.</p>`;
    if (this.#refusal) return textInstead(this.#refusal, this.text);
    const table = this.#table;
    if (!table) return html`<p class="small quiet waiting" role="status">Reading the table…</p>`;
    return html`${filterBar(this.#shown, {
      hasHead: this.hasHead,
      onInput: this.#onFilter,
      onKey: this.#onFilterKey,
      toggleHead: this.#toggleHead,
    })}${this.#renderGrid(table)}
    ${tableNotes(table, this.hasHead).map((note) => html`<p class="small quiet" part="note">${note}</p>`)}
    ${cellLine(table, this.hasHead, this.#cell(), {
      copy: this.#copy,
      whole: this.whole,
      show: this.#showWhole,
    })}${this.whole === undefined ? nothing : wholeText(this.whole, 'All of the cell')}`;
  }

  #renderGrid(table: Table): TemplateResult {
    const { first, end } = this.#rowWindow;
    const { first: firstColumn, end: endColumn } = this.#columnWindow;
    const { rows, sought, order } = this.#shown;
    const active = this.#navigation.active;
    const isThere =
      active &&
      (active.row === HEAD || (active.row >= first && active.row < end)) &&
      active.column >= firstColumn &&
      active.column < endColumn;
    const facts: GridFacts = {
      table,
      hasHead: this.hasHead,
      shapes: this.#shapes,
      first: firstColumn,
      end: endColumn,
      sought,
      order,
      isAt: (row, column) => this.#navigation.isAt(row, column),
    };
    return html`<div
      class="rows-box grid"
      part="table"
      role="grid"
      tabindex="0"
      aria-label="Table"
      aria-readonly="true"
      aria-rowcount=${rows.length + 1}
      aria-colcount=${table.columns + 1}
      aria-busy=${this.#shown.isBusy ? 'true' : 'false'}
      aria-activedescendant=${isThere ? ACTIVE_CELL : nothing}
      @keydown=${this.#navigation.onKeydown}
      @focus=${this.#onFocus}
      @click=${this.#onClick}
      @copy=${this.#onCopy}
    >
      ${headRow(facts)}
      <div class="rows" role="rowgroup">
        ${repeat(
          Array.from(rows.subarray(first, end)),
          // What leaves at one end is used again at the other, and after a jump all of it is.
          (_row, index) => (first + index) % (end - first),
          (row, index) => tableRow(facts, row, first + index),
        )}
      </div>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-table-view': McpTableViewElement;
  }
}
