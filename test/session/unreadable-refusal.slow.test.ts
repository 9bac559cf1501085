import { expect } from '@open-wc/testing';
import { everythingUrl } from '/__servers__.js';
import { ApprovalQueue } from '../../src/approvals/index.js';
import { openGrants } from '../../src/session/person/index.js';
import type { Session } from '../../src/index.js';
import { silentDatabase } from '../fixtures/broken-apis.js';
import { eventually } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions, textOf } from '../fixtures/sessions.js';
import { tempDatabases } from '../fixtures/temp-database.js';

describe('a refusal that lies in a database which does not answer', function () {
  this.timeout(30_000);
  const { open } = sessions();
  const databaseName = tempDatabases();
  let mend: (() => void) | undefined;
  afterEach(() => mend?.());

  /** One person, with a question about each call. */
  async function visit(namespace: string): Promise<{ session: Session; approvals: ApprovalQueue }> {
    const approvals = new ApprovalQueue();
    approvals.pending.subscribe(() => {});
    const session = await open(everythingUrl, { storage: 'local', namespace, approvals });
    await session.tools.list();
    return { session, approvals };
  }
  const press = (session: Session): Promise<string> =>
    session.tools.call('echo', { message: 'pressed' }, { initiator: 'person' }).then(textOf);

  it('means that the person is asked, not that nothing was refused', async () => {
    const namespace = databaseName();
    const { session, approvals } = await visit(namespace);
    const wanted = session.tools.call('echo', { message: 'x' }, { initiator: 'model' });
    const [first] = await eventually(
      () => approvals.pending.get(),
      (all) => all.length > 0,
    );
    approvals.refuseCall(first!.id, { scope: 'tool', duration: 'always' });
    await failureOf(wanted);
    expect((await failureOf(press(session))).code).to.equal('declined');

    mend = silentDatabase();
    const call = press(session);
    const [question] = await eventually(
      () => approvals.pending.get(),
      (all) => all.length > 0,
      8000,
    );
    expect(question!.kind).to.equal('tool-call');
    approvals.approveCall(question!.id, { message: 'pressed' }, { scope: 'tool', duration: 'always' });
    expect(await call).to.contain('pressed');
    // What they said now holds, also while the database says nothing.
    expect(await press(session)).to.contain('pressed');

    mend();
    mend = undefined;
    // And it is there once, when the database answers again.
    const grants = openGrants({ storage: 'local', namespace });
    const ids = await eventually(
      async () => (await grants.refresh()).map(({ id }) => id),
      (all) => all.length >= 2,
      10_000,
    );
    expect(new Set(ids).size).to.equal(ids.length);
    await grants.revokeAll();
  });
});
