import { formatCount } from '../util/numbers.js';

/**
 * Finds characters that a reader does not see as they are: invisible characters, control characters, blanks that are no
 * spaces, characters that mean nothing outside one font (private use), and characters that change the direction of
 * text. Most have a legitimate use in some script and are not reported there: a warning in
 * every second Persian word would teach people to ignore warnings.
 * Sources: Unicode 16 Default_Ignorable_Code_Point and General_Category; UTS #51 (emoji), UTS #37 (ideographs), UAX #9
 * (direction), RFC 5892 A.1 and A.2 (joiners). Direction marks (LRM, RLM, ALM) are not reported beside right-to-left
 * letters. Embeddings, overrides and isolates always are: plain text does not need them, and they can make a text read
 * as something else.
 */

/** First and last code point of each range. */
const BELOW_10000 = [
  0x0, 0x8, 0xb, 0x1f, 0x7f, 0x9f, 0xad, 0xad, 0x34f, 0x34f, 0x61c, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b,
  0x180f, 0x200b, 0x200f, 0x2028, 0x202e, 0x2060, 0x206f, 0x2800, 0x2800, 0x3164, 0x3164, 0xd800, 0xf8ff, 0xfdd0,
  0xfdef, 0xfe00, 0xfe0f, 0xfeff, 0xfeff, 0xffa0, 0xffa0, 0xfff0, 0xfffc, 0xfffe, 0xffff,
];
const isAbove = (point: number) =>
  (point >= 0xe0000 && point <= 0xe0fff) ||
  // Private use, and the two of each plane that are no characters.
  point >= 0xf0000 ||
  (point & 0xfffe) === 0xfffe ||
  // A filler of Khitan, and a note of music without its head.
  point === 0x16fe4 ||
  point === 0x1d159 ||
  (point >= 0x1bca0 && point <= 0x1bca3) ||
  (point >= 0x1d173 && point <= 0x1d17a);

/** Letters that join: Arabic, Syriac, N'Ko, Adlam, and the scripts of India, Burma, Cambodia, Java and Mongolia. */
const JOINING =
  '[\\u0600-\\u061B\\u061D-\\u0DFF\\u1000-\\u109F\\u1780-\\u17B3\\u17B6-\\u180A\\u1810-\\u1CFF\\uA800-\\uABFF\\uFB50-\\uFDFF' +
  '\\uFE70-\\uFEFC\\u{10A00}-\\u{11FFF}\\u{1E900}-\\u{1E95F}]';

/** Scripts without spaces between words, which may mark possible line breaks. */
const UNSPACED = '[\\u0E00-\\u109F\\u1780-\\u17B3\\u17B6-\\u17FF\\u1950-\\u1AAF\\uA9E0-\\uAADF]';

/** Right-to-left scripts. */
const RTL = '[\\u0590-\\u061B\\u061D-\\u08FF\\uFB1D-\\uFDFF\\uFE70-\\uFEFC\\u{10800}-\\u{10FFF}\\u{1E800}-\\u{1EFFF}]';

const MARKS = '\\u200E\\u200F\\u061C';
/**
 * Characters that never occur between a direction mark and its letters. Others may, for example “!”, a telephone
 * number, or a word such as “C++”.
 */
const FAR = '\\n\\p{Cc}\\u202A-\\u202E\\u2066-\\u2069';

const MONGOLIAN = '[\\u1820-\\u18AA]';
const MONGOLIAN_FORM = '\\u180B-\\u180D\\u180F';
const EMOJI = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]';
/** At the start, or after a visible character. */
const SEEN = '|\\P{C}';

/**
 * Legitimate uses: the characters, what comes before and after, and how many code points before may count. A second
 * such character in the same place has no use, and is reported.
 */
