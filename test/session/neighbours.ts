import { script } from '/__servers__.js';
import { definitionOf, fingerprint } from '../../src/approvals/grants.js';
import type { Json, JsonObject, Session, Tool } from '../../src/index.js';

export const inputSchema = { type: 'object' };
/** A tool with a hint of a revision to come, which some readers know and others leave out. */
export const honest: JsonObject = {
  name: 'search',
  description: 'Searches the notes.',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
  annotations: { readOnlyHint: true, revisionToComeHint: true },
};

/** What one tool of a list may have that no other tool is to be read differently for. */
export const NEIGHBOURS: readonly (readonly [what: string, tool: Json])[] = [
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
  ['nothing that is a tool', 5],
];

function headed(header: string, type = 'string'): JsonObject {
  return { name: 'n', inputSchema: { type: 'object', properties: { a: { type, 'x-mcp-header': header } } } };
}

/** Fingerprints of the tools called `search` in a list of so many pages. */
export async function fingerprintsIn(
  open: (url: string) => Promise<Session>,
  revision: string,
  ...lists: readonly (readonly Json[])[]
): Promise<readonly (string | undefined)[]> {
  const envelope = revision === '2026-07-28' ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } : {};
  const replies = lists.map((tools, at) => ({
    result: { tools, ...envelope, ...(at < lists.length - 1 && { nextCursor: `${at}` }) },
  }));
  const url = await script({ revision, capabilities: { tools: {} }, replies: { 'tools/list': replies } });
  const session = await open(url);
  const found = (await session.tools.list()).filter(({ name }) => name === 'search');
  return found.map((tool: Tool) => fingerprint(definitionOf(tool)));
}
