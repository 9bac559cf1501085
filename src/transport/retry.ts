/** Times that a broken stream is taken up again without anything new on it, before its request fails. */
export const MAX_RESUMES = 5;

/**
 * Times that a GET stream is opened again that was closed at once with nothing on it. Then the session does without.
 */
export const MAX_IDLE_STREAMS = 4;

/** Milliseconds after which a stream that ends was not closed at once. */
export const STREAM_LONG_LIFE_MS = 10_000;

/**
 * Milliseconds before a stream is opened again for the first time; the pause doubles each time. The server’s `retry`
 * replaces it.
 */
export const FIRST_STREAM_RETRY_MS = 500;

/**
 * Milliseconds before a stream is opened again at least, whatever the server says: `retry: 0` would go round without a
 * pause.
 */
export const MIN_STREAM_RETRY_MS = 100;

/** Milliseconds of the longest pause that we choose ourselves. */
export const MAX_STREAM_RETRY_MS = 30_000;

/** Milliseconds of the longest pause that a server may ask of us. A longer one counts as this long. */
export const MAX_SERVER_RETRY_MS: number = 10 * 60_000;

/** Milliseconds to wait before attempt `n` (from 0): doubling, with jitter so that many tabs do not come at once. */
export function backoff(n: number, random: () => number = Math.random): number {
  const full = Math.min(MAX_STREAM_RETRY_MS, FIRST_STREAM_RETRY_MS * 2 ** n);
  return full * (0.5 + random() / 2);
}
