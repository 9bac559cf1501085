import type { Tool } from '../protocol/model.js';
import { definitionOf, fingerprint } from './definition.js';
import { hintsOf } from './hints.js';

/** Tools that one decision for “all that read only” covers at most: they are listed by name before anybody decides. */
export const MAX_COVERED = 100;

/** What a decision for “all that read only” covers: these tools, as they are described here, and no others. */
export interface CoveredTools {
  readonly tools: readonly Tool[];
  /** How many tools of the server say that they read only. */
  readonly of: number;
}

/**
 * The tools that a decision about `tool` can cover with it: those that say that they read only, each name once, that tool
 * first. Left out is what no consent can be bound to.
 * @returns undefined where the tool itself does not say so
 */
export function coveredWith(tool: Tool, listed: readonly Tool[]): CoveredTools | undefined {
  if (hintsOf(tool.annotations).readOnly !== true) return undefined;
  const named = new Map<string, Tool>([[tool.name, tool]]);
  for (const one of listed) if (!named.has(one.name)) named.set(one.name, one);
  const reading = [...named.values()].filter(({ annotations }) => hintsOf(annotations).readOnly === true);
  const tools: Tool[] = [];
  for (const one of reading) {
    if (tools.length === MAX_COVERED) break;
    if (fingerprint(definitionOf(one)) !== undefined) tools.push(one);
  }
  return { tools, of: reading.length };
}
