import type { Grant } from '../../src/approvals/index.js';
import type {
  ArgumentsRecord,
  HostsRecord,
  StoredRootsRecord,
  ListRecord,
  MessageRecord,
  ServerRecord,
} from '../../src/storage/types.js';

/* One of each kind that the tests use. */

export const server = (url: string, at = 1): ServerRecord => ({
  server: url,
  id: '',
  opening: 'streamable',
  profile: { name: url, version: '1', revision: '2025-11-25', era: 'legacy', capabilities: {} },
  at,
});
/** What a list of tools may hold. */
export const tool = (n: number): object => ({ name: `tool ${n}`, inputSchema: { type: 'object' } });
export const list = (url: string, id: string, items: unknown[] = [tool(1)], at = 1): ListRecord => ({
  server: url,
  id,
  items,
  at,
});
export const grant = (id: string, url: string, at = 1): Grant => ({
  id,
  verdict: 'allow',
  scope: 'tool',
  duration: 'always',
  origin: 'https://page.example',
  server: url,
  serverName: url,
  tools: [{ name: 'x', fingerprint: 'y' }],
  at,
});
export const roots = (url: string, origin: string, ...uris: string[]): StoredRootsRecord => ({
  server: url,
  id: origin,
  origin,
  at: 1,
  roots: uris.map((uri) => ({ uri })),
});
export const hosts = (url: string, ...names: string[]): HostsRecord => ({ server: url, id: '', at: 1, hosts: names });
export const args = (url: string, group: string, at: number): ArgumentsRecord => ({
  server: url,
  id: `${group} ${at}`,
  group,
  at,
  values: { n: at },
});
export const message = (url: string, id: string, at: number, body = '{}', group = 's'): MessageRecord => ({
  server: url,
  id,
  at,
  group,
  body,
});
