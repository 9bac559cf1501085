import type { ReactiveControllerHost } from 'lit';
import { searchJsonTree, type JsonTree } from '../../src/content/index.js';
import { SlicedWork } from '../controllers/sliced-work.js';
import { formatCount } from '../words/counted.js';

/** What is sought in a tree, where it is, and at which of these places we are. */
export class JsonSearch {
  readonly #work: SlicedWork;
  readonly #show: (value: number) => void;
  #found: Uint32Array | undefined;
  #at = 0;
  sought = '';

  /** @param show opens the way to a value and brings it into view */
  constructor(host: ReactiveControllerHost, show: (value: number) => void) {
    this.#work = new SlicedWork(host);
    this.#show = show;
  }

  /** Places found; undefined while seeking, or when nothing is sought. */
  get count(): number | undefined {
    return this.#found?.length;
  }

  /** `3 of 120`. */
  get words(): string {
    if (this.sought === '') return '';
    if (!this.#found) return 'Searching…';
    if (this.#found.length === 0) return 'Not found';
    return `${formatCount(this.#at + 1)} of ${formatCount(this.#found.length)}`;
  }

  /** @param from the first match is the next one from this value on */
  seek(tree: JsonTree, sought: string, from: number): void {
    this.forget();
    this.sought = sought;
    if (sought === '') return;
    void this.#work.run(searchJsonTree(tree, sought), (found) => {
      this.#found = found;
      const next = found.findIndex((value) => value >= from);
      this.#go(Math.max(0, next));
    });
  }

  forget(): void {
    this.#work.cancel();
    this.sought = '';
    this.#found = undefined;
    this.#at = 0;
  }

  /** To the next match or the one before; after the last comes the first. */
  step(by: 1 | -1): void {
    const count = this.#found?.length ?? 0;
    if (count > 0) this.#go((this.#at + by + count) % count);
  }

  #go(at: number): void {
    this.#at = at;
    const value = this.#found?.[at];
    if (value !== undefined) this.#show(value);
  }
}
