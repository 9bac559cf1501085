import type { CallOptions, JsonObject, Session } from '../../src/index.js';

/**
 * Sends a request that the person wrote or chose. The rules for every tool call hold, and the person is asked when a form would ask.
 * `_meta` is sent without the members that the client sets itself.
 * @throws McpError any error of the session
 */
export async function sendByPerson(session: Session, method: string, params: JsonObject): Promise<void> {
  const { _meta, ...rest } = params;
  const { name, arguments: args } = rest;
  const options: CallOptions = { initiator: 'person', meta: _meta as JsonObject | undefined };
  if (method !== 'tools/call' || typeof name !== 'string') await session.request(method, rest, options);
  else await session.tools.call(name, (args ?? {}) as JsonObject, options);
}
