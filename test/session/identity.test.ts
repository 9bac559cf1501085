import { expect } from '@esm-bundle/chai';
import { script } from '/__servers__.js';
import type { ListRecord, SessionOptions } from '../../src/index.js';
import { identityOf } from '../../src/session/person/server-storage-key.js';
import { ServerMemory } from '../../src/session/server-cache.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import { sessions } from '../fixtures/sessions.js';

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

    it('lists that were read ahead are given to nobody else', async () => {
      const storage = new MemoryStorage();
      const list = (server: string): ListRecord => ({ server, id: 'tools', at: 1, items: [server] });
      await storage.put('list', [list('a'), list('b')]);
      const keeping = { storage, server: 'a', resolvePlace: () => keeping };
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
      await create(url, { auth: slow }).connect();
      expect(known).to.equal(1);
    });
  });
});
