import { expect } from '@open-wc/testing';
import { everythingUrl } from '/__servers__.js';
import { ApprovalQueue, Grants } from '../../src/approvals/index.js';
import type { Session } from '../../src/index.js';
import { grantsIn } from '../../src/session/approvals.js';
import { databaseName as nameOfDatabase } from '../../src/storage/database-name.js';
import { FallbackStorage } from '../../src/storage/storage.js';
import { eventually } from '../fixtures/eventually.js';
import { sessions, textOf } from '../fixtures/sessions.js';
import { tempDatabases } from '../fixtures/temp-database.js';

const FORM = { kind: 'tool', name: 'echo' } as const;

describe('a clock that is wrong for a visit', () => {
  const { open } = sessions();
  const databaseName = tempDatabases();
  const { now } = Date;
  let namespace: string;
  let queue: ApprovalQueue;
  let session: Session;
  beforeEach(() => {
    namespace = databaseName();
  });
  afterEach(() => {
    Date.now = now;
  });

  async function visit(): Promise<void> {
    queue = new ApprovalQueue();
    queue.pending.subscribe(() => {});
    session = await open(everythingUrl, { storage: 'local', namespace, approvals: queue });
    await session.tools.list();
  }
  const decide = async (name: string, verdict: 'allow' | 'deny'): Promise<void> => {
    const tool = (await session.tools.list()).find((one) => one.name === name)!;
    // As another page of the site, before this one.
    const grants = new Grants(grantsIn(new FallbackStorage(nameOfDatabase(namespace, 'storage'))));
    const { server } = session.permissions;
    const call = { server, serverName: 's', tool, arguments: {}, tools: [], isConfirmed: true };
    await grants.remember(call, verdict, { scope: 'tool', duration: 'always' });
  };
  const call = (name = 'echo'): Promise<string> =>
    session.tools
      .call(name, { message: 'hello', a: 1, b: 2 }, { initiator: 'model' })
      .then(textOf, (error: unknown) => (error as { code: string }).code);
  const isThere = async (): Promise<void> => {
    expect((await session.storage.drafts.get(FORM))?.json).to.equal('begun');
    expect(await session.storage.history.list(FORM)).to.have.length(1);
    expect(await session.permissions.grants.refresh()).to.have.length(2);
    expect((await session.permissions.auditLog.refresh()).length).to.be.greaterThan(0);
    expect(await call('get-sum'), 'refused, whatever the clock says').to.equal('declined');
  };

  for (const year of [1970, 2100])
    it(`${year}: nothing is lost, the server is used, a permission asks, and holds again with the right clock`, async () => {
      await visit();
      await session.storage.drafts.put(FORM, { json: 'begun' });
      await session.storage.history.add(FORM, { json: 'used' });
      await decide('echo', 'allow');
      await decide('get-sum', 'deny');
      expect(await call()).to.contain('hello');
      await session.close();

      Date.now = () => Date.UTC(year, 1, 2) + performance.now();
      await visit();
      await isThere();
      const asked = call();
      const question = await eventually(() => queue.pending.get()[0]);
      queue.approveCall(question!.id, { message: 'hello' });
      expect(await asked).to.contain('hello');
      await session.close();

      Date.now = now;
      await visit();
      await isThere();
      expect(await call()).to.contain('hello');
    });
});
