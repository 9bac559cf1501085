/** The colours that are told apart. Black and white are the colours of the page. */
export type AnsiColour = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'grey';

/**
 * How a run looks. Inverse is already carried out. Text on a colour is drawn in whatever reads on it: with a colour of their
 * own as well, words could be hidden.
 */
export interface AnsiStyle {
  readonly colour: AnsiColour | undefined;
  /** `text` is the colour of the page's text. */
  readonly background: AnsiColour | 'text' | undefined;
  readonly bold: boolean;
  readonly faint: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strike: boolean;
}

/** With what is needed to undo it. */
interface Pen extends AnsiStyle {
  readonly own: {
    readonly front: AnsiColour | undefined;
    readonly back: AnsiColour | 'text' | undefined;
    readonly inverse: boolean;
  };
}

const PLAIN_PEN: Pen = {
  colour: undefined,
  background: undefined,
  bold: false,
  faint: false,
  italic: false,
  underline: false,
  strike: false,
  own: { front: undefined, back: undefined, inverse: false },
};
/** Nothing set. */
export const PLAIN_STYLE: AnsiStyle = PLAIN_PEN;

/** Only what is to be seen. */
function styleAlone(style: AnsiStyle): AnsiStyle {
  const { colour, background, bold, faint, italic, underline, strike } = style;
  return { colour, background, bold, faint, italic, underline, strike };
}

const EIGHT: readonly (AnsiColour | undefined)[] = [
  undefined,
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  undefined,
];

/** The style after `CSI … m`. What is not known changes nothing. */
function afterSgr(style: AnsiStyle, parameters: readonly string[]): AnsiStyle {
  let pen: Pen = 'own' in style ? (style as Pen) : { ...PLAIN_PEN, ...style };
  for (let at = 0; at < parameters.length; at++) {
    const [code = '', ...parts] = parameters[at]!.split(':', 8);
    const number = code === '' ? 0 : Number(code);
    if (number === 38 || number === 48) {
      const isColon = parts.length > 0;
      const given = isColon ? parts : parameters.slice(at + 1, at + 5);
      const [colour, used] = extendedColour(given, isColon);
      if (!isColon) at += used;
      if (colour !== null) pen = number === 38 ? withOwn(pen, { front: colour }) : withOwn(pen, { back: colour });
    } else pen = afterCode(pen, number, parts[0]);
  }
  return pen;
}

function afterCode(pen: Pen, code: number, part: string | undefined): Pen {
  if (code >= 30 && code <= 37) return withOwn(pen, { front: EIGHT[code - 30] });
  if (code >= 90 && code <= 97) return withOwn(pen, { front: code === 90 ? 'grey' : EIGHT[code - 90] });
  if (code >= 40 && code <= 47) return withOwn(pen, { back: EIGHT[code - 40] ?? (code === 47 ? 'grey' : undefined) });
  if (code >= 100 && code <= 107) return withOwn(pen, { back: EIGHT[code - 100] ?? 'grey' });
  switch (code) {
    case 0:
      return PLAIN_PEN;
    case 1:
      return { ...pen, bold: true };
    case 2:
      return { ...pen, faint: true };
    case 3:
      return { ...pen, italic: true };
    case 4:
      return { ...pen, underline: part !== '0' };
    case 21:
      return { ...pen, underline: true };
    case 7:
      return withOwn(pen, { inverse: true });
    case 9:
      return { ...pen, strike: true };
    case 22:
      return { ...pen, bold: false, faint: false };
    case 23:
      return { ...pen, italic: false };
    case 24:
      return { ...pen, underline: false };
    case 27:
      return withOwn(pen, { inverse: false });
    case 29:
      return { ...pen, strike: false };
    case 39:
      return withOwn(pen, { front: undefined });
    case 49:
      return withOwn(pen, { back: undefined });
    default:
      return pen;
  }
}

function withOwn(pen: Pen, change: Partial<Pen['own']>): Pen {
  const own = { ...pen.own, ...change };
  return {
    ...pen,
    own,
    colour: own.inverse ? undefined : own.front,
    background: own.inverse ? (own.front ?? 'text') : own.back,
  };
}

