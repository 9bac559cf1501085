import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Milliseconds in which contents that were brought into sight may still load and grow. */
const GROW_MS = 1500;

/**
 * Milliseconds in which WebKit may still scroll to the field that was focused before: it does so some time after `focus()`, and
 * undoes later scrolling.
 */
const LATE_FOCUS_SCROLL_MS = 1000;

/** Events that show that the person moves on. */
const MOVE_EVENTS = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;

interface Box {
  readonly top: number;
  readonly bottom: number;
}

/** The share of the visible box up to which the actions stay above the result. Larger ones scroll away. */
const ACTIONS_SHARE = 0.4;
/** Pixels that stay free around an element that is brought into sight. */
const GAP_PX = 12;
/** The part of a result, in pixels, that is brought into the window too: its header and the first lines. */
const HEAD_PX = 96;

interface Places {
  /** The row of actions; it stays at the lower edge while the form is scrolled. */
  readonly actions: HTMLElement;
  readonly result: HTMLElement;
}

/**
 * Brings the state of a call and then its result into the visible part of the scroll container around the host. It never
 * moves the focus, and does not scroll if the person has typed or scrolled since the call began.
 */
export class ResultInSight implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #places: () => Places | undefined;
  #moved = new AbortController();
  #hasMoved = false;
  #stopFollowing: (() => void) | undefined;
  #isResultSeen = true;
  #observed: HTMLElement | undefined;
  /** Before the first call there is no result to look for, and the browser looks at each frame. */
  #hasBegun = false;
  readonly #intersections: IntersectionObserver | undefined;

  /** @param places undefined while there is nothing to run */
  constructor(host: ReactiveControllerHost & HTMLElement, places: () => Places | undefined) {
    this.#host = host;
    this.#places = places;
    if (globalThis.IntersectionObserver)
      this.#intersections = new IntersectionObserver((entries) => {
        const isSeen = entries.at(-1)?.isIntersecting === true;
        if (isSeen === this.#isResultSeen) return;
        this.#isResultSeen = isSeen;
        this.#host.requestUpdate();
      });
    host.addController(this);
  }

  /** True if a part of the result can be seen. */
  get isResultSeen(): boolean {
    return this.#isResultSeen;
  }

  hostUpdated(): void {
    const result = this.#hasBegun ? this.#places()?.result : undefined;
    if (result === this.#observed) return;
    if (this.#observed) this.#intersections?.unobserve(this.#observed);
    this.#observed = result;
    if (result) this.#intersections?.observe(result);
  }

  hostDisconnected(): void {
    this.#moved.abort();
    this.#stopFollowing?.();
    this.#intersections?.disconnect();
    this.#observed = undefined;
  }

  /** Call it when a call begins: its state comes into sight. */
  begin(): void {
    this.#hasBegun = true;
    this.#stopFollowing?.();
    this.#moved.abort();
    this.#hasMoved = false;
    const { signal } = (this.#moved = new AbortController());
    const moved = (event: Event): void => {
      const { actions } = this.#places() ?? {};
      // A press of Cancel, or a key on it, is about this call.
      if (isHeld(event) || (actions && event.composedPath().includes(actions))) return;
      this.#hasMoved = true;
    };
    // The press that began the call is not over yet.
    setTimeout(() => {
      if (signal.aborted) return;
      for (const type of ['keydown', 'pointerdown'] as const) this.#host.addEventListener(type, moved, { signal });
      const around = scrollerAround(this.#host) ?? window;
      for (const type of ['wheel', 'touchmove'] as const)
        around.addEventListener(type, moved, { signal, passive: true });
    });
    const places = this.#places();
    if (!places) return;
    const scroller = scrollerAround(this.#host);
    const { top, bottom } = places.actions.getBoundingClientRect();
    this.#scrollInto(scroller, { top, bottom });
  }

  /** Call it when the result of that call is rendered: its head comes into sight, and the rest as far as it fits. */
  end(): void {
    this.#moved.abort();
    if (!this.#hasMoved) this.show();
  }

  /** Brings the result into sight, because the person asks for it. */
  show(): void {
    this.#stopFollowing?.();
    const places = this.#places();
    if (!places) return;
    const scroller = scrollerAround(this.#host);
    this.#stopFollowing = whileGrowing(places.result, scroller ?? window, () => this.#scrollTo(places, scroller));
    this.#scrollTo(places, scroller);
  }

  #scrollTo({ actions, result }: Places, scroller: Element | undefined): void {
    const box = boxOf(scroller);
    const { top, bottom, left } = result.getBoundingClientRect();
    const row = actions.getBoundingClientRect();
    const isBeside = left >= row.right || result.getBoundingClientRect().right <= row.left;
    if (bottom - top < 1) return;
    const isSmall = row.height <= (box.bottom - box.top) * ACTIONS_SHARE;
    const above = box.top + GAP_PX + (isBeside || !isSmall ? 0 : row.height);
    if (top < above) scrollBy(scroller ?? window, top - above);
    else if (bottom + GAP_PX > box.bottom)
      scrollBy(scroller ?? window, Math.min(top - above, bottom + GAP_PX - box.bottom));
    if (!scroller) return;
    const head = result.getBoundingClientRect();
    this.#scrollInto(undefined, { top: head.top, bottom: Math.min(head.bottom, head.top + HEAD_PX) });
  }

  /** The least that brings a box into the scroller, and then into the window. */
  #scrollInto(scroller: Element | undefined, { top, bottom }: Box): void {
    const box = boxOf(scroller);
    const by = top < box.top ? top - box.top : Math.max(0, Math.min(top - box.top, bottom - box.bottom));
    scrollBy(scroller ?? window, by);
    if (scroller) this.#scrollInto(undefined, { top: top - by, bottom: bottom - by });
  }
}

/** Returns the nearest ancestor that scrolls, across shadow roots; never the page itself. */
export function scrollerAround(element: Element): Element | undefined {
  for (let at: Node | null = element; at; at = at instanceof ShadowRoot ? at.host : at.parentNode) {
    if (!(at instanceof HTMLElement) || at === document.body || at === document.documentElement) continue;
    const { overflowY } = getComputedStyle(at);
    if (overflowY === 'auto' || overflowY === 'scroll') return at;
    // A slotted element scrolls with its slot, which is not among its ancestors.
    if (at.assignedSlot) {
      const within = scrollerAround(at.assignedSlot);
      if (within) return within;
    }
  }
  return undefined;
}

/**
 * Calls `scroll` each time that the element grows while it loads, and when the browser scrolls by itself; stops as soon as the
 * person moves on.
 * @returns a function that stops it
 */
export function whileGrowing(element: Element, around: EventTarget, scroll: () => void): () => void {
  const done = new AbortController();
  const resizes = new ResizeObserver(scroll);
  resizes.observe(element);
  done.signal.addEventListener('abort', () => resizes.disconnect());
  const moved = (event: Event): void => {
    if (!isHeld(event)) done.abort();
  };
  const until = performance.now() + LATE_FOCUS_SCROLL_MS;
  const scrolled = (): void => {
    if (performance.now() < until) scroll();
  };
  around.addEventListener('scroll', scrolled, { signal: done.signal, passive: true });
  for (const type of MOVE_EVENTS) around.addEventListener(type, moved, { signal: done.signal, passive: true });
  setTimeout(() => done.abort(), GROW_MS);
  return () => done.abort();
}

/** True if a key is only held down, modifies another key, or is the one that runs the form. */
function isHeld(event: Event): boolean {
  if (!(event instanceof KeyboardEvent)) return false;
  const runs = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
  return runs || event.repeat || /^(?:Control|Meta|Alt|Shift)$/.test(event.key);
}

/** Scrolls at once: a page may have set `scroll-behavior: smooth`. */
function scrollBy(scroller: Element | Window, top: number): void {
  if (Math.abs(top) >= 1) scroller.scrollBy({ top, behavior: 'instant' });
}

function viewport(): Box {
  return { top: 0, bottom: document.documentElement.clientHeight };
}

/** The part of a box of the scroller that can be seen. */
function boxOf(scroller: Element | undefined): Box {
  const page = viewport();
  if (!scroller) return page;
  const { top, bottom } = scroller.getBoundingClientRect();
  return { top, bottom: Math.max(top, bottom) };
}
