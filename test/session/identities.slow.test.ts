import { databaseName as nameOfDatabase } from '../../src/storage/database-name.js';
import { expect, fixture, html } from '@open-wc/testing';
import { everythingUrl, modernUrl, scriptedUrl } from '/__servers__.js';
import type { McpClientElement } from '../../components/index.js';
import '../../components/define/all.js';
import { ApprovalQueue } from '../../src/approvals/index.js';
import { openRecording, type Recording, saveRecording } from '../../src/transcript/index.js';
import { Session, type SessionOptions } from '../../src/index.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { dumpAllDatabases } from '../fixtures/raw-databases.js';
import { sessions } from '../fixtures/sessions.js';
import { tempDatabases } from '../fixtures/temp-database.js';

const TOOL = { name: 'echo', inputSchema: { type: 'object' } } as const;

describe('servers inside one page', () => {
  const { create } = sessions();
  const databaseName = tempDatabases();
  let workers: Worker[] = [];
  afterEach(() => workers.splice(0).forEach((worker) => worker.terminate()));

  const worker = (): Worker => {
    const made = new Worker('/__worker-server__.js', { type: 'module' });
    workers = [...workers, made];
    return made;
  };
  const connected = async (options: SessionOptions, endpoint = worker()): Promise<Session> => {
    const approvals = options.approvals ?? new ApprovalQueue();
    const session = create(endpoint, { storage: 'local', ...options, approvals });
    await session.connect();
    return session;
  };

  it('are each a server of its own, also after a reload', async () => {
    const [one, other] = [await connected({}), await connected({})];
    expect(one.url).not.to.equal(other.url);
    expect(one.server.url).to.equal(one.url);
    // Random, and not counted: a count would begin anew with the page.
    expect(one.url).to.match(/^port:\?[\da-f-]{20,}$/);
  });

  it('are the same server for two sessions on the same worker', async () => {
    const endpoint = worker();
    expect(new Session(endpoint).url).to.equal(new Session(endpoint).url);
  });

  it('share no decision, draft, record or roots', async () => {
    const namespace = databaseName();
    const [one, other] = [await connected({ namespace }), await connected({ namespace })];
    const [of, ofOther] = [one.permissions, other.permissions];
    expect(of.server).not.to.equal(ofOther.server);
    const call = { serverName: 's', tool: TOOL, arguments: {}, tools: [TOOL], isConfirmed: true };
    await of.grants.remember({ ...call, server: of.server }, 'allow', { scope: 'tool', duration: 'always' });
    expect((await of.grants.find({ ...call, server: of.server }))?.verdict).to.equal('allow');
    expect(await ofOther.grants.find({ ...call, server: ofOther.server })).to.equal(undefined);
    const [kept, keptOther] = [(await one.storage.ready())!, (await other.storage.ready())!];
    expect(kept.server).not.to.equal(keptOther.server);
  });

  it('have nothing of theirs stored: no list, decision, record, draft or transcript', async () => {
    const namespace = databaseName();
    const session = await connected({ namespace });
    await session.tools.list();
    await session.tools.call('echo', { message: 'nothing of this is kept' });
    const { grants, auditLog, server } = session.permissions;
    await grants.remember(
      { server, serverName: 's', tool: TOOL, arguments: {}, tools: [TOOL], isConfirmed: true },
      'allow',
      {
        scope: 'tool',
        duration: 'always',
      },
    );
    const kept = (await session.storage.ready())!;
    expect(kept.lifetime).to.equal('page');
    await kept.views.put('client', { section: 'tools' } as never);
    await (await session.transcript.load())!.flush();
    await auditLog.refresh();
    await pause(300);
    expect((await indexedDB.databases()).map(({ name }) => name)).not.to.include(nameOfDatabase(namespace, 'storage'));
  });

  it('do not end each other’s questions', async () => {
    const approvals = new ApprovalQueue();
    approvals.pending.subscribe(() => {});
    const [one, other] = [await connected({ approvals }), await connected({ approvals })];
    const request = {
      mode: 'url',
      message: 'Sign in',
      url: 'https://example.com/',
      elicitationId: 'same',
      resumesCall: true,
    } as never;
    const life = new AbortController();
    const requestingServer = { server: one.server, host: 'this page', encrypted: true };
    void approvals.add('elicitation/create', request, requestingServer, undefined, life.signal).catch(() => {});
    approvals.elicitationComplete(other.url, 'same');
    expect(approvals.pending.get(), 'ended by another server').to.have.length(1);
    approvals.elicitationComplete(one.url, 'same');
    expect(approvals.pending.get(), 'ended by its own').to.have.length(0);
    life.abort();
  });

  it('have budgets of their own', async () => {
    const approvals = new ApprovalQueue();
    const [one, other] = [await connected({ approvals }), await connected({ approvals })];
    approvals.budget.begin(one.url);
    expect(JSON.stringify(approvals.budget.read(other.url))).not.to.equal(
      JSON.stringify(approvals.budget.read(one.url)),
    );
  });

  it('are remembered under the name that the page gives them, and found by it again', async () => {
    const namespace = databaseName();
    const first = await connected({ namespace, serverId: 'calculator' });
    await first.tools.list();
    const { storage, server } = (await first.storage.ready())!;
    await eventually(() => storage.get('list', server, 'tools'));
    expect(server).to.equal('name:calculator');
    await first.close();
    // As after a reload: another worker of the same name.
    const again = create(worker(), { storage: 'local', namespace, serverId: 'calculator' });
    const opening = again.connect();
    await eventually(() => again.tools.state.get().phase === 'stale');
    await opening;
    const another = (await (await connected({ namespace, serverId: 'printer' })).storage.ready())!;
    expect(await storage.get('list', another.server, 'tools')).to.equal(undefined);
  });
});

