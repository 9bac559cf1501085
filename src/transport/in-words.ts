import type { McpError } from '../errors.js';

/**
 * The full words for a failure load when something fails, which on most pages is never. Where they cannot be had, because
 * the network is what failed, the plain sentence serves.
 */
export async function explain(
  plain: McpError,
  tell: (words: typeof import('./explain.js')) => McpError,
): Promise<McpError> {
  return import('./explain.js').then(tell, () => plain);
}
