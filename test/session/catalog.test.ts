import { expect } from '@esm-bundle/chai';
import { McpError, verbatim } from '../../src/errors.js';
import { Catalog, promptsKind, resourcesKind, resourceTemplatesKind, toolsKind } from '../../src/session/lists.js';
import { type CatalogState, itemsOf } from '../../src/session/list-state.js';
import type { Tool } from '../../src/protocol/model.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { CLOSED, HandCache, HandRequester, type Asked } from '../fixtures/requester.js';
import { verifies } from '../requirements/verifies.js';

const tool = (name: string): Tool => ({ name, inputSchema: { type: 'object' } });
const down = new McpError('network', verbatim('No answer.'));

describe('Catalog', () => {
  let requester: HandRequester;
  let cache: HandCache;
  let catalog: Catalog<Tool>;
  beforeEach(() => {
    requester = new HandRequester();
    cache = new HandCache();
    catalog = new Catalog(toolsKind, requester, Promise.resolve(cache));
  });
  const state = (): CatalogState<Tool> => catalog.state.get();
  const names = (): string[] => itemsOf(state()).map(({ name }) => name);
  const follow = (): (() => void) => catalog.state.subscribe(() => {});
  /** The nth request, once it was made. */
  const asked = (count = 1): Promise<Asked> =>
    eventually(() => requester.asked.length >= count).then(() => requester.asked[count - 1]!);
  const settled = (): Promise<unknown> => pause(5);

  describe('asks', () => {
    it('nobody before somebody looks', async () => {
      expect(state()).to.deep.equal({ phase: 'empty' });
      await settled();
      expect(requester.asked).to.be.empty;
    });
    it('once, however many follow it', async () => {
      follow();
      follow();
      const all = Promise.all([catalog.list(), catalog.list()]);
      (await asked()).answer({ tools: [tool('a')] });
      expect((await all).map((tools) => tools.length)).to.deep.equal([1, 1]);
      await settled();
      expect(requester.asked).to.have.length(1);
    });
    it('once, where it was followed before the session was open', async () => {
      let open!: (capabilities: object) => void;
      requester.offers = new Promise((resolve) => (open = resolve));
      follow();
      await settled();
      // As a session does when it becomes ready.
      catalog.invalidate();
      open({ tools: {} });
      (await asked()).answer({ tools: [] });
      await settled();
      expect(requester.asked).to.have.length(1);
      expect(state().phase).to.equal('ready');
    });
    it('not again for what is there', async () => {
      requester.reply = () => ({ tools: [tool('a')] });
      await catalog.list();
      await catalog.list();
      follow();
      await settled();
      expect(requester.asked).to.have.length(1);
    });
    it('nothing of a server that has no such things', async () => {
      verifies('only-lists-the-server-offers');
      requester.offers = { prompts: {} };
      expect(await catalog.list()).to.deep.equal([]);
      expect(state()).to.deep.equal({ phase: 'unsupported' });
      expect(requester.asked).to.be.empty;
    });
  });

  it('shows page by page what was never seen before', async () => {
    const before = Date.now();
    follow();
    const first = await asked();
    expect(state()).to.deep.equal({ phase: 'loading', items: [] });
    first.answer({ tools: [tool('a')], nextCursor: 'x' });
    (await asked(2)).answer({ tools: [tool('b')] });
    await eventually(() => state().phase === 'ready');
    expect(names()).to.deep.equal(['a', 'b']);
    expect(state()).to.have.property('fetchedAt').that.is.within(before, Date.now());
  });

  it('a list that is shown does not shrink and grow again', async () => {
    requester.reply = () => ({ tools: [tool('a'), tool('b')] });
    await catalog.list();
    requester.reply = undefined;
    const counts: number[] = [];
    catalog.state.subscribe((now) => counts.push(itemsOf(now).length));
    void catalog.refresh();
    (await asked(2)).answer({ tools: [tool('c')], nextCursor: 'x' });
    (await asked(3)).answer({ tools: [tool('d'), tool('e')] });
    await eventually(() => state().phase === 'ready');
    expect(Math.min(...counts)).to.equal(2);
    expect(names()).to.deep.equal(['c', 'd', 'e']);
  });

  it('an unusable item is left out, with the reason', async () => {
    requester.fault = ({ name }) => (name === 'b' ? 'is not for us' : undefined);
    requester.reply = () => ({ tools: [tool('a'), tool('b'), { name: 5 }] });
    expect((await catalog.list()).map(({ name }) => name)).to.deep.equal(['a']);
    expect(state()).to.have.property('problems').that.has.length(2);
  });

  describe('news that the list has changed', () => {
    it('fetches it again while somebody follows', async () => {
      requester.reply = () => ({ tools: [tool(`n${requester.asked.length}`)] });
      const end = follow();
      await eventually(() => state().phase === 'ready');
      catalog.invalidate();
      await eventually(() => names()[0] === 'n2');
      end();
      catalog.invalidate();
      expect(state()).to.include({ phase: 'stale', refreshing: false });
      await settled();
      expect(requester.asked).to.have.length(2);
      // And when somebody looks again.
      follow();
      await eventually(() => names()[0] === 'n3');
    });
    for (const [what, start] of [
      ['a follower', () => void follow()],
      ['a caller', () => void catalog.list()],
    ] as const)
      it(`while it is fetched for ${what}: that answer may be older, so it is fetched once more`, async () => {
        start();
        const first = await asked();
        catalog.invalidate();
        catalog.invalidate();
        first.answer({ tools: [tool('old')] });
        (await asked(2)).answer({ tools: [tool('new')] });
        await eventually(() => names()[0] === 'new' && state().phase === 'ready');
        await settled();
        expect(requester.asked).to.have.length(2);
      });
    it('what could not be had before is asked for when somebody looks again', async () => {
      requester.reply = () => down;
      await failureOf(catalog.list());
      expect(state().phase).to.equal('failed');
      catalog.invalidate();
      expect(state()).to.deep.equal({ phase: 'empty' });
      requester.offers = {};
      await catalog.list();
      expect(state()).to.deep.equal({ phase: 'unsupported' });
      requester.offers = { tools: {} };
      requester.reply = () => ({ tools: [tool('a')] });
      catalog.invalidate();
      follow();
      await eventually(() => names().length === 1);
    });
  });

  describe('failure', () => {
    it('is a state where nothing was there, and thrown to who asked', async () => {
      requester.reply = () => down;
      expect(await failureOf(catalog.list())).to.equal(down);
      expect(state()).to.deep.equal({ phase: 'failed', error: down });
    });
    it('keeps what was there, as stale', async () => {
      requester.reply = () => ({ tools: [tool('a')] });
      await catalog.list();
      requester.reply = () => down;
      await catalog.refresh();
      expect(state()).to.deep.include({ phase: 'stale', refreshing: false, error: down });
      expect(names()).to.deep.equal(['a']);
      expect(await failureOf(catalog.list())).to.equal(down);
    });
    it('a session that is not open is none: the list waits, but who asks is told', async () => {
      requester.offers = CLOSED;
      follow();
      await settled();
      expect(state()).to.deep.equal({ phase: 'empty' });
      expect(await failureOf(catalog.list())).to.equal(CLOSED);
      requester.offers = { tools: {} };
      requester.reply = () => ({ tools: [tool('a')] });
      catalog.invalidate();
      await eventually(() => names().length === 1);
    });
    it('the caller’s own signal ends the waiting at once, with `cancelled`; the fetch goes on', async () => {
      const abort = new AbortController();
      const all = failureOf(catalog.list({ signal: abort.signal }));
      const request = await asked();
      abort.abort();
      expect((await all).code).to.equal('cancelled');
      expect((await failureOf(catalog.list({ signal: abort.signal }))).code).to.equal('cancelled');
      request.answer({ tools: [tool('a')] });
      await eventually(() => names().length === 1);
    });
  });

  describe('following', () => {
    it('ends by its function or its signal, and counts once', async () => {
      requester.reply = () => ({ tools: [] });
      const abort = new AbortController();
      const end = catalog.state.subscribe(() => {}, { signal: abort.signal });
      await eventually(() => state().phase === 'ready');
      end();
      abort.abort();
      end();
      follow()();
      catalog.invalidate();
      await settled();
      expect(requester.asked).to.have.length(1);
    });
    it('with a signal that was aborted before is none', async () => {
      catalog.state.subscribe(() => {}, { signal: AbortSignal.abort() });
      await settled();
      expect(requester.asked).to.be.empty;
    });
  });
});

describe('the four lists', () => {
  for (const [kind, method, capability, items] of [
    [toolsKind, 'tools/list', 'tools', { tools: [tool('a')] }],
    [resourcesKind, 'resources/list', 'resources', { resources: [{ uri: 'a:b' }] }],
    [resourceTemplatesKind, 'resources/templates/list', 'resources', { resourceTemplates: [{ uriTemplate: 'a:{b}' }] }],
    [promptsKind, 'prompts/list', 'prompts', { prompts: [{ name: 'a' }] }],
  ] as const)
    it(`${kind.kind}: ${method}, where the server has ${capability}`, async () => {
      const requester = new HandRequester();
      requester.reply = () => items;
      requester.offers = { [capability]: {} };
      const catalog = new Catalog(kind as typeof toolsKind, requester, Promise.resolve(new HandCache()));
      expect(await catalog.list()).to.have.length(1);
      expect(requester.asked.map((asked) => asked.method)).to.deep.equal([method]);
      requester.offers = {};
      await catalog.refresh();
      expect(catalog.state.get().phase).to.equal('unsupported');
    });
});
