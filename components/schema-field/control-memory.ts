import type { LitElement, ReactiveControllerHost } from 'lit';
import { Combobox, Completions } from './combobox.js';

/** Fields that are there at once: as many as a screen shows. */
const FIRST = 16;
/** Fields that are there after the next step; the one after that brings the rest. Each step lays out the page anew. */
const SECOND = 80;
/** Milliseconds after which a step comes even though the browser is busy. */
const FIELD_STEP_MS = 200;

/** Lets the fields of a long form come by and by, so that its beginning is there at once. */
export class IncrementalRendering {
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
export class IncrementalRows extends IncrementalRendering {}

function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: FIELD_STEP_MS });
  else setTimeout(run, 1);
}

/** What controls remember that is no part of the value: one of each kind, for as long as the field is the same. */
export class ControlMemory {
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
    for (const kind of [IncrementalRendering, IncrementalRows])
      (this.#things.get(kind) as IncrementalRendering | undefined)?.all();
  }

  /** Keeps the active line of an open list in sight. */
  revealActive(): void {
    (this.#things.get(Combobox) as Combobox | undefined)?.reveal(this.#host.renderRoot);
  }
}

/** Something of a field that a person turns on and off. Each kind is a class of its own: a field keeps one of each. */
export class Toggle {
  readonly #host: ReactiveControllerHost;
  isOn = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  readonly toggle = (): void => {
    this.isOn = !this.isOn;
    this.#host.requestUpdate();
  };
}
