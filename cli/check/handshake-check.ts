import { asMcpError, isMcpError, type McpError } from '../../src/errors.js';
import { open } from '../../src/protocol/negotiate.js';
import { HANDSHAKE_METHOD, newest, PROBE_METHOD, type Revision } from '../../src/protocol/revisions.js';
import { type CorsFault, PageFetchError } from './page-fetch.js';
import type { CheckTarget } from './target.js';

/** One way to open a connection, and what came of it. A server needs only one of them. */
export interface HandshakeCheck {
  /** The first message: `server/discover` or `initialize`. */
  readonly method: string;
  /** The revision that was asked for. */
  readonly revision: string;
  readonly works: boolean;
  /** The revision that the server agreed to. */
  readonly agreed?: string | undefined;
  readonly transport?: 'streamable-http' | 'http-sse' | undefined;
  /** How the server calls itself. Untrusted. */
  readonly server?: { readonly name: string; readonly version: string } | undefined;
  /** Why the page gets no answer, where that is why it fails. */
  readonly fault?: CorsFault | 'not-sent' | undefined;
  /** Why else it fails. It may quote the server: untrusted. */
  readonly problem?: string | undefined;
}

/** Characters of a server’s name and version that are kept. The rest is cut. */
const MAX_SHOWN_NAME_LENGTH = 100;

/**
 * Opens a connection in each era, with the code of every session, and closes it.
 * @throws never
 */
export async function checkHandshakes(target: CheckTarget): Promise<readonly HandshakeCheck[]> {
  // One after the other: some servers have room for one connection only.
  return [
    await checkHandshake(target, PROBE_METHOD, newest('modern')),
    await checkHandshake(target, HANDSHAKE_METHOD, newest('legacy')),
  ];
}

async function checkHandshake(
  { url, headers, timeoutMs, page }: CheckTarget,
  method: string,
  revision: Revision,
): Promise<HandshakeCheck> {
  const life = new AbortController();
  const asked = { method, revision: revision.id };
  let fault: HandshakeCheck['fault'];
  const noting: typeof globalThis.fetch = async (...request) => {
    try {
      return await page.fetch(...request);
    } catch (error) {
      if (error instanceof PageFetchError) fault ??= error.fault;
      throw error;
    }
  };
  try {
    const connection = await open({
      endpoint: { url, fetch: noting, headers: async () => headers, onProblem: () => {} },
      client: { name: 'mcp-embed', version: 'check' },
      capabilities: () => ({}),
      answerServerRequest: async () => () => undefined,
      onNotification: () => {},
      onStreamEnd: () => {},
      onProblem: () => {},
      signal: life.signal,
      timeoutMs,
      revision,
    });
    const { protocol, server, era, peer, kind } = connection;
    await peer.close(era.headers(protocol));
    return {
      ...asked,
      works: true,
      agreed: protocol.revision.id,
      transport: kind === 'http-sse' ? 'http-sse' : 'streamable-http',
      server: {
        name: server.name.slice(0, MAX_SHOWN_NAME_LENGTH),
        version: server.version.slice(0, MAX_SHOWN_NAME_LENGTH),
      },
    };
  } catch (error) {
    return { ...asked, works: false, ...(fault ? { fault } : { problem: describeProblem(asMcpError(error)) }) };
  } finally {
    // Ends streams that are still open.
    life.abort();
  }
}

/** Without the sentence about the revision, which stands beside it. */
function describeProblem(error: McpError): string {
  const { key, message } = error.key === 'protocol.revisionRefused' && isMcpError(error.cause) ? error.cause : error;
  return key === 'verbatim' ? `The server said: “${message}”` : message;
}
