/** The beginning of a text, of at most so many UTF-16 units, and never half a character: that would show as a hidden one. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF\u200D]$/, '');
}

/** The same, with a sign for what is missing. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${cut(text, length - 1)}…`;
}

/** A text on one line. Not `\s` and `trim`, which take hidden characters away: one of two names would then look like the other. */
export function oneLine(text: string, length: number): string {
  // Cut first: a hostile description may be megabytes long.
  const line = text.slice(0, length * 2).replace(/[ \t\r\n]+/g, ' ');
  return cut(line.replace(/^ | $/g, ''), length);
}
