/** A member of the outermost object, or of what stands in one of its members. */
export interface JsonPart {
  /** The member of the outermost object. */
  readonly member: string;
  /** The name inside of it, where that is an object that is taken apart. */
  readonly name?: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** Characters between two steps: well under a millisecond. */
const STEP = 50_000;
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];

/**
 * Takes a JSON text apart, in steps for `inTurns`, without reading it: the members of the outermost object and, of those
 * named, what stands in them. `JSON.parse` would stop the page for half a second over 50 MB, and one bad comma would hide
 * everything. Whether each part is JSON is for its reader to find out.
 */
export function* jsonParts(
  text: string,
  apart: ReadonlySet<string>,
): Generator<undefined, readonly JsonPart[] | undefined, undefined> {
  const parts: JsonPart[] = [];
  let at = skipSpace(text, 0);
  if (text[at] !== '{') return undefined;
  let depth = 0;
  let member: string | undefined;
  let name: string | undefined;
  let start = -1;
  let next = at + STEP;
  /** The part that ends here. */
  const take = (end: number): void => {
    if (member !== undefined && start >= 0 && text.slice(start, Math.min(end, start + 100)).trim() !== '')
      parts.push({ member, ...(name !== undefined && { name }), start, end });
    start = -1;
    name = undefined;
  };
  for (; at < text.length; at++) {
    if (at >= next) {
      next = at + STEP;
      yield;
    }
    const code = text.charCodeAt(at);
    const isApart = depth === 2 && member !== undefined && apart.has(member);
    if (code === QUOTE) {
      const end = endOfText(text, at);
      const colon = depth === 1 || isApart ? skipSpace(text, end + 1) : 0;
      if (
        colon > 0 &&
        text[colon] === ':' &&
        (depth === 1 ? start < 0 : name === undefined && isBlank(text, start, at))
      ) {
        const key = textOf(text.slice(at, end + 1));
        if (depth === 1) member = key;
        else name = key;
        start = colon + 1;
        at = colon;
      } else at = end;
    } else if (code === COMMA) {
      if (depth === 1 || isApart) {
        take(at);
        if (isApart) start = at + 1;
        else member = undefined;
      }
    } else if (code === 0x7b || code === 0x5b) {
      depth++;
      if (depth === 2 && member !== undefined && apart.has(member)) start = at + 1;
    } else if (code === 0x7d || code === 0x5d) {
      if (isApart) {
        take(at);
        member = undefined;
      } else if (depth === 1) take(at);
      depth--;
      if (depth === 0) return parts;
    }
  }
  // It breaks off: what was whole until then counts.
  return parts;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \n\r\t\uFEFF'.includes(text[at]!)) at++;
  return at;
}

function isBlank(text: string, from: number, to: number): boolean {
  return from < 0 || skipSpace(text, from) >= to;
}

/** Where the closing quote stands; the end of the text where there is none. */
function endOfText(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

function textOf(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return json;
  }
}
