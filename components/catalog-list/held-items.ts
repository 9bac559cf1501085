import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { counted, formatCount, type Noun } from '../words/counted.js';
import { html } from '../words/html.js';

type Lists<T> = readonly (readonly T[])[];

/**
 * Holds back a list that came anew while somebody points at it or has the focus in it: what moves under a pointer is
 * pressed by mistake. What only goes on at the end, or says something else in its place, moves nothing.
 */
export class HeldItems<T> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #isInUse: () => boolean;
  readonly #keysOf: (lists: Lists<T>) => readonly string[];
  #shown: Lists<T> = [];
  #keys: readonly string[] = [];
  #held: readonly string[] | undefined;

  /** @param isInUse whether somebody is at the rows */
  constructor(host: ReactiveControllerHost, isInUse: () => boolean, keysOf: (lists: Lists<T>) => readonly string[]) {
    this.#host = host;
    this.#isInUse = isInUse;
    this.#keysOf = keysOf;
    host.addController(this);
  }

  hostConnected(): void {}

  /** What to show of what there is now. @param isOther it is another list altogether */
  take(lists: Lists<T>, isOther: boolean): Lists<T> {
    if (!isOther && lists.every((list, index) => list === this.#shown[index])) {
      this.#held = undefined;
      return this.#shown;
    }
    const keys = this.#keysOf(lists);
    const isMoved = this.#keys.some((key, index) => key !== keys[index]);
    this.#held = !isOther && isMoved && this.#isInUse() ? keys : undefined;
    if (this.#held) return this.#shown;
    this.#keys = keys;
    return (this.#shown = lists);
  }

  /** Nobody is there any more, or the person wants to see it. */
  readonly release = (): void => {
    if (!this.#held) return;
    this.#keys = [];
    this.#host.requestUpdate();
  };

  /** What has changed meanwhile, and the way to see it. */
  notice(noun: Noun): TemplateResult | typeof nothing {
    const held = this.#held;
    if (!held) return nothing;
    const [before, after] = [new Set(this.#keys), new Set(held)];
    const fresh = held.filter((key) => !before.has(key)).length;
    const gone = this.#keys.filter((key) => !after.has(key)).length;
    const words = [fresh && `${counted(fresh, noun)} more`, gone && `${formatCount(gone)} gone`].filter(Boolean);
    return html`<p class="notice small" part="changed">
      The list has changed${words.length > 0 ? `: ${words.join(', ')}` : ''}.
      <button class="plain small" part="show-changes-button" type="button" @click=${this.release}>Show</button>
    </p>`;
  }
}
