import { errorTextOf, HttpError, McpError, ProtocolError } from '../errors.js';
import { headerMismatch } from '../protocol/revisions.js';
import { mayHaveRun } from '../transport/sending-again.js';
import { errorText } from './error-texts.js';

// The rule, and every sign with what is done: docs/sending-again.md.

/**
 * True where a server of the newest era refused a call before it looked at it, because its headers do not repeat its arguments.
 * With another status, and in the older era, the code is a tool’s own.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
export function isRefusedForHeaders(error: unknown): boolean {
  const { rpcCode, status } = error as Partial<ProtocolError>;
  return rpcCode === headerMismatch && status === 400;
}

/** The error of a call. Where the call may have been carried out, the remedy says so first. */
export function withWarning(error: McpError): McpError {
  if (!mayHaveRun(error)) return error;
  const remedy = errorText('session.mayHaveRun', { remedy: error.remedyText ?? '' });
  const options = { cause: error, remedy, developer: error.developerText };
  const words = errorTextOf(error);
  const { code, rpcCode, data, status, contentType = '', excerpt = '', serverWords } = error as ErrorOfCall;
  if (rpcCode !== undefined) return new ProtocolError(rpcCode, words, { ...options, code, data, status });
  if (status === undefined) return new McpError(code, words, options);
  return new HttpError(code, words, { ...options, status, contentType, excerpt, serverWords });
}

type ErrorOfCall = McpError & Partial<Omit<ProtocolError, keyof McpError> & Omit<HttpError, keyof McpError>>;

/**
 * The error of a task whose session the server has forgotten. Not `session-lost`: the call was taken up, and must not be sent
 * again in a new session.
 */
export function taskOfLostSession(error: McpError): McpError {
  if (error.code !== 'session-lost') return error;
  return new McpError('stream-ended', errorText('session.taskUnreachable', { problem: errorTextOf(error) }), {
    cause: error,
    remedy: errorText('session.followTaskLater'),
  });
}
