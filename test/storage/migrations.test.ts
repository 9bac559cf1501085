import { expect } from '@open-wc/testing';
import { IndexedDbStorage } from '../../src/storage/indexeddb.js';
import { migrations } from '../../src/storage/database.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { databaseOfVersion, EARLIER, entry, grant, roots, server } from './earlier-versions.js';

describe('a database of an earlier version', () => {
  const databaseName = tempDatabases();
  const storages: IndexedDbStorage[] = [];
  const open = async (name: string): Promise<IndexedDbStorage> => {
    const storage = await IndexedDbStorage.open(name, () => {});
    storages.push(storage);
    return storage;
  };
  afterEach(() => storages.splice(0).forEach((storage) => storage.close()));

  for (let version = 1; version <= EARLIER.length; version++)
    it(`version ${version} is taken over with everything in it`, async () => {
      const name = databaseName();
      await databaseOfVersion(name, version);
      for (const time of ['the first time', 'the next time']) {
        // oxlint-disable-next-line no-await-in-loop
        const storage = await open(name);
        // oxlint-disable-next-line no-await-in-loop
        const found = await everythingIn(storage);
        const { url, ...profile } = server;
        const since = <T>(from: number, what: T): T | undefined => (version >= from ? what : undefined);
        expect(found, time).to.deep.equal({
          server: { server: url, id: '', ...profile },
          // Those of the first version are fetched again: the second one said so.
          tools: since(2, {
            server: url,
            id: 'tools',
            at: 2,
            expiresAt: 9,
            items: [{ name: 'echo', title: 'Echo ü' }],
          }),
          prompts: since(2, { server: `${url} ada`, id: 'prompts', at: 3, items: [] }),
          hosts: since(3, { server: url, id: '', hosts: ['img.example'] }),
          grants: version >= 4 ? [grant] : [],
          record: version >= 5 ? [{ ...entry, id: '7-8', at: entry.at + 1, outcome: 'tool-error' }, entry] : [],
          roots: since(6, { ...roots, id: roots.origin }),
        });
        storage.close();
      }
    });

  it('the tests have one of each', () => expect(EARLIER).to.have.length(migrations.length - 1));

  it('what is damaged in it does not hold up the rest', async () => {
    const name = databaseName();
    await databaseOfVersion(name, 6);
    await new Promise<void>((resolve) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => {
        const writing = request.result.transaction(['grants', 'hosts', 'lists', 'roots'], 'readwrite');
        writing.objectStore('grants').put({ id: 'no server' });
        writing.objectStore('lists').put({ server: 'b', kind: 'tools', fetchedAt: 'yesterday', json: '[' });
        writing.objectStore('roots').put({ server: 'b', origin: 'o', roots: 5n });
        writing.objectStore('hosts').put({ server: ['no text'], hosts: [] });
        writing.oncomplete = () => (request.result.close(), resolve());
      };
    });
    const { grants, roots: kept, tools } = await everythingIn(await open(name));
    expect(grants).to.deep.equal([grant]);
    expect(kept).to.deep.equal({ ...roots, id: roots.origin });
    expect(tools).to.exist;
  });

  it('one in which the taking over fails stays as it is, for the next time', async () => {
    const name = databaseName();
    await databaseOfVersion(name, 6);
    const { createIndex } = IDBObjectStore.prototype;
    try {
      IDBObjectStore.prototype.createIndex = () => {
        throw new DOMException('Full.', 'QuotaExceededError');
      };
      const opened = await IndexedDbStorage.open(name, () => {}).catch(() => undefined);
      expect(opened).to.equal(undefined);
    } finally {
      IDBObjectStore.prototype.createIndex = createIndex;
    }
    expect((await everythingIn(await open(name))).grants).to.deep.equal([grant]);
  });
});

/** Without the moment of the taking over, where the earlier version kept none. */
async function everythingIn(storage: IndexedDbStorage): Promise<Record<string, unknown>> {
  const untimed = <T extends { at: number }>(record?: T): Omit<T, 'at'> | undefined => {
    if (!record) return undefined;
    const { at, ...rest } = record;
    expect(Date.now() - at).to.be.within(0, 60_000);
    return rest;
  };
  return {
    server: await storage.get('server', server.url),
    tools: await storage.get('list', server.url, 'tools'),
    prompts: await storage.get('list', `${server.url} ada`, 'prompts'),
    hosts: untimed(await storage.get('hosts', server.url)),
    grants: await storage.list('grant'),
    record: await storage.list('record'),
    roots: untimed(await storage.get('roots', server.url, roots.origin)),
  };
}
