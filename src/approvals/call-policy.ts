import type { JsonObject, ToolAnnotations } from '../protocol/model.js';
import type { StartedBy } from '../protocol/started-by.js';
import { hintsOf } from './hints.js';
import type { Verdict } from './policy.js';

/** Why the person is asked about a call. */
export type CallReason =
  /** Its server does not say now what the tool is: its list of tools does not come, is cut or cannot be read. */
  | 'unconfirmed'
  /** Its server does not list such a tool. */
  | 'unlisted'
  /** What was decided earlier cannot be read. */
  | 'unread'
  /** Its server says that the tool can destroy something. */
  | 'destructive'
  /** No person started it. */
  | 'started-by'
  /** It was allowed once, and is described differently now. */
  | 'changed'
  /** The page wants it so. */
  | 'policy';

/** What a policy for calls may look at. Data only, so that a decision can be tested as a table and shown to the person. */
export interface CallFacts {
  readonly tool: string;
  readonly arguments: JsonObject;
  /**
   * What the server claims of the tool; nobody has checked it. Undefined where it claims nothing. Where it does not say so
   * now, only what warns.
   */
  readonly claims: ToolAnnotations | undefined;
  /**
   * Whether the server says what the tool is: `now`, in this visit and for as long as it said that it holds; `unconfirmed`,
   * it did not answer in time; `unlisted`, it says that there is no such tool.
   */
  readonly definition: 'now' | 'unconfirmed' | 'unlisted';
  readonly startedBy: StartedBy;
  readonly host: string;
  readonly serverName: string;
  /**
   * What the person decided earlier about such calls. `changed` where it does not hold any more, `unconfirmed` where it was
   * allowed and nobody knows whether that holds, `unread` where it cannot be read.
   */
  readonly earlier?: 'allow' | 'deny' | 'changed' | 'unconfirmed' | 'unread' | undefined;
  /** Whether there is somebody who can be asked. */
  readonly hasPerson: boolean;
}

export type CallPolicy = (facts: CallFacts) => Verdict;

/** Which tools a page lets be called at all. Names may hold `*`, which stands for any characters. */
export interface ToolRules {
  /** Only these, where any are given. */
  readonly allow?: readonly string[] | undefined;
  /** Never these. Wins over `allow`. */
  readonly deny?: readonly string[] | undefined;
  /** Only tools whose server says now that they only read. */
  readonly readOnly?: boolean | undefined;
}

/**
 * Where nobody said otherwise: the button that a person presses is their consent, except that a tool which its server
 * calls destructive, or does not speak of now, asks once more; page code answers for itself; whatever a model or an app
 * wants, the person sees first. What the person decided earlier holds, a consent only for what the server says now.
 */
export const defaultCallPolicy: CallPolicy = ({ claims, definition, startedBy, earlier }) => {
  if (earlier === 'deny') return 'deny';
  if (startedBy === 'page') return 'allow';
  if (definition !== 'now' || earlier === 'unread') return 'ask';
  if (earlier === 'allow') return 'allow';
  return startedBy === 'person' && hintsOf(claims).destructive !== true ? 'allow' : 'ask';
};

/**
 * The verdict that holds, and why. Nobody is asked who is not there: a person who pressed a button has consented by it,
 * for everybody else the answer is no.
 */
export function decideCall(
  facts: CallFacts,
  policy: CallPolicy,
  rules: ToolRules | undefined,
): { readonly verdict: Verdict; readonly why: CallReason } {
  const why = reasonFor(facts);
  if (rules && isForbidden(facts, rules)) return { verdict: 'deny', why: 'policy' };
  const verdict = policy(facts);
  if (verdict !== 'ask' || facts.hasPerson) return { verdict, why };
  return { verdict: facts.startedBy === 'person' && policy === defaultCallPolicy ? 'allow' : 'deny', why };
}

function reasonFor({ claims, definition, startedBy, earlier }: CallFacts): CallReason {
  if (definition !== 'now') return definition;
  if (earlier === 'changed' || earlier === 'unread') return earlier;
  if (hintsOf(claims).destructive === true) return 'destructive';
  return startedBy === 'model' || startedBy === 'app' ? 'started-by' : 'policy';
}

function isForbidden({ tool, claims, definition }: CallFacts, rules: ToolRules): boolean {
  if (rules.readOnly && (definition !== 'now' || hintsOf(claims).readOnly !== true)) return true;
  return isForbiddenByName(tool, rules);
}

/** Whether the rules refuse a tool whatever it is. */
export function isForbiddenByName(tool: string, { allow, deny }: ToolRules): boolean {
  return matches(deny, tool) || (allow !== undefined && !matches(allow, tool));
}

/** Whether one of the patterns says that name. In linear time, whoever wrote them. */
function matches(patterns: readonly string[] | undefined, name: string): boolean {
  return patterns?.some((pattern) => fits(pattern.split('*'), name)) ?? false;
}

function fits([first = '', ...rest]: readonly string[], name: string): boolean {
  if (rest.length === 0) return name === first;
  if (!name.startsWith(first)) return false;
  const last = rest.pop()!;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}
