import { ProtocolError, isMcpError } from '../../errors.js';
import { rpcCodes } from '../../jsonrpc/codes.js';
import { readSamplingRequest, writeSamplingResult } from '../../protocol/check/sampling.js';
import type { AskHandler } from './ask-handler.js';

/** The code a refusal travels under. @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#error-handling */
const USER_REJECTED = -1;

export const samplingAsk: AskHandler = async (params, desk, context) => {
  const request = readSamplingRequest(params);
  if (typeof request === 'string') throw new ProtocolError(rpcCodes.invalidParams, request);
  if (request.tools || request.toolChoice)
    throw new ProtocolError(rpcCodes.invalidParams, 'This client did not offer sampling with tools.');
  try {
    return writeSamplingResult(await desk.admit('sampling/createMessage', request, context));
  } catch (error) {
    if (!isMcpError(error) || error.code !== 'declined') throw error;
    throw new ProtocolError(USER_REJECTED, 'User rejected sampling request', { code: 'declined', cause: error });
  }
};
