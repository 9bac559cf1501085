import { McpError, isMcpError } from '../../errors.js';
import { readElicitationRequest } from '../../protocol/check/elicitation.js';
import { asObject } from '../../protocol/check/object.js';
import type { ElicitationRequest, ElicitationResult } from '../../protocol/model.js';
import type { AskHandler } from './ask-handler.js';
import { refuse } from './refuse.js';

export const elicitationAsk: AskHandler = async (params, desk, context) => {
  const request = readElicitationRequest(params);
  if (typeof request === 'string') refuse(request);
  const { mode } = request;
  if (!desk.offers().elicitation?.[mode]) refuse(`This client did not offer elicitation in the mode “${mode}”.`);
  try {
    return writeResult(mode, await desk.admit('elicitation/create', request, context));
  } catch (error) {
    // A refusal is an answer here, whether a person or the page's policy says it.
    if (isMcpError(error) && error.code === 'declined') return { action: 'decline' };
    throw error;
  }
};

/** Only an accepted form has content. @throws McpError `invalid-input` for an answer of page code that is none */
function writeResult(
  mode: ElicitationRequest['mode'],
  { action, content }: Partial<ElicitationResult> = {},
): ElicitationResult {
  if (action === 'decline' || action === 'cancel') return { action };
  if (action === 'accept') return mode === 'url' ? { action } : { action, content: asObject(content) ?? {} };
  throw new McpError('invalid-input', 'The elicitor of this page returned no answer that can be sent.', {
    remedy: 'Let it return `{action: "accept", content: {…}}`, `{action: "decline"}` or `{action: "cancel"}`.',
  });
}
