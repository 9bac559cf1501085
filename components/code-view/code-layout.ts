import type { ItemLayout, RenderedItems } from '../internal/virtual-list.js';

/** Height of a row and width of a character, in pixels: a guess, and then as they were measured last in this page. */
const usual = { height: 20, width: 8, isMeasured: false };

/** Characters in a row of the box, before its width is known. */
const USUAL_COLUMNS = 80;

interface CodeRows {
  count(): number;
  /** Characters of a row. */
  lengthOf(row: number): number;
}

/**
 * Layout of text in a font of one width. A row is as high as its characters need: one line of the screen, or, wrapped, as
 * many as the width makes it. In the box, `.probe` holds ten characters and `.text` the words of a row. What is not in the
 * page is space above and below: `--_before` and `--_after` on the box.
 */
export class CodeLayout implements ItemLayout {
  readonly #rows: CodeRows;
  #height = usual.height;
  #width = usual.width;
  #columns = USUAL_COLUMNS;
  #isWrapped = false;
  /** Lines of the screen above each row, while wrapped. */
  #above: Uint32Array | undefined;

  constructor(rows: CodeRows) {
    this.#rows = rows;
  }

  /** Whether long rows go on in the next line of the screen. Call it also when the rows are others. */
  setWrapped(isWrapped: boolean): void {
    this.#isWrapped = isWrapped;
    this.#above = undefined;
  }

  /** Width of so many characters, in pixels. */
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
    // Not `getBoundingClientRect()`: millions of pixels down a long text it is rounded to other heights.
    const size = getComputedStyle(probe);
    const [probeHeight, probeWidth] = [Number.parseFloat(size.height), Number.parseFloat(size.width)];
    if (!(probeHeight > 0)) return false;
    const width = probeWidth / 10;
    // Whole pixels, which each row is then given: engines round in their own ways, and over 100,000 rows it adds up.
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

  /** Half a million rows take about 3 ms, once per width. */
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