describe('a recording that is played back', () => {
  const { open } = sessions();
  const databaseName = tempDatabases();
  const { put } = IDBObjectStore.prototype;
  let written: unknown[] = [];
  let namespace: string;
  beforeEach(() => {
    written = [];
    namespace = databaseName();
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args: Parameters<typeof put>) {
      // Tests before, each with databases of its own, may still write their transcripts.
      const { name } = this.transaction.db;
      if (name.startsWith(namespace) || !name.startsWith('test-')) written.push(args[0]);
      return put.apply(this, args);
    };
  });
  afterEach(() => {
    IDBObjectStore.prototype.put = put;
  });

  async function recorded(url: string): Promise<Recording> {
    const session = await open(url);
    await session.tools.list();
    await session.tools.call('echo', { message: 'recorded' });
    const transcript = (await session.transcript.load())!;
    await transcript.flush();
    const { name, title, version } = session.server;
    const pieces = await saveRecording(transcript.entries.get(), {
      server: { name, title, version },
      blob: (hash) => transcript.blob(hash),
    });
    return openRecording(pieces!.join(''));
  }

  for (const [era, url] of [
    ['2025-11-25', everythingUrl],
    ['2026-07-28', modernUrl],
  ] as const)
    it(`writes nothing: no list, no record of the call, no transcript, no decision (${era})`, async () => {
      const recording = await recorded(url);
      const approvals = new ApprovalQueue();
      approvals.pending.subscribe(() => {});
      const session = await open(recording, { storage: 'local', namespace, identity: 'ada', serverId: 'x', approvals });
      await session.tools.list();
      const call = session.tools.call('echo', { message: 'recorded' }, { initiator: 'model' });
      const question = await eventually(() => approvals.pending.get()[0]);
      approvals.approveCall(question!.id, { message: 'recorded' }, { scope: 'tool', duration: 'always' });
      await call;
      await (await session.transcript.load())!.flush();
      await pause(300);
      expect(written).to.deep.equal([]);
      expect((await indexedDB.databases()).map(({ name }) => name)).not.to.include(
        nameOfDatabase(namespace, 'storage'),
      );
    });

  it('writes nothing from a <mcp-client> either, with everything that it shows', async () => {
    const recording = await recorded(everythingUrl);
    const client = await fixture<McpClientElement>(
      html`<mcp-client transcript .sessionOptions=${{ namespace }}></mcp-client>`,
    );
    client.recording = recording;
    await eventually(() => client.status === 'ready');
    await client.session!.tools.list();
    await client.session!.tools.call('echo', { message: 'recorded' }, { initiator: 'person' });
    // What is typed, and how it is left, is written after some hundred milliseconds.
    await pause(1500);
    expect(written).to.deep.equal([]);
  });
});

