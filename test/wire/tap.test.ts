import { expect } from '@esm-bundle/chai';
import type { RpcMessage } from '../../src/jsonrpc/messages.js';
import type { Transport } from '../../src/jsonrpc/transport.js';
import { tapTransport, type WireEvent } from '../../src/wire/tap.js';

const progress = (done: number): RpcMessage => ({
  jsonrpc: '2.0',
  method: 'notifications/progress',
  params: { progressToken: 'one', progress: done },
});
const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' } as const;

/** A tapped transport whose stream is fed by hand, and what it reported. */
async function open(): Promise<{
  arrive: (...messages: RpcMessage[]) => void;
  send(): void;
  events: WireEvent[];
}> {
  const events: WireEvent[] = [];
  let deliver!: (message: RpcMessage) => void;
  const transport: Transport = {
    send: async (_, { onMessage }) => {
      deliver = onMessage;
      return new Promise(() => {});
    },
    close: async () => {},
  };
  const tapped = tapTransport(transport, (event) => events.push(event));
  const init = { signal: new AbortController().signal, onMessage: () => {} };
  const send = (): void => void tapped.send(call, init);
  send();
  return { arrive: (...messages) => messages.forEach((message) => deliver(message)), send, events };
}

/** What `act` reads from the clock, which advances a second with each reading. */
async function readings(act: () => Promise<void>): Promise<number> {
  const { now } = performance;
  let count = 0;
  performance.now = () => ++count * 1000;
  try {
    await act();
  } finally {
    performance.now = now;
  }
  return count;
}

describe('the time of a message in the transcript', () => {
  it('is read once for all messages that arrive together', async () => {
    const { arrive, events } = await open();
    const count = await readings(async () => arrive(...Array.from({ length: 1000 }, (_, done) => progress(done))));
    expect(count).to.equal(1);
    expect(events).to.have.lengthOf(1001);
    expect(new Set(events.slice(1).map(({ at }) => at))).to.have.property('size', 1);
  });

  it('is read again for what arrives later', async () => {
    const { arrive, events } = await open();
    await readings(async () => {
      arrive(progress(1));
      await Promise.resolve();
      arrive(progress(2));
    });
    expect(events.slice(1).map(({ at }) => at)).to.deep.equal([1000, 2000]);
  });

  it('never goes back: what is sent in between has its own, and so has what is delivered after it', async () => {
    const { arrive, send, events } = await open();
    await readings(async () => {
      arrive(progress(1));
      send();
      arrive(progress(2));
    });
    expect(events.slice(1).map(({ at }) => at)).to.deep.equal([1000, 2000, 3000]);
  });
});
