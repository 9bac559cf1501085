import { MAX_TREE_VALUES } from './json-tree-limits.js';

/** Kinds of value, as they stand in the lowest three bits of `what`. */
export const KINDS = ['object', 'array', 'string', 'number', 'true', 'false', 'null'] as const;
export type JsonKind = (typeof KINDS)[number];
export const KIND_BITS = 0b111;
/** Another value of the same object has the same name. */
export const IS_REPEATED = 8;
/** An object or array so deep that nothing inside it is in the tree. */
export const IS_TOO_DEEP = 16;
/** An object or array of which only the first values are in the tree. */
export const IS_CUT = 32;
/** A text with a backslash in it. */
export const HAS_ESCAPES = 64;

/**
 * The values of a JSON text in the order they stand there, one number per fact: an object for each would take five times
 * the memory. The values inside value `n` follow it directly, up to `after[n]`.
 */
export class JsonTreeColumns {
  count = 0;
  /** Kind and marks. */
  what: Uint8Array<ArrayBuffer>;
  /** Where the value begins in the text, and where it ends. */
  start: Uint32Array<ArrayBuffer>;
  end: Uint32Array<ArrayBuffer>;
  /** Where the name begins, with its quote; 0 without a name, for nothing that has one can begin a text. */
  name: Uint32Array<ArrayBuffer>;
  /** The value around it; of the outermost value itself. */
  parent: Uint32Array<ArrayBuffer>;
  /** The first value that stands after everything inside this one. */
  after: Uint32Array<ArrayBuffer>;
  /** How many values stand directly in it, also those that are not in the tree. */
  size: Uint32Array<ArrayBuffer>;
  /** Its place in the value around it, from 0. */
  position: Uint32Array<ArrayBuffer>;

  /** @param expected how many values there may be; room for more is made when they come */
  constructor(expected: number) {
    const room = Math.max(16, Math.min(expected, MAX_TREE_VALUES));
    this.what = new Uint8Array(room);
    this.start = numbers(room);
    this.end = numbers(room);
    this.name = numbers(room);
    this.parent = numbers(room);
    this.after = numbers(room);
    this.size = numbers(room);
    this.position = numbers(room);
  }

  add(what: number, start: number, name: number, parent: number, position: number): number {
    if (this.count === this.what.length) this.#grow();
    const value = this.count++;
    this.what[value] = what;
    this.start[value] = start;
    this.name[value] = name;
    this.parent[value] = parent;
    this.position[value] = position;
    this.after[value] = this.count;
    return value;
  }

  #grow(): void {
    const room = Math.min(this.what.length * 2, MAX_TREE_VALUES);
    this.what = copied(this.what, new Uint8Array(room));
    this.start = copied(this.start, numbers(room));
    this.end = copied(this.end, numbers(room));
    this.name = copied(this.name, numbers(room));
    this.parent = copied(this.parent, numbers(room));
    this.after = copied(this.after, numbers(room));
    this.size = copied(this.size, numbers(room));
    this.position = copied(this.position, numbers(room));
  }
}

const numbers = (room: number): Uint32Array<ArrayBuffer> => new Uint32Array(room);

function copied<T extends Uint8Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
