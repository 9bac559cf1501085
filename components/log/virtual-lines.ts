import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Lines by row. A line keeps its number while its row changes. */
export interface LineRows {
  readonly count: number;
  numberAt(row: number): number;
  rowOf(number: number): number;
  has(number: number): boolean;
}

/** Lines that are expanded at a time. One more closes the one that was expanded first. */
const MAX_EXPANDED_LINES = 50;

/** The lines that are expanded, with the height of their details. */
class ExpandedLines {
  readonly #lines: LineRows;
  /** Pixels by the number of the line, in the order in which they were expanded. */
  readonly #heights = new Map<number, number>();

  constructor(lines: LineRows) {
    this.#lines = lines;
  }

  /** Pixels of all details. */
  get pixels(): number {
    let sum = 0;
    for (const height of this.#heights.values()) sum += height;
    return sum;
  }

  has(number: number): boolean {
    return this.#heights.has(number);
  }

  set(number: number, isExpanded: boolean): void {
    if (!isExpanded) this.#heights.delete(number);
    else if (!this.#heights.has(number)) {
      this.#heights.set(number, 0);
      if (this.#heights.size > MAX_EXPANDED_LINES) for (const [oldest] of this.#heights) return this.set(oldest, false);
    }
  }

  clear(): void {
    this.#heights.clear();
  }

  measured(number: number, height: number): void {
    if (this.#heights.has(number)) this.#heights.set(number, height);
  }

  /** Pixels from the first row to this one, without details all of one height. */
  topOf(row: number, rowHeight: number): number {
    let top = row * rowHeight;
    for (const [number, height] of this.#heights)
      if (this.#lines.has(number) && this.#lines.rowOf(number) < row) top += height;
    return top;
  }

  /** The row at that many pixels from the first one. Details belong to the row above them. */
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

/** Rows that are rendered before and after those in view, so that scrolling shows no gap. */
const ROWS_AROUND = 20;

/** Rows by which the rendered range moves: scrolling then renders rarely. */
const WINDOW_STEP = 10;

/** Rows in view, before the height of a row is known. */
const ROWS_BEFORE_MEASURED = 40;

/** The first line in view, and how many pixels of it are scrolled out of view. */
interface Anchor {
  readonly number: number;
  readonly hiddenPixels: number;
}

/**
 * Decides which rows of a long log are rendered, and where it is scrolled to. At the end it stays at the end while lines come.
 * Elsewhere it stays at the first line in view, also when lines before it are dropped, expanded or filtered out. All rows
 * have one height; details below a row have their own.
 */
export class VirtualLines implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #lines: LineRows;
  readonly #findScroller: () => HTMLElement | null;
  readonly #observer = new ResizeObserver(() => this.#resized());
  /** The lines that are expanded. */
  readonly expanded: ExpandedLines;
  #scroller: HTMLElement | null = null;
  #anchor: Anchor | undefined;
  #rowHeight = 0;
  #height = 0;
  /** Rows there were at the last rendering: those that came since are rendered with the next frame. */
  #count = 0;
  #first = 0;
  #end = 0;

  /** @param find gives the element that scrolls, whose only child holds the rows */
  constructor(host: ReactiveControllerHost, lines: LineRows, find: () => HTMLElement | null) {
    this.#host = host;
    this.#lines = lines;
    this.#findScroller = find;
    this.expanded = new ExpandedLines(lines);
    host.addController(this);
  }

  /** The first row to render. */
  get first(): number {
    return this.#first;
  }

  /** One after the last row to render. */
  get end(): number {
    return this.#end;
  }

  /** Rows that fit into view at once: how far Page Down goes. */
  get rowsInView(): number {
    return this.#rowHeight > 0 ? Math.max(1, Math.floor(this.#height / this.#rowHeight) - 1) : ROWS_BEFORE_MEASURED;
  }

  /** Whether the newest line stays in view while lines come. */
  get isFollowing(): boolean {
    return this.#anchor === undefined;
  }

  /** Scrolls to the newest line, and follows those to come. */
  followEnd(): void {
    this.#anchor = undefined;
    this.#host.requestUpdate();
  }

  /** Stays where it is scrolled to, also at the end. */
  stopFollowing(): void {
    const top = this.#scroller?.scrollTop ?? 0;
    this.#anchorAt(top);
    this.#host.requestUpdate();
  }

  /** Scrolls as little as needed to have the row in view. */
  reveal(row: number): void {
    const scroller = this.#scroller;
    if (!scroller || this.#rowHeight === 0) return;
    const top = this.expanded.topOf(row, this.#rowHeight);
    const bottom = top + this.#rowHeight;
    const now = scroller.scrollTop;
    if (row === this.#lines.count - 1) this.followEnd();
    else if (top < now) this.#anchorAt(top);
    else this.#anchorAt(Math.max(now, bottom - this.#height));
    this.#host.requestUpdate();
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#attach(null);
  }

  hostUpdate(): void {
    this.#count = this.#lines.count;
    [this.#first, this.#end] = this.#range(this.#wantedTop());
  }

  hostUpdated(): void {
    this.#attach(this.#findScroller());
    const scroller = this.#scroller;
    const rows = scroller?.firstElementChild as HTMLElement | null | undefined;
    if (!scroller || !rows) return;
    this.#measure(rows);
    const before = this.expanded.topOf(this.#first, this.#rowHeight);
    const after = this.#total - this.expanded.topOf(this.#end, this.#rowHeight);
    rows.style.setProperty('padding-block', `${before}px ${after}px`);
    const wanted = this.isFollowing ? scroller.scrollHeight - scroller.clientHeight : this.#wantedTop();
    if (Math.abs(scroller.scrollTop - wanted) >= 1) scroller.scrollTop = wanted;
  }

  get #total(): number {
    return this.expanded.topOf(this.#count, this.#rowHeight);
  }

  #wantedTop(): number {
    const anchor = this.#anchor;
    if (!anchor) return Math.max(0, this.#total - this.#height);
    const top = this.expanded.topOf(this.#lines.rowOf(anchor.number), this.#rowHeight);
    // A dropped line has no pixels out of view.
    return this.#lines.has(anchor.number) ? top + anchor.hiddenPixels : top;
  }

  #range(top: number): [first: number, end: number] {
    const count = this.#count;
    const seen = this.#rowHeight > 0 ? this.#height / this.#rowHeight : ROWS_BEFORE_MEASURED;
    const from = this.#rowHeight > 0 ? this.expanded.rowAt(top, this.#rowHeight) : this.isFollowing ? count - seen : 0;
    const first = Math.max(0, Math.floor((Math.min(from, count) - ROWS_AROUND) / WINDOW_STEP) * WINDOW_STEP);
    return [first, Math.min(count, Math.ceil((from + seen + ROWS_AROUND) / WINDOW_STEP) * WINDOW_STEP)];
  }

  #attach(scroller: HTMLElement | null): void {
    if (scroller === this.#scroller) return;
    this.#scroller?.removeEventListener('scroll', this.#scrolled);
    this.#scroller?.removeEventListener('wheel', this.#wheeled);
    this.#observer.disconnect();
    this.#scroller = scroller;
    if (!scroller) return;
    scroller.addEventListener('scroll', this.#scrolled, { passive: true });
    scroller.addEventListener('wheel', this.#wheeled, { passive: true });
    this.#observer.observe(scroller);
    if (scroller.firstElementChild) this.#observer.observe(scroller.firstElementChild);
  }

  #measure(rows: HTMLElement): boolean {
    const before = `${this.#rowHeight} ${this.#height} ${this.expanded.pixels}`;
    this.#height = this.#scroller?.clientHeight ?? 0;
    const row = rows.querySelector('[data-line]')?.getBoundingClientRect().height;
    if (row) this.#rowHeight = row;
    for (const detail of rows.querySelectorAll<HTMLElement>('[data-below]'))
      this.expanded.measured(Number(detail.dataset['below']), detail.getBoundingClientRect().height);
    return before !== `${this.#rowHeight} ${this.#height} ${this.expanded.pixels}`;
  }

  #resized(): void {
    const rows = this.#scroller?.firstElementChild as HTMLElement | null;
    if (rows && this.#measure(rows)) this.#host.requestUpdate();
  }

  readonly #scrolled = (): void => {
    const scroller = this.#scroller;
    if (!scroller || this.#rowHeight === 0 || scroller.clientHeight === 0) return;
    const top = scroller.scrollTop;
    const wasFollowing = this.isFollowing;
    // Half a row: a browser that zooms does not get to the last pixel.
    if (top + scroller.clientHeight >= scroller.scrollHeight - this.#rowHeight / 2) this.#anchor = undefined;
    else this.#anchorAt(top);
    const [first, end] = this.#range(top);
    if (first !== this.#first || end !== this.#end || wasFollowing !== this.isFollowing) this.#host.requestUpdate();
  };

  /** The wheel upwards means reading. Lines may come faster than the wheel scrolls, so the scroll position cannot tell. */
  readonly #wheeled = ({ deltaY }: WheelEvent): void => {
    const scroller = this.#scroller;
    if (deltaY < 0 && this.isFollowing && scroller && scroller.scrollHeight > scroller.clientHeight)
      this.stopFollowing();
  };

  #anchorAt(top: number): void {
    if (this.#rowHeight === 0 || this.#lines.count === 0) return;
    const row = Math.min(this.expanded.rowAt(top, this.#rowHeight), this.#lines.count - 1);
    this.#anchor = {
      number: this.#lines.numberAt(row),
      hiddenPixels: top - this.expanded.topOf(row, this.#rowHeight),
    };
  }
}
