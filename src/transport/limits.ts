import { McpError } from '../errors.js';
import { MAX_MESSAGE_SIZE } from './read-body.js';

/** Bytes of an error body read for its explanation. */
export const MAX_ERROR_BODY: number = 64 * 1024;
/** Characters of a challenge that are read. Browsers and servers allow 8 KB of a header. */
export const MAX_CHALLENGE_LENGTH: number = 8 * 1024;
/** Characters of an event's id that are sent back, as `Last-Event-ID`. Servers allow 8 KB for all headers. */
export const MAX_EVENT_ID = 2000;
/** How often a broken stream is taken up again without anything new on it, before its request fails. */
export const MAX_RESUMES = 5;
/** How often the standing stream is opened again that was closed at once with nothing on it, before we do without. */
export const MAX_IDLE_STREAMS = 4;
/** Milliseconds that a stream may stay open after its answer. A browser has six connections for a server. */
export const LINGER_MS = 1000;
/** Milliseconds after which a stream that ends was not closed at once. */
export const LONG_LIFE_MS = 10_000;
/** First pause before opening a stream again, in milliseconds; doubles each time. The server's `retry` replaces it. */
export const FIRST_RETRY_MS = 500;
/** Least pause before opening a stream again, in milliseconds, whatever the server says: `retry: 0` would go round without one. */
export const MIN_RETRY_MS = 100;
/** Longest pause we choose ourselves, in milliseconds. */
export const MAX_RETRY_MS = 30_000;
/** Longest pause a server may ask of us, in milliseconds. */
export const MAX_SERVER_RETRY_MS: number = 10 * 60_000;

export function tooLarge(): McpError {
  return new McpError('limit', `The server sent a message over ${MAX_MESSAGE_SIZE / 1024 / 1024} MB; it was not read.`);
}
