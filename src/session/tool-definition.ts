import { isSameDefinition, type PreviousDecision } from '../approvals/grants.js';
import type { CallFacts } from '../approvals/policy.js';
import { readTool } from '../protocol/decode/server.js';
import type { Tool } from '../protocol/model.js';
import { itemsOf } from './list-state.js';
import type { Confirming } from './lists.js';
import type { Tools } from './tools.js';

/**
 * Milliseconds that a call waits for the server’s list of tools, if the tool’s current definition is not known. Short,
 * because a person may be waiting. After it the person is asked, with a note that the server did not confirm the
 * definition.
 */
const DEFINITION_WAIT_MS = 3000;

/**
 * Milliseconds for which a list that was just read is accepted, even if it expires at once: for a click on a tool that
 * is shown, and after a decision about it. So a person does not wait for the same list twice.
 */
export const LIST_JUST_READ_MS = 10_000;

/** A tool that is to be called, and how sure its definition is. */
export interface DescribedTool extends Pick<CallFacts, 'definition'> {
  /**
   * As the server lists it now or listed it before; with only its name and an empty schema where the server never
   * listed it.
   */
  readonly tool: Tool;
  /** When the server listed it so, in epoch milliseconds. */
  readonly saidAt: number | 'never';
  /** All tools that the server lists. */
  readonly listed: readonly Tool[];
}

/**
 * Finds a tool’s current definition. Fetches the list where it is not confirmed.
 * @param how.before the known definition, of a tool that is not listed any more
 * @throws McpError `cancelled`
 */
export async function describeTool(
  tools: Tools,
  name: string,
  { before, ...how }: Omit<Confirming, 'withinMs'> & { readonly before?: DescribedTool | undefined },
): Promise<DescribedTool> {
  return described(tools, name, await tools.confirm({ ...how, withinMs: DEFINITION_WAIT_MS }), before);
}

/** The known definition of a tool, without a request. */
export function knownTool(tools: Tools, name: string, before?: DescribedTool): DescribedTool {
  return described(tools, name, tools.isConfirmed(LIST_JUST_READ_MS), before);
}

function described(tools: Tools, name: string, isConfirmed: boolean, before?: DescribedTool): DescribedTool {
  const state = tools.state.get();
  const listed = itemsOf(state);
  const found = listed.find((tool) => tool.name === name);
  const fetchedAt = 'fetchedAt' in state ? state.fetchedAt : Date.now();
  if (found) return { definition: isConfirmed ? 'now' : 'unconfirmed', tool: found, saidAt: fetchedAt, listed };
  // The missing part of a list that was cut may contain the tool.
  const isCut = 'problems' in state && state.problems.some(({ index }) => index < 0);
  const { tool = { name, inputSchema: {} }, saidAt = 'never' } = before ?? {};
  return { definition: isConfirmed && !isCut ? 'unlisted' : 'unconfirmed', tool, saidAt, listed };
}

/**
 * True if the tool is still the one that the person saw. A tool that is no longer listed counts as changed, unless the
 * person saw that too.
 */
export function isStill(shown: DescribedTool, now: DescribedTool): boolean {
  if (!isSameDefinition(shown.tool, now.tool)) return false;
  if (now.definition === 'now' || now.definition === shown.definition) return true;
  return shown.definition !== 'now' && (now.definition === 'unconfirmed' || shown.saidAt === 'never');
}

/**
 * For a tool that is in no list: the definition that the person once allowed. It was stored, so it is checked like one
 * from a server.
 */
export function withGranted(now: DescribedTool, earlier: PreviousDecision | undefined): DescribedTool {
  if (now.saidAt !== 'never' || earlier?.verdict !== 'unconfirmed') return now;
  const tool = readTool(earlier.grant.definition);
  return typeof tool === 'object' && tool.name === now.tool.name ? { ...now, tool, saidAt: earlier.grant.at } : now;
}
