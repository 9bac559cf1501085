import type { AskMethod } from '../protocol/model.js';

/** What a policy may look at. Data only, so that a decision can be tested as a table and shown to the person. */
export interface AskFacts {
  readonly method: AskMethod;
  /** For elicitation: a form, or a page to open. */
  readonly mode?: 'form' | 'url' | undefined;
  readonly host: string;
  readonly serverName: string;
  /** Whether page code can answer without the person. */
  readonly hasAnswerer: boolean;
  /** Whether there is a queue that shows questions to a person. */
  readonly hasPerson: boolean;
  /** For roots: whether the person keeps some of their own here (`answers` has `roots`). */
  readonly keepsRoots?: boolean | undefined;
}

/** `allow`: page code answers. `ask`: the person decides. `deny`: refused at once. */
export type Verdict = 'allow' | 'ask' | 'deny';
export type ApprovalPolicy = (facts: AskFacts) => Verdict;

/**
 * Where nobody said otherwise: the person decides. Of roots they do where the page lets them keep some; elsewhere roots
 * come from page code or not at all. And where a page shows questions to nobody, its code is all there is to answer for it.
 */
export const defaultPolicy: ApprovalPolicy = ({ method, hasAnswerer, hasPerson, keepsRoots = false }) =>
  hasPerson && (method !== 'roots/list' || keepsRoots) ? 'ask' : hasAnswerer ? 'allow' : 'deny';

/**
 * The verdict that holds. A page's policy can loosen much, but never these: opening a page always asks the person,
 * nothing is allowed that nobody can answer, and nobody is asked who is not there.
 */
export function decide(facts: AskFacts, policy: ApprovalPolicy): Verdict {
  const verdict = policy(facts);
  const settled = verdict === 'allow' && (facts.mode === 'url' || !facts.hasAnswerer) ? 'ask' : verdict;
  return settled === 'ask' && !facts.hasPerson ? 'deny' : settled;
}
