import { isSameDefinition, type PreviousDecision } from '../approvals/grants.js';
import type { CallFacts } from '../approvals/policy.js';
import { readTool } from '../protocol/decode/server.js';
import type { Tool } from '../protocol/model.js';
import { itemsOf } from './list-state.js';
import type { Confirming } from './lists.js';
import type { Tools } from './tools.js';

/**
 * Milliseconds that a call waits for the server’s list of tools, where what the tool is now is not known. A person may be
 * waiting, so it is short. After it the person is asked, and told that the server did not say.
 */
const DEFINITION_WAIT_MS = 3000;

/**
 * Milliseconds for which a list that was just read counts, also where its server says that it expires at once: for a
 * press on what is shown, and after a decision about it. So nobody waits for the same list twice.
 */
export const LIST_JUST_READ_MS = 10_000;

/** What is known of a tool that is to be called. */
export interface DescribedTool extends Pick<CallFacts, 'definition'> {
  /** As the server lists it now, or listed it before; where it never did, only its name and an empty schema. */
  readonly tool: Tool;
  /** When the server listed it so, in epoch milliseconds. */
  readonly saidAt: number | 'never';
  /** All tools that the server lists. */
  readonly listed: readonly Tool[];
}

/**
 * What a tool is now. Reads the server’s list where that is not known.
 * @param how.before what was known of a tool that is not listed any more
 * @throws McpError `cancelled`
 */
export async function describeTool(
  tools: Tools,
  name: string,
  { before, ...how }: Omit<Confirming, 'withinMs'> & { readonly before?: DescribedTool | undefined },
): Promise<DescribedTool> {
  return described(tools, name, await tools.confirm({ ...how, withinMs: DEFINITION_WAIT_MS }), before);
}

/** What is known of a tool without a request. */
export function knownTool(tools: Tools, name: string, before?: DescribedTool): DescribedTool {
  return described(tools, name, tools.isConfirmed(LIST_JUST_READ_MS), before);
}

function described(tools: Tools, name: string, isConfirmed: boolean, before?: DescribedTool): DescribedTool {
  const state = tools.state.get();
  const listed = itemsOf(state);
  const found = listed.find((tool) => tool.name === name);
  const fetchedAt = 'fetchedAt' in state ? state.fetchedAt : Date.now();
  if (found) return { definition: isConfirmed ? 'now' : 'unconfirmed', tool: found, saidAt: fetchedAt, listed };
  // A list that was cut may have had it.
  const isCut = 'problems' in state && state.problems.some(({ index }) => index < 0);
  const { tool = { name, inputSchema: {} }, saidAt = 'never' } = before ?? {};
  return { definition: isConfirmed && !isCut ? 'unlisted' : 'unconfirmed', tool, saidAt, listed };
}

/** Whether the tool is still what a person was shown. That the server does not list it counts only where they were not told so. */
export function isStill(shown: DescribedTool, now: DescribedTool): boolean {
  if (!isSameDefinition(shown.tool, now.tool)) return false;
  if (now.definition === 'now' || now.definition === shown.definition) return true;
  return shown.definition !== 'now' && (now.definition === 'unconfirmed' || shown.saidAt === 'never');
}

/** A tool that no list has, as the person once allowed it. It was stored, so it is read like anything from a server. */
export function withGranted(now: DescribedTool, earlier: PreviousDecision | undefined): DescribedTool {
  if (now.saidAt !== 'never' || earlier?.verdict !== 'unconfirmed') return now;
  const tool = readTool(earlier.grant.definition);
  return typeof tool === 'object' && tool.name === now.tool.name ? { ...now, tool, saidAt: earlier.grant.at } : now;
}
