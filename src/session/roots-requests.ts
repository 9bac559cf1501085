import { ProtocolError, isMcpError } from '../errors.js';
import { rpcCodes } from '../jsonrpc/messages.js';
import { rootFault } from '../protocol/decode/server-requests.js';
import type { Root } from '../protocol/model.js';
import { errorText } from './error-texts.js';
import type { ServerRequestHandler } from './server-request-types.js';

export const handleRoots: ServerRequestHandler = async (_params, decider, context) => {
  try {
    const roots = await decider.authorize('roots/list', undefined, context);
    return { roots: roots.filter(canBeShared) };
  } catch (error) {
    if (!isMcpError(error) || error.code !== 'declined') throw error;
    throw new ProtocolError(rpcCodes.methodNotFound, errorText('session.rootsNotShared'), {
      code: 'declined',
      cause: error,
    });
  }
};

/**
 * True if the root is a `file://` URL without `..`. The specification allows only `file://` roots, so no other root is
 * sent, whoever answered. Roots on another computer are allowed: a page may know of them.
 */
function canBeShared({ uri }: Root): boolean {
  const fault = rootFault(String(uri));
  return fault === undefined || fault === 'host';
}
