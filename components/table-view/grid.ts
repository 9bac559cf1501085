import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { filterTable, numberInCell, sortTable, type Table, type TableOrder } from '../../src/content/index.js';
import { SlicedWork } from '../internal/store-controller.js';
import { type ItemLayout, type RenderedItems, VirtualList } from '../list/virtual-list.js';

/** Cells that are examined to find the widths of columns and the columns of numbers. This takes less than 10 ms. */
const SAMPLE_CELLS = 20_000;
const SAMPLE_ROWS = 200;
/** Width of a letter, of the space around a cell's text, and of the narrowest and widest column, in em. */
const LETTER = 0.56;
const AROUND = 2;
const NARROWEST = 4;
const WIDEST = 22;

/** The widths and the alignment of a table's columns. */
export interface ColumnShapes {
  /** Width of the column of row numbers, in em. */
  readonly lead: number;
  /** Width of each column, in em. */
  readonly widths: readonly number[];
  /** True for columns of numbers, which are aligned with the end of their cells. */
  readonly isNumeric: readonly boolean[];
}

interface Columns {
  /** Width of each column, in em. */
  widths(): readonly number[];
  /** Width of the column of row numbers, which stays in view, in em. */
  lead(): number;
}

/** Columns up to which all of them are rendered. */
const ALL_COLUMNS = 12;
/** Columns that are rendered beside the visible ones. The rendered range also moves by this number. */
const COLUMNS_BESIDE = 2;

interface NavigableGrid {
  rows(): number;
  columns(): number;
  pageSize(): number;
  /** True if the head is above row 0. */
  hasHead(): boolean;
  /** True if columns run from right to left. */
  isMirrored(): boolean;
  reveal(row: number, column: number): void;
  /** Called on Enter or Space. */
  choose(row: number, column: number): void;
}

/** The row above all others, with the names of the columns. */
export const HEAD = -1;

/**
 * The keyboard navigation of a grid with one tab stop. Focus stays on the grid. `aria-activedescendant` refers to the
 * active cell, so the cell may be removed from the page while the grid scrolls.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/grid/
 */
