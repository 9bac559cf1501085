import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The items that are in the DOM, out of all. */
export interface RenderedItems {
  readonly first: number;
  /** One after the last. */
  readonly end: number;
  readonly count: number;
}

/** The sizes and positions of items. All numbers are pixels in the scroll direction. */
export interface ItemLayout {
  /** False until a size is known. */
  readonly isMeasured: boolean;
  /** The size of an item if nearly all have the same; 0 if they differ. */
  readonly itemSize: number;
  /**
   * Pixels from the start of the first item to the start of this one; for the number of items, to the end of the last
   * one.
   */
  startOf(index: number): number;
  /** The item at this distance from the start of the first one. */
  indexAt(offset: number): number;
  /** Measures sizes in the page. @returns whether one changed */
  measure(scroller: HTMLElement): boolean;
  /** Reserves the space of the items that are not in the DOM, with styles of the scroller or of an element in it. */
  reserveSpace(scroller: HTMLElement, items: RenderedItems): void;
  /** Elements in the scroller whose sizes are observed: when one changes, the list measures again. */
  measuredElements?(scroller: HTMLElement): Iterable<Element | null>;
}

/** Keys of items that stay the same while indexes change, for example when earlier items are dropped. */
interface ItemKeys {
  keyAt(index: number): number;
  /** The index of the item, or of the next one that is still there. */
  indexOf(key: number): number;
  has(key: number): boolean;
}

interface VirtualListOptions {
  /** The element that scrolls. */
  scroller(): HTMLElement | null;
  /** The number of items. */
  count(): number;
  readonly layout: ItemLayout;
  /** Items are side by side, and the list scrolls sideways. */
  readonly isHorizontal?: boolean;
  /** Pixels at the start of the view that a sticky head covers. */
  coveredSize?(): number;
  /** Up to this many items, all are in the DOM, so that the browser's own search finds them. */
  readonly allUpTo: number;
  /** Items before and after the visible ones that are in the DOM, so that scrolling shows no gap. */
  readonly around: number;
  /** Items by which the rendered range moves, so that scrolling renders rarely. */
  readonly step: number;
  /** The number of visible items, before sizes are known. */
  readonly inViewAtFirst: number;
  /**
   * With keys, the list follows its end: scrolled to the end it stays there while items are added. Elsewhere the first
   * visible item keeps its place, also when items before it are dropped, added or resized.
   */
  readonly keys?: ItemKeys;
}

/** A scroll position: this many pixels beyond the start of an item. */
interface Anchor {
  readonly key: number;
  readonly hiddenPixels: number;
}

/**
 * Decides which items of a long list are in the DOM: the visible ones, and some around them. All long lists of the
 * library use it, also those that scroll sideways. An {@link ItemLayout} has the sizes of the items.
 */
