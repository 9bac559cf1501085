import { databaseName as nameOfDatabase } from '../../src/storage/database-name.js';
import { expect } from '@open-wc/testing';
import {
  type StoredClient,
  IndexedDbTokenStore,
  type IndexedDbTokenStoreOptions,
  type SignIn,
} from '../../src/auth/index.js';
import type { McpError } from '../../src/errors.js';
import { MAX_SIGN_INS, SIGN_IN_DAYS, type EncryptedRow } from '../../src/auth/token-store.js';
import { broken as outOfOrder } from '../fixtures/broken-apis.js';
import { dumpDatabase, openRaw, rowsOf, tamperWith } from '../fixtures/raw-databases.js';
import { tempDatabases } from '../fixtures/temp-database.js';

const SERVER = 'https://mcp.test/mcp';
const OTHER = 'https://other.test/mcp';
const ISSUER = 'https://as.test';
const HOME = 'https://page.test/oauth-callback.html';
const CLIENT: StoredClient = { clientId: 'me', clientSecret: 'client-secret-1', method: 'client_secret_basic' };

function signInOf(change: Partial<SignIn> = {}): SignIn {
  return {
    issuer: ISSUER,
    tokenEndpoint: `${ISSUER}/token`,
    resource: SERVER,
    client: CLIENT,
    accessToken: 'access-secret-1',
    refreshToken: 'refresh-secret-1',
    expiresAt: 5,
    asked: ['read', 'write'],
    granted: ['read'],
    ...change,
  };
}

const makeProof = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);

/** What the rows of a database are, past the store. */
async function rawRows(name: string): Promise<EncryptedRow[]> {
  const database = await openRaw(name);
  const rows = await rowsOf<EncryptedRow>(database, 'rows');
  database.close();
  return rows.map(({ value }) => value);
}

