import { McpError, asMcpError, type HttpError, type ProtocolError } from '../errors.js';
import { rpcCodes } from '../jsonrpc/codes.js';
import { RESOURCE_NOT_FOUND, sessionHidden } from './explain.js';
import { send } from './http-exchange.js';
import { sessionHeaders, type SessionLine } from './session-line.js';

/** Milliseconds a goodbye may take. */
const LEAVE_TIMEOUT_MS = 5000;

/** With these codes a 404 is the answer to what was asked. */
const ANSWERS: ReadonlySet<number> = new Set([rpcCodes.methodNotFound, rpcCodes.invalidParams, RESOURCE_NOT_FOUND]);

/** What a failure means for the session it happened in. */
export function inSession(line: SessionLine, error: unknown): McpError {
  const problem = asMcpError(error, 'network');
  const { status, rpcCode, message, excerpt = message } = problem as ProtocolError & Partial<HttpError>;
  const aboutSession = status === 400 && line.greeted && /session/i.test(excerpt);
  if (line.id && (aboutSession || (status === 404 && !ANSWERS.has(rpcCode)))) {
    line.lost = true;
    return new McpError('session-lost', 'The server no longer knows this session.', {
      cause: error,
      remedy: 'Connect again.',
    });
  }
  return aboutSession ? sessionHidden(problem) : problem;
}

/** Says goodbye where there is a session to leave. Never throws. */
export async function leave(line: SessionLine, headers: Readonly<Record<string, string>> | undefined): Promise<void> {
  const { endpoint, id, lost } = line;
  if (!id || lost) return;
  // A refusal (405) is the server's right.
  await send(endpoint, {
    method: 'DELETE',
    headers: sessionHeaders(line, headers),
    signal: AbortSignal.timeout(LEAVE_TIMEOUT_MS),
  }).catch(() => {});
  line.id = undefined;
}
