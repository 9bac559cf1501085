import { expect } from '@esm-bundle/chai';
import { everythingSseUrl, everythingUrl, gate, modernUrl, script } from '/__servers__.js';
import type { Session } from '../../src/index.js';
import {
  isFailedRow,
  type LoggedExchange,
  type LoggedMessage,
  type MessageLog,
  messageLogOf,
  sizeOf,
} from '../../src/messages/index.js';
import { eventually } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions } from '../fixtures/sessions.js';

const LINES = [
  'Access-Control-Allow-Origin: *',
  'Access-Control-Allow-Methods: GET, POST, DELETE',
  'Access-Control-Expose-Headers: Mcp-Session-Id',
  'Access-Control-Allow-Headers: *, Authorization',
];

/** Waits until nothing fails any more. */
const soon = (check: () => unknown): Promise<unknown> =>
  eventually(
    () => {
      try {
        check();
        return 'right';
      } catch (error) {
        return String(error);
      }
    },
    (found) => found === 'right',
  );

const messages = (log: MessageLog): LoggedMessage[] =>
  log.all().filter((row): row is LoggedMessage => row.kind === 'message');
const exchanges = (log: MessageLog): LoggedExchange[] =>
  log.all().filter((row): row is LoggedExchange => row.kind === 'exchange');
const last = (log: MessageLog, method: string, type: LoggedMessage['type'] = 'request'): LoggedMessage =>
  messages(log).findLast((row) => row.method === method && row.type === type)!;

