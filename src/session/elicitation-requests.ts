import { McpError, isMcpError } from '../errors.js';
import { readElicitationRequest } from '../protocol/decode/server-requests.js';
import { asObject } from '../protocol/decode/values.js';
import type { ElicitationRequest, ElicitationResult } from '../protocol/model.js';
import { errorText } from './error-texts.js';
import { type ServerRequestHandler, refuseInvalid } from './server-request-types.js';

export const handleElicitation: ServerRequestHandler = async (params, decider, context) => {
  const request = readElicitationRequest(params);
  if ('fault' in request) refuseInvalid(request.fault);
  const { mode } = request;
  if (!decider.offers().elicitation?.[mode]) refuseInvalid(errorText('session.modeNotOffered', { mode }));
  try {
    return writeResult(mode, await decider.authorize('elicitation/create', request, context));
  } catch (error) {
    // A refusal, by a person or by the policy, is a normal answer here.
    if (isMcpError(error) && error.code === 'declined') return { action: 'decline' };
    throw error;
  }
};

/** Only an accepted form has content. @throws McpError `invalid-input` for an unusable answer of page code */
function writeResult(
  mode: ElicitationRequest['mode'],
  { action, content }: Partial<ElicitationResult> = {},
): ElicitationResult {
  if (action === 'decline' || action === 'cancel') return { action };
  if (action === 'accept') return mode === 'url' ? { action } : { action, content: asObject(content) ?? {} };
  throw new McpError('invalid-input', errorText('session.elicitorAnswerUnusable'), {
    remedy: errorText('session.elicitorReturns', {
      accept: '`{action: "accept", content: {…}}`',
      decline: '`{action: "decline"}`',
      cancel: '`{action: "cancel"}`',
    }),
  });
}
