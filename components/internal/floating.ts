import { scrollerAround } from './in-sight.js';

/** Pixels between the popover, its box, and the edges of the window. */
const GAP_PX = 4;
/** The largest height. What has more scrolls. */
const TALLEST = '17em';

/**
 * Shows a popover, such as a list of choices, below its box or, if there is more room, above it: nothing around the box cuts
 * it off or covers it. Its place is computed, because anchor positioning ignores the transforms of the page around it
 * (a dialog that is centered with `translate` has one), and ignores the keyboard of a touch screen.
 */
export class Floating {
  readonly #isAsWide: boolean;
  #shown: { readonly list: HTMLElement; readonly box: HTMLElement; readonly done: AbortController } | undefined;

  /** @param isAsWide whether it is as wide as its box, and not as wide as its words */
  constructor(isAsWide: boolean) {
    this.#isAsWide = isAsWide;
  }

  /** Call it after each rendering, with undefined while it is closed. */
  show(list: HTMLElement | undefined, box: HTMLElement | null): void {
    if (list !== this.#shown?.list || box !== this.#shown?.box) this.#hide();
    if (!list || !box) return;
    if (!this.#shown) {
      if (!list.matches(':popover-open')) list.showPopover();
      const done = new AbortController();
      this.#shown = { list, box, done };
      const place = (): void => this.#place();
      // Scroll events do not leave the shadow root that they happen in.
      for (const root of rootsAround(box))
        root.addEventListener('scroll', place, { signal: done.signal, capture: true, passive: true });
      addEventListener('resize', place, { signal: done.signal });
      visualViewport?.addEventListener('resize', place, { signal: done.signal });
    }
    this.#place();
  }

  #hide(): void {
    const { list, done } = this.#shown ?? {};
    this.#shown = undefined;
    done?.abort();
    if (list?.matches(':popover-open')) list.hidePopover();
  }

  #place(): void {
    const { list, box } = this.#shown!;
    if (!box.isConnected || !list.matches(':popover-open')) return this.#hide();
    const { style } = list;
    const { left, width, top, bottom } = box.getBoundingClientRect();
    const seen = visible();
    const below = seen.bottom - bottom - 2 * GAP_PX;
    const above = top - seen.top - 2 * GAP_PX;
    style.inlineSize = `${width}px`;
    // Lengths that are set are multiplied by the `zoom` of the page around it. WebKit divides measured lengths by it.
    const zoom = width > 0 ? list.getBoundingClientRect().width / width : 1;
    const px = (length: number): string => `${length / zoom}px`;
    style.left = '0';
    style.top = '0';
    style.inlineSize = this.#isAsWide ? px(width) : 'max-content';
    const own = list.getBoundingClientRect().width;
    const start = getComputedStyle(list).direction === 'rtl' ? left + width - own : left;
    style.left = px(this.#isAsWide ? left : Math.max(GAP_PX, Math.min(start, innerWidth - own - GAP_PX)));
    style.maxBlockSize = TALLEST;
    const isAbove = list.getBoundingClientRect().height > below && above > below;
    style.maxBlockSize = `min(${TALLEST}, ${px(Math.max(0, isAbove ? above : below))})`;
    style.top = px(isAbove ? top - GAP_PX - list.getBoundingClientRect().height : bottom + GAP_PX);
    style.visibility = isScrolledAway(box) ? 'hidden' : 'visible';
  }
}

/** The part of the window that no keyboard of a touch screen covers. */
function visible(): { readonly top: number; readonly bottom: number } {
  const { offsetTop: top, height } = visualViewport ?? { offsetTop: 0, height: innerHeight };
  return { top, bottom: top + height };
}

function isScrolledAway(box: HTMLElement): boolean {
  const { top, bottom } = box.getBoundingClientRect();
  const edges = scrollerAround(box)?.getBoundingClientRect();
  return edges !== undefined && (bottom <= edges.top || top >= edges.bottom);
}

/** The document and all shadow roots around an element, those of its slots too. */
function rootsAround(element: Element): Set<Node> {
  const roots = new Set<Node>();
  for (let at: Node | null = element; at; at = parentOf(at)) roots.add(at.getRootNode());
  return roots;
}

function parentOf(node: Node): Node | null {
  if (node instanceof ShadowRoot) return node.host;
  return (node instanceof Element && node.assignedSlot) || node.parentNode;
}
