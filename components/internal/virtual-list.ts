import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The items that are in the page, out of all. */
export interface RenderedItems {
  readonly first: number;
  /** One after the last. */
  readonly end: number;
  readonly count: number;
}

/** How large items are, and where they begin. All sizes are pixels in the direction in which the list scrolls. */
export interface ItemLayout {
  /** False as long as no size is known. */
  readonly isMeasured: boolean;
  /** Size of an item where nearly all have the same; 0 where they differ. */
  readonly itemSize: number;
  /** Pixels from the first item to this one; for the number of items, to the end of the last one. */
  startOf(index: number): number;
  /** The item at that many pixels from the first one. */
  indexAt(offset: number): number;
  /**
   * Reads sizes from the page.
   * @returns whether one changed
   */
  measure(scroller: HTMLElement): boolean;
  /** Gives items that are not in the page their space, by styles of the scroller or of an element in it. */
  reserveSpace(scroller: HTMLElement, items: RenderedItems): void;
  /** Elements in the scroller whose sizes are read: when one changes, the list measures again. */
  measuredElements?(scroller: HTMLElement): Iterable<Element | null>;
}

/** Names of items that stay while their places change, as when items before them are dropped. */
interface ItemKeys {
  keyAt(index: number): number;
  /** The place of the item, or of the next one that is still there. */
  indexOf(key: number): number;
  has(key: number): boolean;
}

interface VirtualListOptions {
  /** The element that scrolls. */
  scroller(): HTMLElement | null;
  /** Items there are. */
  count(): number;
  readonly layout: ItemLayout;
  /** Items stand side by side, and the list scrolls sideways. */
  readonly isHorizontal?: boolean;
  /** Pixels at the start of the view that a head covers. */
  coveredSize?(): number;
  /** Up to this many items, all are in the page, so that the browser's own search finds them. */
  readonly allUpTo: number;
  /** Items before and after those in view that are in the page, so that scrolling shows no gap. */
  readonly around: number;
  /** Items by which the range in the page moves, so that scrolling renders rarely. */
  readonly step: number;
  /** Items in view, before sizes are known. */
  readonly inViewAtFirst: number;
  /**
   * With keys, the list follows its end: scrolled to the end it stays there while items are added. Elsewhere the first item
   * in view stays where it is, also when items before it are dropped, added or change their size.
   */
  readonly keys?: ItemKeys;
}

/** Where a list is scrolled to: so many pixels beyond the start of an item. */
interface Anchor {
  readonly key: number;
  readonly hiddenPixels: number;
}

/**
 * Decides which items of a long list are in the page: those in view, and some around them. All long lists of the library
 * use it, those that scroll sideways too. An {@link ItemLayout} says how large the items are.
 */
