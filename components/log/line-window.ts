import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { Unfolded, type Lines } from './unfolded.js';

/** Rows that are rendered before and after those in view, so that scrolling finds them there. */
const AROUND = 20;
/** The window moves in steps of this many rows: scrolling renders rarely. */
const STEP = 10;
/** Rows in view, before that is known. */
const FIRST_VIEW = 40;

/** What the reader looks at: a line, and how many pixels of it are scrolled out of view. */
interface Anchor {
  readonly number: number;
  readonly beyond: number;
}

/**
 * Says which rows of a long log are in the page now, and where it is scrolled to. At the end it stays at the end while lines
 * come. Elsewhere it stays at the line the reader looks at, also when lines before it are dropped, unfold or no longer fit.
 * All rows have one height; what unfolds below one has its own.
 */
export class LineWindow implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #lines: Lines;
  readonly #find: () => HTMLElement | null;
  readonly #observer = new ResizeObserver(() => this.#resized());
  /** What is unfolded below which line. */
  readonly unfolded: Unfolded;
  #scroller: HTMLElement | null = null;
  #anchor: Anchor | undefined;
  #rowHeight = 0;
  #height = 0;
  /** Rows there were at the last rendering: those that came since are rendered with the next frame. */
  #count = 0;
  #first = 0;
  #end = 0;

  /** @param find gives the element that scrolls, whose only child holds the rows */
  constructor(host: ReactiveControllerHost, lines: Lines, find: () => HTMLElement | null) {
    this.#host = host;
    this.#lines = lines;
    this.#find = find;
    this.unfolded = new Unfolded(lines);
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
  get inView(): number {
    return this.#rowHeight > 0 ? Math.max(1, Math.floor(this.#height / this.#rowHeight) - 1) : FIRST_VIEW;
  }

  /** True while the newest line is in view and stays there. */
  get follows(): boolean {
    return this.#anchor === undefined;
  }

  /** To the newest line, and along with those to come. */
  toEnd(): void {
    this.#anchor = undefined;
    this.#host.requestUpdate();
  }

  /** Stays where it is, also at the end. */
  hold(): void {
    const top = this.#scroller?.scrollTop ?? 0;
    this.#holdAt(top);
    this.#host.requestUpdate();
  }

  /** Scrolls as little as needed to have the row in view. */
  reveal(row: number): void {
    const scroller = this.#scroller;
    if (!scroller || this.#rowHeight === 0) return;
    const top = this.unfolded.topOf(row, this.#rowHeight);
    const bottom = top + this.#rowHeight;
    const now = scroller.scrollTop;
    if (row === this.#lines.count - 1) this.toEnd();
    else if (top < now) this.#holdAt(top);
    else this.#holdAt(Math.max(now, bottom - this.#height));
    this.#host.requestUpdate();
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#watch(null);
  }

  hostUpdate(): void {
    this.#count = this.#lines.count;
    [this.#first, this.#end] = this.#range(this.#wantedTop());
  }

  hostUpdated(): void {
    this.#watch(this.#find());
    const scroller = this.#scroller;
    const rows = scroller?.firstElementChild as HTMLElement | null | undefined;
    if (!scroller || !rows) return;
    this.#measure(rows);
    const before = this.unfolded.topOf(this.#first, this.#rowHeight);
    const after = this.#total - this.unfolded.topOf(this.#end, this.#rowHeight);
    rows.style.setProperty('padding-block', `${before}px ${after}px`);
    const wanted = this.follows ? scroller.scrollHeight - scroller.clientHeight : this.#wantedTop();
    if (Math.abs(scroller.scrollTop - wanted) >= 1) scroller.scrollTop = wanted;
  }

  get #total(): number {
    return this.unfolded.topOf(this.#count, this.#rowHeight);
  }

  #wantedTop(): number {
    const anchor = this.#anchor;
    if (!anchor) return Math.max(0, this.#total - this.#height);
    const top = this.unfolded.topOf(this.#lines.rowOf(anchor.number), this.#rowHeight);
    // A line that is gone has nothing out of view.
    return this.#lines.has(anchor.number) ? top + anchor.beyond : top;
  }

  #range(top: number): [first: number, end: number] {
    const count = this.#count;
    const seen = this.#rowHeight > 0 ? this.#height / this.#rowHeight : FIRST_VIEW;
    const from = this.#rowHeight > 0 ? this.unfolded.rowAt(top, this.#rowHeight) : this.follows ? count - seen : 0;
    const first = Math.max(0, Math.floor((Math.min(from, count) - AROUND) / STEP) * STEP);
    return [first, Math.min(count, Math.ceil((from + seen + AROUND) / STEP) * STEP)];
  }

  #watch(scroller: HTMLElement | null): void {
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
    const before = `${this.#rowHeight} ${this.#height} ${this.unfolded.pixels}`;
    this.#height = this.#scroller?.clientHeight ?? 0;
    const row = rows.querySelector('[data-line]')?.getBoundingClientRect().height;
    if (row) this.#rowHeight = row;
    for (const detail of rows.querySelectorAll<HTMLElement>('[data-below]'))
      this.unfolded.measured(Number(detail.dataset['below']), detail.getBoundingClientRect().height);
    return before !== `${this.#rowHeight} ${this.#height} ${this.unfolded.pixels}`;
  }

  #resized(): void {
    const rows = this.#scroller?.firstElementChild as HTMLElement | null;
    if (rows && this.#measure(rows)) this.#host.requestUpdate();
  }

  readonly #scrolled = (): void => {
    const scroller = this.#scroller;
    if (!scroller || this.#rowHeight === 0 || scroller.clientHeight === 0) return;
    const top = scroller.scrollTop;
    const followed = this.follows;
    // Half a row: a browser that zooms does not get to the last pixel.
    if (top + scroller.clientHeight >= scroller.scrollHeight - this.#rowHeight / 2) this.#anchor = undefined;
    else this.#holdAt(top);
    const [first, end] = this.#range(top);
    if (first !== this.#first || end !== this.#end || followed !== this.follows) this.#host.requestUpdate();
  };

  /** Who turns the wheel up wants to read, even if lines come faster than the wheel turns. */
  readonly #wheeled = ({ deltaY }: WheelEvent): void => {
    const scroller = this.#scroller;
    if (deltaY < 0 && this.follows && scroller && scroller.scrollHeight > scroller.clientHeight) this.hold();
  };

  #holdAt(top: number): void {
    if (this.#rowHeight === 0 || this.#lines.count === 0) return;
    const row = Math.min(this.unfolded.rowAt(top, this.#rowHeight), this.#lines.count - 1);
    this.#anchor = {
      number: this.#lines.numberAt(row),
      beyond: top - this.unfolded.topOf(row, this.#rowHeight),
    };
  }
}
