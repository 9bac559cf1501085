import { expect } from '@open-wc/testing';
import { script } from '/__servers__.js';
import { definitionOf, fingerprint } from '../../src/approvals/definition.js';
import type { Json, JsonObject, Tool } from '../../src/protocol/model.js';
import { sessions } from '../fixtures/sessions.js';

const inputSchema = { type: 'object' };
/** A tool with a hint of a revision to come, which some readers know and others leave out. */
const honest: JsonObject = {
  name: 'search',
  description: 'Searches the notes.',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
  annotations: { readOnlyHint: true, revisionToComeHint: true },
};

/** What one tool of a list may have that no other tool is to be read differently for. */
const NEIGHBOURS: readonly (readonly [what: string, tool: Json])[] = [
  ['an invalid outputSchema', { name: 'n', inputSchema, outputSchema: 'none' }],
  ['an outputSchema that is a list', { name: 'n', inputSchema, outputSchema: [1] }],
  ['a header of a parameter that is no name of a header', headed('no header')],
  ['a header on what is no plain value', headed('X', 'array')],
  ['icons', { name: 'n', inputSchema, icons: [{ src: 'https://x.example/i.png' }] }],
  ['an execution', { name: 'n', inputSchema, execution: { taskSupport: 'optional' } }],
  ['a field of a revision to come', { name: 'n', inputSchema, cost: 'much' }],
  ['annotations that are text', { name: 'n', inputSchema, annotations: 'readOnlyHint' }],
  ['a hint that is text', { name: 'n', inputSchema, annotations: { readOnlyHint: 'yes' } }],
  ['a title that is a number', { name: 'n', inputSchema, title: 5 }],
  ['no name', { inputSchema }],
  ['no schema', { name: 'n' }],
  ['a field called __proto__', JSON.parse('{"name":"n","inputSchema":{},"__proto__":{"title":"t"}}') as Json],
  ['the same name', { name: 'search', inputSchema, annotations: { destructiveHint: true }, icons: 5 }],
  ['nothing that is a tool', 5],
];

function headed(header: string, type = 'string'): JsonObject {
  return { name: 'n', inputSchema: { type: 'object', properties: { a: { type, 'x-mcp-header': header } } } };
}

for (const revision of ['2025-11-25', '2026-07-28'])
  describe(`one reader for definitions of tools, ${revision}`, () => {
    const { open } = sessions();

    async function fingerprintsIn(...lists: readonly (readonly Json[])[]): Promise<readonly (string | undefined)[]> {
      const envelope = revision === '2026-07-28' ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } : {};
      const replies = lists.map((tools, at) => ({
        result: { tools, ...envelope, ...(at < lists.length - 1 && { nextCursor: `${at}` }) },
      }));
      const url = await script({ revision, capabilities: { tools: {} }, replies: { 'tools/list': replies } });
      const session = await open(url);
      const found = (await session.tools.all()).filter(({ name }) => name === 'search');
      return Promise.all(found.map((tool: Tool) => fingerprint(definitionOf(tool))));
    }

    for (const [what, neighbour] of NEIGHBOURS)
      it(`a tool beside one with ${what} is the same as alone`, async () => {
        const [alone] = await fingerprintsIn([honest]);
        expect(alone).to.match(/^sha256:/);
        expect((await fingerprintsIn([honest, neighbour]))[0]).to.equal(alone);
        expect((await fingerprintsIn([neighbour, honest])).at(-1)).to.equal(alone);
      });

    it('a tool on a page of its own is the same as in one list', async () => {
      const [alone] = await fingerprintsIn([honest]);
      expect(await fingerprintsIn([{ name: 'n', inputSchema }], [honest])).to.deep.equal([alone]);
      expect(await fingerprintsIn([NEIGHBOURS[0]![1]], [honest])).to.deep.equal([alone]);
    });

    it('a tool that was kept over a visit is the same as read anew', async () => {
      const [alone] = await fingerprintsIn([honest]);
      const envelope = revision === '2026-07-28' ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } : {};
      const url = await script({
        revision,
        capabilities: { tools: {} },
        replies: { 'tools/list': [{ result: { tools: [honest], ...envelope } }, { hang: true }] },
      });
      const kept = { storage: 'local', namespace: `one-reader-${revision}` } as const;
      const first = await open(url, kept);
      await first.tools.all();
      await first.close();
      const second = await open(url, kept);
      await new Promise((resolve) => setTimeout(resolve, 100));
      const state = second.tools.state.get();
      expect(state.phase).to.equal('stale');
      const [restored] = 'items' in state ? state.items : [];
      expect(await fingerprint(definitionOf(restored!))).to.equal(alone);
    });
  });
