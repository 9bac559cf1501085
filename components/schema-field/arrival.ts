import type { ReactiveControllerHost } from 'lit';

/** Fields that are there at once: as many as a screen shows. */
const FIRST = 16;
/** Fields that are there after the next step; the one after that brings the rest. Each step lays out the page anew. */
const SECOND = 80;
/** Milliseconds after which a step comes even though the browser is busy. */
const PATIENCE_MS = 200;

/** Lets the fields of a long form come by and by, so that its beginning is there at once. */
export class Arrival {
  readonly #host: ReactiveControllerHost;
  #count: number = FIRST;
  #isDue = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** How many of these may be rendered now; the host is asked to render again for the others. */
  of<Field>(fields: readonly Field[]): readonly Field[] {
    if (fields.length <= this.#count) return fields;
    if (!this.#isDue) {
      this.#isDue = true;
      whenIdle(() => {
        this.#isDue = false;
        this.#count = this.#count === FIRST ? SECOND : Infinity;
        this.#host.requestUpdate();
      });
    }
    return fields.slice(0, this.#count);
  }

  /** All of them, now. */
  all(): void {
    if (this.#count === Infinity) return;
    this.#count = Infinity;
    this.#host.requestUpdate();
  }
}

/** The same for rows, which an object has beside its fields. */
export class RowArrival extends Arrival {}

function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: PATIENCE_MS });
  else setTimeout(run, 1);
}
