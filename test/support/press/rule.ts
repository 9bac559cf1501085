// The rule of when a press decides, written down a second time from its words and without the guard: "A guarded button acts
// only when the question, its step and the button's rectangle (8 px) have stood still, visible and in a focused document,
// for 700 ms. A press that began before does not count, a double click never reaches the next step or question. A click
// without a pointer press counts when the clock has run. A press that begins less than 500 ms after the last one, within 30 px,
// does not count. Such a press of a button, one that begins too soon, and a key that repeats start its clock anew."

const STILL_MS = 700;
const STILL_PX = 8;

/** One button as it was painted, or as it was when something was pressed. */
export interface Sight {
  readonly button: Element;
  readonly question: string;
  readonly step: unknown;
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** All of it on the screen, nothing over it, the page visible and focused. */
  readonly isSeen: boolean;
}

/** How long one button has stood still, without a break. */
interface Standing {
  readonly first: Sight;
  readonly since: number;
  /** It depends on when a frame was painted whether it began anew. */
  readonly isUnsure?: boolean;
}

/** How a press began: what was pressed, and which buttons stood still since when. */
export interface Beginning {
  readonly at: number;
  readonly on: Element | undefined;
  readonly standing: ReadonlyMap<Element, Standing>;
  readonly isRepeated: boolean;
}

export interface PressEnd {
  readonly button: Element;
  readonly at: number;
  /** Undefined for a click that had neither pointer nor key. */
  readonly began: Beginning | undefined;
  readonly isByPointer: boolean;
  /** Second or later in a row. */
  readonly isFurther: boolean;
  /** Made by a key that is held down. */
  readonly isHeld: boolean;
}

/** `either`: so close to the limit that it depends on when a frame was painted. */
export type Verdict = 'acts' | 'acts not' | 'either';

export class Rule {
  #standing = new Map<Element, Standing>();
  /** Buttons that may have begun anew, depending on when a frame was painted. */
  readonly #unsure = new Set<Element>();
  /** Milliseconds by which a painting may be late. */
  readonly #slack: number;

  constructor(slack: number) {
    this.#slack = slack;
  }

  /** All guarded buttons that are there, at that time. */
  see(sights: readonly Sight[], at: number): void {
    const now = new Map<Element, Standing>();
    for (const sight of sights) {
      if (!sight.isSeen) continue;
      const before = this.#standing.get(sight.button);
      if (before && isSame(before.first, sight)) now.set(sight.button, before);
      else now.set(sight.button, { first: sight, since: at, isUnsure: this.#unsure.delete(sight.button) });
    }
    this.#standing = now;
  }

  begin(on: Element | undefined, at: number, isRepeated = false): Beginning {
    const began = { at, on, standing: this.#standing, isRepeated };
    const standing = on && this.#standing.get(on);
    const stood = standing ? at - standing.since : 0;
    if (on && (isRepeated || stood < STILL_MS || standing?.isUnsure)) this.restart(on, standing?.isUnsure);
    else if (on && stood < STILL_MS + this.#slack) this.restart(on, true);
    return began;
  }

  restart(button: Element, isUnsure = false): void {
    if (!this.#standing.has(button)) return;
    // Its place is looked at anew, as that of a button that has just come.
    this.#standing = new Map(this.#standing);
    this.#standing.delete(button);
    if (isUnsure) this.#unsure.add(button);
    else this.#unsure.delete(button);
  }

  judge({ button, at, began, isByPointer, isFurther, isHeld }: PressEnd): Verdict {
    const now = this.#standing.get(button);
    if (!now || isFurther || isHeld || began?.isRepeated) return 'acts not';
    if (isByPointer && began?.on !== button) return 'acts not';
    if (now.isUnsure) return 'either';
    // Another standing than the one in which it began is another look at another thing.
    if (began && began.standing.get(button) !== now) return 'acts not';
    const stood = (began?.at ?? at) - now.since;
    if (stood < STILL_MS) return 'acts not';
    return stood < STILL_MS + this.#slack ? 'either' : 'acts';
  }
}

function isSame(before: Sight, now: Sight): boolean {
  return (
    before.question === now.question &&
    before.step === now.step &&
    (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(before.box[side] - now.box[side]) <= STILL_PX)
  );
}
