import { expect } from '@open-wc/testing';
import { databaseName } from '../../src/storage/database-name.js';
import { createStorage, FallbackStorage } from '../../src/storage/storage.js';
import { IndexedDbStorage } from '../../src/storage/indexeddb.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { storageContract } from './contract.js';
import { server } from './records.js';

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
