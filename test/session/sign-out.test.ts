import { expect } from '@open-wc/testing';
import { ApprovalQueue, type NewAuditEntry } from '../../src/approvals/index.js';
import { IndexedDbTokenStore, type LeaveListener, type SessionAuth, type TokenStore } from '../../src/auth/index.js';
import { McpError, type Session, type SessionOptions } from '../../src/index.js';
import { databaseName as nameOfDatabase } from '../../src/storage/database-name.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import { FallbackStorage } from '../../src/storage/storage.js';
import type { Kind } from '../../src/storage/types.js';
import { LastingAuthorization } from '../auth/lasting.js';
import { ScriptedSite } from '../auth/scripted-site.js';
import { REDIRECT_URI } from '../auth/signed-in.js';
import { ERASE_RETRY_MS } from '../../src/session/person/sign-out.js';
import { DATABASE_REOPEN_MS } from '../../src/storage/database-connection.js';
import { RIGHT } from '../fixtures/hostile-records.js';
import { ManualClock } from '../fixtures/clock.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { dumpAllDatabases } from '../fixtures/raw-databases.js';
import { sessions } from '../fixtures/sessions.js';
import { tempDatabases } from '../fixtures/temp-database.js';

const FORM = { kind: 'tool', name: 'echo' } as const;
const form = (text: string): object => ({ form: { fields: [['message', { text, of: 'string' }]] } });

/** A database from which nothing can be removed. @returns what mends it */
function brokenRemoval(): () => void {
  const { delete: remove } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.delete = function (...asked): IDBRequest<undefined> {
    if (this.name === 'records') throw new DOMException('Not now.', 'UnknownError');
    return remove.apply(this, asked);
  };
  return () => {
    IDBObjectStore.prototype.delete = remove;
  };
}

interface Visit {
  readonly session: Session;
  readonly auth: LastingAuthorization;
  readonly site: ScriptedSite;
}

