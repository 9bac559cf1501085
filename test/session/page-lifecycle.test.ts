import { expect } from '@open-wc/testing';
import { script, scriptedLog, scriptedUrl } from '/__servers__.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { sessions } from '../fixtures/sessions.js';

const LIST = { 'tools/list': { result: { tools: [] } } };

describe('a session whose page wakes', () => {
  const { create, open } = sessions();
  const lists = async (url: string): Promise<number> =>
    (await scriptedLog(url)).filter(({ body }) => body?.method === 'tools/list').length;
  const wakes: [string, () => void][] = [
    ['there is a network again', () => window.dispatchEvent(new Event('online'))],
    [
      'Back brought it out of the cache',
      () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    ],
  ];

  for (const [what, wake] of wakes) {
    it(`${what}: what somebody looks at is looked at anew`, async () => {
      const url = await script({ capabilities: { tools: {} }, replies: LIST });
      const session = await open(url);
      session.tools.state.subscribe(() => {});
      await session.tools.list();
      expect(await lists(url)).to.equal(1);
      wake();
      await eventually(async () => (await lists(url)) === 2);
    });

    it(`${what}: one that failed for want of a network is opened again`, async () => {
      let isThere = false;
      const url = await script({ capabilities: { tools: {} }, replies: LIST });
      const session = create(url, {
        fetch: (...args) => (isThere ? fetch(...args) : Promise.reject(new TypeError('Failed to fetch'))),
      });
      await session.connect().catch(() => {});
      expect(session.state.get().phase).to.equal('failed');
      wake();
      await pause(50);
      await eventually(() => session.state.get().phase === 'failed');
      isThere = true;
      wake();
      await eventually(() => session.state.get().phase === 'ready');
    });
  }

  it('is left alone once it was closed', async () => {
    const url = await script({ capabilities: { tools: {} }, replies: LIST });
    const session = await open(url);
    await session.close();
    window.dispatchEvent(new Event('online'));
    await pause(50);
    expect(session.state.get().phase).to.equal('closed');
  });

  it('that no server of MCP answered is not asked again and again', async () => {
    const url = await script({ replies: { '*': { text: '<!doctype html>', type: 'text/html' } } });
    const session = create(url);
    await session.connect().catch(() => {});
    const state = session.state.get();
    expect(state.phase).to.equal('failed');
    window.dispatchEvent(new Event('online'));
    await pause(50);
    expect(session.state.get()).to.equal(state);
  });

  it('a page that is shown for the first time wakes nobody', async () => {
    const session = create(scriptedUrl('dead'));
    await session.connect().catch(() => {});
    const state = session.state.get();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
    await pause(50);
    expect(session.state.get()).to.equal(state);
    expect(session.options).not.to.equal(undefined);
  });
});
