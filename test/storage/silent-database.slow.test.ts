import { expect } from '@open-wc/testing';
import { grantsIn } from '../../src/session/approvals.js';
import { FallbackStorage } from '../../src/storage/storage.js';
import { broken, silentDatabase } from '../fixtures/broken-apis.js';
import { failureOf } from '../fixtures/failure.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { grant } from './records.js';

describe('decisions that lie in a database which says nothing', function () {
  this.timeout(15_000);
  const databaseName = tempDatabases();
  let mend: (() => void) | undefined;
  afterEach(() => mend?.());

  for (const [what, cut] of [
    ['it does not open', () => broken('database', 'slow')],
    ['it opens, and answers nothing', silentDatabase],
  ] as const)
    it(`are not taken for none: ${what}`, async () => {
      const name = databaseName();
      await grantsIn(new FallbackStorage(name)).putGrant(grant('one', 'a') as never);
      mend = cut();
      const error = await failureOf(grantsIn(new FallbackStorage(name)).listGrants());
      expect(error.code).to.equal('storage');
    });
});
