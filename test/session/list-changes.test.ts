import { expect } from '@open-wc/testing';
import type { JsonObject, Tool } from '../../src/protocol/model.js';
import { type CatalogChanges, changesAfter, MAX_COMPARED_ITEMS, withSeen } from '../../src/session/list-changes.js';

const tool = (name: string, more: Partial<Tool> = {}): Tool => ({ name, inputSchema: { type: 'object' }, ...more });
const after = (
  before: readonly Tool[],
  now: readonly Tool[],
  known: CatalogChanges<Tool> = new Map(),
): CatalogChanges<Tool> => changesAfter(before, now, known, ({ name }) => name);
const kinds = (changes: CatalogChanges<Tool>): Record<string, string> =>
  Object.fromEntries([...changes].map(([key, { kind, isSeen }]) => [key, isSeen ? `${kind}, seen` : kind]));

describe('the changes of a list', () => {
  it('are what is new and what is described differently, with what it was', () => {
    const old = tool('b', { description: 'Adds' });
    const changes = after(
      [tool('a'), old, tool('gone')],
      [tool('a'), tool('b', { description: 'Deletes' }), tool('c')],
    );
    expect(kinds(changes)).to.deep.equal({ b: 'changed', c: 'added' });
    expect(changes.get('b')!.before).to.equal(old);
  });

  it('are not icons, _meta, the order of keys or fields that are absent', () => {
    const before = tool('a', { icons: [{ src: 'data:,1' }], _meta: { at: 1 }, title: undefined });
    const now = { _meta: { at: 2 }, inputSchema: { type: 'object' }, name: 'a' };
    expect(kinds(after([before], [now]))).to.deep.equal({});
  });

  it('are annotations and schemas, however small', () => {
    const before = tool('a', { annotations: { readOnlyHint: true } });
    expect(kinds(after([before], [tool('a', { annotations: { readOnlyHint: false } })]))).to.deep.equal({
      a: 'changed',
    });
  });

  it('stay until they are seen, and are compared with what was seen', () => {
    const [one, two, three] = ['1', '2', '3'].map((description) => tool('a', { description }));
    const first = after([one!], [two!]);
    const second = after([two!], [three!], first);
    expect(second.get('a')).to.deep.include({ kind: 'changed', before: one, isSeen: false });
    expect(kinds(after([three!], [one!], second)), 'it is as it was').to.deep.equal({});
    const seen = withSeen(second, 'a');
    expect(kinds(seen)).to.deep.equal({ a: 'changed, seen' });
    expect(kinds(after([three!], [three!], seen))).to.deep.equal({ a: 'changed, seen' });
    expect(after([three!], [one!], seen).get('a')).to.deep.include({ before: three, isSeen: false });
  });

  it('leave nothing behind of what is gone', () => {
    expect(kinds(after([tool('a')], [], after([], [tool('a')])))).to.deep.equal({});
  });

  it('are not sought in a list that is too long, nor too deep', () => {
    const many = Array.from({ length: MAX_COMPARED_ITEMS + 1 }, (_, at) => tool(`${at}`));
    expect(after([], many).size).to.equal(0);
    let deep: JsonObject = {};
    for (let at = 0; at < 1000; at++) deep = { deep };
    expect(kinds(after([tool('a', { _meta: deep })], [tool('a', { _meta: {} })]))).to.deep.equal({});
    expect(
      kinds(after([tool('a', { inputSchema: deep })], [tool('a', { inputSchema: structuredClone(deep) })])),
    ).to.deep.equal({
      a: 'changed',
    });
  });

  it('of 5,000 tools are found quickly', () => {
    const many = (): Tool[] =>
      Array.from({ length: 5000 }, (_, at) =>
        tool(`${at}`, {
          inputSchema: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } } },
        }),
      );
    const [before, now] = [many(), many()];
    const start = performance.now();
    expect(after(before, now).size).to.equal(0);
    expect(performance.now() - start).to.be.below(300);
  });
});
