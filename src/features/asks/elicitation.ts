import { ProtocolError } from '../../errors.js';
import { rpcCodes } from '../../jsonrpc/codes.js';
import { readElicitationRequest } from '../../protocol/check/elicitation.js';
import type { AskHandler } from './ask-handler.js';

export const elicitationAsk: AskHandler = async (params, desk, context) => {
  const request = readElicitationRequest(params);
  if (typeof request === 'string') throw new ProtocolError(rpcCodes.invalidParams, request);
  if (request.mode === 'url')
    throw new ProtocolError(rpcCodes.invalidParams, 'This client did not offer to open pages (elicitation.url).');
  // A refusal is a result here, so nothing has to be caught.
  return desk.admit('elicitation/create', request, context);
};
