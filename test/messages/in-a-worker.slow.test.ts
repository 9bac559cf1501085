import { expect } from '@open-wc/testing';
import { fittingRows, MAX_LOGGED_ROWS, messageLogOf, messagesAsHar, messagesAsJson } from '../../src/messages/index.js';
import { eventually } from '../fixtures/eventually.js';
import { sessions } from '../fixtures/sessions.js';

describe('the messages of a server in a worker', () => {
  const { create } = sessions();
  let worker: Worker;
  afterEach(() => worker.terminate());
  /** A port to the worker, and its other end, by which a test says what the server does not. */
  const between = (): MessageChannel => {
    worker = new Worker('/__worker-server__.js', { type: 'module' });
    const channel = new MessageChannel();
    channel.port2.onmessage = ({ data }) => worker.postMessage(data, {});
    worker.onmessage = ({ data }) => channel.port2.postMessage(data, {});
    return channel;
  };

  it(`lose the oldest tenth of more than ${MAX_LOGGED_ROWS} rows`, async function () {
    this.timeout(30_000);
    const { port1, port2 } = between();
    const session = create(port1, { messages: true });
    await session.connect();
    const log = messageLogOf(session);
    const before = log.count;
    const batch = Array.from({ length: 5000 }, () => ({ jsonrpc: '2.0', method: 'notifications/x' }));
    while (log.end <= MAX_LOGGED_ROWS + 1) {
      const { end } = log;
      port2.postMessage(batch);
      await eventually(() => log.end > end + 4999);
    }
    expect(log.dropped).to.be.at.least(MAX_LOGGED_ROWS / 10);
    expect(log.count).to.equal(log.end - log.first);
    expect(log.at(log.first)!.number).to.equal(log.first);
    expect(log.at(before)).to.equal(undefined);
  });

  it('are readable as HAR and JSON, whatever the server sends: marks, depth, values without a word in JSON', async () => {
    const { port1, port2 } = between();
    const session = create(port1, { messages: true });
    await session.connect();
    let deep: object = {};
    for (let level = 0; level < 2000; level++) deep = { a: deep };
    port2.postMessage({ jsonrpc: '2.0', method: 'notifications/deep', params: deep });
    port2.postMessage({ jsonrpc: '2.0', method: 'notifications/big', params: { big: 10n } });
    port2.postMessage({ jsonrpc: '2.0', method: 'notifications/mark', params: { text: 'messages-1\uE000' } });
    const log = messageLogOf(session);
    await eventually(() => log.all().some((row) => row.kind === 'message' && row.method === 'notifications/mark'));
    const { redactor } = session;
    for (const raw of [false, true])
      for (const save of [messagesAsJson, messagesAsHar])
        expect(JSON.parse((await save(log.all(), { redactor, raw }))!.join(''))).to.be.an('object');
    expect([...fittingRows(log.all(), { text: 'mark' })]).to.be.an('array');
  });
});
