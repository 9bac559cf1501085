import type { ProtocolError } from '../errors.js';

/** Error codes that JSON-RPC itself defines. */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
} as const;

/** The code of a refusal because of how much is asked. No specification has one; JSON-RPC leaves these to us. */
export const TOO_MANY = -32000;

/** The code of a refusal because the page cannot put the question to anybody. */
export const CANNOT_ASK = -32000;

/** The server itself says that it has no such method: not that it refuses this client, which has codes of its own. */
export function isMethodNotFound(error: unknown): boolean {
  const { code, rpcCode } = error as Partial<ProtocolError>;
  return code === 'server-error' && rpcCode === rpcCodes.methodNotFound;
}
