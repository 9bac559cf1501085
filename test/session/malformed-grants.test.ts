import { databaseName as nameOfDatabase } from '../../src/storage/database-name.js';
import { expect } from '@open-wc/testing';
import { everythingUrl } from '/__servers__.js';
import { ApprovalQueue, Grants } from '../../src/approvals/index.js';
import type { Session } from '../../src/index.js';
import { grantsIn } from '../../src/session/approvals.js';
import { FallbackStorage } from '../../src/storage/storage.js';
import { eventually } from '../fixtures/eventually.js';
import { openRaw, rowsOf } from '../fixtures/raw-databases.js';
import { sessions, textOf } from '../fixtures/sessions.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { putRaw } from '../storage/raw-database.js';

describe('decisions in the database that are none', () => {
  const { open } = sessions();
  const databaseName = tempDatabases();
  let namespace: string;
  let queue: ApprovalQueue;
  let session: Session;
  let server: string;

  const visit = async (): Promise<void> => {
    queue = new ApprovalQueue();
    queue.pending.subscribe(() => {});
    session = await open(everythingUrl, { storage: 'local', namespace, approvals: queue });
    await session.tools.list();
    server = session.permissions.server;
  };
  const rowsOfGrants = async (): Promise<readonly unknown[]> => {
    const database = await openRaw(nameOfDatabase(namespace, 'storage'));
    const rows = await rowsOf<{ kind: string }>(database, 'records');
    database.close();
    return rows.filter(({ value }) => value.kind === 'grant');
  };

  beforeEach(async () => {
    namespace = databaseName();
    await visit();
    await session.close();
  });

  const whole = (): object => ({
    id: 'x',
    verdict: 'deny',
    scope: 'tool',
    duration: 'always',
    origin: location.origin,
    server,
    serverName: 's',
    tools: [{ name: 'echo', fingerprint: 'sha256:0' }],
    at: 1,
  });
  it('a person’s call is made, a model’s is asked about, and each record is deleted', async () => {
    const none: Readonly<Record<string, string>> = {
      'no tools': JSON.stringify({ ...whole(), tools: undefined }),
      'tools that are null': JSON.stringify({ ...whole(), tools: [null] }),
      'a definition that is text': JSON.stringify({ ...whole(), definition: 'Echoes.' }),
      'another server than it lies under': JSON.stringify({ ...whole(), server: 'https://other.example/mcp' }),
      'a server that is a number': JSON.stringify({ ...whole(), server: 5 }),
      'no JSON': '{{{',
      null: 'null',
    };
    for (const [id, json] of Object.entries(none))
      // oxlint-disable-next-line no-await-in-loop -- one database
      await putRaw(nameOfDatabase(namespace, 'storage'), {
        ...{ server, kind: 'grant', id, at: 1, bytes: 1 },
        json: json.replace('"id":"x"', `"id":"${id}"`),
      });
    expect(await rowsOfGrants()).to.have.length(7);
    await visit();
    const call = (initiator: 'person' | 'model'): Promise<string> =>
      session.tools.call('echo', { message: 'hello' }, { initiator }).then(textOf);
    expect(await call('person')).to.contain('hello');
    const asked = call('model');
    const question = await eventually(() => queue.pending.get()[0]);
    queue.approveCall(question!.id, { message: 'hello' });
    expect(await asked).to.contain('hello');
    expect(await eventually(rowsOfGrants, ({ length }) => length === 0)).to.deep.equal([]);
  });

  describe('beside one that can be read', () => {
    const row = (id: string, json: string, of: unknown = server): Promise<void> =>
      putRaw(nameOfDatabase(namespace, 'storage'), { server: of, kind: 'grant', id, at: 1, bytes: 1, json });
    /** The person once allowed the tool always. */
    const allowed = async (): Promise<void> => {
      await visit();
      const tool = (await session.tools.list()).find(({ name }) => name === 'echo');
      // As another page of the site, before this one.
      const grants = new Grants(grantsIn(new FallbackStorage(nameOfDatabase(namespace, 'storage'))));
      await grants.remember(
        { server, serverName: 's', tool: tool!, arguments: {}, tools: [], isConfirmed: true },
        'allow',
        { scope: 'tool', duration: 'always' },
      );
      await session.close();
    };
    const call = (initiator: 'person' | 'model' | 'app'): Promise<string> =>
      session.tools.call('echo', { message: 'hello' }, { initiator }).then(textOf);

    it('a model’s call runs by the one that can be read, where there is no other', async () => {
      await allowed();
      await visit();
      expect(await call('model')).to.contain('hello');
    });

    for (const [what, put] of [
      ['of this server', () => row('x', '{{{')],
      ['of nobody knows which server', () => row('x', JSON.stringify({ ...whole(), server: 5 }), 5)],
      ['that says another server than it lies under', () => row('x', JSON.stringify({ ...whole(), server: 'b' }), 'a')],
    ] as const)
      it(`one that cannot be read, ${what}: a model and an app ask, for as long as the page is there`, async () => {
        await allowed();
        await put();
        await visit();
        for (const initiator of ['model', 'app', 'model'] as const) {
          const asked = call(initiator);
          // oxlint-disable-next-line no-await-in-loop
          const question = await eventually(() => queue.pending.get()[0]);
          expect(question).to.include({ kind: 'tool-call', why: 'unread' });
          queue.approveCall(question!.id, { message: 'hello' });
          // oxlint-disable-next-line no-await-in-loop
          expect(await asked).to.contain('hello');
          // oxlint-disable-next-line no-await-in-loop
          await eventually(async () => (await rowsOfGrants()).length === 1);
        }
        expect(await call('person')).to.contain('hello');
        // What the person says now is known.
        const asked = call('model');
        const question = await eventually(() => queue.pending.get()[0]);
        queue.approveCall(question!.id, { message: 'hello' }, { scope: 'tool', duration: 'always' });
        await asked;
        expect(await call('model')).to.contain('hello');
      });

    it('one that cannot be read, of another server: nothing changes here', async () => {
      await allowed();
      await row('x', '{{{', 'https://other.example/mcp');
      await visit();
      expect(await call('model')).to.contain('hello');
    });
  });
});
