import { ProtocolError, isMcpError } from '../../errors.js';
import { rpcCodes } from '../../jsonrpc/codes.js';
import { rootFault } from '../../protocol/check/root.js';
import type { Root } from '../../protocol/model.js';
import type { AskHandler } from './ask-handler.js';

export const rootsAsk: AskHandler = async (_params, desk, context) => {
  try {
    const roots = await desk.admit('roots/list', undefined, context);
    return { roots: roots.filter(canBeShared) };
  } catch (error) {
    if (!isMcpError(error) || error.code !== 'declined') throw error;
    throw new ProtocolError(rpcCodes.methodNotFound, 'Roots are not shared with this server.', {
      code: 'declined',
      cause: error,
    });
  }
};

/**
 * The specification knows `file://` roots only, and none may climb: whoever answered, the server gets no other. A page may
 * know of folders on another computer.
 */
function canBeShared({ uri }: Root): boolean {
  const fault = rootFault(String(uri));
  return fault === undefined || fault === 'host';
}
