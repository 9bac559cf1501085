import { expect } from '@esm-bundle/chai';
import { script, scriptedLog, scriptedUrl } from '/__servers__.js';
import { itemsOf, type ServerRecord, type SessionOptions, type Storage } from '../../src/index.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import { CACHE_WAIT_MS, HANDSHAKE_VALID_MS } from '../../src/session/server-cache.js';
import { ManualClock } from '../fixtures/clock.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { server as stored } from '../storage/records.js';
import { sessions } from '../fixtures/sessions.js';
import { verifies } from '../requirements/verifies.js';

const firstWords = async (url: string): Promise<string> =>
  (await scriptedLog(url)).find(({ method }) => method === 'POST')!.body.method as string;

describe('what a session remembers', () => {
  const { create, open } = sessions();

  /** A visit that looks at the tools, and ends once everything is kept. */
  async function visit(url: string, options: SessionOptions): Promise<void> {
    const session = await open(url, options);
    await session.tools.list();
    // What is kept is written behind.
    await pause(50);
    await session.close();
  }

  it('is shown at once on the next visit, marked, and refreshed behind', async () => {
    const storage = new MemoryStorage();
    const url = await script({
      replies: {
        'tools/list': [
          { result: { tools: [{ name: 'old', inputSchema: {} }] } },
          { sse: [{ wait: 200 }, { response: { tools: [{ name: 'new', inputSchema: {} }] } }] },
        ],
      },
    });
    await visit(url, { storage });
    const session = create(url, { storage });
    const names = (): string[] => itemsOf(session.tools.state.get()).map(({ name }) => name);
    session.tools.state.subscribe(() => {});
    const opening = session.connect();
    await eventually(() => names().includes('old'));
    expect(session.tools.state.get().phase).to.equal('stale');
    await eventually(() => session.state.get().phase !== 'idle' && 'server' in session.state.get());
    expect(session.server).to.include({ name: 'scripted' });
    await opening;
    await eventually(() => names().includes('new'));
    expect(session.tools.state.get().phase).to.equal('ready');
  });

  it('comes in one go: all lists are read at once, beside what is known of the server', async () => {
    const storage = new MemoryStorage();
    const url = await script({ replies: { 'tools/list': { result: { tools: [{ name: 'old', inputSchema: {} }] } } } });
    await visit(url, { storage });
    const asked: string[] = [];
    const spy = new Proxy(storage, {
      get: (target, name: keyof MemoryStorage) => {
        if (name !== 'get' && name !== 'list') return (target[name] as (() => void) | undefined)?.bind(target);
        return (kind: 'list', ...rest: [never]) => {
          if (['server', 'list'].includes(kind)) asked.push(`${name} ${kind}`);
          return (target[name] as (...all: unknown[]) => unknown)(kind, ...rest);
        };
      },
    });
    const session = await open(url, { storage: spy });
    await eventually(() => itemsOf(session.tools.state.get()).length === 1);
    expect(asked).to.deep.equal(['get server', 'list list']);
    // Later they are read as they are then.
    await session.close();
    await session.connect();
    await session.tools.list();
    expect(asked.filter((one) => one === 'list list')).to.have.length(1);
  });

  it('serves when the server is down', async () => {
    const storage = new MemoryStorage();
    const url = await script({
      replies: {
        'server/discover': [
          { status: 404, text: '' },
          { status: 503, text: '' },
        ],
        initialize: [
          {
            result: {
              protocolVersion: '2025-11-25',
              capabilities: { tools: {} },
              serverInfo: { name: 's', version: '1' },
            },
          },
          { status: 503, text: '' },
        ],
      },
      session: false,
    });
    await visit(url, { storage });
    const session = create(url, { storage });
    expect((await failureOf(session.connect())).code).to.equal('http');
    const state = session.state.get();
    expect(state.phase === 'failed' && state.server?.name).to.equal('s');
    await eventually(() => itemsOf(session.tools.state.get()).length === 2);
  });

  describe('how the server wants to be spoken to', () => {
    for (const [scenario, first] of [
      ['rev-2025-11-25', 'initialize'],
      ['rev-2026-07-28', 'server/discover'],
    ] as const)
      it(`${scenario}: the next visit begins with ${first}`, async () => {
        const storage = new MemoryStorage();
        const url = scriptedUrl(scenario);
        await visit(url, { storage });
        const before = (await scriptedLog(url)).length;
        await visit(url, { storage });
        const next = (await scriptedLog(url)).slice(before).find(({ method }) => method === 'POST');
        expect(next!.body.method).to.equal(first);
      });

    it('is believed for a day: an old verdict works but may miss a newer revision', async () => {
      verifies('era-remembered-not-for-ever');
      for (const [age, first] of [
        [HANDSHAKE_VALID_MS - 60_000, 'initialize'],
        [HANDSHAKE_VALID_MS + 1, 'server/discover'],
        // The clock was set back since.
        [-60_000, 'server/discover'],
      ] as const) {
        const url = scriptedUrl('rev-2025-11-25');
        const storage = new MemoryStorage();
        const at = Date.now() - age;
        const { profile } = stored(url);
        const record: ServerRecord = { server: url, id: '', opening: 'streamable', profile, at };
        // oxlint-disable-next-line no-await-in-loop
        await storage.put('server', [record]);
        // oxlint-disable-next-line no-await-in-loop
        await open(url, { storage });
        // oxlint-disable-next-line no-await-in-loop
        expect(await firstWords(url)).to.equal(first);
      }
    });

    it('a server that has changed is found all the same, and remembered anew', async () => {
      const url = scriptedUrl('rev-2026-07-28');
      const storage = new MemoryStorage();
      await storage.put('server', [stored(url, Date.now())]);
      const session = await open(url, { storage });
      expect(session.server.era).to.equal('modern');
      await eventually(async () => (await storage.get('server', url))!.opening === 'modern');
    });

    it('a record of a future version is no reason to fail', async () => {
      const url = scriptedUrl('rev-2025-11-25');
      const storage = new MemoryStorage();
      await storage.put('server', [{ server: url, id: '', opening: 'carrier-pigeon', profile: null, at: Date.now() }]);
      expect((await open(url, { storage })).state.get().phase).to.equal('ready');
    });
  });

  describe('belongs to somebody', () => {
    const kept = async (storage: Storage, key: string): Promise<unknown> => {
      await pause(30);
      return (await storage.get('server', key))?.server;
    };

    it('headers without an identity: nothing is kept, it may be private', async () => {
      const storage = new MemoryStorage();
      const url = scriptedUrl('rev-2025-11-25');
      for (const headers of [{ Authorization: 'Bearer secret' }, () => ({ Authorization: 'Bearer secret' })]) {
        // oxlint-disable-next-line no-await-in-loop
        await visit(url, { storage, headers });
        // oxlint-disable-next-line no-await-in-loop
        expect(await kept(storage, url)).to.equal(undefined);
        // oxlint-disable-next-line no-await-in-loop
        expect(await storage.get('list', url, 'tools')).to.equal(undefined);
      }
    });

    it('one identity never sees what is another’s', async () => {
      verifies('servers-are-isolated');
      const storage = new MemoryStorage();
      const url = scriptedUrl('rev-2025-11-25');
      await visit(url, { storage, identity: 'ada', headers: { Authorization: 'Bearer a' } });
      expect(await kept(storage, `${url} ada`)).to.equal(`${url} ada`);
      for (const identity of [undefined, 'bob', '', 'ada ', 'ad']) {
        const session = create(url, { storage, ...(identity !== undefined && { identity }) });
        const states: string[] = [];
        session.tools.state.subscribe(({ phase }) => states.push(phase));
        // oxlint-disable-next-line no-await-in-loop
        await session.connect();
        expect(states, identity).not.to.include('stale');
      }
      const session = create(url, { storage, identity: 'ada' });
      const states: string[] = [];
      session.tools.state.subscribe(({ phase }) => states.push(phase));
      await session.connect();
      expect(states).to.include('stale');
    });

    it('no token and no session id is ever kept', async () => {
      verifies('session-id-is-a-secret');
      const storage = new MemoryStorage();
      const records: unknown[] = [];
      const put = storage.put.bind(storage);
      const spy: Storage = Object.assign(storage, {
        put: ((kind, some) => (records.push(...some), put(kind, some))) as Storage['put'],
      });
      const url = scriptedUrl('rev-2025-11-25');
      await visit(url, { storage: spy, identity: 'ada', headers: { Authorization: 'Bearer secret' } });
      const ids = (await scriptedLog(url)).map(({ headers }) => headers['mcp-session-id']).filter(Boolean);
      expect(records).to.have.length(2);
      for (const secret of ['secret', ...ids]) expect(JSON.stringify(records)).not.to.contain(secret);
    });
  });

  describe('with a store that does not work', () => {
    const clock = new ManualClock();

    it('a store that fails or hangs is no failure of the session', async () => {
      const none = async (): Promise<undefined> => undefined;
      const never = (): Promise<never> => new Promise(() => {});
      const broken = (): Promise<never> => Promise.reject(new Error('broken'));
      const rest = { remove: never, usage: never, forget: never };
      for (const storage of [
        { ...rest, get: broken, list: broken, put: broken },
        { ...rest, get: none, list: async () => [], put: never },
        { ...rest, get: never, list: never, put: never },
      ]) {
        // oxlint-disable-next-line no-await-in-loop
        const session = await clock.skipWaits(open(scriptedUrl('rev-2025-11-25'), { storage }), CACHE_WAIT_MS);
        // oxlint-disable-next-line no-await-in-loop
        expect(await clock.skipWaits(session.tools.list(), CACHE_WAIT_MS)).to.have.length(2);
      }
    });
  });
});
