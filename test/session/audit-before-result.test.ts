import { databaseName as nameOfDatabase } from '../../src/storage/database-name.js';
import { expect } from '@open-wc/testing';
import { everythingUrl, modernUrl } from '/__servers__.js';
import { ApprovalQueue, AUDIT_WAIT_MS, type AuditEntry } from '../../src/approvals/index.js';
import { openAuditLog } from '../../src/session/person/index.js';
import type { Session, SessionOptions } from '../../src/index.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import type { Kind, StoredKinds } from '../../src/storage/types.js';
import { ClientHarness } from '../e2e/client-harness.js';
import { replaced } from '../fixtures/broken-apis.js';
import { ManualClock } from '../fixtures/clock.js';
import { eventually } from '../fixtures/eventually.js';
import { sessions, textOf } from '../fixtures/sessions.js';
import { StorageCounts } from '../fixtures/storage-counts.js';
import { tempDatabases } from '../fixtures/temp-database.js';

/** Another connection to the database, as another tab has it. */
async function otherTab(namespace: string): Promise<{ entries(): Promise<readonly AuditEntry[]>; close(): void }> {
  const answer = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error as Error));
    });
  const database = await answer(indexedDB.open(nameOfDatabase(namespace, 'storage')));
  return {
    async entries() {
      const all = await answer(database.transaction('records').objectStore('records').getAll());
      return (all as { kind: string; json: string }[])
        .filter(({ kind }) => kind === 'audit')
        .map((stored) => ({ ...stored, ...(JSON.parse(stored.json) as AuditEntry) }));
    },
    close: () => database.close(),
  };
}

/** A storage of the page's own that does not take the audit log. */
class WithoutLog extends MemoryStorage {
  readonly #put: () => Promise<void>;

  constructor(put: () => Promise<void>) {
    super();
    this.#put = put;
  }

  override async put<K extends Kind>(kind: K, records: readonly StoredKinds[K][]): Promise<void> {
    return kind === 'audit' ? this.#put() : super.put(kind, records);
  }
}

const echo = async (session: Session): Promise<string> =>
  textOf(await session.tools.call('echo', { message: 'hello' }, { initiator: 'person' }));

for (const [era, url] of [
  ['legacy', everythingUrl],
  ['modern', modernUrl],
] as const)
  describe(`the audit log before the result, ${era}`, () => {
    const { open } = sessions();
    const databaseName = tempDatabases();
    const calling = (options: SessionOptions): Promise<Session> =>
      open(url, { approvals: new ApprovalQueue(), policy: { review: [] }, ...options });

    it('a result comes when its entry is committed, with how the call ended', async () => {
      const namespace = databaseName();
      const session = await calling({ storage: 'local', namespace });
      await session.tools.list();
      const other = await otherTab(namespace);
      const counts = new StorageCounts(namespace);
      await echo(session);
      const isCommitted = counts.uses.length > 0 && !counts.uncommitted.includes('audit');
      const [entry] = await other.entries();
      counts.restore();
      other.close();
      expect(isCommitted, 'nothing of it is under way').to.equal(true);
      expect(entry).to.include({ about: 'echo', answer: 'allowed', outcome: 'done' });
    });

    it('<mcp-client> shows a result, and tells of it, when its entry is committed', async () => {
      const namespace = databaseName();
      const client = await ClientHarness.connect(url, { storage: 'local', sessionOptions: { namespace } });
      await client.choose('Tools', 'echo');
      await client.fill('message', 'hello');
      const other = await otherTab(namespace);
      const found = new Promise<readonly AuditEntry[]>((resolve) => {
        client.element.addEventListener('mcp-tool-result', () => resolve(other.entries()), { once: true });
      });
      await client.press(/^Run/);
      const [entry] = await found;
      await client.reads('hello');
      client.remove();
      other.close();
      expect(entry).to.include({ about: 'echo', authorizedBy: 'button', outcome: 'done' });
    });
  });

// Of either era: what is kept does not depend on how a call travels.
describe('an audit log that cannot be kept', () => {
  const { open } = sessions();
  const databaseName = tempDatabases();
  const calling = (options: SessionOptions): Promise<Session> =>
    open(everythingUrl, { approvals: new ApprovalQueue(), policy: { review: [] }, ...options });
  const storageProblems = (session: Session): number =>
    session.problems.get().filter(({ code }) => code === 'storage').length;

  it('a storage of the page that refuses it costs no result, and the person is told once', async () => {
    const storage = new WithoutLog(async () => {
      throw new Error('full');
    });
    const session = await calling({ storage });
    expect(await echo(session)).to.contain('hello');
    expect(await echo(session)).to.contain('hello');
    expect(storageProblems(session)).to.equal(1);
    expect(session.problems.get()[0]!.message).to.contain('audit log');
    expect(
      openAuditLog({ storage })
        .all.get()
        .map(({ outcome }) => outcome),
    ).to.deep.equal(['done', 'done']);
  });

  it('a database that fails costs no result, and the person is told once', async () => {
    const session = await calling({ storage: 'local', namespace: databaseName() });
    await session.tools.list();
    const restore = replaced(IDBDatabase.prototype, 'transaction', {
      writable: true,
      value() {
        throw new DOMException('It is gone.', 'InvalidStateError');
      },
    });
    try {
      expect(await echo(session)).to.contain('hello');
      expect(await echo(session)).to.contain('hello');
      await eventually(() => storageProblems(session) === 1);
    } finally {
      restore();
    }
    expect(storageProblems(session)).to.equal(1);
  });

  describe('where the storage says nothing', () => {
    const clock = new ManualClock();

    it('a result is held up for a second, no longer', async () => {
      let answered: (() => void) | undefined;
      const session = await calling({
        storage: new WithoutLog(() => new Promise(() => {})),
        fetch: async (input, init) => {
          const response = await fetch(input, init);
          if (typeof init?.body === 'string' && init.body.includes('"tools/call"')) answered?.();
          return response;
        },
      });
      await session.tools.list();
      const answer = new Promise<void>((resolve) => (answered = resolve));
      const result = echo(session);
      await answer;
      const start = clock.now();
      // It waits in two halves. Others wait meanwhile, and longer: their waits may pass with those of the log.
      expect(await clock.skipWaits(result, AUDIT_WAIT_MS / 2)).to.contain('hello');
      expect(clock.now() - start).to.be.within(AUDIT_WAIT_MS, 5 * AUDIT_WAIT_MS);
    });
  });
});
