import type { ApprovalPolicy } from '../approvals/policy.js';
import { asMcpError, errorTextOf, isMcpError, McpError, verbatim } from '../errors.js';
import type { Initiator, JsonObject, ServerProfile } from '../protocol/model.js';
import { abortable } from '../util/async.js';
import { requestingServerOf } from './approvals.js';
import { errorText } from './error-texts.js';

/** Characters of the page's reason that are shown to the person. The rest is cut. */
export const MAX_OUTGOING_REASON_LENGTH = 500;

/** Requests for lists carry nothing of the page or the person but the server's own cursor, and `_meta` where there is one. */
const IS_LIST = /\/list$/;

interface OutgoingRequest {
  readonly method: string;
  readonly params: JsonObject | undefined;
  /** `params` are the answer to the server’s request of that method. */
  readonly isAnswer?: boolean;
  readonly initiator?: Initiator | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Shows `policy.beforeSend` what is about to leave. A hook that fails lets nothing pass.
 * @throws McpError `declined` where the hook gives a reason or fails; `cancelled` where the signal aborts meanwhile
 */
export async function requireSendable(
  { method, params, isAnswer = false, initiator = 'page', signal }: OutgoingRequest,
  { beforeSend }: ApprovalPolicy,
  server: ServerProfile,
): Promise<void> {
  if (!beforeSend || !params || (!isAnswer && IS_LIST.test(method) && params['_meta'] === undefined)) return;
  const { server: named, host } = requestingServerOf(server);
  let reason: unknown;
  try {
    // A copy: a hook looks, and changes nothing of what is sent.
    const data = { method, params: structuredClone(params), isAnswer, initiator, host, serverName: named.name };
    reason = await abortable(Promise.resolve(beforeSend(data)), signal);
  } catch (error) {
    if (signal?.aborted) throw asMcpError(signal.reason, 'cancelled');
    throw new McpError(
      'declined',
      errorText('session.checkBeforeSendFailed', { problem: isMcpError(error) ? errorTextOf(error) : String(error) }),
      {
        cause: error,
        remedy: errorText('session.mendBeforeSend'),
      },
    );
  }
  if (reason === undefined || reason === null) return;
  const words = typeof reason === 'string' ? reason.trim().slice(0, MAX_OUTGOING_REASON_LENGTH) : '';
  throw new McpError(
    'declined',
    words ? errorText('session.keptBack', { reason: verbatim(words) }) : errorText('session.keptBackWithoutReason'),
    { remedy: errorText('session.changeWhatIsSent') },
  );
}
