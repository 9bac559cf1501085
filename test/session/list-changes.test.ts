import { expect } from '@esm-bundle/chai';
import type { JsonObject, Tool } from '../../src/protocol/model.js';
import {
  type CatalogChanges,
  changesAfter,
  ListChanges,
  MAX_COMPARED_ITEMS,
  withSeen,
} from '../../src/session/list-changes.js';

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

  it('of 5,000 tools are found by comparing each with one other', () => {
    let reads = 0;
    const many = (): Tool[] =>
      Array.from(
        { length: 5000 },
        (_, at) =>
          new Proxy(
            tool(`${at}`, {
              inputSchema: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } } },
            }),
            {
              get(target, key, receiver) {
                if (key === 'name') reads++;
                return Reflect.get(target, key, receiver) as unknown;
              },
            },
          ),
      );
    expect(after(many(), many()).size).to.equal(0);
    // For its key and to be compared, in both lists.
    expect(reads).to.be.at.most(4 * 5000);
  });
});

describe('the changes of a list that is read again', () => {
  /** A tool that counts how often its name is read: each comparison reads it. */
  const counted = (): { tool: Tool; reads: () => number } => {
    let reads = 0;
    const item = tool('a');
    return {
      tool: new Proxy(item, {
        get(target, key, receiver) {
          if (key === 'name') reads++;
          return Reflect.get(target, key, receiver);
        },
      }),
      reads: () => reads,
    };
  };
  const listChanges = (): ListChanges<Tool> => new ListChanges(({ name }) => name);

  it('are sought when somebody asks, not when the list is read', () => {
    const changes = listChanges();
    const { tool: item, reads } = counted();
    changes.add([item], [item]);
    changes.add([item], [item]);
    expect(reads()).to.equal(0);
    changes.get();
    const once = reads();
    expect(once).to.be.above(0);
    changes.get();
    expect(reads(), 'once').to.equal(once);
  });

  it('are those since the list was seen, however often it was read since then', () => {
    const changes = listChanges();
    const [one, two, three] = ['1', '2', '3'].map((description) => [tool('a', { description })]);
    changes.add(one!, two!);
    changes.add(two!, [...three!, tool('b')]);
    expect(kinds(changes.get())).to.deep.equal({ a: 'changed', b: 'added' });
    expect(changes.get().get('a')!.before).to.equal(one![0]);
  });

  it('are told to who follows them as soon as the list is read', () => {
    const changes = listChanges();
    const told: Record<string, string>[] = [];
    changes.add([], [tool('a')]);
    const end = changes.subscribe((now) => told.push(kinds(now)));
    expect(kinds(changes.get()), 'what was there before').to.deep.equal({ a: 'added' });
    changes.add([tool('a')], [tool('a'), tool('b')]);
    changes.markSeen('a');
    expect(told).to.deep.equal([
      { a: 'added', b: 'added' },
      { a: 'added, seen', b: 'added' },
    ]);
    end();
    changes.clear();
    expect(changes.get().size).to.equal(0);
  });

  it('are forgotten with the list, also those nobody has asked for', () => {
    const changes = listChanges();
    changes.add([], [tool('a')]);
    changes.clear();
    expect(changes.get().size).to.equal(0);
  });
});
