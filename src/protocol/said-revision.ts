import type { RpcMessage } from '../jsonrpc/messages.js';
import { asObject, asString } from './check/object.js';

const SAID_REVISION = 'io.modelcontextprotocol/protocolVersion';

/** The revision that a message names: each request of one era does, and the answer to the first words of the other. */
export function saidRevision(message: RpcMessage): string | undefined {
  const { params, result } = message as { readonly params?: unknown; readonly result?: unknown };
  return (
    asString(asObject(asObject(params)?.['_meta'])?.[SAID_REVISION]) ?? asString(asObject(result)?.['protocolVersion'])
  );
}
