import { childPointer } from '../util/json-pointer.js';
import {
  HAS_ESCAPES,
  IS_CUT,
  IS_REPEATED,
  IS_TOO_DEEP,
  KIND_BITS,
  KINDS,
  type JsonKind,
  type JsonTreeColumns,
} from './json-tree-columns.js';

/**
 * A JSON text as a tree. Values have numbers, in the order they stand in the text; 0 is the outermost one. Texts and names
 * are cut out of the source when they are asked for.
 */
export class JsonTree {
  readonly source: string;
  /** Values there are in all; more than `count` where not all of them are in the tree. */
  readonly total: number;
  readonly #columns: JsonTreeColumns;

  constructor(source: string, columns: JsonTreeColumns, total: number) {
    this.source = source;
    this.total = total;
    this.#columns = columns;
  }

  /** Values in the tree. */
  get count(): number {
    return this.#columns.count;
  }

  kindOf(value: number): JsonKind {
    return KINDS[this.#columns.what[value]! & KIND_BITS]!;
  }

  /** It can be opened: an object or array with something inside that is in the tree. */
  isBranch(value: number): boolean {
    return this.#columns.after[value]! > value + 1;
  }

  /** The object or array it stands in; -1 for the outermost value. */
  parentOf(value: number): number {
    return value === 0 ? -1 : this.#columns.parent[value]!;
  }

  /** The first value after this one and all inside it. */
  after(value: number): number {
    return this.#columns.after[value]!;
  }

  /** Values directly in it, also those that are not in the tree. */
  sizeOf(value: number): number {
    return this.#columns.size[value]!;
  }

  /** Its place in what it stands in, from 0. */
  positionOf(value: number): number {
    return this.#columns.position[value]!;
  }

  /** How many values are around it. */
  levelOf(value: number): number {
    let level = 0;
    for (let at = value; at !== 0; at = this.#columns.parent[at]!) level++;
    return level;
  }

  /** The name it has in an object; undefined in an array and for the outermost value. */
  nameOf(value: number): string | undefined {
    const at = this.#columns.name[value]!;
    return at === 0 ? undefined : JsonTree.nameAt(this.source, at);
  }

  /** The object it stands in gives its name more than once. */
  isRepeated(value: number): boolean {
    return this.#has(value, IS_REPEATED);
  }

  /** So deep that nothing inside it is in the tree. */
  isTooDeep(value: number): boolean {
    return this.#has(value, IS_TOO_DEEP);
  }

  /** Only the first values inside it are in the tree. */
  isCut(value: number): boolean {
    return this.#has(value, IS_CUT);
  }

  /** The value as it is written in the source. */
  rawOf(value: number): string {
    return this.source.slice(this.#columns.start[value], this.#columns.end[value]);
  }

  /** Characters it has in the source. */
  lengthOf(value: number): number {
    return this.#columns.end[value]! - this.#columns.start[value]!;
  }

  /** The text of a string, without quotes and escapes; of any other value as it is written. */
  textOf(value: number): string {
    const raw = this.rawOf(value);
    if (this.kindOf(value) !== 'string') return raw;
    return this.#has(value, HAS_ESCAPES) ? (JSON.parse(raw) as string) : raw.slice(1, -1);
  }

  /**
   * The beginning of {@link textOf}, without reading what comes after it.
   * @param atMost characters, give or take one: a character of two halves stays whole
   */
  beginningOf(value: number, atMost: number): string {
    if (this.lengthOf(value) <= atMost + 2) return this.textOf(value);
    const start = this.#columns.start[value]!;
    if (this.kindOf(value) !== 'string') return wholeCharacters(this.source.slice(start, start + atMost));
    if (!this.#has(value, HAS_ESCAPES)) return wholeCharacters(this.source.slice(start + 1, start + 1 + atMost));
    const last = this.#columns.end[value]! - 1;
    let end = start + 1;
    for (let characters = 0; characters < atMost && end < last; characters++)
      end += this.source[end] !== '\\' ? 1 : this.source[end + 1] === 'u' ? 6 : 2;
    return wholeCharacters(JSON.parse(`"${this.source.slice(start + 1, end)}"`) as string);
  }

  /**
   * Where the value is, as a JSON Pointer. Ambiguous where a name on the way is given twice: see {@link hasRepeatedName}.
   * @see https://www.rfc-editor.org/rfc/rfc6901
   */
  pointerTo(value: number): string {
    return this.#wayTo(value).reduce<string>(
      (pointer, each) => childPointer(pointer, this.nameOf(each) ?? this.positionOf(each)),
      '',
    );
  }

  /** A name on the way to the value is given twice, so its pointer leads to another value as well. */
  hasRepeatedName(value: number): boolean {
    return this.#wayTo(value).some((each) => this.isRepeated(each));
  }

  /** From the outermost value, which is not among them, to the value itself. */
  #wayTo(value: number): readonly number[] {
    const way: number[] = [];
    for (let at = value; at !== 0; at = this.#columns.parent[at]!) way.push(at);
    return way.reverse();
  }

  #has(value: number, mark: number): boolean {
    return (this.#columns.what[value]! & mark) !== 0;
  }

  /** The name whose opening quote is at `at`. */
  static nameAt(source: string, at: number): string {
    const end = endOfString(source, at);
    const inside = source.slice(at + 1, end);
    return inside.includes('\\') ? (JSON.parse(`"${inside}"`) as string) : inside;
  }
}

/** Where the closing quote is. */
function endOfString(source: string, start: number): number {
  for (let end = source.indexOf('"', start + 1); ; end = source.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (source[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end;
  }
}

/** Without the first half of a character whose second half was cut off. */
function wholeCharacters(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}
