import { numberInCell } from './read-table-number.js';
import { MAX_SORT_CHARACTERS } from './read-table-limits.js';
import type { Table } from './read-table-result.js';

export interface TableOrder {
  readonly column: number;
  readonly isDescending: boolean;
}

/** Rows and cells looked at between two looks at the clock; about a millisecond. */
const ROWS_A_STEP = 512;
const CHARACTERS_A_STEP = 65_536;

const texts = new Intl.Collator(undefined, { sensitivity: 'variant' });

/**
 * Rows in the order of a column: numbers first and by their size, then texts as people sort them, empty cells at the end in
 * either direction. Rows that are equal stay in the order they came.
 * @param rows which rows, in the order they came
 */
export function* sortTable(
  table: Table,
  rows: Uint32Array,
  order: TableOrder,
  decimalComma: boolean,
): Generator<undefined, Uint32Array, undefined> {
  const keys: Key[] = [];
  let from: Uint32Array = new Uint32Array(rows.length);
  for (let index = 0; index < rows.length; index++) {
    keys.push(keyOf(table.cell(rows[index]!, order.column) ?? '', decimalComma));
    from[index] = index;
    if (index % ROWS_A_STEP === 0) yield;
  }
  const sign = order.isDescending ? -1 : 1;
  let to: Uint32Array = new Uint32Array(rows.length);
  // Merged by hand and not by `sort`, which cannot be interrupted.
  for (let width = 1; width < rows.length; width *= 2) {
    for (let start = 0, done = 0; start < rows.length; start += 2 * width) {
      const middle = Math.min(start + width, rows.length);
      const end = Math.min(middle + width, rows.length);
      let [left, right] = [start, middle];
      for (let place = start; place < end; place++) {
        const takesLeft = left < middle && (right >= end || compare(keys[from[left]!], keys[from[right]!], sign) <= 0);
        to[place] = from[takesLeft ? left++ : right++]!;
        if (++done % ROWS_A_STEP === 0) yield;
      }
    }
    [from, to] = [to, from];
  }
  return from.map((index) => rows[index]!);
}

/**
 * The rows that have a text in one of their cells, in the order given; capital and small letters are the same.
 */
export function* filterTable(
  table: Table,
  rows: Uint32Array,
  sought: string,
): Generator<undefined, Uint32Array, undefined> {
  const needle = sought.toLowerCase();
  const found: number[] = [];
  let characters = 0;
  for (const row of rows) {
    for (let column = 0; ; column++) {
      const cell = table.cell(row, column);
      if (cell === undefined) break;
      characters += cell.length + 16;
      if (!cell.toLowerCase().includes(needle)) continue;
      found.push(row);
      break;
    }
    if (characters < CHARACTERS_A_STEP) continue;
    characters = 0;
    yield;
  }
  return Uint32Array.from(found);
}

/** By what a row is sorted: a number, a text, or nothing. */
type Key = number | bigint | string | undefined;

function keyOf(cell: string, decimalComma: boolean): Key {
  const text = cell.slice(0, MAX_SORT_CHARACTERS).trim();
  if (text === '') return undefined;
  const value = numberInCell(text, decimalComma);
  // Past this, numbers that differ would look the same.
  if (value !== undefined && Math.abs(value) > Number.MAX_SAFE_INTEGER && WHOLE.test(text)) return BigInt(text);
  return value ?? text;
}

const WHOLE = /^-?\d+$/;

function compare(one: Key, other: Key, sign: number): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  if (typeof one === 'string' && typeof other === 'string') return sign * texts.compare(one, other);
  if (typeof one === 'string') return sign;
  if (typeof other === 'string') return -sign;
  return one === other ? 0 : sign * (one < other ? -1 : 1);
}
