import { expect } from '@open-wc/testing';
import { Drafts, type StoredForm, type UserData, MAX_DRAFT_CHARACTERS } from '../../src/storage/index.js';
import { IndexedDbStorage } from '../../src/storage/indexeddb.js';
import { partitionOf } from '../fixtures/partition.js';
import { sessions } from '../fixtures/sessions.js';
import { tempDatabases } from '../fixtures/temp-database.js';

const echo = { kind: 'tool', name: 'echo' } as const;
const words = (text: string): StoredForm => ({ form: { fields: [['message', { text, of: 'string' }]] } });
const URL_OF_ONE = 'https://one.example/mcp';

describe('drafts', () => {
  const databaseName = tempDatabases();
  let storage: IndexedDbStorage;
  let drafts: Drafts;
  beforeEach(async () => {
    storage = await IndexedDbStorage.open(databaseName(), () => {});
    drafts = new Drafts(partitionOf({ storage, server: URL_OF_ONE }));
  });
  afterEach(() => storage.close());

  it('come back as they were, with when that was; who writes last wins', async () => {
    const before = Date.now();
    await drafts.put(echo, words('first'));
    await drafts.put(echo, { json: '{"half', notStored: [{ label: 'Key', why: 'maybe' }] });
    const found = await drafts.get(echo);
    expect(found?.at).to.be.within(before, Date.now());
    expect(found).to.deep.equal({ json: '{"half', notStored: [{ label: 'Key', why: 'maybe' }], at: found?.at });
    expect(await drafts.get({ kind: 'prompt', name: 'echo' })).to.equal(undefined);
  });

  it('are gone once removed', async () => {
    await drafts.put(echo, words('x'));
    await drafts.remove(echo);
    expect(await drafts.get(echo)).to.equal(undefined);
  });

  it('too large are not kept, and neither is the one of before, which would be wrong', async () => {
    await drafts.put(echo, words('x'));
    expect(await drafts.put(echo, words('x'.repeat(MAX_DRAFT_CHARACTERS)))).to.equal(false);
    expect(await drafts.get(echo)).to.equal(undefined);
  });
});

describe('what is kept for a session', () => {
  const { create } = sessions();
  const databaseName = tempDatabases();

  it('is there before it is connected, and for the next session of the same server', async () => {
    const namespace = databaseName();
    const one = await create(URL_OF_ONE, { storage: 'local', namespace }).storage.ready();
    expect(one?.lifetime).to.equal('browser');
    await one?.drafts.put(echo, words('x'));
    await one?.views.put('client', { section: 'tools' });
    const other = await create(URL_OF_ONE, { storage: 'local', namespace }).storage.ready();
    expect((await other?.drafts.get(echo))?.form).to.deep.equal(words('x').form);
    expect(await other?.views.get('client')).to.deep.equal({ section: 'tools' });
    const elsewhere = await create('https://two.example/mcp', { storage: 'local', namespace }).storage.ready();
    expect(await elsewhere?.drafts.get(echo)).to.equal(undefined);
  });

  it('is another person’s under another name, and nobody’s where a token is used and nobody said whose', async () => {
    const namespace = databaseName();
    const headers = { authorization: 'Bearer x' };
    const kept = (options: object): Promise<UserData> =>
      create(URL_OF_ONE, { storage: 'local', namespace, headers, ...options }).storage.ready();
    await (await kept({ identity: 'ann' }))?.drafts.put(echo, words('of ann'));
    expect(await (await kept({ identity: 'bob' }))?.drafts.get(echo)).to.equal(undefined);
    expect(await (await kept({ identity: 'ann' }))?.drafts.get(echo)).not.to.equal(undefined);
    const nameless = await kept({});
    expect(nameless).to.include({ lifetime: 'page', isUnidentified: true });
    await nameless?.drafts.put(echo, words('of nobody'));
    expect(await nameless?.drafts.get(echo), 'for this session').not.to.equal(undefined);
    expect(await (await kept({}))?.drafts.get(echo), 'not for the next').to.equal(undefined);
  });
});
