import { FIRST_RETRY_MS, MAX_RETRY_MS } from './limits.js';

/** Milliseconds to wait before attempt `n` (from 0): doubling, with jitter so that many tabs do not come at once. */
export function backoff(n: number, random: () => number = Math.random): number {
  const full = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** n);
  return full * (0.5 + random() / 2);
}
