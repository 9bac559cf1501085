import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { html } from '../internal/html.js';
import { countedItems, type Noun } from '../words/common-words.js';
import { t } from './messages.js';

type Lists<T> = readonly (readonly T[])[];

/**
 * Holds back a new list while the pointer or the focus is in the list: a row that moves under the pointer is pressed by
 * mistake. A change that only adds rows at the end, or changes a row in place, is shown at once.
 */
export class HeldItems<T> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #isInUse: () => boolean;
  readonly #keysOf: (lists: Lists<T>) => readonly string[];
  #shown: Lists<T> = [];
  #keys: readonly string[] = [];
  #held: readonly string[] | undefined;

  /** @param isInUse whether the pointer or the focus is in the list */
  constructor(host: ReactiveControllerHost, isInUse: () => boolean, keysOf: (lists: Lists<T>) => readonly string[]) {
    this.#host = host;
    this.#isInUse = isInUse;
    this.#keysOf = keysOf;
    host.addController(this);
  }

  hostConnected(): void {}

  /** Returns the lists to show. @param isOther it is the list of another server, so nothing is held back */
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

  /** Shows the new list: the old one is not in use any more, or the person pressed the button. */
  readonly release = (): void => {
    if (!this.#held) return;
    this.#keys = [];
    this.#host.requestUpdate();
  };

  /** Says that the list has changed, with a button that shows the changes. */
  notice(noun: Noun): TemplateResult | typeof nothing {
    const held = this.#held;
    if (!held) return nothing;
    const [before, after] = [new Set(this.#keys), new Set(held)];
    const fresh = held.filter((key) => !before.has(key)).length;
    const gone = this.#keys.filter((key) => !after.has(key)).length;
    const words = [
      fresh && t('catalogList.fresh', { counted: countedItems(fresh, noun) }),
      gone && t('catalogList.gone', { gone }),
    ].filter(Boolean);
    return html`<p class="notice small" part="note" data-name="changed">
      ${words.length > 0 ? t('catalogList.hasChangedBy', { words: words.join(', ') }) : t('catalogList.hasChanged')}
      <button class="plain small" part="button" data-name="show-changes-button" type="button" @click=${this.release}>
        ${t('catalogList.show')}
      </button>
    </p>`;
  }
}
