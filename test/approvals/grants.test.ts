import { expect } from '@open-wc/testing';
import type { Remember } from '../../src/approvals/index.js';
import { Grants, type Grant, type GrantedCall, type GrantStore } from '../../src/consent/index.js';
import type { JsonObject, Tool } from '../../src/index.js';

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
  ...some,
});
const always = (scope: Remember['scope']): Remember => ({ scope, term: 'always' });

/** Where decisions lie, for as many pages as look at it. */
class Shelf implements GrantStore {
  readonly kept = new Map<string, Grant>();
  listGrants = async (): Promise<readonly Grant[]> => [...this.kept.values()];
  putGrant = async (grant: Grant): Promise<void> => void this.kept.set(grant.id, structuredClone(grant));
  removeGrant = async (id: string): Promise<void> => void this.kept.delete(id);
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
      await grants.remember(call(), 'allow', { scope: 'tool', term: 'session' });
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
        expect(earlier?.grant.definition).to.deep.equal(tool as unknown as JsonObject);
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
});
