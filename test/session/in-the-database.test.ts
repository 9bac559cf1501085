import { expect } from '@open-wc/testing';
import { everythingUrl, script, scriptedUrl } from '/__servers__.js';
import { ApprovalQueue, Grants } from '../../src/approvals/index.js';
import { openGrants } from '../../src/session/person/index.js';
import type { Session, SessionOptions } from '../../src/index.js';
import { grantsIn } from '../../src/session/approvals.js';
import { databaseName as nameOfDatabase } from '../../src/storage/database-name.js';
import type { StoredForm, UserData } from '../../src/session/person/index.js';
import { FallbackStorage } from '../../src/storage/storage.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { dumpDatabase } from '../fixtures/raw-databases.js';
import { sessions, textOf } from '../fixtures/sessions.js';
import { tempDatabases } from '../fixtures/temp-database.js';

const TRACE = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
const databases = async (): Promise<string[]> => (await indexedDB.databases()).map(({ name }) => name!);

describe('a session that keeps things in the database of the browser', () => {
  const { create, open } = sessions();
  const databaseName = tempDatabases();

  it('does not keep what was asked with `_meta`, unless the page says who it is: another one may get other lists', async () => {
    const storedTools = async (options: SessionOptions, isExpected: boolean): Promise<boolean> => {
      const namespace = databaseName();
      const session = await open(everythingUrl, { storage: 'local', namespace, ...options });
      await session.tools.list();
      const isStored = async (): Promise<boolean> =>
        (await dumpDatabase(nameOfDatabase(namespace, 'storage'))).includes('get-sum');
      if (isExpected) return eventually(isStored);
      await pause(300);
      return isStored();
    };
    expect(await storedTools({}, true)).to.equal(true);
    expect(await storedTools({ meta: TRACE, identity: 'ada' }, true)).to.equal(true);
    expect(await storedTools({ meta: TRACE }, false)).to.equal(false);
  });

  it('has none for headers without an identity: what they are answered may be private', async () => {
    const namespace = databaseName();
    const headers = { Authorization: 'Bearer secret' };
    const session = await open(scriptedUrl('rev-2025-11-25'), { storage: 'local', namespace, headers });
    await session.tools.list();
    // What is kept is written behind.
    await pause(50);
    await session.close();
    expect(await databases()).not.to.include(nameOfDatabase(namespace, 'storage'));
  });

  it('keeps it apart before a sign-in, while it lasts, after it', async () => {
    const url = await script({ capabilities: { tools: {} } });
    const namespace = databaseName();
    const signIn: { sign: (endpoint: unknown) => unknown; identity?: string | null | undefined } = {
      sign: (endpoint) => endpoint,
      identity: null,
    };
    const session = create(url, { storage: 'local', namespace, auth: signIn as SessionOptions['auth'] });
    await session.connect();
    const keeping = session.partition!;
    const names: (string | undefined)[] = [];
    const note = async (): Promise<void> => {
      await keeping.storage.put('view', [{ server: keeping.server, id: '', at: 1, value: keeping.server }]);
      names.push((await keeping.storage.get('view', url))?.value as string | undefined);
    };
    await note();
    signIn.identity = 'u-1';
    await note();
    expect(keeping.server).to.equal(`${url} u-1`);
    signIn.identity = undefined;
    await note();
    expect(names, 'of nobody known nothing is in the database').to.deep.equal([url, url, url]);
    signIn.identity = null;
    expect((await keeping.storage.get('view', url))?.value).to.equal(url);
    expect((await keeping.storage.get('view', `${url} u-1`))?.value).to.equal(`${url} u-1`);
  });

  it('where there is none, says so once in the problems, and everything works', async () => {
    const real = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB')!;
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true });
    try {
      const session: Session = await open(scriptedUrl('rev-2025-11-25'), { storage: 'local' });
      expect(await session.tools.list()).to.have.length(2);
      await pause(20);
      expect(session.problems.get().map(({ code }) => code)).to.deep.equal(['storage']);
    } finally {
      Object.defineProperty(globalThis, 'indexedDB', real);
    }
  });
});

