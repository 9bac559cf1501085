import { expect } from '@esm-bundle/chai';
import { everythingSseUrl, script, scriptedLog, type Reply } from '/__servers__.js';
import type { McpError } from '../../src/errors.js';
import type { RpcMessage } from '../../src/jsonrpc/messages.js';
import { HttpSse } from '../../src/transport/http-sse.js';
import { INITIALIZE, endpointAt, exchange, request } from '../fixtures/exchange.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { verifies } from '../requirements/verifies.js';

interface Standing {
  readonly transport: HttpSse;
  readonly received: RpcMessage[];
  readonly ended: Promise<McpError | undefined>;
  readonly url: string;
  stop(): void;
}

function stand(url: string, options?: Parameters<typeof endpointAt>[1]): Standing {
  const transport = new HttpSse(endpointAt(url, options));
  const stop = new AbortController();
  const received: RpcMessage[] = [];
  const ended = transport.listen({ signal: stop.signal, onMessage: (message) => received.push(message) }).then(
    () => undefined,
    (error: McpError) => error,
  );
  return { transport, received, ended, url, stop: () => stop.abort() };
}
const standAt = async (GET: Reply): Promise<Standing> =>
  stand(await script({ session: false, replies: { GET, '*': { status: 202, text: 'Accepted' } } }));
const endpointEvent = (data: string): string => `event: endpoint\ndata: ${data}\n\n`;

describe('HttpSse: two addresses', () => {
  it('a real server: what is sent there comes back here', async () => {
    const { transport, received, stop, ended } = stand(everythingSseUrl);
    const greeting = INITIALIZE();
    const { end, received: there } = await exchange(transport, greeting);
    expect(end).to.equal('accepted');
    expect(there).to.be.empty;
    await eventually(() => received.length);
    expect(received[0]).to.include({ id: greeting.id });
    expect(transport.greeted).to.equal(true);
    expect((await exchange(transport, { method: 'notifications/initialized' })).end).to.equal('complete');
    stop();
    expect((await ended)!.code).to.equal('cancelled');
  });

  it('a redirect of the second one is found out with the first message: a call is not redirected', async () => {
    const sent: string[] = [];
    const { transport, stop } = stand('https://mcp.example/sse', {
      fetch: async (input, init) => {
        if (init!.method === 'GET')
          return new Response(
            new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode(endpointEvent('/messages'))) }),
            { headers: { 'content-type': 'text/event-stream' } },
          );
        sent.push(new URL(input as string).pathname);
        return sent.length === 1
          ? new Response('', { status: 302, headers: { location: '/messages/' } })
          : new Response(null, { status: 202 });
      },
    });
    await exchange(transport, INITIALIZE());
    expect((await exchange(transport, request('tools/call', { name: 'x' }))).end).to.equal('accepted');
    expect(sent).to.deep.equal(['/messages', '/messages/', '/messages/']);
    stop();
  });

  for (const [what, address, path] of [
    ['a path', '/messages?sessionId=1', '/messages?sessionId=1'],
    ['a relative address', 'messages', '/messages'],
    ['only a query', '?id=1', undefined],
  ] as const)
    it(`the address may be ${what}`, async () => {
      const sent: string[] = [];
      const { transport, url, stop } = stand('http://127.0.0.1:9/sse', {
        fetch: async (input, init) => {
          sent.push(`${init!.method} ${input as string}`);
          return init!.method === 'POST'
            ? new Response(null, { status: 202 })
            : new Response(
                new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode(endpointEvent(address))) }),
                {
                  headers: { 'content-type': 'text/event-stream' },
                },
              );
        },
      });
      await exchange(transport, request('ping'));
      expect(sent).to.deep.equal([`GET ${url}`, `POST ${path ? new URL(path, url).href : `${url}?id=1`}`]);
      stop();
    });

  it('an address on another origin is refused: our messages would go there, and our token', async () => {
    verifies('second-address-on-same-origin');
    const { transport, stop } = await standAt({ sse: [endpointEvent('https://evil.example/')], end: false });
    const { error } = await exchange(transport, request('ping'));
    expect(error!.code).to.equal('bad-message');
    expect(error!.message).to.contain('another site');
    stop();
  });

  it('only the first address counts', async () => {
    const { transport, url, stop } = await standAt({ sse: [endpointEvent('?one'), endpointEvent('?two')], end: false });
    await pause(50);
    await exchange(transport, request('ping'));
    expect((await scriptedLog(url)).at(-1)!.path).to.contain('?one');
    stop();
  });

  it('an event before the address: it is a stream of something else', async () => {
    const { transport, stop } = await standAt({ sse: ['data: {"price":1}\n\n'], end: false });
    const { error } = await exchange(transport, request('ping'));
    expect(error!.code).to.equal('not-mcp');
    stop();
  });

  for (const [what, reply, code] of [
    ['HTML', { text: '<p>', type: 'text/html' }, 'not-mcp'],
    ['405', { status: 405, text: '' }, 'http'],
    ['401', { status: 401, text: '' }, 'unauthorized'],
    ['a stream that ends at once', { sse: [] }, 'stream-ended'],
  ] as const)
    it(`${what} instead of a stream: whoever sends learns it`, async () => {
      const { transport, ended } = await standAt(reply);
      expect((await exchange(transport, request('ping'))).error!.code).to.equal(code);
      expect((await ended)!.code).to.equal(code);
      expect(transport.ended!.code).to.equal(code);
    });

  it('once the stream has ended nothing is sent: no answer could come', async () => {
    const { transport, ended, url } = await standAt({ sse: [endpointEvent('?x')] });
    await ended;
    expect((await exchange(transport, request('ping'))).error!.code).to.equal('stream-ended');
    expect((await scriptedLog(url)).filter(({ method }) => method === 'POST')).to.be.empty;
  });

  it('nor is an answer waited for whose stream ended while the message was on its way', async () => {
    let accept!: () => void;
    let end!: () => void;
    const { transport, ended } = stand('http://127.0.0.1:9/sse', {
      fetch: async (_input, init) => {
        if (init!.method === 'POST') {
          await new Promise<void>((resolve) => (accept = resolve));
          return new Response(null, { status: 202 });
        }
        const body = new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode(endpointEvent('?x')));
            end = () => controller.close();
          },
        });
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
      },
    });
    const exchanged = exchange(transport, request('ping'));
    await eventually(() => accept);
    end();
    await ended;
    accept();
    expect((await exchanged).error!.code).to.equal('stream-ended');
  });

  it('closing before the address came lets nobody wait', async () => {
    const { transport, stop } = await standAt({ sse: [': nothing\n\n'], end: false });
    const waiting = exchange(transport, request('ping'));
    await transport.close();
    expect((await waiting).error!.code).to.equal('closed');
    stop();
  });

  it('a bad message does not end the stream', async () => {
    const ok = { jsonrpc: '2.0', method: 'news' };
    const { received, stop } = await standAt({ sse: [endpointEvent('?x'), 'data: {oops\n\n', ok], end: false });
    await eventually(() => received.length);
    expect(received).to.deep.equal([ok]);
    stop();
  });
});
