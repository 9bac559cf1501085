import { isMcpError, McpError } from '../errors.js';
import { unlessCancelled } from '../jsonrpc/unless-cancelled.js';
import type { Root } from '../protocol/model.js';
import type { Approval, Asker } from './approval.js';
import type { ApprovalQueue } from './approval-queue.js';
import type { Consent } from './record-entry.js';
import type { Roots } from './roots.js';
import { rootsIn, type RootsDecision } from './roots-question.js';

export interface RootsAsk {
  readonly kept: Roots;
  /** Those that page code adds. */
  readonly fromPage: Promise<readonly Root[]> | undefined;
  readonly queue: ApprovalQueue;
  readonly asker: Asker;
  readonly during?: Approval['during'];
  readonly isOwn?: Approval['isOwn'];
  readonly signal: AbortSignal;
}

/**
 * Has the person decide which of their roots a server learns, unless they did before. What they agreed to is a list of
 * addresses: one that is new is asked about. Where there is none, and nothing of theirs waits for one, nobody is troubled.
 * @throws McpError `declined`, `cancelled`
 */
export async function askForRoots(
  { kept, fromPage, queue, asker, during, isOwn, signal }: RootsAsk,
  onWord: (consent: Consent) => void,
): Promise<readonly Root[]> {
  const { roots, consent } = await kept.refresh();
  kept.asked = roots;
  const added = (await fromPage) ?? [];
  const all = [...roots, ...added];
  if (consent?.verdict === 'deny') {
    onWord('remembered');
    throw new McpError('declined', 'The person decided earlier to share no folders with this server.');
  }
  const known = new Set([...(consent?.shared ?? []), ...(consent?.leftOut ?? [])]);
  if (consent && all.every(({ uri }) => known.has(uri))) {
    onWord('remembered');
    return all.filter(({ uri }) => consent.shared.includes(uri));
  }
  if (all.length === 0 && !during) {
    onWord('policy');
    return [];
  }
  const put = async (): Promise<RootsDecision> => {
    const decision = await queue.addRoots({ kept, fromPage: added }, asker, during, signal, isOwn);
    await remember(kept, added, decision);
    return decision;
  };
  return rootsIn(await (during ? put() : joined(queue, kept, signal, put)));
}

const waiting = new WeakMap<ApprovalQueue, WeakMap<Roots, Promise<RootsDecision>>>();

/**
 * A server asks anew each time it is told of a change, and a person may make several before they answer: the question that
 * waits shows the roots as they are, so its answer is that of all of them.
 */
async function joined(
  queue: ApprovalQueue,
  kept: Roots,
  signal: AbortSignal,
  put: () => Promise<RootsDecision>,
): Promise<RootsDecision> {
  const ofQueue = waiting.get(queue) ?? new WeakMap<Roots, Promise<RootsDecision>>();
  waiting.set(queue, ofQueue);
  const before = ofQueue.get(kept);
  if (before)
    try {
      return await unlessCancelled(before, signal);
    } catch (error) {
      // The one that asked first took it back: now it is this one's question.
      if (signal.aborted || (isMcpError(error) && error.code === 'declined')) throw error;
      return joined(queue, kept, signal, put);
    }
  const own = put();
  ofQueue.set(kept, own);
  try {
    return await own;
  } finally {
    if (ofQueue.get(kept) === own) ofQueue.delete(kept);
  }
}

async function remember(kept: Roots, fromPage: readonly Root[], decision: RootsDecision): Promise<void> {
  const { allowed, remember: term } = decision;
  if (!term) return;
  const shared = allowed ? decision.roots.map(({ uri }) => uri) : [];
  // As they are now: one may have come while the question waited.
  const all = [...kept.state.get().roots, ...fromPage];
  const leftOut = all.map(({ uri }) => uri).filter((uri) => !shared.includes(uri));
  await kept.decide({ verdict: allowed ? 'allow' : 'deny', term, shared, leftOut, at: Date.now() });
}
