import { cut } from '../words/cut.js';

/** A text in three parts: the one in the middle is what another text has not. */
export interface Marked {
  readonly before: string;
  readonly different: string;
  readonly after: string;
}

/** Characters shown on either side of what is different. */
const AROUND = 60;

/**
 * What is different between two texts, as one stretch with a little of what stands around it: a letter that was changed at
 * the end of a long text is to be seen without reading all of it.
 */
export function differentPart(before: string, now: string): { readonly before: Marked; readonly now: Marked } {
  const shorter = Math.min(before.length, now.length);
  let start = 0;
  while (start < shorter && before[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === now.at(-1 - end)) end++;
  // Never half a character: that would show as a hidden one.
  if (isHalf(before, start) || isHalf(now, start)) start--;
  while (end > 0 && (isHalf(before, before.length - end) || isHalf(now, now.length - end))) end--;
  return { before: markedIn(before, start, end), now: markedIn(now, start, end) };
}

function markedIn(text: string, start: number, end: number): Marked {
  const stop = text.length - end;
  const from = beginning(text, start);
  const rest = cut(text.slice(stop, stop + AROUND + 1), AROUND);
  return {
    before: `${from > 0 ? '…' : ''}${text.slice(from, start)}`,
    different: text.slice(start, stop),
    after: `${rest}${stop + rest.length < text.length ? '…' : ''}`,
  };
}

/** Where to begin: at a word, where one begins nearby. */
function beginning(text: string, start: number): number {
  const from = start - AROUND;
  if (from < AROUND / 2) return 0;
  const word = text.slice(from, from + AROUND / 2).search(/(?<= )\S/);
  if (word >= 0) return from + word;
  return isHalf(text, from) ? from - 1 : from;
}

/** Whether a cut there would go through a character. */
function isHalf(text: string, at: number): boolean {
  return /^[\uDC00-\uDFFF]/.test(text.slice(at, at + 1)) && /^[\uD800-\uDBFF]/.test(text.slice(at - 1, at));
}
