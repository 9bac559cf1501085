/** Rows that are lines of a book. Each line has a number that stays while rows move. */
export interface Lines {
  readonly count: number;
  numberAt(row: number): number;
  rowOf(number: number): number;
  has(number: number): boolean;
}

/** Lines that are unfolded at a time; the one that was unfolded first is folded for one more. */
const MAX_UNFOLDED = 50;

/** What is unfolded below which line, and how many pixels it takes there. */
export class Unfolded {
  readonly #lines: Lines;
  /** By the number of the line, in the order they were unfolded. */
  readonly #heights = new Map<number, number>();

  constructor(lines: Lines) {
    this.#lines = lines;
  }

  /** Pixels of all that is unfolded. */
  get pixels(): number {
    let sum = 0;
    for (const height of this.#heights.values()) sum += height;
    return sum;
  }

  has(number: number): boolean {
    return this.#heights.has(number);
  }

  set(number: number, isUnfolded: boolean): void {
    if (!isUnfolded) this.#heights.delete(number);
    else if (!this.#heights.has(number)) {
      this.#heights.set(number, 0);
      if (this.#heights.size > MAX_UNFOLDED) for (const [oldest] of this.#heights) return this.set(oldest, false);
    }
  }

  clear(): void {
    this.#heights.clear();
  }

  measured(number: number, height: number): void {
    if (this.#heights.has(number)) this.#heights.set(number, height);
  }

  /** Where a row begins, in pixels from the first one, where all rows are that high. */
  topOf(row: number, rowHeight: number): number {
    let top = row * rowHeight;
    for (const [number, height] of this.#heights)
      if (this.#lines.has(number) && this.#lines.rowOf(number) < row) top += height;
    return top;
  }

  /** The row at that many pixels from the first one; what is unfolded belongs to the row above it. */
  rowAt(top: number, rowHeight: number): number {
    const below = [...this.#heights]
      .filter(([number]) => this.#lines.has(number))
      .map(([number, height]) => ({ row: this.#lines.rowOf(number), height }))
      .sort((one, other) => one.row - other.row);
    let extra = 0;
    for (const { row, height } of below) {
      const start = (row + 1) * rowHeight + extra;
      if (top < start) break;
      if (top < start + height) return row;
      extra += height;
    }
    return Math.max(0, Math.floor((top - extra) / rowHeight));
  }
}
