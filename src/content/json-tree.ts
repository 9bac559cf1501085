import { formatCount } from '../util/numbers.js';
import type { Json } from '../protocol/model.js';
import { childPointer, toJson } from '../util/json.js';
import { sameJson } from '../util/same-json.js';

/**
 * Characters at the front that are read to decide whether a text is JSON. A text whose front is valid counts as JSON,
 * even if an error follows.
 */
const JSON_SAMPLE_LENGTH = 20_000;

/** The depth of nesting in a JSON text, as far as it was counted. */
interface JsonShape {
  readonly depth: number;
}

/** Limits of a JSON tree. Beyond the first one there is no tree; beyond the others the tree reports what is missing. */

/**
 * Characters of JSON that are read as a tree; a longer text is shown as text. Measured: 20 million take under a second,
 * in slices.
 */
export const MAX_TREE_CHARACTERS = 20_000_000;
/**
 * Values of a tree, and so its largest number of rows; 29 bytes each. The rest is left out, and the tree reports that.
 * 400,000 rows of 40 px are 16 million px, and Firefox limits an element to 17.8 million; 5 MB of real data have about
 * 200,000 values.
 */
export const MAX_TREE_VALUES = 400_000;
/**
 * Nested objects and arrays that can be expanded; deeper ones are shown as text. Real data stays below 30, and a longer
 * path is of no use.
 */
export const MAX_TREE_DEPTH = 256;
/** Digits of one number, which is read without a pause. A longer number counts as a syntax error. */
export const MAX_NUMBER_DIGITS = 1_000_000;

/** Kinds of value, in the lowest three bits of `what`. */
export const KINDS = ['object', 'array', 'string', 'number', 'true', 'false', 'null'] as const;
export type JsonKind = (typeof KINDS)[number];
const KIND_BITS = 0b111;
/** The same object contains this name more than once. */
export const IS_REPEATED = 8;
/** The nesting limit is reached: nothing inside this object or array is in the tree. */
export const IS_TOO_DEEP = 16;
/** Only the first values of this object or array are in the tree. */
export const IS_CUT = 32;
/** A string that contains a backslash. */
export const HAS_ESCAPES = 64;

/** Characters that are searched before checking the time; together with the values under a millisecond. */
const TREE_CHARACTERS_PER_STEP = 65_536;
/** Values that are searched before checking the time. */
const TREE_VALUES_PER_STEP = 256;

/**
 * Levels that are indented further; deeper ones have the same indentation, so that a hostile text cannot grow without
 * limit.
 */
const MAX_TREE_INDENT = 40;

/** Characters of encoded data that are shown in JSON. The data is shown decoded elsewhere. */
const MAX_ENCODED_SHOWN = 80;

/**
 * A JSON text as a tree. Values are numbered in the order of the text; 0 is the outermost one. Strings and names are
 * read from the source when they are requested.
 */
export class JsonTree {
  readonly source: string;
  /** Number of values in the text; more than `count` where not all of them are in the tree. */
  readonly total: number;
  readonly #columns: JsonTreeColumns;

  constructor(source: string, columns: JsonTreeColumns, total: number) {
    this.source = source;
    this.total = total;
    this.#columns = columns;
  }

  /** Number of values in the tree. */
  get count(): number {
    return this.#columns.count;
  }

