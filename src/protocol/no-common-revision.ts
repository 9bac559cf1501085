import type { McpError } from '../errors.js';
import { noRevisionInCommon } from '../transport/explain.js';
import { revisions } from './revisions.js';

/** The two sides have no revision in common; names what both speak. */
export function noCommonRevision(offered: readonly string[]): McpError {
  return noRevisionInCommon(
    offered,
    revisions.map(({ id }) => id),
  );
}
