import type { ItemLayout, RenderedItems } from '../list/virtual-list.js';

/** Lines by row. The number of a line is permanent, but its row changes. */
export interface LineRows {
  readonly count: number;
  numberAt(row: number): number;
  rowOf(number: number): number;
  has(number: number): boolean;
}

/** Lines that are expanded at the same time. One more collapses the one that was expanded first. */
const MAX_EXPANDED_LINES = 50;

/** Layout of a log: all rows have the same height, and the details of an expanded row have their own height. */
export class LogLayout implements ItemLayout {
  readonly #lines: LineRows;
  /** Heights of the details in pixels, by the number of the line, in the order in which the lines were expanded. */
  readonly #heights = new Map<number, number>();
  /** Height of a row without details, in pixels; 0 before it is known. */
  itemSize = 0;

  constructor(lines: LineRows) {
    this.#lines = lines;
  }

  get isMeasured(): boolean {
    return this.itemSize > 0;
  }

  isExpanded(number: number): boolean {
    return this.#heights.has(number);
  }

  expand(number: number, isExpanded: boolean): void {
    if (!isExpanded) this.#heights.delete(number);
    else if (!this.#heights.has(number)) {
      this.#heights.set(number, 0);
      if (this.#heights.size > MAX_EXPANDED_LINES)
        for (const [oldest] of this.#heights) return this.expand(oldest, false);
    }
  }

  collapseAll(): void {
    this.#heights.clear();
  }

  startOf(row: number): number {
    let start = row * this.itemSize;
    for (const [number, height] of this.#heights)
      if (this.#lines.has(number) && this.#lines.rowOf(number) < row) start += height;
    return start;
  }

  /** Details belong to the row above them. */
  indexAt(offset: number): number {
    const expanded = [...this.#heights]
      .filter(([number]) => this.#lines.has(number))
      .map(([number, height]) => ({ row: this.#lines.rowOf(number), height }))
      .sort((one, other) => one.row - other.row);
    let details = 0;
    for (const { row, height } of expanded) {
      const start = (row + 1) * this.itemSize + details;
      if (offset < start) break;
      if (offset < start + height) return row;
      details += height;
    }
    return Math.max(0, Math.floor((offset - details) / this.itemSize));
  }

  measure(scroller: HTMLElement): boolean {
    const sizes = (): string => `${this.itemSize} ${[...this.#heights.values()].join(' ')}`;
    const before = sizes();
    // Not `getBoundingClientRect()`, whose pixels are not those of `scrollTop` in a page that is zoomed or scaled.
    const height = scroller.querySelector<HTMLElement>('[data-line]')?.offsetHeight;
    if (height) this.itemSize = height;
    for (const details of scroller.querySelectorAll<HTMLElement>('[data-below]')) {
      const number = Number(details.dataset['below']);
      if (this.#heights.has(number)) this.#heights.set(number, details.offsetHeight);
    }
    return before !== sizes();
  }

  reserveSpace(scroller: HTMLElement, { first, end, count }: RenderedItems): void {
    const before = this.startOf(first);
    const after = this.startOf(count) - this.startOf(end);
    rowsOf(scroller)?.style.setProperty('padding-block', `${before}px ${after}px`);
  }

  measuredElements(scroller: HTMLElement): readonly (Element | null)[] {
    return [rowsOf(scroller)];
  }
}

function rowsOf(scroller: HTMLElement): HTMLElement | null {
  return scroller.querySelector<HTMLElement>('.rows');
}
