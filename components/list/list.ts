import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { currentClock } from '../../src/util/clock.js';

/** Milliseconds after which a new letter starts a new word. */
export const TYPE_AHEAD_MS = 700;
/** Rows that are searched for a letter. 20,000 take under 10 ms, and a list may have 400,000. */
const TYPE_AHEAD_ROWS = 20_000;

interface NavigableList {
  count(): number;
  /** The text that a row starts with; undefined for a row that cannot be selected, such as a heading. */
  label(row: number): string | undefined;
  /** Another text that a row starts with, such as the name that the protocol uses. */
  otherLabel?(row: number): string | undefined;
  /** The rows that Page Down moves by. */
  pageSize(): number;
  /** Scrolls the row into view. */
  reveal(row: number): void;
  choose(row: number): void;
}

/**
 * The keyboard of a listbox with one tab stop: arrows, Home, End, Page Up and Down, letters, Enter and Space. The focus
 * stays on the list and `aria-activedescendant` names the active row, so that the row may leave the DOM while the list
 * scrolls.
 */
export class ListNavigation implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #list: NavigableList;
  #active = -1;
  #typed = '';
  #typedAt = 0;

  constructor(host: ReactiveControllerHost, list: NavigableList) {
    this.#host = host;
    this.#list = list;
    host.addController(this);
  }

  hostConnected(): void {}

  /** The active row; -1 before the first key. */
  get active(): number {
    return this.#active < this.#list.count() ? this.#active : -1;
  }

  /** Makes a row active without scrolling to it. */
  moveTo(row: number): void {
    if (row === this.#active) return;
    this.#active = row;
    this.#host.requestUpdate();
  }

  /** Makes the first row active that can be selected, and scrolls to it. */
  moveToFirst(): void {
    this.#go(this.#choosable(0, 1));
  }

  readonly onKeydown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = this.#target(event.key);
    if (target !== undefined) {
      event.preventDefault();
      this.#go(target);
    } else if (event.key === 'Enter' || (event.key === ' ' && !this.#typing())) {
      event.preventDefault();
      if (this.active >= 0) this.#list.choose(this.active);
    } else if (event.key.length === 1 && event.key !== '/' && event.key !== '?') {
      event.preventDefault();
      this.#typeAhead(event.key);
    }
  };

  #target(key: string): number | undefined {
    const last = this.#list.count() - 1;
    const page = this.#list.pageSize();
    switch (key) {
      case 'ArrowDown':
        return this.#choosable(this.active + 1, 1);
      case 'ArrowUp':
        return this.#choosable(this.active < 0 ? last : this.active - 1, -1);
      case 'Home':
        return this.#choosable(0, 1);
      case 'End':
        return this.#choosable(last, -1);
      case 'PageDown':
        return this.#choosable(Math.min(last, this.active + page), -1);
      case 'PageUp':
        return this.#choosable(Math.max(0, this.active - page), 1);
      default:
        return undefined;
    }
  }

  /** Returns the nearest row in this direction that can be selected; otherwise the active row. */
  #choosable(from: number, step: 1 | -1): number {
    for (let row = from; row >= 0 && row < this.#list.count(); row += step)
      if (this.#list.label(row) !== undefined) return row;
    return this.active;
  }

  #go(row: number): void {
    if (row < 0) return;
    this.moveTo(row);
    this.#list.reveal(row);
  }

  #typing(): boolean {
    return this.#typed !== '' && currentClock.now() - this.#typedAt < TYPE_AHEAD_MS;
  }

  #typeAhead(letter: string): void {
    const again = this.#typing() ? this.#typed : '';
    const word = (again + letter).toLowerCase();
    // The same letter again moves to the next row that starts with it.
    const same = [...word].every((each) => each === word[0]);
    const sought = same ? word[0]! : word;
    this.#typed = word;
    this.#typedAt = currentClock.now();
    const count = this.#list.count();
    const from = Math.max(0, this.active) + (same ? 1 : 0);
    for (let step = 0; step < Math.min(count, TYPE_AHEAD_ROWS); step++) {
      const row = (from + step) % count;
      if (this.#startsWith(row, sought)) return this.#go(row);
    }
  }

  #startsWith(row: number, sought: string): boolean {
    const { label, otherLabel } = this.#list;
    return [label(row), otherLabel?.(row)].some((text) =>
      text
        ?.slice(0, sought.length * 2)
        .toLowerCase()
        .startsWith(sought),
    );
  }
}
