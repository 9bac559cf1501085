import { css, type CSSResult, noChange, nothing, render, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive, type DirectiveResult, type ElementPart } from 'lit/directive.js';
import { isInside } from '../internal/focus.js';
import { html } from '../internal/html.js';

/** Pixels by which a guarded button may move or change its size while it counts as standing still. */
export const PRESS_SLACK_PX = 8;

/** Where something is on the screen, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Places in a button that must be in sight, as parts of its width and height. */
const PLACES = [
  [0.5, 0.5],
  [0.2, 0.25],
  [0.8, 0.25],
  [0.2, 0.75],
  [0.8, 0.75],
] as const;

/**
 * Where the button is, for somebody who looks at this page and could press it; otherwise what keeps them from it. What lies
 * over a frame that the page is in is not seen from inside.
 */
export function boxInSight(button: HTMLElement): Box | Extract<Hint, 'away' | 'unseen'> {
  const page = button.ownerDocument;
  // Within a frame, this is the focus of the frame: what is behind another page’s field is not in front.
  if (page.visibilityState !== 'visible' || !page.hasFocus()) return 'away';
  if (!button.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return 'unseen';
  const { left, top, width, height } = button.getBoundingClientRect();
  // What is pinched out of the screen, or behind the keyboard on it, is not seen.
  const { innerWidth, innerHeight, visualViewport } = page.defaultView ?? window;
  const { offsetLeft = 0, offsetTop = 0, scale = 1 } = visualViewport ?? {};
  const [right, bottom] = [
    offsetLeft + (visualViewport?.width ?? innerWidth),
    offsetTop + (visualViewport?.height ?? innerHeight),
  ];
  const isSeen = PLACES.every(([across, down]) => {
    const [x, y] = [left + width * across, top + height * down];
    if (x < offsetLeft || y < offsetTop || x > right || y > bottom) return false;
    return isTopmost(button, x, y);
  });
  if (!isSeen) return 'unseen';
  return {
    left: (left - offsetLeft) * scale,
    top: (top - offsetTop) * scale,
    width: width * scale,
    height: height * scale,
  };
}

/** Whether one would have to look for it again. */
export function isFar(before: Box, now: Box): boolean {
  return (['left', 'top', 'width', 'height'] as const).some(
    (side) => Math.abs(before[side] - now[side]) > PRESS_SLACK_PX,
  );
}

/**
 * Whether one would press it there. Asked from the inside out, of each root that it stands in: that sees through closed shadow
 * roots as well, and Firefox tells of nothing that is outside of the root that is asked.
 */
function isTopmost(button: Element, x: number, y: number): boolean {
  for (let node = button; ;) {
    const root = node.getRootNode() as Document | ShadowRoot;
    const topmost = root.elementFromPoint(x, y);
    if (!topmost || !isInside(node, topmost)) return false;
    if (!(root instanceof ShadowRoot)) return true;
    node = root.host;
  }
}

/** Why a press does not count. */
type Hint =
  /** It began before the question had stood still for long enough. */
  | 'early'
  | 'double'
  /** The key was held down. */
  | 'held'
  /** The button is out of the screen, or something lies over it. */
  | 'unseen'
  /** The page is hidden, or another window or frame has the focus. */
  | 'away';

const WORDS: Readonly<Record<Hint, string>> = {
  early: 'That press came too soon to count. Read the question, then press again.',
  double: 'A double click does not count here. Press once.',
  held: 'A key that is held down does not count. Let go, then press again.',
  unseen: 'A press counts only while all of the button is in sight. Bring it there, then press again.',
  away: 'This page was not in front when you pressed. Press again.',
};

/** Milliseconds for which the line stands that says why a press did not count: more than enough to read it. */
const PRESS_REASON_MS = 6000;

/** Where a question says why a press did not count. The guard writes into it, whatever is rendered around it. */
export const pressHint: TemplateResult = html`<p
  class="press-hint"
  part="note"
  data-name="press-hint"
  role="status"
></p>`;

/** Says beside that button why a press of it did not count. */
function hint(button: Element, why: Hint): void {
  const place = (button.getRootNode() as ParentNode).querySelector<HTMLElement>('.press-hint');
  if (!place) return;
  const words = WORDS[why];
  render(html`${words}`, place);
  setTimeout(() => {
    if (place.textContent === words) render(nothing, place);
  }, PRESS_REASON_MS);
}

/** What is not ready looks like it without its colours, and nothing moves when it is. */
export const pressStyles: CSSResult = css`
  :is(button, a)[aria-disabled='true'] {
    border-style: dashed;
    border-color: var(--_line-2);
    background: var(--_surface-3);
    color: var(--_text-2);
    cursor: progress;
  }
  :is(button, a)[aria-disabled='true']:hover {
    background: var(--_surface-3);
    filter: none;
  }
  .press-hint {
    position: absolute;
    inset: auto var(--_space-l) calc(100% + var(--_space-s));
    margin: 0;
    border-radius: var(--_radius);
    color: var(--_surface);
    background: var(--_text);
    box-shadow: var(--_shadow);
    pointer-events: none;
  }
  .press-hint:not(:empty) {
    padding: var(--_space-s) var(--_space-m);
  }
  @media (prefers-reduced-motion: no-preference) {
    button.primary,
    button.danger {
      transition:
        background-color 120ms,
        color 120ms;
    }
  }
  @media (forced-colors: active) {
    :is(button, a)[aria-disabled='true'] {
      background: Canvas;
      color: GrayText;
      border-color: GrayText;
    }
    .press-hint:not(:empty) {
      border: 1px solid;
    }
  }
`;

/** Milliseconds for which a question and its button must have stood still, in sight and in front, before a press counts. */
export const PRESS_WAIT_MS = 700;

/** Milliseconds between two looks at buttons that count: nobody reacts within them to what changed. Each press looks too. */
const PRESS_LOOK_MS = 100;

/** Where the guard takes the time from. All of it is in milliseconds; only differences count. */
export interface PressClock {
  now(): number;
  /** When that event happened. */
  timeOf(event: Event): number;
  /**
   * Has `look` called before the next painting.
   * @param isCalm all buttons count already: within 100 ms is soon enough
   * @returns what takes that back
   */
  nextFrame(look: () => void, isCalm: boolean): () => void;
}

const PAGE_CLOCK: PressClock = {
  now: () => performance.now(),
  // When the person pressed, not when this page came to hear of it.
  timeOf: (event) => event.timeStamp,
  nextFrame: (look, isCalm) => {
    let frame = 0;
    const wait = (): void => void (frame = requestAnimationFrame(look));
    // A page that paints a frame after the other while somebody reads takes their battery.
    const pause = isCalm ? setTimeout(wait, PRESS_LOOK_MS) : undefined;
    if (!isCalm) wait();
    return () => {
      clearTimeout(pause);
      cancelAnimationFrame(frame);
    };
  },
};

let clock = PAGE_CLOCK;
let waitMs = PRESS_WAIT_MS;

/**
 * For tests, of this library and of pages that have it: how long a question must have stood still before a press of its
 * button counts, in milliseconds, and the clock that says so. 0 lets every single press count at once, wherever the button
 * is. Without arguments, the 700 ms and the clock of the page hold again. To be set while no question is shown.
 */
export function setPressGuard(settings: { readonly waitMs?: number; readonly clock?: PressClock } = {}): void {
  ({ waitMs = PRESS_WAIT_MS, clock = PAGE_CLOCK } = settings);
}

/** One button of one step of one question, and since when it has stood still. */
class GuardedButton {
  readonly element: HTMLElement;
  question = '';
  /** Counts the beginnings of its clock, so that a press cannot span two of them. */
  run = 0;
  #step: unknown;
  #box: Box | undefined;
  /** It came before a painting where it is now. */
  #isPainted = false;
  #since: number | undefined;

  constructor(element: HTMLElement) {
    this.element = element;
  }

  /** @returns whether it begins anew */
  stand(question: string, step: unknown): boolean {
    if (question === this.question && step === this.#step) return false;
    this.question = question;
    this.#step = step;
    this.#stop();
    this.#show(false);
    return true;
  }

  /**
   * To be called before each painting, and when something happens that may count. The clock starts with the second painting:
   * a server can make the first take as long as it likes.
   */
  look(isPainting = false): void {
    if (waitMs === 0) return;
    const box = boxInSight(this.element);
    if (typeof box === 'string') this.#stop();
    else if (!this.#box || isFar(this.#box, box)) {
      this.#stop();
      this.#box = box;
    }
    const now = clock.now();
    if (isPainting && this.#box) {
      if (this.#isPainted) this.#since ??= now;
      this.#isPainted = true;
    }
    this.#show(this.isReady(now));
  }

  /** Whether its clock had run by then. */
  isReady(at: number): boolean {
    return waitMs === 0 || (this.#since !== undefined && at - this.#since >= waitMs);
  }

  /** Why it is not. */
  why(): Hint {
    const box = boxInSight(this.element);
    return typeof box === 'string' ? box : 'early';
  }

  #stop(): void {
    this.#box = undefined;
    this.#isPainted = false;
    this.#since = undefined;
    this.run++;
  }

  #show(isReady: boolean): void {
    if (isReady || waitMs === 0) this.element.removeAttribute('aria-disabled');
    else this.element.setAttribute('aria-disabled', 'true');
  }
}

/** A pointer or a key that went down. */
interface Press {
  readonly event: Event;
  /** Those that were ready when it began, and in which run of their clocks. */
  readonly ready: ReadonlyMap<GuardedButton, number>;
  /** The button that it began on. */
  on?: GuardedButton;
  /** It presses once more because it is being held down. */
  readonly isHeld?: boolean;
  /** There was a click that it may have made. */
  isSpent?: boolean;
}

/** Presses that count, and for which question. */
const counted = new WeakMap<Event, string>();

/**
 * Decides for all questions of a page whether a press of a button counts that lets something happen. A server chooses when
 * its question comes up, and by its words where the button is: a press that was already under way is no decision. So a press
 * counts only if it began when the question, its step and the place of the button had stood still for a while, in sight, and
 * still do. What a person does without a pointer or a key (a screen reader, a voice, a switch) has no beginning: it counts
 * when that while is over. So does what a script presses: it could call the queue as well, and some of these scripts press
 * for a person.
 */
class PressGuard {
  readonly #buttons = new Map<Element, GuardedButton>();
  readonly #ends = new Map<GuardedButton, AbortController>();
  #pointer: Press | undefined;
  /** Those that are down, by the key. */
  readonly #keys = new Map<string, Press>();
  /** The space bar that was let go of just now. */
  #space: Press | undefined;
  /** The click that is under way, and what made it: nothing, where neither a pointer nor a key did. */
  #click: { readonly event: Event; readonly presses: readonly (Press | undefined)[] } | undefined;
  #endFrame: (() => void) | undefined;

  constructor(page: Document) {
    const view = page.defaultView ?? window;
    const on = <K extends keyof WindowEventMap>(type: K, hear: (event: WindowEventMap[K]) => void): void =>
      view.addEventListener(type, hear, true);
    on('pointerdown', (event) => (this.#pointer = this.#begin(event)));
    // Some assistive technology sends the events of a mouse alone.
    on('mousedown', (event) => (this.#pointer ??= this.#begin(event)));
    on('pointercancel', () => (this.#pointer = undefined));
    on('keydown', (event) => this.#keyDown(event));
    on('keyup', (event) => this.#keyUp(event));
    const take = (event: MouseEvent): void => {
      const keys = this.#space ? [this.#space] : [...this.#keys.values()].filter(({ isSpent }) => !isSpent);
      this.#click = { event, presses: event.detail > 0 ? [this.#pointer] : keys };
      // Each press makes one click. A key of which nobody hears any more must not keep others from counting.
      if (event.detail > 0) this.#pointer = undefined;
      else for (const key of keys) key.isSpent = true;
    };
    on('click', take);
    on('auxclick', take);
    const look = (): void => this.#look();
    on('focus', look);
    on('blur', (event) => {
      look();
      if (event.target !== view) return;
      // Whatever is let go of now, this page does not hear of it.
      this.#pointer = undefined;
      this.#keys.clear();
    });
    page.addEventListener('visibilitychange', look);
  }

  /** This button lets something happen, in that step of that question. A step is another one when it is not the same value. */
  stand(element: HTMLElement, question: string, step: unknown): void {
    const button = this.#buttons.get(element) ?? this.#add(element);
    if (button.stand(question, step)) {
      this.#endFrame?.();
      this.#endFrame = undefined;
    }
    if (waitMs > 0) this.#endFrame ??= clock.nextFrame(this.#frame, false);
  }

  leave(element: HTMLElement): void {
    const button = this.#buttons.get(element);
    if (button) this.#ends.get(button)?.abort();
    this.#buttons.delete(element);
    if (this.#buttons.size > 0) return;
    this.#endFrame?.();
    this.#endFrame = undefined;
  }

  /** A key that stands for a button: Ctrl and Enter in a form. @returns whether it counts */
  admitKey(event: KeyboardEvent, element: Element): boolean {
    const button = this.#buttons.get(element);
    return button !== undefined && this.#admit(event, button, [this.#keys.get(event.key)]);
  }

  /** Listens on the button itself: from the window, nobody sees into a shadow root that is closed. */
  #add(element: HTMLElement): GuardedButton {
    const button = new GuardedButton(element);
    const end = new AbortController();
    this.#buttons.set(element, button);
    this.#ends.set(button, end);
    const options = { capture: true, signal: end.signal };
    const note = (event: Event): void => {
      if (this.#pointer?.event === event) this.#pointer.on = button;
    };
    for (const type of ['pointerdown', 'mousedown']) element.addEventListener(type, note, options);
    const hear = (event: MouseEvent): void => {
      if (this.#click?.event === event && this.#admit(event, button, this.#click.presses)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    element.addEventListener('click', hear, options);
    element.addEventListener('auxclick', hear, options);
    return button;
  }

  readonly #frame = (): void => {
    this.#look(true);
    const now = clock.now();
    const isCalm = [...this.#buttons.values()].every((button) => button.isReady(now));
    this.#endFrame = clock.nextFrame(this.#frame, isCalm);
  };

  #look(isPainting?: boolean): void {
    for (const button of this.#buttons.values()) button.look(isPainting);
  }

  #begin(event: Event): Press {
    const at = clock.timeOf(event);
    const ready = new Map<GuardedButton, number>();
    this.#look();
    for (const button of this.#buttons.values()) if (button.isReady(at)) ready.set(button, button.run);
    return { event, ready };
  }

  #keyDown(event: KeyboardEvent): void {
    const { key, repeat } = event;
    if (key !== 'Enter' && key !== ' ') return;
    if (!repeat) this.#keys.set(key, this.#begin(event));
    // A space bar presses once, when it is let go of, however long that takes. Enter presses each time.
    else if (key === 'Enter' || !this.#keys.has(key)) this.#keys.set(key, { event, ready: new Map(), isHeld: true });
  }

  #keyUp(event: KeyboardEvent): void {
    const press = this.#keys.get(event.key);
    this.#keys.delete(event.key);
    if (event.key !== ' ') return;
    // Its click comes after this, before anything else.
    const space = (this.#space = press ?? { event, ready: new Map() });
    setTimeout(() => {
      if (this.#space === space) this.#space = undefined;
    });
  }

  #admit(event: UIEvent, button: GuardedButton, presses: readonly (Press | undefined)[]): boolean {
    const why = this.#judge(event, button, presses);
    if (why) hint(button.element, why);
    else counted.set(event, button.question);
    return why === undefined;
  }

  /** @returns why it does not count */
  #judge(event: UIEvent, button: GuardedButton, presses: readonly (Press | undefined)[]): Hint | undefined {
    button.look();
    const isReady = button.isReady(clock.timeOf(event));
    if (event.detail > 1) return isReady ? 'double' : button.why();
    if (presses.some((press) => press?.isHeld)) return 'held';
    if (!isReady) return button.why();
    const isCounted = presses.every(
      (press) => press?.ready.get(button) === button.run && (event.detail === 0 || press.on === button),
    );
    return isCounted ? undefined : 'early';
  }
}

const guards = new WeakMap<Document, PressGuard>();

/** The guard of the page that this stands in. */
export function guardOf({ ownerDocument }: Element): PressGuard {
  let guard = guards.get(ownerDocument);
  if (!guard) guards.set(ownerDocument, (guard = new PressGuard(ownerDocument)));
  return guard;
}

/** Whether this press counts for that question. It does once. */
export function takePress(press: Event, question: string): boolean {
  const isCounted = counted.get(press) === question;
  if (isCounted) counted.delete(press);
  return isCounted;
}

/** Whether a key that stands for the button in there counts as a press of it: Ctrl and Enter in a form. */
export function countsAsPress(event: KeyboardEvent, root: ParentNode): boolean {
  const button = root.querySelector('[part~="approve-button"]:not([data-name])');
  return button !== null && guardOf(button).admitKey(event, button);
}

class Guarded extends AsyncDirective {
  #button: HTMLElement | undefined;
  /** That of the page in which it stands: it may be taken to another one. */
  #guard: ReturnType<typeof guardOf> | undefined;
  #standing: [question: string, step: unknown] = ['', undefined];

  override render(_question: string, _step?: unknown): typeof noChange {
    return noChange;
  }

  override update(part: ElementPart, [question, step]: [question: string, step?: unknown]): typeof noChange {
    this.#button = part.element as HTMLElement;
    this.#standing = [question, step];
    if (this.isConnected) this.reconnected();
    return noChange;
  }

  protected override disconnected(): void {
    if (this.#button) this.#guard?.leave(this.#button);
  }

  protected override reconnected(): void {
    if (!this.#button) return;
    this.#guard = guardOf(this.#button);
    this.#guard.stand(this.#button, ...this.#standing);
  }
}

const asDirective = directive(Guarded);

/**
 * Marks a button, or a link, that lets something happen: its press counts only where the guard says so.
 * @param question its id
 * @param step where the question stands; another value is another step, and begins anew
 */
export function guarded(question: string, step?: unknown): DirectiveResult {
  return asDirective(question, step);
}
