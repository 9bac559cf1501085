import type { HttpError, McpError } from '../errors.js';
import { isRequest, type RpcMessage } from '../jsonrpc/messages.js';
import { HIDDEN_STATUS } from './redirect.js';
import { CorsError } from './cors-failure.js';

// The rule, and every sign with what is done: docs/sending-again.md.

/** A server may have carried out what it redirects with another status: browsers then ask for the outcome with a GET. */
const KEEPS_THE_MESSAGE: ReadonlySet<number> = new Set([307, 308]);

/**
 * True where a message that was answered with a redirect may be sent to where that leads. A browser does not show the status.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.4
 */
export function mayFollowRedirect(status: number, message: RpcMessage | undefined): boolean {
  return KEEPS_THE_MESSAGE.has(status) || !message || !isRequest(message) || message.method !== 'tools/call';
}

/** Statuses below 500, beside redirects, that do not say that the request was refused: hidden, or waited for too long. */
const UNCERTAIN: ReadonlySet<number> = new Set([HIDDEN_STATUS, 408, 499]);

/** True where a call that failed so may have been carried out, and its error does not say so yet. */
export function mayHaveRun(error: McpError): boolean {
  // The browser has not sent it.
  if (error instanceof CorsError) return false;
  // An answer of another protocol has a status of success: something was done.
  if (error.code === 'network' || error.code === 'not-mcp') return true;
  const { status } = error as Partial<HttpError>;
  return status !== undefined && (status >= 500 || (status >= 300 && status < 400) || UNCERTAIN.has(status));
}