export class VirtualList implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #options: VirtualListOptions;
  readonly #observer = new ResizeObserver(() => this.#onResize());
  #scroller: HTMLElement | null = null;
  /** Pixels of the view; 0 before they are known. */
  #viewSize = 0;
  /** Pixels before the view, where there is no anchor. */
  #offset = 0;
  #anchor: Anchor | undefined;
  #isFollowing: boolean;
  /** True when the next update has to scroll: the position was set, not read from the page. */
  #isScrollDue = false;
  #rendered: RenderedItems = { first: 0, end: 0, count: 0 };
  /** What was in the page before this update. */
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

  /** Items that a page consists of: how far Page Down goes. */
  get pageSize(): number {
    const scroller = this.#options.scroller();
    if (scroller) {
      this.#options.layout.measure(scroller);
      this.#readViewSize(scroller);
    }
    return Math.max(1, this.#inView() - 1);
  }

  /** Whether the last item stays in view while items are added. */
  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** Scrolls to the last item, and follows those that are added. */
  followEnd(): void {
    this.#isFollowing = true;
    this.#anchor = undefined;
    this.#scrollWithUpdate();
  }

  /** Stays where it is, also at the end. */
  stopFollowing(): void {
    if (this.#scroller) this.#setPosition(this.#readOffset(this.#scroller));
    this.#scrollWithUpdate();
  }

  /** Scrolls as little as needed to have the item in view. */
  reveal(index: number): void {
    const { layout, keys, count } = this.#options;
    const scroller = this.#options.scroller();
    if (!scroller) return;
    layout.measure(scroller);
    if (!layout.isMeasured || !this.#readViewSize(scroller)) return;
    if (keys && index === count() - 1) return this.followEnd();
    const now = this.#isScrollDue ? this.#wantedOffset() : this.#readOffset(scroller);
    const start = layout.startOf(index);
    const size = layout.itemSize || layout.startOf(index + 1) - start;
    const isBefore = start < now || size > this.#viewSize;
    this.#setPosition(isBefore ? start : Math.max(now, start + size - this.#viewSize));
    this.#scrollWithUpdate();
  }

  /** Scrolls to the beginning of the item; by default to the first one in view, whose size may have changed. */
  scrollToItem(index: number = this.firstInView): void {
    this.#anchor = { key: index, hiddenPixels: 0 };
    this.#scrollWithUpdate();
  }

  /** The first item in view. */
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
    // What follows makes the browser lay out the page, once for each list in it.
    if (this.#isWhole && !this.#isScrollDue) return;
    if (isNew && layout.isMeasured && !keys && this.#wantedOffset() === 0) return this.#endUpdate();
    const isMeasuring = !layout.isMeasured || this.#isScrollDue || keys !== undefined;
    if (keys) this.#readViewSize(scroller);
    if (isMeasuring && layout.measure(scroller)) layout.reserveSpace(scroller, this.#rendered);
    // While items change places the list is shorter for a moment, and WebKit scrolls back where that is the end.
    if (this.#isScrollDue || keys || this.#hasChangedItems) this.#writeOffset(scroller);
    this.#endUpdate();
  }

  /** The position was written into the page, and is read from there from now on. */
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

  /** Items that are in view, or a few more. */
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
    // Of an item that was dropped nothing is hidden.
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
    // Sideways it is negative where text runs from right to left.
    return this.#options.isHorizontal ? Math.abs(scroller.scrollLeft) : scroller.scrollTop;
  }

  #writeOffset(scroller: HTMLElement): void {
    const { isHorizontal } = this.#options;
    const wanted = this.#isFollowing ? scroller.scrollHeight - scroller.clientHeight : this.#wantedOffset();
    if (Math.abs(this.#readOffset(scroller) - wanted) < 1) return;
    if (isHorizontal) scroller.scrollLeft = isMirrored(scroller) ? -wanted : wanted;
    else scroller.scrollTop = wanted;
  }

  /** @returns false where the list is not shown, and nothing can be read */
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
    // A page of many short lists would be laid out once for each of them.
    if (!scroller || (this.#isWhole && !layout.measuredElements) || !this.#readViewSize(scroller)) return;
    const { firstInView } = this;
    if (!layout.measure(scroller)) return this.#renderIfMoved();
    if (keys) return this.#host.requestUpdate();
    if (firstInView > 0 && !this.#anchor) this.#anchor = { key: firstInView, hiddenPixels: 0 };
    // Not now: to the browser it is an error when an element changes its size because it was told of its size.
    requestAnimationFrame(() => this.#scrollWithUpdate());
  }

  readonly #onScroll = (): void => {
    const { layout, keys } = this.#options;
    const scroller = this.#scroller;
    if (!scroller || this.#isWhole || this.#isScrollDue || !this.#readViewSize(scroller)) return;
    if (layout.measure(scroller)) this.#host.requestUpdate();
    const wasFollowing = this.#isFollowing;
    const offset = this.#readOffset(scroller);
    // Half an item: a browser that zooms does not get to the last pixel.
    if (keys && offset + scroller.clientHeight >= scroller.scrollHeight - layout.itemSize / 2) {
      this.#isFollowing = true;
      this.#anchor = undefined;
    } else this.#setPosition(offset);
    if (wasFollowing !== this.#isFollowing) this.#host.requestUpdate();
    this.#renderIfMoved();
  };

  /** The wheel turned upwards means reading. Items may be added faster than it scrolls, so the position cannot tell. */
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

/** Whether text of the element runs from right to left. */
export function isMirrored(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl';
}

/**
 * Rows of one height, which a style sets. How many rows are left out before and after stands in `--_before` and `--_after`
 * on the scroller; its style keeps their space. Its last child holds the rows.
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
    const height = scroller.lastElementChild?.getBoundingClientRect().height ?? 0;
    if (height === 0 || this.#count === 0) return false;
    // From all rows together: the browser rounds the height of each, which adds up over thousands.
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

/** Up to this many rows, all are in the page. */
const ALL_ROWS = 150;
/** Rows around those in view, by which the range moves, and in view before they are measured. */
const ROWS = 20;

/** A list of rows that have one height. Use it as {@link VirtualList}. */
export function virtualRows(
  host: ReactiveControllerHost,
  rows: Pick<VirtualListOptions, 'scroller' | 'count' | 'coveredSize'> & {
    /** How many times as much work as a row of a list a row is: so many times fewer are in the page. */
    readonly weight?: number;
  },
): VirtualList {
  const { weight = 1, ...options } = rows;
  const around = Math.round(ROWS / weight);
  const allUpTo = Math.round(ALL_ROWS / weight);
  return new VirtualList(host, {
    ...options,
    layout: new EqualRows(),
    allUpTo,
    around,
    step: around,
    inViewAtFirst: ROWS,
  });
}
