const POINT = /^[-+\u2212]?(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d*)?(?:e[-+]?\d+)?$/i;
const COMMA = /^[-+\u2212]?(?:\d+|\d{1,3}(?:\.\d{3})+)?(?:,\d*)?(?:e[-+]?\d+)?$/i;
/** No number that people write is longer. */
const MAX_LENGTH = 64;

/**
 * The number a cell holds: `1234.5`, `1,234.5`, `-3e8`, `12 %`.
 * @param decimalComma numbers are written `1.234,5`, as they are where cells are separated by semicolons
 * @returns undefined where it holds none
 */
export function numberInCell(cell: string, decimalComma: boolean): number | undefined {
  if (cell.length > MAX_LENGTH) return undefined;
  const written = cell.trim().replace(/\s?%$/, '');
  if (!/\d/.test(written)) return undefined;
  // What does not read one way may read the other: a point is also found in files with semicolons.
  const isComma = decimalComma && COMMA.test(written);
  if (!isComma && !POINT.test(written)) return undefined;
  const plain = isComma ? written.replaceAll('.', '').replace(',', '.') : written.replaceAll(',', '');
  const value = Number(plain.replace('\u2212', '-'));
  return Number.isNaN(value) ? undefined : value;
}
