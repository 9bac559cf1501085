import { Session } from './session.js';
import type { Endpoint, SessionOptions } from './session-options.js';

/**
 * Connects to an MCP server, whichever revision it speaks.
 * @example
 * const session = await connect('https://example.com/mcp');
 * const result = await session.tools.call('echo', { message: 'hi' });
 * @throws McpError when the server cannot be reached or understood
 */
export async function connect(endpoint: Endpoint, options?: SessionOptions): Promise<Session> {
  const session = new Session(endpoint, options);
  await session.open();
  return session;
}
