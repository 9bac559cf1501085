import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Milliseconds after which a new letter starts a new word. */
const TYPE_AHEAD_MS = 700;
/** Rows a letter is sought in: measured, 20,000 take under 10 ms, and a list may have 400,000. */
const TYPE_AHEAD_ROWS = 20_000;

interface NavigableList {
  count(): number;
  /** The words a row starts with; undefined for a row that cannot be chosen, such as a heading. */
  label(row: number): string | undefined;
  /** Rows that a page consists of. */
  pageSize(): number;
  /** Brings the row into view. */
  reveal(row: number): void;
  choose(row: number): void;
}

/**
 * The keyboard of a listbox with one tab stop: arrows, Home, End, Page Up and Down, letters, Enter and Space. Focus stays
 * on the list; the active row is told by `aria-activedescendant`, so it may leave the page while the list scrolls.
 */
export class ListNavigation implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #list: NavigableList;
  #active = -1;
  #typed = '';
  #typedAt = 0;

  constructor(host: ReactiveControllerHost, list: NavigableList) {
    this.#host = host;
    this.#list = list;
    host.addController(this);
  }

  hostConnected(): void {}

  /** The row the keyboard is at; -1 before the first key. */
  get active(): number {
    return this.#active < this.#list.count() ? this.#active : -1;
  }

  /** Puts the keyboard at a row without scrolling to it. */
  moveTo(row: number): void {
    if (row === this.#active) return;
    this.#active = row;
    this.#host.requestUpdate();
  }

  /** Puts the keyboard at the first row that can be chosen, and shows it. */
  moveToFirst(): void {
    this.#go(this.#choosable(0, 1));
  }

  readonly onKeydown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = this.#target(event.key);
    if (target !== undefined) {
      event.preventDefault();
      this.#go(target);
    } else if (event.key === 'Enter' || (event.key === ' ' && !this.#typing())) {
      event.preventDefault();
      if (this.active >= 0) this.#list.choose(this.active);
    } else if (event.key.length === 1 && event.key !== '/') {
      event.preventDefault();
      this.#typeAhead(event.key);
    }
  };

  #target(key: string): number | undefined {
    const last = this.#list.count() - 1;
    const page = this.#list.pageSize();
    switch (key) {
      case 'ArrowDown':
        return this.#choosable(this.active + 1, 1);
      case 'ArrowUp':
        return this.#choosable(this.active < 0 ? last : this.active - 1, -1);
      case 'Home':
        return this.#choosable(0, 1);
      case 'End':
        return this.#choosable(last, -1);
      case 'PageDown':
        return this.#choosable(Math.min(last, this.active + page), -1);
      case 'PageUp':
        return this.#choosable(Math.max(0, this.active - page), 1);
      default:
        return undefined;
    }
  }

  /** The nearest row from here in this direction that is no heading; else the row where we are. */
  #choosable(from: number, step: 1 | -1): number {
    for (let row = from; row >= 0 && row < this.#list.count(); row += step)
      if (this.#list.label(row) !== undefined) return row;
    return this.active;
  }

  #go(row: number): void {
    if (row < 0) return;
    this.moveTo(row);
    this.#list.reveal(row);
  }

  #typing(): boolean {
    return this.#typed !== '' && Date.now() - this.#typedAt < TYPE_AHEAD_MS;
  }

  #typeAhead(letter: string): void {
    const again = this.#typing() ? this.#typed : '';
    const word = (again + letter).toLowerCase();
    // The same letter again and again walks through the rows that start with it.
    const same = [...word].every((each) => each === word[0]);
    const sought = same ? word[0]! : word;
    this.#typed = word;
    this.#typedAt = Date.now();
    const count = this.#list.count();
    const from = Math.max(0, this.active) + (same ? 1 : 0);
    for (let step = 0; step < Math.min(count, TYPE_AHEAD_ROWS); step++) {
      const row = (from + step) % count;
      if (this.#list.label(row)?.toLowerCase().startsWith(sought)) return this.#go(row);
    }
  }
}

/** Up to this many rows everything is in the page, so that the browser's own search finds it. */
const ALL_AT_ONCE = 150;
/** The window moves in steps of this many rows: scrolling renders rarely, and rows are there before they are seen. */
const STEP = 20;

