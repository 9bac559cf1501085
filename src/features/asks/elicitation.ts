import { McpError, ProtocolError, isMcpError } from '../../errors.js';
import { rpcCodes } from '../../jsonrpc/codes.js';
import { readElicitationRequest } from '../../protocol/check/elicitation.js';
import { asObject } from '../../protocol/check/object.js';
import type { ElicitationResult } from '../../protocol/model.js';
import type { AskHandler } from './ask-handler.js';

export const elicitationAsk: AskHandler = async (params, desk, context) => {
  const request = readElicitationRequest(params);
  if (typeof request === 'string') throw new ProtocolError(rpcCodes.invalidParams, request);
  if (request.mode === 'url')
    throw new ProtocolError(rpcCodes.invalidParams, 'This client did not offer to open pages (elicitation.url).');
  try {
    return writeResult(await desk.admit('elicitation/create', request, context));
  } catch (error) {
    // A refusal is an answer here, whether a person or the page's policy says it.
    if (isMcpError(error) && error.code === 'declined') return { action: 'decline' };
    throw error;
  }
};

/** Only what is accepted has content. @throws McpError `invalid-input` for an answer of page code that is none */
function writeResult({ action, content }: Partial<ElicitationResult> = {}): ElicitationResult {
  if (action === 'decline' || action === 'cancel') return { action };
  if (action === 'accept') return { action, content: asObject(content) ?? {} };
  throw new McpError('invalid-input', 'The elicitor of this page returned no answer that can be sent.', {
    remedy: 'Let it return `{action: "accept", content: {…}}`, `{action: "decline"}` or `{action: "cancel"}`.',
  });
}
