import { expect } from '@open-wc/testing';
import { databaseName } from '../../src/storage/database-name.js';
import { createStorage, FallbackStorage } from '../../src/storage/storage.js';
import { IndexedDbStorage, deleteTabDatabases } from '../../src/storage/indexeddb.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { enforceLimits } from '../../src/storage/eviction.js';
import {
  DELETE_TAB_DATABASE_MS,
  HISTORY_DAYS,
  MAX_ARGUMENT_SETS,
  STORED_RECORDS_REMOVED_AT_ONCE,
} from '../../src/storage/retention.js';
import { StorageChanges } from '../../src/storage/storage-changes.js';
import type { StorageChange } from '../../src/storage/types.js';
import { eventually } from '../fixtures/eventually.js';
import { storageContract } from './contract.js';
import { args, grant, list, message, server } from './records.js';
import { tabs } from './tabs.js';

describe('Storage: one contract', () => {
  const tempName = tempDatabases();
  describe('memory', () => storageContract(() => new MemoryStorage()));
  describe('IndexedDB', () => storageContract(() => IndexedDbStorage.open(tempName(), () => {})));
  describe('IndexedDB with memory behind it', () => storageContract(() => new FallbackStorage(tempName(), () => {})));

  describe('as long as the tab', () => storageContract(() => createStorage('session', tempName())));
  describe('no database at all', () => {
    const real = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB')!;
    before(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true }));
    after(() => Object.defineProperty(globalThis, 'indexedDB', real));
    storageContract(() => new FallbackStorage('absent'));
  });

  it('is in databases of these names: under another one, what people saved would not be found', () => {
    expect(databaseName('mcp-embed', 'storage')).to.equal('mcp-embed-storage-1');
    expect(databaseName('mcp-embed', 'sign-ins')).to.equal('mcp-embed-sign-ins-1');
  });

  it('what was kept is there for the next one, and for one beside it', async () => {
    const name = tempName();
    const first = await IndexedDbStorage.open(name, () => {});
    await first.put('server', [server('a')]);
    const beside = await IndexedDbStorage.open(name, () => {});
    expect(await beside.get('server', 'a')).to.deep.equal(server('a'));
    first.close();
    beside.close();
    const next = await IndexedDbStorage.open(name, () => {});
    expect(await next.get('server', 'a')).to.deep.equal(server('a'));
    expect(await (await IndexedDbStorage.open(tempName(), () => {})).get('server', 'a')).to.equal(undefined);
  });

  it('`none` remembers until the page goes, `local` for the next visit', async () => {
    const name = tempName();
    const none = createStorage('none', name, () => {});
    await none.put('server', [server('a')]);
    expect(await none.get('server', 'a')).to.deep.equal(server('a'));
    const local = createStorage('local', name, () => {});
    expect(await local.get('server', 'a')).to.equal(undefined);
    await local.put('server', [server('b')]);
    expect(await createStorage('local', name, () => {}).get('server', 'b')).to.deep.equal(server('b'));
  });
});

const named = async (words: string): Promise<string[]> =>
  (await indexedDB.databases()).flatMap(({ name }) => (name?.includes(words) ? [name] : []));

