import { expect } from '@esm-bundle/chai';
import type { McpError } from '../../src/errors.js';
import type { RpcMessage } from '../../src/jsonrpc/messages.js';
import { type Channel, ChannelTransport, postableChannel } from '../../src/transport/channel.js';
import { eventually } from '../fixtures/eventually.js';
import { exchange, request } from '../fixtures/exchange.js';

const noProblem = (): void => {};

describe('a transport over one channel', () => {
  it('a request is answered elsewhere, a notification is done', async () => {
    const sent: RpcMessage[] = [];
    const channel: Channel = { open: async () => {}, send: (message) => void sent.push(message), close: () => {} };
    const transport = new ChannelTransport(channel, noProblem);
    expect((await exchange(transport, request('ping'))).end).to.equal('accepted');
    expect((await exchange(transport, { method: 'news' })).end).to.equal('complete');
    expect(sent.map((message) => ('method' in message ? message.method : ''))).to.deep.equal(['ping', 'news']);
  });

  it('parameters that a port cannot carry are a mistake of the page, not of the network', async () => {
    const { port1, port2 } = new MessageChannel();
    const transport = new ChannelTransport(postableChannel(port1), noProblem);
    const { error } = await exchange(transport, request('tools/call', { on: () => {} }));
    expect(error!.code).to.equal('invalid-input');
    expect(error!.cause).to.be.instanceOf(DOMException);
    port1.close();
    port2.close();
  });

  it('parameters that no JSON can carry are one too', async () => {
    const channel: Channel = { open: async () => {}, send: (message) => void JSON.stringify(message), close: () => {} };
    const { error } = await exchange(new ChannelTransport(channel, noProblem), request('tools/call', { big: 1n }));
    expect(error!.code).to.equal('invalid-input');
  });

  describe('a message whose parts stand in it many times', () => {
    /** Each level holds the one below twice: 2^levels values, and a few objects. */
    const folded = (levels: number): object => {
      let part: object = { end: true };
      for (let level = 0; level < levels; level++) part = { a: part, b: part };
      return part;
    };
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;

    const withHoles: unknown[] = [];
    withHoles.length = 2 ** 32 - 1;
    const HOLES = { icons: withHoles };

    for (const [what, params] of [
      ['more than a message may hold', folded(40)],
      ['itself', circle],
      ['a list with four thousand million holes', HOLES],
      ['a buffer of sixty million bytes', { bytes: new Uint8Array(60_000_000) }],
      ['a text of seventy million characters', { text: 'x'.repeat(70_000_000) }],
      // oxlint-disable-next-line no-new-wrappers -- a port carries them
      ['a text of sixty million characters as an object', { text: new String('x'.repeat(60_000_000)) }],
    ] as const)
      it(`is skipped and told where it holds ${what}, and the next one comes`, async function () {
        // WebKit writes each hole when it sends: whoever posts such a list stops itself.
        if (params === HOLES && /AppleWebKit(?!.*Chrome)/.test(navigator.userAgent)) this.skip();
        const { port1, port2 } = new MessageChannel();
        const problems: McpError[] = [];
        const transport = new ChannelTransport(postableChannel(port1), (problem) => void problems.push(problem));
        const heard: RpcMessage[] = [];
        const life = new AbortController();
        const listening = transport.listen({ signal: life.signal, onMessage: (message) => void heard.push(message) });
        port2.postMessage({ jsonrpc: '2.0', method: 'folded', params });
        port2.postMessage({ jsonrpc: '2.0', method: 'plain', params: folded(10) });
        await eventually(() => heard.length > 0);
        expect(heard.map((message) => ('method' in message ? message.method : ''))).to.deep.equal(['plain']);
        expect(problems.map(({ code }) => code)).to.deep.equal(['limit']);
        life.abort();
        await listening;
        port2.close();
      });
  });

  it('a list with a few holes has null in them, as JSON would', async () => {
    const { port1, port2 } = new MessageChannel();
    const transport = new ChannelTransport(postableChannel(port1), noProblem);
    const heard: RpcMessage[] = [];
    const life = new AbortController();
    const listening = transport.listen({ signal: life.signal, onMessage: (message) => void heard.push(message) });
    const tools: unknown[] = [];
    tools[2] = 'third';
    port2.postMessage({ jsonrpc: '2.0', id: 1, result: { tools } });
    await eventually(() => heard.length > 0);
    expect((heard[0] as { result?: unknown }).result).to.deep.equal({ tools: [null, null, 'third'] });
    life.abort();
    await listening;
    port2.close();
  });
});
