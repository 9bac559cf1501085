import { expect } from '@esm-bundle/chai';
import { McpError, verbatim } from '../../src/errors.js';
import { type CatalogState, itemsOf, MAX_LIST_ITEMS, MAX_LIST_PAGES } from '../../src/session/list-state.js';
import { type Listing, MAX_ITEM_PROBLEMS, readList, resourcesKind, toolsKind } from '../../src/session/lists.js';
import type { Json, JsonObject, Resource, Tool } from '../../src/protocol/model.js';
import { Store } from '../../src/util/store.js';
import { failureOf } from '../fixtures/failure.js';
import { HandRequester } from '../fixtures/requester.js';
import { verifies } from '../requirements/verifies.js';

type Reply = (cursor: Json | undefined, turn: number) => object;
interface Read extends Listing<Resource> {
  readonly cursors: (Json | undefined)[];
  readonly pages: number[];
}
const one = (name: string | number): JsonObject => ({ uri: `a:${name}`, name: `${name}` });

/** What a list comes to that a server pages like this. */
async function read(reply: Reply): Promise<Read> {
  const requester = new HandRequester();
  const pages: number[] = [];
  requester.reply = (_method, params) => reply(params?.['cursor'], requester.asked.length);
  const state = new Store<CatalogState<Resource>>({ phase: 'loading', items: [] });
  state.subscribe((now) => pages.push(itemsOf(now).length));
  const query = { ...resourcesKind, method: 'resources/list', key: 'resources', state };
  const listing = await readList(requester, query);
  return { ...listing, pages, cursors: requester.asked.map(({ params }) => params?.['cursor']) };
}
const names = ({ items }: Read): string[] => items.map(({ name }) => name);

