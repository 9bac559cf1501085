import { expect } from '@open-wc/testing';
import type { RpcMessage } from '../../src/jsonrpc/messages.js';
import { ChannelTransport, type Channel } from '../../src/transport/channel.js';
import { postableChannel } from '../../src/transport/message-port.js';
import { exchange, request } from '../fixtures/exchange.js';

const noProblem = (): void => {};

describe('a transport over one channel', () => {
  it('a request is answered elsewhere, a notification is done', async () => {
    const sent: RpcMessage[] = [];
    const channel: Channel = { open: async () => {}, send: (message) => void sent.push(message), close: () => {} };
    const transport = new ChannelTransport(channel, noProblem);
    expect((await exchange(transport, request('ping'))).end).to.equal('elsewhere');
    expect((await exchange(transport, { method: 'news' })).end).to.equal('here');
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
});
