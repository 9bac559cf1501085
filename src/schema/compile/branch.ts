import type { Flat } from './flat.js';

/** One branch of a union. */
export interface Branch {
  /** With all that is said around the union. */
  readonly flat: Flat;
  /** What it says itself. */
  readonly own: Flat;
  /** As the server sent it. */
  readonly schema: unknown;
}
