import { expect } from '@esm-bundle/chai';
import { everythingUrl, modernUrl, script, scriptedLog, scriptedUrl } from '/__servers__.js';
import { ApprovalQueue } from '../../src/approvals/index.js';
import type { SessionOptions } from '../../src/index.js';
import { claimEarlyConnection, closeUnclaimed, connectEarly } from '../../src/session/early-connection.js';
import { said } from '../fixtures/connections.js';
import { eventually } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions, textOf } from '../fixtures/sessions.js';

/** The session of a client without attributes. */
const asClient = (): SessionOptions => ({ capabilities: ['elicitation'], approvals: new ApprovalQueue() });
const FOR_CLIENT = { capabilities: ['elicitation'], method: 'tools/list' } as const;
const count = (methods: readonly string[], method: string): number => methods.filter((one) => one === method).length;

describe('a connection that was opened before its session', () => {
  const { create } = sessions();
  afterEach(() => closeUnclaimed());

  for (const [name, url] of [
    ['of the older protocol', everythingUrl],
    ['of 2026-07-28', modernUrl],
  ] as const)
    it(`is taken over, with its list and its stream: ${name}`, async () => {
      connectEarly(url, FOR_CLIENT);
      const session = create(url, asClient());
      await session.connect();
      const tools = await session.tools.list();
      expect(tools).not.to.be.empty;
      const echo = await session.tools.call(tools.find(({ name: one }) => /echo|ports/.test(one))!.name, {
        message: 'hi',
      });
      expect(textOf(echo)).not.to.equal('');
    });

  it('is not opened a second time, and its list is not asked for a second time', async () => {
    const url = await script({});
    connectEarly(url, FOR_CLIENT);
    await eventually(async () => (await said(url)).includes('tools/list'));
    const session = create(url, asClient());
    await session.connect();
    expect(await session.tools.list()).not.to.be.empty;
    const methods = await said(url);
    expect(['server/discover', 'initialize', 'tools/list', 'GET'].map((one) => count(methods, one))).to.deep.equal([
      1, 1, 1, 1,
    ]);
    await session.tools.refresh();
    expect(count(await said(url), 'tools/list'), 'its answer is taken once').to.equal(2);
  });

  it('gives its session every message, also those of the time before', async () => {
    const url = await script({});
    connectEarly(url, FOR_CLIENT);
    await eventually(async () => (await said(url)).includes('tools/list'));
    const session = create(url, { ...asClient(), transcript: 'memory' });
    await session.connect();
    await session.tools.list();
    const transcript = (await session.transcript.load())!;
    await transcript.flush();
    const methods = transcript.entries.get().map(({ method }) => method);
    expect(methods).to.include.members(['server/discover', 'initialize', 'notifications/initialized', 'tools/list']);
  });

  it('keeps what the server says meanwhile: a list that changed is fetched again', async () => {
    const changed = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
    const url = await script({ replies: { GET: { sse: [changed], end: false } } });
    connectEarly(url, FOR_CLIENT);
    await eventually(async () => (await said(url)).includes('GET'));
    const session = create(url, asClient());
    session.tools.state.subscribe(() => {});
    await session.connect();
    await eventually(async () => count(await said(url), 'tools/list') === 2);
  });

  it('belongs to one session: the next one to the same address opens its own', async () => {
    const url = await script({});
    connectEarly(url, FOR_CLIENT);
    const [one, other] = [create(url, asClient()), create(url, asClient())];
    await Promise.all([one.connect(), other.connect()]);
    expect(count(await said(url), 'initialize')).to.equal(2);
  });

  for (const [what, options] of Object.entries<SessionOptions>({
    'headers of the page': { headers: { 'X-Page': '1' } },
    'other capabilities': { capabilities: [] },
    'a model': { sampler: async () => 'answer' },
    'a fetch of the page': { fetch: async (...asked) => globalThis.fetch(...asked) },
    'a revision': { revision: '2025-11-25' },
    'a name of its own': { clientInfo: { name: 'page', version: '1' } },
  }))
    it(`is ended where its session has ${what}, which connects by itself`, async () => {
      const url = await script({});
      connectEarly(url, FOR_CLIENT);
      await eventually(async () => (await said(url)).includes('tools/list'));
      const session = create(url, { ...asClient(), ...options });
      await session.connect();
      await eventually(async () => (await said(url)).includes('DELETE'));
      expect(count(await said(url), 'initialize')).to.equal(2);
      if (options.headers) {
        const asked = (await scriptedLog(url)).filter(({ body }) => body?.method === 'initialize');
        expect(asked.map(({ headers }) => headers['x-page'])).to.deep.equal([undefined, '1']);
      }
    });

  it('that failed fails the session with the same error, and the next attempt is a new one', async () => {
    const url = await script({
      replies: {
        'server/discover': [
          { status: 503, text: '' },
          { status: 404, text: '' },
        ],
      },
    });
    connectEarly(url, FOR_CLIENT);
    await eventually(async () => (await said(url)).includes('server/discover'));
    const session = create(url, asClient());
    expect((await failureOf(session.connect())).code).to.equal('http');
    await session.connect();
    expect(session.state.get().phase).to.equal('ready');
  });

  it('is ended with its session, also while it connects and also unused', async () => {
    const hanging = await script({ replies: { initialize: { hang: true } } });
    connectEarly(hanging, FOR_CLIENT);
    const session = create(hanging, asClient());
    const opening = failureOf(session.connect());
    await eventually(async () => (await said(hanging)).includes('initialize'));
    await session.close();
    expect((await opening).code).to.equal('closed');

    const url = await script({});
    connectEarly(url, FOR_CLIENT);
    await create(url, asClient()).close();
    await eventually(async () => (await said(url)).includes('DELETE'));
  });

  it('is ended where no session wants it', async () => {
    const url = await script({});
    connectEarly(url, FOR_CLIENT);
    closeUnclaimed();
    await eventually(async () => (await said(url)).includes('DELETE'));
    expect(claimEarlyConnection(url, asClient())).to.equal(undefined);
  });

  it('is not opened to an address that a session refuses, nor twice to the same', async () => {
    for (const address of ['', 'ftp://example.com', 'https://me:secret@example.com/mcp', 'ws://example.com', '//']) {
      connectEarly(address, FOR_CLIENT);
      expect(claimEarlyConnection(address, asClient()), address).to.equal(undefined);
    }
    const url = scriptedUrl('rev-2025-11-25');
    connectEarly(url, FOR_CLIENT);
    connectEarly(`${url}#part`, FOR_CLIENT);
    await eventually(async () => (await said(url)).includes('tools/list'));
    expect(count(await said(url), 'initialize')).to.equal(1);
  });
});
