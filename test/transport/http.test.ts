import { expect } from '@esm-bundle/chai';
import { script, scriptedLog, scriptedUrl } from '/__servers__.js';
import { HttpError, ProtocolError, type McpErrorCode } from '../../src/errors.js';
import { type HttpEndpoint } from '../../src/transport/http.js';
import { readText } from '../../src/transport/response-body.js';
import { mayHaveRun } from '../../src/transport/sending-again.js';
import { StreamableHttp } from '../../src/transport/streamable-http.js';
import { endpointAt, exchange, request, type Exchanged } from '../fixtures/exchange.js';
import { failureOf } from '../fixtures/failure.js';
import { pause } from '../fixtures/eventually.js';
import { verifies } from '../requirements/verifies.js';
import { textOfThrown } from '../fixtures/visible.js';

const post = (url: string, options?: Partial<HttpEndpoint>, signal?: AbortSignal): Promise<Exchanged> =>
  exchange(new StreamableHttp(endpointAt(url, options)), request('ping'), signal && { signal });

describe('one HTTP request', () => {
  describe('headers', () => {
    it('are those of the protocol', async () => {
      verifies('post-accepts-json-and-events');
      const url = await script({ session: false });
      await exchange(new StreamableHttp(endpointAt(url)), request('ping'), { headers: { 'X-Extra': 'yes' } });
      expect((await scriptedLog(url)).at(-1)!.headers)
        .to.include({
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'x-extra': 'yes',
        })
        .and.not.to.have.any.keys('last-event-id', 'mcp-session-id');
    });

    it('of the page are asked for before each request', async () => {
      const url = await script({ session: false });
      let token = 0;
      const endpoint = endpointAt(url, { headers: async () => ({ Authorization: `Bearer ${++token}` }) });
      const transport = new StreamableHttp(endpoint);
      await exchange(transport, request('ping'));
      await exchange(transport, request('ping'));
      const posts = (await scriptedLog(url)).filter(({ method }) => method === 'POST');
      expect(posts.map(({ headers }) => headers['authorization'])).to.deep.equal(['Bearer 1', 'Bearer 2']);
    });

    it('of the page never stand in the way of the protocol’s, however they are written', async () => {
      const url = await script({ session: false });
      await post(url, { headers: async () => ({ 'content-type': 'text/plain', ACCEPT: '*/*' }) });
      expect((await scriptedLog(url)).at(-1)!.headers).to.include({
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      });
    });

    for (const [what, headers] of [
      ['that cannot be had', () => Promise.reject(new Error('no token'))],
      ['that no header can carry', () => Promise.resolve({ Authorization: 'Bearer 世界' })],
    ] as const)
      it(`${what} are a mistake of the page, not of the network`, async () => {
        const { error } = await post(scriptedUrl('rev-2025-11-25'), { headers });
        expect(error!.code).to.equal('invalid-input');
        expect(error!.message).to.contain('header');
      });
  });

  it('a value that no header can carry stands in no error, also where the engine quotes it', async () => {
    const { Headers } = globalThis;
    globalThis.Headers = class extends Headers {
      constructor(init?: HeadersInit) {
        if (Object.values(init ?? {}).some((value) => String(value).includes('\n')))
          throw new TypeError(`Header 'Authorization' has invalid value: '${JSON.stringify(init)}'`);
        super(init);
      }
    };
    try {
      const headers = async (): Promise<Record<string, string>> => ({ Authorization: 'Bearer s3cret\n' });
      const { error } = await post(scriptedUrl('rev-2025-11-25'), { headers });
      expect(error).to.include({ code: 'invalid-input', key: 'transport.headersUnsendable' });
      expect(textOfThrown(error)).not.to.include('s3cret');
    } finally {
      globalThis.Headers = Headers;
    }
  });

  it('parameters that are no JSON are a mistake of the page', async () => {
    const endless: Record<string, unknown> = {};
    endless['self'] = endless;
    for (const params of [{ big: 1n }, endless]) {
      // oxlint-disable-next-line no-await-in-loop
      const { error } = await exchange(new StreamableHttp(endpointAt(scriptedUrl('html'))), request('ping', params));
      expect(error!.code).to.equal('invalid-input');
    }
  });

  describe('a status that says no', () => {
    const rpc = { code: -32022, message: 'Unsupported protocol version', data: { supported: [] } };
    for (const status of [400, 404, 405, 409, 422, 500, 503])
      it(`${status} with a JSON-RPC error is the server’s word, and keeps the status`, async () => {
        verifies('refusals-are-read');
        const { error } = await post(await script({ replies: { '*': { status, error: rpc } } }));
        expect(error).to.be.instanceOf(ProtocolError);
        expect(error).to.include({ code: 'server-error', rpcCode: -32022, message: rpc.message, status });
        expect(error!.data).to.deep.equal(rpc.data);
      });

    for (const [status, code] of [
      [401, 'unauthorized'],
      [403, 'forbidden'],
    ] as const)
      it(`${status} with a JSON-RPC error is ${code} all the same`, async () => {
        const { error } = await post(await script({ replies: { '*': { status, error: rpc } } }));
        expect(error).to.include({ code, rpcCode: -32022, status });
      });

    for (const [status, code, words] of [
      [400, 'http', 'refused the request (400)'],
      [401, 'unauthorized', 'needs a sign-in or an access token (401)'],
      [403, 'forbidden', 'refuses this page (403)'],
      [404, 'http', 'has nothing at this address (404)'],
      [405, 'http', 'refused the request (405)'],
      [413, 'http', 'finds the message too large (413)'],
      [429, 'http', 'gets too many requests (429)'],
      [431, 'http', 'finds the headers too large (431)'],
      [500, 'http', 'failed (500)'],
      [503, 'http', 'failed (503)'],
    ] as readonly [number, McpErrorCode, string][])
      it(`${status} with anything else: ${words}`, async () => {
        const type = 'text/html; charset=utf-8';
        const { error } = await post(await script({ replies: { '*': { status, type, text: '<h1>No</h1>' } } }));
        expect(error).to.be.instanceOf(HttpError);
        expect(error).to.include({ code, status, contentType: 'text/html', excerpt: '<h1>No</h1>' });
        expect(error!.message)
          .to.match(/^127\.0\.0\.1:\d+ /)
          .and.to.contain(words);
        expect(error!.remedy).to.match(/\.$/);
      });
  });

  describe('an answer that is none', () => {
    for (const [scenario, type, remedy] of [
      ['html', 'text/html', 'a path such as /mcp'],
      ['plain-text', 'text/plain', 'must send Content-Type'],
    ] as const)
      it(`${type} is said so, with what to check`, async () => {
        const { error } = await post(scriptedUrl(scenario));
        expect(error).to.include({ code: 'not-mcp', status: 200, contentType: type });
        expect(error!.message).to.contain(type);
        expect(error!.remedy).to.contain(remedy);
      });

    for (const [what, text] of [
      ['empty', ''],
      ['broken off', '{"jsonrpc":"2.0","id":'],
      ['of another protocol', '{"ok":true}'],
    ] as const)
      it(`JSON that is ${what} is said so`, async () => {
        const { error } = await post(await script({ replies: { '*': { text, type: 'application/json' } } }));
        expect(error!.code).to.equal('bad-message');
      });
  });

  describe('no answer', () => {
    it('because it was given up is no network failure', async () => {
      const abort = new AbortController();
      const posting = post(scriptedUrl('never-answers-at-all'), {}, abort.signal);
      setTimeout(() => abort.abort(), 30);
      expect((await posting).error!.code).to.equal('cancelled');
    });
  });

  describe('a connection that breaks in the middle of a body', () => {
    const breaking =
      (init: ResponseInit): typeof fetch =>
      async () =>
        new Response(
          new ReadableStream({
            start: (controller) => controller.enqueue(new TextEncoder().encode('{"jsonrpc":"2.0",')),
            pull: (controller) => controller.error(new TypeError('network error')),
          }),
          init,
        );

    it('leaves the outcome open', async () => {
      const { error } = await post('http://x.example/', {
        fetch: breaking({ headers: { 'content-type': 'application/json' } }),
      });
      expect(error!.code).to.equal('stream-ended');
    });
    it('does not hide the status', async () => {
      const { error } = await post('http://x.example/', { fetch: breaking({ status: 404 }) });
      expect(error).to.include({ code: 'http', status: 404 });
    });
  });

  describe('redirects', () => {
    for (const status of [301, 302, 303, 307, 308])
      it(`${status} from /mcp to /mcp/ is followed, with the method and the message`, async () => {
        const url = await script({ session: false, slash: status });
        const { received } = await post(url);
        expect(received[0].result).to.deep.equal({});
        const asked = await scriptedLog(`${url}/`);
        expect(asked.map(({ method, body }) => [method, body?.method])).to.deep.equal([
          ...asked.slice(1).map(() => ['OPTIONS', undefined]),
          ['POST', 'ping'],
        ]);
      });

    it('are found out once, not for every message', async () => {
      const url = await script({ session: false, slash: 307 });
      const transport = new StreamableHttp(endpointAt(url));
      await exchange(transport, request('ping'));
      const asked = (await scriptedLog(url)).length;
      const { received } = await exchange(transport, request('ping'));
      expect(received[0].result).to.deep.equal({});
      expect(await scriptedLog(url)).to.have.length(asked);
    });

    it('whose guess finds nothing that a page may read are told as redirects, not as a network that fails', async () => {
      const asked: string[] = [];
      const { error } = await post('https://mcp.example/mcp', {
        fetch: async (input) => {
          asked.push(input as string);
          if (asked.length > 1) throw new TypeError('Failed to fetch');
          return new Response('', { status: 307 });
        },
      });
      expect(asked).to.deep.equal(['https://mcp.example/mcp', 'https://mcp.example/mcp/']);
      expect(error!.code).to.equal('http');
      expect(error!.message).to.contain('does not show');
    });

    it('of a call are not followed where the browser hides the status: it may have been carried out', async () => {
      const asked: string[] = [];
      const hidden = (): Response => Object.defineProperty(new Response(''), 'type', { value: 'opaqueredirect' });
      const fetch: typeof globalThis.fetch = async (input) => {
        asked.push(input as string);
        return Object.defineProperties(hidden(), { status: { value: 0 }, ok: { value: false } });
      };
      const transport = new StreamableHttp(endpointAt('https://mcp.example/mcp', { fetch }));
      const { error } = await exchange(transport, request('tools/call', { name: 'x' }));
      expect(error).to.include({ code: 'http', key: 'transport.redirectHidden', status: 0 });
      expect(mayHaveRun(error!)).to.equal(true);
      expect(asked).to.deep.equal(['https://mcp.example/mcp']);
    });

    it('are followed within the origin where they can be seen, as outside of browsers', async () => {
      const target = new URL(await script({ session: false }));
      const redirectTo =
        (location: string): typeof fetch =>
        async (input, init) =>
          new URL(input as string).pathname === '/moved'
            ? new Response('', { status: 308, headers: { location } })
            : fetch(input, init);
      const { received } = await post(`${target.origin}/moved`, { fetch: redirectTo(target.pathname) });
      expect(received[0].result).to.deep.equal({});
      const { error } = await post(`${target.origin}/moved`, { fetch: redirectTo('https://evil.example/x') });
      expect(error!.message).to.contain('evil.example').and.to.contain('refused');
    });
  });

  describe('size', () => {
    it('a body is not even received beyond the limit', async () => {
      let sent = 0;
      const endless = (): Response =>
        new Response(
          new ReadableStream({
            async pull(controller) {
              await pause(0);
              sent += 1000;
              controller.enqueue(new Uint8Array(1000).fill(97));
            },
          }),
        );
      const { text, cut } = await readText(endless(), 5000);
      expect(cut).to.equal(true);
      expect(text.length).to.be.within(5000, 7000);
      const until = sent;
      await pause(20);
      expect(sent - until).to.be.at.most(1000);
    });

    it('a body of just that size is whole', async () => {
      expect(await readText(new Response('ä'.repeat(50)), 100)).to.deep.equal({ text: 'ä'.repeat(50), cut: false });
      expect(await readText(new Response(null), 100)).to.deep.equal({ text: '', cut: false });
    });

    it('a body that breaks is said so', async () => {
      const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) });
      expect((await failureOf(readText(new Response(broken), 10))).code).to.equal('stream-ended');
    });
  });
});
