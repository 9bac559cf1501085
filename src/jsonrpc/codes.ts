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
