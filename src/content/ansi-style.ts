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
export function styleAlone(style: AnsiStyle): AnsiStyle {
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
export function afterSgr(style: AnsiStyle, parameters: readonly string[]): AnsiStyle {
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

export function isSameStyle(one: AnsiStyle, other: AnsiStyle): boolean {
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
