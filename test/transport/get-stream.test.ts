import { expect } from '@esm-bundle/chai';
import { script, scriptedLog, type LoggedRequest, type Reply } from '/__servers__.js';
import type { McpError } from '../../src/errors.js';
import type { RpcMessage } from '../../src/jsonrpc/messages.js';
import { backoff } from '../../src/transport/retry.js';
import {
  FIRST_STREAM_RETRY_MS,
  MAX_IDLE_STREAMS,
  MAX_STREAM_RETRY_MS,
  MIN_STREAM_RETRY_MS,
  STREAM_LONG_LIFE_MS,
} from '../../src/transport/retry.js';
import { listen, SessionHttp } from '../../src/transport/streamable-http.js';
import { ManualClock } from '../fixtures/clock.js';
import { INITIALIZE, endpointAt, exchange } from '../fixtures/exchange.js';
import { eventually } from '../fixtures/eventually.js';
import { verifies } from '../requirements/verifies.js';

const news = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };

interface Followed {
  readonly received: RpcMessage[];
  readonly problems: readonly McpError[];
  readonly ended: Promise<void>;
  gets(): Promise<LoggedRequest[]>;
  stop(): void;
}

async function follow(replies: readonly Reply[]): Promise<Followed> {
  const url = await script({ replies: { GET: replies } });
  const endpoint = endpointAt(url);
  const transport = new SessionHttp(endpoint);
  await exchange(transport, INITIALIZE());
  const stop = new AbortController();
  const received: RpcMessage[] = [];
  return {
    received,
    problems: endpoint.problems,
    ended: transport.listen({ signal: stop.signal, onMessage: (message) => received.push(message) }),
    gets: async () => (await scriptedLog(url)).filter(({ method }) => method === 'GET'),
    stop: () => stop.abort(),
  };
}

describe('SessionHttp: the standing stream', () => {
  const clock = new ManualClock();

  it('delivers what the server says unasked, until it is given up', async () => {
    verifies('standing-stream-is-optional');
    const { received, ended, stop, problems, gets } = await follow([{ sse: [news, news], end: false }]);
    await eventually(() => received.length === 2);
    stop();
    await ended;
    expect(problems).to.be.empty;
    await eventually(async () => (await gets())[0]!.aborted);
  });

  it('405 is how most servers say that they have none: silently without', async () => {
    verifies('standing-stream-is-optional');
    const { ended, problems, gets } = await follow([{ status: 405, text: '' }]);
    await ended;
    expect(problems).to.be.empty;
    expect(await gets()).to.have.length(1);
  });

  for (const [what, reply, code] of [
    ['500', { status: 500, text: '' }, 'http'],
    ['404', { status: 404, text: '' }, 'session-lost'],
    ['HTML', { text: '<p>', type: 'text/html' }, 'not-mcp'],
  ] as const)
    it(`${what}: without, and said so`, async () => {
      const { ended, problems, gets } = await follow([reply]);
      await ended;
      expect(problems.map((problem) => problem.code)).to.deep.equal([code]);
      expect(await gets()).to.have.length(1);
    });

  it('is opened again from where it ended, with the last event’s id', async () => {
    const { received, stop, ended, gets } = await follow([
      { sse: ['id: 41\nretry: 5\n', `data: ${JSON.stringify(news)}\n\n`] },
      { sse: [news], end: false },
    ]);
    await clock.pass(MIN_STREAM_RETRY_MS);
    await eventually(() => received.length === 2);
    stop();
    await ended;
    expect((await gets()).map(({ headers }) => headers['last-event-id'])).to.deep.equal([undefined, '41']);
  });

  it('a server that closes it at once is asked a few times, then left alone', async () => {
    const { ended, problems, gets } = await follow([{ sse: ['id: 1\nretry: 5\ndata:\n\n'] }]);
    await clock.skipWaits(ended, MIN_STREAM_RETRY_MS);
    expect(await gets()).to.have.length(MAX_IDLE_STREAMS);
    expect(problems).to.be.empty;
  });

  it('a server that says a word each time and wants it opened again at once: not more than ten times a second', async () => {
    const { ended, stop, gets } = await follow([{ sse: ['retry: 0\n', `data: ${JSON.stringify(news)}\n\n`] }]);
    for (let times = 1; times <= 5; times++) {
      // oxlint-disable-next-line no-await-in-loop -- one stream after the other
      await clock.untilWaiting();
      expect(clock.waits).to.deep.equal([100]);
      // oxlint-disable-next-line no-await-in-loop
      expect(await gets()).to.have.length(times);
      // oxlint-disable-next-line no-await-in-loop
      await clock.advance(100);
    }
    stop();
    await ended;
  });

  it('giving up ends the pause too', async () => {
    const { ended, stop, gets } = await follow([{ sse: ['retry: 60000\n\n'] }]);
    await clock.untilWaiting();
    expect(await gets()).to.have.length(1);
    stop();
    await ended;
  });

  it('one that was quiet for long and then closed is not counted: a proxy lost its patience', async () => {
    let opened = 0;
    const listening = listen(
      async (_init, trace) => {
        trace.retryMs = 0;
        await clock.advance(STREAM_LONG_LIFE_MS + 1000);
        return ++opened < 20;
      },
      { signal: new AbortController().signal, onMessage: () => {} },
    );
    await clock.skipWaits(listening, MIN_STREAM_RETRY_MS);
    expect(opened).to.equal(20);
  });
});

describe('backoff', () => {
  it('doubles up to a limit', () => {
    const most = [0, 1, 2, 3, 10, 100].map((n) => backoff(n, () => 1));
    expect(most).to.deep.equal([500, 1000, 2000, 4000, MAX_STREAM_RETRY_MS, MAX_STREAM_RETRY_MS]);
  });
  it('varies, so that many pages do not come at once', () => {
    expect(backoff(0, () => 0)).to.equal(FIRST_STREAM_RETRY_MS / 2);
    expect(backoff(0)).to.be.within(FIRST_STREAM_RETRY_MS / 2, FIRST_STREAM_RETRY_MS);
  });
});
