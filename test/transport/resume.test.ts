import { expect } from '@esm-bundle/chai';
import { script, scriptedLog, type LoggedRequest, type Reply } from '/__servers__.js';
import { STREAM_LINGER_MS } from '../../src/transport/http.js';
import { MIN_STREAM_RETRY_MS } from '../../src/transport/retry.js';
import { SessionHttp } from '../../src/transport/streamable-http.js';
import { ManualClock } from '../fixtures/clock.js';
import { INITIALIZE, endpointAt, exchange, request, type Exchanged } from '../fixtures/exchange.js';
import { verifies } from '../requirements/verifies.js';

const call = { id: 7, method: 'tools/call', params: { name: 'slow' } };
const answer = 'data: {"jsonrpc":"2.0","id":7,"result":{"late":true}}\n\n';
const news = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x' } };

const clock = new ManualClock();

/**
 * A call whose stream is answered like this, and the GETs after it like that.
 * @param ms how long the clock is let pass at once: long enough for each pause before a GET
 */
async function broken(
  sse: readonly unknown[],
  gets: readonly Reply[],
  ms = STREAM_LINGER_MS - 1,
): Promise<Exchanged & { gets: LoggedRequest[]; ms: number; url: string }> {
  const url = await script({ replies: { 'tools/call': { sse }, GET: gets } });
  const transport = new SessionHttp(endpointAt(url));
  await exchange(transport, INITIALIZE());
  const start = clock.now();
  const headers = { 'MCP-Protocol-Version': '2025-11-25' };
  const exchanged = await clock.skipWaits(exchange(transport, call, { headers }), ms);
  return {
    ...exchanged,
    ms: clock.now() - start,
    url,
    gets: (await scriptedLog(url)).filter(({ method }) => method === 'GET'),
  };
}

describe('SessionHttp: an answer that is broken off', () => {
  it('is asked for again, from the last event, and arrives as if nothing had been', async () => {
    verifies('broken-stream-taken-up');
    const { received, end, gets } = await broken(
      [`id: e1\ndata: ${JSON.stringify(news)}\n\n`, 'retry: 10\n\n'],
      [{ sse: [answer] }],
    );
    expect(received).to.deep.equal([news, { jsonrpc: '2.0', id: 7, result: { late: true } }]);
    expect(end).to.equal('complete');
    expect(gets).to.have.length(1);
    expect(gets[0]!.headers).to.include({
      accept: 'text/event-stream',
      'last-event-id': 'e1',
      'mcp-protocol-version': '2025-11-25',
    });
    expect(gets[0]!.headers['mcp-session-id']).to.be.a('string');
  });

  it('is not asked for where the id of its last event is too long for a header: it fails at once', async () => {
    for (const length of [9000, 300_000]) {
      // oxlint-disable-next-line no-await-in-loop
      const { ms, gets, error } = await broken(
        [`id: e1\nretry: 10\ndata:\n\n`, `id: ${'x'.repeat(length)}\ndata:\n\n`],
        [{ sse: [answer] }],
      );
      expect(gets, `${length}`).to.have.length(0);
      expect(error, `${length}`).to.equal(undefined);
      expect(ms).to.equal(0);
    }
  });

  it('an event without data is enough to come back to', async () => {
    const { received, gets } = await broken(['id: prime\nretry: 10\ndata:\n\n'], [{ sse: [answer] }]);
    expect(received).to.have.length(1);
    expect(gets[0]!.headers['last-event-id']).to.equal('prime');
  });

  it('after just the pause that the server asked for', async () => {
    verifies('pause-of-the-server-respected');
    const { ms } = await broken(['id: 1\nretry: 300\ndata:\n\n'], [{ sse: [answer] }]);
    expect(ms).to.equal(300);
  });

  it('as often as the server hangs up with a new id: that is how it says “not yet”', async () => {
    const notYet = (id: number): Reply => ({ sse: [`id: ${id}\ndata:\n\n`] });
    const { received, gets } = await broken(
      ['id: 0\nretry: 5\ndata:\n\n'],
      [...[1, 2, 3, 4, 5, 6, 7, 8].map(notYet), { sse: [answer] }],
    );
    expect(received).to.have.length(1);
    expect(gets.map(({ headers }) => headers['last-event-id'])).to.deep.equal([...'012345678']);
  });

  it('from the last id that came, also where a stream brought none', async () => {
    const { received, gets } = await broken(
      ['id: e1\nretry: 5\ndata:\n\n'],
      [{ sse: [': nothing\n\n'] }, { reset: true }, { sse: [answer] }],
    );
    expect(received).to.have.length(1);
    expect(gets.map(({ headers }) => headers['last-event-id'])).to.deep.equal(['e1', 'e1', 'e1']);
  });

  it('whatever letters an id is made of', async () => {
    const { received, gets } = await broken(['id: ereignis-世界\nretry: 5\ndata:\n\n'], [{ sse: [answer] }]);
    expect(received).to.have.length(1);
    const read = (header: string): string =>
      new TextDecoder().decode(Uint8Array.from(header, (letter) => letter.charCodeAt(0)));
    const once = read(gets[0]!.headers['last-event-id']!);
    // WebKitGTK encodes each byte of a header once more, and nothing a page does keeps it from that.
    const isTwice = /AppleWebKit(?!.*Chrome)/.test(navigator.userAgent) && once !== 'ereignis-世界';
    expect(isTwice ? read(once) : once).to.equal('ereignis-世界');
  });

  it('but not for ever: streams on which nothing comes are counted', async () => {
    const { received, end, gets } = await broken(['id: e1\nretry: 5\ndata:\n\n'], [{ sse: [] }]);
    expect(received).to.be.empty;
    expect(end).to.equal('complete');
    expect(gets).to.have.length(5);
  });

  it('nor where the server has no such stream', async () => {
    const { received, gets } = await broken(['id: e1\nretry: 5\ndata:\n\n'], [{ status: 405, text: '' }]);
    expect(received).to.be.empty;
    expect(gets).to.have.length(1);
  });

  it('without an id there is nothing to come back to', async () => {
    const { end, gets } = await broken([news], [{ sse: [answer] }]);
    expect(end).to.equal('complete');
    expect(gets).to.be.empty;
  });

  it('a stream that has brought the answer is not asked for again', async () => {
    const { gets } = await broken([`id: 1\nretry: 5\n${answer}`], [{ sse: [answer] }]);
    expect(clock.waits).to.be.empty;
    expect(gets).to.be.empty;
  });

  it('and hung up on after a while where it stays open after the answer', async () => {
    const { received, ms } = await broken(
      ['id: 1\nretry: 5\ndata:\n\n'],
      [{ sse: [answer], end: false }],
      STREAM_LINGER_MS,
    );
    expect(received).to.have.length(1);
    expect(ms).to.equal(MIN_STREAM_RETRY_MS + STREAM_LINGER_MS);
  });

  it('giving up ends the waiting too', async () => {
    const url = await script({ replies: { 'tools/call': { sse: ['id: 1\nretry: 60000\ndata:\n\n'] } } });
    const transport = new SessionHttp(endpointAt(url));
    await exchange(transport, INITIALIZE());
    const abort = new AbortController();
    const exchanged = exchange(transport, request('tools/call'), { signal: abort.signal });
    await clock.untilWaiting();
    abort.abort();
    expect((await exchanged).error!.code).to.equal('cancelled');
  });
});
