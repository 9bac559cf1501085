import type { JsonObject, Session } from '../../src/index.js';

/**
 * Sends a request that the person wrote or chose. A call of a tool goes the way of every call: its rules hold, and the person is asked
 * where a form would ask.
 * @throws McpError what the session throws
 */
export async function sendByPerson(session: Session, method: string, params: JsonObject): Promise<void> {
  const { name, arguments: args } = params;
  if (method !== 'tools/call' || typeof name !== 'string')
    await session.request(method, params, { initiator: 'person' });
  else await session.tools.call(name, (args ?? {}) as JsonObject, { initiator: 'person' });
}