describe('the address of a server', () => {
  const { create } = sessions();
  const databaseName = tempDatabases();
  const { put } = IDBObjectStore.prototype;
  afterEach(() => {
    IDBObjectStore.prototype.put = put;
  });

  /** Does everything that is kept, and gives what lies in the databases, and all other places of the browser, after that. */
  async function visit(url: string, options: SessionOptions = {}): Promise<{ all: string; session: Session }> {
    const approvals = new ApprovalQueue();
    approvals.pending.subscribe(() => {});
    const session = create(url, { storage: 'local', namespace: databaseName(), approvals, ...options });
    await session.connect();
    await session.tools.list();
    const [tool] = await session.tools.list();
    const { grants, auditLog, server } = session.permissions;
    await grants.remember(
      { server, serverName: 's', tool: tool!, arguments: {}, tools: [tool!], isConfirmed: true },
      'allow',
      {
        scope: 'tool',
        duration: 'always',
      },
    );
    await session.tools.call(tool!.name, {}, { initiator: 'person' }).catch(() => {});
    await auditLog.refresh();
    await (await session.transcript.load())?.flush();
    await pause(400);
    const { held = [], pending = [] } = await navigator.locks.query();
    const names = (await indexedDB.databases()).map(({ name }) => name);
    const all = JSON.stringify([
      await dumpAllDatabases(),
      names,
      held,
      pending,
      { ...sessionStorage },
      { ...localStorage },
    ]);
    return { all, session };
  }

  it('with a secret value is nowhere stored, and told once', async () => {
    const secret = 'S3cretValue4OfThisTest';
    const { all, session } = await visit(`${scriptedUrl('rev-2025-11-25')}?api_key=${secret}`);
    expect(all.includes(secret), 'the secret is stored').to.equal(false);
    const told = session.problems.get().filter(({ code }) => code === 'storage');
    expect(told.map(({ message }) => message)).to.have.length(1);
    expect(told[0]!.message).to.contain('address');
    expect(told[0]!.remedy).to.contain('serverId');
    expect(told[0]!.message + told[0]!.remedy).not.to.contain(secret);
    expect((await session.storage.ready())!.lifetime).to.equal('page');
  });

  it('with a plain value is kept without the value', async () => {
    const value = 'project-of-this-test';
    const { all, session } = await visit(`${scriptedUrl('rev-2025-11-25')}?project=${value}`);
    expect(all.includes(value), 'the value is stored').to.equal(false);
    expect((await session.storage.ready())!.lifetime).to.equal('browser');
    expect(all.includes('?project#~'), 'the key is there').to.equal(true);
    expect(session.server.url, 'in the page it is whole').to.contain(value);
  });

  it('is whole again at the next visit, before the server answers', async () => {
    const namespace = databaseName();
    const url = `${scriptedUrl('rev-2025-11-25')}?project=mine`;
    await visit(url, { namespace });
    const again = create(url, { storage: 'local', namespace });
    const opening = again.connect();
    const { server } = await eventually(
      () => again.state.get() as { readonly server?: { readonly url: string } },
      (state) => state.server,
    );
    expect(server!.url).to.equal(url);
    await opening;
  });
});
