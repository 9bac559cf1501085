import { expect } from '@open-wc/testing';
import type { McpError } from '../../src/errors.js';
import { SCHEMA_VERSION } from '../../src/storage/database-name.js';
import { openDatabase } from '../../src/storage/database.js';
import { MAX_PENDING_HISTORY } from '../../src/storage/pending-writes.js';
import { FallbackStorage } from '../../src/storage/storage.js';
import { IndexedDbStorage } from '../../src/storage/indexeddb.js';
import { DATABASE_BLOCKED_MS } from '../../src/storage/types.js';
import { ManualClock } from '../fixtures/clock.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { message } from './records.js';

const server = { server: 'a', id: '', opening: 'modern', profile: {}, at: 1 };

/** Has `indexedDB` be something else while `act` runs. */
async function withIndexedDb<T>(value: unknown, act: () => Promise<T>): Promise<T> {
  const real = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB')!;
  Object.defineProperty(globalThis, 'indexedDB', { value, configurable: true });
  try {
    return await act();
  } finally {
    Object.defineProperty(globalThis, 'indexedDB', real);
  }
}
const raw = (name: string, version: number): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

describe('a page that gets no database', () => {
  const clock = new ManualClock();
  const databaseName = tempDatabases();
  let problems: McpError[];
  const create = (name = databaseName()): FallbackStorage => {
    problems = [];
    return new FallbackStorage(name, (problem) => problems.push(problem));
  };
  /** It works, and said once why it will not last. */
  const worksFromMemory = async (storage: FallbackStorage): Promise<void> => {
    await storage.put('server', [server]);
    expect(await storage.get('server', 'a')).to.deep.equal(server);
    await storage.put('list', [{ server: 'a', id: 'tools', items: [], at: 1 }]);
    await storage.forget('a');
    expect(await storage.get('server', 'a')).to.equal(undefined);
    expect(problems.map(({ code }) => code)).to.deep.equal(['storage']);
  };

  for (const [what, value] of [
    ['has no IndexedDB', undefined],
    [
      'may not ask for one (a sandboxed frame)',
      {
        open() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      },
    ],
  ] as const)
    it(`because it ${what}: memory serves, and it says so once`, async () => {
      await withIndexedDb(value, async () => {
        await worksFromMemory(create());
        expect(problems[0]!.message).to.contain('Nothing can be stored');
        expect(problems[0]!.remedy).to.contain('Everything works');
        expect(problems[0]!.cause).to.be.instanceOf(Error);
      });
    });

  it('and holds only so many entries of transcripts in memory: the oldest go, and nothing else does', async () => {
    await withIndexedDb(undefined, async () => {
      const storage = create();
      await storage.put('server', [server]);
      const entries = Array.from({ length: MAX_PENDING_HISTORY + 300 }, (_, id) => message('a', `m${id}`, id));
      // Two writes, because a session writes again and again.
      await storage.put('message', entries.slice(0, MAX_PENDING_HISTORY - 100));
      await storage.put('message', entries.slice(MAX_PENDING_HISTORY - 100));
      const found = await storage.list('message', { server: 'a' });
      expect(found.length).to.equal(MAX_PENDING_HISTORY);
      expect([found[0]!.id, found.at(-1)!.id]).to.deep.equal([`m${MAX_PENDING_HISTORY + 299}`, 'm300']);
      expect(await storage.get('server', 'a')).to.deep.equal(server);
    });
  });

  it('because another version of this library is newer', async () => {
    const name = databaseName();
    (await raw(name, SCHEMA_VERSION + 7)).close();
    await worksFromMemory(create(name));
  });

  it('because an older tab holds it: waited for only so long, and left alone when it comes after all', async () => {
    const name = databaseName();
    // An empty database of no version of ours, whose holder never steps aside.
    const holder = await raw(name, 1);
    const deletion = indexedDB.deleteDatabase(name);
    let works = false;
    const working = worksFromMemory(create(name)).then(() => (works = true));
    await clock.untilWaiting(DATABASE_BLOCKED_MS);
    await clock.advance(DATABASE_BLOCKED_MS - 1);
    await pause(50);
    expect(works).to.equal(false);
    await clock.advance(1);
    await working;
    holder.close();
    await new Promise((resolve) => (deletion.onsuccess = resolve));
    // Opened after all, and closed again: nobody is held up by us.
    await eventually(async () => (await raw(name, SCHEMA_VERSION + 1).catch(() => undefined))?.close() ?? true);
  });

  it('because it is taken away later: memory serves from then on', async () => {
    const name = databaseName();
    const storage = create(name);
    await storage.put('server', [server]);
    // Somebody clears the site’s data, or a newer version upgrades: we step aside at once.
    await new Promise((resolve, reject) => {
      const deletion = indexedDB.deleteDatabase(name);
      deletion.onsuccess = resolve;
      deletion.onerror = reject;
    });
    expect(await storage.get('server', 'a')).to.equal(undefined);
    await storage.put('server', [server]);
    expect(await storage.get('server', 'a')).to.deep.equal(server);
    expect(problems).to.be.empty;
  });

  it('because something breaks in the middle: that call is served from memory too', async () => {
    const name = databaseName();
    const storage = create(name);
    await storage.put('server', [server]);
    const { transaction } = IDBDatabase.prototype;
    try {
      IDBDatabase.prototype.transaction = () => {
        throw new DOMException('The connection is closing.', 'InvalidStateError');
      };
      expect(await storage.get('server', 'a')).to.equal(undefined);
      await worksFromMemory(storage);
    } finally {
      IDBDatabase.prototype.transaction = transaction;
    }
  });
});

describe('the database', () => {
  const databaseName = tempDatabases();
  it('steps aside for a newer version, and says that it is lost', async () => {
    const name = databaseName();
    let lost = 0;
    const database = await openDatabase(name, () => lost++);
    (await raw(name, SCHEMA_VERSION + 1)).close();
    expect(lost).to.equal(1);
    expect(await failureOf(database.get('records', ['a', 'server', '']))).to.be.instanceOf(DOMException);
  });
  it('failing is always a storage error', async () => {
    const error = await withIndexedDb(undefined, () => failureOf(IndexedDbStorage.open('x', () => {})));
    expect(error.code).to.equal('storage');
  });
});
