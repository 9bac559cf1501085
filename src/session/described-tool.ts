import type { CallFacts } from '../approvals/call-policy.js';
import { isSameDefinition } from '../approvals/definition.js';
import { itemsOf } from '../features/catalog-state.js';
import type { Confirming } from '../features/catalog.js';
import type { Tools } from '../features/tools.js';
import type { Tool } from '../protocol/model.js';

/**
 * Milliseconds that a call waits for the server to say what its tool is, where that is not known for now. A person may be
 * waiting, so it is short; after it they are asked, and told that the server did not say.
 */
export const DEFINITION_PATIENCE_MS = 3000;

/**
 * Milliseconds for which a list counts that was just read, also where its server says that it does not hold: for a press on
 * what is shown, and after a decision about it. Nobody waits for the same list twice.
 */
export const JUST_READ_MS = 10_000;

/** What is known of a tool that is to be called. */
export interface DescribedTool extends Pick<CallFacts, 'definition'> {
  /** As the server says now, or said before; where it never did, only its name and an empty schema. */
  readonly tool: Tool;
  /** When it said so, in epoch milliseconds. */
  readonly saidAt: number | 'never';
  /** All tools that the server lists. */
  readonly listed: readonly Tool[];
}

/**
 * What the server says now of a tool, which is asked for where that is not known.
 * @param before what was known before of a tool that is not listed any more
 * @throws McpError `cancelled`
 */
export async function describeTool(
  tools: Tools,
  name: string,
  { before, ...how }: Omit<Confirming, 'withinMs'> & { readonly before?: DescribedTool | undefined },
): Promise<DescribedTool> {
  return described(tools, name, await tools.confirm({ ...how, withinMs: DEFINITION_PATIENCE_MS }), before);
}

/** The same without asking, where nothing rests on it. */
export function knownTool(tools: Tools, name: string, before?: DescribedTool): DescribedTool {
  return described(tools, name, tools.isConfirmed(JUST_READ_MS), before);
}

function described(tools: Tools, name: string, isConfirmed: boolean, before?: DescribedTool): DescribedTool {
  const state = tools.state.get();
  const listed = itemsOf(state);
  const found = listed.find((tool) => tool.name === name);
  const asOf = 'asOf' in state ? state.asOf : Date.now();
  if (found) return { definition: isConfirmed ? 'now' : 'unconfirmed', tool: found, saidAt: asOf, listed };
  // A list that was cut may have had it.
  const isCut = 'problems' in state && state.problems.some(({ index }) => index < 0);
  const { tool = { name, inputSchema: {} }, saidAt = 'never' } = before ?? {};
  return { definition: isConfirmed && !isCut ? 'unlisted' : 'unconfirmed', tool, saidAt, listed };
}

/** Whether what a person decided about is what there is now. What they were told of is no news to them. */
export function isStill(shown: DescribedTool, now: DescribedTool): boolean {
  if (!isSameDefinition(shown.tool, now.tool)) return false;
  if (now.definition === 'now' || now.definition === shown.definition) return true;
  return shown.definition !== 'now' && (now.definition === 'unconfirmed' || shown.saidAt === 'never');
}
