import { whenIdle } from '../internal/idle.js';
import type { LitElement, ReactiveControllerHost } from 'lit';
import type { FieldState } from '../../src/schema/index.js';
import { Combobox, Completions } from './combobox.js';

/** Fields that are rendered immediately: about as many as a screen shows. */
const FIRST = 16;
/**
 * Fields that are rendered after the next step. The step after that renders the rest. The browser lays out the page
 * again in each step.
 */
const SECOND = 80;
/** Milliseconds after which a step starts even if the browser is busy. */
const FIELD_STEP_MS = 200;

/** Renders the fields of a long form in steps, so that its beginning appears immediately. */
export class IncrementalRendering {
  readonly #host: ReactiveControllerHost;
  #count: number = FIRST;
  #isDue = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** Returns the fields that may be rendered now, and requests an update of the host for the others. */
  of<Field>(fields: readonly Field[]): readonly Field[] {
    if (fields.length <= this.#count) return fields;
    if (!this.#isDue) {
      this.#isDue = true;
      whenIdle(() => {
        this.#isDue = false;
        this.#count = this.#count === FIRST ? SECOND : Infinity;
        this.#host.requestUpdate();
      }, FIELD_STEP_MS);
    }
    return fields.slice(0, this.#count);
  }

  /** Renders all fields immediately. */
  all(): void {
    if (this.#count === Infinity) return;
    this.#count = Infinity;
    this.#host.requestUpdate();
  }
}

/** The same for the rows of an object in addition to its fields. */
export class IncrementalRows extends IncrementalRendering {}

/** Something that holds fields back until it is opened. */
export interface Folding {
  /** Opens if it holds one of the sought fields. */
  openFor(isSought: (field: FieldState) => boolean): void;
  stop(): void;
}

function isFolding(thing: unknown): thing is Folding {
  return typeof thing === 'object' && thing !== null && 'openFor' in thing;
}

/**
 * State of controls that is not part of the value: one instance of each class, for as long as the field stays the same.
 */
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

  /** Cancels pending requests when the field is removed. */
  stop(): void {
    (this.#things.get(Completions) as Completions | undefined)?.stop();
  }

  clear(): void {
    for (const thing of this.#things.values()) if (isFolding(thing)) thing.stop();
    this.#things.clear();
  }

  /** Opens the folds around the sought fields. */
  unfold(isSought: (field: FieldState) => boolean): void {
    for (const thing of this.#things.values()) if (isFolding(thing)) thing.openFor(isSought);
  }

  /** Immediately renders all fields that would be rendered later. */
  bringAll(): void {
    for (const thing of this.#things.values()) if (thing instanceof IncrementalRendering) thing.all();
  }

  /** Must be called after the host has rendered. */
  hostRendered(): void {
    (this.#things.get(Combobox) as Combobox | undefined)?.hostRendered(this.#host.renderRoot);
  }
}

/**
 * A setting of a field that the person turns on and off. Each setting needs its own class, because a field keeps one
 * instance of each class.
 */
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
