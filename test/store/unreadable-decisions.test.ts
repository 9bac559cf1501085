import { expect } from '@open-wc/testing';
import { grantsIn } from '../../src/session/open-grants.js';
import { FallbackStorage } from '../../src/store/fallback-storage.js';
import { broken, silentDatabase } from '../fixtures/broken-apis.js';
import { failureOf } from '../fixtures/failure.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { grant } from './records.js';

describe('decisions that lie in a database which cannot be read', function () {
  this.timeout(15_000);
  const databaseName = tempDatabases();
  let mend: (() => void) | undefined;
  afterEach(() => mend?.());

  const decided = async (): Promise<string> => {
    const name = databaseName();
    await grantsIn(new FallbackStorage(name)).putGrant(grant('one', 'a') as never);
    return name;
  };

  for (const [what, cut] of [
    ['it does not open', () => broken('database', 'slow')],
    ['it fails to open', () => broken('database', 'rejects later')],
    ['it opens and says nothing', silentDatabase],
  ] as const)
    it(`are not taken for none: ${what}`, async () => {
      const name = await decided();
      mend = cut();
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
