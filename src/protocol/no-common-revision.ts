import { McpError } from '../errors.js';
import { explain } from '../transport/in-words.js';
import { revisions } from './revisions.js';

/** The two sides have no revision in common; names what both speak. */
export function noCommonRevision(offered: readonly string[]): Promise<McpError> {
  const plain = new McpError('unsupported-version', 'No protocol revision in common.');
  const ours = revisions.map(({ id }) => id);
  return explain(plain, ({ noRevisionInCommon }) => noRevisionInCommon(offered, ours));
}
