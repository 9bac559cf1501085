import { expect } from '@esm-bundle/chai';
import {
  type Grant,
  type GrantedCall,
  Grants,
  type GrantStore,
  MAX_COVERED_TOOLS,
  type Remember,
} from '../../src/approvals/index.js';
import { GRANT_DAYS, hasEnded, isSameDefinition } from '../../src/approvals/grants.js';
import type { JsonObject, Tool } from '../../src/index.js';
import { DAY_MS } from '../../src/util/async.js';

const tool: Tool = {
  name: 'search',
  description: 'Searches the notes.',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
  annotations: { readOnlyHint: true },
};
const other: Tool = { name: 'list', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } };
const writer: Tool = { name: 'write', inputSchema: { type: 'object' } };

const call = (some: Partial<GrantedCall> = {}): GrantedCall => ({
  server: 'https://notes.example/mcp',
  serverName: 'notes',
  tool,
  arguments: { query: 'tea' },
  tools: [tool, other, writer],
  isConfirmed: true,
  ...some,
});
const always = (scope: Remember['scope']): Remember => ({ scope, duration: 'always' });

/** Where decisions lie, for as many pages as look at it. */
class Shelf implements GrantStore {
  readonly kept = new Map<string, Grant>();
  listGrants = async (): Promise<readonly Grant[]> => [...this.kept.values()];
  putGrant = async (grant: Grant): Promise<void> => void this.kept.set(grant.id, structuredClone(grant));
  removeGrants = async (ids: readonly string[]): Promise<void> => ids.forEach((id) => this.kept.delete(id));
}

