import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Up to this many columns all of them are in the page. */
const ALL_AT_ONCE = 12;
/** Columns beside those in view that are in the page as well. */
const BESIDE = 2;

interface Columns {
  /** The element that scrolls. */
  scroller(): HTMLElement | null;
  /** Width of each column, in em. */
  widths(): readonly number[];
  /** Width of the column of row numbers, which stays in view, in em. */
  lead(): number;
}

/**
 * Says which columns of a wide table have to be in the page now. Their widths stand in `--_columns` on the scroller, with
 * one more for all the columns left out before them, and the width of everything in `--_width`.
 */
export class ColumnWindow implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #columns: Columns;
  /** Where each column begins, in em, and where the last one ends. */
  #starts: readonly number[] = [0];
  #first = 0;
  #end = 0;
  #widths: readonly number[] | undefined;
  #watched: HTMLElement | null = null;
  #observer: ResizeObserver | undefined;

  constructor(host: ReactiveControllerHost, columns: Columns) {
    this.#host = host;
    this.#columns = columns;
    host.addController(this);
  }

  get first(): number {
    return this.#first;
  }

  /** One after the last column to render. */
  get end(): number {
    return this.#end;
  }

  /** Scrolls as little as needed to have the column in view beside the row numbers. */
  reveal(column: number): void {
    const scroller = this.#columns.scroller();
    if (!scroller) return;
    const em = sizeOfEm(scroller);
    const from = this.#starts[column]! * em;
    const to = this.#starts[column + 1]! * em;
    const room = scroller.clientWidth - this.#columns.lead() * em;
    const now = Math.abs(scroller.scrollLeft);
    const then = from < now || to - from > room ? from : Math.max(now, to - room);
    if (then !== now) scroller.scrollLeft = isMirrored(scroller) ? -then : then;
    this.#measure();
  }

  hostUpdate(): void {
    const widths = this.#columns.widths();
    if (widths === this.#widths) return;
    this.#widths = widths;
    const starts = [0];
    for (const width of widths) starts.push(starts.at(-1)! + width);
    this.#starts = starts;
    this.#first = 0;
    this.#end = Math.min(widths.length, ALL_AT_ONCE);
  }

  hostUpdated(): void {
    const scroller = this.#columns.scroller();
    if (scroller !== this.#watched) {
      this.hostDisconnected();
      this.#watched = scroller;
      if (scroller) this.#watch(scroller);
    }
    if (!scroller) return;
    const shown = this.#columns.widths().slice(this.#first, this.#end);
    const lead = this.#columns.lead();
    const skipped = this.#starts[this.#first]!;
    scroller.style.setProperty('--_columns', [lead, skipped, ...shown].map((width) => `${width}em`).join(' '));
    scroller.style.setProperty('--_width', `${lead + this.#starts.at(-1)!}em`);
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
    const count = this.#starts.length - 1;
    if (!scroller || scroller.clientWidth === 0 || count <= ALL_AT_ONCE) return;
    const em = sizeOfEm(scroller);
    const from = Math.abs(scroller.scrollLeft) / em;
    const to = from + scroller.clientWidth / em;
    const inView = this.#starts.findLastIndex((start) => start <= from);
    const past = this.#starts.findIndex((start) => start >= to);
    const [first, end] = [Math.max(0, inView), past < 0 ? count : past];
    if (first >= this.#first && end <= this.#end && this.#end - this.#first <= end - first + 4 * BESIDE) return;
    this.#first = Math.max(0, first - BESIDE);
    this.#end = Math.min(count, end + BESIDE);
    this.#host.requestUpdate();
  };
}

export function isMirrored(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl';
}

function sizeOfEm(element: Element): number {
  return Number.parseFloat(getComputedStyle(element).fontSize) || 16;
}
