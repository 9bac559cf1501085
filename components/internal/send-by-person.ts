import type { CallOptions, JsonObject, Session } from '../../src/index.js';

/**
 * Sends a request that the person wrote or chose. A call of a tool goes the way of every call: its rules hold, and the person is asked
 * where a form would ask.
 * `_meta` goes along without what the client sets itself.
 * @throws McpError what the session throws
 */
export async function sendByPerson(session: Session, method: string, params: JsonObject): Promise<void> {
  const { _meta, ...rest } = params;
  const { name, arguments: args } = rest;
  const options: CallOptions = { initiator: 'person', meta: _meta as JsonObject | undefined };
  if (method !== 'tools/call' || typeof name !== 'string') await session.request(method, rest, options);
  else await session.tools.call(name, (args ?? {}) as JsonObject, options);
}