const HONEST: readonly (readonly [characters: string, before: string, after: string, reach?: number])[] = [
  ['\\r', '', '(?=\\n)'],
  // Soft hyphen, within a word.
  ['\\xAD', '\\p{L}\\p{L}\\p{M}{0,4}', '(?=\\p{L}\\p{M}{0,4}\\p{L})', 6],
  ['\\u034F', '\\p{M}', '(?=\\p{M})'],
  ['\\u200C\\u200D', JOINING, ''],
  ['\\u200C\\u200D', SEEN, `(?=${JOINING})`],
  ['\\u200B', UNSPACED, ''],
  ['\\u200B', SEEN, `(?=${UNSPACED})`],
  [MARKS, `${RTL}(?:[^${FAR}]{0,31}[^${FAR}${MARKS}])?`, '', 33],
  [MARKS, `|[^${MARKS}]`, `(?=[^${FAR}]{0,32}${RTL})`],
  [MONGOLIAN_FORM, MONGOLIAN, ''],
  ['\\u180E', `${MONGOLIAN}[${MONGOLIAN_FORM}]?`, `(?=${MONGOLIAN})`, 2],
  // Blanks between cells of Braille, and in drawings made of them.
  ['\\u2800', '[\\u2801-\\u28FF]\\u2800{0,31}', '', 33],
  ['\\u2800', '', '(?=\\u2800{0,127}[\\u2801-\\u28FF])'],
  // Hangul syllables of which a part is missing.
  ['\\u115F', '', '(?=[\\u1161-\\u11A7])'],
  ['\\u1160', '[\\u1100-\\u115E]', ''],
  ['\\u200D', `${EMOJI}\\uFE0F?`, '(?=\\p{Extended_Pictographic})', 2],
  ['\\uFE0E\\uFE0F', '[0-9#*]', '(?=\\u20E3)'],
  ['\\uFE00\\uFE01\\uFE0E\\uFE0F', `${EMOJI}|(?![\\0-\\x7F])[\\p{S}\\p{P}]`, ''],
  ['\\uFE00-\\uFE02\\u{E0100}-\\u{E011F}', '[\\p{Script=Han}\\u1000-\\u109F\\uA840-\\uA877]', ''],
  // England, Scotland, Wales: no other flag of this kind is registered, and other sequences can hide words.
  [
    '\\u{E0067}',
    '\\u{1F3F4}',
    '\\u{E0062}(?:\\u{E0065}\\u{E006E}\\u{E0067}|\\u{E0073}\\u{E0063}\\u{E0074}|\\u{E0077}\\u{E006C}\\u{E0073})\\u{E007F}',
  ],
];

/** UTF-16 code units after which a hidden run is reported in any context: no legitimate use is that long. */
const HIDDEN_RUN_START = 8;

/** A lookup table: beyond Latin, a regular expression takes some 25 ns per character, this takes 2. */
let suspects: Uint8Array | undefined;

interface Rule {
  readonly before: RegExp;
  readonly from: RegExp;
  readonly reach: number;
}
/** The rules of each character found so far. */
const rules = new Map<string, readonly Rule[]>();

function rulesFor(character: string): readonly Rule[] {
  const found = HONEST.filter(([characters]) => new RegExp(`[${characters}]`, 'u').test(character)).map(
    ([characters, before, after, reach = 1]): Rule => ({
      before: new RegExp(`^(?:${before})$`, 'u'),
      from: new RegExp(`[${characters}]${after}`, 'uy'),
      reach: before === '' ? 0 : reach,
    }),
  );
  rules.set(character, found);
  return found;
}

/** Index of the next character that may be hidden; the length of the text where there is none. */
function nextSuspect(text: string, from: number): number {
  if (!suspects) {
    suspects = new Uint8Array(0x10000);
    for (let at = 0; at < BELOW_10000.length; at += 2) suspects.fill(1, BELOW_10000[at], BELOW_10000[at + 1]! + 1);
  }
  let at = from;
  for (; at < text.length; at++) {
    if (suspects[text.charCodeAt(at)] === 0) continue;
    const point = text.codePointAt(at)!;
    if (point < 0x10000 || isAbove(point)) break;
    at++;
  }
  return at;
}

/** Length of the legitimate use that starts here; 0 where there is none. */
function honestAt(text: string, at: number): number {
  const character = String.fromCodePoint(text.codePointAt(at)!);
  for (const { before, from, reach } of rules.get(character) ?? rulesFor(character)) {
    from.lastIndex = at;
    if (from.test(text) && stands(before, text, at, reach)) return from.lastIndex - at;
  }
  return 0;
}

/**
 * True if the pattern matches just before a position. Tries one code point before it, then two, and so on: a lookbehind
 * does not find characters beyond U+FFFF in Safari, and a pattern anchored at the end only does not in Chrome 153.
 */
function stands(before: RegExp, text: string, at: number, reach: number): boolean {
  if (reach === 0) return true;
  for (let count = 0, from = at; count < reach; count++) {
    from -= from > 1 && text.codePointAt(from - 2)! > 0xffff ? 2 : 1;
    if (before.test(text.slice(Math.max(0, from), at))) return true;
    if (from <= 0) return false;
  }
  return false;
}

