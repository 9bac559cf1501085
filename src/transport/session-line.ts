import type { HttpEndpoint } from './http-exchange.js';

/** What is known of one session with a server. */
export interface SessionLine {
  readonly endpoint: HttpEndpoint;
  /** A secret: never shown, stored or logged. */
  id?: string | undefined;
  /** The server has answered: whatever goes wrong from here on, it is no server of another shape. */
  greeted: boolean;
  /** The server no longer knows the session. */
  lost?: boolean;
}

export const SESSION_ID = 'Mcp-Session-Id';

/** These headers, with the session's own. */
export function sessionHeaders(
  line: SessionLine | undefined,
  headers: Readonly<Record<string, string>> | undefined,
): Record<string, string> {
  return { ...headers, ...(line?.id && { [SESSION_ID]: line.id }) };
}
