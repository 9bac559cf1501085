import type { LitElement, ReactiveController } from 'lit';
import type { FieldState } from '../../src/schema/index.js';

/** Values that the person did not type (but a model, an app, a link), and which of them were in sight. */
export class FilledValues {
  readonly #seen = new WeakSet<FieldState>();

  /** The person could see all of the value of this field. */
  see(field: FieldState): void {
    this.#seen.add(field);
  }

  isSeen(field: FieldState): boolean {
    return this.#seen.has(field);
  }

  /** The fields with a value that was not in sight yet, in the order of the form. */
  unseenIn(root: FieldState): readonly FieldState[] {
    if (root.parts.length > 0) return root.parts.flatMap((part) => this.unseenIn(part));
    return hasOwnValue(root) && !this.isSeen(root) ? [root] : [];
  }
}

/** A constant comes from the schema in any case, and arguments without a value are always `{}`. */
function hasOwnValue({ node, input, pointer }: FieldState): boolean {
  if (node.kind === 'constant' || input.kind === 'absent') return false;
  const isEmpty = node.kind === 'object' || (input.kind === 'text' && input.text === '{}');
  return pointer !== '' || !isEmpty || input.kind === 'held';
}

/** Pixels by which a box counts as scrolled to its end: browsers round. */
const END_SLACK_PX = 4;

/** True if the end of the text in this box shows. */
export function isAtEnd({ scrollTop, clientHeight, scrollHeight }: Element): boolean {
  return scrollTop + clientHeight >= scrollHeight - END_SLACK_PX;
}

interface Watched {
  readonly filled: FilledValues | undefined;
  readonly field: FieldState | undefined;
}

/** Notes for one field when all of its value has been in sight: its end, and the end of each box in it that scrolls. */
export class SightController implements ReactiveController {
  readonly #host: LitElement;
  readonly #read: () => Watched;
  #intersections: IntersectionObserver | undefined;
  #end: Element | undefined;
  #isEndInSight = false;

  constructor(host: LitElement, read: () => Watched) {
    this.#host = host;
    this.#read = read;
    host.addController(this);
  }

  hostUpdated(): void {
    const { filled, field } = this.#read();
    const isOver = !filled || !field || filled.isSeen(field);
    const end = isOver ? undefined : (this.#host.renderRoot.querySelector('.end') ?? undefined);
    if (end === this.#end) return this.#check();
    this.#stop();
    this.#end = end;
    if (!end) return;
    this.#intersections = new IntersectionObserver((entries) => {
      this.#isEndInSight = entries.at(-1)?.isIntersecting === true;
      this.#check();
    });
    // A box that gets the focus scrolls to its caret, which is at the end at first.
    for (const box of this.#host.renderRoot.querySelectorAll('textarea')) box.setSelectionRange(0, 0);
    this.#intersections.observe(end);
    for (const type of ['scroll', 'toggle']) this.#host.renderRoot.addEventListener(type, this.#check, true);
  }

  hostDisconnected(): void {
    this.#stop();
  }

  readonly #check = (): void => {
    const { filled, field } = this.#read();
    if (!this.#isEndInSight || !filled || !field) return;
    const root = this.#host.renderRoot;
    if (root.querySelector('input[type="password"], .masked, details.sent:not([open])')) return;
    if (![...root.querySelectorAll('textarea, pre')].every(isAtEnd)) return;
    filled.see(field);
    this.#stop();
  };

  #stop(): void {
    this.#intersections?.disconnect();
    this.#end = undefined;
    this.#isEndInSight = false;
    for (const type of ['scroll', 'toggle']) this.#host.renderRoot.removeEventListener(type, this.#check, true);
  }
}
