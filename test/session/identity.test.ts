import { expect } from '@open-wc/testing';
import { script } from '/__servers__.js';
import type { ListRecord, SessionOptions } from '../../src/index.js';
import { identityOf } from '../../src/session/server-storage-key.js';
import { ServerMemory } from '../../src/session/server-cache.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import { sessions } from '../fixtures/sessions.js';
import { tempDatabases } from '../fixtures/temp-database.js';

type Auth = NonNullable<SessionOptions['auth']>;
const auth = (holder?: string | null): Auth => ({
  sign: (endpoint) => endpoint,
  ...(holder !== undefined && { identity: holder }),
});

describe('whose it is what a session learns', () => {
  for (const [what, options, owner] of [
    ['nobody was named to the server', {}, {}],
    ['the page says whose it is', { identity: 'ada', headers: { Authorization: 'x' } }, { identity: 'ada' }],
    ['headers of the page may be anybody’s', { headers: { Authorization: 'x' } }, undefined],
    ['a sign-in that cannot say', { auth: auth() }, undefined],
    ['nobody is signed in yet', { auth: auth(null) }, {}],
    [
      'nobody is signed in, and headers say who it is',
      { auth: auth(null), headers: { Authorization: 'x' } },
      undefined,
    ],
    [
      'somebody signed in, whatever the headers',
      { auth: auth('u-1'), headers: { 'X-Team': 'x' } },
      { identity: 'u-1' },
    ],
    ['somebody is, for as long as it lasts', { auth: auth('u-1') }, { identity: 'u-1' }],
  ] as const)
    it(what, () => expect(identityOf(options)).to.deep.equal(owner));

  describe('is kept apart', () => {
    const { create } = sessions();
    const databaseName = tempDatabases();

    it('before a sign-in, while it lasts, after it', async () => {
      const url = await script({ capabilities: { tools: {} } });
      const namespace = databaseName();
      const signIn = { ...auth(null) } as { -readonly [K in keyof Auth]: Auth[K] };
      const session = create(url, { storage: 'local', namespace, auth: signIn });
      await session.connect();
      const keeping = session.partition!;
      const names: (string | undefined)[] = [];
      const note = async (): Promise<void> => {
        await keeping.storage.put('view', [{ server: keeping.server, id: '', at: 1, value: keeping.server }]);
        names.push((await keeping.storage.get('view', url))?.value as string | undefined);
      };
      await note();
      signIn.identity = 'u-1';
      await note();
      expect(keeping.server).to.equal(`${url} u-1`);
      signIn.identity = undefined;
      await note();
      expect(names, 'of nobody known nothing is in the database').to.deep.equal([url, url, url]);
      signIn.identity = null;
      expect((await keeping.storage.get('view', url))?.value).to.equal(url);
      expect((await keeping.storage.get('view', `${url} u-1`))?.value).to.equal(`${url} u-1`);
    });

    it('lists that were read ahead are given to nobody else', async () => {
      const storage = new MemoryStorage();
      const list = (server: string): ListRecord => ({ server, id: 'tools', at: 1, items: [server] });
      await storage.put('list', [list('a'), list('b')]);
      const keeping = { storage, server: 'a', now: () => keeping };
      const memory = new ServerMemory(keeping);
      const items = async (): Promise<unknown> => (await memory.getList('tools'))?.items;
      await memory.recall();
      keeping.server = 'b';
      expect(await items()).to.deep.equal(['b']);
      keeping.server = 'a';
      expect(await items()).to.deep.equal(['a']);
      // Once they were given, they are read as they are.
      await storage.put('list', [{ ...list('a'), items: ['new'] }]);
      expect(await items()).to.deep.equal(['new']);
    });

    it('waits for who is signed in from before, but not for ever', async () => {
      const url = await script({});
      let known = 0;
      const slow: Auth = { ...auth(null), known: () => new Promise(() => known++) };
      await create(url, { auth: slow, namespace: databaseName() }).connect();
      expect(known).to.equal(1);
    });
  });
});
