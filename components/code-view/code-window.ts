import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Rows rendered before and after those in view, so that they are there before they are seen. */
const AROUND = 10;
/** The window moves in steps of this many rows: scrolling renders rarely. */
const STEP = 6;
/** Rows rendered before anything is measured, and without a box to scroll. */
const UNMEASURED = 40;
/** Height of a row and width of a character, in pixels: a guess, and then as they were measured last in this page. */
const usual = { height: 20, width: 8, isMeasured: false };

interface Rows {
  /** The box that scrolls. Inside it, `.probe` holds ten characters and `.text` the words of a row. */
  scroller(): HTMLElement | null;
  count(): number;
  /** Characters of a row. */
  lengthOf(row: number): number;
  /** Long rows go on in the next line of the screen. */
  isWrapped(): boolean;
}

/**
 * Says which rows are in the page. Rows are as high as their characters need: one line of the screen, or, wrapped, as many as
 * the width makes it. What is not in the page is space above and below, `--_before` and `--_after` on the scroller.
 */
export class CodeWindow implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #rows: Rows;
  #first = 0;
  #end = UNMEASURED;
  #height = usual.height;
  #width = usual.width;
  /** Size of ten characters, as the browser told it. To ask for it would lay out the page once more for each view. */
  #probe: DOMRectReadOnly | undefined;
  #columns = 80;
  /** Lines of the screen above each row, while wrapped. */
  #above: Uint32Array | undefined;
  #isWrapped = false;
  /** The row that stays at the top while the heights of rows change. */
  #anchor: number | undefined;
  #observer: ResizeObserver | undefined;
  #watched: HTMLElement | null = null;

  constructor(host: ReactiveControllerHost, rows: Rows) {
    this.#host = host;
    this.#rows = rows;
    host.addController(this);
  }

  get first(): number {
    return Math.min(this.#first, Math.max(0, this.#rows.count() - 1));
  }

  get end(): number {
    return Math.min(this.#end, this.#rows.count());
  }

  /** Width of so many characters, in pixels. */
  widthOf(characters: number): number {
    return Math.ceil(characters * this.#width);
  }

  /** Other rows: back to the top. */
  reset(): void {
    this.#go(0);
  }

  /** Rows of another height: what is at the top stays there. */
  rewrap(): void {
    this.#go(this.#rowAt(this.#watched?.scrollTop ?? 0));
  }

  #go(row: number): void {
    this.#isWrapped = this.#rows.isWrapped();
    this.#above = undefined;
    this.#anchor = row;
    this.#first = Math.max(0, row - AROUND);
    this.#end = this.#first + UNMEASURED;
  }

  hostUpdated(): void {
    const scroller = this.#rows.scroller();
    if (scroller !== this.#watched) {
      this.hostDisconnected();
      this.#watched = scroller;
      if (scroller) this.#watch(scroller);
      // A new box is at its top, and rows are most likely as high as in the last one: what the browser tells later says so.
      if (this.#anchor === 0 && usual.isMeasured && !this.#rows.isWrapped()) this.#anchor = undefined;
    }
    if (!scroller) return;
    if (!usual.isMeasured) this.#probe = scroller.querySelector('.probe')?.getBoundingClientRect();
    if (this.#anchor !== undefined) this.#readSizes(scroller);
    scroller.style.setProperty('--_row', `${this.#height}px`);
    scroller.style.setProperty('--_before', `${this.#offsetOf(this.first)}px`);
    scroller.style.setProperty('--_after', `${this.#offsetOf(this.#rows.count()) - this.#offsetOf(this.end)}px`);
    if (this.#anchor === undefined) return;
    scroller.scrollTop = this.#offsetOf(this.#anchor);
    this.#anchor = undefined;
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#watched?.removeEventListener('scroll', this.#look);
    this.#observer?.disconnect();
    this.#watched = null;
  }

  #watch(scroller: HTMLElement): void {
    scroller.addEventListener('scroll', this.#look, { passive: true });
    this.#observer = new ResizeObserver((entries) => this.#measure(entries));
    this.#observer.observe(scroller);
    const probe = scroller.querySelector('.probe');
    if (probe) this.#observer.observe(probe);
  }

  #measure(entries: readonly ResizeObserverEntry[]): void {
    const scroller = this.#watched;
    if (!scroller) return;
    for (const { target, contentRect } of entries) if (target !== scroller) this.#probe = contentRect;
    const top = this.#isWhole ? 0 : this.#rowAt(scroller.scrollTop);
    if (this.#readSizes(scroller)) {
      // At the top nothing moves.
      if (top > 0) this.#anchor ??= top;
      // Not now: a box that changes its size because it was told of its size is an error to the browser.
      requestAnimationFrame(() => this.#host.requestUpdate());
    } else this.#look();
  }

  /** All rows are in the page. */
  get #isWhole(): boolean {
    return this.#first === 0 && this.#rows.count() <= UNMEASURED && this.#end >= this.#rows.count();
  }

  /** @returns whether anything changed */
  #readSizes(scroller: HTMLElement): boolean {
    const probe = this.#probe;
    if (!probe || probe.height === 0) return false;
    const width = probe.width / 10;
    // Whole pixels, which each row is then given: engines round in their own ways, and over 100,000 rows it adds up.
    const height = Math.ceil(probe.height);
    const text = this.#rows.isWrapped() ? scroller.querySelector('.text') : null;
    const columns = text ? Math.max(1, Math.floor(text.clientWidth / width)) : this.#columns;
    usual.isMeasured = true;
    if (height === this.#height && width === this.#width && columns === this.#columns) return false;
    this.#height = usual.height = height;
    this.#width = usual.width = width;
    if (columns !== this.#columns) this.#above = undefined;
    this.#columns = columns;
    return true;
  }

  readonly #look = (): void => {
    const scroller = this.#watched;
    if (!scroller || this.#isWhole || scroller.clientHeight === 0) return;
    const stepped = (row: number): number => Math.floor(row / STEP) * STEP;
    const first = Math.max(0, stepped(this.#rowAt(scroller.scrollTop)) - AROUND);
    const end = stepped(this.#rowAt(scroller.scrollTop + scroller.clientHeight)) + STEP + AROUND;
    if (first === this.#first && end === this.#end) return;
    this.#first = first;
    this.#end = end;
    this.#host.requestUpdate();
  };

  #rowAt(offset: number): number {
    const line = Math.floor(offset / this.#height);
    const above = this.#wrapped();
    if (!above) return Math.min(line, this.#rows.count());
    let [low, high] = [0, this.#rows.count()];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (above[middle]! <= line) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #offsetOf(row: number): number {
    return (this.#wrapped()?.[row] ?? row) * this.#height;
  }

  /** Half a million rows take about 3 ms, once per width. */
  #wrapped(): Uint32Array | undefined {
    if (!this.#isWrapped) return undefined;
    const count = this.#rows.count();
    if (this.#above?.length === count + 1) return this.#above;
    const above = new Uint32Array(count + 1);
    for (let row = 0; row < count; row++)
      above[row + 1] = above[row]! + Math.max(1, Math.ceil(this.#rows.lengthOf(row) / this.#columns));
    return (this.#above = above);
  }
}
