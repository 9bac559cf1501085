// The measured clients, and the columns of the table: a client that speaks both eras has two.
import { bundle } from './bundle.mjs';

export const CLIENTS = [
  { id: 'floor', name: 'floor' },
  { id: 'ours', name: 'mcp-embed' },
  { id: 'sdk-v2', name: 'client 2.4.0' },
  { id: 'sdk-v1', name: 'sdk 1.32.2' },
];

/** `options` are those of the client's adapter in clients/. */
export const COLUMNS = [
  { name: 'floor', client: 'floor', era: 'legacy', options: {} },
  // Like the others without a database, whose cost has a row of its own.
  { name: 'mcp-embed 2025', client: 'ours', era: 'legacy', options: { storage: 'none' } },
  { name: 'mcp-embed 2026', client: 'ours', era: 'modern', options: { storage: 'none' } },
  { name: 'client 2.4.0 2025', client: 'sdk-v2', era: 'legacy', options: { mode: 'legacy' } },
  { name: 'client 2.4.0 2026', client: 'sdk-v2', era: 'modern', options: { mode: 'auto' } },
  { name: 'sdk 1.32.2 2025', client: 'sdk-v1', era: 'legacy', options: {} },
];

/**
 * Every client bundled for one platform.
 * @param {'clients' | 'programs'} kind
 * @param {'browser' | 'node'} platform
 * @returns {Promise<Record<string, import('./bundle.mjs').Bundle>>}
 */
export async function bundles(kind, platform) {
  const made = {};
  for (const { id } of CLIENTS) made[id] = await bundle(`${kind}/${id}.js`, platform);
  return made;
}