/** The hidden runs of a text, as start and end in UTF-16 code units. Linear in the length of the text. */
function* hiddenRuns(text: string): Generator<readonly [start: number, end: number]> {
  let start = -1;
  let end = -1;
  for (let at = nextSuspect(text, 0); at < text.length;) {
    const more = at === end;
    const length = more && end - start >= HIDDEN_RUN_START ? 0 : honestAt(text, at);
    if (length === 0) {
      if (!more && start >= 0) yield [start, end];
      if (!more) start = at;
      end = at + (text.codePointAt(at)! > 0xffff ? 2 : 1);
    }
    at = nextSuspect(text, length > 0 ? at + length : end);
  }
  if (start >= 0) yield [start, end];
}

/** Names of consecutive code points, from the first one. */
const NAMES: readonly (readonly [first: number, names: string])[] = [
  [0x200b, 'ZERO WIDTH SPACE|ZERO WIDTH NON-JOINER|ZERO WIDTH JOINER|LEFT-TO-RIGHT MARK|RIGHT-TO-LEFT MARK'],
  [
    0x2028,
    'LINE SEPARATOR|PARAGRAPH SEPARATOR|LEFT-TO-RIGHT EMBEDDING|RIGHT-TO-LEFT EMBEDDING|POP DIRECTIONAL FORMATTING|LEFT-TO-RIGHT OVERRIDE|RIGHT-TO-LEFT OVERRIDE',
  ],
  [0x2060, 'WORD JOINER|FUNCTION APPLICATION|INVISIBLE TIMES|INVISIBLE SEPARATOR|INVISIBLE PLUS'],
  [0x2066, 'LEFT-TO-RIGHT ISOLATE|RIGHT-TO-LEFT ISOLATE|FIRST STRONG ISOLATE|POP DIRECTIONAL ISOLATE'],
  [0, 'NULL'],
  [0xd, 'CARRIAGE RETURN'],
  [0x1b, 'ESCAPE'],
  [0xad, 'SOFT HYPHEN'],
  [0x61c, 'ARABIC LETTER MARK'],
  [0x2800, 'BRAILLE PATTERN BLANK'],
  [0xfffc, 'OBJECT REPLACEMENT CHARACTER'],
];

/** Names for the other characters, up to a code point. */
const KINDS: readonly (readonly [last: number, name: string])[] = [
  [0x9f, 'CONTROL CHARACTER'],
  [0xd7ff, 'INVISIBLE CHARACTER'],
  [0xdfff, 'HALF OF A CHARACTER'],
  [0xf8ff, 'PRIVATE USE CHARACTER'],
  [0xfdef, 'NONCHARACTER'],
  [0xfe0f, 'VARIATION SELECTOR'],
  [0xdffff, 'INVISIBLE CHARACTER'],
  [0xe007f, 'TAG CHARACTER'],
  [0xe01ef, 'VARIATION SELECTOR'],
];

/** Short name of a hidden character: its Unicode name, or its kind. */
function hiddenName(codePoint: number): string {
  if ((codePoint & 0xfffe) === 0xfffe) return 'NONCHARACTER';
  if (codePoint >= 0xf0000) return 'PRIVATE USE CHARACTER';
  for (const [first, names] of NAMES) {
    const name = names.split('|')[codePoint - first];
    if (name) return name;
  }
  return KINDS.find(([last]) => codePoint <= last)?.[1] ?? 'INVISIBLE CHARACTER';
}

