import { asMcpError, type McpError, type ProtocolError } from '../errors.js';
import type { Connection } from '../protocol/connection.js';
import { open } from '../protocol/opening.js';
import type { Facts, Failure } from './observation.js';

export interface OpeningOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Connects as every session does, with the same code, asks one harmless thing more and leaves. What a session would
 * meet is what is observed.
 */
export async function tryOpening(options: OpeningOptions): Promise<Pick<Facts, 'opened' | 'failure'>> {
  const { url, headers, fetch, timeoutMs, signal } = options;
  const endpoint = { url, fetch, headers: async () => headers, onProblem: () => {} };
  let connection: Connection;
  try {
    connection = await open({
      endpoint,
      client: { name: 'mcp-embed', version: 'diagnosis' },
      capabilities: () => ({}),
      answerAsk: async () => () => undefined,
      onNews: () => {},
      onStreamEnd: () => {},
      onProblem: () => {},
      signal,
      timeoutMs,
    });
  } catch (error) {
    return { failure: failureOf(asMcpError(error)) };
  }
  const opened = {
    revision: connection.framing.revision.id,
    transport: connection.opening === 'http-sse' ? ('http-sse' as const) : ('streamable-http' as const),
  };
  try {
    await ping(connection, signal, timeoutMs);
    return { opened };
  } catch (error) {
    const failure = failureOf(asMcpError(error));
    // A JSON-RPC error is an answer: the session lives.
    return failure.code === 'server-error' ? { opened } : { opened, failure };
  } finally {
    await connection.peer.close(connection.era.headers(connection.framing));
  }
}

/** The first request within the session: some servers greet, and then do not know whom they greeted. */
async function ping({ era, framing, peer }: Connection, signal: AbortSignal, timeoutMs: number): Promise<void> {
  const request = { method: 'ping' };
  if ((await era.methods()).has(request.method))
    await peer.request(await era.dress(request, framing), { signal, timeoutMs });
}

function failureOf(error: McpError): Failure {
  return { code: error.code, message: error.message, rpcCode: (error as Partial<ProtocolError>).rpcCode };
}