describe('the messages of a session as they are', () => {
  const { create, open } = sessions();
  const listen = async (url: string, more = {}): Promise<{ session: Session; log: MessageLog }> => {
    const session = await open(url, { messages: true, ...more });
    return { session, log: messageLogOf(session) };
  };

  for (const [era, url, revision] of [
    ['the older era', everythingUrl, '2025-11-25'],
    ['the newer era', modernUrl, '2026-07-28'],
  ] as const)
    it(`has each message from the first one, whole, with id, direction, size and time: ${era}`, async () => {
      const { session, log } = await listen(url);
      await session.tools.call('echo', { message: 'Grüße "😀"' });
      const call = last(log, 'tools/call');
      expect(call).to.include({ direction: 'sent', type: 'request', subject: 'echo', revision });
      expect(call.id).to.be.a('number');
      expect(sizeOf(call)).to.equal(new TextEncoder().encode(JSON.stringify(call.message)).length);
      expect((call.message as { params?: unknown }).params).to.deep.include({ arguments: { message: 'Grüße "😀"' } });
      const answer = last(log, 'tools/call', 'result');
      expect(answer).to.include({ direction: 'received', id: call.id, subject: 'echo', about: call });
      expect(call.answer).to.equal(answer);
      expect(call.duration).to.be.at.least(0);
      expect(call.at).to.be.closeTo(Date.now(), 10_000);
      expect(messages(log)[0]!.method).to.equal('server/discover');
      expect(log.all().map(({ number }) => number)).to.deep.equal(log.all().map((_, at) => at + 1));
    });

  it('has the HTTP exchange under a message: method, status, headers that a page may see, times, size', async () => {
    const { session, log } = await listen(everythingUrl);
    await session.tools.call('echo', { message: 'x' });
    const [exchange] = last(log, 'tools/call').exchanges;
    expect(exchange).to.include({ purpose: 'message', method: 'POST', status: 200, url: everythingUrl });
    const sent = Object.fromEntries(exchange!.requestHeaders);
    expect(sent).to.include({ 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' });
    expect(sent['mcp-session-id']).to.be.a('string');
    expect(Object.fromEntries(exchange!.responseHeaders!)['content-type']).to.contain('text/event-stream');
    await soon(() => expect(exchange!.endedAt).to.be.a('number'));
    expect(exchange!.answeredAt).to.be.at.least(exchange!.at);
    expect(exchange!.endedAt).to.be.at.least(exchange!.answeredAt!);
    expect(exchange!.responseSize).to.be.greaterThan(50);
    expect(last(log, 'tools/call', 'result').exchanges).to.deep.equal([exchange]);
  });

  it('has the events of a stream with their ids, and says with which of them a message came', async () => {
    const { session, log } = await listen(everythingUrl);
    await session.tools.call('trigger-long-running-operation', { duration: 0.2, steps: 2 }, { onProgress() {} });
    const call = last(log, 'tools/call');
    const progress = messages(log).filter(({ method }) => method === 'notifications/progress');
    expect(progress).to.have.length(2);
    for (const row of progress) expect(row).to.include({ about: call, type: 'notification', direction: 'received' });
    const [exchange] = call.exchanges;
    const ids = exchange!.events.map(({ id }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
    for (const row of [...progress, call.answer!]) expect(exchange!.events).to.include(row.event);
    expect(exchange!.eventCount).to.equal(exchange!.events.length);
  });

  it('has what carries no message in rows of its own: the stream of the server, and the end of the session', async () => {
    const { session, log } = await listen(everythingUrl);
    await session.tools.call('echo', { message: 'x' });
    await soon(() => expect(exchanges(log).map(({ exchange }) => exchange.purpose)).to.include('stream'));
    const stream = exchanges(log).find(({ exchange }) => exchange.purpose === 'stream')!.exchange;
    // Firefox tells the status of a stream with its first event.
    expect(stream).to.include({ method: 'GET' });
    await session.close();
    await soon(() => expect(exchanges(log).at(-1)!.exchange).to.include({ purpose: 'end-session', method: 'DELETE' }));
    await soon(() => expect(stream.endedAt).to.be.a('number'));
  });

  it('says how the revision was found', async () => {
    const older = await listen(everythingUrl);
    expect(last(older.log, 'tools/list') ?? last(older.log, 'initialize', 'result')).to.deep.include({
      negotiation: { isProbeRefused: true, asked: '2025-11-25', chosen: '2025-11-25' },
    });
    expect(isFailedRow(last(older.log, 'server/discover'))).to.equal(false);
    const newer = await listen(modernUrl);
    expect(last(newer.log, 'server/discover').negotiation).to.deep.equal({ listed: ['2026-07-28'] });
    const asked = await listen(everythingUrl, { revision: '2025-06-18' });
    expect(last(asked.log, 'initialize', 'result')).to.deep.include({
      revision: '2025-06-18',
      negotiation: { asked: '2025-06-18', chosen: '2025-06-18' },
    });
  });

  it('ties the answers of a server of 2024-11-05, which come on another stream, to their requests', async () => {
    const { session, log } = await listen(everythingSseUrl);
    await session.tools.call('trigger-long-running-operation', { duration: 0.2, steps: 2 }, { onProgress() {} });
    const call = last(log, 'tools/call');
    expect(call.exchanges[0]).to.include({ status: 202 });
    expect(call.answer!.exchanges[0]).to.include({ purpose: 'stream', method: 'GET' });
    const progress = messages(log).filter(({ method }) => method === 'notifications/progress');
    for (const row of progress) expect(row.about).to.equal(call);
  });

  it('keeps the body of an answer that is no message, and tells why there is none', async () => {
    const url = await script({ replies: { 'tools/call': [{ status: 500, text: '<h1>Broken</h1>' }, { hang: true }] } });
    const { session, log } = await listen(url);
    await failureOf(session.tools.call('x'));
    const call = last(log, 'tools/call');
    expect(call.exchanges[0]).to.include({ status: 500, responseBody: '<h1>Broken</h1>' });
    expect(call.failure).to.contain('500');
    expect(isFailedRow(call)).to.equal(true);
    await failureOf(session.tools.call('x', {}, { timeoutMs: 200 }));
    const hanging = last(log, 'tools/call');
    // WebKit rejects with an AbortError, later.
    await soon(() => expect(hanging.exchanges[0]!.failure).to.be.a('string'));
    expect(hanging.exchanges[0]!.status).to.equal(undefined);
    expect(isFailedRow(hanging)).to.equal(true);
  });

  it('has requests of the server and our answers to them', async () => {
    const { session, log } = await listen(everythingUrl, { elicitor: async () => ({ action: 'decline' }) });
    await session.tools.call('trigger-elicitation-request', {});
    const question = last(log, 'elicitation/create');
    expect(question).to.include({ direction: 'received', about: last(log, 'tools/call') });
    expect(question.answer).to.include({ direction: 'sent', type: 'result', id: question.id });
    await soon(() => expect(question.answer!.exchanges[0]).to.include({ status: 202 }));
  });

  it('has the real token in memory: it is what the server received', async () => {
    const url = await gate('everything', LINES, { token: 'a-token-of-mine' });
    const { log } = await listen(url, { headers: { Authorization: 'Bearer a-token-of-mine' } });
    const [exchange] = last(log, 'initialize').exchanges;
    expect(Object.fromEntries(exchange!.requestHeaders)['authorization']).to.equal('Bearer a-token-of-mine');
  });

  it('keeps nothing unless the page wants it', async () => {
    const off = await open(everythingUrl);
    await off.tools.list();
    expect(off.messages.isOn).to.equal(false);
    expect(messageLogOf(off).count).to.equal(0);
  });

  it('tells followers of each change, and begins anew when it is cleared', async () => {
    const { session, log } = await listen(everythingUrl);
    let changes = 0;
    log.changes.subscribe(() => changes++);
    await session.tools.call('echo', { message: 'x' });
    expect(changes).to.be.at.least(3);
    const { end } = log;
    log.clear();
    expect(log).to.include({ count: 0, first: end, end });
    await session.tools.call('echo', { message: 'y' });
    expect(last(log, 'tools/call').answer!.about).to.equal(last(log, 'tools/call'));
    expect(log.first).to.equal(end);
  });

  it('is the same log for everybody who asks, also for who comes late', async () => {
    const session = create(everythingUrl, { messages: true });
    await session.connect();
    await session.tools.list();
    const log = messageLogOf(session);
    expect(messages(log)[0]!.method).to.equal('server/discover');
    expect(messageLogOf(session)).to.equal(log);
  });

  it('says of a request that nobody answered why, and how it ended', async () => {
    const { session, log } = await listen(
      await script({ replies: { 'tools/call': [{ sse: ['\n'] }, { hang: true }, { hang: true }] } }),
    );
    await failureOf(session.tools.call('x'));
    expect(last(log, 'tools/call').failure).to.contain('ended');
    const life = new AbortController();
    const hanging = failureOf(session.tools.call('y', {}, { signal: life.signal }));
    await soon(() => expect(last(log, 'tools/call').subject).to.equal('y'));
    life.abort();
    await hanging;
    expect(last(log, 'tools/call').failure).to.be.a('string');
    const left = failureOf(session.tools.call('z'));
    await soon(() => expect(last(log, 'tools/call').subject).to.equal('z'));
    await session.close();
    await left;
    expect(last(log, 'tools/call').failure).to.be.a('string');
  });

  it('tells which rows change, and when an exchange has ended', async () => {
    const { session, log } = await listen(everythingUrl);
    const changed = new Set<number>();
    const end = log.followRows((number) => changed.add(number));
    await session.tools.call('echo', { message: 'x' });
    const call = last(log, 'tools/call');
    expect([...changed]).to.include.members([call.number, call.answer!.number]);
    end();
    const { size } = changed;
    await session.close();
    expect(changed.size).to.equal(size);
    await soon(() => expect(exchanges(log).filter(({ exchange }) => exchange.endedAt === undefined)).to.deep.equal([]));
  });

  it('tells of the row whose exchange begins, also where a newer one is there', async () => {
    const { session, log } = await listen(await script({ replies: { 'tools/call': { hang: true } } }));
    const told = new Set<number>();
    log.followRows((number) => {
      const row = log.at(number);
      if (row?.kind === 'message' && row.exchanges.length > 0) told.add(number);
    });
    const life = new AbortController();
    const calls = ['a', 'b'].map((name) => failureOf(session.tools.call(name, {}, { signal: life.signal })));
    const asked = (): readonly LoggedMessage[] => messages(log).filter(({ method }) => method === 'tools/call');
    await soon(() => expect(asked().map((row) => row.exchanges.length)).to.deep.equal([1, 1]));
    expect([...told]).to.include.members(asked().map(({ number }) => number));
    life.abort();
    await Promise.all(calls);
  });

  it('gives each of two notifications of one name that are sent at once its own exchange', async () => {
    const { session, log } = await listen(await script({ replies: { 'tools/call': { hang: true } } }));
    const life = new AbortController();
    const calls = ['a', 'b'].map((name) => failureOf(session.tools.call(name, {}, { signal: life.signal })));
    await soon(() => expect(messages(log).filter(({ method }) => method === 'tools/call')).to.have.length(2));
    life.abort();
    await Promise.all(calls);
    await soon(() => {
      const sent = messages(log).filter(({ method }) => method === 'notifications/cancelled');
      expect(sent.map((row) => row.exchanges.length)).to.deep.equal([1, 1]);
    });
  });
});
