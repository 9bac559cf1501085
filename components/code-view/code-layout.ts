import type { ItemLayout, RenderedItems } from '../list/virtual-list.js';

/**
 * The height of a row and the width of a character, in pixels: first a guess, later the values that were last measured
 * in this page.
 */
const usual = { height: 20, width: 8, isMeasured: false };

/** Characters in a row of the box before its width is known. */
const USUAL_COLUMNS = 80;

interface CodeRows {
  count(): number;
  /** Characters of a row. */
  lengthOf(row: number): number;
}

/**
 * Layout of text in a monospace font. A row is as high as its characters need: one line on the screen or, if wrapped,
 * several. In the box, `.probe` holds ten characters, and `.text` holds the text of a row. `--_before` and `--_after`
 * on the box reserve the space of the rows that are not rendered.
 */
export class CodeLayout implements ItemLayout {
  readonly #rows: CodeRows;
  #height = usual.height;
  #width = usual.width;
  #columns = USUAL_COLUMNS;
  #isWrapped = false;
  /** Lines on the screen above each row, while lines are wrapped. */
  #above: Uint32Array | undefined;

  constructor(rows: CodeRows) {
    this.#rows = rows;
  }

  /** Sets whether long lines are wrapped. Must also be called when the rows have changed. */
  setWrapped(isWrapped: boolean): void {
    this.#isWrapped = isWrapped;
    this.#above = undefined;
  }

  /** Returns the width of a number of characters, in pixels. */
  widthOf(characters: number): number {
    return Math.ceil(characters * this.#width);
  }

  get isMeasured(): boolean {
    return usual.isMeasured;
  }

  get itemSize(): number {
    return this.#isWrapped ? 0 : this.#height;
  }

  startOf(row: number): number {
    return (this.#linesAbove()?.[row] ?? row) * this.#height;
  }

  indexAt(offset: number): number {
    const line = Math.floor(offset / this.#height);
    const above = this.#linesAbove();
    if (!above) return Math.min(line, this.#rows.count());
    let [low, high] = [0, this.#rows.count()];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (above[middle]! <= line) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  measure(scroller: HTMLElement): boolean {
    const probe = scroller.querySelector('.probe');
    if (!probe) return false;
    // Not `getBoundingClientRect()`: far down a long text, after millions of pixels, it returns rounded heights.
    const size = getComputedStyle(probe);
    const [probeHeight, probeWidth] = [Number.parseFloat(size.height), Number.parseFloat(size.width)];
    if (!(probeHeight > 0)) return false;
    const width = probeWidth / 10;
    // Each row gets a height in whole pixels: engines round fractions differently, and the differences of 100,000 rows
    // add up.
    const height = Math.ceil(probeHeight);
    const text = this.#isWrapped ? scroller.querySelector('.text') : null;
    const columns = text ? Math.max(1, Math.floor(text.clientWidth / width)) : this.#columns;
    usual.isMeasured = true;
    if (height === this.#height && width === this.#width && columns === this.#columns) return false;
    this.#height = usual.height = height;
    this.#width = usual.width = width;
    if (columns !== this.#columns) this.#above = undefined;
    this.#columns = columns;
    return true;
  }

  reserveSpace(scroller: HTMLElement, { first, end, count }: RenderedItems): void {
    scroller.style.setProperty('--_row', `${this.#height}px`);
    scroller.style.setProperty('--_before', `${this.startOf(first)}px`);
    scroller.style.setProperty('--_after', `${this.startOf(count) - this.startOf(end)}px`);
  }

  measuredElements(scroller: HTMLElement): readonly (Element | null)[] {
    return [scroller.querySelector('.probe')];
  }

  /** Takes about 3 ms for half a million rows, once for each width. */
  #linesAbove(): Uint32Array | undefined {
    if (!this.#isWrapped) return undefined;
    const count = this.#rows.count();
    if (this.#above?.length === count + 1) return this.#above;
    const above = new Uint32Array(count + 1);
    for (let row = 0; row < count; row++)
      above[row + 1] = above[row]! + Math.max(1, Math.ceil(this.#rows.lengthOf(row) / this.#columns));
    return (this.#above = above);
  }
}
