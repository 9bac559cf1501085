import { expect } from '@esm-bundle/chai';
import { McpError, verbatim } from '../../src/errors.js';
import { Catalog, toolsKind } from '../../src/session/lists.js';
import { type CatalogState, itemsOf } from '../../src/session/list-state.js';
import type { Tool } from '../../src/protocol/model.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { HandCache, HandRequester, type Asked } from '../fixtures/requester.js';

const tool = (name: string): Tool => ({ name, inputSchema: { type: 'object' } });
const down = new McpError('network', verbatim('No answer.'));

describe('Catalog: what an earlier visit left', () => {
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

  beforeEach(() => cache.lists.set('tools', { items: [tool('kept')], fetchedAt: 5 }));

  it('is shown at once, marked, and refreshed behind', async () => {
    await catalog.restore();
    expect(state()).to.deep.include({ phase: 'stale', fetchedAt: 5, refreshing: false });
    follow();
    await Promise.resolve();
    expect(state()).to.deep.include({ phase: 'stale', fetchedAt: 5, refreshing: true });
    (await asked()).answer({ tools: [tool('fresh')] });
    await eventually(() => state().phase === 'ready');
    expect(names()).to.deep.equal(['fresh']);
  });
  it('also where the fetch is under way already', async () => {
    follow();
    await asked();
    await catalog.restore();
    expect(state()).to.deep.include({ phase: 'stale', refreshing: true });
    expect(names()).to.deep.equal(['kept']);
    requester.asked[0]!.answer({ tools: [tool('fresh')], nextCursor: 'x' });
    (await asked(2)).answer({ tools: [] });
    await eventually(() => state().phase === 'ready');
  });
  it('never replaces what is newer', async () => {
    requester.reply = () => ({ tools: [tool('fresh')] });
    await catalog.list();
    await catalog.restore();
    expect(names()).to.deep.equal(['fresh']);
  });
  it('stays where the server cannot be had', async () => {
    await catalog.restore();
    requester.reply = () => down;
    await catalog.refresh();
    expect(names()).to.deep.equal(['kept']);
  });
  it('goes where the server has no such things any more', async () => {
    await catalog.restore();
    requester.offers = {};
    await catalog.refresh();
    expect(state()).to.deep.equal({ phase: 'unsupported' });
  });
  it('is what came last and whole', async () => {
    requester.reply = () => ({ tools: [tool('a'), { name: 5 }] });
    await catalog.list();
    await settled();
    expect(cache.lists.get('tools')!.items).to.deep.equal([tool('a')]);
    requester.reply = (_method, params) => (params ? down : { tools: [], nextCursor: 'x' });
    await catalog.refresh();
    await settled();
    expect(cache.lists.get('tools')!.items).to.deep.equal([tool('a')]);
  });
  it('a store that takes its time holds nothing up', async () => {
    cache.setList = () => new Promise(() => {});
    requester.reply = () => ({ tools: [tool('a')] });
    expect(await catalog.list()).to.have.length(1);
  });
});
