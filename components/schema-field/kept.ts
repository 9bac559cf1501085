import type { LitElement, ReactiveControllerHost } from 'lit';
import { Arrival, RowArrival } from './arrival.js';
import { Combobox } from './combobox.js';
import { Completions } from './completions.js';

/** What controls remember that is no part of the value: one of each kind, for as long as the field is the same. */
export class Kept {
  readonly #host: LitElement;
  readonly #things = new Map<unknown, unknown>();

  constructor(host: LitElement) {
    this.#host = host;
  }

  get<Kind>(kind: new (host: ReactiveControllerHost) => Kind): Kind {
    const thing = (this.#things.get(kind) as Kind | undefined) ?? new kind(this.#host);
    this.#things.set(kind, thing);
    return thing;
  }

  /** The field is gone: nobody waits for what was asked. */
  stop(): void {
    (this.#things.get(Completions) as Completions | undefined)?.stop();
  }

  clear(): void {
    this.#things.clear();
  }

  /** Whether fields are still to come, which they do then at once. */
  bringAll(): void {
    for (const kind of [Arrival, RowArrival]) (this.#things.get(kind) as Arrival | undefined)?.all();
  }

  /** Keeps the active line of an open list in sight. */
  revealActive(): void {
    (this.#things.get(Combobox) as Combobox | undefined)?.reveal(this.#host.renderRoot);
  }
}
