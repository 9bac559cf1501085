import { css, type CSSResult, noChange, nothing, render, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive, type DirectiveResult, type ElementPart } from 'lit/directive.js';
import { isInside } from '../internal/focus-fallback.js';
import { html } from '../internal/html.js';
import { framingOf, framingStyles, VisibilityTracker } from './framing.js';
import { t } from './messages.js';

/** Pixels by which a guarded button may move or change its size and still count as unmoved. */
export const PRESS_SLACK_PX = 8;

/** A place on the screen, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Points of a button that must be visible, as fractions of its width and height. */
const PLACES = [
  [0.5, 0.5],
  [0.2, 0.25],
  [0.8, 0.25],
  [0.2, 0.75],
  [0.8, 0.75],
] as const;

/**
 * Returns the place of the button if a person who looks at this page can press it, otherwise the reason why not.
 * Something that covers the frame around this page cannot be detected from inside.
 */
export function boxInSight(button: HTMLElement): Box | Extract<Hint, 'away' | 'unseen'> {
  const page = button.ownerDocument;
  // In a frame, `hasFocus()` is about the frame: while another page has the focus, this one is not in front.
  if (page.visibilityState !== 'visible' || !page.hasFocus()) return 'away';
  if (!button.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return 'unseen';
  const { left, top, width, height } = button.getBoundingClientRect();
  // A place outside the visual viewport (zoomed out of it, or behind the on-screen keyboard) is not visible.
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

/** True if the button moved so far that the person would have to look for it again. */
export function isFar(before: Box, now: Box): boolean {
  return (['left', 'top', 'width', 'height'] as const).some(
    (side) => Math.abs(before[side] - now[side]) > PRESS_SLACK_PX,
  );
}

/**
 * True if a press at this point would hit the button. Each root is asked, from the innermost one outwards: this works
 * through closed shadow roots too, and `elementFromPoint` of Firefox returns nothing outside of the root that is asked.
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
  /** It began before the question had been still for long enough. */
  | 'early'
  | 'double'
  /** The key was held down. */
  | 'held'
  /** The button is off the screen, or something covers it. */
  | 'unseen'
  /** The page is hidden, or another window or frame has the focus. */
  | 'away'
  /** The page is in a frame of another site, and did not opt in. */
  | 'framed'
  /** The page is in a frame of another site, and something outside covers the button or makes it transparent. */
  | 'covered';

/** Milliseconds for which the line is shown that says why a press did not count. */
const PRESS_REASON_MS = 6000;

/** The element in which a question says why a press did not count. The guard writes into it directly. */
export const pressHint: TemplateResult = html`<p
  class="press-hint"
  part="note"
  data-name="press-hint"
  role="status"
></p>`;

/** Says beside this button why a press of it did nothing. */
export function hint(button: Element, words: string): void {
  const place = (button.getRootNode() as ParentNode).querySelector<HTMLElement>('.press-hint');
  if (!place) return;
  render(html`${words}`, place);
  setTimeout(() => {
    if (place.textContent === words) render(nothing, place);
  }, PRESS_REASON_MS);
}

/** A button that is not ready has no colours. Nothing moves when it becomes ready. */
export const pressStyles: CSSResult = css`
  ${framingStyles}
  :is(button, a)[aria-disabled='true'] {
    border-style: dashed;
    border-color: var(--_line-2);
    background: var(--_surface-3);
    color: var(--_text-2);
    cursor: progress;
  }
  :is(button, a)[aria-disabled='true']:hover {
    background: var(--_surface-3);
  }
  /* Without a shadow: Chromium counts what a shadow falls on as covered, and the button is below. */
  .press-hint {
    position: absolute;
    inset: auto var(--_space-l) calc(100% + var(--_space-s));
    margin: 0;
    border-radius: var(--_radius);
    color: var(--_surface);
    background: var(--_text);
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

/**
 * Milliseconds for which a question and its button must have been still and visible, with the page in front, before a
 * press counts.
 */
export const PRESS_WAIT_MS = 700;

/**
 * Milliseconds between two checks of buttons that are ready: too short for a person to react to a change. Each press
 * checks too.
 */
const PRESS_LOOK_MS = 100;

/** The clock of the guard. All times are in milliseconds; only differences matter. */
export interface PressClock {
  now(): number;
  /** When this event happened. */
  timeOf(event: Event): number;
  /**
   * Calls `look` before the next frame. @param isCalm all buttons are ready already, so a check within 100 ms is enough
   * @returns a function that cancels it
   */
  nextFrame(look: () => void, isCalm: boolean): () => void;
}

const PAGE_CLOCK: PressClock = {
  now: () => performance.now(),
  // The time of the press, not the time at which this page got the event.
  timeOf: (event) => event.timeStamp,
  nextFrame: (look, isCalm) => {
    let frame = 0;
    const wait = (): void => void (frame = requestAnimationFrame(look));
    // A check in every frame while somebody reads would use up the battery.
    const pause = isCalm ? setTimeout(wait, PRESS_LOOK_MS) : undefined;
    if (!isCalm) wait();
    return () => {
      clearTimeout(pause);
      cancelAnimationFrame(frame);
    };
  },
};

/** Milliseconds in which a further press in the same place is a repetition that does not count: nobody reads so fast. */
const REPEATED_PRESS_MS = 500;
/**
 * Pixels between two presses of one place. Chromium counts taps 1, 2, 3, 1, 2, 3: that `detail` is 1 does not say that
 * a press is the first.
 */
const REPEATED_PRESS_PX = 30;

let clock = PAGE_CLOCK;
let waitMs = PRESS_WAIT_MS;

/**
 * For tests, of this library and of pages that use it: how long a question must have been still before a press of its
 * button counts, in milliseconds, and the clock that measures it. With 0, every press counts at once, wherever the
 * button is. Without arguments, the 700 ms and the clock of the page are used again. Call it while no question is
 * shown.
 */
export function setPressGuard(settings: { readonly waitMs?: number; readonly clock?: PressClock } = {}): void {
  ({ waitMs = PRESS_WAIT_MS, clock = PAGE_CLOCK } = settings);
}

/** One button of one step of one question, and how long it has been still. */
class GuardedButton {
  readonly element: HTMLElement;
  question = '';
  /** Counts the restarts of its clock, so that a press cannot begin before one and end after it. */
  run = 0;
  #step: unknown;
  #box: Box | undefined;
  /** It has been painted at its present place. */
  #isPainted = false;
  #since: number | undefined;
  #framing: ReturnType<typeof framingOf> = 'free';
  /** Only in a frame of another site. */
  #tracker: VisibilityTracker | undefined;

  constructor(element: HTMLElement) {
    this.element = element;
  }

  /** @returns whether its clock restarts */
  stand(question: string, step: unknown): boolean {
    if (question === this.question && step === this.#step) return false;
    this.question = question;
    this.#step = step;
    this.#stop();
    if (this.element.isConnected) this.#lookAround();
    this.#show(false);
    return true;
  }

  /**
   * Call this before each frame, and before anything that may count. The clock starts with the second frame, because a
   * server can delay the first one as long as it likes.
   */
  look(isPainting = false): void {
    this.#lookAround();
    if (waitMs === 0) return;
    const box = boxInSight(this.element);
    if (typeof box === 'string' || this.#frameHint) this.#stop();
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

  /** Call this when a press begins that cannot count: a person who presses again and again has not read the question. */
  restart(): void {
    if (waitMs === 0) return;
    this.#stop();
    this.#show(false);
  }

  /** True if it was ready at that time. */
  isReady(at: number): boolean {
    if (this.#framing === 'barred') return false;
    return waitMs === 0 || (this.#since !== undefined && at - this.#since >= waitMs);
  }

  /** Why it is not ready. */
  why(): Hint {
    const box = boxInSight(this.element);
    return this.#frameHint ?? (typeof box === 'string' ? box : 'early');
  }

  /** The button leaves the page. */
  leave(): void {
    this.#tracker?.end();
    this.#tracker = undefined;
  }

  /** The reason why the frame around the page prevents a press. */
  get #frameHint(): Extract<Hint, 'framed' | 'covered'> | undefined {
    if (this.#framing === 'barred') return 'framed';
    return this.#tracker?.isSeen === false ? 'covered' : undefined;
  }

  /** A button that cannot be pressed here is not shown: `ownTabLink()` replaces it. */
  #lookAround(): void {
    const before = this.#framing;
    this.#framing = framingOf(this.element);
    if (this.#framing === 'barred' || before === 'barred') this.element.hidden = this.#framing === 'barred';
    if (this.#framing === 'watched') this.#tracker ??= new VisibilityTracker(this.element, () => this.look());
    else this.leave();
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

/** A pointer or a key that is down. */
interface Press {
  readonly event: Event;
  /** The buttons that were ready when it began, each with the run of its clock. */
  readonly ready: ReadonlyMap<GuardedButton, number>;
  /** The button under it when it began. */
  on?: GuardedButton;
  /** The key repeats because it is held down. */
  readonly isHeld?: boolean;
  /** It began right after another one in the same place. */
  readonly isRepeated?: boolean;
  /** A click has come that it may have caused. */
  isSpent?: boolean;
}

/** The presses that counted, each with the question that it counted for. */
const counted = new WeakMap<Event, string>();

/**
 * Decides, for all questions of a page, whether the press of a button counts that lets something happen. A server
 * chooses when its question opens, and its text moves the button: a press that had begun before is no decision. So a
 * press counts only if, when it began, the question, its step and the place of the button had been still and visible
 * for a while, and if they still are. A click without a pointer or a key (a screen reader, voice control, a switch) has
 * no beginning: it counts as soon as the button is ready. So does a click by a script: a script could call the queue
 * directly, and some scripts press buttons for a person.
 */
class PressGuard {
  readonly #buttons = new Map<Element, GuardedButton>();
  readonly #ends = new Map<GuardedButton, AbortController>();
  #pointer: Press | undefined;
  /** The last press of a pointer, of anything in the page: when, in milliseconds, and at which pixels. */
  #lastPress = { at: -Infinity, x: 0, y: 0 };
  /** The keys that are down. */
  readonly #keys = new Map<string, Press>();
  /** The press of the space bar that has just ended. */
  #space: Press | undefined;
  /**
   * The click that is being handled, and the presses that may have caused it: none if it came from neither a pointer
   * nor a key.
   */
  #click: { readonly event: Event; readonly presses: readonly (Press | undefined)[] } | undefined;
  #endFrame: (() => void) | undefined;

  constructor(page: Document) {
    const view = page.defaultView ?? window;
    const on = <K extends keyof WindowEventMap>(type: K, hear: (event: WindowEventMap[K]) => void): void =>
      view.addEventListener(type, hear, true);
    on('pointerdown', (event) => (this.#pointer = this.#beginPointer(event)));
    // Some assistive technology sends mouse events only.
    on('mousedown', (event) => (this.#pointer ??= this.#beginPointer(event)));
    on('pointercancel', () => (this.#pointer = undefined));
    on('keydown', (event) => this.#keyDown(event));
    on('keyup', (event) => this.#keyUp(event));
    const take = (event: MouseEvent): void => {
      const keys = this.#space ? [this.#space] : [...this.#keys.values()].filter(({ isSpent }) => !isSpent);
      this.#click = { event, presses: event.detail > 0 ? [this.#pointer] : keys };
      // Each press causes one click. A key whose release is never reported must not stop other presses from counting.
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
      // A release from now on is not reported to this page.
      this.#pointer = undefined;
      this.#keys.clear();
    });
    page.addEventListener('visibilitychange', look);
  }

  /**
   * Guards this button, which lets something happen in this step of this question. Another value of `step` is another
   * step.
   */
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
    button?.leave();
    if (button) this.#ends.get(button)?.abort();
    this.#buttons.delete(element);
    if (this.#buttons.size > 0) return;
    this.#endFrame?.();
    this.#endFrame = undefined;
  }

  /** For a key that acts as the button: Ctrl and Enter in a form. @returns whether it counts */
  admitKey(event: KeyboardEvent, element: Element): boolean {
    const button = this.#buttons.get(element);
    if (!button) return false;
    const press = this.#keys.get(event.key);
    const isAdmitted = this.#admit(event, button, [press]);
    if (!press?.ready.has(button)) button.restart();
    return isAdmitted;
  }

  /** Listens on the button itself: a listener of the window sees nothing inside a closed shadow root. */
  #add(element: HTMLElement): GuardedButton {
    const button = new GuardedButton(element);
    const end = new AbortController();
    this.#buttons.set(element, button);
    this.#ends.set(button, end);
    const options = { capture: true, signal: end.signal };
    const note = (event: Event): void => {
      const press = [this.#pointer, ...this.#keys.values()].find((one) => one?.event === event);
      if (!press) return;
      press.on = button;
      if (press.isRepeated || !press.ready.has(button)) button.restart();
    };
    for (const type of ['pointerdown', 'mousedown', 'keydown']) element.addEventListener(type, note, options);
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

  #beginPointer(event: MouseEvent): Press {
    const { at, x, y } = this.#lastPress;
    const now = (this.#lastPress = { at: clock.timeOf(event), x: event.clientX, y: event.clientY });
    const isRepeated =
      waitMs > 0 && now.at - at < REPEATED_PRESS_MS && Math.hypot(now.x - x, now.y - y) <= REPEATED_PRESS_PX;
    return { ...this.#begin(event), isRepeated };
  }

  #keyDown(event: KeyboardEvent): void {
    const { key, repeat } = event;
    if (key !== 'Enter' && key !== ' ') return;
    if (!repeat) this.#keys.set(key, this.#begin(event));
    // The space bar presses once, when it is released. Enter presses each time that it repeats.
    else if (key === 'Enter' || !this.#keys.has(key)) this.#keys.set(key, { event, ready: new Map(), isHeld: true });
  }

  #keyUp(event: KeyboardEvent): void {
    const press = this.#keys.get(event.key);
    this.#keys.delete(event.key);
    if (event.key !== ' ') return;
    // Its click follows directly after this event.
    const space = (this.#space = press ?? { event, ready: new Map() });
    setTimeout(() => {
      if (this.#space === space) this.#space = undefined;
    });
  }

  #admit(event: UIEvent, button: GuardedButton, presses: readonly (Press | undefined)[]): boolean {
    const why = this.#judge(event, button, presses);
    if (why) hint(button.element, t(`approvalQueue.words.${why}`));
    else counted.set(event, button.question);
    return why === undefined;
  }

  /** @returns why it does not count */
  #judge(event: UIEvent, button: GuardedButton, presses: readonly (Press | undefined)[]): Hint | undefined {
    button.look();
    const isReady = button.isReady(clock.timeOf(event));
    if (event.detail > 1 || presses.some((press) => press?.isRepeated)) {
      const why = button.why();
      return why === 'early' ? 'double' : why;
    }
    if (presses.some((press) => press?.isHeld)) return 'held';
    if (!isReady) return button.why();
    const isCounted = presses.every(
      (press) => press?.ready.get(button) === button.run && (event.detail === 0 || press.on === button),
    );
    return isCounted ? undefined : 'early';
  }
}

const guards = new WeakMap<Document, PressGuard>();

/** Returns the guard of the page of this element. */
export function guardOf({ ownerDocument }: Element): PressGuard {
  let guard = guards.get(ownerDocument);
  if (!guard) guards.set(ownerDocument, (guard = new PressGuard(ownerDocument)));
  return guard;
}

/** True if this press counts for this question. A press counts once. */
export function takePress(press: Event, question: string): boolean {
  const isCounted = counted.get(press) === question;
  if (isCounted) counted.delete(press);
  return isCounted;
}

/** True if a key that acts as the button inside `root` counts as a press of it: Ctrl and Enter in a form. */
export function countsAsPress(event: KeyboardEvent, root: ParentNode): boolean {
  const button = root.querySelector('[part~="approve-button"]:not([data-name])');
  return button !== null && guardOf(button).admitKey(event, button);
}

class Guarded extends AsyncDirective {
  #button: HTMLElement | undefined;
  /** The guard of the page of the element, which may move to another page. */
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
 * Marks a button or link that lets something happen: its press counts only if the guard says so. @param question the id
 * of the question @param step the step of the question; another value restarts the clock of the button
 */
export function guarded(question: string, step?: unknown): DirectiveResult {
  return asDirective(question, step);
}
