/**
 * A date with a time as RFC 3339 writes it, taken apart: what a clock on the wall shows, which a native control can
 * edit, and where that clock hangs.
 */
export interface Moment {
  /** `2026-11-20T14:30` with seconds and a fraction as far as they were there. */
  readonly wall: string;
  /** `Z`, `+01:00`, or empty for no statement. */
  readonly offset: string;
}

/** The native controls for points in time. */
export type TimeControl = 'date' | 'time' | 'datetime-local';

const CONTROLS: ReadonlyMap<string, TimeControl> = new Map([
  ['date', 'date'],
  ['time', 'time'],
  ['date-time', 'datetime-local'],
]);

/** The control for a `format`; undefined where it is about something else. */
export function timeControlOf(format: string | undefined): TimeControl | undefined {
  return format === undefined ? undefined : CONTROLS.get(format);
}

const DATE = '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])';
const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,3})?)?';
const OFFSET = '(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)?';
const WALLS: { readonly [Control in TimeControl]: RegExp } = {
  date: new RegExp(`^(${DATE})()$`),
  time: new RegExp(`^(${TIME})(${OFFSET})$`),
  'datetime-local': new RegExp(`^(${DATE}[Tt ]${TIME})(${OFFSET})$`),
};

/**
 * Takes a text apart. Undefined when a native control could not show all of it: a half typed date, a day that no
 * calendar has, microseconds.
 */
export function readMoment(control: TimeControl, text: string): Moment | undefined {
  const [, wall, offset] = WALLS[control].exec(text) ?? [];
  if (wall === undefined || !isInCalendar(control, wall)) return undefined;
  return { wall: wall.toUpperCase().replace(' ', 'T'), offset: (offset ?? '').toUpperCase() };
}

/** The text to send. RFC 3339 wants seconds where a control leaves them out. */
export function writeMoment(control: TimeControl, { wall, offset }: Moment): string {
  if (control === 'date' || wall === '') return wall;
  return `${/:\d\d:/.test(wall) ? wall : `${wall}:00`}${offset}`;
}

/** The ways to write it, the one of RFC 3339 first: some servers want thousandths of a second, or no seconds. */
export function spellings(control: TimeControl, moment: Moment): readonly string[] {
  const usual = writeMoment(control, moment);
  const { wall, offset } = moment;
  if (control === 'date' || wall === '' || /:\d\d:\d\d\./.test(wall)) return [usual];
  const seconds = usual.slice(0, usual.length - offset.length);
  return [usual, `${seconds}.000${offset}`, `${seconds.replace(/:00$/, '')}${offset}`];
}

/** How far the browser's own clock is from UTC at that time there; now, where no date is given. */
export function offsetHere(wall: string): string {
  const moment = new Date(wall.includes('T') ? wall : Date.now());
  const minutes = Number.isNaN(moment.getTime()) ? 0 : -moment.getTimezoneOffset();
  if (minutes === 0) return 'Z';
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
}

/** `UTC`, `UTC+01:00`. */
export function offsetInWords(offset: string): string {
  if (offset === '') return 'no zone';
  return offset === 'Z' ? 'UTC' : `UTC${offset}`;
}

function isInCalendar(control: TimeControl, wall: string): boolean {
  if (control === 'time') return true;
  const date = wall.slice(0, 10);
  const moment = new Date(`${date}T00:00:00Z`);
  return date > '0001' && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(date);
}

/** The wall time as a native control gives it back: without seconds or a fraction that are zero. */
export function shortWall(wall: string): string {
  return wall
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace(/(:\d\d):00$/, '$1');
}
