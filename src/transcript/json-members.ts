/** A member of the outermost object, or a part of such a member. */
export interface JsonPart {
  /** The name of the outermost member. */
  readonly member: string;
  /** The name within that member, if the member is an object that is split. */
  readonly name?: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** Characters that are read between two checks of the clock: well under a millisecond. */
const BODY_CHARACTERS_PER_STEP = 50_000;
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];

/**
 * Splits a JSON text into the members of its outermost object and, for the named ones, into their parts. It runs in
 * steps for `runInSlices` and does not parse them: `JSON.parse` would block the page for half a second with 50 MB, and
 * one wrong comma would make everything unreadable. The reader of each part finds out whether it is valid JSON.
 */
export function* jsonParts(
  text: string,
  split: ReadonlySet<string>,
): Generator<undefined, readonly JsonPart[] | undefined, undefined> {
  const parts: JsonPart[] = [];
  let at = skipSpace(text, 0);
  if (text[at] !== '{') return undefined;
  let depth = 0;
  let member: string | undefined;
  let name: string | undefined;
  let start = -1;
  let next = at + BODY_CHARACTERS_PER_STEP;
  /** Adds the part that ends here. */
  const take = (end: number): void => {
    if (member !== undefined && start >= 0 && text.slice(start, Math.min(end, start + 100)).trim() !== '')
      parts.push({ member, ...(name !== undefined && { name }), start, end });
    start = -1;
    name = undefined;
  };
  for (; at < text.length; at++) {
    if (at >= next) {
      next = at + BODY_CHARACTERS_PER_STEP;
      yield;
    }
    const code = text.charCodeAt(at);
    const isApart = depth === 2 && member !== undefined && split.has(member);
    if (code === QUOTE) {
      const end = endOfText(text, at);
      const colon = depth === 1 || isApart ? skipSpace(text, end + 1) : 0;
      if (
        colon > 0 &&
        text[colon] === ':' &&
        (depth === 1 ? start < 0 : name === undefined && isBlank(text, start, at))
      ) {
        const key = parseJsonString(text.slice(at, end + 1));
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
      if (depth === 2 && member !== undefined && split.has(member)) start = at + 1;
    } else if (code === 0x7d || code === 0x5d) {
      if (isApart) {
        take(at);
        member = undefined;
      } else if (depth === 1) take(at);
      depth--;
      if (depth === 0) return parts;
    }
  }
  // The text ends too early: complete parts are returned.
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

/** Offset of the closing quotation mark, or of the end of the text. */
function endOfText(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

function parseJsonString(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return json;
  }
}
