import { expect } from '@esm-bundle/chai';
import { Drafts, type StoredForm, MAX_DRAFT_CHARACTERS } from '../../src/session/person/index.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import { partitionOf } from '../fixtures/partition.js';

const echo = { kind: 'tool', name: 'echo' } as const;
const words = (text: string): StoredForm => ({ form: { fields: [['message', { text, of: 'string' }]] } });
const URL_OF_ONE = 'https://one.example/mcp';

describe('drafts', () => {
  let drafts: Drafts;
  beforeEach(() => {
    drafts = new Drafts(partitionOf({ storage: new MemoryStorage(), server: URL_OF_ONE }));
  });

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