describe('sign-ins that are remembered', () => {
  const unused = tempDatabases();
  const problems: McpError[] = [];
  let namespace: string;
  let database: string;
  beforeEach(() => {
    problems.length = 0;
    namespace = unused();
    database = nameOfDatabase(namespace, 'sign-ins');
  });
  afterEach(() => void indexedDB.deleteDatabase(database));

  /** As another tab or a later load has it: it shares nothing with the others but the database. */
  const tab = (options: IndexedDbTokenStoreOptions = {}): IndexedDbTokenStore =>
    new IndexedDbTokenStore({ namespace, onProblem: (problem) => problems.push(problem), ...options });

  it('are there after the page has gone, and in other tabs at once', async () => {
    const here = tab();
    const there = tab();
    expect(await there.signIn(SERVER)).to.equal(undefined);
    await here.storeSignIn(SERVER, signInOf());
    expect(await there.signIn(SERVER)).to.deep.equal(signInOf());
    await there.storeSignIn(SERVER, signInOf({ accessToken: 'access-secret-2' }));
    expect((await here.signIn(SERVER))!.accessToken).to.equal('access-secret-2');
    await there.storeClient(ISSUER, HOME, CLIENT);
    expect(await here.client(ISSUER, HOME)).to.deep.equal(CLIENT);
    await here.storeClient(ISSUER, HOME, undefined);
    expect(await there.client(ISSUER, HOME)).to.equal(undefined);
    expect(problems).to.deep.equal([]);
  });

  for (const fault of ['absent', 'refused on use', 'slow', 'rejects later'] as const)
    it(`outlive a visit in which the browser decrypts nothing: ${fault}`, async () => {
      await tab().storeSignIn(SERVER, signInOf());
      const mend = outOfOrder('digests', fault);
      try {
        expect(await tab().signIn(SERVER)).to.equal(undefined);
      } finally {
        mend();
      }
      expect(await tab().signIn(SERVER)).to.deep.equal(signInOf());
      expect(problems.map(({ message }) => message)).to.deep.equal([
        'Sign-ins cannot be stored: the browser stores nothing for this page.',
      ]);
    }).timeout(8000);

  it('are kept for a server, of one authorization server at a time', async () => {
    const store = tab();
    await store.storeSignIn(SERVER, signInOf());
    await store.storeSignIn(OTHER, signInOf({ accessToken: 'access-secret-2' }));
    expect((await store.signIn(SERVER))!.accessToken).to.equal('access-secret-1');
    await store.storeSignIn(SERVER, signInOf({ issuer: 'https://new.test' }));
    expect((await store.signIn(SERVER))!.issuer).to.equal('https://new.test');
    expect((await rawRows(database)).map(({ place }) => place[3])).to.have.members(['https://new.test', ISSUER]);
    expect(await store.signIn(`${SERVER}/`)).to.equal(undefined);
    expect(await store.client(`${ISSUER}/`, HOME)).to.equal(undefined);
  });

  it('are apart for pages that have names', async () => {
    await tab({ page: 'mail' }).storeSignIn(SERVER, signInOf());
    expect(await tab().signIn(SERVER)).to.equal(undefined);
    expect(await tab({ page: 'chat' }).signIn(SERVER)).to.equal(undefined);
    await tab({ page: 'chat' }).forgetAll();
    expect(await tab({ page: 'mail' }).signIn(SERVER)).to.deep.equal(signInOf());
  });

  it('lie in the database as nothing that anybody could use', async () => {
    const store = tab();
    await store.storeSignIn(SERVER, signInOf({ key: await makeProof() }));
    await store.storeClient(ISSUER, HOME, CLIENT);
    const dump = await dumpDatabase(database);
    expect(dump).to.include(SERVER);
    expect(dump).not.to.match(/secret-|granted|clientId|https:\/\/as\.test\/token/);
    expect(dump).not.to.include('"extractable":true,"usages":["sign"]');
    expect(dump.match(/"extractable":false/g)).to.have.length(2);
  });

  it('are sealed anew each time', async () => {
    const store = tab();
    const seen = new Set<string>();
    for (let n = 0; n < 5; n++) {
      await store.storeSignIn(SERVER, signInOf());
      seen.add(String((await rawRows(database))[0]!.iv));
    }
    expect(seen.size).to.equal(5);
  });

  it('keep the key a token is bound to, which still signs and still cannot be read out', async () => {
    const proof = await makeProof();
    await tab().storeSignIn(SERVER, signInOf({ key: proof }));
    const { key } = (await tab().signIn(SERVER))!;
    const how = { name: 'ECDSA', hash: 'SHA-256' };
    const words = new TextEncoder().encode('proof');
    const signature = await crypto.subtle.sign(how, key!.privateKey, words);
    expect(await crypto.subtle.verify(how, proof.publicKey, signature, words)).to.equal(true);
    expect(key!.privateKey.extractable).to.equal(false);
  });

  it('can be listed without anything secret, and forgotten', async () => {
    const store = tab();
    const before = Date.now();
    await store.storeSignIn(SERVER, signInOf());
    await store.storeSignIn(OTHER, signInOf({ granted: ['a', 'b'] }));
    const [first] = await rawRows(database);
    await store.storeSignIn(SERVER, signInOf({ accessToken: 'access-secret-3' }));
    const list = await tab().list();
    expect(list.map(({ server, issuer, scopes }) => [server, issuer, scopes])).to.deep.include.members([
      [OTHER, ISSUER, ['a', 'b']],
      [SERVER, ISSUER, ['read']],
    ]);
    expect(list.find(({ server }) => server === SERVER)!.since).to.equal(first!.since);
    expect(first!.since).least(before);
    expect(JSON.stringify([list, store])).not.to.include('secret-');
    await store.forget(SERVER);
    expect((await tab().list()).map(({ server }) => server)).to.deep.equal([OTHER]);
    expect(await store.signIn(SERVER)).to.equal(undefined);
    await store.storeClient(ISSUER, HOME, CLIENT);
    await store.forgetAll();
    expect(await tab().list()).to.deep.equal([]);
    expect(await tab().client(ISSUER, HOME)).to.equal(undefined);
    expect(await dumpDatabase(database)).to.equal('{"keys":[],"rows":[]}');
  });

  it('do not open at another server, authorization server or page, whoever moved them there', async () => {
    for (const move of [
      (place: string[]) => place.with(2, OTHER),
      (place: string[]) => place.with(3, 'https://evil.test'),
      (place: string[]) => place.with(0, `${location.origin} chat`),
      (place: string[]) => place.with(1, 'client'),
    ]) {
      const store = tab();
      await store.storeSignIn(SERVER, signInOf());
      const [row] = await rawRows(database);
      const place = move([...row!.place]);
      await tamperWith(database, ['rows'], (open) => open('rows').put({ ...row, place }));
      const [page, , first, second] = place as [string, string, string, string];
      const mover = tab({ page: page.slice(location.origin.length + 1) });
      if (place[1] === 'client') expect(await mover.client(first, second)).to.equal(undefined);
      // What is right still opens where the other lies beside it.
      else expect((await mover.signIn(first))?.issuer).to.equal(place[3] === row!.place[3] ? undefined : ISSUER);
      expect(problems.splice(0)).to.have.length(1);
      await store.forgetAll();
      await mover.forgetAll();
    }
  });

  it('that were damaged are forgotten, said once, and nothing else is', async () => {
    const store = tab();
    await store.storeSignIn(SERVER, signInOf());
    await store.storeSignIn(OTHER, signInOf());
    const [row] = await rawRows(database);
    const data = new Uint8Array(row!.data.slice(0));
    data[3]! ^= 1;
    await tamperWith(database, ['rows'], (open) => open('rows').put({ ...row, data: data.buffer }));
    const [, , damaged] = row!.place;
    for (let n = 0; n < 2; n++) expect(await store.signIn(damaged)).to.equal(undefined);
    expect(problems.map(({ message }) => message)).to.deep.equal([
      'A stored sign-in cannot be read any more and was removed.',
    ]);
    expect((await store.list()).map(({ server }) => server)).to.deep.equal([damaged === SERVER ? OTHER : SERVER]);
  });

  it('whose key is lost are forgotten, and new ones are kept', async () => {
    const store = tab();
    await store.storeSignIn(SERVER, signInOf());
    await store.storeSignIn(OTHER, signInOf());
    await tamperWith(database, ['keys'], (open) => open('keys').clear());
    expect(await store.signIn(SERVER)).to.equal(undefined);
    await store.storeSignIn(SERVER, signInOf({ accessToken: 'access-secret-2' }));
    expect((await tab().signIn(SERVER))!.accessToken).to.equal('access-secret-2');
    expect((await tab().list()).map(({ server }) => server)).to.deep.equal([SERVER]);
    expect(await rawRows(database)).to.have.length(1);
  });

  it('of a server whose address holds a secret are not kept, which is told with what to do', async () => {
    const store = tab();
    const address = 'https://mcp.test/mcp?api_key=sk-12345678901234567890';
    await store.storeSignIn(address, signInOf());
    expect((await store.signIn(address))?.accessToken, 'in this page').to.equal('access-secret-1');
    expect(problems).to.have.length(1);
    expect(problems[0]!.remedy).to.match(/header/i);
    expect(await tab().list()).to.deep.equal([]);
  });

  it('bound to a key that is lost are of no use, and no error', async () => {
    await tab().storeSignIn(SERVER, signInOf({ key: await makeProof() }));
    const [row] = await rawRows(database);
    const { proof: _, ...rest } = row!;
    await tamperWith(database, ['rows'], (open) => open('rows').put(rest));
    expect(await tab().signIn(SERVER)).to.equal(undefined);
    expect(problems).to.have.length(1);
  });

  it('do not wait for ever for a tab that keeps the database from being opened', async function () {
    this.timeout(10_000);
    // It does not step aside, so that its deletion waits, and every opening behind that.
    const holder = await openRaw(database);
    indexedDB.deleteDatabase(database);
    const store = tab();
    await store.storeSignIn(SERVER, signInOf());
    expect((await store.signIn(SERVER))?.accessToken).to.equal('access-secret-1');
    expect(problems.map(({ code }) => code)).to.deep.equal(['storage']);
    holder.close();
  });

  it('of two tabs that begin at the same time have one key', async () => {
    const tabs = Array.from({ length: 8 }, () => tab());
    await Promise.all(tabs.map((store, n) => store.storeSignIn(`${SERVER}/${n}`, signInOf())));
    expect(await tab().list()).to.have.length(8);
    expect(new Set((await rawRows(database)).map(({ keyId }) => keyId)).size).to.equal(1);
    expect(problems).to.deep.equal([]);
  });

  it('are still kept where another tab forgets all, and its key, in between', async () => {
    const [one, two] = [tab(), tab()];
    for (let n = 0; n < 10; n++) {
      await one.storeSignIn(SERVER, signInOf());
      await Promise.all([two.forgetAll(), one.storeSignIn(OTHER, signInOf())]);
      for (const { server } of await tab().list()) expect(await tab().signIn(server)).not.to.equal(undefined);
    }
    expect(problems).to.deep.equal([]);
  });

  it(`are ${MAX_SIGN_INS} at most, and go after ${SIGN_IN_DAYS} days without use`, async () => {
    const store = tab();
    for (let n = 0; n < MAX_SIGN_INS + 3; n++) await store.storeSignIn(`${SERVER}/${n}`, signInOf());
    expect(await store.list()).to.have.length(MAX_SIGN_INS);
    const rows = await rawRows(database);
    const old = rows.slice(0, 10).map((row) => ({ ...row, at: Date.now() - (SIGN_IN_DAYS + 1) * 86_400_000 }));
    await tamperWith(database, ['rows'], (open) => old.forEach((row) => open('rows').put(row)));
    expect(await tab().list(), 'the clock may be wrong today').to.have.length(MAX_SIGN_INS);
    const found = await rawRows(database);
    const foundBefore = found.map((row) => ({ ...row, ...(row.oldOn && { oldOn: row.oldOn - 1 }) }));
    await tamperWith(database, ['rows'], (open) => foundBefore.forEach((row) => open('rows').put(row)));
    expect(await tab().list()).to.have.length(MAX_SIGN_INS - 10);
  });

  for (const year of [1970, 2100])
    it(`are there after a visit with a clock that says ${year}, and during it`, async () => {
      await tab().storeSignIn(SERVER, signInOf());
      const { now } = Date;
      try {
        Date.now = () => Date.UTC(year, 1, 2);
        expect(await tab().signIn(SERVER)).to.deep.equal(signInOf());
        expect(await tab().signIn(SERVER)).to.deep.equal(signInOf());
      } finally {
        Date.now = now;
      }
      expect(await tab().signIn(SERVER)).to.deep.equal(signInOf());
    });

  it('outlive the database being cleared under an open page: it begins anew', async () => {
    const store = tab();
    await store.storeSignIn(SERVER, signInOf());
    await new Promise((resolve) => (indexedDB.deleteDatabase(database).onsuccess = resolve));
    expect(await store.signIn(SERVER)).to.equal(undefined);
    await store.storeSignIn(SERVER, signInOf());
    expect(await tab().signIn(SERVER)).to.deep.equal(signInOf());
    expect(problems).to.deep.equal([]);
  });

  const broken: readonly [what: string, of: object, name: string, value: unknown][] = [
    ['there is no IndexedDB', globalThis, 'indexedDB', undefined],
    ['the page may not ask for one', globalThis, 'indexedDB', { open: () => fails('SecurityError') }],
    ['there is no WebCrypto, as on pages of http', crypto, 'subtle', undefined],
    ['it is full', IDBObjectStore.prototype, 'put', () => fails('QuotaExceededError')],
    ['it cannot hold keys', IDBObjectStore.prototype, 'put', () => fails('DataCloneError')],
  ];
  for (const [what, of, name, value] of broken)
    it(`last until the page goes where ${what}, which is said once`, async () => {
      const own = Object.getOwnPropertyDescriptor(of, name);
      Object.defineProperty(of, name, { value, configurable: true, writable: true });
      try {
        const store = tab();
        await store.storeSignIn(SERVER, signInOf());
        expect(await store.signIn(SERVER)).to.deep.equal(signInOf());
        await store.storeClient(ISSUER, HOME, CLIENT);
        expect(await store.client(ISSUER, HOME)).to.deep.equal(CLIENT);
        expect(await store.list()).to.deep.equal([]);
        await store.forget(SERVER);
        expect(await store.signIn(SERVER)).to.equal(undefined);
        await store.forgetAll();
        expect(await store.client(ISSUER, HOME)).to.equal(undefined);
      } finally {
        if (own) Object.defineProperty(of, name, own);
        else delete (of as Record<string, unknown>)[name];
      }
      expect(problems.map(({ code, message }) => [code, message])).to.deep.equal([
        ['storage', 'Sign-ins cannot be stored: the browser stores nothing for this page.'],
      ]);
    });
});

function fails(name: string): never {
  throw new DOMException('', name);
}
