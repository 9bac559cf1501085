import { ProtocolError, isMcpError } from '../../errors.js';
import { rpcCodes } from '../../jsonrpc/codes.js';
import type { Root } from '../../protocol/model.js';
import type { AskHandler } from './ask-handler.js';

export const rootsAsk: AskHandler = async (_params, desk, context) => {
  try {
    const roots = await desk.admit('roots/list', undefined, context);
    return { roots: roots.filter(isFileRoot) };
  } catch (error) {
    if (!isMcpError(error) || error.code !== 'declined') throw error;
    throw new ProtocolError(rpcCodes.methodNotFound, 'Roots are not shared with this server.', {
      code: 'declined',
      cause: error,
    });
  }
};

/** The specification knows `file://` roots only; another scheme would promise access we cannot describe. */
function isFileRoot({ uri }: Root): boolean {
  return URL.canParse(uri) && /^file:\/\//i.test(uri);
}
