import { ProtocolError } from '../../../errors.js';
import { rpcCodes } from '../../../jsonrpc/codes.js';
import type { RpcRequest } from '../../../jsonrpc/messages.js';
import type { InboundContext } from '../../../jsonrpc/outgoing.js';
import type { AnswerAsk } from '../../ask.js';

/** Answers what a server asks on its stream: `ping` at once, everything else through the one ask dispatcher. */
export async function answerRequest(
  { method, params }: RpcRequest,
  context: InboundContext,
  answerAsk: AnswerAsk,
): Promise<unknown> {
  if (method === 'ping') return {};
  const answer = answerAsk(method, params, context);
  if (!answer) throw new ProtocolError(rpcCodes.methodNotFound, `This client does not answer ${method}.`);
  return answer;
}