/** `5;n` or `2;r;g;b`. @returns the colour, null where it is none, and how many parameters it took */
function extendedColour(given: readonly string[], isColon: boolean): [AnsiColour | undefined | null, used: number] {
  if (given[0] === '5') return [of256(Number(given[1] || 0)), 2];
  if (given[0] !== '2') return [null, 0];
  // Between colons a colour space may stand before the three numbers.
  const [red, green, blue] = (isColon && given.length > 4 ? given.slice(2) : given.slice(1)).map((each) =>
    Number(each || 0),
  );
  return [nearest(red ?? 0, green ?? 0, blue ?? 0), 4];
}

function of256(index: number): AnsiColour | undefined | null {
  if (!(index >= 0 && index <= 255)) return null;
  if (index < 16) return index === 8 ? 'grey' : EIGHT[index % 8];
  if (index >= 232) return grey((index - 232) / 23);
  const level = (value: number): number => (value === 0 ? 0 : 55 + 40 * value);
  const cube = Math.floor(index) - 16;
  return nearest(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
}

/** Hues of the colours end here, in degrees. */
const HUES: readonly (readonly [number, AnsiColour])[] = [
  [20, 'red'],
  [70, 'yellow'],
  [165, 'green'],
  [200, 'cyan'],
  [265, 'blue'],
  [335, 'magenta'],
  [360, 'red'],
];

function nearest(red: number, green: number, blue: number): AnsiColour | undefined {
  const [high, low] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const range = high - low;
  if (!(range > 32)) return grey(high / 255);
  const sector =
    high === red
      ? ((green - blue) / range + 6) % 6
      : high === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  return HUES.find(([end]) => sector * 60 <= end)?.[1];
}

/** Very dark and very light are the colour of the text: one of them would be the colour of the page. */
function grey(lightness: number): AnsiColour | undefined {
  return lightness > 0.2 && lightness < 0.75 ? 'grey' : undefined;
}

/** A piece of text as a terminal would show it. Joined, the texts of the runs are what is left to read. */
export interface AnsiRun extends AnsiStyle {
  readonly text: string;
}

/** Runs of one coloured text. What follows the last of them is plain: more would fill the page with elements. */
export const MAX_ANSI_RUNS = 5000;
/**
 * Characters of a title, a link or another string for the terminal. A longer one is text that somebody wants to hide,
 * and is shown.
 */
const MAX_ANSI_STRING_LENGTH = 4096;
/** Parameters of one sequence; terminals take 16 to 32. The others are ignored. */
const MAX_ANSI_PARAMETERS = 32;

/** Whatever makes a text more than its characters. */
// oxlint-disable-next-line no-control-regex -- what it is about
const ANYTHING = /[\u001b\u0080-\u009f\b\u0007]|\r(?!\n)/;
/** Next place where something has to be done. */
// oxlint-disable-next-line no-control-regex -- what it is about
const SPECIAL = /[\u001b\u0080-\u009f\b\u0007\r\n]/g;

/** True where `readAnsi` would give anything but the text itself. */
export function hasAnsi(text: string): boolean {
  return ANYTHING.test(text);
}

/** What goes on from one line to the next. */
export interface AnsiState {
  style: AnsiStyle;
}

/**
 * Text with the control sequences of terminals: colours, bold, italic, underline and their like are kept; every other
 * sequence goes (links, titles, cursor movements, C1 controls). Where a line was written over, the last writing counts, as
 * for a progress bar. A sequence that does not end is taken out as far as it is one. Linear in the length of the text; never throws.
 * @param state the style that an earlier part of the text left on, changed to the one this part leaves on
 * Why no library does it: docs/decisions/0014-libraries-tried.md
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
    screen.write(text.slice(at, next));
    at = next < text.length ? control(text, next, screen) : next;
  }
  state.style = screen.style;
  return screen.runs;
}

/** @returns where to go on */
function control(text: string, at: number, screen: Screen): number {
  const char = text[at];
  if (char === '\n') screen.newLine();
  else if (char === '\b') screen.erase();
  else if (char === '\r') {
    if (text[at + 1] !== '\n') screen.overwrite();
  } else if (char === '\u001b') return escape(text, at + 1, screen);
  else if (char === '\u009b') return sequence(text, at + 1, screen);
  else if (char === '\u0090' || char === '\u0098' || (char && char >= '\u009d' && char <= '\u009f'))
    return string(text, at + 1);
  return at + 1;
}

/** Behind ESC. */
function escape(text: string, at: number, screen: Screen): number {
  const char = text[at];
  if (char === '[') return sequence(text, at + 1, screen);
  if (char === ']' || char === 'P' || char === 'X' || char === '^' || char === '_') return string(text, at + 1);
  // Character sets and single commands: any number of intermediates, one final.
  let end = at;
  while (end < at + MAX_ANSI_PARAMETERS && isBetween(text, end, 0x20, 0x2f)) end++;
  return isBetween(text, end, 0x30, 0x7e) ? end + 1 : end;
}

/** Behind CSI: parameters, intermediates, one final. */
function sequence(text: string, at: number, screen: Screen): number {
  let end = at;
  while (isBetween(text, end, 0x30, 0x3f)) end++;
  const parameters = end;
  while (isBetween(text, end, 0x20, 0x2f)) end++;
  if (!isBetween(text, end, 0x40, 0x7e)) return end;
  if (text[end] === 'm' && end === parameters && !/[<=>?]/.test(text[at] ?? ''))
    screen.style = afterSgr(screen.style, text.slice(at, end).split(';', MAX_ANSI_PARAMETERS));
  return end + 1;
}

/** Behind the beginning of a string for the terminal. It ends with BEL or ST; one that does not is shown, lest it hide something. */
function string(text: string, at: number): number {
  for (let end = at; end < text.length && end < at + MAX_ANSI_STRING_LENGTH; end++) {
    const code = text.charCodeAt(end);
    if (code === 7 || code === 0x9c) return end + 1;
    if (code === 0x1b) return text[end + 1] === '\\' ? end + 2 : at;
    if (code === 10 || (code >= 0x80 && code < 0xa0)) return at;
  }
  return at;
}

function isBetween(text: string, at: number, low: number, high: number): boolean {
  const code = text.charCodeAt(at);
  return code >= low && code <= high;
}

/** What has been written, and how. */
class Screen {
  /** Texts in parts: taking one character off a text of a megabyte, a million times, must not copy it each time. */
  readonly #runs: { readonly parts: string[]; readonly style: AnsiStyle }[] = [];
  /** The runs before the line that is being written. */
  #lineStart = 0;
  /** Set by a carriage return: the next writing takes the place of the line. */
  #isOverwriting = false;
  style: AnsiStyle;

  constructor(style: AnsiStyle) {
    this.style = style;
  }

  get runs(): readonly AnsiRun[] {
    return this.#runs.map(({ parts, style }) => ({ text: parts.join(''), ...styleAlone(style) }));
  }

  write(text: string): void {
    if (text === '') return;
    if (this.#isOverwriting) {
      this.#runs.length = this.#lineStart;
      this.#isOverwriting = false;
    }
    const last = this.#runs.at(-1);
    const style = this.#runs.length < MAX_ANSI_RUNS ? this.style : PLAIN_STYLE;
    // A run never reaches across the beginning of a line, so that a line can be taken back.
    if (last && this.#runs.length > this.#lineStart && isSame(last.style, style)) last.parts.push(text);
    else this.#runs.push({ parts: [text], style });
  }

  newLine(): void {
    this.#isOverwriting = false;
    const last = this.#runs.at(-1);
    if (last) last.parts.push('\n');
    else this.#runs.push({ parts: ['\n'], style: this.style });
    this.#merge();
    this.#lineStart = this.#runs.length;
  }

  overwrite(): void {
    this.#isOverwriting = true;
  }

  /** Overstriking, as printers did it: `N\bN` is a bold N. */
  erase(): void {
    const last = this.#runs.at(-1);
    if (!last || this.#runs.length <= this.#lineStart || this.#isOverwriting) return;
    const part = last.parts.pop() ?? '';
    if (part.length > 1) last.parts.push(part.slice(0, -1));
    if (last.parts.length === 0) this.#runs.pop();
  }

  /** Lines of one style are one run again, once they cannot be taken back. */
  #merge(): void {
    const at = this.#lineStart;
    const before = this.#runs[at - 1];
    const first = this.#runs[at];
    if (!before || !first || !(isSame(before.style, first.style) || this.#runs.length >= MAX_ANSI_RUNS)) return;
    for (const part of first.parts) before.parts.push(part);
    this.#runs.splice(at, 1);
  }
}

function isSame(one: AnsiStyle, other: AnsiStyle): boolean {
  return (
    one === other ||
    (one.colour === other.colour &&
      one.background === other.background &&
      one.bold === other.bold &&
      one.faint === other.faint &&
      one.italic === other.italic &&
      one.underline === other.underline &&
      one.strike === other.strike)
  );
}