/** `U+202E`. */
function codeOf(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Characters of a hidden run that are decoded, which gives about half as many shown characters. Copy and download
 * contain all of it.
 */
const MAX_HIDDEN_READ = 4000;

/** Bytes that variation selectors must encode to be decoded as a message. Fewer are more likely a mistake. */
const MIN_HIDDEN_BYTES = 3;

/**
 * The words that a hidden run encodes for a model, if any. Tag characters are invisible copies of ASCII letters (“ASCII
 * smuggling”), anywhere in the run; variation selectors can encode bytes. The result contains no hidden character.
 */
function hiddenWords(run: string): string | undefined {
  const points = Array.from(run.slice(0, MAX_HIDDEN_READ), (each) => each.codePointAt(0) ?? 0);
  const words = fromTags(points) || fromSelectors(points);
  return words && run.length > MAX_HIDDEN_READ ? `${words}…` : words;
}

/** Decodes tag characters to ASCII. */
function fromTags(points: readonly number[]): string {
  return points
    .filter((point) => point >= 0xe0020 && point < 0xe007f)
    .map((point) => String.fromCodePoint(point - 0xe0000))
    .join('');
}

/**
 * Decodes variation selectors: VS1–16 are the bytes 0–15, VS17–256 the others. Undefined where the bytes are not
 * readable text.
 */
function fromSelectors(points: readonly number[]): string | undefined {
  const bytes = points
    .filter((point) => (point >= 0xfe00 && point <= 0xfe0f) || (point >= 0xe0100 && point <= 0xe01ef))
    .map((point) => (point < 0xe0100 ? point - 0xfe00 : point - 0xe0100 + 16));
  if (bytes.length < MIN_HIDDEN_BYTES) return undefined;
  const words = new TextDecoder().decode(Uint8Array.from(bytes)).replace(/\uFFFD$/, '');
  return /^[\p{L}\p{N}\p{P}\p{S} \t\n]+$/u.test(words) ? words.replace(/\s/g, ' ') : undefined;
}

/** Characters that a reader does not see, or that change the direction of what they see, and what to show instead. */
export interface HiddenRun {
  /** The characters themselves. Never show them. */
  readonly hidden: string;
  /** The text to show: `U+202E`, `U+200B ×40`, `hidden text: “ignore…”`. Contains no hidden character. */
  readonly sign: string;
  /** For example `RIGHT-TO-LEFT OVERRIDE`; several names where there are several characters. */
  readonly name: string;
}

/** Fast check: nearly all texts of a form match it, and a form has thousands. */
const PLAIN = /^[\t\n\x20-\x7e]*$/;
/** Different characters of a hidden run that are named. Of the others the description gives the number. */
const MAX_NAMED_SIGNS = 4;

/**
 * The text for places that can contain only text: attributes, document titles, accessible names, file names. Each run
 * of hidden characters is replaced by a sign such as `‹U+202E›`; a text without any is returned unchanged. Never use it
 * on what is copied, sent, saved or edited. Linear in the length of the text: 10 MB of clean text take some 30 ms.
 */
export function visibleText(text: string): string {
  if (PLAIN.test(text)) return text;
  return hiddenParts(text)
    .map((part) => (typeof part === 'string' ? part : `‹${part.sign}›`))
    .join('');
}

/**
 * Splits a text into visible and hidden parts. Without hidden characters the text is the only part. All parts together,
 * with `hidden` of the hidden ones, are the text.
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

/** True if a reader would not see the whole text as it is. */
export function hasHidden(text: string): boolean {
  return !hiddenRuns(text).next().done;
}

/** Descriptions of short runs are cached, because a hostile text can contain the same run millions of times. */
const remembered = new Map<string, readonly HiddenRun[]>();
/** Descriptions of hidden runs that are cached. Others are made each time. */
const MAX_REMEMBERED_RUNS = 1000;
/** Characters of a hidden run whose description is cached. Longer runs rarely repeat. */
const SHORT_HIDDEN_RUN = 32;

function signsOf(run: string): readonly HiddenRun[] {
  const known = remembered.get(run);
  if (known) return known;
  const made = makeSigns(run);
  if (run.length <= SHORT_HIDDEN_RUN && remembered.size < MAX_REMEMBERED_RUNS) remembered.set(run, made);
  return made;
}

function makeSigns(run: string): readonly HiddenRun[] {
  const name = (characters: Iterable<string>) =>
    [...new Set(Array.from(characters, (each) => hiddenName(pointOf(each))))].join(', ');
  const words = hiddenWords(run);
  // A run can be as long as the text, so only its first characters are named.
  if (words) return [{ hidden: run, sign: `hidden text: “${words}”`, name: name(run.slice(0, 64)) }];
  const groups: [character: string, count: number][] = [];
  let all = 0;
  for (const character of run) {
    all++;
    const last = groups.at(-1);
    if (last?.[0] === character) last[1]++;
    else if (groups.length <= MAX_NAMED_SIGNS) groups.push([character, 1]);
  }
  if (groups.length > MAX_NAMED_SIGNS)
    return [{ hidden: run, sign: `${formatCount(all)} hidden characters`, name: name(groups.map(([each]) => each)) }];
  return groups.map(([character, count]) => ({
    hidden: character.repeat(count),
    sign: codeOf(pointOf(character)) + (count > 1 ? ` ×${formatCount(count)}` : ''),
    name: name(character),
  }));
}

const pointOf = (character: string) => character.codePointAt(0) ?? 0;
