import { databaseName as nameOfDatabase } from '../../src/storage/database-name.js';
import { expect } from '@open-wc/testing';
import { behave, endToken, protectedUrl, tokenLog } from '/__provider__.js';
import { IndexedDbTokenStore } from '../../src/auth/index.js';
import { RENEW_BEFORE_MS } from '../../src/auth/auth-limits.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { dumpAllDatabases } from '../fixtures/raw-databases.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { verifies } from '../requirements/verifies.js';
import { Tabs } from './tabs.js';

const HOME = `${location.origin}/oauth-callback.html`;
const COUNT = 5;

describe('five tabs of a person who stays signed in, at a real authorization server', function () {
  this.timeout(60_000);
  const unused = tempDatabases();
  let tabs: Tabs;
  let namespace: string;
  let client: string;

  beforeEach(async () => {
    namespace = unused();
    client = `tabs ${namespace}`;
    tabs = new Tabs();
    await behave(client, { seconds: 3600 });
  });
  afterEach(async () => {
    await tabs.close();
    indexedDB.deleteDatabase(nameOfDatabase(namespace, 'sign-ins'));
  });

  const settings = (): Parameters<Tabs['open']>[1] => ({ namespace, client, home: HOME });
  const store = (): IndexedDbTokenStore => new IndexedDbTokenStore({ namespace });

  /** The first of them signs in, with all rights; the others come after. */
  async function signedIn(): Promise<void> {
    await tabs.open(1, settings());
    await tabs.do('open');
    expect((await tabs.do('call'))[0]).to.include({ said: 'done', visits: 2 });
    await tabs.open(COUNT - 1, settings());
    for (const { said, visits } of (await tabs.do('open')).slice(1)) expect([said, visits]).to.deep.equal(['open', 0]);
  }

  /** What the token endpoint was asked since the person signed in, twice for the right that was missing. */
  async function askedSince(): Promise<readonly string[]> {
    const log = await tokenLog(client);
    expect(log.slice(0, 2).map(({ what }) => what)).to.deep.equal(['authorization_code', 'authorization_code']);
    return log.slice(2).map(({ what, status }) => `${what} ${status ?? ''}`.trim());
  }

  it('renew a token that the server no longer takes once, and all five calls go on', async () => {
    verifies('refresh-tokens-rotate');
    await signedIn();
    for (let round = 1; round <= 3; round++) {
      await endToken((await store().signIn(protectedUrl))!.accessToken);
      const called = await tabs.do('call');
      expect(called.map(({ said }) => said)).to.deep.equal(Array(COUNT).fill('done'));
      expect(await askedSince()).to.deep.equal(Array(round).fill('refresh_token 200'));
    }
    expect((await tabs.do('call')).map(({ visits }) => visits)).to.deep.equal([2, 0, 0, 0, 0]);
  });

  it('renew one that is about to end once', async () => {
    verifies('refresh-tokens-rotate');
    await behave(client, { seconds: RENEW_BEFORE_MS / 1000 + 8 });
    await signedIn();
    await behave(client, { seconds: 3600 });
    const { expiresAt } = (await store().signIn(protectedUrl))!;
    await pause(Math.max(0, expiresAt! - RENEW_BEFORE_MS - Date.now()));
    const called = await tabs.do('call');
    expect(called.map(({ said }) => said)).to.deep.equal(Array(COUNT).fill('done'));
    expect(await askedSince()).to.deep.equal(['refresh_token 200']);
  });

  it('are all signed out where one is, and none of them signs in again by itself', async () => {
    await signedIn();
    expect((await tabs.do('sign out', [3]))[0]!.said).to.equal('true');
    expect(await store().list()).to.deep.equal([]);
    const before = await askedSince();
    // They ask their person, and renew nothing.
    const [first] = await tabs.do('list', [0]);
    expect(first).to.include({ said: 'ready', visits: 3 });
    expect(before.filter((one) => one.startsWith('refresh'))).to.deep.equal([]);
    for (const { visits, said } of await tabs.do('list', [1, 2, 4])) expect([said, visits]).to.deep.equal(['ready', 0]);
    expect((await askedSince()).filter((one) => one.startsWith('refresh'))).to.deep.equal([]);
  });

  it('are windows of their own wherever the browser opens windows for a test', async () => {
    await tabs.open(1, settings());
    const opensThem = /Chrome|Firefox/.test(navigator.userAgent);
    expect(tabs.areWindows || !opensThem).to.equal(true);
  });
});

describe('three tabs of a person who stays signed in, where one signs out', function () {
  this.timeout(60_000);
  const unused = tempDatabases();
  let tabs: Tabs;
  let namespace: string;
  let typed: string;
  beforeEach(async () => {
    namespace = unused();
    typed = `zebra${crypto.randomUUID().replaceAll('-', '')}`;
    tabs = new Tabs();
    const client = `leaving ${namespace}`;
    await behave(client, { seconds: 3600 });
    const settings = { namespace, client, home: HOME, typed };
    await tabs.open(1, settings);
    await tabs.do('open');
    await tabs.do('call');
    await tabs.open(2, settings);
    await tabs.do('open');
    await tabs.do('keep typing');
  });
  afterEach(() => tabs.close());

  it('everything that was stored is gone, and no tab writes it again', async () => {
    expect(new Set((await tabs.do('whose')).map(({ said }) => said)).size).to.equal(1);
    await eventually(async () => (await dumpAllDatabases()).includes(typed));
    await tabs.do('sign out', [1]);
    // They hear of it at once.
    await eventually(async () => new Set((await tabs.do('whose')).map(({ said }) => said)).has(protectedUrl));
    await pause(300);
    expect(await dumpAllDatabases()).not.to.contain(typed);
    await pause(1500);
    expect(await dumpAllDatabases()).not.to.contain(typed);
  });
});