describe('Grants', () => {
  let shelf: Shelf;
  let grants: Grants;
  beforeEach(() => {
    shelf = new Shelf();
    grants = new Grants(shelf, 'https://page.example');
  });
  const verdict = async (some?: Partial<GrantedCall>, of: Grants = grants): Promise<string | undefined> =>
    (await of.find(call(some)))?.verdict;

  it('nothing was decided: nothing is found', async () => {
    expect(await verdict()).to.equal(undefined);
  });

  describe('how far a decision reaches', () => {
    it('a tool: whatever it is called with, and no other tool', async () => {
      await grants.remember(call(), 'allow', always('tool'));
      expect(await verdict({ arguments: { query: 'coffee' } })).to.equal('allow');
      expect(await verdict({ tool: other })).to.equal(undefined);
    });

    it('these arguments: in whatever order, and no others', async () => {
      await grants.remember(call({ arguments: { a: 1, b: [2, { c: 3, d: 4 }] } }), 'allow', always('arguments'));
      expect(await verdict({ arguments: { b: [2, { d: 4, c: 3 }], a: 1 } })).to.equal('allow');
      expect(await verdict({ arguments: { a: 1, b: [2, { c: 3, d: 5 }] } })).to.equal(undefined);
    });

    it('these arguments: a member that is undefined is not sent, so it makes no difference', async () => {
      const open = { a: 1, b: undefined } as unknown as JsonObject;
      await grants.remember(call({ arguments: open }), 'allow', always('arguments'));
      expect(await verdict({ arguments: open })).to.equal('allow');
      expect(await verdict({ arguments: { a: 1 } })).to.equal('allow');
    });

    it('arguments are kept as a fingerprint, never as they are', async () => {
      await grants.remember(call({ arguments: { query: 'hunter2' } }), 'allow', always('arguments'));
      expect(JSON.stringify([...shelf.kept.values()])).not.to.contain('hunter2');
    });

    it('all that read only: those of that moment, and none that comes later or writes', async () => {
      await grants.remember(call(), 'allow', always('read-only'));
      expect(await verdict({ tool: other })).to.equal('allow');
      expect(await verdict({ tool: writer })).to.equal(undefined);
      expect(await verdict({ tool: { ...writer, annotations: { readOnlyHint: true } } })).to.equal(undefined);
    });

    for (const [name, some] of [
      ['server', { server: 'https://other.example/mcp' }],
      ['identity', { server: 'https://notes.example/mcp ann' }],
    ] as const)
      it(`no other ${name}`, async () => {
        await grants.remember(call(), 'allow', always('tool'));
        expect(await verdict(some)).to.equal(undefined);
      });

    it('no other page origin', async () => {
      await grants.remember(call(), 'allow', always('tool'));
      expect(await verdict({}, new Grants(shelf, 'https://elsewhere.example'))).to.equal(undefined);
    });
  });

  describe('how long it holds', () => {
    it('always: over a reload', async () => {
      await grants.remember(call(), 'allow', always('tool'));
      expect(await verdict({}, new Grants(shelf, 'https://page.example'))).to.equal('allow');
    });

    it('this session: not over a reload, and nothing of it is kept', async () => {
      await grants.remember(call(), 'allow', { scope: 'tool', duration: 'session' });
      expect(await verdict()).to.equal('allow');
      expect(shelf.kept.size).to.equal(0);
      expect(await verdict({}, new Grants(shelf, 'https://page.example'))).to.equal(undefined);
    });

    it('until another tab takes it back', async () => {
      const granted = await grants.remember(call(), 'allow', always('tool'));
      await new Grants(shelf, 'https://page.example').revoke(granted!.id);
      expect(await verdict()).to.equal(undefined);
    });

    it('for this page where the store takes nothing', async () => {
      shelf.putGrant = () => Promise.reject(new Error('full'));
      shelf.listGrants = () => Promise.reject(new Error('gone'));
      await grants.remember(call(), 'allow', always('tool'));
      expect(await verdict()).to.equal('allow');
    });
  });

  describe('a store that takes late what it did not take', () => {
    const late: Grant[] = [];
    const refuse = (): void => {
      shelf.putGrant = async (grant) => {
        late.push(structuredClone(grant));
        throw new Error('No answer.');
      };
    };
    const writeDown = (): void => late.splice(0).forEach((grant) => shelf.kept.set(grant.id, grant));

    it('has it once, and another tab can take it back', async () => {
      refuse();
      await grants.remember(call(), 'allow', always('tool'));
      expect(await verdict()).to.equal('allow');
      writeDown();
      expect(await grants.refresh()).to.have.length(1);
      shelf.kept.clear();
      expect(await verdict()).to.equal(undefined);
    });

    it('does not have a tool that fell rise again', async () => {
      await grants.remember(call(), 'allow', always('read-only'));
      refuse();
      expect(await verdict({ tool: { ...tool, description: 'Sends them.' } })).to.equal('changed');
      expect(await grants.refresh()).to.have.length(1);
      expect(await verdict()).to.equal(undefined);
      expect(await verdict({ tool: other })).to.equal('allow');
      writeDown();
      expect(await grants.refresh()).to.have.length(1);
      expect(await verdict()).to.equal(undefined);
    });

    it('that has something else under its name loses nothing', async () => {
      refuse();
      await grants.remember(call(), 'deny', always('tool'));
      for (const { id, ...rest } of late.splice(0)) shelf.kept.set(id, { ...rest, id, at: 'never' } as never);
      expect(await verdict()).to.equal('deny');
    });
  });

  describe('what is not confirmed', () => {
    it('holds no consent, and lets none fall', async () => {
      await grants.remember(call(), 'allow', always('tool'));
      const other = { ...tool, description: 'Deletes the notes.' };
      expect(await verdict({ isConfirmed: false })).to.equal('unconfirmed');
      expect(await verdict({ isConfirmed: false, tool: other })).to.equal('unconfirmed');
      expect(await verdict()).to.equal('allow');
    });
    it('is not remembered as allowed, and is as refused', async () => {
      expect(await grants.remember(call({ isConfirmed: false }), 'allow', always('tool'))).to.equal(undefined);
      await grants.remember(call({ isConfirmed: false }), 'deny', always('tool'));
      expect(await verdict({ isConfirmed: false })).to.equal('deny');
      expect(await verdict()).to.equal('deny');
    });
    it('a tool that is too large to be told from another: refused for good all the same', async () => {
      const large = { ...tool, description: 'x'.repeat(300_000) };
      expect(await grants.remember(call({ tool: large }), 'allow', always('tool'))).to.equal(undefined);
      await grants.remember(call({ tool: large }), 'deny', always('tool'));
      expect(await verdict({ tool: large })).to.equal('deny');
    });
  });

  describe('all that read only', () => {
    it('covers no more than could be shown, and nothing that contradicts itself', async () => {
      const liars = Array.from({ length: 500 }, (_, at): Tool => ({ ...other, name: `liar${at}` }));
      const both: Tool = { ...other, name: 'both', annotations: { readOnlyHint: true, destructiveHint: true } };
      const granted = await grants.remember(call({ tools: [both, tool, ...liars] }), 'allow', always('read-only'));
      expect(granted!.tools).to.have.length(MAX_COVERED_TOOLS);
      expect(granted!.tools.map(({ name }) => name))
        .to.include('search')
        .and.not.include('both');
      expect(await verdict({ tool: liars.at(-1)! })).to.equal(undefined);
    });
  });

  describe('records that are no decisions', () => {
    const whole = (): Grant => ({
      id: 'x',
      verdict: 'allow',
      scope: 'tool',
      duration: 'always',
      origin: 'https://page.example',
      server: 'https://notes.example/mcp',
      serverName: 'notes',
      tools: [{ name: 'search', fingerprint: 'sha256:0' }],
      at: 1,
    });
    const broken: readonly [what: string, record: unknown][] = [
      ['no tools', { tools: undefined }],
      ['tools that are null', { tools: [null] }],
      ['tools that are text', { tools: 'search' }],
      ['no tool at all', { tools: [] }],
      ['a tool without a fingerprint', { tools: [{ name: 'search' }] }],
      ['a verdict nobody gives', { verdict: 'yes' }],
      ['a scope there is not', { scope: 'everything' }],
      ['a term there is not', { duration: 'forever' }],
      ['a time that is text', { at: 'now' }],
      ['a time that no date can hold', { at: 1e300 }],
      ['no name of its server', { serverName: undefined }],
      ['a server that is a number', { server: 5 }],
      ['an origin that is a list', { origin: [] }],
      ['a definition that is text', { definition: 'Reads.' }],
      ['arguments that are no fingerprint', { arguments: {} }],
      ['these arguments, and does not say which', { scope: 'arguments' }],
    ].map(([what, some]) => [what as string, { ...whole(), ...(some as object) }]);
    for (const [what, record] of broken)
      it(`${what}: it may be a refusal, nothing fails, and it is removed`, async () => {
        shelf.kept.set('x', record as Grant);
        await grants.remember(call({ tool: other }), 'allow', always('tool'));
        expect(await verdict()).to.equal('unread');
        expect(await verdict({ isOwnPress: true })).to.equal(undefined);
        // It was decided in this page.
        expect(await verdict({ tool: other })).to.equal('allow');
        expect((await grants.refresh()).map(({ id }) => id)).not.to.include('x');
        expect(shelf.kept.has('x')).to.equal(false);
      });
    for (const [what, record] of [
      ['null', null],
      ['text', 'x'],
      ['a list', []],
    ] as const)
      it(`${what}: left out`, async () => {
        shelf.kept.set('x', record as unknown as Grant);
        expect(await verdict()).to.equal('unread');
        expect(await verdict({ isOwnPress: true })).to.equal(undefined);
        expect(await grants.refresh()).to.be.empty;
      });
    it('a store that gives no list, or fails, may hold a refusal: that is said', async () => {
      shelf.listGrants = async () => 5 as unknown as readonly Grant[];
      expect(await verdict()).to.equal('unread');
      shelf.listGrants = () => Promise.reject(new Error('gone'));
      expect(await verdict()).to.equal('unread');
    });
    it('arguments and definitions that nobody can write down fail nothing', async () => {
      await grants.remember(call(), 'allow', always('tool'));
      const odd = { query: 5n } as unknown as JsonObject;
      expect(await verdict({ arguments: odd })).to.equal('unread');
    });
  });

  describe('when the tool is described differently', () => {
    for (const [what, changed] of [
      ['one character of its description', { ...tool, description: 'Searches the note.' }],
      ['its schema', { ...tool, inputSchema: { type: 'object', properties: { query: { type: 'number' } } } }],
      ['its claims', { ...tool, annotations: {} }],
      ['its title', { ...tool, title: 'Search' }],
      ['its output schema', { ...tool, outputSchema: { type: 'object' } }],
      ['a field of a revision to come', { ...tool, cost: 'much' } as Tool],
    ] as const)
      it(`${what}: the consent falls, and what was agreed to is told`, async () => {
        await grants.remember(call(), 'allow', always('tool'));
        const earlier = await grants.find(call({ tool: changed }));
        expect(earlier?.verdict).to.equal('changed');
        expect(earlier?.grant?.definition).to.deep.equal(tool as unknown as JsonObject);
        expect(shelf.kept.size).to.equal(0);
      });

    it('also back again: what has fallen is asked about', async () => {
      await grants.remember(call(), 'allow', always('tool'));
      await verdict({ tool: { ...tool, description: 'Deletes the notes.' } });
      expect(await verdict()).to.equal(undefined);
    });

    it('the order of keys, icons and _meta are no difference', async () => {
      await grants.remember(call(), 'allow', always('tool'));
      const { name, ...rest } = tool;
      const same: Tool = { ...rest, _meta: { seen: 2 }, icons: [{ src: 'https://x.example/i.png' }], name };
      expect(await verdict({ tool: same })).to.equal('allow');
    });

    it('a refusal stands', async () => {
      await grants.remember(call(), 'deny', always('tool'));
      expect(await verdict({ tool: { ...tool, description: 'Nice now.' } })).to.equal('deny');
    });

    it('of all that read only, the others still may', async () => {
      await grants.remember(call(), 'allow', always('read-only'));
      expect(await verdict({ tool: { ...tool, description: 'Other.' } })).to.equal('changed');
      expect(await verdict({ tool: other })).to.equal('allow');
    });
  });

  it('a refusal wins over a consent', async () => {
    await grants.remember(call(), 'allow', always('tool'));
    await grants.remember(call(), 'deny', always('tool'));
    expect(await verdict()).to.equal('deny');
  });

  it('what is too deep to be told from something else is not remembered', async () => {
    let deep: JsonObject = {};
    for (let level = 0; level < 300; level++) deep = { a: deep };
    expect(await grants.remember(call({ arguments: deep }), 'allow', always('arguments'))).to.equal(undefined);
  });

  it('tools called like fields of every object are tools like others', async () => {
    const proto: Tool = { ...tool, name: '__proto__' };
    await grants.remember(call({ tool: proto }), 'allow', always('tool'));
    expect(await verdict({ tool: proto })).to.equal('allow');
    expect(await verdict({ tool: { ...tool, name: 'constructor' } })).to.equal(undefined);
  });

  it('lists what holds, newest first, and forgets all of a server', async () => {
    await grants.remember(call(), 'allow', always('tool'));
    await grants.remember(call({ server: 'https://b.example/mcp' }), 'deny', always('tool'));
    expect((await grants.refresh()).map(({ verdict: said }) => said)).to.have.members(['deny', 'allow']);
    await grants.revokeAll('https://b.example/mcp');
    expect(grants.all.get().map(({ server }) => server)).to.deep.equal(['https://notes.example/mcp']);
  });

  describe('how long a decision holds', () => {
    const NOW = Date.now();
    const aged = async (days: number, verdictThen: Grant['verdict'] = 'allow'): Promise<Grant> => {
      const grant = (await grants.remember(call(), verdictThen, always('tool')))!;
      const old = { ...grant, at: NOW - days * DAY_MS };
      shelf.kept.set(grant.id, old);
      return old;
    };
    const page = (): Grants => new Grants(shelf, 'https://page.example');

    it(`a permission: ${GRANT_DAYS} days, and then the person is asked`, async () => {
      await aged(GRANT_DAYS - 1);
      expect(await verdict({}, page())).to.equal('allow');
      await aged(GRANT_DAYS + 1);
      shelf.kept.delete([...shelf.kept.keys()][0]!);
      expect(await verdict({}, page())).to.equal(undefined);
    });

    it('a permission that is dated in the future, by a clock that was wrong, is none until then', async () => {
      await aged(-2);
      expect(await verdict({}, page())).to.equal(undefined);
      shelf.kept.clear();
      // A clock may be an hour off, and time zones have nothing to do with it.
      await aged(-0.5);
      expect(await verdict({}, page())).to.equal('allow');
    });

    it('a refusal: until it is taken back', async () => {
      await aged(4000, 'deny');
      expect(await verdict({}, page())).to.equal('deny');
      shelf.kept.clear();
      await aged(-4000, 'deny');
      expect(await verdict({}, page())).to.equal('deny');
    });

    it('what has ended stays in the list, so that a clock that is put right finds it again', async () => {
      const grant = await aged(GRANT_DAYS + 1);
      const later = page();
      await verdict({}, later);
      expect((await later.refresh()).map(({ id }) => id)).to.deep.equal([grant.id]);
      expect(hasEnded(grant)).to.equal(true);
      expect(hasEnded(grant, grant.at + DAY_MS)).to.equal(false);
    });

    it('and goes when the person decides the same again', async () => {
      await aged(GRANT_DAYS + 1);
      const later = page();
      const again = await later.remember(call(), 'allow', always('tool'));
      expect([...shelf.kept.keys()]).to.deep.equal([again!.id]);
      expect(await verdict({}, later)).to.equal('allow');
    });
  });

  describe('a decision that cannot be read', () => {
    const page = (): Grants => new Grants(shelf, 'https://page.example');
    const broken = (server: unknown): void => void shelf.kept.set('x', { id: 'x', server } as unknown as Grant);
    beforeEach(() => grants.remember(call(), 'allow', always('tool')));

    for (const [whose, server, expected] of [
      ['of this server', 'https://notes.example/mcp', 'unread'],
      ['of nobody knows which server', 5, 'unread'],
      ['of another server', 'https://other.example/mcp', 'allow'],
    ] as const)
      it(`${whose}: ${expected}, also once it is removed`, async () => {
        broken(server);
        const next = page();
        expect(await verdict({}, next)).to.equal(expected);
        expect(shelf.kept.has('x')).to.equal(false);
        expect(await verdict({}, next)).to.equal(expected);
        expect(await verdict({ isOwnPress: true }, next)).to.equal('allow');
      });

    it('may be a refusal: what the person decides after it holds', async () => {
      broken(5);
      const next = page();
      expect(await verdict({}, next)).to.equal('unread');
      await next.remember(call(), 'allow', always('tool'));
      expect(await verdict({}, next)).to.equal('allow');
    });

    it('does not hide a refusal that can be read', async () => {
      broken(5);
      await grants.remember(call(), 'deny', always('tool'));
      expect(await verdict({}, page())).to.equal('deny');
    });
  });
});

describe('the definition of a tool', () => {
  it('is the same where a page writes a member that says nothing', () => {
    expect(isSameDefinition({ ...tool, title: undefined }, tool)).to.equal(true);
    expect(isSameDefinition({ ...tool, title: 'Another' }, tool)).to.equal(false);
  });
});
