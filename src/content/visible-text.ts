import { hiddenRuns } from './hidden-characters.js';
import { codeOf, hiddenName } from './hidden-names.js';
import { hiddenWords } from './hidden-words.js';

/** Characters that a reader would not see, or that would turn around what they see, and what to show in their place. */
export interface HiddenRun {
  /** The characters themselves. Not for the screen. */
  readonly hidden: string;
  /** What to show: `U+202E`, `U+200B ×40`, `hidden text: “ignore…”`. Holds no hidden character. */
  readonly sign: string;
  /** `RIGHT-TO-LEFT OVERRIDE`; several names where there are several characters. */
  readonly name: string;
}

/** Nearly every text of a form is of this kind, and a form has thousands: looked through in one go. */
const PLAIN = /^[\t\n\x20-\x7e]*$/;
/** Different characters in a row that are named one by one. Of more it says how many there are. */
const MAX_SIGNS = 4;

/**
 * The text for people in places that can hold only text: attributes, document titles, accessible names, file names. A sign such
 * as `‹U+202E›` stands for each run of hidden characters; the same string where there are none. Never change with it what is copied,
 * sent, saved or edited. Linear in the length of the text: 10 MB of clean text take some 30 ms.
 */
export function visibleText(text: string): string {
  if (PLAIN.test(text)) return text;
  return hiddenParts(text)
    .map((part) => (typeof part === 'string' ? part : `‹${part.sign}›`))
    .join('');
}

/**
 * The text in parts: what can be shown as it is, and what is hidden. One part, the text, where nothing is hidden. Joined, with
 * `hidden` for the hidden ones, the parts are the text.
 */
export function hiddenParts(text: string): readonly (string | HiddenRun)[] {
  if (PLAIN.test(text)) return [text];
  const parts: (string | HiddenRun)[] = [];
  let from = 0;
  for (const [start, end] of hiddenRuns(text)) {
    if (start > from) parts.push(text.slice(from, start));
    parts.push(...signsOf(text.slice(start, end)));
    from = end;
  }
  if (from < text.length || from === 0) parts.push(text.slice(from));
  return parts;
}

/** True where a reader would not see all there is, or not as it is. */
export function hasHidden(text: string): boolean {
  return !hiddenRuns(text).next().done;
}

/** Made once: a hostile text has millions of the same. Only short ones, and so many, are remembered. */
const remembered = new Map<string, readonly HiddenRun[]>();
const MAX_REMEMBERED = 1000;
const SHORT_RUN = 32;

function signsOf(run: string): readonly HiddenRun[] {
  const known = remembered.get(run);
  if (known) return known;
  const made = makeSigns(run);
  if (run.length <= SHORT_RUN && remembered.size < MAX_REMEMBERED) remembered.set(run, made);
  return made;
}

function makeSigns(run: string): readonly HiddenRun[] {
  const name = (characters: Iterable<string>) =>
    [...new Set(Array.from(characters, (each) => hiddenName(pointOf(each))))].join(', ');
  const words = hiddenWords(run);
  // A run can be as long as the text: only its first characters are looked at one by one.
  if (words) return [{ hidden: run, sign: `hidden text: “${words}”`, name: name(run.slice(0, 64)) }];
  const groups: [character: string, count: number][] = [];
  let all = 0;
  for (const character of run) {
    all++;
    const last = groups.at(-1);
    if (last?.[0] === character) last[1]++;
    else if (groups.length <= MAX_SIGNS) groups.push([character, 1]);
  }
  if (groups.length > MAX_SIGNS)
    return [
      { hidden: run, sign: `${numbers.format(all)} hidden characters`, name: name(groups.map(([each]) => each)) },
    ];
  return groups.map(([character, count]) => ({
    hidden: character.repeat(count),
    sign: codeOf(pointOf(character)) + (count > 1 ? ` ×${numbers.format(count)}` : ''),
    name: name(character),
  }));
}

const pointOf = (character: string) => character.codePointAt(0) ?? 0;
const numbers = new Intl.NumberFormat('en');