  kindOf(value: number): JsonKind {
    return KINDS[this.#columns.what[value]! & KIND_BITS]!;
  }

  /** True if it can be expanded: an object or array with a child in the tree. */
  isBranch(value: number): boolean {
    return this.#columns.after[value]! > value + 1;
  }

  /** The parent object or array; -1 for the outermost value. */
  parentOf(value: number): number {
    return value === 0 ? -1 : this.#columns.parent[value]!;
  }

  /** The first value after this one and everything inside it. */
  after(value: number): number {
    return this.#columns.after[value]!;
  }

  /** Number of direct children, including those that are not in the tree. */
  sizeOf(value: number): number {
    return this.#columns.size[value]!;
  }

  /** Index in the parent, from 0. */
  positionOf(value: number): number {
    return this.#columns.position[value]!;
  }

  /** Number of parents. */
  levelOf(value: number): number {
    let level = 0;
    for (let at = value; at !== 0; at = this.#columns.parent[at]!) level++;
    return level;
  }

  /** Its name in an object; undefined in an array and for the outermost value. */
  nameOf(value: number): string | undefined {
    const at = this.#columns.name[value]!;
    return at === 0 ? undefined : JsonTree.nameAt(this.source, at);
  }

  /** True if the parent object contains its name more than once. */
  isRepeated(value: number): boolean {
    return this.#has(value, IS_REPEATED);
  }

  /** True if the nesting limit is reached, so that nothing inside it is in the tree. */
  isTooDeep(value: number): boolean {
    return this.#has(value, IS_TOO_DEEP);
  }

  /** True if only its first children are in the tree. */
  isCut(value: number): boolean {
    return this.#has(value, IS_CUT);
  }

  /** The value as written in the source. */
  rawOf(value: number): string {
    return this.source.slice(this.#columns.start[value], this.#columns.end[value]);
  }

  /** Length in the source, in characters. */
  lengthOf(value: number): number {
    return this.#columns.end[value]! - this.#columns.start[value]!;
  }

  /** A string without quotes and escapes; any other value as written. */
  textOf(value: number): string {
    const raw = this.rawOf(value);
    if (this.kindOf(value) !== 'string') return raw;
    return this.#has(value, HAS_ESCAPES) ? (JSON.parse(raw) as string) : raw.slice(1, -1);
  }

  /**
   * The beginning of {@link textOf}, without reading the rest.
   * @param atMost characters, or one more or less: a surrogate pair stays whole
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
   * The value’s JSON Pointer. Ambiguous where a name on the path is repeated: see {@link hasRepeatedName}.
   * @see https://www.rfc-editor.org/rfc/rfc6901
   */
  pointerTo(value: number): string {
    return this.#wayTo(value).reduce<string>(
      (pointer, each) => childPointer(pointer, this.nameOf(each) ?? this.positionOf(each)),
      '',
    );
  }

  /** True if a name on the path is repeated, so that the pointer fits another value as well. */
  hasRepeatedName(value: number): boolean {
    return this.#wayTo(value).some((each) => this.isRepeated(each));
  }

  /** The path from below the outermost value to the value itself. */
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
    const end = closingQuote(source, at);
    const inside = source.slice(at + 1, end);
    return inside.includes('\\') ? (JSON.parse(`"${inside}"`) as string) : inside;
  }
}

/**
 * Checks a text that is too long to be parsed in vain.
 * @returns undefined unless the text begins and ends like a JSON object or array; counting ends at `maxDepth` + 1
 */
export function jsonShape(text: string, maxDepth: number): JsonShape | undefined {
  if (!/^\s*[{[]/.test(text.slice(0, 1000)) || !/[}\]]\s*$/.test(text.slice(-1000)) || !isJsonSoFar(text))
    return undefined;
  return { depth: depthOf(text, maxDepth) };
}

function isJsonSoFar(text: string): boolean {
  const sample = text.slice(0, JSON_SAMPLE_LENGTH);
  const token = /\s*(?:"(?:[^"\\]|\\.)*"|[{}[\],:]|-?\d[\d.eE+-]*|true|false|null)/gsy;
  let end = 0;
  while (token.test(sample)) end = token.lastIndex;
  const rest = sample.slice(end).trim();
  // The front may end within a token.
  return rest === '' || (text.length > JSON_SAMPLE_LENGTH && (rest.startsWith('"') || rest.length < 6));
}

function depthOf(text: string, maxDepth: number): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length && deepest <= maxDepth; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x7d || code === 0x5d) depth--;
  }
  return deepest;
}

/** Position of the closing quote; the end of the text where there is none. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/**
 * The values of a JSON text in their order, in one typed array per property: an object for each value would take five
 * times the memory. The values inside value `n` follow it directly, up to `after[n]`.
 */
export class JsonTreeColumns {
  count = 0;
  /** Kind and flags. */
  what: Uint8Array<ArrayBuffer>;
  /** Start of the value in the text; `end` is exclusive. */
  start: Uint32Array<ArrayBuffer>;
  end: Uint32Array<ArrayBuffer>;
  /** Position of the name’s opening quote; 0 without a name, because no name is at position 0. */
  name: Uint32Array<ArrayBuffer>;
  /** The parent value; the outermost value is its own parent. */
  parent: Uint32Array<ArrayBuffer>;
  /** The first value after this one and everything inside it. */
  after: Uint32Array<ArrayBuffer>;
  /** Number of direct children, including those that are not in the tree. */
  size: Uint32Array<ArrayBuffer>;
  /** Index in the parent, from 0. */
  position: Uint32Array<ArrayBuffer>;

  /** @param expected the expected number of values; the arrays grow where there are more */
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

/** Which objects and arrays are expanded, and so which values are rows. */
export class JsonTreeRows {
  readonly #tree: JsonTree;
  readonly #open: Uint8Array;
  #rows = new Uint32Array(0);
  #count = 0;

  constructor(tree: JsonTree) {
    this.#tree = tree;
    this.#open = new Uint8Array(tree.count);
    this.#list();
  }

  get count(): number {
    return this.#count;
  }

  /** The value in a row. */
  valueIn(row: number): number {
    return this.#rows[row]!;
  }

