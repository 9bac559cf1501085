import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { runInSlices, jsonLine } from '../../src/content/index.js';
import type { LogMessage } from '../../src/index.js';
import { ansiText, html } from '../internal/html.js';
import { counted, dateOf, timeOf } from '../internal/text.js';
import { EVERYTHING, isSameFilter, type LineFilter, LineTest, type LogBook, rankOf, rowText } from './log-model.js';

/** Rows that are lines of a book. Each line has a number that stays while rows move. */
interface Lines {
  readonly count: number;
  numberAt(row: number): number;
  rowOf(number: number): number;
  has(number: number): boolean;
}

/** Lines that are unfolded at a time; the one that was unfolded first is folded for one more. */
const MAX_UNFOLDED = 50;

/** What is unfolded below which line, and how many pixels it takes there. */
class Unfolded {
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

/** Milliseconds until a log that nobody sees looks whether it is seen by now. */
const LOG_UNSEEN_MS = 250;

/** Follows a book for its host: at most one call for a frame, and none while the host is not on the screen. */
export class LogFrames implements ReactiveController {
  readonly #host: HTMLElement;
  readonly #onLines: () => void;
  #book: LogBook | undefined;
  #end: (() => void) | undefined;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement & { addController(controller: ReactiveController): void }, onLines: () => void) {
    this.#host = host;
    this.#onLines = onLines;
    host.addController(this);
  }

  /** Goes on with this book. */
  follow(book: LogBook | undefined): void {
    if (book === this.#book) return;
    this.hostDisconnected();
    this.#book = book;
    if (this.#host.isConnected) this.hostConnected();
  }

  hostConnected(): void {
    this.#end ??= this.#book?.changes.subscribe(this.#due);
    // Lines may have come while nobody followed.
    if (this.#book) this.#due();
  }

  hostDisconnected(): void {
    this.#end?.();
    this.#end = undefined;
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#frame = 0;
    this.#timer = undefined;
  }

  readonly #due = (): void => {
    if (this.#timer !== undefined) return;
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#host.checkVisibility({ visibilityProperty: true })) this.#onLines();
      else
        this.#timer = setTimeout(() => {
          this.#timer = undefined;
          this.#due();
        }, LOG_UNSEEN_MS);
    });
  };
}

/** What the keyboard does in a list of lines. */
interface LineKeys {
  readonly count: number;
  /** Rows that a page consists of. */
  readonly page: number;
  /** The row the keyboard is at; -1 before the first key. */
  readonly active: number;
  go(row: number): void;
  unfold(row: number, isUnfolded: boolean | 'other'): void;
}

/** The keys of a treegrid: arrows, Home, End, Page Up and Down go, Enter and Space unfold and fold, as do Right and Left. */
export function onLineKey(event: KeyboardEvent, keys: LineKeys): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target !== event.currentTarget) return;
  const { active } = keys;
  const row = rowFor(event.key, keys);
  if (row !== undefined) keys.go(Math.max(0, Math.min(row, keys.count - 1)));
  else if (event.key === 'Enter' || event.key === ' ') keys.unfold(active, 'other');
  else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') keys.unfold(active, event.key === 'ArrowRight');
  else return;
  event.preventDefault();
}

function rowFor(key: string, { count, page, active }: LineKeys): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return active + 1;
    case 'ArrowUp':
      return active < 0 ? count - 1 : active - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    case 'PageDown':
      return active + page;
    case 'PageUp':
      return active - page;
    default:
      return undefined;
  }
}

/** Characters of JSON that are unfolded: more than the session keeps of a message. */
const WHOLE_DATA = 100_000;

interface LinePlace {
  /** The line's number, which stays. */
  readonly number: number;
  /** Its row among those that are shown. */
  readonly row: number;
  /** The keyboard is here. */
  readonly isActive: boolean;
  readonly isUnfolded: boolean;
}

/** One line of the log, all of the same height; below it what is unfolded. */
function logRow(message: LogMessage, place: LinePlace): TemplateResult {
  const { number, row, isActive, isUnfolded } = place;
  const { level, logger, at, issues } = message;
  return html`<div
      class="line ${level} ${isActive ? 'active' : ''}"
      part="row"
      data-name="line"
      role="row"
      id="line-${number}"
      data-line=${number}
      aria-level="1"
      aria-rowindex=${row + 2}
      aria-expanded=${isUnfolded ? 'true' : 'false'}
    >
      <span class="time" role="gridcell">${timeOf(at)}</span>
      <span class="level" part="label" data-name="level" role="gridcell">${level}</span>
      <span class="logger" role="gridcell" dir="auto">${logger === undefined ? nothing : logger}</span>
      <span class="text" part="text" role="gridcell" dir="auto"
        >${issues ? html`<span class="fault">Broken message</span> ` : nothing}${ansiText(rowText(message))}</span
      >
    </div>
    ${isUnfolded ? logDetail(message, number) : nothing}`;
}

