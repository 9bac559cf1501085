import { expect, waitUntil } from '@open-wc/testing';
import { socketUrl } from '/__channels__.js';
import { scriptedUrl } from '/__servers__.js';
import { Session, type Endpoint, type SessionOptions } from '../../src/index.js';
import { type LoggedMessage, messageLogOf } from '../../src/messages/index.js';
import { ManualClock } from '../fixtures/clock.js';
import { textOf } from '../fixtures/sessions.js';

/** How each kind of endpoint is made, and ended. */
const ENDPOINTS: readonly [what: string, make: () => { endpoint: Endpoint; end?: () => void }][] = [
  ['a WebSocket', () => ({ endpoint: socketUrl })],
  [
    'a worker',
    () => {
      const worker = new Worker('/__worker-server__.js', { type: 'module' });
      return { endpoint: worker, end: () => worker.terminate() };
    },
  ],
  [
    'a port',
    () => {
      // What a frame does: it hands one end of a channel to whoever serves on it. Here the worker stands behind it.
      const worker = new Worker('/__worker-server__.js', { type: 'module' });
      const { port1, port2 } = new MessageChannel();
      port2.onmessage = ({ data }) => worker.postMessage(data, {});
      worker.onmessage = ({ data }) => port2.postMessage(data, {});
      return { endpoint: port1, end: () => worker.terminate() };
    },
  ],
];

for (const [what, make] of ENDPOINTS)
  describe(`a server behind ${what}`, () => {
    let session!: Session;
    let end: (() => void) | undefined;

    const open = async (options: SessionOptions = {}): Promise<void> => {
      const made = make();
      end = made.end;
      session = new Session(made.endpoint, { storage: 'none', messages: true, ...options });
      await session.connect();
    };
    const close = async (): Promise<void> => {
      await session.close();
      end?.();
    };
    // One for all tests. It is asked for its revision only so long, and a worker may take longer to start beside other work.
    new ManualClock();
    beforeEach(async () => {
      if (!session) await open({ elicitor: async () => ({ action: 'accept', content: { name: 'Ada' } }) });
    });
    after(close);

    it('is connected, lists and calls', async () => {
      expect(session.server.name).to.equal('small');
      expect(session.server.revision).to.equal('2026-07-28');
      const tools = await session.tools.list();
      expect(tools.map(({ name }) => name)).to.include.members(['echo', 'slow', 'ask-name']);
      expect(textOf(await session.tools.call('echo', { message: 'hi' }))).to.equal('Echo: hi');
      expect((await session.resources.read('small://notice'))[0]!.text).to.equal('Mind the step.');
    });

    it('answers calls made at the same time, each its own', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => session.tools.call('echo', { message: String(n) })),
      );
      expect(answers.map(textOf)).to.deep.equal(Array.from({ length: 20 }, (_, n) => `Echo: ${n}`));
    });

    it('tells how far it is, and stops when the call is cancelled', async () => {
      const stop = new AbortController();
      let last = 0;
      const call = session.tools.call(
        'slow',
        { steps: 500 },
        {
          signal: stop.signal,
          onProgress: ({ progress }) => {
            last = progress;
            if (progress >= 3) stop.abort();
          },
        },
      );
      const error = await call.catch((thrown: unknown) => thrown);
      expect(error).to.include({ code: 'cancelled' });
      expect(last).to.be.at.least(3);
      // The next call is served: nothing is left over from the one that was given up.
      expect(textOf(await session.tools.call('echo', { message: 'still here' }))).to.equal('Echo: still here');
    });

    it('asks, and gets the answer', async () => {
      expect(textOf(await session.tools.call('ask-name'))).to.equal('Hello, "Ada"');
    });

    it('has messages without an exchange, for there is no HTTP', async () => {
      const log = messageLogOf(session);
      await session.tools.list();
      const asked = log
        .all()
        .findLast((row) => row.kind === 'message' && row.method === 'tools/list' && row.type === 'request');
      expect(asked).to.deep.include({ exchanges: [] });
      expect((asked as LoggedMessage).answer!.type).to.equal('result');
      expect(log.all().filter(({ kind }) => kind === 'exchange')).to.deep.equal([]);
    });

    it('is left: calls end with words, and a new session can be opened', async () => {
      const call = session.tools.call('slow', { steps: 500 }).catch((thrown: unknown) => thrown);
      await close();
      expect(await call).to.include({ code: 'closed' });
      await open();
      expect(textOf(await session.tools.call('echo', { message: 'again' }))).to.equal('Echo: again');
    });
  });

describe('a WebSocket address where nobody is', () => {
  it('is said in words', async () => {
    const url = scriptedUrl('dead').replace('http', 'ws');
    const session = new Session(url, { storage: 'none' });
    const error = await session.connect().catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: 'network' });
    expect((error as Error).message).to.contain(new URL(url).host);
  });
});

describe('an older server behind a port', () => {
  /** Serves the handshake of old at the other end of a channel, and notes what it is told. */
  function olderServer(): {
    endpoint: MessagePort;
    told: { method?: string; result?: unknown }[];
    say(message: object): void;
  } {
    const { port1, port2 } = new MessageChannel();
    const told: { id?: number; method?: string; params?: { requestId?: number }; result?: unknown }[] = [];
    const results: Readonly<Record<string, object>> = {
      initialize: {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'older', version: '1' },
      },
      'tools/list': { tools: [{ name: 'wait', inputSchema: { type: 'object' } }] },
    };
    const say = (message: object): void => port2.postMessage({ jsonrpc: '2.0', ...message }, {});
    port2.onmessage = ({ data }) => {
      told.push(data);
      const { id, method } = data;
      if (id === undefined || method === undefined || method === 'tools/call') return;
      const result = results[method];
      say(result ? { id, result } : { id, error: { code: -32601, message: 'Method not found' } });
    };
    return { endpoint: port1, told, say };
  }

  it('is greeted with the handshake on the same channel, asks, and is told when a call is given up', async () => {
    const { endpoint, told, say } = olderServer();
    const session = new Session(endpoint, { storage: 'none' });
    await session.connect();
    expect(session.server).to.include({ name: 'older', revision: '2025-06-18' });
    expect(await session.tools.list()).to.have.length(1);
    const stop = new AbortController();
    const call = session.tools.call('wait', {}, { signal: stop.signal }).catch((thrown: unknown) => thrown);
    say({ id: 'p', method: 'ping' });
    await waitUntil(() => told.some((message) => message.result));
    stop.abort();
    expect(await call).to.include({ code: 'cancelled' });
    await waitUntil(() => told.some(({ method }) => method === 'notifications/cancelled'));
    await session.close();
  });
});
