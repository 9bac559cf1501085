import { McpError, asMcpError } from '../errors.js';
import type { Connection } from '../protocol/connection.js';
import { sleep } from '../util/abort.js';

/**
 * Asks for a sign of life from time to time.
 * @throws McpError once when none comes; never when `signal` ends it
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping
 */
export async function keepPinging(
  { era, peer, framing }: Connection,
  options: { readonly signal: AbortSignal; readonly pingIntervalMs: number; readonly timeoutMs: number },
): Promise<void> {
  const { signal, pingIntervalMs, timeoutMs } = options;
  const request = { method: 'ping' };
  if (!(await era.methods()).has(request.method)) return;
  while (!signal.aborted)
    try {
      await sleep(pingIntervalMs, signal);
      await peer.request(await era.dress(request, framing), { signal, timeoutMs });
    } catch (thrown) {
      if (signal.aborted) return;
      const error = asMcpError(thrown);
      // A refusal is a sign of life too.
      if (error.code === 'server-error') continue;
      throw new McpError(error.code, 'The server gives no sign of life any more.', {
        cause: error,
        remedy: 'Connect again.',
      });
    }
}
