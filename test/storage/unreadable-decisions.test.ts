import { expect } from '@open-wc/testing';
import { grantsIn } from '../../src/session/approvals.js';
import { FallbackStorage } from '../../src/storage/storage.js';
import { broken } from '../fixtures/broken-apis.js';
import { failureOf } from '../fixtures/failure.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { grant } from './records.js';

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