export class GridNavigation implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #grid: NavigableGrid;
  #row = HEAD;
  #column = 0;
  #isIn = false;

  constructor(host: ReactiveControllerHost, grid: NavigableGrid) {
    this.#host = host;
    this.#grid = grid;
    host.addController(this);
  }

  hostConnected(): void {}

  /** The active cell; undefined before the first key press. */
  get active(): { readonly row: number; readonly column: number } | undefined {
    if (!this.#isIn || this.#column >= this.#grid.columns() || this.#row >= this.#grid.rows()) return undefined;
    return { row: this.#row, column: this.#column };
  }

  isAt(row: number, column: number): boolean {
    return this.#isIn && row === this.#row && column === this.#column;
  }

  forget(): void {
    this.#isIn = false;
    this.#row = 0;
    this.#column = 0;
  }

  /** Makes a cell active and scrolls it into view. */
  moveTo(row: number, column: number): void {
    const top = this.#grid.hasHead() ? HEAD : 0;
    this.#isIn = true;
    this.#row = Math.max(top, Math.min(row, this.#grid.rows() - 1));
    this.#column = Math.max(0, Math.min(column, this.#grid.columns() - 1));
    this.#host.requestUpdate();
    this.#grid.reveal(this.#row, this.#column);
  }

  readonly onKeydown = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (this.active) this.#grid.choose(this.#row, this.#column);
      return;
    }
    const target = this.#target(event.key, event.ctrlKey);
    if (!target) return;
    event.preventDefault();
    this.moveTo(...target);
  };

  #target(key: string, isFar: boolean): [number, number] | undefined {
    const [row, column] = [this.#row, this.#column];
    const page = this.#grid.pageSize();
    const forward = this.#grid.isMirrored() ? -1 : 1;
    const [first, last] = [0, this.#grid.rows() - 1];
    if (isFar && key === 'Home') return [first, 0];
    if (isFar && key === 'End') return [last, this.#grid.columns() - 1];
    if (isFar) return undefined;
    switch (key) {
      case 'ArrowDown':
        return [row + 1, column];
      case 'ArrowUp':
        return [row - 1, column];
      case 'ArrowRight':
        return [row, column + forward];
      case 'ArrowLeft':
        return [row, column - forward];
      case 'Home':
        return [row, 0];
      case 'End':
        return [row, this.#grid.columns() - 1];
      case 'PageDown':
        return [Math.max(0, row) + page, column];
      case 'PageUp':
        return [Math.max(0, row - page), column];
      default:
        return undefined;
    }
  }
}

/** Examines only the first rows, because there may be hundreds of thousands. */
export function shapesOf(table: Table, hasHead: boolean, decimalComma: boolean): ColumnShapes {
  const rows = Math.min(table.rows, SAMPLE_ROWS, Math.ceil(SAMPLE_CELLS / Math.max(1, table.columns)));
  const widths: number[] = [];
  const isNumeric: boolean[] = [];
  for (let column = 0; column < table.columns; column++) {
    // A column without a name is shown as `Column 7`.
    let longest = hasHead && table.cell(0, column) ? 0 : 10;
    let [numbers, texts] = [0, 0];
    for (let row = 0; row < rows; row++) {
      const cell = table.cell(row, column);
      if (!cell) continue;
      const isHead = hasHead && row === 0;
      // The head shows a sort icon beside its name.
      longest = Math.max(longest, Math.min(cell.length, 100) + (isHead ? 2 : 0));
      if (isHead) continue;
      if (numberInCell(cell, decimalComma) === undefined) texts++;
      else numbers++;
    }
    widths.push(Math.min(WIDEST, Math.max(NARROWEST, Math.round((longest * LETTER + AROUND) * 10) / 10)));
    isNumeric.push(numbers > 0 && texts === 0);
  }
  return { lead: 1.4 + 0.66 * String(table.rows).length, widths, isNumeric };
}

/**
 * Layout of the columns of a table. `--_columns` on the scroller holds the widths of the rendered columns, after the
 * width of the row numbers and one width for all columns that are left out before them. `--_width` holds the total
 * width.
 */
class ColumnLayout implements ItemLayout {
  readonly #columns: Columns;
  #widths: readonly number[] = [];
  /** The start of each column and the end of the last one, in em. */
  #starts: readonly number[] = [0];
  /** Pixels of an em; 0 if this is not known yet. */
  #em = 0;
  readonly itemSize = 0;

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  get isMeasured(): boolean {
    return this.#em > 0;
  }

  /** Width of the column of row numbers, in pixels. */
  get leadSize(): number {
    return this.#columns.lead() * this.#em;
  }

  startOf(column: number): number {
    return this.#startsInEm()[column]! * this.#em;
  }

  indexAt(offset: number): number {
    const em = offset / this.#em;
    const past = this.#startsInEm().findIndex((start) => start > em);
    return past < 0 ? this.#widths.length : Math.max(0, past - 1);
  }

  measure(scroller: HTMLElement): boolean {
    const em = Number.parseFloat(getComputedStyle(scroller).fontSize) || 16;
    const hasChanged = em !== this.#em;
    this.#em = em;
    return hasChanged;
  }

  reserveSpace(scroller: HTMLElement, { first, end }: RenderedItems): void {
    const starts = this.#startsInEm();
    const lead = this.#columns.lead();
    const widths = [lead, starts[first]!, ...this.#widths.slice(first, end)];
    scroller.style.setProperty('--_columns', widths.map((width) => `${width}em`).join(' '));
    scroller.style.setProperty('--_width', `${lead + starts.at(-1)!}em`);
  }

  #startsInEm(): readonly number[] {
    const widths = this.#columns.widths();
    if (widths === this.#widths) return this.#starts;
    const starts = [0];
    for (const width of widths) starts.push(starts.at(-1)! + width);
    this.#widths = widths;
    return (this.#starts = starts);
  }
}

/** Decides which columns of a wide table are rendered. */
export function virtualColumns(
  host: ReactiveControllerHost,
  columns: Columns & { scroller(): HTMLElement | null },
): VirtualList {
  const layout = new ColumnLayout(columns);
  return new VirtualList(host, {
    scroller: () => columns.scroller(),
    count: () => columns.widths().length,
    layout,
    isHorizontal: true,
    coveredSize: () => layout.leadSize,
    allUpTo: ALL_COLUMNS,
    around: COLUMNS_BESIDE,
    step: COLUMNS_BESIDE,
    inViewAtFirst: ALL_COLUMNS - 2 * COLUMNS_BESIDE,
  });
}

/**
 * Determines the shown rows of a table and their order. All rows are sorted once; a filter then selects from the sorted
 * rows.
 */
export class ShownTable {
  readonly #host: ReactiveControllerHost;
  readonly #work: SlicedWork;
  readonly #decimalComma: () => boolean;
  #table: Table | undefined;
  /** All rows except the head, in their original order. */
  #all = new Uint32Array(0);
  #sorted: Uint32Array = this.#all;
  #shown: Uint32Array = this.#all;
  #sought = '';
  #order: TableOrder | undefined;

  constructor(host: ReactiveControllerHost, decimalComma: () => boolean) {
    this.#host = host;
    this.#work = new SlicedWork(host);
    this.#decimalComma = decimalComma;
  }

  /** The rows of the table that are shown, in their current order. */
  get rows(): Uint32Array {
    return this.#shown;
  }

  /** The number of rows without the head. */
  get total(): number {
    return this.#all.length;
  }

  get order(): TableOrder | undefined {
    return this.#order;
  }

  get sought(): string {
    return this.#sought;
  }

  get isBusy(): boolean {
    return this.#work.isBusy;
  }

  use(table: Table | undefined, hasHead: boolean): void {
    this.#work.cancel();
    this.#table = table;
    const from = hasHead ? 1 : 0;
    this.#all = Uint32Array.from({ length: Math.max(0, (table?.rows ?? 0) - from) }, (_, index) => index + from);
    this.#sorted = this.#shown = this.#all;
    this.#order = undefined;
    this.#sought = '';
  }

  /** Sorts in ascending order, then in descending order, then restores the original order. */
  sortBy(column: number): void {
    const order = this.#order;
    if (order?.column !== column) this.#order = { column, isDescending: false };
    else this.#order = order.isDescending ? undefined : { column, isDescending: true };
    this.#arrange(true);
  }

  seek(sought: string): void {
    // Sorted rows stay sorted, unless sorting has not finished yet.
    const isSorting = this.#work.isBusy && this.#sorting;
    this.#sought = sought;
    this.#arrange(isSorting);
  }

  #sorting = false;

  #arrange(sorts: boolean): void {
    const table = this.#table;
    if (!table) return;
    this.#sorting = sorts;
    void this.#work.run(this.#steps(table, sorts), (shown) => (this.#shown = shown));
    this.#host.requestUpdate();
  }

  *#steps(table: Table, sorts: boolean): Generator<undefined, Uint32Array, undefined> {
    if (sorts)
      this.#sorted = this.#order ? yield* sortTable(table, this.#all, this.#order, this.#decimalComma()) : this.#all;
    return this.#sought === '' ? this.#sorted : yield* filterTable(table, this.#sorted, this.#sought);
  }
}
