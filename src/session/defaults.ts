import type { Implementation } from '../protocol/model.js';
import { VERSION } from '../util/version.js';

export const DEFAULT_CLIENT: Implementation = { name: 'mcp-embed', version: VERSION };
/**
 * Milliseconds that each step of connecting may take, where the page does not set `connectTimeoutMs`. Then connecting
 * fails with `timeout`.
 */
export const DEFAULT_CONNECT_TIMEOUT_MS = 30_000;
/**
 * Milliseconds without an answer or progress before a call fails with `timeout`, where the page does not set
 * `timeoutMs`.
 */
export const DEFAULT_TIMEOUT_MS = 60_000;
/**
 * Milliseconds that a call may take in all, whatever progress it reports, where the page does not set `maxTimeoutMs`.
 * Then it fails with `timeout`.
 */
export const DEFAULT_MAX_TIMEOUT_MS: number = 10 * 60_000;
