import { expect } from '@open-wc/testing';
import type { McpError } from '../../src/errors.js';
import { FallbackStorage } from '../../src/storage/storage.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { grantsIn } from '../../src/session/approvals.js';
import { broken } from '../fixtures/broken-apis.js';
import { failureOf } from '../fixtures/failure.js';
import { putRaw } from './raw-database.js';
import { grant } from './records.js';

describe('a record that is damaged', () => {
  const databaseName = tempDatabases();
  let problems: McpError[];
  let storage: FallbackStorage;
  let name: string;
  beforeEach(async () => {
    problems = [];
    name = databaseName();
    storage = new FallbackStorage(name, (problem) => problems.push(problem));
    await storage.put('grant', [grant('1', 'a', 1), grant('2', 'a', 2), grant('3', 'a', 3)]);
  });
  const saidOnce = (): void => {
    expect(problems.map(({ message }) => message)).to.deep.equal(['A stored record was damaged, and was removed.']);
    expect(problems[0]!.remedy).to.contain('The other records are there');
  };

  it('does not hide the others, and that is said once', async () => {
    const whole = { server: 'a', kind: 'grant', id: '2', at: 2, bytes: 1 };
    for (const broken of ['{"id":', '', undefined, 7n]) {
      // oxlint-disable-next-line no-await-in-loop
      await putRaw(name, { ...whole, json: broken });
      // oxlint-disable-next-line no-await-in-loop
      expect((await storage.list('grant')).map(({ id }) => id)).to.deep.equal(['3', '1']);
      // oxlint-disable-next-line no-await-in-loop
      expect(await storage.get('grant', 'a', '2')).to.equal(undefined);
    }
    saidOnce();
  });

  it('counts for the server that it lies under, and for every one where it says another', async () => {
    const row = { server: 'a', kind: 'grant', id: '2', at: 2, bytes: 1 };
    await putRaw(name, { ...row, json: '{"server":"a","id":7}' });
    await storage.list('grant');
    expect([storage.hadDamage('grant', 'a'), storage.hadDamage('grant', 'b')]).to.deep.equal([true, false]);
    await putRaw(name, { ...row, json: '{"server":"c","id":"2"}' });
    await storage.list('grant');
    expect(storage.hadDamage('grant', 'b')).to.equal(true);
  });

  it('is put right by writing it anew, and goes with its server', async () => {
    await putRaw(name, { server: 'a', kind: 'grant', id: '2', at: 2, bytes: 1, json: '{' });
    await storage.put('grant', [grant('2', 'a', 2)]);
    expect(await storage.list('grant')).to.have.length(3);
    await storage.forget('a');
    expect(await storage.usage()).to.deep.equal([]);
  });

  it('that the browser itself cannot read: the others are read one by one', async () => {
    const { getAll } = IDBIndex.prototype;
    const { get } = IDBObjectStore.prototype;
    // What Chromium says of a file on the disk that is gone: one bad record fails all that are read with it.
    const fail = (): never => {
      throw new DOMException('Failed to read large IndexedDB value', 'DataError');
    };
    try {
      IDBIndex.prototype.getAll = fail;
      IDBObjectStore.prototype.get = function (key) {
        return (key as unknown[])[2] === '2' ? fail() : get.call(this, key);
      };
      expect((await storage.list('grant')).map(({ id }) => id)).to.deep.equal(['3', '1']);
    } finally {
      IDBIndex.prototype.getAll = getAll;
      IDBObjectStore.prototype.get = get;
    }
    saidOnce();
    expect(await storage.list('grant'), 'and the database is not given up').to.have.length(3);
  });
});

describe('decisions that lie in a database which cannot be read', () => {
  const databaseName = tempDatabases();
  let mend: (() => void) | undefined;
  afterEach(() => mend?.());

  const decided = async (): Promise<string> => {
    const name = databaseName();
    await grantsIn(new FallbackStorage(name)).putGrant(grant('one', 'a') as never);
    return name;
  };

  // Where it says nothing at all: silent-database.slow.test.ts.
  it('are not taken for none: it fails to open', async () => {
    const name = await decided();
    mend = broken('database', 'rejects later');
    const error = await failureOf(grantsIn(new FallbackStorage(name)).listGrants());
    expect(error.code).to.equal('storage');
  });

  it('and what is decided meanwhile is not said to be kept', async () => {
    mend = broken('database', 'rejects later');
    const storage = new FallbackStorage(databaseName());
    const error = await failureOf(grantsIn(storage).putGrant(grant('one', 'a') as never));
    expect(error.code).to.equal('storage');
    // It is written down once the database answers.
    expect((await storage.list('grant')).map(({ id }) => id)).to.deep.equal(['one']);
  });

  for (const fault of ['absent', 'refused', 'refused on use'] as const)
    it(`are none where a page is given no database: ${fault}`, async () => {
      mend = broken('database', fault);
      const store = grantsIn(new FallbackStorage(databaseName()));
      expect(await store.listGrants()).to.deep.equal([]);
      await store.putGrant(grant('one', 'a') as never);
      expect(await store.listGrants()).to.have.length(1);
    });
});
