/** The colours that are distinguished. Black and white become the page’s own text and background colour. */
export type AnsiColour = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'grey';

/**
 * The style of a run. Inverse is already applied. Text on a coloured background has no colour of its own: the element
 * chooses a readable one, so that no text can be hidden.
 */
export interface AnsiStyle {
  readonly colour: AnsiColour | undefined;
  /** `text` is the colour of the page’s text. */
  readonly background: AnsiColour | 'text' | undefined;
  readonly bold: boolean;
  readonly faint: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strike: boolean;
}

/** A style, and what is needed to reset parts of it. */
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
/** The style without any attributes. */
export const PLAIN_STYLE: AnsiStyle = PLAIN_PEN;

/** Only the visible part of a pen. */
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

/** The style after `CSI … m`. Unknown parameters change nothing. */
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

/** Reads `5;n` or `2;r;g;b`. @returns the colour, null where there is none, and the number of parameters read */
function extendedColour(given: readonly string[], isColon: boolean): [AnsiColour | undefined | null, used: number] {
  if (given[0] === '5') return [of256(Number(given[1] || 0)), 2];
  if (given[0] !== '2') return [null, 0];
  // With colons, a colour space may come before the three numbers.
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

/** The upper end of each hue, in degrees. */
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

/** Very dark and very light colours become the colour of the text: one of them would be that of the page. */
function grey(lightness: number): AnsiColour | undefined {
  return lightness > 0.2 && lightness < 0.75 ? 'grey' : undefined;
}

/** A piece of text in one style. The texts of all runs together are the readable text. */
export interface AnsiRun extends AnsiStyle {
  readonly text: string;
}

/**
 * Runs of one coloured text. The text after the last run is plain, because more runs would fill the page with elements.
 */
export const MAX_ANSI_RUNS = 5000;
/**
 * Characters of a title, link or other string for the terminal. A longer one may be meant to hide text, so it is shown.
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

/** Whether `readAnsi` would give anything but the text itself. */
export function hasAnsi(text: string): boolean {
  return ANYTHING.test(text);
}

/** The state that one part of a text passes to the next. */
export interface AnsiState {
  style: AnsiStyle;
}

/**
 * Reads text with terminal control sequences. Colours, bold, italic, underline and the like are kept; every other
 * sequence is removed (links, titles, cursor movements, C1 controls). Where a line is overwritten, as by a progress
 * bar, only the last version stays. Of an unfinished sequence the recognized part is removed. Linear in the length of
 * the text; never throws.
 * Why no library does it: docs/decisions/0014-libraries-tried.md
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
    screen.write(text.slice(at, next));
    at = next < text.length ? control(text, next, screen) : next;
  }
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
  else if (char === '\u0090' || char === '\u0098' || (char && char >= '\u009d' && char <= '\u009f'))
    return string(text, at + 1);
  return at + 1;
}

/** Reads on after ESC. */
function escape(text: string, at: number, screen: Screen): number {
  const char = text[at];
  if (char === '[') return sequence(text, at + 1, screen);
  if (char === ']' || char === 'P' || char === 'X' || char === '^' || char === '_') return string(text, at + 1);
  // Character sets and single commands: any number of intermediate characters, then a final one.
  let end = at;
  while (end < at + MAX_ANSI_PARAMETERS && isBetween(text, end, 0x20, 0x2f)) end++;
  return isBetween(text, end, 0x30, 0x7e) ? end + 1 : end;
}

/** Reads on after CSI: parameters, intermediate characters, a final one. */
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

/**
 * Reads on after the beginning of a string for the terminal, which ends with BEL or ST. A string without an end is
 * shown, because it could hide text.
 */
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

/** The text so far, with its styles. */
class Screen {
  /** In parts: deleting one character from a text of a megabyte, a million times, must not copy the text each time. */
  readonly #runs: { readonly parts: string[]; readonly style: AnsiStyle }[] = [];
  /** Number of runs before the current line. */
  #lineStart = 0;
  /** Set by a carriage return: the next text replaces the line. */
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
    // A run never crosses the beginning of the current line, so that the line can be replaced.
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

  /** Backspace deletes a character, because printers wrote `N\bN` for a bold N. */
  erase(): void {
    const last = this.#runs.at(-1);
    if (!last || this.#runs.length <= this.#lineStart || this.#isOverwriting) return;
    const part = last.parts.pop() ?? '';
    if (part.length > 1) last.parts.push(part.slice(0, -1));
    if (last.parts.length === 0) this.#runs.pop();
  }

  /** Joins the finished line with the run before it, if both have the same style. */
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
