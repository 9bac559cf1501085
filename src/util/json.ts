type Replacer = (this: unknown, name: string, value: unknown) => unknown;

/**
 * `JSON.stringify` for everything that is sent, stored, copied or shown. Old libraries such as Prototype.js give all
 * arrays of a page a `toJSON` that returns a string, so that `[1]` would be sent as `"[1]"`. Lists and plain objects are
 * written here as they are; `toJSON` of any other object counts, such as that of a `Date`.
 * @throws TypeError for cycles and for `bigint`
 */
export function toJson(value: unknown, replacer?: Replacer, space?: number): string {
  const isPlain = !('toJSON' in Array.prototype) && !('toJSON' in Object.prototype);
  return JSON.stringify(value, isPlain ? replacer : asItIs(replacer), space);
}

/** The replacer gets what `toJSON` returned, but can read the value itself. */
const asItIs = (replacer: Replacer | undefined): Replacer =>
  function (name, converted) {
    const own = (this as Readonly<Record<string, unknown>>)[name];
    const value = isPlainData(own) ? own : converted;
    return replacer ? replacer.call(this, name, value) : value;
  };

function isPlainData(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Object.hasOwn(value, 'toJSON')) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

/** The value of a JSON text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** True for an object that is neither null nor a list: a JSON object, where the value comes from JSON. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * True if lists and objects are nested in more than that many levels. It reads no deeper: 100,000 levels would overflow
 * the stack of every recursive function.
 */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (isDeeperThan(item, levels - 1)) return true;
    return false;
  }
  for (const name in value) if (isDeeperThan((value as Record<string, unknown>)[name], levels - 1)) return true;
  return false;
}

/**
 * Anything from JSON as text, for an error. An object becomes JSON: its `toString` may be no function.
 * @param limit characters of that JSON
 */
export function describeJson(value: unknown, limit: number): string {
  if (typeof value === 'object') return jsonLine(value, limit).text;
  // oxlint-disable-next-line typescript/no-base-to-string -- JSON has no other objects
  return String(value).slice(0, limit);
}

/** JSON text, and whether it is complete. */
export interface JsonLine {
  readonly text: string;
  readonly isWhole: boolean;
}

/** An open list or object, and the items that are still to be written. */
interface Open {
  readonly value: object;
  /** Undefined for a list. */
  readonly keys: readonly string[] | undefined;
  next: number;
}

/**
 * The beginning of a value's JSON on one line, with a space after `:` and `,`. The cost depends on `limit`, not on the
 * value, and the depth has no limit: `JSON.stringify` would write ten megabytes for the first hundred characters, and
 * fails for lists that are some thousand levels deep.
 * @param limit maximum number of characters
 */
export function jsonLine(value: unknown, limit: number): JsonLine {
  let text = '';
  const open: Open[] = [];
  const write = (part: unknown): void => {
    if (typeof part === 'object' && part !== null) {
      const keys = Array.isArray(part) ? undefined : Object.keys(part);
      open.push({ value: part, keys, next: 0 });
      text += keys ? '{' : '[';
    } else text += scalar(part, limit - text.length);
  };
  write(value);
  while (open.length > 0 && text.length <= limit) {
    const place = open.at(-1)!;
    const { value: whole, keys, next } = place;
    if (next >= (keys ?? (whole as readonly unknown[])).length) {
      text += keys ? '}' : ']';
      open.pop();
      continue;
    }
    place.next++;
    if (next > 0) text += ', ';
    if (keys) text += `${scalar(keys[next], limit - text.length)}: `;
    write(keys ? (whole as Record<string, unknown>)[keys[next]!] : (whole as readonly unknown[])[next]);
  }
  const isWhole = open.length === 0 && text.length <= limit;
  return { text: isWhole ? text : text.slice(0, limit), isWhole };
}

function scalar(value: unknown, left: number): string {
  // One character more than fits, so that the caller sees that the text was cut.
  if (typeof value === 'string')
    return JSON.stringify(value.length > left ? value.slice(0, Math.max(0, left) + 1) : value);
  // Values from a channel inside the page may have no JSON form.
  if (typeof value === 'bigint') return String(value);
  return JSON.stringify(value) ?? 'null';
}

/**
 * The JSON Pointer of a part of the value at `pointer`.
 * @see https://www.rfc-editor.org/rfc/rfc6901
 */
export function childPointer(pointer: string, token: string | number): string {
  return `${pointer}/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** A position in a text as editors show it. Both start at 1. */
export function positionInText(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}