export class VirtualList implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #options: VirtualListOptions;
  readonly #observer = new ResizeObserver(() => this.#onResize());
  #scroller: HTMLElement | null = null;
  /** Pixels of the view; 0 before they are known. */
  #viewSize = 0;
  /** Pixels before the view, if there is no anchor. */
  #offset = 0;
  #anchor: Anchor | undefined;
  #isFollowing: boolean;
  /** True if the next update has to scroll: the position was set, not read from the page. */
  #isScrollDue = false;
  #rendered: RenderedItems = { first: 0, end: 0, count: 0 };
  /** The rendered range before this update. */
  #before = this.#rendered;

  constructor(host: ReactiveControllerHost, options: VirtualListOptions) {
    this.#host = host;
    this.#options = options;
    this.#isFollowing = options.keys !== undefined;
    host.addController(this);
  }

  /** The first item to render. */
  get first(): number {
    return this.#rendered.first;
  }

  /** One after the last item to render. */
  get end(): number {
    return this.#rendered.end;
  }

  /** The number of items that Page Down moves by. */
  get pageSize(): number {
    const scroller = this.#options.scroller();
    if (scroller) {
      this.#options.layout.measure(scroller);
      this.#readViewSize(scroller);
    }
    return Math.max(1, this.#inView() - 1);
  }

  /** True if the last item stays visible while items are added. */
  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** Scrolls to the last item, and follows those that are added. */
  followEnd(): void {
    this.#isFollowing = true;
    this.#anchor = undefined;
    this.#scrollWithUpdate();
  }

  /** Keeps the position, also at the end. */
  stopFollowing(): void {
    if (this.#scroller) this.#setPosition(this.#readOffset(this.#scroller));
    this.#scrollWithUpdate();
  }

  /** Scrolls as little as needed to make the item visible. @returns false before the list is measured */
  reveal(index: number): boolean {
    const { layout, keys, count } = this.#options;
    const scroller = this.#options.scroller();
    if (!scroller) return false;
    layout.measure(scroller);
    if (!layout.isMeasured || !this.#readViewSize(scroller)) return false;
    if (keys && index === count() - 1) {
      this.followEnd();
      return true;
    }
    const now = this.#isScrollDue ? this.#wantedOffset() : this.#readOffset(scroller);
    const start = layout.startOf(index);
    const size = layout.itemSize || layout.startOf(index + 1) - start;
    const isBefore = start < now || size > this.#viewSize;
    this.#setPosition(isBefore ? start : Math.max(now, start + size - this.#viewSize));
    this.#scrollWithUpdate();
    return true;
  }

  /** Scrolls to the start of the item; by default to the first visible one, whose size may have changed. */
  scrollToItem(index: number = this.firstInView): void {
    this.#anchor = { key: index, hiddenPixels: 0 };
    this.#scrollWithUpdate();
  }

  /** The first visible item. */
  get firstInView(): number {
    const { layout } = this.#options;
    return layout.isMeasured ? layout.indexAt(this.#wantedOffset()) : 0;
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#attach(null);
  }

  hostUpdate(): void {
    const scroller = this.#scroller;
    this.#before = this.#rendered;
    this.#rendered = this.#range();
    if (!scroller || this.#isWhole || this.#options.keys || this.#isScrollDue || !this.#hasChangedItems) return;
    this.#offset = this.#readOffset(scroller);
    this.#rendered = this.#range();
  }

  hostUpdated(): void {
    const { layout, keys } = this.#options;
    const scroller = this.#options.scroller();
    const isNew = scroller !== this.#scroller;
    if (isNew) this.#attach(scroller);
    if (!scroller) return;
    // Before anything is measured: with the old space around the new items the browser would scroll.
    layout.reserveSpace(scroller, this.#rendered);
    // The code below makes the browser lay out the page, once for each list in it.
    if (this.#isWhole && !this.#isScrollDue) return;
    if (isNew && layout.isMeasured && !keys && this.#wantedOffset() === 0) return this.#endUpdate();
    const isMeasuring = !layout.isMeasured || this.#isScrollDue || keys !== undefined;
    if (keys) this.#readViewSize(scroller);
    if (isMeasuring && layout.measure(scroller)) layout.reserveSpace(scroller, this.#rendered);
    // While items change places the list is shorter for a moment, and WebKit scrolls back to its end.
    if (this.#isScrollDue || keys || this.#hasChangedItems) this.#writeOffset(scroller);
    this.#endUpdate();
  }

  /** The position is now in the page, and is read from there from now on. */
  #endUpdate(): void {
    this.#isScrollDue = false;
    if (this.#options.keys || !this.#anchor) return;
    this.#offset = this.#wantedOffset();
    this.#anchor = undefined;
  }

  #scrollWithUpdate(): void {
    this.#isScrollDue = true;
    this.#host.requestUpdate();
  }

  get #isWhole(): boolean {
    return this.#rendered.count <= this.#options.allUpTo;
  }

  get #hasChangedItems(): boolean {
    const { first, end, count } = this.#rendered;
    return first !== this.#before.first || end !== this.#before.end || count !== this.#before.count;
  }

  #range(): RenderedItems {
    const { layout, allUpTo, around, step } = this.#options;
    const count = this.#options.count();
    if (count <= allUpTo) return { first: 0, end: count, count };
    const inView = this.#inView();
    const lastStart = Math.max(0, count - inView);
    const wanted = layout.isMeasured ? layout.indexAt(this.#wantedOffset()) : this.#isFollowing ? lastStart : 0;
    const from = Math.floor(Math.min(wanted, lastStart) / step) * step;
    const end = from + Math.ceil(inView / step) * step + step + around;
    return { first: Math.max(0, from - around), end: Math.min(count, end), count };
  }

  /** The number of visible items, or a few more. */
  #inView(): number {
    const { layout, inViewAtFirst } = this.#options;
    if (!layout.isMeasured || this.#viewSize === 0) return inViewAtFirst;
    if (layout.itemSize > 0) return Math.ceil(this.#viewSize / layout.itemSize);
    const offset = this.#wantedOffset();
    return layout.indexAt(offset + this.#viewSize) - layout.indexAt(offset) + 1;
  }

  #wantedOffset(): number {
    const { layout, keys, count } = this.#options;
    if (this.#isFollowing) return Math.max(0, layout.startOf(count()) - this.#viewSize);
    if (!this.#anchor) return this.#offset;
    const { key, hiddenPixels } = this.#anchor;
    const start = layout.startOf(keys ? keys.indexOf(key) : key);
    // A dropped item has no hidden part.
    return keys && !keys.has(key) ? start : start + hiddenPixels;
  }

  #setPosition(offset: number): void {
    const { layout, keys, count } = this.#options;
    this.#offset = offset;
    if (!keys || !layout.isMeasured || count() === 0) return;
    const index = Math.min(layout.indexAt(offset), count() - 1);
    this.#isFollowing = false;
    this.#anchor = { key: keys.keyAt(index), hiddenPixels: offset - layout.startOf(index) };
  }

  #readOffset(scroller: HTMLElement): number {
    // In right-to-left text, `scrollLeft` is negative.
    return this.#options.isHorizontal ? Math.abs(scroller.scrollLeft) : scroller.scrollTop;
  }

  #writeOffset(scroller: HTMLElement): void {
    const { isHorizontal } = this.#options;
    const wanted = this.#isFollowing ? scroller.scrollHeight - scroller.clientHeight : this.#wantedOffset();
    if (Math.abs(this.#readOffset(scroller) - wanted) < 1) return;
    if (isHorizontal) scroller.scrollLeft = isMirrored(scroller) ? -wanted : wanted;
    else scroller.scrollTop = wanted;
  }

  /** @returns false if the list is not visible, so that nothing can be read */
  #readViewSize(scroller: HTMLElement): boolean {
    const { isHorizontal, coveredSize } = this.#options;
    const size = isHorizontal ? scroller.clientWidth : scroller.clientHeight;
    if (size > 0) this.#viewSize = Math.max(1, size - (coveredSize?.() ?? 0));
    return size > 0;
  }

  #attach(scroller: HTMLElement | null): void {
    if (scroller === this.#scroller) return;
    this.#scroller?.removeEventListener('scroll', this.#onScroll);
    this.#scroller?.removeEventListener('wheel', this.#onWheel);
    this.#observer.disconnect();
    this.#scroller = scroller;
    // An element that is new in the page is scrolled to its start.
    if (!this.#isScrollDue) this.#offset = 0;
    if (!scroller) return;
    scroller.addEventListener('scroll', this.#onScroll, { passive: true });
    if (this.#options.keys) scroller.addEventListener('wheel', this.#onWheel, { passive: true });
    this.#observer.observe(scroller);
    for (const element of this.#options.layout.measuredElements?.(scroller) ?? [])
      if (element) this.#observer.observe(element);
  }

  #onResize(): void {
    const { layout, keys } = this.#options;
    const scroller = this.#scroller;
    // A page with many short lists would be laid out once for each of them.
    if (!scroller || (this.#isWhole && !layout.measuredElements) || !this.#readViewSize(scroller)) return;
    const { firstInView } = this;
    if (!layout.measure(scroller)) return this.#renderIfMoved();
    if (keys) return this.#host.requestUpdate();
    if (firstInView > 0 && !this.#anchor) this.#anchor = { key: firstInView, hiddenPixels: 0 };
    // Not now: a change of size inside a callback of a ResizeObserver is an error in browsers.
    requestAnimationFrame(() => this.#scrollWithUpdate());
  }

  readonly #onScroll = (): void => {
    const { layout, keys } = this.#options;
    const scroller = this.#scroller;
    if (!scroller || this.#isWhole || this.#isScrollDue || !this.#readViewSize(scroller)) return;
    if (layout.measure(scroller)) this.#host.requestUpdate();
    const wasFollowing = this.#isFollowing;
    const offset = this.#readOffset(scroller);
    // Half an item of tolerance: in a zoomed browser the last pixel is never reached.
    if (keys && offset + scroller.clientHeight >= scroller.scrollHeight - layout.itemSize / 2) {
      this.#isFollowing = true;
      this.#anchor = undefined;
    } else this.#setPosition(offset);
    if (wasFollowing !== this.#isFollowing) this.#host.requestUpdate();
    this.#renderIfMoved();
  };

  /**
   * A wheel that turns upwards means that the person reads. The position does not show this, because items may be added
   * faster than it scrolls.
   */
  readonly #onWheel = ({ deltaY }: WheelEvent): void => {
    const scroller = this.#scroller;
    if (deltaY < 0 && this.#isFollowing && scroller && scroller.scrollHeight > scroller.clientHeight)
      this.stopFollowing();
  };

  #renderIfMoved(): void {
    const { first, end } = this.#range();
    if (first !== this.#rendered.first || end !== this.#rendered.end) this.#host.requestUpdate();
  }
}

/** True if the text of the element runs from right to left. */
export function isMirrored(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl';
}

/**
 * Rows of one height, which a style sets. `--_before` and `--_after` of the scroller hold the numbers of rows that are
 * not in the DOM; its style reserves their space. Its last child holds the rows.
 */
export class EqualRows implements ItemLayout {
  #count = 0;
  itemSize = 0;

  get isMeasured(): boolean {
    return this.itemSize > 0;
  }

  startOf(row: number): number {
    return row * this.itemSize;
  }

  indexAt(offset: number): number {
    return this.itemSize > 0 ? Math.floor(offset / this.itemSize) : 0;
  }

  measure(scroller: HTMLElement): boolean {
    // Not `getBoundingClientRect()`, whose pixels are not those of `scrollTop` in a page that is zoomed or scaled.
    const height = (scroller.lastElementChild as HTMLElement | null)?.offsetHeight ?? 0;
    if (height === 0 || this.#count === 0) return false;
    // Computed from all rows together: the browser rounds the height of each, which adds up over thousands.
    const size = height / this.#count;
    const hasChanged = Math.abs(size - this.itemSize) * this.#count >= 1;
    this.itemSize = size;
    return hasChanged;
  }

  reserveSpace(scroller: HTMLElement, { first, end, count }: RenderedItems): void {
    this.#count = count;
    scroller.style.setProperty('--_before', String(first));
    scroller.style.setProperty('--_after', String(count - end));
  }
}

/** Up to this many rows, all are in the DOM. */
const ALL_ROWS = 150;
/** Visible rows, before they are measured. */
const ROWS_AT_FIRST = 20;
/** Rows around the visible ones, by which the range moves. The browser pays for each at every key, out of sight too. */
const ROWS_AROUND = 8;

/** A list of rows of one height. Use it like {@link VirtualList}. */
export function virtualRows(
  host: ReactiveControllerHost,
  rows: Pick<VirtualListOptions, 'scroller' | 'count' | 'coveredSize'> & {
    /** How much more work a row is than a row of a simple list: this many times fewer are in the DOM. */
    readonly weight?: number;
  },
): VirtualList {
  const { weight = 1, ...options } = rows;
  const around = Math.round(ROWS_AROUND / weight);
  const allUpTo = Math.round(ALL_ROWS / weight);
  return new VirtualList(host, {
    ...options,
    layout: new EqualRows(),
    allUpTo,
    around,
    step: around,
    inViewAtFirst: ROWS_AT_FIRST,
  });
}
