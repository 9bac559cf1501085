import { expect } from '@esm-bundle/chai';
import { McpError, ProtocolError, verbatim } from '../../src/errors.js';
import { Catalog, toolsKind } from '../../src/session/lists.js';
import { type CatalogState, itemsOf } from '../../src/session/list-state.js';
import { MAX_FRESH_MS } from '../../src/session/caching.js';
import type { Tool } from '../../src/protocol/model.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { HandCache, HandRequester } from '../fixtures/requester.js';
import { verifies } from '../requirements/verifies.js';

const tool = (name: string): Tool => ({ name, inputSchema: { type: 'object' } });
const HOUR = 3_600_000;

describe('Catalog: how long a list holds', () => {
  let requester: HandRequester;
  let cache: HandCache;
  let catalog: Catalog<Tool>;
  let clock: number;
  const realNow = Date.now;
  beforeEach(() => {
    requester = new HandRequester();
    cache = new HandCache();
    catalog = new Catalog(toolsKind, requester, Promise.resolve(cache));
    clock = realNow();
    Date.now = () => clock;
  });
  afterEach(() => {
    Date.now = realNow;
  });
  const state = (): CatalogState<Tool> => catalog.state.get();
  const names = (): string[] => itemsOf(state()).map(({ name }) => name);
  const follow = (): (() => void) => catalog.state.subscribe(() => {});
  const settled = (): Promise<unknown> => pause(5);
  /** A server that says so with every page, each time with another tool. */
  const says = (hints: object): void => {
    requester.reply = () => ({ tools: [tool(`n${requester.asked.length}`)], ...hints });
  };

  describe('is what the server says', () => {
    it('while it holds nobody asks again, whoever looks', async () => {
      verifies('results-kept-while-fresh');
      says({ ttlMs: HOUR, cacheScope: 'private' });
      await catalog.list();
      expect(state()).to.include({ phase: 'ready', fetchedAt: clock, expiresAt: clock + HOUR });
      clock += HOUR - 1;
      await catalog.list();
      follow();
      await settled();
      expect(requester.asked).to.have.length(1);
    });
    it('after that whoever looks has it fetched; until then it stays as it is, and no clock runs', async () => {
      verifies('results-kept-while-fresh');
      says({ ttlMs: 20 });
      const end = follow();
      await eventually(() => state().phase === 'ready');
      clock += 20;
      await pause(40);
      expect(requester.asked).to.have.length(1);
      expect(state().phase).to.equal('ready');
      expect(await catalog.list()).to.deep.equal([tool('n2')]);
      clock += 20;
      follow();
      await Promise.resolve();
      expect(state()).to.deep.include({ phase: 'stale', refreshing: true, items: [tool('n2')] });
      await eventually(() => names()[0] === 'n3');
      end();
    });
    it('the list that is shown stays when asking again fails', async () => {
      says({ ttlMs: 20 });
      await catalog.list();
      clock += 20;
      const down = new McpError('network', verbatim('No answer.'));
      requester.reply = () => down;
      expect(await failureOf(catalog.list())).to.equal(down);
      expect(state()).to.deep.include({ phase: 'stale', refreshing: false, error: down, items: [tool('n1')] });
    });
    for (const ttlMs of [0, -5, -Infinity, '60000', null, true, {}])
      it(`${JSON.stringify(ttlMs)} milliseconds are none: each look asks`, async () => {
        says({ ttlMs });
        await catalog.list();
        expect(state()).to.include({ phase: 'ready', expiresAt: clock });
        await catalog.list();
        follow();
        await eventually(() => requester.asked.length === 3);
      });
    it('but never longer than a day', async () => {
      says({ ttlMs: 1e15 });
      await catalog.list();
      expect(state()).to.include({ expiresAt: clock + MAX_FRESH_MS });
    });
    it('where its revision says nothing of that, the list holds until there is news', async () => {
      says({});
      await catalog.list();
      expect(state()).not.to.have.property('expiresAt');
      clock += 10 * MAX_FRESH_MS;
      await catalog.list();
      follow();
      await settled();
      expect(requester.asked).to.have.length(1);
    });
    it('of several pages, the one that is stale first decides', async () => {
      requester.reply = (_method, params) => {
        clock += 5;
        return params ? { tools: [], ttlMs: 100 } : { tools: [], nextCursor: 'x', ttlMs: 50 };
      };
      const start = clock;
      await catalog.list();
      expect(state()).to.include({ expiresAt: start + 5 + 50 });
      clock = start + 55;
      await catalog.list();
      expect(requester.asked).to.have.length(4);
    });
    it('a list that was cut holds for nobody', async () => {
      const down = new McpError('network', verbatim('No answer.'));
      requester.reply = (_method, params) => (params ? down : { tools: [tool('a')], nextCursor: 'x', ttlMs: HOUR });
      await catalog.list();
      expect(state()).to.include({ phase: 'ready', expiresAt: clock });
    });
  });

  describe('news that it changed', () => {
    it('come before whatever was said: a list that nobody follows is stale at once', async () => {
      verifies('news-end-freshness');
      says({ ttlMs: HOUR });
      await catalog.list();
      catalog.invalidate();
      expect(state().phase).to.equal('stale');
      expect(await catalog.list()).to.deep.equal([tool('n2')]);
    });
    it('one that somebody follows is fetched', async () => {
      verifies('news-end-freshness');
      says({ ttlMs: HOUR });
      follow();
      await eventually(() => state().phase === 'ready');
      catalog.invalidate();
      await eventually(() => names()[0] === 'n2');
    });
    it('and the next visit does not take it for fresh either', async () => {
      verifies('news-end-freshness');
      says({ ttlMs: HOUR });
      await catalog.list();
      await settled();
      expect(cache.lists.get('tools')).to.deep.include({ expiresAt: clock + HOUR });
      catalog.invalidate();
      await settled();
      expect(cache.lists.get('tools')).to.deep.equal({ items: [tool('n1')], fetchedAt: clock });
    });
    it('asking again does not keep the list twice where it is stale anyway', async () => {
      says({ ttlMs: 0 });
      await catalog.list();
      await settled();
      const kept = cache.lists.get('tools');
      catalog.invalidate();
      await settled();
      expect(cache.lists.get('tools')).to.equal(kept);
    });
    it('another session in the place of a lost one is none', async () => {
      says({ ttlMs: HOUR });
      follow();
      await eventually(() => state().phase === 'ready');
      catalog.opened();
      await settled();
      expect(requester.asked).to.have.length(1);
      clock += HOUR;
      catalog.opened();
      await eventually(() => names()[0] === 'n2');
    });
    it('without hints it may be one', async () => {
      says({});
      await catalog.list();
      catalog.opened();
      expect(state().phase).to.equal('stale');
    });
  });

  describe('is confirmed', () => {
    const confirm = (justReadMs?: number): Promise<boolean> => catalog.confirm({ withinMs: 50, justReadMs });

    it('for as long as the server says, and no longer', async () => {
      says({ ttlMs: HOUR });
      expect(catalog.isConfirmed()).to.equal(false);
      expect(await confirm()).to.equal(true);
      clock += HOUR - 1;
      expect(await confirm()).to.equal(true);
      expect(requester.asked).to.have.length(1);
      clock += 1;
      expect(catalog.isConfirmed()).to.equal(false);
      expect(await confirm()).to.equal(true);
      expect(requester.asked).to.have.length(2);
    });
    it('for a day where it says nothing', async () => {
      says({});
      await catalog.list();
      clock += MAX_FRESH_MS - 1;
      expect(catalog.isConfirmed()).to.equal(true);
      clock += 1;
      expect(catalog.isConfirmed()).to.equal(false);
    });
    it('for each who asks where it holds for no time, and for those who take what was just read', async () => {
      says({ ttlMs: 0 });
      expect(await confirm()).to.equal(true);
      expect(await confirm(1000)).to.equal(true);
      expect(requester.asked).to.have.length(1);
      expect(await confirm()).to.equal(true);
      clock += 1000;
      expect(await confirm(1000)).to.equal(true);
      expect(requester.asked).to.have.length(3);
    });
    it('not by a clock that was set back', async () => {
      says({ ttlMs: HOUR });
      await catalog.list();
      clock -= 1;
      expect(catalog.isConfirmed()).to.equal(false);
      expect(catalog.isConfirmed(HOUR)).to.equal(false);
    });
    for (const when of ['before', 'while', 'after'] as const)
      it(`not by what an earlier visit left, restored ${when} it is asked for`, async () => {
        cache.lists.set('tools', { items: [tool('kept')], fetchedAt: clock, expiresAt: clock + HOUR });
        says({ ttlMs: HOUR });
        if (when === 'before') await catalog.restore();
        if (when === 'while') {
          void catalog.restore();
          follow();
          await Promise.resolve();
        }
        const asking = confirm();
        if (when === 'after') void catalog.restore();
        expect(await asking).to.equal(true);
        expect(names()).to.deep.equal(['n1']);
        expect(requester.asked).to.have.length(1);
      });
    it('not by what an earlier visit left, where the server does not answer: that is still shown', async () => {
      cache.lists.set('tools', { items: [tool('kept')], fetchedAt: clock, expiresAt: clock + HOUR });
      await catalog.restore();
      expect(catalog.isConfirmed(HOUR)).to.equal(false);
      Date.now = realNow;
      expect(await confirm()).to.equal(false);
      expect(names()).to.deep.equal(['kept']);
      // And whoever asks while it is under way waits for the same answer.
      expect(await confirm()).to.equal(false);
      expect(requester.asked).to.have.length(1);
    });
    it('not while news are not answered', async () => {
      says({ ttlMs: HOUR });
      await catalog.list();
      requester.reply = undefined;
      catalog.invalidate();
      expect(catalog.isConfirmed(HOUR)).to.equal(false);
      expect(await confirm()).to.equal(false);
    });
    it('not by the answer to a question that was older than the news', async () => {
      const asking = confirm();
      await eventually(() => requester.asked.length === 1);
      catalog.invalidate();
      requester.asked[0]!.answer({ tools: [tool('old')] });
      await eventually(() => requester.asked.length === 2);
      expect(catalog.isConfirmed(HOUR)).to.equal(false);
      requester.asked[1]!.answer({ tools: [tool('new')] });
      expect(await asking).to.equal(true);
      expect(names()).to.deep.equal(['new']);
    });
    it('by another connection no more', async () => {
      says({ ttlMs: HOUR });
      await catalog.list();
      catalog.opened();
      expect(catalog.isConfirmed(HOUR)).to.equal(false);
      expect(await confirm()).to.equal(true);
    });
    it('where the server has no such things', async () => {
      requester.offers = {};
      expect(await confirm()).to.equal(true);
      expect(catalog.isConfirmed()).to.equal(true);
    });
    it('not for whoever gives up, who is told at once', async () => {
      const leaving = new AbortController();
      const asking = failureOf(catalog.confirm({ withinMs: 60_000, signal: leaving.signal }));
      leaving.abort();
      expect((await asking).code).to.equal('cancelled');
    });
  });

  describe('a private list', () => {
    for (const cacheScope of ['private', undefined, 'shared', 5])
      it(`(${String(cacheScope)}) holds for nobody where it is not known whose it is`, async () => {
        verifies('private-results-stay-private');
        requester.keepsPrivate = false;
        says({ ttlMs: HOUR, cacheScope });
        await catalog.list();
        await catalog.list();
        expect(requester.asked).to.have.length(2);
      });
    it('but a public one does', async () => {
      requester.keepsPrivate = false;
      says({ ttlMs: HOUR, cacheScope: 'public' });
      await catalog.list();
      await catalog.list();
      expect(requester.asked).to.have.length(1);
    });
  });

  describe('an earlier visit left one', () => {
    const left = (fetchedAt: number, expiresAt: number | undefined): void =>
      void cache.lists.set('tools', { items: [tool('kept')], fetchedAt, expiresAt });

    it('that still holds: it is there, and the server is not asked', async () => {
      verifies('results-kept-while-fresh');
      left(clock - HOUR, clock + HOUR);
      await catalog.restore();
      expect(state()).to.include({ phase: 'ready', fetchedAt: clock - HOUR, expiresAt: clock + HOUR });
      // As a session does when it is open.
      catalog.opened();
      follow();
      expect(await catalog.list()).to.deep.equal([tool('kept')]);
      await settled();
      expect(requester.asked).to.be.empty;
    });
    it('that is followed before the session is open: nobody asks then either', async () => {
      let open!: (capabilities: object) => void;
      requester.offers = new Promise((resolve) => (open = resolve));
      left(clock - HOUR, clock + HOUR);
      follow();
      const all = catalog.list();
      await catalog.restore();
      expect(state().phase).to.equal('ready');
      open({ tools: {} });
      catalog.opened();
      expect(await all).to.deep.equal([tool('kept')]);
      await settled();
      expect(requester.asked).to.be.empty;
      expect(state().phase).to.equal('ready');
    });
    it('and the store is slower than the server: it is waited for', async () => {
      left(clock - HOUR, clock + HOUR);
      const kept = cache.lists.get('tools');
      let give!: (list: typeof kept) => void;
      cache.getList = () => new Promise((resolve) => (give = resolve));
      void catalog.restore();
      catalog.opened();
      follow();
      const all = catalog.list();
      await settled();
      give(kept);
      expect(await all).to.deep.equal([tool('kept')]);
      expect(requester.asked).to.be.empty;
    });
    it('and the store fails: the list is fetched', async () => {
      cache.getList = () => Promise.reject(new Error('broken'));
      void catalog.restore();
      says({});
      expect(await catalog.list()).to.deep.equal([tool('n1')]);
    });
    it('and the server has no such things any more', async () => {
      let open!: (capabilities: object) => void;
      requester.offers = new Promise((resolve) => (open = resolve));
      left(clock - HOUR, clock + HOUR);
      follow();
      await catalog.restore();
      open({});
      await eventually(() => state().phase === 'unsupported');
    });
    it('news and `refresh` ask all the same', async () => {
      left(clock - HOUR, clock + HOUR);
      await catalog.restore();
      says({});
      await catalog.refresh();
      expect(names()).to.deep.equal(['n1']);
    });
    for (const [what, fetchedAt, expiresAt] of [
      ['no longer holds', -HOUR, 0],
      ['never said how long it holds', -HOUR, undefined],
      ['comes from the future, of a clock that was set back', 1, HOUR],
      ['claims more than a day', -1, MAX_FRESH_MS],
    ] as const)
      it(`that ${what}: it is shown as stale`, async () => {
        left(clock + fetchedAt, expiresAt === undefined ? undefined : clock + expiresAt);
        await catalog.restore();
        expect(state()).to.deep.include({ phase: 'stale', refreshing: false, items: [tool('kept')] });
      });
  });

  describe('a cursor that the server no longer knows', () => {
    const unknown = new ProtocolError(-32602, verbatim('Unknown cursor'));

    it('means that the list changed: it is read once more from the beginning', async () => {
      verifies('unknown-cursor-begins-anew');
      const shown: number[] = [];
      catalog.state.subscribe((now) => shown.push(itemsOf(now).length));
      let turn = 0;
      requester.reply = (_method, params) => {
        turn++;
        if (turn === 3) return unknown;
        if (!params) return { tools: [tool(`a${turn}`)], nextCursor: `x${turn}` };
        return params['cursor'] === 'x1' ? { tools: [tool('b')], nextCursor: 'y' } : { tools: [tool('c')] };
      };
      await eventually(() => state().phase === 'ready');
      expect(names()).to.deep.equal(['a4', 'c']);
      expect(requester.asked.map(({ params }) => params?.['cursor'])).to.deep.equal([
        undefined,
        'x1',
        'y',
        undefined,
        'x4',
      ]);
      expect(state()).to.deep.include({ problems: [] });
      expect(shown).to.deep.equal([...shown].sort((a, b) => a - b));
    });
    it('once: then what came is shown, and said to be cut', async () => {
      verifies('unknown-cursor-begins-anew');
      requester.reply = (_method, params) => (params ? unknown : { tools: [tool('a')], nextCursor: 'x' });
      await catalog.list();
      expect(requester.asked).to.have.length(4);
      expect(names()).to.deep.equal(['a']);
      expect(state()).to.have.nested.property('problems[0].message').that.contains('ends early');
    });
    it('a list that is shown stays when the second beginning fails', async () => {
      requester.reply = () => ({ tools: [tool('before')] });
      await catalog.list();
      const down = new McpError('network', verbatim('No answer.'));
      let turn = 0;
      requester.reply = () => [{ tools: [tool('a')], nextCursor: 'x' }, unknown, down][turn++];
      await catalog.refresh();
      expect(names()).to.deep.equal(['before']);
      expect(state()).to.include({ phase: 'stale', error: down });
    });
  });
});
