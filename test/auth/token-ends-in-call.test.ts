import { expect } from '@esm-bundle/chai';
import { failureOf } from '../fixtures/failure.js';
import { textOf } from '../fixtures/sessions.js';
import type { SiteScript } from './scripted-site.js';
import { type Visit, visits } from './signed-in.js';

const EVENT_STREAM = { 'content-type': 'text/event-stream' };
const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'streams', version: '1' },
};

/** A server of 2025-11-25 that answers calls on a stream, on which it asks something and which it cuts; it looks at the token each time. */
class StreamingServer {
  readonly #site: () => Visit['site'];
  /** What happens between what it sends. */
  beforeQuestion = (): void => {};
  beforeCut = (): void => {};
  /** JSON-RPC methods, `answer` for an answer and `resume` for a stream gone on with, each with whether its token was taken. */
  readonly seen: [what: string, taken: boolean][] = [];
  #answered!: () => void;
  readonly #answer = new Promise<void>((resolve) => (this.#answered = resolve));
  #callId: unknown;

  constructor(site: () => Visit['site']) {
    this.#site = site;
  }

  readonly instead: NonNullable<SiteScript['instead']> = (url, init) => {
    if (url.pathname !== '/mcp' || init.method === 'DELETE') return undefined;
    const headers = new Headers(init.headers);
    const message = init.method === 'POST' ? (JSON.parse(init.body as string) as Record<string, unknown>) : undefined;
    const isResume = !message && headers.has('last-event-id');
    if (!message && !isResume) return new Response(null, { status: 405 });
    const what = isResume ? 'resume' : ((message!['method'] as string | undefined) ?? 'answer');
    const isTaken = Boolean(this.#site().issuer.grantOf((headers.get('authorization') ?? '').slice('Bearer '.length)));
    this.seen.push([what, isTaken]);
    // The site refuses it as it refuses every token that has ended.
    if (!isTaken)
      return new Response('', {
        status: 401,
        headers: {
          'www-authenticate':
            'Bearer resource_metadata="https://mcp.test/.well-known/oauth-protected-resource/mcp", error="invalid_token"',
        },
      });
    const id = message?.['id'];
    const json = (body: object): Response =>
      new Response(JSON.stringify({ jsonrpc: '2.0', id, ...body }), {
        headers: { 'content-type': 'application/json' },
      });
    switch (what) {
      case 'server/discover':
        return json({ error: { code: -32_601, message: 'Method not found' } });
      case 'initialize':
        return json({ result: INITIALIZE });
      case 'tools/list':
        return json({ result: { tools: [{ name: 'book', inputSchema: { type: 'object' } }] } });
      case 'tools/call':
        this.#callId = id;
        return new Response(this.#stream(), { headers: EVENT_STREAM });
      case 'resume':
        return new Response(event('2', { id: this.#callId, result: { content: [{ type: 'text', text: 'booked' }] } }), {
          headers: EVENT_STREAM,
        });
      default:
        if (what === 'answer') this.#answered();
        return new Response(null, { status: 202 });
    }
  };

  #stream(): ReadableStream<Uint8Array> {
    const bytes = new TextEncoder();
    return new ReadableStream({
      start: async (controller) => {
        this.beforeQuestion();
        controller.enqueue(bytes.encode(`retry: 10\n${event('1', { id: 'are-you-there', method: 'ping' })}`));
        await this.#answer;
        this.beforeCut();
        controller.close();
      },
    });
  }
}

function event(id: string, message: object): string {
  return `id: ${id}\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;
}

describe('a token that ends in the middle of a call', () => {
  const visit = visits();

  function visitStreams(issuer: NonNullable<SiteScript['issuer']>) {
    const server: StreamingServer = new StreamingServer(() => visited.site);
    const visited: Visit = visit({ issuer, instead: server.instead });
    const end = (): void => visited.site.issuer.forgetTokens();
    return { ...visited, server, end };
  }

  it('is renewed for the answer to what the server asks, and for the stream that goes on; the call is sent once', async () => {
    const { connect, session, server, end, site } = visitStreams({ givesRefreshTokens: true });
    await connect();
    server.seen.length = 0;
    server.beforeQuestion = server.beforeCut = end;
    expect(textOf(await session.tools.call('book'))).to.equal('booked');
    expect(server.seen).to.deep.equal([
      ['tools/call', true],
      ['answer', false],
      ['answer', true],
      ['resume', false],
      ['resume', true],
    ]);
    expect(site.visits, 'the person is not asked again').to.have.length(1);
  });

  it('and cannot be renewed is told, with what may have happened; the call is not sent again', async () => {
    const { connect, session, server, end } = visitStreams({});
    await connect();
    server.seen.length = 0;
    server.beforeCut = end;
    const failure = await failureOf(session.tools.call('book'));
    expect(failure.message).to.match(/broke off.*\(401\)/);
    expect(failure.remedy).to.match(/may have been carried out\. Check before you try again\. .*sign in/i);
    expect(server.seen.filter(([what]) => what === 'tools/call')).to.deep.equal([['tools/call', true]]);
  });
});
