import { boxInSight, isFar, type Box } from './in-sight.js';
import { hint, type Hint } from './press-hint.js';

/** Milliseconds for which a question and its button must have stood still, in sight and in front, before a press counts. */
export const PRESS_WAIT_MS = 700;

/** Where the guard takes the time from. All of it is in milliseconds; only differences count. */
export interface PressClock {
  now(): number;
  /** When that event happened. */
  timeOf(event: Event): number;
  /** Has `look` called before the next painting. @returns what takes that back */
  nextFrame(look: () => void): () => void;
}

const PAGE_CLOCK: PressClock = {
  now: () => performance.now(),
  // When the person pressed, not when this page came to hear of it.
  timeOf: (event) => event.timeStamp,
  nextFrame: (look) => {
    const frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
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
  #since: number | undefined;

  constructor(element: HTMLElement) {
    this.element = element;
  }

  stand(question: string, step: unknown): void {
    if (question === this.question && step === this.#step) return;
    this.question = question;
    this.#step = step;
    this.#stop();
    this.#show(false);
  }

  /** To be called before each painting, and when something happens that may count. */
  look(now: number): void {
    if (waitMs === 0) return;
    const box = boxInSight(this.element);
    if (typeof box === 'string') this.#stop();
    else if (!this.#box || isFar(this.#box, box)) {
      this.#stop();
      this.#box = box;
      this.#since = now;
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
  /** Those that were ready when it began, and in which run of their clocks. */
  readonly ready: ReadonlyMap<GuardedButton, number>;
  /** What it began on. */
  readonly on: GuardedButton | undefined;
  /** The key is being held down. */
  readonly isRepeat: boolean;
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
  #pointer: Press | undefined;
  #key: Press | undefined;
  #endFrame: (() => void) | undefined;

  constructor(page: Document) {
    const view = page.defaultView ?? window;
    const on = <K extends keyof WindowEventMap>(type: K, hear: (event: WindowEventMap[K]) => void): void =>
      view.addEventListener(type, hear, true);
    on('pointerdown', (event) => (this.#pointer = this.#begin(event)));
    // Some assistive technology sends the events of a mouse alone.
    on('mousedown', (event) => (this.#pointer ??= this.#begin(event)));
    on('pointercancel', () => (this.#pointer = undefined));
    on('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') this.#key = this.#begin(event, event.repeat);
    });
    on('keyup', () => {
      // The click of a space bar comes after this, before anything else.
      const key = this.#key;
      setTimeout(() => {
        if (this.#key === key) this.#key = undefined;
      });
    });
    on('click', (event) => this.#admit(event));
    on('auxclick', (event) => this.#admit(event));
    const look = (): void => this.#look();
    on('focus', look);
    on('blur', (event) => {
      look();
      // Whatever is let go of now, this page does not hear of it.
      if (event.target === view) this.#pointer = this.#key = undefined;
    });
    page.addEventListener('visibilitychange', look);
  }

  /** This button lets something happen, in that step of that question. A step is another one when it is not the same value. */
  stand(element: HTMLElement, question: string, step: unknown): void {
    let button = this.#buttons.get(element);
    if (!button) this.#buttons.set(element, (button = new GuardedButton(element)));
    button.stand(question, step);
    if (waitMs > 0) this.#endFrame ??= clock.nextFrame(this.#frame);
  }

  leave(element: HTMLElement): void {
    this.#buttons.delete(element);
    if (this.#buttons.size > 0) return;
    this.#endFrame?.();
    this.#endFrame = undefined;
  }

  /** A key that stands for a button: Ctrl and Enter in a form. @returns whether it counts */
  admitKey(event: KeyboardEvent, element: Element): boolean {
    const button = this.#buttons.get(element);
    if (!button) return false;
    const why = this.#judge(event, button, this.#key);
    if (why) hint(element, why);
    else counted.set(event, button.question);
    return why === undefined;
  }

  readonly #frame = (): void => {
    this.#look();
    this.#endFrame = clock.nextFrame(this.#frame);
  };

  #look(): void {
    for (const button of this.#buttons.values()) button.look(clock.now());
  }

  #begin(event: Event, isRepeat = false): Press {
    const at = clock.timeOf(event);
    const ready = new Map<GuardedButton, number>();
    this.#look();
    if (!isRepeat) for (const button of this.#buttons.values()) if (button.isReady(at)) ready.set(button, button.run);
    return { ready, on: this.#buttonOf(event), isRepeat };
  }

  #buttonOf(event: Event): GuardedButton | undefined {
    for (const at of event.composedPath()) {
      const button = this.#buttons.get(at as Element);
      if (button) return button;
    }
    return undefined;
  }

  /** Lets a click through to its button, or nobody hears of it. */
  #admit(event: MouseEvent): void {
    const button = this.#buttonOf(event);
    const pointer = this.#pointer;
    this.#pointer = undefined;
    if (!button) return;
    const why = this.#judge(event, button, event.detail > 0 ? pointer : this.#key);
    if (!why) {
      counted.set(event, button.question);
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    hint(button.element, why);
  }

  /** @returns why it does not count */
  #judge(event: UIEvent, button: GuardedButton, press: Press | undefined): Hint | undefined {
    button.look(clock.now());
    const isByPointer = event.detail > 0;
    const isReady = button.isReady(clock.timeOf(event));
    if (event.detail > 1) return isReady ? 'double' : button.why();
    if (press?.isRepeat) return 'held';
    if (!isReady) return button.why();
    if (isByPointer && press?.on !== button) return 'early';
    return press && press.ready.get(button) !== button.run ? 'early' : undefined;
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
