import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Who has the person's attention on this page, and who is to hear when that is over. */
interface Holder {
  by: object | undefined;
  readonly waiting: Set<() => void>;
}

/** Found by every copy of this library on the page, like the contexts. */
const KEY = Symbol.for('mcp-embed.floor');

/**
 * One question at a time on a page, however many widgets have one: a dialog that came up over another, under the hand that
 * is about to press, would be answered unread. What asks takes the floor while its dialog is open; the others wait, and are
 * rendered anew when it is free.
 */
export class ModalMutex implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  /** That of the page in which the host stands: it may be taken to another one. */
  #held: Holder | undefined;
  readonly #told = (): void => this.#host.requestUpdate();

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  /** Whether another question is open. */
  get isTaken(): boolean {
    const by = this.#held?.by;
    return by !== undefined && by !== this;
  }

  /** @param wanted whether a dialog of the host is open */
  acquire(wanted: boolean): void {
    const held = this.#held;
    if (!held) return;
    if (wanted) held.by ??= this;
    else if (held.by === this) {
      held.by = undefined;
      for (const tell of held.waiting) if (tell !== this.#told) tell();
    }
  }

  hostConnected(): void {
    const page = this.#host.ownerDocument as Document & { [KEY]?: Holder };
    this.#held = page[KEY] ??= { by: undefined, waiting: new Set() };
    this.#held.waiting.add(this.#told);
  }

  hostDisconnected(): void {
    this.#held?.waiting.delete(this.#told);
    this.acquire(false);
    this.#held = undefined;
  }
}

/**
 * Keeps the focus inside its host when a rendering takes away what had it, for one the button that was pressed: the
 * first of the places that takes the focus gets it. Without this it would fall to the page's body.
 */
export class FocusFallback implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  /** Selectors, the best place first. */
  readonly #places: readonly string[];
  #hadFocus = false;

  constructor(host: ReactiveControllerHost & HTMLElement, places: readonly string[]) {
    this.#host = host;
    this.#places = places;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#hadFocus = Boolean(this.#host.shadowRoot?.activeElement);
  }

  hostUpdated(): void {
    const root = this.#host.shadowRoot;
    if (!root || !this.#hadFocus) return;
    for (const place of this.#places) {
      if (root.activeElement) return;
      root.querySelector<HTMLElement>(place)?.focus();
    }
  }
}

/** The element that has the focus, seen through every open shadow root. */
export function deepActiveElement(root: Document | ShadowRoot): Element | null {
  let active = root.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

/** True when `element` is inside `host`, also across shadow roots. */
export function isInside(host: Node, element: Node): boolean {
  for (let node: Node | null = element; node; node = node instanceof ShadowRoot ? node.host : node.parentNode)
    if (node === host) return true;
  return false;
}

/**
 * Remembers what had the focus before its host asked for attention, and gives it back. The browser does this for a
 * dialog too, but not when what opened the dialog is gone by then.
 */
export class FocusReturn implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  #path: readonly HTMLElement[] = [];

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#path = [];
  }

  /** Notes what has the focus now, unless it is the host's own: then the earlier note stays. */
  remember(): void {
    const active = deepActiveElement(this.#host.ownerDocument);
    if (!active || active === active.ownerDocument.body || isInside(this.#host, active)) return;
    const path: HTMLElement[] = [];
    for (let node: Node | null = active; node; node = node instanceof ShadowRoot ? node.host : node.parentNode)
      if (node instanceof HTMLElement && node !== node.ownerDocument.body) path.push(node);
    this.#path = path;
  }

  /**
   * Gives the focus back to what had it, or to the nearest thing around it that is still there and takes it. The note
   * stays until the next one.
   */
  restore(): void {
    for (const element of this.#path) {
      if (!element.isConnected) continue;
      element.focus();
      const active = deepActiveElement(element.ownerDocument);
      if (active && isInside(element, active)) return;
    }
  }
}

/** Milliseconds in which what is in a fold that was just opened may still come and grow. */
const FOLD_GROWS_MS = 1500;
/** What a person does who wants to be somewhere else. */
const MOVES = ['wheel', 'pointerdown', 'keydown', 'touchstart'];

/**
 * For `@toggle` of a `<details>`: one that is opened at the lower edge of what scrolls would open out of sight. Brings it to
 * the top of that, as far as it goes, until its contents are there or the person moves. The page itself stays where it is.
 */
export function scrollDetailsIntoView({ currentTarget }: Event): void {
  const fold = currentTarget as HTMLDetailsElement;
  const scroller = fold.open ? scrollerAround(fold) : undefined;
  if (!scroller) return;
  const over = new AbortController();
  const place = (): void => {
    const { top, bottom } = fold.getBoundingClientRect();
    const seen = scroller.getBoundingClientRect();
    if (bottom > seen.bottom) scroller.scrollTop += Math.min(top - seen.top, bottom - seen.bottom);
  };
  const growing = new ResizeObserver(place);
  growing.observe(fold);
  over.signal.addEventListener('abort', () => growing.disconnect());
  for (const move of MOVES) scroller.addEventListener(move, () => over.abort(), { signal: over.signal, passive: true });
  setTimeout(() => over.abort(), FOLD_GROWS_MS);
}

/** The nearest that scrolls, also around the shadow roots it is in; not the page. */
function scrollerAround(element: Element): Element | undefined {
  for (let at: Node | null = element; at; at = at instanceof ShadowRoot ? at.host : at.parentNode) {
    if (!(at instanceof HTMLElement) || at === document.body || at === document.documentElement) continue;
    const { overflowY } = getComputedStyle(at);
    if (overflowY === 'auto' || overflowY === 'scroll') return at;
    // What is put into a slot is around its parent only by name.
    if (at.assignedSlot) {
      const within = scrollerAround(at.assignedSlot);
      if (within) return within;
    }
  }
  return undefined;
}

/**
 * Says when something is no longer rendered because what is around it went: a page that closes its own dialog, or the tab
 * it is in. A modal dialog that nobody sees would go on locking the page.
 */
export class Vanishing implements ReactiveController {
  readonly #sizes: ResizeObserver;
  #watched: Element | null = null;

  constructor(host: ReactiveControllerHost & HTMLElement, gone: () => void) {
    this.#sizes = new ResizeObserver(() => {
      if (this.#watched && !host.checkVisibility()) gone();
    });
    host.addController(this);
  }

  watch(element: Element | null): void {
    if (element === this.#watched) return;
    this.#sizes.disconnect();
    this.#watched = element;
    if (element) this.#sizes.observe(element);
  }

  hostDisconnected(): void {
    this.watch(null);
  }
}
