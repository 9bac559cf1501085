import { afterSgr, type AnsiStyle, PLAIN_STYLE, styleAlone } from './ansi-style.js';
import { type AnsiRun, Screen } from './ansi-screen.js';
import { visibleText } from './hidden-text.js';

/**
 * Characters of a title, link or other string for the terminal. A longer one may be meant to hide text, so it is shown.
 */
const MAX_ANSI_STRING_LENGTH = 4096;
/** Parameters of one sequence; terminals take 16 to 32. The others are ignored. */
const MAX_ANSI_PARAMETERS = 32;
/** Characters of one sequence. A longer one may be meant to hide something, so it is shown. */
const MAX_ANSI_SEQUENCE_LENGTH = 128;

/** All characters with an effect in a terminal. */
// oxlint-disable-next-line no-control-regex -- what it is about
const ANYTHING = /[\u001b\u0080-\u009f\b\u0007]|\r(?!\n)/;
/** Next place where something has to be done. */
// oxlint-disable-next-line no-control-regex -- what it is about
const SPECIAL = /[\u001b\u0080-\u009f\b\u0007\r\n]/g;

/** True if the result of `readAnsi` differs from the text. */
export function hasAnsi(text: string): boolean {
  return ANYTHING.test(text);
}

/** Characters that only a line for a terminal contains. */
// oxlint-disable-next-line no-control-regex -- what it is about
const FOR_TERMINAL = /[\u001b\u0080-\u009f\b]/;

/**
 * The text with a line feed for each carriage return that ends a line, as in files of old Macs. In a line with terminal
 * control sequences it means that the line is overwritten, and stays. The length does not change.
 */
export function withLineFeeds(text: string): string {
  let parts = '';
  let from = 0;
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) {
    if (text[at + 1] === '\n') continue;
    const start = Math.max(from, text.lastIndexOf('\n', at) + 1);
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    if (!FOR_TERMINAL.test(text.slice(start, end))) {
      // The last one may belong to the line feed after it.
      const last = found > 0 && text[end - 1] === '\r' ? end - 1 : end;
      parts += text.slice(from, at) + text.slice(at, last).replaceAll('\r', '\n');
      from = last;
    }
    at = end;
  }
  return from === 0 ? text : parts + text.slice(from);
}

/** The state that one part of a text passes to the next. */
export interface AnsiState {
  style: AnsiStyle;
}

/**
 * Reads text with terminal control sequences. Colours, bold, italic, underline and the like stay; every other sequence
 * is removed (cursor movements, modes, C1 controls). No text is removed without a sign: the control strings (titles,
 * links, commands) and the earlier content of an overwritten line, as of a progress bar, are replaced by signs. Of an
 * unfinished sequence the recognized part is removed. Linear in the length of the text; never throws. Why no library
 * does it: docs/decisions/0014-libraries-tried.md
 * @param state the style at the end of the previous part; changed to the style at the end of this part
 * @see https://www.ecma-international.org/publications-and-standards/standards/ecma-48/
 * @see https://invisible-island.net/xterm/ctlseqs/ctlseqs.html
 */
export function readAnsi(text: string, state: AnsiState = { style: PLAIN_STYLE }): readonly AnsiRun[] {
  if (state.style === PLAIN_STYLE && !hasAnsi(text)) return text === '' ? [] : [{ text, ...styleAlone(PLAIN_STYLE) }];
  const screen = new Screen(state.style);
  let at = 0;
  while (at < text.length) {
    SPECIAL.lastIndex = at;
    const next = SPECIAL.exec(text)?.index ?? text.length;
    screen.put(text.slice(at, next));
    at = next < text.length ? control(text, next, screen) : next;
  }
  screen.end();
  state.style = screen.style;
  return screen.runs;
}