describe('reading a list', () => {
  it('of one page sends no cursor', async () => {
    const list = await read(() => ({ resources: [one('a'), one('b')] }));
    expect(names(list)).to.deep.equal(['a', 'b']);
    expect(list).to.deep.include({ cursors: [undefined], pages: [], problems: [] });
  });
  it('of none is a list too', async () => {
    expect(await read(() => ({ resources: [] }))).to.deep.include({ items: [], problems: [] });
  });
  it('follows every page, and tells of each but the last as it comes', async () => {
    const list = await read((cursor) => {
      const page = Number(cursor ?? 0);
      return { resources: [one(page)], ...(page < 3 && { nextCursor: String(page + 1) }) };
    });
    expect(list).to.deep.include({ cursors: [undefined, '1', '2', '3'], pages: [1, 2, 3], problems: [] });
    expect(list.items).to.have.length(4);
  });
  it('an empty cursor is a cursor; null is none', async () => {
    verifies('cursors-are-opaque');
    const list = await read((cursor) =>
      cursor === undefined ? { resources: [one('a')], nextCursor: '' } : { resources: [one('b')], nextCursor: null },
    );
    expect(names(list)).to.deep.equal(['a', 'b']);
    expect(list).to.deep.include({ cursors: [undefined, ''], problems: [] });
  });
  it('pages may be empty on the way', async () => {
    const list = await read((cursor) =>
      cursor === 'x' ? { resources: [one('a')] } : { resources: [], nextCursor: 'x' },
    );
    expect(names(list)).to.deep.equal(['a']);
  });

  describe('broken items', () => {
    it('are left out and said so, each by its place and name; the others come', async () => {
      const list = await read((cursor) =>
        cursor === undefined
          ? { resources: [one('a'), { name: 'no address' }, 'text'], nextCursor: 'x' }
          : { resources: [null, one('b')] },
      );
      expect(names(list)).to.deep.equal(['a', 'b']);
      expect(list.problems.map(({ key: _key, params: _params, ...rest }) => rest)).to.deep.equal([
        { index: 1, name: 'no address', message: 'Item 2 (“no address”) cannot be shown: it has no uri.' },
        { index: 2, message: 'Item 3 cannot be shown: it has no uri.' },
        { index: 3, message: 'Item 4 cannot be shown: it has no uri.' },
      ]);
    });
    it('many are counted, not told one by one', async () => {
      const { problems } = await read(() => ({ resources: Array(MAX_ITEM_PROBLEMS + 50).fill(5) }));
      expect(problems).to.have.length(MAX_ITEM_PROBLEMS + 1);
      expect(problems.at(-1)).to.include({ index: -1, message: '50 further items cannot be shown either.' });
    });
    it('only the beginning of a long name is quoted', async () => {
      const { problems } = await read(() => ({ resources: [{ name: 'x'.repeat(1_000_000) }] }));
      expect(problems[0]!.message.length).to.be.below(200);
    });
  });

  describe('two items of one name', () => {
    it('are the first one, and a problem; also on different pages', async () => {
      const list = await read((cursor) =>
        cursor === undefined
          ? { resources: [one('a'), { ...one('a'), title: 'Other' }], nextCursor: 'x' }
          : { resources: [one('b'), one('a')] },
      );
      expect(list.items).to.deep.equal([one('a'), one('b')]);
      expect(list.problems.map(({ index, name }) => [index, name])).to.deep.equal([
        [1, 'a'],
        [3, 'a'],
      ]);
      expect(list.problems[0]!.message).to.equal(
        'Item 2 (“a”) cannot be shown: it has the name of another one, and nobody knows which of them the server means.',
      );
    });
    it('of tools: its hints do not count, so that a model’s call of it is judged as the worst', async () => {
      const requester = new HandRequester();
      const tool = (annotations: JsonObject): JsonObject => ({
        name: 'x',
        inputSchema: { type: 'object' },
        annotations,
      });
      requester.reply = () => ({ tools: [tool({ readOnlyHint: true }), tool({ destructiveHint: true })] });
      const state = new Store<CatalogState<Tool>>({ phase: 'empty' });
      const { items } = await readList(requester, { ...toolsKind, method: 'tools/list', key: 'tools', state });
      expect(items).to.deep.equal([{ name: 'x', inputSchema: { type: 'object' } }]);
    });
    it('on a page that has nothing else end the list: its cursors would be new for ever', async () => {
      const list = await read((_cursor, turn) => ({ resources: [one('x')], nextCursor: `${turn}` }));
      expect(list.items).to.have.length(1);
      expect(list.problems.at(-1)!.message).to.contain('keeps sending the same page');
    });
  });

  describe('a list that ends badly says so', () => {
    for (const resources of [undefined, null, 'none', {}])
      it(`no items at all (${JSON.stringify(resources)})`, async () => {
        const { items, problems } = await read(() => ({ resources }));
        expect(items).to.be.empty;
        expect(problems).to.have.length(1);
        expect(problems[0]).to.include({
          index: -1,
          message: 'The server’s answer to resources/list holds no resources.',
        });
      });
    it('the same cursor again', async () => {
      const list = await read((_cursor, turn) => ({ resources: [one(turn)], nextCursor: 'same' }));
      expect(list.items).to.have.length(2);
      expect(list.problems[0]!.message).to.contain('keeps sending the same page');
    });
    it('cursors in a circle', async () => {
      const list = await read((cursor, turn) => ({ resources: [one(turn)], nextCursor: cursor === 'a' ? 'b' : 'a' }));
      expect(list.items).to.have.length(3);
      expect(list.problems[0]!.message).to.contain('keeps sending the same page');
    });
    it('a new cursor for ever', async () => {
      const list = await read((_cursor, turn) => ({ resources: [one(turn)], nextCursor: `${turn}` }));
      expect(list.items).to.have.length(MAX_LIST_PAGES);
      expect(list.problems[0]!.message).to.contain('goes on').and.to.contain('1,000 pages');
    });
    it('more items than anybody keeps, on one page', async () => {
      const list = await read(() => ({ resources: Array.from({ length: MAX_LIST_ITEMS + 1 }, (_, at) => one(at)) }));
      expect(list.items).to.have.length(MAX_LIST_ITEMS);
      expect(list.problems).to.have.length(1);
      expect(list.problems[0]!.message).to.contain('goes on');
    });
    it('just as many is whole', async () => {
      const list = await read(() => ({ resources: Array.from({ length: MAX_LIST_ITEMS }, (_, at) => one(at)) }));
      expect(list).to.deep.include({ problems: [] });
      expect(list.items).to.have.length(MAX_LIST_ITEMS);
    });
    for (const nextCursor of [5, {}, true, []])
      it(`a cursor that is no text (${JSON.stringify(nextCursor)})`, async () => {
        const { items, problems } = await read(() => ({ resources: [one('a')], nextCursor }));
        expect(items).to.have.length(1);
        expect(problems[0]!.message).to.contain('nextCursor is not text');
      });
    it('a later page that fails keeps those that came', async () => {
      const error = new McpError('server-error', verbatim('Invalid cursor'));
      const list = await read((cursor) => (cursor ? error : { resources: [one('a')], nextCursor: 'x' }));
      expect(names(list)).to.deep.equal(['a']);
      expect(list.problems).to.have.length(1);
      expect(list.problems[0]).to.include({
        index: -1,
        message: 'The list ends early (items read: 1): Invalid cursor',
      });
    });
  });

  describe('fails', () => {
    it('when the first page does', async () => {
      const error = new McpError('timeout', verbatim('too slow'));
      expect(await failureOf(read(() => error))).to.equal(error);
    });
    it('when it was cancelled, also later', async () => {
      const error = new McpError('cancelled', verbatim('no longer wanted'));
      const list = read((cursor) => (cursor ? error : { resources: [], nextCursor: 'x' }));
      expect(await failureOf(list)).to.equal(error);
    });
  });
});
