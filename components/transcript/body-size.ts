import type { Body } from '../../src/recording/index.js';
import { counted } from '../words/counted.js';

const BYTE = { one: 'byte', other: 'bytes' };
const short = new Intl.NumberFormat('en', { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });

/** How large a body was. */
export function sizeInWords({ size, isMore }: Body): string {
  const words = size < 10_000 ? counted(size, BYTE) : short.format(size / 1000);
  return isMore ? `more than ${words}` : words;
}