  /** The row of a value; -1 where a parent is collapsed. */
  rowOf(value: number): number {
    // Binary search: rows are in the order of the values.
    let [low, high] = [0, this.#count - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#rows[middle]!;
      if (found === value) return middle;
      if (found < value) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  isOpen(value: number): boolean {
    return this.#open[value] === 1;
  }

  setOpen(value: number, isOpen: boolean): void {
    if (!this.#tree.isBranch(value) || this.isOpen(value) === isOpen) return;
    this.#open[value] = isOpen ? 1 : 0;
    this.#list();
  }

  /** Expands all parents of a value. */
  openWayTo(value: number): void {
    if (this.rowOf(value) >= 0) return;
    for (let at = this.#tree.parentOf(value); at >= 0; at = this.#tree.parentOf(at)) this.#open[at] = 1;
    this.#list();
  }

  openAll(): void {
    for (let value = 0; value < this.#tree.count; value++) this.#open[value] = this.#tree.isBranch(value) ? 1 : 0;
    this.#list();
  }

  /** Collapses everything except the outermost value. */
  foldAll(): void {
    this.#open.fill(0);
    if (this.#tree.isBranch(0)) this.#open[0] = 1;
    this.#list();
  }

  /** Expands the outermost value, and then level by level while there are no more rows than this. */
  openFirst(atMostRows: number): void {
    const tree = this.#tree;
    this.foldAll();
    let rows = this.#count;
    const waiting = [0];
    for (let next = 0; next < waiting.length && rows <= atMostRows; next++) {
      const around = waiting[next]!;
      for (let value = around + 1; value < tree.after(around); value = tree.after(value)) {
        if (!tree.isBranch(value)) continue;
        if (rows + tree.sizeOf(value) > atMostRows) continue;
        rows += tree.sizeOf(value);
        this.#open[value] = 1;
        waiting.push(value);
      }
    }
    this.#list();
  }

  #list(): void {
    const tree = this.#tree;
    const rows = new Uint32Array(tree.count);
    let count = 0;
    for (let value = 0; value < tree.count; value = this.#open[value] === 1 ? value + 1 : tree.after(value))
      rows[count++] = value;
    this.#rows = rows.slice(0, count);
    this.#count = count;
  }
}

/**
 * Searches the names and values of a tree, ignoring case.
 * @returns the values that match by name or content, in their order
 */
export function* searchJsonTree(tree: JsonTree, sought: string): Generator<undefined, Uint32Array, undefined> {
  const needle = sought.toLowerCase();
  const found: number[] = [];
  let characters = 0;
  for (let value = 0; value < tree.count; value++) {
    const name = tree.nameOf(value) ?? '';
    const kind = tree.kindOf(value);
    const text = kind === 'object' || kind === 'array' ? '' : tree.textOf(value);
    if (name.toLowerCase().includes(needle) || text.toLowerCase().includes(needle)) found.push(value);
    characters += name.length + text.length;
    if (value % TREE_VALUES_PER_STEP !== TREE_VALUES_PER_STEP - 1 && characters < TREE_CHARACTERS_PER_STEP) continue;
    characters = 0;
    yield;
  }
  return Uint32Array.from(found);
}

/**
 * Formats JSON with line breaks and indentation. The values stay exactly as written, for example numbers that
 * JavaScript cannot represent. Stops soon after `limit` characters, because indentation can make a text much longer.
 * @returns undefined unless the text is a JSON object or array
 */
export function prettyJson(text: string, limit: number): string | undefined {
  const trimmed = text.trim();
  if (!/^[{[]/.test(trimmed)) return undefined;
  try {
    JSON.parse(trimmed);
  } catch {
    return undefined;
  }
  return indent(trimmed, limit);
}

/** A value as indented JSON for reading, at most `limit` characters, with encoded data shortened. Never throws. */
export function jsonText(value: unknown, limit: number): string {
  let text: string | undefined;
  try {
    text = toJson(value, (_key, part: unknown) => (isEncoded(part) ? shorten(part) : part), 2);
  } catch {
    // A cycle, or deeper than the engine can follow.
  }
  text ??= String(value);
  if (text.length <= limit) return text;
  return `${text.slice(0, limit)}…\n(${formatCount(limit)} of ${formatCount(text.length)} characters)`;
}

function isEncoded(part: unknown): part is string {
  return typeof part === 'string' && part.length > 2 * MAX_ENCODED_SHOWN && /^[A-Za-z0-9+/]{160}/.test(part);
}

function shorten(part: string): string {
  return `${part.slice(0, MAX_ENCODED_SHOWN)}… (${formatCount(part.length)} characters)`;
}

/** Adds line breaks to valid JSON. Strings and empty brackets stay whole. */
function indent(json: string, limit: number): string {
  let text = '';
  let depth = 0;
  const newLine = (): string => `\n${'  '.repeat(Math.min(depth, MAX_TREE_INDENT))}`;
  for (const [token] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|\{\s*\}|\[\s*\]|[{}[\],:]|[^\s"{}[\],:]+/g)) {
    if (token === '{' || token === '[') {
      depth++;
      text += token + newLine();
    } else if (token === '}' || token === ']') {
      depth--;
      text += newLine() + token;
    } else if (token === ',') text += token + newLine();
    else if (token === ':') text += ': ';
    else text += token.startsWith('"') ? token : token.replace(/\s+/g, '');
    if (text.length > limit) return text;
  }
  return text;
}

/** True if the text is JSON that equals `value`. */
export function saysTheSame(text: string, value: Json): boolean {
  try {
    return sameJson(JSON.parse(text) as Json, value);
  } catch {
    return false;
  }
}

/** Position of the closing quote. */
function closingQuote(source: string, start: number): number {
  for (let end = source.indexOf('"', start + 1); ; end = source.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (source[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end;
  }
}

/** Removes half of a surrogate pair at the end. */
function wholeCharacters(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}
