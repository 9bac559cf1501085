import { expect } from '@open-wc/testing';
import { createStorage } from '../../src/storage/storage.js';
import { IndexedDbStorage, deleteTabDatabases } from '../../src/storage/indexeddb.js';
import { DELETE_TAB_DATABASE_MS } from '../../src/storage/retention.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { server } from './records.js';
import { tabs } from './tabs.js';

const named = async (words: string): Promise<string[]> =>
  (await indexedDB.databases()).flatMap(({ name }) => (name?.includes(words) ? [name] : []));

describe('storage for as long as a tab', function () {
  this.timeout(20_000);
  const databaseName = tempDatabases();
  const open = tabs();
  after(async () => {
    for (const name of await named(' of tab ')) indexedDB.deleteDatabase(name);
  });

  it('is there after a reload, and in no other tab', async () => {
    const namespace = databaseName();
    const storage = createStorage('session', namespace);
    await storage.put('server', [server('a')]);
    // A frame shares the tab’s `sessionStorage`, as this page does after a reload.
    const afterReload = await open('frame', 'session', namespace);
    expect(await afterReload.get('server', 'a')).to.deep.equal(server('a'));
    // A new tab begins without a name of its own.
    const name = sessionStorage.getItem('mcp-embed tab')!;
    sessionStorage.removeItem('mcp-embed tab');
    const other = await open('frame', 'session', namespace);
    sessionStorage.setItem('mcp-embed tab', name);
    expect(await other.get('server', 'a')).to.equal(undefined);
    expect(await createStorage('local', namespace).get('server', 'a')).to.equal(undefined);
  });

  it('of a tab that is gone is swept after a day; of one that is there it is not', async () => {
    const namespace = databaseName();
    const here = createStorage('session', namespace);
    await here.put('server', [server('a', 1)]);
    const mark = ' of tab ';
    for (const [tab, at] of [
      ['gone', Date.now() - DELETE_TAB_DATABASE_MS - 1000],
      ['crashed', Date.now() - 1000],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop
      const storage = await IndexedDbStorage.open(`${namespace}${mark}${tab}`, () => {});
      // oxlint-disable-next-line no-await-in-loop
      await storage.put('server', [server('a', at)]);
      storage.close();
    }
    await deleteTabDatabases(mark);
    const left = (await named(namespace)).map((name) => name.split(mark)[1]);
    expect(left).to.have.length(2);
    expect(left).to.include('crashed');
    expect(await here.get('server', 'a')).to.deep.equal(server('a', 1));
  });

  it('is the memory of the page where there is no tab', async () => {
    const real = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage')!;
    Object.defineProperty(globalThis, 'sessionStorage', {
      get() {
        throw new DOMException('Sandboxed.', 'SecurityError');
      },
      configurable: true,
    });
    try {
      const storage = createStorage('session', databaseName());
      await storage.put('server', [server('a')]);
      expect(await storage.get('server', 'a')).to.deep.equal(server('a'));
    } finally {
      Object.defineProperty(globalThis, 'sessionStorage', real);
    }
  });
});
