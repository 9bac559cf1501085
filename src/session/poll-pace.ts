import type { McpError, McpErrorCode, ProtocolError } from '../errors.js';
import { rpcCodes } from '../jsonrpc/codes.js';
import { backoff } from '../transport/backoff.js';

/** Milliseconds between two looks at a task where the server does not say how often it wants them. */
export const DEFAULT_POLL_MS = 1000;
/** Least pause between two looks, in milliseconds, whatever the server says. */
export const MIN_POLL_MS = 100;
/** Longest pause a server may ask for, in milliseconds. */
export const MAX_POLL_MS: number = 10 * 60_000;
/** How many looks in a row may fail before a task is given up. */
export const MAX_POLL_FAILURES = 5;
/** By how much a pause is lengthened at most, so that many pages do not come at once. Never shortened. */
const JITTER = 0.1;

/** Milliseconds until the next look: what the server wants, and longer after each one that failed. */
export function pollPause(
  intervalMs: number | undefined,
  failures: number,
  random: () => number = Math.random,
): number {
  const wanted = Math.min(Math.max(intervalMs ?? DEFAULT_POLL_MS, MIN_POLL_MS), MAX_POLL_MS);
  return Math.max(wanted * (1 + JITTER * random()), failures > 0 ? backoff(failures - 1, random) : 0);
}

const PASSING: ReadonlySet<McpErrorCode> = new Set<McpErrorCode>([
  'network',
  'http',
  'not-mcp',
  'bad-message',
  'timeout',
  'stream-ended',
]);

/** Whether it may go better next time. Looking changes nothing, so one may look again. */
export function isPassing(error: McpError & Partial<ProtocolError>): boolean {
  return PASSING.has(error.code) || error.rpcCode === rpcCodes.internalError;
}
