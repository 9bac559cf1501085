import { KINDS, type KindRow } from './kinds.js';
import { MAX_BYTES, MAX_SERVER_BYTES } from './limits.js';
import { groupedBy, type Size } from './usage.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const rows: Readonly<Record<string, KindRow | undefined>> = KINDS;

/** What is too old, and what is too much: of that the oldest, of what the server has too before all else. */
export function surplusOf(
  sizes: readonly Size[],
  limits: { readonly server: number; readonly all: number } = { server: MAX_SERVER_BYTES, all: MAX_BYTES },
): readonly Size[] {
  const gone = new Set(tooOld(sizes));
  for (const of of groupedBy(sizes, ({ server }) => server).values()) tooMuch(of, limits.server, gone);
  tooMuch(sizes, limits.all, gone);
  return [...gone];
}

/**
 * Age counts from the day before the last on which anything was kept, not from the clock: one that was set wrong for a day
 * must not cost what a year has brought, and who comes back after a long time finds things as they were.
 */
function tooOld(sizes: readonly Size[]): readonly Size[] {
  const days = [...new Set(sizes.map(({ at }) => Math.floor(at / DAY_MS)))].toSorted((one, other) => other - one);
  const today = Math.min(days[1] ?? -Infinity, Math.floor(Date.now() / DAY_MS));
  return sizes.filter(({ kind, at }) => Math.floor(at / DAY_MS) < today - (rows[kind]?.days ?? Infinity));
}

function tooMuch(sizes: readonly Size[], limit: number, gone: Set<Size>): void {
  const spare = sizes.filter((one) => !gone.has(one) && rows[one.kind]?.spare);
  let bytes = sumOf(spare);
  for (const one of inOrderOfGoing(spare)) {
    if (bytes <= limit) return;
    gone.add(one);
    bytes -= one.bytes;
  }
}

/** What is to go so that as many bytes are free; less where there is no more. */
export function roomFor(bytes: number, sizes: readonly Size[]): readonly Size[] {
  const gone: Size[] = [];
  let freed = 0;
  for (const one of inOrderOfGoing(sizes.filter(({ kind }) => rows[kind]?.spare))) {
    if (freed >= bytes) break;
    gone.push(one);
    freed += one.bytes;
  }
  return gone;
}

function inOrderOfGoing(spare: readonly Size[]): readonly Size[] {
  const rank = ({ kind }: Size): number => (rows[kind]?.spare === 'cache' ? 0 : 1);
  return spare.toSorted((one, other) => rank(one) - rank(other) || one.at - other.at);
}

export function sumOf(sizes: readonly Size[]): number {
  return sizes.reduce((sum, { bytes }) => sum + bytes, 0);
}
