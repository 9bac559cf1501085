import { expect } from '@esm-bundle/chai';
import { everythingUrl, script, scriptedLog, scriptedUrl, type Scenario } from '/__servers__.js';
import { SessionHttp } from '../../src/transport/streamable-http.js';
import { INITIALIZE, endpointAt, exchange, request } from '../fixtures/exchange.js';
import { verifies } from '../requirements/verifies.js';

const SESSION = 'mcp-session-id';
const initialized = { method: 'notifications/initialized' };

/** A server that has been greeted. */
async function greeted(where: string | Scenario): Promise<{ url: string; transport: SessionHttp }> {
  const url = typeof where === 'string' ? where : await script(where);
  const transport = new SessionHttp(endpointAt(url));
  await exchange(transport, INITIALIZE());
  return { url, transport };
}
const requestsTo = async (url: string): Promise<Awaited<ReturnType<typeof scriptedLog>>> =>
  (await scriptedLog(url)).filter(({ method }) => method !== 'OPTIONS');

describe('SessionHttp', () => {
  describe('the session id', () => {
    it('that comes with the first answer goes with everything after it', async () => {
      verifies('session-id-goes-back');
      const { url, transport } = await greeted(scriptedUrl('rev-2025-11-25'));
      await exchange(transport, initialized);
      await exchange(transport, request('ping'));
      await transport.listen({ signal: new AbortController().signal, onMessage: () => {} });
      await transport.close({ 'MCP-Protocol-Version': '2025-11-25' });
      const log = await requestsTo(url);
      expect(log.map(({ method }) => method)).to.deep.equal(['POST', 'POST', 'POST', 'GET', 'DELETE']);
      const [first, ...others] = log.map(({ headers }) => headers[SESSION]);
      expect(first).to.equal(undefined);
      expect(new Set(others).size).to.equal(1);
      expect(others[0]).to.match(/^[\x21-\x7e]+$/);
      expect(log.at(-1)!.headers['mcp-protocol-version']).to.equal('2025-11-25');
    });

    it('comes from a real server too', async () => {
      const { transport } = await greeted(everythingUrl);
      await exchange(transport, initialized);
      const { received } = await exchange(transport, request('tools/list'));
      expect(received[0].result.tools).not.to.be.empty;
      await transport.close();
    });

    it('where there is none, none is sent, and leaving says nothing', async () => {
      const { url, transport } = await greeted(scriptedUrl('no-session'));
      await exchange(transport, request('ping'));
      await transport.close();
      for (const { headers, method } of await requestsTo(url)) {
        expect(headers).not.to.have.property(SESSION);
        expect(method).to.equal('POST');
      }
    });

    it('another one that comes later does not replace it', async () => {
      const { url, transport } = await greeted({
        replies: { ping: { result: {}, headers: { [SESSION]: 'another' } } },
      });
      await exchange(transport, request('ping'));
      await exchange(transport, request('ping'));
      expect((await requestsTo(url)).at(-1)!.headers[SESSION]).not.to.equal('another');
    });

    it('never stands in what people may see', async () => {
      verifies('session-id-is-a-secret');
      const { transport } = await greeted({
        replies: {
          initialize: { result: {}, headers: { [SESSION]: 'top-secret' } },
          ping: { status: 404, text: 'gone' },
        },
      });
      const { error } = await exchange(transport, request('ping'));
      expect(JSON.stringify([error!.message, error!.remedy])).not.to.contain('top-secret');
    });
  });

  describe('a session the server no longer knows', () => {
    const gone = { code: -32001, message: 'Session not found' };
    /** Before the server looked for whom the request is. */
    const refused = (status: number, error: object, id: string | null = null): { status: number; message: object } => ({
      status,
      message: { jsonrpc: '2.0', error, id },
    });
    for (const [what, reply] of [
      ['404', { status: 404, text: '' }],
      ['404 with a JSON-RPC error', { status: 404, error: gone }],
      ['404 with another code, for no request', refused(404, { code: -32600, message: 'Not found' })],
      ['400 that speaks of the session', refused(400, { code: -32000, message: 'No valid session ID' })],
      ['400 of a server that was started anew', refused(400, { code: -32000, message: 'Server not initialized' })],
      ['400 with another id', refused(400, { code: -32600, message: 'No session' }, 'server-error')],
    ] as const)
      it(`${what}: lost`, async () => {
        const { transport } = await greeted({ replies: { ping: reply } });
        const { error } = await exchange(transport, request('ping'));
        expect(error!.code).to.equal('session-lost');
        expect(error!.remedy).to.equal('Connect again.');
        expect((error!.cause as { status: number }).status).to.equal(reply.status);
      });

    const ORDERED = { code: -32603, message: 'Order placed, but the session with the printer expired' };
    for (const [what, reply, code] of [
      ['400 about something else', { status: 400, error: { code: -32602, message: 'Bad cursor' } }, 'server-error'],
      ['400 that answers, with words about a session', { status: 400, error: ORDERED }, 'server-error'],
      ['404 that answers, with words about a session', { status: 404, error: ORDERED }, 'server-error'],
      ['400 with a text about a session', { status: 400, text: 'Tool run_session failed' }, 'http'],
      ['404 of a method', { status: 404, error: { code: -32601, message: 'Method not found' } }, 'server-error'],
      ['404 of a tool', { status: 404, error: { code: -32602, message: 'Unknown tool: x' } }, 'server-error'],
      ['404 of a resource', { status: 404, error: { code: -32002, message: 'Resource not found' } }, 'server-error'],
      ['500 that speaks of the session', { status: 500, text: 'session store down' }, 'http'],
      ['an error in an answer', { error: gone }, undefined],
    ] as const)
      it(`${what}: not lost`, async () => {
        const { transport } = await greeted({ replies: { ping: reply } });
        expect((await exchange(transport, request('ping'))).error?.code).to.equal(code);
      });

    it('a host whose name speaks of sessions is no evidence', async () => {
      const answers = [
        new Response('{"jsonrpc":"2.0","id":1,"result":{}}', {
          headers: { 'content-type': 'application/json', [SESSION]: 's' },
        }),
        new Response('no', { status: 400 }),
      ];
      const transport = new SessionHttp(
        endpointAt('https://session.example/mcp', { fetch: async () => answers.shift()! }),
      );
      await exchange(transport, { id: 1, method: 'initialize' });
      expect((await exchange(transport, request('ping'))).error!.code).to.equal('http');
    });

    it('is not said goodbye to', async () => {
      const { url, transport } = await greeted({ replies: { ping: { status: 404, text: '' } } });
      await exchange(transport, request('ping'));
      await transport.close();
      expect((await requestsTo(url)).some(({ method }) => method === 'DELETE')).to.equal(false);
    });
  });

  it('a first message that is refused with words about a session is only refused', async () => {
    const url = await script({ replies: { initialize: { status: 400, text: 'Missing sessionId parameter' } } });
    const transport = new SessionHttp(endpointAt(url));
    const { error } = await exchange(transport, INITIALIZE());
    expect(error).to.include({ code: 'http', status: 400 });
    expect(transport.greeted).to.equal(false);
  });

  describe('leaving', () => {
    for (const [what, reply] of [
      ['405', { status: 405, text: '' }],
      ['404', { status: 404, text: '' }],
      ['a broken connection', { reset: true }],
    ] as const)
      it(`${what} is the server’s right`, async () => {
        verifies('leaving-deletes-the-session');
        const { url, transport } = await greeted({ replies: { DELETE: reply } });
        await transport.close();
        await transport.close();
        expect((await requestsTo(url)).filter(({ method }) => method === 'DELETE')).not.to.be.empty;
      });
  });
});
