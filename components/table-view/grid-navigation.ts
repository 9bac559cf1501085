import type { ReactiveController, ReactiveControllerHost } from 'lit';

interface NavigableGrid {
  rows(): number;
  columns(): number;
  pageSize(): number;
  /** The head is above row 0. */
  hasHead(): boolean;
  /** Columns run from right to left. */
  isMirrored(): boolean;
  reveal(row: number, column: number): void;
  /** Enter or Space. */
  choose(row: number, column: number): void;
}

/** The row above all others, with the names of the columns. */
export const HEAD = -1;

/**
 * The keyboard of a grid with one tab stop. Focus stays on the grid; the active cell is told by `aria-activedescendant`, so
 * it may leave the page while the grid scrolls.
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

  /** The cell the keyboard is at; undefined before the first key. */
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

  /** Puts the keyboard at a cell. */
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
