import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Up to this many rows everything is in the page, so that the browser's own search finds it. */
const ALL_AT_ONCE = 150;
/** The window moves in steps of this many rows: scrolling renders rarely, and rows are there before they are seen. */
const STEP = 20;

interface Rows {
  /** The element that scrolls, whose only child holds the rows. */
  scroller(): HTMLElement | null;
  /** Rows there are. All have the same height. */
  count(): number;
}

/**
 * Says which rows of a long list have to be in the page now: those in view and some around them. How many rows are left
 * out before and after stands in `--_before` and `--_after` on the scroller, for a style that keeps their space.
 */
export class RowWindow implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #rows: Rows;
  #top = 0;
  #inView = STEP;
  #rowHeight = 0;
  #observer: ResizeObserver | undefined;
  #watched: HTMLElement | null = null;

  constructor(host: ReactiveControllerHost, rows: Rows) {
    this.#host = host;
    this.#rows = rows;
    host.addController(this);
  }

  /** The first row to render. */
  get first(): number {
    const count = this.#rows.count();
    if (count <= ALL_AT_ONCE) return 0;
    return Math.max(0, Math.min(this.#stepped(this.#top) - STEP, count - this.#inView - 2 * STEP));
  }

  /** One after the last row to render. */
  get end(): number {
    const count = this.#rows.count();
    if (count <= ALL_AT_ONCE) return count;
    return Math.min(count, this.first + this.#stepped(this.#inView) + 4 * STEP);
  }

  /** Scrolls as little as needed to have the row in view, and renders it. */
  reveal(row: number): void {
    const scroller = this.#rows.scroller();
    if (!scroller || this.#rowHeight === 0) return;
    const top = row * this.#rowHeight;
    const bottom = top + this.#rowHeight;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (bottom > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = bottom - scroller.clientHeight;
    this.#measure();
  }

  /** Back to the first row. */
  toTop(): void {
    const scroller = this.#rows.scroller();
    if (scroller) scroller.scrollTop = 0;
  }

  /** Rows that fit into view at once: how far Page Down goes. */
  get inView(): number {
    return Math.max(1, this.#inView - 1);
  }

  hostUpdated(): void {
    const scroller = this.#rows.scroller();
    if (scroller !== this.#watched) {
      this.hostDisconnected();
      this.#watched = scroller;
      if (scroller) this.#watch(scroller);
    }
    if (!scroller) return;
    // Before anything is measured: with the old space around the new rows the browser would move the scroll position.
    scroller.style.setProperty('--_before', String(this.first));
    scroller.style.setProperty('--_after', String(this.#rows.count() - this.end));
    const box = scroller.firstElementChild?.getBoundingClientRect().height ?? 0;
    // From all rows together: the browser rounds the height of each, which adds up over thousands.
    if (box > 0) this.#rowHeight = box / this.#rows.count();
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#watched?.removeEventListener('scroll', this.#measure);
    this.#observer?.disconnect();
    this.#watched = null;
  }

  #watch(scroller: HTMLElement): void {
    scroller.addEventListener('scroll', this.#measure, { passive: true });
    this.#observer = new ResizeObserver(this.#measure);
    this.#observer.observe(scroller);
  }

  readonly #measure = (): void => {
    const scroller = this.#watched;
    if (!scroller || this.#rowHeight === 0 || scroller.clientHeight === 0) return;
    const before = `${this.first} ${this.end}`;
    this.#top = Math.floor(scroller.scrollTop / this.#rowHeight);
    this.#inView = Math.ceil(scroller.clientHeight / this.#rowHeight);
    if (before !== `${this.first} ${this.end}`) this.#host.requestUpdate();
  };

  #stepped(row: number): number {
    return Math.floor(row / STEP) * STEP;
  }
}