describe('a session that keeps things as long as its tab', () => {
  const { open } = sessions();
  const databaseName = tempDatabases();
  after(async () => {
    for (const name of await databases()) if (name.includes(' of tab ')) indexedDB.deleteDatabase(name);
  });

  it('remembers its server, its lists and decisions in a database of the tab, and nowhere else', async () => {
    const namespace = databaseName();
    const url = scriptedUrl('rev-2025-11-25');
    const session = await open(url, { storage: 'session', namespace });
    await session.tools.list();
    const { storage, server } = session.partition!;
    expect(server).to.equal(url);
    await eventually(() => storage.get('list', url, 'tools'));
    const tool = { name: 'x', inputSchema: {} };
    const call = { server, serverName: 's', tool, arguments: {}, tools: [tool], isConfirmed: true } as never;
    await openGrants({ storage: 'session', namespace }).remember(call, 'allow', { scope: 'tool', duration: 'always' });
    expect(await storage.list('grant')).to.have.length(1);
    expect((await databases()).filter((name) => name.includes(namespace))).to.have.length(1);
    expect(await databases()).not.to.include(nameOfDatabase(namespace, 'storage'));
  });

  it('of somebody nobody named: in the memory of the page, each session its own', async () => {
    const namespace = databaseName();
    const options = { storage: 'session', namespace, headers: { Authorization: 'Bearer x' } } as const;
    const [one, other] = [
      await open(scriptedUrl('rev-2025-11-25'), options),
      await open(scriptedUrl('rev-2025-11-25'), options),
    ];
    expect(one.partition!.storage).not.to.equal(other.partition!.storage);
    expect((await databases()).filter((name) => name.includes(namespace))).to.deep.equal([]);
  });
});

const FORM = { kind: 'tool', name: 'echo' } as const;

const URL_OF_ONE = 'https://one.example/mcp';
const words = (text: string): StoredForm => ({ form: { fields: [['message', { text, of: 'string' }]] } });

describe('what is kept for a session', () => {
  const { create } = sessions();
  const databaseName = tempDatabases();

  it('is there before it is connected, and for the next session of the same server', async () => {
    const namespace = databaseName();
    const one = await create(URL_OF_ONE, { storage: 'local', namespace }).storage.ready();
    expect(one?.lifetime).to.equal('browser');
    await one?.drafts.put(FORM, words('x'));
    await one?.views.put('client', { section: 'tools' });
    const other = await create(URL_OF_ONE, { storage: 'local', namespace }).storage.ready();
    expect((await other?.drafts.get(FORM))?.form).to.deep.equal(words('x').form);
    expect(await other?.views.get('client')).to.deep.equal({ section: 'tools' });
    const elsewhere = await create('https://two.example/mcp', { storage: 'local', namespace }).storage.ready();
    expect(await elsewhere?.drafts.get(FORM)).to.equal(undefined);
  });

  it('is another person’s under another name, and nobody’s where a token is used and nobody said whose', async () => {
    const namespace = databaseName();
    const headers = { authorization: 'Bearer x' };
    const kept = (options: object): Promise<UserData> =>
      create(URL_OF_ONE, { storage: 'local', namespace, headers, ...options }).storage.ready();
    await (await kept({ identity: 'ann' }))?.drafts.put(FORM, words('of ann'));
    expect(await (await kept({ identity: 'bob' }))?.drafts.get(FORM)).to.equal(undefined);
    expect(await (await kept({ identity: 'ann' }))?.drafts.get(FORM)).not.to.equal(undefined);
    const nameless = await kept({});
    expect(nameless).to.include({ lifetime: 'page', isUnidentified: true });
    await nameless?.drafts.put(FORM, words('of nobody'));
    expect(await nameless?.drafts.get(FORM), 'for this session').not.to.equal(undefined);
    expect(await (await kept({}))?.drafts.get(FORM), 'not for the next').to.equal(undefined);
  });
});

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
