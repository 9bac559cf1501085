import { expect } from '@open-wc/testing';
import { IndexedDbStorage } from '../../src/storage/indexeddb.js';
import { STORED_RECORDS_REMOVED_AT_ONCE } from '../../src/storage/retention.js';
import type { Kind } from '../../src/storage/types.js';
import {
  CACHE_DAYS,
  HISTORY_DAYS,
  KINDS,
  MAX_ARGUMENT_SETS,
  MAX_STORED_BYTES,
  MAX_STORED_SERVER_BYTES,
} from '../../src/storage/retention.js';
import { type Size } from '../../src/storage/encoding.js';
import { enforceLimits, roomFor, recordsToEvict } from '../../src/storage/eviction.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { args, grant, list, message, server } from './records.js';

const DAY = 24 * 60 * 60 * 1000;
const now = Date.now();
const size = (kind: Kind, daysAgo: number, bytes = 100, of = 'a'): Size => ({
  server: of,
  kind,
  id: `${kind} ${daysAgo} ${of}`,
  at: now - daysAgo * DAY,
  bytes,
});
const ids = (sizes: readonly Size[]): string[] => sizes.map(({ id }) => id);
/** Somebody was here today and yesterday. */
const lately = [size('view', 0), size('view', 1)];

describe('what goes by itself', () => {
  it('what is older than its kind is kept, and nothing that a person decided, however old', () => {
    const old = (Object.keys(KINDS) as Kind[]).map((kind) => size(kind, 4000));
    const kept = (Object.keys(KINDS) as Kind[]).filter((kind) => KINDS[kind].days === undefined);
    expect(kept).to.have.members(['hosts', 'grant', 'audit', 'roots', 'savedArguments']);
    expect(ids(recordsToEvict([...old, ...lately]))).to.have.members(
      ids(old).filter((id) => !kept.some((kind) => id.startsWith(`${kind} `))),
    );
    expect(
      ids(recordsToEvict([size('message', HISTORY_DAYS - 1), size('list', CACHE_DAYS - 1), ...lately])),
    ).to.deep.equal([]);
    expect(recordsToEvict([size('message', HISTORY_DAYS + 2), ...lately])).to.have.length(1);
  });

  it('a clock that is set wrong for a day costs nothing: forwards, and back again', () => {
    const year = [size('message', 1), size('list', 2), size('draft', 3)];
    // The clock says it is two years later, and something is kept.
    expect(recordsToEvict([...year, size('message', -730), size('view', -730)])).to.deep.equal([]);
    // It is put right; what was kept meanwhile lies in the future and does no harm.
    expect(recordsToEvict([...year, ...lately, size('message', -730), size('view', -731)])).to.deep.equal([]);
    // Somebody comes back after two years: all of it is there on the first day.
    expect(recordsToEvict([size('draft', 730), size('list', 731), size('view', 0)])).to.deep.equal([]);
  });

  it('of too much for one server the oldest: first what can be had again, then what was noted', () => {
    const half = MAX_STORED_SERVER_BYTES / 2;
    const sizes = [
      size('list', 1, half),
      size('list', 3, half),
      size('message', 5, half),
      size('savedArguments', 9, 10 * half),
      size('list', 9, half, 'b'),
      ...lately,
    ];
    expect(ids(recordsToEvict(sizes))).to.deep.equal(['list 3 a']);
    const noted = [size('message', 2, half), size('message', 3, half), size('blob', 1, half), size('list', 1, 50)];
    expect(ids(recordsToEvict(noted))).to.deep.equal(['list 1 a', 'message 3 a']);
  });

  it('of too much for all servers the oldest of any', () => {
    const each = MAX_STORED_SERVER_BYTES * 0.9;
    const servers = Array.from({ length: Math.ceil(MAX_STORED_BYTES / each) }, (_, n) =>
      size('list', n % 20, each, `s${n}`),
    );
    const gone = recordsToEvict([...servers, ...lately]);
    expect(gone).to.have.length(1);
    expect(gone[0]!.at).to.equal(Math.min(...servers.map(({ at }) => at)));
  });

  it('room is made of what can be had again, then of what was noted, never of what a person made', () => {
    const sizes = [
      size('savedArguments', 9),
      size('draft', 9),
      size('message', 5),
      size('list', 1),
      size('resource', 2),
    ];
    expect(ids(roomFor(150, sizes))).to.deep.equal(['resource 2 a', 'list 1 a']);
    expect(ids(roomFor(Infinity, sizes))).to.deep.equal(['resource 2 a', 'list 1 a', 'message 5 a']);
  });

  describe('in the database', function () {
    this.timeout(60_000);
    const databaseName = tempDatabases();
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

    it(`of 10,000 records no more than ${STORED_RECORDS_REMOVED_AT_ONCE} go at a stretch: no task of the page takes long`, async () => {
      const name = databaseName();
      const storage = await IndexedDbStorage.open(name, () => {});
      for (let n = 0; n < 10; n++)
        // oxlint-disable-next-line no-await-in-loop
        await storage.put(
          'message',
          Array.from({ length: 1000 }, (_, m) => message('a', `${n}-${m}`, now - n * 4 * DAY - m, 'x'.repeat(500))),
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
      expect(gone.length).to.be.within(1000, 3000);
      expect([...stretches.values()].reduce((sum, one) => sum + one)).to.equal(gone.length);
      expect(Math.max(...stretches.values())).to.be.at.most(STORED_RECORDS_REMOVED_AT_ONCE);
      storage.close();
    });
  });
});
