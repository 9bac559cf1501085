/** Headers and body of a request disagree. @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports */
export const headerMismatch = -32020;
/** The server does not speak the revision it was asked in; it names those it does. */
export const unsupportedVersion = -32022;
/** Pages must be visited first. @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation */
export const urlElicitationRequired = -32042;
