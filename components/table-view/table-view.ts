import { type CSSResultGroup, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { McpElement } from '../internal/mcp-element.js';
import { readTable, type Table, type TableOrder, type TableSeparator } from '../../src/content/index.js';
import { type ErrorText, errorTextOf } from '../../src/errors.js';
import { CopyButton } from '../internal/copy-button.js';
import { html, serverText } from '../internal/html.js';
import { downIcon } from '../internal/icons.js';
import { SlicedWork } from '../internal/store-controller.js';
import { base, controls, preferredWidth, tokens } from '../internal/styles.js';
import { dataViewStyles } from '../internal/data-view.styles.js';
import { formatCount } from '../internal/text.js';
import { textInstead, wholeText, withMarks } from '../internal/long-text.js';
import { isMirrored, virtualRows } from '../list/virtual-list.js';
import { type ColumnShapes, GridNavigation, HEAD, shapesOf, ShownTable, virtualColumns } from './grid.js';
import { tableViewStyles } from './table-view.styles.js';
import { barStyles, searchField } from '../internal/bar.js';
import { t } from './messages.js';

/** Characters of a cell that the grid shows. The line below the grid shows more. */
const CELL_CHARACTERS = 120;

/** The ID of the active cell. */
const ACTIVE_CELL = 'active';

/** The data that all rendered rows share. */
interface GridFacts {
  readonly table: Table;
  readonly hasHead: boolean;
  readonly shapes: ColumnShapes;
  /** The first column to render, and the index after the last one. */
  readonly first: number;
  readonly end: number;
  readonly sought: string;
  readonly order: TableOrder | undefined;
  readonly isAt: (row: number, column: number) => boolean;
}

/** Characters of a cell, and of a column's name, that the line below the rows shows before “Show all”. */
const LINE_CHARACTERS = 200;
const NAME_CHARACTERS = 60;

interface FilterActs {
  readonly hasHead: boolean;
  readonly onInput: (text: string) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  /** Undefined if the first row always has the names. */
  readonly toggleHead: (() => void) | undefined;
}

interface CellActs {
  readonly copy: CopyButton;
  readonly whole: string | undefined;
  readonly show: (text: string | undefined) => void;
}

/** The work for rendering a row, relative to a row of a list: it has ten cells or more. */
const ROW_WEIGHT = 3;

/**
 * @summary Shows rows of values (CSV and similar formats) as a table: filters, sorts, copies a cell, and drops nothing.
 *
 * Long text is read in slices, and only the visible rows and columns are rendered.
 *
 * @csspart search - The filter.
 * @csspart table - The box of rows, which scrolls.
 * @csspart header - The header: the title and its source.
 * @csspart row - A row of data.
 * @csspart cell - A cell.
 * @csspart note - A notice or a hint.
 * @csspart hidden-character - A sign in place of hidden characters.
 * @csspart button - Every button.
 * @cssprop [--mcp-table-view-size=27em] - Height at which the rows begin to scroll.
 */
export class McpTableViewElement extends McpElement {
  static override styles: CSSResultGroup = [
    tokens,
    base,
    controls,
    barStyles,
    dataViewStyles,
    tableViewStyles,
    preferredWidth(40),
  ];

  readonly #reading = new SlicedWork(this);
  readonly #shown = new ShownTable(this, () => this.separator === ';');
  readonly #copy = new CopyButton(this, () => t('tableView.copyCell'));
  readonly #virtualRows = virtualRows(this, {
    scroller: () => this.grid,
    coveredSize: () => this.head?.offsetHeight ?? 0,
    count: () => this.#shown.rows.length,
    weight: ROW_WEIGHT,
  });
  readonly #virtualColumns = virtualColumns(this, {
    scroller: () => this.grid,
    widths: () => this.#shapes.widths,
    lead: () => this.#shapes.lead,
  });
  readonly #navigation = new GridNavigation(this, {
    rows: () => this.#shown.rows.length,
    columns: () => this.#table?.columns ?? 0,
    pageSize: () => this.#virtualRows.pageSize,
    hasHead: () => true,
    isMirrored: () => isMirrored(this),
    reveal: (row, column) => {
      if (row >= 0) this.#virtualRows.reveal(row);
      this.#virtualColumns.reveal(column);
    },
    choose: (row, column) => this.#choose(row, column),
  });
  #table: Table | undefined;
  #shapes: ColumnShapes = { lead: 0, widths: [], isNumeric: [] };
  /** Why the text cannot be shown as a table. */
  #refusal: ErrorText | undefined;

  @query('.grid') private readonly grid!: HTMLElement | null;
  @query('.head') private readonly head!: HTMLElement | null;

  @state() private hasHead = true;
  /** The text of the cell that is shown in full. */
  @state() private whole: string | undefined;

  /** The rows of values as unchanged text. */
  @property({ attribute: false })
  text = '';

  /** The character between two cells. */
  @property()
  separator: TableSeparator = ',';

  /** True if the first row always has the names, without a choice. */
  @property({ type: Boolean })
  named = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('text') && !changed.has('separator')) return;
    this.#table = undefined;
    this.#refusal = undefined;
    this.#use();
    if (this.text === '') return this.#reading.cancel();
    void this.#reading.run(readTable(this.text, this.separator), (reading) => {
      if (!reading.ok) return void (this.#refusal = errorTextOf(reading));
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
      this.#virtualRows.scrollToItem(0);
    } else this.whole = this.#table?.cell(this.#shown.rows[row]!, column);
  }

  readonly #showWhole = (text: string | undefined): void => {
    this.whole = text;
  };

  readonly #toggleHead = (): void => {
    this.hasHead = !this.hasHead;
    this.#use();
  };

  readonly #onFilter = (text: string): void => {
    this.#navigation.forget();
    this.#virtualRows.scrollToItem(0);
    this.#shown.seek(text);
  };

  readonly #onFilterKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      this.grid?.focus();
    } else if (event.key === 'Escape' && this.#shown.sought) {
      // Escape first clears the filter. Only without a filter does it reach the elements around.
      event.stopPropagation();
      event.preventDefault();
      this.#shown.seek('');
    }
  };

  readonly #onFocus = (): void => {
    // A press on the grid must not scroll it away under the pointer.
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
    // A selection takes precedence. Without one, the active cell is copied.
    if (text === undefined || document.getSelection()?.type === 'Range') return;
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
  };

  /** The active cell, by its row and column in the table. */
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
    return html`<div class="view">${this.#contents()}</div>`;
  }

  #contents(): TemplateResult {
    if (this.text === '') return html`<p class="quiet" part="note">${t('tableView.emptyTable')}</p>`;
    if (this.#refusal) return textInstead(this.#refusal, this.text);
    const table = this.#table;
    if (!table) return html`<p class="small quiet waiting" role="status">${t('tableView.readingTheTable')}</p>`;
    return html`${filterBar(this.#shown, {
      hasHead: this.hasHead,
      onInput: this.#onFilter,
      onKey: this.#onFilterKey,
      toggleHead: this.named ? undefined : this.#toggleHead,
    })}${this.#renderGrid(table)}
    ${tableNotes(table, this.hasHead).map((note) => html`<p class="small quiet" part="note">${note}</p>`)}
    ${cellLine(table, this.hasHead, this.#cell(), {
      copy: this.#copy,
      whole: this.whole,
      show: this.#showWhole,
    })}${this.whole === undefined ? nothing : wholeText(this.whole, t('tableView.allOfTheCell'))}`;
  }

  #renderGrid(table: Table): TemplateResult {
    const { first, end } = this.#virtualRows;
    const { first: firstColumn, end: endColumn } = this.#virtualColumns;
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
      aria-label=${t('tableView.table')}
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
          // An element that leaves the range at one end is reused at the other end. After a jump, all elements are
          // reused.
          (_row, index) => (first + index) % (end - first),
          (row, index) => tableRow(facts, row, first + index),
        )}
      </div>
    </div>`;
  }
}

/** Returns the name of a column: its text in the head, or its number. */
function columnName(table: Table, hasHead: boolean, column: number): string {
  return (hasHead && table.cell(0, column)) || t('tableView.column', { number: column + 1 });
}

/** Returns the row with the names of the columns, which sort the table. It stays visible. */
function headRow(facts: GridFacts): TemplateResult {
  const { table, hasHead, order, isAt } = facts;
  return html`<div class="record head" part="header" data-name="head" role="row" aria-rowindex="1">
    <div class="number" role="columnheader" aria-colindex="1">
      <span class="visually-hidden">${t('tableView.row')}</span>
    </div>
    ${columnsOf(facts).map((column) => {
      const isSorted = order?.column === column;
      const direction = isSorted ? (order.isDescending ? 'descending' : 'ascending') : 'none';
      return html`<div
        class="cell ${numeric(facts, column)} ${isAt(HEAD, column) ? 'active' : ''} ${direction}"
        role="columnheader"
        id=${isAt(HEAD, column) ? ACTIVE_CELL : nothing}
        aria-colindex=${column + 2}
        aria-sort=${direction}
      >
        ${serverText(columnName(table, hasHead, column).slice(0, CELL_CHARACTERS))}${isSorted ? downIcon : nothing}
      </div>`;
    })}
  </div>`;
}

/**
 * Returns one row. All rows have the same height, so that the visible ones can be computed.
 * @param row the index among all rows of the table
 * @param place the index among the rows that are shown
 */
function tableRow(facts: GridFacts, row: number, place: number): TemplateResult {
  const { table, hasHead, sought, isAt } = facts;
  const trouble = troubleOf(table, row);
  return html`<div class="record" part="row" role="row" aria-rowindex=${place + 2} data-row=${place}>
    <div class="number ${trouble ? 'trouble' : ''}" role="rowheader" aria-colindex="1" title=${trouble || nothing}>
      ${formatCount(row + (hasHead ? 0 : 1))}${trouble ? html`<span class="visually-hidden">, ${trouble}</span>` : nothing}
    </div>
    ${columnsOf(facts).map((column) => {
      const cell = table.cell(row, column);
      return html`<div
        class="cell ${numeric(facts, column)} ${isAt(place, column) ? 'active' : ''} ${cell === undefined ? 'absent' : ''}"
        part="cell"
        role="gridcell"
        id=${isAt(place, column) ? ACTIVE_CELL : nothing}
        aria-colindex=${column + 2}
      >
        ${cell === undefined ? html`<span class="visually-hidden">${t('tableView.noCell')}</span>` : withMarks(inOneLine(cell), sought)}
      </div>`;
    })}
  </div>`;
}

/** Returns the errors of a row; empty without any. */
function troubleOf(table: Table, row: number): string {
  const words = [
    table.isRagged(row)
      ? t('tableView.mostRowsHave', { cells: t('tableView.cells', { count: table.sizeOf(row) }), usual: table.usual })
      : '',
    table.hasBrokenQuote(row) ? t('tableView.textAfterQuote') : '',
    table.unclosed === row ? t('tableView.unclosedQuote') : '',
  ];
  return words.filter(Boolean).join('; ');
}

function columnsOf({ first, end }: GridFacts): readonly number[] {
  return Array.from({ length: end - first }, (_, index) => first + index);
}

function numeric({ shapes }: GridFacts, column: number): string {
  return shapes.isNumeric[column] ? 'numeric' : '';
}

function inOneLine(cell: string): string {
  const text = cell.length > CELL_CHARACTERS ? `${cell.slice(0, CELL_CHARACTERS)}…` : cell;
  return text.replace(/\r\n|[\n\r]/g, ' ⏎ ');
}

/**
 * Returns the bar above the rows: the filter, the number of rows that match, and whether the first row contains names.
 */
function filterBar(shown: ShownTable, { hasHead, onInput, onKey, toggleHead }: FilterActs): TemplateResult {
  const all = t('tableView.rows', { count: shown.total });
  const words = shown.isBusy
    ? t('tableView.working')
    : shown.sought
      ? t('tableView.of', { count: shown.rows.length, all })
      : all;
  return html`<div class="bar">
    ${searchField({ label: t('tableView.filterRows'), value: shown.sought, onInput, onKeydown: onKey })}
    <span class="small quiet" role="status">${words}</span>
    ${
      toggleHead
        ? html`<label class="small end"
            ><input type="checkbox" .checked=${hasHead} @change=${toggleHead} /> ${t('tableView.firstRowHasThe')}</label
          >`
        : nothing
    }
  </div>`;
}

/** Returns notes about the whole table, as sentences. */
function tableNotes(table: Table, hasHead: boolean): readonly string[] {
  const notes: string[] = [];
  const { ragged, unclosed, widest, columns } = table;
  if (table.isCut)
    notes.push(
      t('tableView.theFirstAreIn', {
        rows: t('tableView.rows', { count: table.rows }),
        characters: t('tableView.characters', { count: table.left }),
      }),
    );
  if (widest > columns) notes.push(t('tableView.theFirstOfColumns', { columns, widest }));
  if (ragged > 0) notes.push(t('tableView.raggedRows', { count: ragged, usual: table.usual }));
  if (unclosed >= 0) {
    notes.push(
      hasHead && unclosed === 0
        ? t('tableView.unclosedInFirstRow')
        : t('tableView.unclosedInRow', { row: unclosed + (hasHead ? 0 : 1) }),
    );
  }
  return notes;
}

/** Returns the line below the rows, with the beginning of the active cell. */
function cellLine(
  table: Table,
  hasHead: boolean,
  cell: { readonly row: number; readonly column: number } | undefined,
  { copy, whole, show }: CellActs,
): TemplateResult {
  // The line keeps its height, so that nothing moves when a cell is chosen.
  if (!cell) return html`<div class="line"></div>`;
  const isHead = hasHead && cell.row === 0;
  const text = table.cell(cell.row, cell.column);
  const name = columnName(table, hasHead, cell.column).slice(0, NAME_CHARACTERS);
  const isLong = text !== undefined && (text.length > 40 || /[\n\r]/.test(text));
  const row = isHead ? t('tableView.names') : t('tableView.rowNumber', { row: cell.row + (hasHead ? 0 : 1) });
  return html`<div class="line">
    <span class="where"
      ><span class="quiet">${row}, ${serverText(name)}:</span>
      ${text === undefined ? html`<span class="quiet">${t('tableView.noCell')}</span>` : serverText(text.slice(0, LINE_CHARACTERS))}</span
    >
    ${
      whole !== undefined
        ? html`<button class="plain small" type="button" @click=${() => show(undefined)}>
            ${t('tableView.showLess')}
          </button>`
        : isLong
          ? html`<button class="plain small" type="button" @click=${() => show(text)}>
              ${t('tableView.showAll')}
            </button>`
          : nothing
    }
    ${copy.render(() => text ?? '')}
  </div>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-table-view': McpTableViewElement;
  }
}
