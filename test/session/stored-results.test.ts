import { expect } from '@esm-bundle/chai';
import { modernUrl, script, scriptedLog, type Reply } from '/__servers__.js';
import { itemsOf, type Session, type SessionOptions } from '../../src/index.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { sessions } from '../fixtures/sessions.js';
import { verifies } from '../requirements/verifies.js';

const MODERN = '2026-07-28';
const HOUR = 3_600_000;
const tool = { name: 'echo', inputSchema: { type: 'object' } };
const complete = (result: object, hints: object = {}): Reply => ({
  result: { resultType: 'complete', ...result, ...hints },
});
const contents = { contents: [{ uri: 'test://one', text: 'x' }] };

describe('results that a server says will hold', () => {
  const { create, open } = sessions();
  const requestsOf = async (url: string, method: string): Promise<number> =>
    (await scriptedLog(url)).filter(({ body }) => body?.method === method).length;

  for (const [method, result, look] of [
    ['tools/list', { tools: [tool] }, (session: Session) => session.tools.list()],
    ['prompts/list', { prompts: [] }, (session: Session) => session.prompts.list()],
    ['resources/list', { resources: [] }, (session: Session) => session.resources.list()],
    ['resources/templates/list', { resourceTemplates: [] }, (session: Session) => session.resourceTemplates.list()],
    ['resources/read', contents, (session: Session) => session.resources.read('test://one')],
  ] as const) {
    it(`${MODERN} ${method}: not asked for again`, async () => {
      verifies('results-kept-while-fresh');
      const url = await script({
        revision: MODERN,
        replies: { [method]: complete(result, { ttlMs: HOUR, cacheScope: 'private' }) },
      });
      const session = await open(url);
      await look(session);
      await look(session);
      expect(await requestsOf(url, method)).to.equal(1);
    });
    it(`${MODERN} ${method}: asked for again where nothing is said`, async () => {
      verifies('results-kept-while-fresh');
      const url = await script({ revision: MODERN, replies: { [method]: complete(result) } });
      const session = await open(url);
      await look(session);
      await look(session);
      expect(await requestsOf(url, method)).to.equal(2);
    });
  }

  it('before 2026-07-28 the words for it have no meaning: lists hold until there is news, resources not at all', async () => {
    const hints = { ttlMs: HOUR, cacheScope: 'public' };
    const url = await script({
      replies: {
        'tools/list': { result: { tools: [tool], ...hints, ttlMs: 0 } },
        'resources/read': { result: { ...contents, ...hints } },
      },
    });
    const session = await open(url);
    await session.tools.list();
    await session.tools.list();
    expect(await requestsOf(url, 'tools/list')).to.equal(1);
    expect(session.tools.state.get()).not.to.have.property('expiresAt');
    await session.resources.read('test://one');
    await session.resources.read('test://one');
    expect(await requestsOf(url, 'resources/read')).to.equal(2);
  });

  it('what answers of ours went into is not given to whoever asks next', async () => {
    verifies('answered-results-not-kept');
    const asks: Reply = { result: { resultType: 'input_required', requestState: 'state' } };
    const url = await script({
      revision: MODERN,
      replies: { 'resources/read': [asks, complete(contents, { ttlMs: HOUR, cacheScope: 'public' })] },
    });
    const session = await open(url);
    await session.resources.read('test://one');
    await session.resources.read('test://one');
    expect(await requestsOf(url, 'resources/read')).to.equal(3);
  });

  it('a resource that the server says has changed is read anew', async () => {
    verifies('news-end-freshness');
    const session = await open(modernUrl);
    const read = async (): Promise<string> => (await session.resources.read('harbour://tide'))[0]!.text!;
    let told = 0;
    await session.resources.subscribe('harbour://tide', () => told++);
    const before = await read();
    await session.tools.call('turn-the-tide');
    await eventually(() => told > 0);
    expect(await read()).not.to.equal(before);
  });

  describe('on the next visit', () => {
    const hints = { ttlMs: HOUR, cacheScope: 'private' };
    /** A server whose list holds for an hour, visited once. */
    async function visited(
      storage: MemoryStorage,
      options: SessionOptions = {},
      said: object = hints,
    ): Promise<string> {
      const url = await script({ revision: MODERN, replies: { 'tools/list': complete({ tools: [tool] }, said) } });
      const session = await open(url, { storage, ...options });
      await session.tools.list();
      await pause(50);
      await session.close();
      return url;
    }

    it('the list is there at once and the server is not asked, also where somebody follows it', async () => {
      verifies('results-kept-while-fresh');
      const storage = new MemoryStorage();
      const url = await visited(storage);
      const session = create(url, { storage });
      const phases = new Set<string>();
      session.tools.state.subscribe(({ phase }) => phases.add(phase));
      await session.connect();
      await eventually(() => itemsOf(session.tools.state.get()).length === 1);
      expect(await session.tools.list()).to.deep.equal([tool]);
      await pause(50);
      expect([...phases]).to.deep.equal(['ready']);
      expect(await requestsOf(url, 'tools/list')).to.equal(1);
    });
    it('it is asked for where it does not hold any more', async () => {
      const storage = new MemoryStorage();
      const url = await visited(storage, {}, { ttlMs: 0 });
      const session = await open(url, { storage });
      await session.tools.list();
      expect(await requestsOf(url, 'tools/list')).to.equal(2);
    });
    it('it is not shown to somebody else', async () => {
      verifies('private-results-stay-private');
      const storage = new MemoryStorage();
      const headers = { Authorization: 'Bearer a' };
      const url = await visited(storage, { headers, identity: 'ada' });
      for (const identity of ['bob', undefined]) {
        // oxlint-disable-next-line no-await-in-loop
        const session = await open(url, { storage, headers, identity });
        // oxlint-disable-next-line no-await-in-loop
        await session.tools.list();
      }
      expect(await requestsOf(url, 'tools/list')).to.equal(3);
      const session = await open(url, { storage, headers: { Authorization: 'Bearer renewed' }, identity: 'ada' });
      await session.tools.list();
      expect(await requestsOf(url, 'tools/list')).to.equal(3);
    });
  });

  it('a token whose owner nobody knows: what is private is asked for each time, also within one session', async () => {
    verifies('private-results-stay-private');
    const url = await script({
      revision: MODERN,
      replies: { 'resources/read': complete(contents, { ttlMs: HOUR, cacheScope: 'private' }) },
    });
    let token = 'a';
    const session = await open(url, { headers: () => ({ Authorization: `Bearer ${token}` }) });
    await session.resources.read('test://one');
    token = 'b';
    await session.resources.read('test://one');
    const sent = (await scriptedLog(url)).filter(({ body }) => body?.method === 'resources/read');
    expect(sent.map(({ headers }) => headers['authorization'])).to.deep.equal(['Bearer a', 'Bearer b']);
  });
});