/** Everything about a line. */
function logDetail({ level, logger, data, at, issues }: LogMessage, number: number): TemplateResult {
  return html`<div class="detail" part="details" data-name="detail" role="row" aria-level="2" data-below=${number}>
    <div role="gridcell" aria-colspan="4">
      <p class="small quiet">
        ${dateOf(at)} · ${level}${logger === undefined ? nothing : html` · <bdi>${logger}</bdi>`}
      </p>
      ${issues?.map((issue) => html`<p class="small fault">${issue}</p>`) ?? nothing} ${wholeOf(data)}
    </div>
  </div>`;
}

function wholeOf(data: unknown): TemplateResult {
  if (typeof data === 'object' && data !== null)
    return html`<mcp-json-view .source=${jsonLine(data, WHOLE_DATA).text}></mcp-json-view>`;
  return html`<pre tabindex="0" aria-label="Message" dir="auto">${ansiText(String(data))}</pre>`;
}

/** Lines that are looked at between two looks at the clock, or as many characters, whichever comes first. */
const STEP_LINES = 64;
const STEP_CHARACTERS = 50_000;

/**
 * The lines that are shown, as rows: all of a book, or those that fit to a filter. Looks at each line once, in stretches
 * that let the page have its turn; until a new filter has seen all of them, the rows stay as they were.
 */
export class ShownLines {
  readonly #onChange: () => void;
  #book: LogBook | undefined;
  #filter: LineFilter = EVERYTHING;
  #test = new LineTest(EVERYTHING);
  /** Numbers of the lines that fit, oldest first; undefined where all do. */
  #found: number[] | undefined;
  /** Places in `found` that are of lines no longer kept. */
  #gone = 0;
  /** Number of the line that is looked at next. */
  #next = 0;
  #looking: AbortController | undefined;
  /** What a new filter has found so far. */
  #coming: number[] | undefined;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Number of the line up to which rows go, while the reader holds them. */
  until: number = Infinity;

  /** True while a new filter is applied to the lines that are there. */
  get isSearching(): boolean {
    return this.#coming !== undefined;
  }

