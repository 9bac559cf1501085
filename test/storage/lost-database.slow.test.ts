import { expect } from '@open-wc/testing';
import type { McpError } from '../../src/errors.js';
import { IndexedDbStorage } from '../../src/storage/indexeddb.js';
import { FallbackStorage } from '../../src/storage/storage.js';
import { DATABASE_REOPEN_MS } from '../../src/storage/database-connection.js';
import { DATABASE_BLOCKED_MS } from '../../src/storage/types.js';
import { SCHEMA_VERSION } from '../../src/storage/database-name.js';
import { ManualClock } from '../fixtures/clock.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { raw } from './raw-database.js';
import { grant, list, server } from './records.js';

describe('a database that cannot be had for a while', function () {
  this.timeout(15_000);
  const clock = new ManualClock();
  const databaseName = tempDatabases();
  let problems: McpError[];
  const create = (name: string): FallbackStorage => {
    problems = [];
    return new FallbackStorage(name, (problem) => problems.push(problem));
  };
  const idsIn = async (name: string): Promise<string[]> =>
    (await new FallbackStorage(name).list('grant')).map(({ id }) => id);

  it('held up by another tab, which keeps it open while it is deleted: it says so, and writes down what was done once it lets go', async () => {
    const name = databaseName();
    // A tab that does not listen to `versionchange`.
    const holder = await raw(name, SCHEMA_VERSION);
    const deletion = indexedDB.deleteDatabase(name);
    const storage = create(name);
    const writing = storage.put('grant', [grant('new', 'a', 5), grant('erased', 'a', 5)]);
    await clock.skipWaits(writing, DATABASE_BLOCKED_MS);
    expect(problems.map(({ message }) => message)).to.have.length(1);
    expect(problems[0]!.message).to.contain('another tab');
    expect(problems[0]!.remedy).to.contain('Close or reload the other tabs');
    await storage.remove('grant', [{ server: 'a', id: 'erased' }]);
    expect((await storage.list('grant')).map(({ id }) => id)).to.deep.equal(['new']);
    holder.close();
    await new Promise((resolve) => (deletion.onsuccess = resolve));
    await eventually(async () => (await idsIn(name)).join() === 'new', Boolean, DATABASE_BLOCKED_MS + 3000);
    expect((await storage.list('grant')).map(({ id }) => id)).to.deep.equal(['new']);
    expect(problems).to.have.length(1);
  });

  it('that could not be created to its end: nothing half-made stays, and the next opening creates it', async () => {
    const name = databaseName();
    const { createIndex } = IDBObjectStore.prototype;
    try {
      IDBObjectStore.prototype.createIndex = () => {
        throw new DOMException('Full.', 'QuotaExceededError');
      };
      expect(await IndexedDbStorage.open(name, () => {}).catch(() => undefined)).to.equal(undefined);
    } finally {
      IDBObjectStore.prototype.createIndex = createIndex;
    }
    await create(name).put('grant', [grant('new', 'a', 5)]);
    expect(await idsIn(name)).to.deep.equal(['new']);
  });

  it('upgraded by a newer version that keeps the store: it steps aside, goes on in memory, and shares it again', async () => {
    const name = databaseName();
    const storage = create(name);
    await storage.put('grant', [grant('before', 'a', 1), grant('erased', 'a', 1)]);
    const newer = await raw(name, SCHEMA_VERSION + 1, (database) => database.createObjectStore('of the newer one'));
    await storage.put('grant', [grant('meanwhile', 'a', 2)]);
    await storage.remove('grant', [{ server: 'a', id: 'erased' }]);
    expect((await storage.list('grant')).map(({ id }) => id)).to.deep.equal(['meanwhile']);
    await clock.advance(DATABASE_REOPEN_MS);
    const all = async (): Promise<string> => (await storage.list('grant')).map(({ id }) => id).join();
    await eventually(all, (ids) => ids === 'meanwhile,before');
    expect(await idsIn(name)).to.deep.equal(['meanwhile', 'before']);
    expect(newer.objectStoreNames.contains('of the newer one')).to.equal(true);
    newer.close();
    expect(problems, 'nothing was lost, so there is nothing to say').to.deep.equal([]);
  });

  it('of a newer version that keeps things another way: it is left as it is, and that is said', async () => {
    const name = databaseName();
    const newer = await raw(name, SCHEMA_VERSION + 1, (database) => {
      database.createObjectStore('records', { keyPath: 'another' }).put({ another: 1, precious: true });
    });
    newer.close();
    const storage = create(name);
    await storage.put('server', [server('a')]);
    expect(await storage.get('server', 'a')).to.deep.equal(server('a'));
    await storage.forget();
    expect(problems.map(({ remedy }) => remedy)).to.deep.equal(['Reload this page. What was saved stays.']);
    const again = await raw(name);
    expect(again.version).to.equal(SCHEMA_VERSION + 1);
    const request = again.transaction('records').objectStore('records').getAll();
    await new Promise((resolve) => (request.onsuccess = resolve));
    expect(request.result).to.deep.equal([{ another: 1, precious: true }]);
    again.close();
  });

  it('a page that has not been reloaded for long, and a newer one beside it: neither destroys what the other keeps', async () => {
    const name = databaseName();
    await create(name).put('server', [server('a')]);
    (
      await raw(name, SCHEMA_VERSION + 3, (_, transaction) => {
        // A kind and a field that we do not know.
        const kept = transaction.objectStore('records');
        kept.put({ server: 'a', kind: 'of the future', id: '1', at: 1, bytes: 2, json: '{}', more: 1 });
      })
    ).close();
    const older = create(name);
    await older.put('list', [list('a', 'tools')]);
    expect(await older.get('server', 'a')).to.deep.equal(server('a'));
    expect((await older.usage()).map(({ kind }) => kind)).to.have.members(['server', 'of the future', 'list']);
    // Forgetting a server forgets what is of it, whoever put it there.
    await older.forget('a');
    expect(await older.usage()).to.deep.equal([]);
    expect(problems).to.deep.equal([]);
  });

  it('terminated by the browser: it is opened again by itself', async () => {
    const name = databaseName();
    const storage = create(name);
    await storage.put('server', [server('a')]);
    // What a browser does that runs out of memory, or whose person clears the data of all sites.
    const gone = indexedDB.deleteDatabase(name);
    await new Promise((resolve) => (gone.onsuccess = resolve));
    await storage.put('server', [server('b')]);
    expect(await storage.get('server', 'b')).to.deep.equal(server('b'));
    await clock.advance(DATABASE_REOPEN_MS);
    await eventually(
      async () => (await storage.get('server', 'b')) && (await new FallbackStorage(name).get('server', 'b')),
    );
    expect(await storage.get('server', 'a')).to.equal(undefined);
  });

  it('opened again: whoever follows it is told to read all again, for other tabs went on without us', async () => {
    const name = databaseName();
    const storage = create(name);
    await storage.put('server', [server('a')]);
    await pause(0);
    const heard = new Set<string>();
    const end = storage.follow(({ kind, server: of }) => heard.add(`${kind} of ${of ?? 'all'}`));
    (await raw(name, SCHEMA_VERSION + 1)).close();
    expect([...heard]).to.deep.equal([]);
    await clock.advance(DATABASE_REOPEN_MS);
    await eventually(async () => (await storage.list('grant'), heard.has('grant of all')));
    expect([...heard]).to.include.members(['server of all', 'list of all', 'draft of all']);
    end();
  });

  it('what another tab made newer meanwhile is not overwritten by what was done here before', async () => {
    const name = databaseName();
    const storage = create(name);
    await storage.put('draft', [{ server: 'a', id: 'x', at: 1, values: { json: 'first' } }]);
    const newer = await raw(name, SCHEMA_VERSION + 1);
    await storage.put('draft', [{ server: 'a', id: 'x', at: 2, values: { json: 'here' } }]);
    newer.close();
    await new FallbackStorage(name).put('draft', [{ server: 'a', id: 'x', at: 3, values: { json: 'there' } }]);
    await clock.advance(DATABASE_REOPEN_MS);
    await eventually(
      async () => ((await storage.get('draft', 'a', 'x'))?.values as { json?: string })?.json === 'there',
    );
  });

  it('who comes later is told what nobody was told', async () => {
    const name = databaseName();
    (await raw(name, SCHEMA_VERSION + 1, (database) => database.createObjectStore('records'))).close();
    const storage = new FallbackStorage(name);
    await storage.get('server', 'a');
    const told: McpError[] = [];
    storage.reportTo((problem) => told.push(problem));
    storage.reportTo((problem) => told.push(problem));
    expect(told).to.have.length(1);
  });
});
