import { expect } from '@esm-bundle/chai';
import { McpError, verbatim } from '../../src/errors.js';
import { MAX_FRESH_RESOURCE_CHARACTERS, MAX_FRESH_RESOURCES, Resources } from '../../src/session/resources.js';
import { eventually } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { HandCache, HandRequester } from '../fixtures/requester.js';
import { verifies } from '../requirements/verifies.js';

const HOUR = 3_600_000;

describe('resources.read: what was read before', () => {
  let requester: HandRequester;
  let resources: Resources;
  let clock: number;
  let text: string;
  const realNow = Date.now;
  beforeEach(() => {
    requester = new HandRequester();
    resources = new Resources(requester, Promise.resolve(new HandCache()));
    clock = realNow();
    Date.now = () => clock;
    text = '';
  });
  afterEach(() => {
    Date.now = realNow;
  });
  const says = (hints: object): void => {
    requester.reply = (_method, params) => ({
      contents: [{ uri: params!['uri'], text: `${requester.asked.length}${text}` }],
      ...hints,
    });
  };
  /** The text of a resource, whose first letters tell with which request it came. */
  const read = async (uri = 'a:b', options?: Parameters<Resources['read']>[1]): Promise<string> =>
    (await resources.read(uri, options))[0]!.text!;

  it('is given again as long as the server said, and asked for after that', async () => {
    verifies('results-kept-while-fresh');
    says({ ttlMs: HOUR });
    expect([await read(), await read()]).to.deep.equal(['1', '1']);
    clock += HOUR;
    expect(await read()).to.equal('2');
  });
  it('is that of the same address only', async () => {
    verifies('kept-for-the-same-question-only');
    says({ ttlMs: HOUR });
    expect([await read('a:b'), await read('a:c'), await read('a:b')]).to.deep.equal(['1', '2', '1']);
  });
  for (const ttlMs of [undefined, 0, -1, '5', null])
    it(`is asked for again where the server says ${ttlMs === undefined ? 'nothing' : JSON.stringify(ttlMs)}`, async () => {
      says({ ttlMs });
      expect([await read(), await read()]).to.deep.equal(['1', '2']);
    });
  it('is asked for again by who wants that, and kept anew', async () => {
    says({ ttlMs: HOUR });
    expect([await read(), await read('a:b', { cache: 'refresh' }), await read()]).to.deep.equal(['1', '2', '2']);
  });
  it('the caller’s wishes go with the request, and nothing of ours', async () => {
    says({});
    const { signal } = new AbortController();
    await read('a:b', { cache: 'use', signal });
    expect(requester.asked[0]).to.deep.include({ params: { uri: 'a:b' }, options: { signal } });
  });
  it('a private one is not given again where it is not known whose it is', async () => {
    verifies('private-results-stay-private');
    requester.keepsPrivate = false;
    says({ ttlMs: HOUR });
    expect([await read(), await read()]).to.deep.equal(['1', '2']);
    says({ ttlMs: HOUR, cacheScope: 'public' });
    expect([await read(), await read()]).to.deep.equal(['3', '3']);
  });
  it('a failure is not kept, and takes with it what was', async () => {
    says({ ttlMs: HOUR });
    await read();
    requester.reply = () => new McpError('network', verbatim('No answer.'));
    expect((await failureOf(read('a:b', { cache: 'refresh' }))).code).to.equal('network');
    says({ ttlMs: HOUR });
    expect(await read()).to.equal('3');
  });

  describe('is forgotten by news', () => {
    for (const [what, changed, isForgotten] of [
      ['of it', 'a:b/c', true],
      ['of something in it', 'a:b/c/d', true],
      ['of what it is part of', 'a:b', true],
      ['of no resource in particular', undefined, true],
      ['of another', 'a:b/d', false],
    ] as const)
      it(`${what}: ${isForgotten}`, async () => {
        verifies('news-end-freshness');
        says({ ttlMs: HOUR });
        await read('a:b/c');
        resources.changed(changed);
        expect(await read('a:b/c')).to.equal(isForgotten ? '2' : '1');
      });
    it('that the list changed', async () => {
      verifies('news-end-freshness');
      says({ ttlMs: HOUR });
      await read();
      resources.invalidate();
      expect(await read()).to.equal('2');
    });
    it('that come while it is read: the answer may be older', async () => {
      verifies('news-end-freshness');
      const first = read();
      await eventually(() => requester.asked.length === 1);
      resources.changed('a:b');
      requester.asked[0]!.answer({ contents: [{ uri: 'a:b', text: 'old' }], ttlMs: HOUR });
      expect(await first).to.equal('old');
      says({ ttlMs: HOUR });
      expect(await read()).to.equal('2');
    });
    it('before anything was read is for nobody', () => {
      resources.changed('a:b');
    });
  });

  describe('is limited', () => {
    it(`to ${MAX_FRESH_RESOURCES} resources: those that nobody wanted for longest go`, async () => {
      says({ ttlMs: HOUR });
      for (let index = 0; index < MAX_FRESH_RESOURCES; index++)
        // oxlint-disable-next-line no-await-in-loop
        await read(`a:${index}.`);
      expect(await read('a:0.')).to.equal('1');
      await read('a:new');
      expect(await read('a:0.')).to.equal('1');
      expect(await read('a:1.')).to.equal(`${MAX_FRESH_RESOURCES + 2}`);
    });
    it('in characters, over all', async () => {
      says({ ttlMs: HOUR });
      text = 'x'.repeat(MAX_FRESH_RESOURCE_CHARACTERS / 2);
      expect((await read('a:1'))[0]).to.equal('1');
      expect((await read('a:2'))[0]).to.equal('2');
      expect((await read('a:2'))[0]).to.equal('2');
      expect((await read('a:1'))[0]).to.equal('3');
    });
    it('in characters, of one', async () => {
      says({ ttlMs: HOUR });
      await read('a:1');
      text = 'x'.repeat(MAX_FRESH_RESOURCE_CHARACTERS);
      expect((await read('a:2'))[0]).to.equal('2');
      expect((await read('a:2'))[0]).to.equal('3');
      expect((await read('a:1'))[0]).to.equal('1');
    });
  });
});
