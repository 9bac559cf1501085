/** A number as a person typed it, or what is wrong with it. */
export type NumberReading =
  { readonly ok: true; readonly value: number } | { readonly ok: false; readonly message: string };

const NUMBER = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i;
const UNFINISHED = /^[+-]?(?:\d+\.?|\.)?(?:\d*e[+-]?)?$|^[+-]?(?:\d+\.\d+|\d+|\.\d+)e[+-]?$/i;

/** Reads a number without ever changing it: what would not be sent digit for digit as typed is refused, not rounded. */
export function readNumber(typed: string): NumberReading {
  const text = typed.trim();
  if (text === '') return { ok: false, message: 'Enter a number.' };
  if (!NUMBER.test(text)) return { ok: false, message: problemOf(text) };
  const value = Number(text);
  if (!Number.isFinite(value)) return { ok: false, message: 'This number is too large to be sent.' };
  if (digitsOf(text) !== digitsOf(String(value))) {
    return { ok: false, message: 'This number has more digits than can be sent exactly.' };
  }
  return { ok: true, value };
}

function problemOf(text: string): string {
  if (/^[+-]?\d{1,3}(?:[,.' ]\d{3})+$/.test(text)) return 'Write the number without separators, like 1234567.';
  if (/^[+-]?\d+,\d+$/.test(text)) return 'Use a point for decimals, like 1.5.';
  if (UNFINISHED.test(text)) return `“${text}” is not a finished number.`;
  return 'This is not a number.';
}

/** Sign, significant digits and power of ten: the same text for every spelling of the same decimal. */
function digitsOf(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  return `${text.startsWith('-') ? '-' : ''}${significant}e${power}`;
}