/** @returns where to continue */
function control(text: string, at: number, screen: Screen): number {
  const char = text[at];
  if (char === '\n') screen.newLine();
  else if (char === '\b') screen.erase();
  else if (char === '\r') {
    if (text[at + 1] !== '\n') screen.overwrite();
  } else if (char === '\u001b') return escape(text, at + 1, screen);
  else if (char === '\u009b') return sequence(text, at + 1, screen);
  else if (char !== undefined && char in STRINGS) return string(text, at + 1, STRINGS[char]!, screen);
  return at + 1;
}

/** The introducers of control strings: the character after ESC, or the one C1 character. */
const STRINGS: Readonly<Record<string, string>> = {
  P: 'DEVICE CONTROL STRING',
  X: 'START OF STRING',
  ']': 'OPERATING SYSTEM COMMAND',
  '^': 'PRIVACY MESSAGE',
  _: 'APPLICATION PROGRAM COMMAND',
  '\u0090': 'DEVICE CONTROL STRING',
  '\u0098': 'START OF STRING',
  '\u009d': 'OPERATING SYSTEM COMMAND',
  '\u009e': 'PRIVACY MESSAGE',
  '\u009f': 'APPLICATION PROGRAM COMMAND',
};

/**
 * Character sets, and commands of one character. Of any other ESC only itself is removed, because a row of them could
 * spell words.
 */
const SHORT_COMMAND = /[()*+][012ABKU]|#[3-68]|%[@G]| [FG]|[78=>cDEHMNOZ\\]/y;

/** Reads on after ESC. */
function escape(text: string, at: number, screen: Screen): number {
  const char = text[at] ?? '';
  if (char === '[') return sequence(text, at + 1, screen);
  const name = char <= '\u007f' ? STRINGS[char] : undefined;
  if (name) return string(text, at + 1, name, screen);
  SHORT_COMMAND.lastIndex = at;
  return SHORT_COMMAND.test(text) ? SHORT_COMMAND.lastIndex : at;
}

/** Reads on after CSI: parameters, intermediate characters, a final one. */
function sequence(text: string, at: number, screen: Screen): number {
  const most = at + MAX_ANSI_SEQUENCE_LENGTH;
  let end = at;
  while (end < most && isBetween(text, end, 0x30, 0x3f)) end++;
  const parameters = end;
  while (end < most && isBetween(text, end, 0x20, 0x2f)) end++;
  if (end === most) return at;
  if (!isBetween(text, end, 0x40, 0x7e)) return end;
  if (text[end] === 'm' && end === parameters && !/[<=>?]/.test(text[at] ?? ''))
    screen.style = afterSgr(screen.style, text.slice(at, end).split(';', MAX_ANSI_PARAMETERS));
  return end + 1;
}

/**
 * Reads on after the beginning of a string for the terminal, which ends with BEL or ST, and puts a sign in its place. A
 * string without an end is shown, because it could hide text.
 */
function string(text: string, at: number, name: string, screen: Screen): number {
  for (let end = at; end < text.length && end < at + MAX_ANSI_STRING_LENGTH; end++) {
    const code = text.charCodeAt(end);
    const length = code === 7 || code === 0x9c ? 1 : code === 0x1b && text[end + 1] === '\\' ? 2 : 0;
    if (length > 0) {
      const words = stringInWords(text.slice(at, end));
      if (words !== '') screen.sign(words, name);
      return end + length;
    }
    if (code === 0x1b || code === 10 || (code >= 0x80 && code < 0xa0)) return at;
  }
  return at;
}

/** The end of a link, and the marks that a shell puts around its prompt. */
const WITHOUT_WORDS = /^(?:8;;|133;[A-D])?$/;

function stringInWords(string: string): string {
  if (WITHOUT_WORDS.test(string)) return '';
  const link = /^8;;(.+)$/s.exec(string)?.[1];
  return link === undefined ? `hidden text: “${visibleText(string)}”` : `link to “${visibleText(link)}”`;
}

function isBetween(text: string, at: number, low: number, high: number): boolean {
  const code = text.charCodeAt(at);
  return code >= low && code <= high;
}
