import { DAY_MS } from '../../src/util/async.js';
import { GRANT_DAYS } from '../../src/approvals/grants.js';
import { expect } from '@esm-bundle/chai';
import { MAX_ROOT_NAME_LENGTH, MAX_ROOTS, readRoot, Roots } from '../../src/approvals/roots.js';
import { MAX_ROOT_URI_LENGTH } from '../../src/protocol/decode/server-requests.js';
import { rootsIn } from '../../src/session/approvals.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import { failureOf } from '../fixtures/failure.js';

describe('a root as a person writes it', () => {
  it('is kept as it is shared: spaces around it go, letters are encoded, a name that is empty is none', () => {
    expect(readRoot(' file:///home/Ä b \n', ' ')).to.deep.equal({ uri: 'file:///home/%C3%84%20b' });
    expect(readRoot('FILE://localhost/x', ' Work ')).to.deep.equal({ uri: 'file:///x', name: 'Work' });
  });

  for (const [uri, words, todo] of [
    ['', /no address yet/, /file:\/\/\/home/],
    ['/home/me', /“\/home\/me” is a path/, /If you mean file:\/\/\/home\/me, write that/],
    ['https://x.example/', /only file:\/\//, /Begin it with file:\/\/\//],
    ['javascript:alert(1)', /“javascript:alert\(1\)” is not the address of a folder/, /Begin/],
    ['file://host/x', /another computer/, /file:\/\/\/host\/x/],
    ['file:///a/%2e%2e/b', /contains “\.\.”/, /the folder that you mean/],
    ['file:///a%2Fb', /a slash written with percent signs/, /every slash as \//],
    ['file:///a\nb', /control character/, /one line/],
    ['x'.repeat(10_000_000), /more than 4,096 characters/, /only the address/],
  ] as const)
    it(`says what is wrong with ${JSON.stringify(uri.slice(0, 30))}, and what to write`, async () => {
      const error = await failureOf((async () => readRoot(uri))());
      expect(error.code).to.equal(uri.length > MAX_ROOT_URI_LENGTH ? 'limit' : 'invalid-input');
      expect(error.message).to.match(words);
      expect(error.remedy).to.match(todo).and.to.match(/\.$/);
    });

  it('a name is one short line', async () => {
    const named = (name: string) => failureOf((async () => readRoot('file:///x', name))());
    expect(readRoot('file:///x', 'n'.repeat(MAX_ROOT_NAME_LENGTH)).name).to.have.length(MAX_ROOT_NAME_LENGTH);
    const long = 'n'.repeat(MAX_ROOT_NAME_LENGTH);
    expect(readRoot('file:///x', ` ${long}\t `).name, 'without what is around it').to.equal(long);
    expect((await named('n'.repeat(MAX_ROOT_NAME_LENGTH + 1))).message).to.contain('201 characters');
    expect((await named('n'.repeat(10_000_000))).code).to.equal('limit');
    expect((await named('a\nb')).message).to.contain('line break');
  });
});

describe('Roots', () => {
  const uris = (roots: Roots): string[] => roots.state.get().roots.map(({ uri }) => uri);

  for (const [name, store] of [
    ['in a store', () => rootsIn(new MemoryStorage())],
    ['without one', () => undefined],
    [
      'in one that takes nothing',
      () => ({ getRoots: () => Promise.reject(new Error('no')), putRoots: () => Promise.reject(new Error('full')) }),
    ],
  ] as const)
    it(`are added, changed and removed, and followed: ${name}`, async () => {
      const roots = new Roots('a', store());
      const seen: string[][] = [];
      roots.state.subscribe(() => seen.push(uris(roots)));
      await roots.add('file:///one', 'One');
      await Promise.all([roots.add('file:///two'), roots.add('file:///three')]);
      await roots.replace('file:///two', 'file:///2', 'Two');
      await roots.remove('file:///one');
      await roots.remove('file:///unknown');
      await roots.refresh();
      expect(roots.state.get().roots).to.deep.equal([{ uri: 'file:///2', name: 'Two' }, { uri: 'file:///three' }]);
      expect(seen.map((each) => each.length)).to.deep.equal([1, 2, 3, 3, 2]);
    });

  it('a folder is there once, with a slash at its end or without', async () => {
    const roots = new Roots('a', rootsIn(new MemoryStorage()));
    await roots.add('file:///one');
    await roots.add('file:///two');
    expect((await failureOf(roots.add('file:///one/'))).message).to.contain('in the list already');
    expect((await failureOf(roots.replace('file:///two', 'file:///one'))).message).to.contain('in the list already');
    await roots.replace('file:///two', 'file:///two/', 'named');
    expect(uris(roots)).to.deep.equal(['file:///one', 'file:///two/']);
  });

  it(`takes ${MAX_ROOTS}, and nothing that cannot be one`, async () => {
    const roots = new Roots('a', rootsIn(new MemoryStorage()));
    for (let n = 0; n < MAX_ROOTS; n++)
      // oxlint-disable-next-line no-await-in-loop
      await roots.add(`file:///${n}`);
    expect(await failureOf(roots.add('file:///more'))).to.include({ code: 'limit' });
    expect((await failureOf(roots.replace('file:///0', 'https://x/'))).code).to.equal('invalid-input');
    expect(uris(roots)).to.have.length(MAX_ROOTS);
    expect(uris(roots)[0]).to.equal('file:///0');
  });

  it('are kept for one server and one origin', async () => {
    const store = rootsIn(new MemoryStorage());
    const of = (server: string, origin: string) => new Roots(server, store, origin);
    await of('a', 'o').add('file:///x');
    expect((await of('a', 'o').refresh()).roots).to.have.length(1);
    expect((await of('a', 'p').refresh()).roots).to.be.empty;
    expect((await of('a b', 'o').refresh()).roots).to.be.empty;
  });

  it('a decision for the page ends with it, one for always is kept, and both can be taken back', async () => {
    const store = rootsIn(new MemoryStorage());
    const roots = new Roots('a', store);
    const at = Date.now();
    const consent = { verdict: 'allow', duration: 'session', shared: ['file:///x'], leftOut: [], at } as const;
    await roots.decide(consent);
    expect((await roots.refresh()).consent).to.deep.equal(consent);
    expect((await new Roots('a', store).refresh()).consent).to.equal(undefined);
    await roots.decide({ ...consent, duration: 'always' });
    expect((await new Roots('a', store).refresh()).consent).to.deep.equal({ ...consent, duration: 'always' });
    await roots.add('file:///y');
    expect(roots.state.get().consent, 'adding one takes nothing back').to.exist;
    await roots.decide(undefined);
    expect((await new Roots('a', store).refresh()).consent).to.equal(undefined);
  });

  it('sharing ends by itself after some months, or where a clock was wrong; refusing does not', async () => {
    const store = rootsIn(new MemoryStorage());
    const consent = { verdict: 'allow', duration: 'always', shared: ['file:///x'], leftOut: [] } as const;
    const read = async (at: number, verdict: 'allow' | 'deny' = 'allow'): Promise<string | undefined> => {
      await new Roots('a', store).decide({ ...consent, verdict, at });
      return (await new Roots('a', store).refresh()).consent?.verdict;
    };
    expect(await read(Date.now() - (GRANT_DAYS - 1) * DAY_MS)).to.equal('allow');
    expect(await read(Date.now() - (GRANT_DAYS + 1) * DAY_MS)).to.equal(undefined);
    expect(await read(Date.now() + 2 * DAY_MS)).to.equal(undefined);
    expect(await read(1, 'deny')).to.equal('deny');
  });
});
