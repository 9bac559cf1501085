/** Headers and body of a request disagree. @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports */
export const headerMismatch = -32020;
