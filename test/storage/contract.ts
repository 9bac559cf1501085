import { expect } from '@esm-bundle/chai';
import type { Storage } from '../../src/storage/types.js';
import { args, grant, hosts, list, message, roots, server, tool } from './records.js';

/** What every storage does, wherever it keeps things. A page’s own may run it too. */
export function storageContract(create: () => Storage | Promise<Storage>): void {
  let storage: Storage;
  beforeEach(async () => {
    storage = await create();
  });
  const ids = async (...of: Parameters<Storage['list']>): Promise<string[]> =>
    (await storage.list(...of)).map(({ id }) => id);

  it('has nothing at first', async () => {
    expect(await storage.get('server', 'a')).to.equal(undefined);
    expect(await storage.get('list', 'a', 'tools')).to.equal(undefined);
    expect(await storage.list('grant')).to.deep.equal([]);
    expect(await storage.list('grant', { server: 'a', limit: 3 })).to.deep.equal([]);
    expect(await storage.usage()).to.deep.equal([]);
    await storage.forget('a');
    await storage.forget();
    await storage.remove('grant', [{ server: 'a', id: 'unknown' }]);
    await storage.remove('grant', []);
    await storage.put('grant', []);
  });

  it('keeps one record for each kind, server and id: the newest', async () => {
    await storage.put('server', [server('a', 1), server('b', 3)]);
    await storage.put('server', [server('a', 2)]);
    await storage.put('hosts', [hosts('a', 'x.example')]);
    await storage.put('list', [
      list('a', 'tools', [tool(1)]),
      list('a', 'prompts', [{ name: 'two' }]),
      list('b', 'tools', [tool(3)]),
    ]);
    expect(await storage.get('server', 'a')).to.deep.equal(server('a', 2));
    expect(await storage.get('server', 'b')).to.deep.equal(server('b', 3));
    expect(await storage.get('hosts', 'a')).to.deep.equal(hosts('a', 'x.example'));
    expect(await storage.get('hosts', 'b')).to.equal(undefined);
    expect(await storage.get('list', 'a', 'tools')).to.deep.equal(list('a', 'tools', [tool(1)]));
    expect(await storage.get('list', 'a', 'prompts')).to.deep.equal(list('a', 'prompts', [{ name: 'two' }]));
    expect(await storage.get('list', 'b', 'prompts')).to.equal(undefined);
    expect(await storage.get('list', 'a')).to.equal(undefined);
  });

  it('lists newest first: of all servers, of one, of one group', async () => {
    await storage.put('grant', [grant('1', 'a', 1), grant('3', 'b', 3), grant('2', 'a', 2)]);
    expect(await ids('grant')).to.deep.equal(['3', '2', '1']);
    expect(await ids('grant', { server: 'a' })).to.deep.equal(['2', '1']);
    await storage.put('arguments', [
      args('a', 'echo', 1),
      args('a', 'echo', 3),
      args('a', 'add', 2),
      args('b', 'echo', 9),
    ]);
    expect(await ids('arguments', { server: 'a', group: 'echo' })).to.deep.equal(['echo 3', 'echo 1']);
    expect(await ids('arguments', { server: 'a', group: 'ech' })).to.deep.equal([]);
    expect(await ids('arguments', { server: 'a' })).to.deep.equal(['echo 3', 'add 2', 'echo 1']);
    expect(await storage.list('arguments', { server: 'b' })).to.deep.equal([args('b', 'echo', 9)]);
  });

  it('lists page by page, and loses none of the same moment', async () => {
    const times = [5, 4, 3, 3, 3, 2, 1];
    await storage.put(
      'message',
      times.map((at, n) => message('a', `m${n}`, at)),
    );
    await storage.put('message', [message('b', 'other', 9)]);
    const seen: string[] = [];
    let before: number | undefined;
    for (let pages = 0; pages < 10; pages++) {
      // oxlint-disable-next-line no-await-in-loop
      const page = await storage.list('message', { server: 'a', group: 's', limit: 3, before });
      if (page.length === 0) break;
      seen.push(...page.map(({ id }) => id));
      before = page.at(-1)!.at;
    }
    expect(seen).to.deep.equal(['m0', 'm1', 'm4', 'm3', 'm2', 'm5', 'm6']);
    expect(await ids('message', { limit: 1 })).to.deep.equal(['other']);
    expect(await ids('message', { limit: 100 })).to.have.length(8);
    expect(await ids('message', { limit: 0 })).to.deep.equal([]);
    expect(await ids('message', { before: 3 })).to.deep.equal(['m5', 'm6']);
    expect(await ids('message', { before: 1 })).to.deep.equal([]);
  });

  it('what is newer takes its place in the order', async () => {
    await storage.put('draft', [{ server: 'a', id: 'x', at: 1, values: {} }]);
    await storage.put('draft', [{ server: 'a', id: 'y', at: 2, values: {} }]);
    await storage.put('draft', [{ server: 'a', id: 'x', at: 3, values: {} }]);
    expect(await ids('draft')).to.deep.equal(['x', 'y']);
  });

  it('removes one, and nothing beside it', async () => {
    await storage.put('grant', [grant('1', 'a'), grant('1', 'b'), grant('2', 'a')]);
    await storage.put('draft', [{ server: 'a', id: '1', at: 1, values: {} }]);
    await storage.remove('grant', [
      { server: 'a', id: '1' },
      { server: 'c', id: '1' },
    ]);
    expect(await storage.get('grant', 'a', '1')).to.equal(undefined);
    expect(await ids('grant')).to.have.members(['1', '2']);
    expect(await storage.get('draft', 'a', '1')).to.exist;
  });

  it('forgets one server with everything of it, and nothing of others, however alike their addresses', async () => {
    const others = ['a b', 'a\uffff', 'aa', '', 'A', '["a"', 'b'];
    for (const url of ['a', ...others]) {
      // oxlint-disable-next-line no-await-in-loop
      await Promise.all([
        storage.put('server', [server(url)]),
        storage.put(
          'list',
          ['', 'tools', '\uffff'].map((kind) => list(url, kind)),
        ),
        storage.put('grant', [grant('g', url)]),
        storage.put('roots', [roots(url, 'o', 'file:///x')]),
      ]);
    }
    await storage.forget('a');
    expect(await storage.get('server', 'a')).to.equal(undefined);
    for (const id of ['', 'tools', '\uffff'])
      // oxlint-disable-next-line no-await-in-loop
      expect(await storage.get('list', 'a', id)).to.equal(undefined);
    expect((await storage.list('grant')).map(({ server: of }) => of)).to.have.members(others);
    expect((await storage.usage()).map(({ server: of }) => of)).not.to.include('a');
    for (const url of others) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await storage.get('list', url, '\uffff'), url).to.deep.equal(list(url, '\uffff'));
      // oxlint-disable-next-line no-await-in-loop
      expect(await storage.get('roots', url, 'o'), url).to.deep.equal(roots(url, 'o', 'file:///x'));
    }
    await storage.forget();
    expect(await storage.usage()).to.deep.equal([]);
  });

  it('tells what lies there', async () => {
    await storage.put('message', [message('a', '1', 5), message('a', '2', 7, 'x'.repeat(10_000))]);
    await storage.put('message', [message('b', '1', 6, 'ä€'.repeat(5000))]);
    await storage.put('server', [server('a', 3)]);
    const usage = await storage.usage();
    const of = (url: string, kind: string) => usage.find((one) => one.server === url && one.kind === kind)!;
    expect(usage).to.have.length(3);
    expect(of('a', 'message')).to.include({ count: 2, oldest: 5, newest: 7 });
    expect(of('a', 'message').bytes).to.be.within(10_000, 10_500);
    expect(of('b', 'message').bytes, 'two bytes for each character').to.be.within(20_000, 20_500);
    expect(of('a', 'server')).to.include({ count: 1, oldest: 3, newest: 3 });
  });

  it('keeps copies: what is done to a record outside does not change it', async () => {
    const items = [{ name: 'x', inputSchema: {} }];
    await storage.put('list', [list('a', 'tools', items)]);
    items[0]!.name = 'changed before';
    const first = (await storage.get('list', 'a', 'tools'))!;
    expect(first.items).to.deep.equal([{ name: 'x', inputSchema: {} }]);
    (first.items[0] as { name: string }).name = 'changed after';
    expect((await storage.get('list', 'a', 'tools'))!.items).to.deep.equal([{ name: 'x', inputSchema: {} }]);
  });

  it('keeps any JSON, and ids of any text', async () => {
    const items = [null, true, 1.5, 'ü🌍\0', '\ud800', [], {}, JSON.parse('{"__proto__":{"a":1},"constructor":2}')];
    const id = 'res://ü\0"]\uffff\ud800';
    await storage.put('list', [list('a', id, items)]);
    expect((await storage.get('list', 'a', id))!.items).to.deep.equal(items);
    expect(await ids('list')).to.deep.equal([id]);
  });

  it('takes all of what is put together or, where it rejects, none; what was there stays', async () => {
    const circle: { inside?: unknown } = {};
    circle.inside = circle;
    await storage.put('server', [server('a')]);
    for (const bad of [
      { ...server('a', 2), profile: circle },
      { ...server('a', NaN) },
      { ...server('a'), id: 1 as never },
    ]) {
      let refused = false;
      // oxlint-disable-next-line no-await-in-loop
      await storage.put('server', [server('b'), bad]).catch(() => (refused = true));
      expect(refused).to.equal(true);
    }
    expect(await storage.get('server', 'a')).to.deep.equal(server('a'));
    expect(await storage.get('server', 'b')).to.equal(undefined);
  });
}
