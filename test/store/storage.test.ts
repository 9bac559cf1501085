import { expect } from '@open-wc/testing';
import { createStorage } from '../../src/store/create-storage.js';
import type { ListRecord, ServerRecord } from '../../src/store/records.js';
import { FallbackStorage } from '../../src/store/fallback-storage.js';
import { IndexedDbStorage } from '../../src/store/indexeddb-storage.js';
import { MemoryStorage } from '../../src/store/memory-storage.js';
import type { Storage } from '../../src/store/storage.js';
import { tempDatabases } from '../fixtures/temp-database.js';

const server = (url: string, at = 1): ServerRecord => ({ url, opening: 'streamable', profile: { name: url }, at });
const list = (url: string, kind: string, items: unknown[] = [1]): ListRecord => ({ server: url, kind, items, asOf: 1 });

describe('Storage: one contract', () => {
  const databaseName = tempDatabases();
  const implementations: readonly [string, () => Promise<Storage> | Storage][] = [
    ['memory', () => new MemoryStorage()],
    ['IndexedDB', () => IndexedDbStorage.open(databaseName(), () => {})],
    ['IndexedDB with memory behind it', () => new FallbackStorage(databaseName(), () => {})],
  ];
  for (const [name, create] of implementations)
    describe(name, () => {
      let storage: Storage;
      beforeEach(async () => {
        storage = await create();
      });

      it('has nothing at first', async () => {
        expect(await storage.getServer('a')).to.equal(undefined);
        expect(await storage.getList('a', 'tools')).to.equal(undefined);
        await storage.forget('a');
      });
      it('keeps a server, the newest record of it', async () => {
        await storage.putServer(server('a', 1));
        await storage.putServer(server('a', 2));
        await storage.putServer(server('b', 3));
        expect(await storage.getServer('a')).to.deep.equal(server('a', 2));
        expect(await storage.getServer('b')).to.deep.equal(server('b', 3));
      });
      it('keeps a list for each server and kind', async () => {
        await storage.putList(list('a', 'tools', [{ name: 'x' }]));
        await storage.putList(list('a', 'tools', [{ name: 'y' }]));
        await storage.putList(list('a', 'prompts', []));
        await storage.putList(list('b', 'tools', [2]));
        expect(await storage.getList('a', 'tools')).to.deep.equal(list('a', 'tools', [{ name: 'y' }]));
        expect(await storage.getList('a', 'prompts')).to.deep.equal(list('a', 'prompts', []));
        expect(await storage.getList('b', 'tools')).to.deep.equal(list('b', 'tools', [2]));
        expect(await storage.getList('b', 'prompts')).to.equal(undefined);
      });
      it('forgets one server with everything of it, and nothing of the others, also where addresses are alike', async () => {
        const others = ['a b', 'a\uffff', 'aa', '', 'A', '["a"', 'b'];
        for (const url of ['a', ...others]) {
          // oxlint-disable-next-line no-await-in-loop
          await Promise.all([
            storage.putServer(server(url)),
            ...['', 'tools', '\uffff'].map((kind) => storage.putList(list(url, kind))),
          ]);
        }
        await storage.forget('a');
        expect(await storage.getServer('a')).to.equal(undefined);
        for (const kind of ['', 'tools', '\uffff'])
          // oxlint-disable-next-line no-await-in-loop
          expect(await storage.getList('a', kind)).to.equal(undefined);
        for (const url of others) {
          // oxlint-disable-next-line no-await-in-loop
          expect(await storage.getServer(url), url).to.deep.equal(server(url));
          // oxlint-disable-next-line no-await-in-loop
          expect(await storage.getList(url, '\uffff'), url).to.deep.equal(list(url, '\uffff'));
        }
      });
      it('keeps copies: what is done to a record outside does not change it', async () => {
        const items = [{ name: 'x' }];
        await storage.putList(list('a', 'tools', items));
        items[0]!.name = 'changed before';
        const first = (await storage.getList('a', 'tools'))!;
        expect(first.items).to.deep.equal([{ name: 'x' }]);
        (first.items[0] as { name: string }).name = 'changed after';
        expect((await storage.getList('a', 'tools'))!.items).to.deep.equal([{ name: 'x' }]);
        await storage.putServer(server('a'));
        const profile = (await storage.getServer('a'))!.profile as { name: string };
        profile.name = 'changed';
        expect(await storage.getServer('a')).to.deep.equal(server('a'));
      });
      it('keeps any JSON', async () => {
        const items = [null, true, 1.5, 'ü🌍\0', [], {}, JSON.parse('{"__proto__":{"a":1},"constructor":2}')];
        await storage.putList(list('a', 'tools', items));
        expect((await storage.getList('a', 'tools'))!.items).to.deep.equal(items);
      });
      it('rejects what cannot be kept, and keeps what was there', async () => {
        await storage.putServer(server('a'));
        let refused = false;
        await storage.putServer({ ...server('a'), profile: () => {} }).catch(() => (refused = true));
        expect(refused).to.equal(true);
        if (name !== 'IndexedDB with memory behind it') expect(await storage.getServer('a')).to.deep.equal(server('a'));
      });
    });

  it('what was kept is there for the next one, and for one beside it', async () => {
    const name = databaseName();
    const first = await IndexedDbStorage.open(name, () => {});
    await first.putServer(server('a'));
    const beside = await IndexedDbStorage.open(name, () => {});
    expect(await beside.getServer('a')).to.deep.equal(server('a'));
    first.close();
    beside.close();
    const next = await IndexedDbStorage.open(name, () => {});
    expect(await next.getServer('a')).to.deep.equal(server('a'));
    expect(await (await IndexedDbStorage.open(databaseName(), () => {})).getServer('a')).to.equal(undefined);
  });

  it('`none` remembers until the page goes, `local` for the next visit', async () => {
    const name = databaseName();
    const none = createStorage('none', name, () => {});
    await none.putServer(server('a'));
    expect(await none.getServer('a')).to.deep.equal(server('a'));
    const local = createStorage('local', name, () => {});
    expect(await local.getServer('a')).to.equal(undefined);
    await local.putServer(server('b'));
    expect(await createStorage('local', name, () => {}).getServer('b')).to.deep.equal(server('b'));
  });
});
