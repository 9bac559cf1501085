import { databaseName as nameOfDatabase } from '../../src/storage/database-name.js';
import { expect } from '@open-wc/testing';
import { everythingUrl } from '/__servers__.js';
import { ApprovalQueue } from '../../src/approvals/index.js';
import type { Session } from '../../src/index.js';
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
  for (const [what, json] of [
    ['no tools', () => JSON.stringify({ ...whole(), tools: undefined })],
    ['tools that are null', () => JSON.stringify({ ...whole(), tools: [null] })],
    ['a definition that is text', () => JSON.stringify({ ...whole(), definition: 'Echoes.' })],
    ['another server than it lies under', () => JSON.stringify({ ...whole(), server: 'https://other.example/mcp' })],
    ['a server that is a number', () => JSON.stringify({ ...whole(), server: 5 })],
    ['no JSON', () => '{{{'],
    ['null', () => 'null'],
  ] as const)
    it(`${what}: a person’s call is made, a model’s is asked about, and the record is deleted`, async () => {
      await putRaw(nameOfDatabase(namespace, 'storage'), {
        server,
        kind: 'grant',
        id: 'x',
        at: 1,
        bytes: 1,
        json: json(),
      });
      expect(await rowsOfGrants()).to.have.length(1);
      await visit();
      const call = (initiator: 'person' | 'model'): Promise<string> =>
        session.tools.call('echo', { message: 'hello' }, { initiator }).then(textOf);
      expect(await call('person')).to.contain('hello');
      const asked = call('model');
      const question = await eventually(() => queue.pending.get()[0]);
      queue.approveCall(question!.id, { message: 'hello' });
      expect(await asked).to.contain('hello');
      await eventually(async () => (await rowsOfGrants()).length === 0);
    });
});