describe('signing out', () => {
  const { create } = sessions();
  const databaseName = tempDatabases();
  let namespace: string;
  let words: string;
  let mend: (() => void) | undefined;
  beforeEach(() => {
    namespace = databaseName();
    words = `zebra${crypto.randomUUID().replaceAll('-', '')}`;
  });
  afterEach(() => {
    mend?.();
    mend = undefined;
  });

  const visit = async (
    options: SessionOptions = {},
    store: TokenStore = new IndexedDbTokenStore({ namespace }),
  ): Promise<Visit> => {
    const site = new ScriptedSite();
    const auth = new LastingAuthorization({ authorizer: site.authorizer, redirectUri: REDIRECT_URI, store });
    const approvals = new ApprovalQueue();
    approvals.pending.subscribe(() => {});
    const session = create(site.url, { storage: 'local', namespace, fetch: site.fetch, auth, approvals, ...options });
    await session.connect();
    await session.tools.list();
    return { site, auth, session };
  };

  /** Does everything that is stored, with words in it that nothing else has. */
  async function use({ session }: Pick<Visit, 'session'>, said = words): Promise<void> {
    const { drafts, history, views, tasks, subscriptions, storage, server } = session.storage;
    await drafts.put(FORM, form(said) as never);
    await history.add(FORM, form(said) as never);
    await history.keepAs(FORM, form(said) as never, said);
    await views.put('client', { said });
    await tasks.note('echo', { taskId: said, status: 'working' });
    await subscriptions.add(`test://${said}`);
    const [tool] = await session.tools.list();
    await session.permissions.grants.remember(
      { server, serverName: said, tool: tool!, arguments: {}, tools: [tool!], isConfirmed: true },
      'allow',
      { scope: 'tool', duration: 'always' },
    );
    await session.tools.call('echo', { message: said }, { initiator: 'person' });
    const at = Date.now();
    await storage.put('hosts', [{ server, id: '', at, hosts: [`${said}.example`] }]);
    await storage.put('roots', [
      { server, id: location.origin, at, origin: location.origin, roots: [{ uri: `file:///${said}` }] },
    ]);
    await storage.put('resource', [{ server, id: `test://${said}`, at, contents: [{ uri: 'a', text: said }] }]);
    await (await session.transcript.load())!.flush();
    await session.permissions.auditLog.refresh();
  }
  const count = (text: string, part: string): number => text.split(part).length - 1;
  const kinds = async (): Promise<readonly string[]> =>
    [
      ...new Set((await new FallbackStorage(nameOfDatabase(namespace, 'storage')).usage()).map(({ kind }) => kind)),
    ].toSorted();

  it('erases everything that was stored for the person, of each kind', async () => {
    const here = await visit();
    await use(here);
    expect(count(await dumpAllDatabases(), words)).to.be.greaterThan(10);
    const expected = (Object.keys(RIGHT) as Kind[]).filter((kind) => kind !== 'blob');
    expect(await kinds()).to.include.members(expected.filter((kind) => kind !== 'server'));
    await here.auth.signOut();
    expect(await dumpAllDatabases()).not.to.contain(words);
    expect(await kinds()).to.deep.equal([]);
    expect(here.session.problems.get().filter(({ code }) => code === 'storage')).to.deep.equal([]);
  });

  describe('while time goes on', () => {
    const clock = new ManualClock();

    it('nothing is stored afterwards: no form, no view, no entry, no decision, no result of a call that ran', async () => {
      const here = await visit();
      await use(here);
      const { session, auth } = here;
      const { grants, server, auditLog } = session.permissions;
      const entry: NewAuditEntry = {
        ...{ server, serverName: words, host: 'h', about: words, shown: [], at: Date.now(), decidedAfter: 1 },
        kind: 'tool-call',
        initiator: 'model',
        answer: 'allowed',
        authorizedBy: 'person',
      };
      const [tool] = await session.tools.list();
      // Nobody signs in again.
      here.site.authorizer.open = () => Promise.reject(new McpError('declined', 'Not now.' as never));
      // What was under way.
      const late = session.tools.call('echo', { message: words }, { initiator: 'person' }).catch(() => {});
      const drafts = session.storage.drafts.put(FORM, form(words) as never);
      await Promise.all([auth.signOut(), drafts, late]);
      await use(here).catch(() => {});
      await session.storage.drafts.put(FORM, form(words) as never);
      auditLog.add(entry);
      await grants.remember(
        { server, serverName: words, tool: tool!, arguments: {}, tools: [], isConfirmed: true },
        'allow',
        { scope: 'tool', duration: 'always' },
      );
      await (await session.transcript.load())!.flush();
      await clock.advance(10_000);
      await pause(100);
      window.dispatchEvent(new PageTransitionEvent('pagehide'));
      await session.close();
      await pause(100);
      expect(await dumpAllDatabases()).not.to.contain(words);
    });
  });

  it('the page shows nothing of the person to whoever comes next: no list, no transcript', async () => {
    const here = await visit();
    await use(here);
    await here.auth.signOut();
    await here.session.close();
    expect(here.session.tools.state.get().phase).to.equal('empty');
    const transcript = (await here.session.transcript.load())!;
    expect(JSON.stringify([transcript.entries.get(), await transcript.older()])).not.to.contain(words);
    expect(here.session.storage.lifetime).to.equal('page');
  });

  it('two persons, one after the other: the second finds nothing of the first, and the first starts anew', async () => {
    const first = await visit();
    await use(first);
    await first.auth.signOut();
    await first.session.close();

    const second = await visit();
    const found = async ({ session }: Visit): Promise<string> =>
      JSON.stringify([
        await session.storage.drafts.get(FORM),
        await session.storage.history.list(FORM),
        await session.storage.views.get('client'),
        await session.storage.tasks.list('echo'),
        await session.storage.subscriptions.list(),
        await session.permissions.grants.refresh(),
        await session.permissions.auditLog.refresh(),
        await (await session.transcript.load())!.older(),
      ]);
    expect(await found(second)).not.to.contain(words);
    await use(second, 'ofthesecond');
    await second.auth.signOut();
    await second.session.close();

    const again = await visit();
    expect(await found(again))
      .not.to.contain(words)
      .and.not.to.contain('ofthesecond');
    expect(await again.session.storage.drafts.get(FORM)).to.equal(undefined);
  });

  it('leaves alone what is of others: nobody signed in, another server, another person', async () => {
    const here = await visit();
    await use(here);
    const storage = new FallbackStorage(nameOfDatabase(namespace, 'storage'));
    const others = [here.site.url, 'https://other.example/mcp x', `${here.site.url} ada`];
    for (const server of others)
      // oxlint-disable-next-line no-await-in-loop
      await storage.put('hosts', [{ server, id: '', at: 1, hosts: ['stays.example'] }]);
    await here.auth.signOut();
    expect((await storage.list('hosts')).map(({ server }) => server)).to.have.members(others);
  });

  it('also where the session was closed before', async () => {
    const here = await visit();
    await use(here);
    await here.session.close();
    await here.auth.signOut();
    expect(await dumpAllDatabases()).not.to.contain(words);
  });

  it('in the storage of the page too', async () => {
    const storage = new MemoryStorage();
    const here = await visit({ storage });
    await use(here);
    expect(await storage.list('draft')).to.have.length(1);
    await here.auth.signOut();
    await here.session.storage.drafts.put(FORM, form(words) as never);
    expect(await storage.usage()).to.deep.equal([]);
  });

  describe('where erasing fails', () => {
    const clock = new ManualClock();

    it('what cannot be erased is reported, and is erased as soon as the database answers', async () => {
      const here = await visit();
      await use(here);
      mend = brokenRemoval();
      await clock.skipWaits(here.auth.signOut(), ERASE_RETRY_MS);
      const told = here.session.problems.get().filter(({ key }) => key === 'session.notErased');
      expect(told).to.have.length(1);
      expect(told[0]!.remedy).to.contain('delete its data');
      mend();
      mend = undefined;
      await eventually(
        async () => {
          await clock.advance(DATABASE_REOPEN_MS);
          await here.session.storage.storage.usage();
          return !(await dumpAllDatabases()).includes(words);
        },
        Boolean,
        8000,
      );
    });
  });

  describe('where it was not erased', () => {
    const clock = new ManualClock();

    it('a storage of the page that says it erased, and did not, is reported', async () => {
      const storage = new MemoryStorage();
      storage.forget = async () => {};
      storage.remove = async () => {};
      const here = await visit({ storage });
      await use(here);
      await clock.skipWaits(here.auth.signOut(), ERASE_RETRY_MS);
      expect(here.session.problems.get().map(({ key }) => key)).to.include('session.notErased');
    });
  });

  it('where the page says whose data it is, the page erases it', async () => {
    const here = await visit({ identity: 'ada' });
    await use(here);
    await here.auth.signOut();
    expect(await dumpAllDatabases()).to.contain(words);
    await new FallbackStorage(nameOfDatabase(namespace, 'storage')).forget();
  });

  it('a server that refuses the sign-in, and then another: what was stored for the first is erased', async () => {
    const here = await visit();
    await use(here);
    const before = here.session.permissions.server;
    here.site.change({ takesNothing: true });
    await here.session.tools.refresh();
    here.site.change({ takesNothing: false });
    await here.session.tools.refresh();
    const after = here.session.permissions.server;
    expect(after).not.to.equal(before);
    expect(await dumpAllDatabases()).not.to.contain(words);
  });

  describe('with other names for the person', () => {
    const leaving = new Set<LeaveListener>();
    afterEach(() => leaving.clear());
    /** Signed in, as `identity` says, until somebody calls what it gives. */
    const signedIn = (
      some: Pick<SessionAuth, 'identity' | 'identityLifetime'>,
    ): { auth: SessionAuth; leave(): Promise<unknown> } => {
      const auth: { -readonly [K in keyof SessionAuth]: SessionAuth[K] } = {
        ...some,
        sign: (endpoint) => endpoint,
        onLeave: (one) => {
          leaving.add(one);
          return () => leaving.delete(one);
        },
      };
      const leave = (): Promise<unknown> => {
        const erase = [...leaving].map((one) => one('here'));
        auth.identity = null;
        return Promise.all(erase.map((one) => one()));
      };
      return { auth, leave };
    };

    it('one that lasts as long as the tab: its database is emptied', async () => {
      const { auth, leave } = signedIn({ identity: `tab ${words}`, identityLifetime: 'tab' });
      const session = create('https://notes.example/mcp', { storage: 'local', namespace, auth });
      await session.storage.drafts.put(FORM, form(words) as never);
      expect(await dumpAllDatabases()).to.contain(words);
      await leave();
      await session.storage.drafts.put(FORM, form(words) as never);
      expect(await dumpAllDatabases()).not.to.contain(words);
    });

    it('none that anybody knows: what is in memory goes', async () => {
      const { auth, leave } = signedIn({ identity: undefined });
      const session = create('https://notes.example/mcp', { storage: 'local', namespace, auth });
      const tool = { name: 'echo', inputSchema: { type: 'object' } } as const;
      const { grants, server } = session.permissions;
      const call = { server, serverName: words, tool, arguments: {}, tools: [], isConfirmed: true };
      await grants.remember(call, 'allow', { scope: 'tool', duration: 'session' });
      await session.storage.drafts.put(FORM, form(words) as never);
      await leave();
      expect(await session.storage.drafts.get(FORM)).to.equal(undefined);
      expect(await session.permissions.grants.find(call)).to.equal(undefined);
    });

    it('nobody was signed in: what is stored is anybody’s, and stays', async () => {
      const { auth, leave } = signedIn({ identity: null });
      const session = create('https://notes.example/mcp', { storage: 'local', namespace, auth });
      await session.storage.drafts.put(FORM, form(words) as never);
      await leave();
      expect(await session.storage.drafts.get(FORM)).to.exist;
    });
  });

  describe('past the session', () => {
    it('what is stored for a sign-in that is gone is erased a while after the next visit', async () => {
      const first = await visit();
      await use(first);
      await first.session.close();
      // The page’s own code removes the sign-in, or it was too old.
      await new IndexedDbTokenStore({ namespace }).forgetAll();
      expect(await dumpAllDatabases()).to.contain(words);
      const storage = new FallbackStorage(nameOfDatabase(namespace, 'storage'));
      const uuid = crypto.randomUUID();
      const others = [
        `${first.site.url} ada`,
        `${first.site.url} ${uuid}`,
        `${first.site.url} sign-in-0123456789ab-${uuid}`,
      ];
      for (const server of others)
        // oxlint-disable-next-line no-await-in-loop
        await storage.put('hosts', [{ server, id: '', at: 1, hosts: ['stays.example'] }]);
      const next = await visit();
      await use(next, 'staysofthenext');
      await eventually(async () => !(await dumpAllDatabases()).includes(words));
      const dump = await dumpAllDatabases();
      expect(dump).to.contain('staysofthenext');
      expect((await storage.list('hosts')).map(({ server }) => server)).to.include.members(others);
    });
  });
});
