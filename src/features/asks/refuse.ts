import { ProtocolError } from '../../errors.js';
import { rpcCodes } from '../../jsonrpc/codes.js';

/** Refuses a question that breaks a rule, before anybody sees it. @throws ProtocolError −32602, `bad-message` */
export function refuse(words: string): never {
  throw new ProtocolError(rpcCodes.invalidParams, words, { code: 'bad-message' });
}
