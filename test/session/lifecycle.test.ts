import { expect } from '@esm-bundle/chai';
import { everythingUrl, modernUrl, script, scriptedLog, scriptedUrl } from '/__servers__.js';
import { Session, type SessionState } from '../../src/index.js';
import { said } from '../fixtures/connections.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions, textOf } from '../fixtures/sessions.js';
import { verifies } from '../requirements/verifies.js';

const phasesOf = (session: Session): SessionState['phase'][] => {
  const phases = [session.state.get().phase];
  session.state.subscribe(({ phase }) => phases.push(phase));
  return phases;
};
describe('the life of a session', () => {
  const { create, open } = sessions();

  it('begins idle: nothing is sent, nothing is known', async () => {
    const url = scriptedUrl('rev-2025-11-25');
    const session = create(url);
    expect(session.state.get()).to.deep.equal({ phase: 'idle' });
    expect(() => session.server).to.throw('not open');
    for (const use of [session.tools.call('x'), session.tools.list(), session.resources.read('a:b')])
      // oxlint-disable-next-line no-await-in-loop
      expect((await failureOf(use)).code).to.equal('closed');
    expect(await said(url)).to.be.empty;
  });

  it('connects, is ready, and closes', async () => {
    const session = create(scriptedUrl('rev-2025-11-25'));
    const phases = phasesOf(session);
    await session.connect();
    await session.close();
    expect(phases).to.deep.equal(['idle', 'connecting', 'ready', 'closed']);
    expect(session.state.get()).to.deep.equal({ phase: 'closed', server: session.server });
  });

  it('opening it twice connects once', async () => {
    const url = scriptedUrl('rev-2025-11-25');
    const session = create(url);
    await Promise.all([session.connect(), session.connect()]);
    await session.connect();
    expect((await said(url)).filter((method) => method === 'initialize')).to.have.length(1);
  });

  it('what is asked while it connects waits for it', async () => {
    const session = create(everythingUrl);
    const opening = session.connect();
    const [result, tools] = await Promise.all([session.tools.call('echo', { message: 'early' }), session.tools.list()]);
    expect(textOf(result)).to.equal('Echo: early');
    expect(tools).not.to.be.empty;
    await opening;
  });

  it('lists that are followed before it is open are fetched once', async () => {
    const url = scriptedUrl('rev-2025-11-25');
    const session = create(url);
    session.tools.state.subscribe(() => {});
    session.prompts.state.subscribe(() => {});
    await session.connect();
    await eventually(
      () => session.tools.state.get().phase === 'ready' && session.prompts.state.get().phase === 'ready',
    );
    await pause(20);
    const methods = await said(url);
    expect(methods.filter((method) => method.endsWith('/list'))).to.have.members(['tools/list', 'prompts/list']);
  });

  describe('failing to connect', () => {
    it('is a state, with the error that is thrown', async () => {
      const session = create(scriptedUrl('html'));
      const error = await failureOf(session.connect());
      expect(error.code).to.equal('not-mcp');
      expect(session.state.get()).to.deep.equal({ phase: 'failed', error, server: undefined });
    });
    it('fails what waited for it, and says what to do afterwards', async () => {
      const session = create(scriptedUrl('server-down'));
      const opening = failureOf(session.connect());
      expect((await failureOf(session.tools.call('x'))).code).to.equal('http');
      await opening;
      expect(await failureOf(session.tools.call('x'))).to.include({ code: 'closed', remedy: 'Connect first.' });
    });
    it('can be tried again', async () => {
      const url = await script({
        replies: {
          'server/discover': [
            { status: 503, text: '' },
            { status: 404, text: '' },
          ],
        },
      });
      const session = create(url);
      const phases = phasesOf(session);
      await failureOf(session.connect());
      await session.connect();
      expect(phases).to.deep.equal(['idle', 'connecting', 'failed', 'connecting', 'ready']);
      expect(textOf(await session.tools.call('echo', { message: 'hi' }))).to.equal('Echo: hi');
    });
    it('lists that somebody follows come once it succeeds', async () => {
      const url = await script({
        replies: {
          'server/discover': [
            { status: 503, text: '' },
            { status: 404, text: '' },
          ],
        },
      });
      const session = create(url);
      session.tools.state.subscribe(() => {});
      await failureOf(session.connect());
      await session.connect();
      await eventually(() => session.tools.state.get().phase === 'ready');
    });
  });

  describe('closing', () => {
    it('while it connects: ends as closed, whatever step it was at, and stays so', async () => {
      for (const step of ['server/discover', 'initialize', 'notifications/initialized']) {
        // oxlint-disable-next-line no-await-in-loop
        const url = await script({ replies: { [step]: { hang: true } } });
        const session = create(url);
        const phases = phasesOf(session);
        const opening = failureOf(session.connect());
        const early = failureOf(session.tools.call('x'));
        // oxlint-disable-next-line no-await-in-loop
        await eventually(async () => (await said(url)).includes(step));
        // oxlint-disable-next-line no-await-in-loop
        await session.close();
        // oxlint-disable-next-line no-await-in-loop
        expect((await opening).code, step).to.equal('closed');
        // oxlint-disable-next-line no-await-in-loop
        expect((await early).code, step).to.equal('closed');
        expect(phases, step).to.deep.equal(['idle', 'connecting', 'closed']);
      }
    });
    it('at once after opening, before anything was sent', async () => {
      const url = scriptedUrl('rev-2025-11-25');
      const session = create(url);
      const opening = failureOf(session.connect());
      await session.close();
      expect((await opening).code).to.equal('closed');
      await pause(30);
      expect(await said(url)).to.be.empty;
    });
    it('while it connects, and opening again: connects anew', async () => {
      const url = await script({ replies: { 'server/discover': [{ hang: true }, { status: 404, text: '' }] } });
      const session = create(url);
      const first = failureOf(session.connect());
      await eventually(async () => (await said(url)).length);
      await session.close();
      const again = session.connect();
      expect((await first).code).to.equal('closed');
      await again;
      expect(session.state.get().phase).to.equal('ready');
      expect(textOf(await session.tools.call('echo', { message: 'hi' }))).to.equal('Echo: hi');
    });
    it('ends open calls with `closed`, hangs up, and leaves the server', async () => {
      verifies('leaving-deletes-the-session');
      const url = scriptedUrl('never-answers');
      const session = await open(url);
      const call = failureOf(session.tools.call('x'));
      await eventually(async () => (await said(url)).includes('tools/call'));
      await session.close();
      expect((await call).code).to.equal('closed');
      await eventually(async () => {
        const log = await scriptedLog(url);
        return log.find(({ body }) => body?.method === 'tools/call')!.aborted && log.at(-1)!.method === 'DELETE';
      });
      expect((await failureOf(session.tools.call('x'))).code).to.equal('closed');
    });
    it('hangs up on a modern server, which is how it learns that nobody waits', async () => {
      verifies('modern-cancel-hangs-up');
      const url = scriptedUrl('never-answers-modern');
      const session = await open(url);
      const call = failureOf(session.tools.call('x'));
      await eventually(async () => (await said(url)).includes('tools/call'));
      await session.close();
      await call;
      await eventually(async () => (await scriptedLog(url)).at(-1)!.aborted);
      expect(await said(url)).to.deep.equal(['server/discover', 'tools/call']);
    });
    it('twice, or before it was opened, is no mistake', async () => {
      const session = create(modernUrl);
      await session.close();
      await session.close();
      await session.connect();
      expect(session.state.get().phase).to.equal('ready');
    });
    it('from a listener that hears of `ready`: whoever listens after it hears `closed` last', async () => {
      const session = create(scriptedUrl('rev-2026-07-28'));
      session.state.subscribe(({ phase }) => {
        if (phase === 'ready') void session.close();
      });
      const phases = phasesOf(session);
      await session.connect().catch(() => {});
      await pause(20);
      expect(phases.at(-1)).to.equal('closed');
      expect(session.state.get().phase).to.equal('closed');
      expect((await failureOf(session.tools.call('x'))).code).to.equal('closed');
    });
    it('and opening again gives the same lists, fetched anew', async () => {
      const url = scriptedUrl('rev-2025-11-25');
      const session = await open(url);
      const { tools } = session;
      expect(await tools.list()).to.have.length(2);
      await session.close();
      await session.connect();
      expect(session.tools).to.equal(tools);
      expect(tools.state.get().phase).to.equal('stale');
      expect(await tools.list()).to.have.length(2);
      expect((await said(url)).filter((method) => method === 'tools/list')).to.have.length(2);
    });
  });

  it('a stream of the oldest shape that ends takes the session with it: failed, and can be opened again', async () => {
    const welcome = {
      protocolVersion: '2024-11-05',
      capabilities: { tools: {} },
      serverInfo: { name: 'old', version: '1' },
    };
    const url = await script({
      session: false,
      replies: {
        '*': { status: 202, text: '' },
        'server/discover': { status: 404, text: '' },
        initialize: [
          { status: 404, text: '' },
          { status: 202, text: '' },
        ],
        GET: {
          sse: [
            'event: endpoint\ndata: ?post\n\n',
            { heard: 'initialize' },
            { jsonrpc: '2.0', id: 1, result: welcome },
            { heard: 'tools/call' },
          ],
        },
      },
    });
    const session = await open(url);
    const call = failureOf(session.tools.call('x'));
    const error = await call;
    expect(error.code).to.be.oneOf(['stream-ended', 'closed']);
    const state = session.state.get();
    expect(state.phase === 'failed' && state.error.code).to.equal('stream-ended');
    await session.connect();
    expect(session.state.get().phase).to.equal('ready');
  });
});