interface Rows {
  /** The element that scrolls, whose last child holds the rows. */
  scroller(): HTMLElement | null;
  /** What stays in view above the rows, as the scroller's first child. */
  head?(): HTMLElement | null;
  /** Rows there are. All have the same height. */
  count(): number;
  /** A row is this many times as much work as one of a list; the window is so many times smaller. */
  readonly weight?: number;
}

/**
 * Says which rows of a long list have to be in the page now: those in view and some around them. How many rows are left
 * out before and after stands in `--_before` and `--_after` on the scroller, for a style that keeps their space.
 */
export class RowVirtualizer implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #rows: Rows;
  #top = 0;
  #inView = STEP;
  readonly #step: number;
  readonly #allAtOnce: number;
  #rowHeight = 0;
  /** How far it was scrolled before it was rendered. */
  #scrolled: number | undefined;
  #observer: ResizeObserver | undefined;
  #watched: HTMLElement | null = null;

  constructor(host: ReactiveControllerHost, rows: Rows) {
    this.#host = host;
    this.#rows = rows;
    this.#step = Math.round(STEP / (rows.weight ?? 1));
    this.#allAtOnce = Math.round(ALL_AT_ONCE / (rows.weight ?? 1));
    host.addController(this);
  }

  /** The first row to render. */
  get first(): number {
    const count = this.#rows.count();
    if (count <= this.#allAtOnce) return 0;
    return Math.max(0, Math.min(this.#stepped(this.#top) - this.#step, count - this.#inView - 2 * this.#step));
  }

  /** One after the last row to render. */
  get end(): number {
    const count = this.#rows.count();
    if (count <= this.#allAtOnce) return count;
    return Math.min(count, this.first + this.#stepped(this.#inView) + 4 * this.#step);
  }

  /** Scrolls as little as needed to have the row in view, and renders it. */
  reveal(row: number): void {
    const scroller = this.#rows.scroller();
    this.#readHeight();
    if (!scroller || this.#rowHeight === 0) return;
    const top = row * this.#rowHeight;
    const bottom = top + this.#rowHeight;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else {
      const height = scroller.clientHeight - this.#headHeight();
      if (bottom > scroller.scrollTop + height) scroller.scrollTop = bottom - height;
    }
    this.#measure();
  }

  /** Back to the first row. */
  toTop(): void {
    const scroller = this.#rows.scroller();
    if (scroller) scroller.scrollTop = 0;
  }

  /** Rows that fit into view at once: how far Page Down goes. */
  get inView(): number {
    this.#readHeight();
    this.#readView();
    return Math.max(1, this.#inView - 1);
  }

  hostUpdate(): void {
    this.#scrolled = this.#rows.count() > this.#allAtOnce ? this.#watched?.scrollTop : undefined;
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
    // Asking for a height makes the browser lay the page out at once: where all rows are there, nobody needs it yet.
    if (this.#rows.count() <= this.#allAtOnce) return;
    this.#readHeight();
    // While rows change places it is less high for a moment, and WebKit scrolls back where that is the end.
    if (this.#scrolled !== undefined && scroller.scrollTop !== this.#scrolled) scroller.scrollTop = this.#scrolled;
  }

  #readHeight(): void {
    const box = this.#watched?.lastElementChild?.getBoundingClientRect().height ?? 0;
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
    // A browser with many short lists in view would lay out the page anew for each of them.
    if (this.#rows.count() <= this.#allAtOnce) return;
    const before = `${this.first} ${this.end}`;
    this.#readHeight();
    this.#readView();
    if (before !== `${this.first} ${this.end}`) this.#host.requestUpdate();
  };

  #readView(): void {
    const scroller = this.#watched;
    if (!scroller || this.#rowHeight === 0 || scroller.clientHeight === 0) return;
    this.#top = Math.floor(scroller.scrollTop / this.#rowHeight);
    this.#inView = Math.ceil((scroller.clientHeight - this.#headHeight()) / this.#rowHeight);
  }

  #headHeight(): number {
    return this.#rows.head?.()?.offsetHeight ?? 0;
  }

  #stepped(row: number): number {
    return Math.floor(row / this.#step) * this.#step;
  }
}