describe('storage for as long as a tab', () => {
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

describe('changes of what is stored', () => {
  const name = tempDatabases();

  it('are told to whoever follows in this page: what is written, removed and erased', async () => {
    const storage = new FallbackStorage(name());
    const heard: StorageChange[] = [];
    const end = storage.follow((change) => heard.push(change));
    const change = { kind: 'grant', server: 'a', isElsewhere: false };
    await storage.put('grant', [grant('1', 'a')]);
    await eventually(() => heard.length === 1);
    await storage.remove('grant', [{ server: 'a', id: '1' }]);
    await eventually(() => heard.length === 2);
    expect(heard).to.deep.equal([change, change]);
    end();
  });

  it('of another tab are heard while anybody follows; then the channel is closed, for an open one keeps a page out of the back/forward cache', () => {
    const { close } = BroadcastChannel.prototype;
    const closed: string[] = [];
    BroadcastChannel.prototype.close = function closeNoted() {
      closed.push(this.name);
      close.call(this);
    };
    try {
      const channel = name();
      const changes = new StorageChanges(channel);
      const [first, second] = [changes.follow(() => {}), changes.follow(() => {})];
      first();
      expect(closed).to.deep.equal([]);
      second();
      expect(closed).to.deep.equal([channel]);
    } finally {
      BroadcastChannel.prototype.close = close;
    }
  });

  it('of another tab are heard also after nobody followed for a while', async () => {
    const channel = name();
    const [here, there] = [new StorageChanges(channel), new StorageChanges(channel)];
    const heard: StorageChange[] = [];
    here.follow(() => {})();
    const end = here.follow((change) => heard.push(change));
    there.tell('grant', 'a');
    await eventually(() => heard.length > 0);
    expect(heard).to.deep.equal([{ kind: 'grant', server: 'a', isElsewhere: true }]);
    end();
  });
});

describe('what goes by itself, in the database', () => {
  const databaseName = tempDatabases();
  const DAY = 24 * 60 * 60 * 1000;
  const now = Date.now();

  it(`the last ${MAX_ARGUMENT_SETS} arguments of each tool stay, and whatever else holds`, async () => {
    const name = databaseName();
    const storage = await IndexedDbStorage.open(name, () => {});
    const many = Array.from({ length: MAX_ARGUMENT_SETS + 20 }, (_, n) => args('a', 'echo', now - n));
    await storage.put('arguments', [...many, args('a', 'add', 5), args('b', 'echo', now)]);
    await storage.put(
      'savedArguments',
      many.map((one) => ({ ...one, name: 'kept' })),
    );
    await storage.put('list', [list('a', 'old', [], now - 90 * DAY), list('a', 'new', [], now)]);
    await storage.put('server', [server('a', now), server('b', now - DAY)]);
    await storage.put('grant', [grant('1', 'a', 1)]);
    const gone = await enforceLimits(storage, name);
    expect(gone).to.have.length(20 + 1 + 1);
    expect((await storage.list('arguments', { server: 'a', group: 'echo' })).map(({ at }) => now - at)).to.deep.equal(
      Array.from({ length: MAX_ARGUMENT_SETS }, (_, n) => n),
    );
    expect(await storage.list('savedArguments')).to.have.length(many.length);
    expect((await storage.list('list')).map(({ id }) => id)).to.deep.equal(['new']);
    expect(await storage.list('grant')).to.have.length(1);
    expect(await enforceLimits(storage, name), 'once is enough').to.deep.equal([]);
    storage.close();
  });

  it(`of many records no more than ${STORED_RECORDS_REMOVED_AT_ONCE} go at a stretch: no task of the page takes long`, async () => {
    const name = databaseName();
    const storage = await IndexedDbStorage.open(name, () => {});
    for (let n = 0; n < 5; n++)
      // oxlint-disable-next-line no-await-in-loop
      await storage.put(
        'message',
        Array.from({ length: STORED_RECORDS_REMOVED_AT_ONCE }, (_, m) =>
          message('a', `${n}-${m}`, now - n * HISTORY_DAYS * DAY - m),
        ),
      );
    // What is done at a stretch is counted: how long it takes depends on what else the machine does.
    const { delete: remove } = IDBObjectStore.prototype;
    const stretches = new Map<IDBTransaction, number>();
    IDBObjectStore.prototype.delete = function (this: IDBObjectStore, ...asked: Parameters<typeof remove>) {
      stretches.set(this.transaction, (stretches.get(this.transaction) ?? 0) + 1);
      return remove.apply(this, asked);
    };
    const gone = await enforceLimits(storage, name).finally(() => {
      IDBObjectStore.prototype.delete = remove;
    });
    expect(gone.length).to.be.above(STORED_RECORDS_REMOVED_AT_ONCE);
    expect([...stretches.values()].reduce((sum, one) => sum + one)).to.equal(gone.length);
    expect(Math.max(...stretches.values())).to.be.at.most(STORED_RECORDS_REMOVED_AT_ONCE);
    storage.close();
  });
});