  /** Rows there are. */
  get count(): number {
    const book = this.#book;
    if (!book) return 0;
    if (!this.#found) return Math.max(0, Math.min(book.end, this.until) - book.first);
    const end = this.until < book.end ? placeIn(this.#found, this.until) : this.#found.length;
    return Math.max(0, end - this.#gone);
  }

  /** The number of the line in a row. */
  numberAt(row: number): number {
    return this.#found ? (this.#found[this.#gone + row] ?? -1) : (this.#book?.first ?? 0) + row;
  }

  /** The row of a line, or of the next one that is shown. */
  rowOf(number: number): number {
    const row = this.#found ? placeIn(this.#found, number) - this.#gone : number - (this.#book?.first ?? 0);
    return Math.max(0, Math.min(row, this.count - 1));
  }

  /** True when the line is in one of the rows. */
  has(number: number): boolean {
    return this.count > 0 && this.numberAt(this.rowOf(number)) === number;
  }

  /** Shows other lines. Nothing happens where it is the same book and the same filter. */
  show(book: LogBook | undefined, filter: LineFilter): void {
    if (book === this.#book && isSameFilter(filter, this.#filter)) return;
    if (book !== this.#book) this.#found = undefined;
    this.#book = book;
    this.#filter = filter;
    this.#test = new LineTest(filter);
    this.#looking?.abort();
    this.#looking = undefined;
    this.#coming = undefined;
    if (this.#test.isEmpty) this.#found = undefined;
    if (!book || this.#test.isEmpty) return;
    this.#next = book.first;
    this.#coming = [];
    this.#look(this.#coming);
  }

  /** The book has other lines than before. */
  bookChanged(): void {
    const book = this.#book;
    const found = this.#found;
    if (!book || !found) return;
    while (this.#gone < found.length && found[this.#gone]! < book.first) this.#gone++;
    // Moving what is left costs as much as what is given back.
    if (this.#gone > found.length / 2) {
      found.splice(0, this.#gone);
      this.#gone = 0;
    }
    if (!this.#looking && this.#next < book.end) this.#look(found);
  }

  #look(found: number[]): void {
    const looking = new AbortController();
    this.#looking = looking;
    void runInSlices(this.#steps(found), looking.signal).then(() => {
      if (looking.signal.aborted) return;
      this.#looking = undefined;
      if (this.#coming) {
        this.#found = this.#coming;
        this.#gone = 0;
        this.#coming = undefined;
      }
      this.bookChanged();
      this.#onChange();
    });
  }

  *#steps(found: number[]): Generator<undefined, void, undefined> {
    const book = this.#book!;
    const test = this.#test;
    for (let lines = 1; this.#next < book.end; lines++) {
      // Lines may have been dropped meanwhile.
      const number = Math.max(this.#next, book.first);
      this.#next = number + 1;
      const message = book.at(number);
      if (message && test.fits(message)) found.push(number);
      if (lines % STEP_LINES > 0 && test.cost < STEP_CHARACTERS) continue;
      test.cost = 0;
      yield;
    }
  }
}

/** The place of the first number that is at least that large. */
function placeIn(numbers: readonly number[], wanted: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Milliseconds between two announcements of new lines. */
const LOG_SPOKEN_MS = 5_000;
const ERROR_RANK = rankOf('error');
/** Lines that are looked at for errors; of a storm it is enough to know that it is one. */
const MAX_LOG_COUNTED = 2000;

/**
 * Tells a screen reader how many lines came, and how many of them are errors: seldom, and only while the person is in the
 * log. The lines themselves are there to be read, but not read out: there may be a thousand a second.
 */
export class SpokenLines implements ReactiveController {
  readonly #host: HTMLElement & { requestUpdate(): void };
  #text = '';
  #told = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement & { requestUpdate(): void; addController(controller: ReactiveController): void }) {
    this.#host = host;
    host.addController(this);
  }

  get text(): string {
    return this.#text;
  }

  /** Lines have come, or may have. */
  heard(book: LogBook): void {
    if (!this.#host.matches(':focus-within')) {
      this.#told = book.end;
      this.#text = '';
    } else if (book.end > this.#told) this.#timer ??= setTimeout(() => this.#tell(book), LOG_SPOKEN_MS);
  }

  hostConnected(): void {}

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #tell(book: LogBook): void {
    this.#timer = undefined;
    const count = book.end - this.#told;
    let errors = 0;
    for (let number = Math.max(this.#told, book.end - MAX_LOG_COUNTED); number < book.end; number++) {
      const message = book.at(number);
      if (message && rankOf(message.level) >= ERROR_RANK) errors++;
    }
    this.#told = book.end;
    const lines = counted(count, { one: 'new line', other: 'new lines' });
    this.#text = errors === 0 ? `${lines}.` : `${lines}, ${counted(errors, { one: 'error', other: 'errors' })}.`;
    this.#host.requestUpdate();
  }
}

/** Pixels that a pointer may move while it presses; more is choosing text. */
const PRESS_PIXELS = 4;

interface LogLinesFacts {
  readonly book: LogBook;
  readonly lines: Lines;
  readonly window: LineWindow;
  /** The number of the line the keyboard is at; -1 before the first key. */
  readonly active: number;
  readonly onKeydown: (event: KeyboardEvent) => void;
  /** The line with that number was pressed. */
  readonly press: (number: number) => void;
}

/** Where the pointer went down last; there is only one. */
let pressedAt: PointerEvent | undefined;

/** The lines that are in the page: those in view, and some around them. */
export function logLines(facts: LogLinesFacts): TemplateResult {
  const { book, lines, window, active, onKeydown, press } = facts;
  const rows = Array.from({ length: Math.max(0, window.end - window.first) }, (_, index) => window.first + index);
  const isActiveHere = active >= 0 && rows.some((row) => lines.numberAt(row) === active);
  const onClick = (event: MouseEvent): void => {
    const line = (event.target as Element).closest<HTMLElement>('[data-line]');
    const from = pressedAt;
    pressedAt = undefined;
    const distance = from ? Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) : 0;
    if (line && distance <= PRESS_PIXELS) press(Number(line.dataset['line']));
  };
  return html`<div
    class="lines ${book.loggers.length === 0 ? 'unnamed' : ''}"
    part="list"
    data-name="lines"
    role="treegrid"
    tabindex="0"
    aria-label="Lines"
    aria-rowcount=${lines.count + 1}
    aria-activedescendant=${isActiveHere ? `line-${active}` : nothing}
    @keydown=${onKeydown}
    @pointerdown=${(event: PointerEvent) => (pressedAt = event)}
    @click=${onClick}
  >
    <div class="rows" role="rowgroup">
      <div class="visually-hidden" role="row" aria-rowindex="1">
        ${['Time', 'Level', 'Logger', 'Message'].map((name) => html`<span role="columnheader">${name}</span>`)}
      </div>
      ${repeat(
        rows,
        (row) => lines.numberAt(row),
        (row) => {
          const number = lines.numberAt(row);
          const message = book.at(number);
          if (!message) return nothing;
          const isUnfolded = window.unfolded.has(number);
          const isActive = number === active;
          // Most rows are as they were in the last frame.
          return guard([message, row, isActive, isUnfolded], () =>
            logRow(message, { number, row, isActive, isUnfolded }),
          );
        },
      )}
    </div>
  </div>`;
}
