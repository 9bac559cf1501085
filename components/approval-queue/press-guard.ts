import { boxInSight, isFar, type Box } from './in-sight.js';
import { hint, type Hint } from './press-hint.js';

/** Milliseconds for which a question and its button must have stood still, in sight and in front, before a press counts. */
export const PRESS_WAIT_MS = 700;

/** Milliseconds between two looks at buttons that count: nobody reacts within them to what changed. Each press looks too. */
const CALM_MS = 100;

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
    const pause = isCalm ? setTimeout(wait, CALM_MS) : undefined;
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
  const button = root.querySelector('[part~="approve-button"]');
  return button !== null && guardOf(button).admitKey(event, button);
}
