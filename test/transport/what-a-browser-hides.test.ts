import { expect } from '@open-wc/testing';
import { everythingUrl, script, scriptedLog, scriptedUrl } from '/__servers__.js';
import { openAiSampler } from '../../src/samplers/index.js';
import type { HttpEndpoint } from '../../src/transport/http.js';
import { SessionHttp, StreamableHttp } from '../../src/transport/streamable-http.js';
import { connections, said } from '../fixtures/connections.js';
import { endpointAt, exchange, INITIALIZE, request, type Exchanged } from '../fixtures/exchange.js';
import { eventually } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { textOfThrown } from '../fixtures/visible.js';
import { endpoint, Listening } from '../support/model-endpoint.js';
import { samplingRequest } from '../support/questions.js';

const post = (url: string, options?: Partial<HttpEndpoint>): Promise<Exchanged> =>
  exchange(new StreamableHttp(endpointAt(url, options)), request('ping'));

describe('one HTTP request of a page', () => {
  describe('headers', () => {
    it('are those of the protocol, with the origin, and nothing else of the page: no cookies, no referrer', async () => {
      const url = await script({ session: false });
      await exchange(new StreamableHttp(endpointAt(url)), request('ping'), { headers: { 'X-Extra': 'yes' } });
      const { headers } = (await scriptedLog(url)).at(-1)!;
      expect(headers).to.include({
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'x-extra': 'yes',
        origin: location.origin,
      });
      expect(headers).not.to.have.any.keys('cookie', 'referer', 'last-event-id', 'mcp-session-id');
    });
  });

  it('`fetch` may be the browser’s own, given as it is', async () => {
    const { received } = await post(await script({ session: false }), { fetch: window.fetch });
    expect(received[0].result).to.deep.equal({});
  });

  it('that the server forbids: says which page was refused', async () => {
    expect((await post(scriptedUrl('forbidden'))).error!.remedy).to.contain(location.origin);
  });

  describe('no answer', () => {
    for (const scenario of ['dead', 'no-cors'] as const)
      it(`(${scenario}) says where, and what the server would have to allow`, async () => {
        const url = scriptedUrl(scenario);
        const { error } = await post(url, { headers: async () => ({ 'X-Key': 'secret' }) });
        expect(error!.code).to.equal('network');
        expect(error!.message).to.contain(new URL(url).host);
        expect(error!.remedy)
          .to.contain(`Access-Control-Allow-Origin: ${location.origin}`)
          .and.to.contain('Access-Control-Allow-Headers: Content-Type, MCP-Protocol-Version, Mcp-Session-Id, ')
          .and.to.contain('Authorization, x-key;')
          .and.not.to.contain('secret');
        expect(error!.cause).to.be.instanceOf(TypeError);
      });
  });

  describe('redirects', () => {
    it('to another origin are not followed: nothing whatever is asked there', async () => {
      for (const host of ['localhost', '127.0.0.1']) {
        const target = new URL(await script({}));
        target.hostname = host;
        // The same host with another port is another origin, too.
        const location = host === 'localhost' ? target.href : everythingUrl;
        const url = await script({ replies: { '*': { status: 307, text: '', headers: { location } } } });
        const asked: string[] = [];
        const { error, received } = await post(url, {
          headers: async () => ({ 'X-Api-Key': 'secret', Authorization: 'Bearer secret' }),
          fetch: async (input, init) => {
            asked.push(`${init?.redirect} ${new URL(input as string).origin}`);
            return fetch(input, init);
          },
        });
        expect([...new Set(asked)]).to.deep.equal([`manual ${new URL(url).origin}`]);
        expect(await scriptedLog(target.href.replace('localhost', '127.0.0.1'))).to.deep.equal([]);
        expect(received).to.be.empty;
        expect(error!.code).to.equal('http');
        expect(error!.message).to.contain('may be another site').and.to.contain(new URL(url).host);
      }
    });

    it('to another path of the origin, which the browser does not show, say what to do', async () => {
      const target = new URL(await script({ session: false }));
      const url = await script({ replies: { '*': { status: 307, text: '', headers: { location: target.pathname } } } });
      const { error } = await post(url);
      expect(error!.message).to.contain('does not show');
      expect(error!.remedy).to.contain('Use the address it leads to');
      expect(await scriptedLog(target.href)).to.deep.equal([]);
    });
  });

  it('hanging up closes the connection', async () => {
    const url = scriptedUrl('never-answers-modern');
    const abort = new AbortController();
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'echo' };
    const hanging = exchange(new StreamableHttp(endpointAt(url)), request('tools/call', { name: 'echo' }), {
      headers,
      signal: abort.signal,
    });
    await eventually(async () => (await scriptedLog(url)).length >= 2);
    abort.abort();
    expect((await hanging).error!.code).to.equal('cancelled');
    await eventually(async () => (await scriptedLog(url)).at(-1)!.aborted);
  });

  it('a session id the browser keeps back: says so, and what the server must send', async () => {
    const transport = new SessionHttp(endpointAt(scriptedUrl('session-id-hidden')));
    await exchange(transport, INITIALIZE());
    const { error } = await exchange(transport, { method: 'notifications/initialized' });
    expect(error!.code).to.equal('http');
    expect(error!.message).to.contain('did not let us read');
    expect(error!.remedy).to.contain('Access-Control-Expose-Headers: Mcp-Session-Id');
  });
});

describe('opening a connection from a page', () => {
  const connect = connections();

  it('a server whose CORS list is of 2025 refuses the first question: the handshake gets through', async () => {
    const url = scriptedUrl('cors-of-2025');
    expect((await connect(url)).server.revision).to.equal('2025-11-25');
    expect(await said(url)).to.deep.equal(['initialize', 'notifications/initialized']);
  });
  it('also one of before there was a version header', async () => {
    expect((await connect(scriptedUrl('cors-of-2025-03-26'))).server.revision).to.equal('2025-03-26');
  });
  it('a version header that CORS refuses is named, and nothing else is blamed', async () => {
    const url = await script({ revision: '2025-06-18', cors: { allow: 'content-type, accept, mcp-session-id' } });
    const error = await failureOf(connect(url));
    expect(error.code).to.equal('network');
    expect(error.remedy).to.contain('MCP-Protocol-Version');
  });
  it('a session id that is not exposed', async () => {
    const error = await failureOf(connect(scriptedUrl('session-id-hidden')));
    expect(error.remedy).to.contain('Access-Control-Expose-Headers: Mcp-Session-Id');
  });
  for (const scenario of ['dead', 'no-cors'])
    it(`${scenario}: one sentence that names both causes, and every header the newest protocol needs`, async () => {
      const error = await failureOf(connect(scriptedUrl(scenario)));
      expect(error.code).to.equal('network');
      expect(error.message).to.contain('not be running').and.to.contain('not allow this page');
      expect(error.remedy).to.contain('Mcp-Method').and.to.contain('MCP-Protocol-Version');
    });
});

describe('an endpoint of a model', () => {
  it('that does not allow the page: that is said in words, with a remedy and without the key', async () => {
    const key = 'sk-test-0123456789abcdef';
    const { url } = await endpoint({ type: 'application/json', cors: false, pieces: [] });
    const sampler = openAiSampler({ url, key, model: 'm' });
    const error = await failureOf(sampler(samplingRequest, new Listening().context));
    expect(error.code).to.equal('network');
    expect(error.message).to.contain('Could not reach');
    expect(error.remedy).to.contain('Access-Control-Allow-Headers: content-type, authorization');
    expect(textOfThrown(error)).not.to.contain(key).and.not.to.contain('sk-test');
  });
});
