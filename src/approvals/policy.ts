import type { ServerRequestMethod, JsonObject, Initiator, ToolAnnotations } from '../protocol/model.js';

/**
 * What the annotations of a tool come to, each `true`, `false`, or undefined where the server does not say. All of it is
 * the server's word, which nobody has checked.
 */
export interface ToolHints {
  /** It changes nothing. */
  readonly readOnly: boolean | undefined;
  /** It can delete or overwrite something. */
  readonly destructive: boolean | undefined;
  /** The same call again changes nothing more. */
  readonly idempotent: boolean | undefined;
  /** It reaches further than its server. */
  readonly openWorld: boolean | undefined;
  /** The server says that it reads only, and that it is destructive. Taken for destructive. */
  readonly isContradictory: boolean;
}

/**
 * The only reader of annotations. `destructiveHint` and `idempotentHint` mean something only where the tool does not read
 * only, so a tool that reads only is not destructive; one that claims to be both is taken for destructive. That a tool
 * reads only and reaches other systems is no contradiction.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#toolannotations
 */
export function hintsOf(annotations: ToolAnnotations | undefined): ToolHints {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint: openWorld } = annotations ?? {};
  if (readOnlyHint === true && destructiveHint !== true)
    return { readOnly: true, destructive: false, idempotent: undefined, openWorld, isContradictory: false };
  const isContradictory = readOnlyHint === true;
  return {
    readOnly: isContradictory ? false : readOnlyHint,
    destructive: destructiveHint,
    idempotent: idempotentHint,
    openWorld,
    isContradictory,
  };
}

/**
 * The annotations that count: where two contradict each other, the one that warns; where the server said them once and
 * does not say them now, only what warns.
 */
export function trustedAnnotations(
  annotations: ToolAnnotations | undefined,
  isSaidNow: boolean,
): ToolAnnotations | undefined {
  const { readOnly, destructive, idempotent, openWorld, isContradictory } = hintsOf(annotations);
  if (isSaidNow) return annotations && isContradictory ? { ...annotations, readOnlyHint: false } : annotations;
  return {
    ...(readOnly === false && { readOnlyHint: false }),
    ...(destructive === true && { destructiveHint: true }),
    ...(idempotent === false && { idempotentHint: false }),
    ...(openWorld === true && { openWorldHint: true }),
  };
}

/**
 * Why a call is not to run by the button alone: it `destroys` or `reaches out`, or may do so because the server does not
 * say. What is not said counts as the specification has it, the worst, where no person started the call; a person's own
 * press of the button that names the tool is enough for what is not said, and for what only leaves the server.
 */
export function dangerOf(
  { destructive, openWorld }: ToolHints,
  initiator: Initiator,
): 'destroys' | 'may destroy' | 'reaches out' | 'may reach out' | undefined {
  const isUnsaidBad = initiator === 'model' || initiator === 'app';
  if (destructive === true) return 'destroys';
  if (destructive === undefined && isUnsaidBad) return 'may destroy';
  if (openWorld === true && initiator !== 'person') return 'reaches out';
  return openWorld === undefined && isUnsaidBad ? 'may reach out' : undefined;
}

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
  readonly annotations: ToolAnnotations | undefined;
  /**
   * Whether the server says what the tool is: `now`, in this visit and for as long as it said that it holds; `unconfirmed`,
   * it did not answer in time; `unlisted`, it says that there is no such tool.
   */
  readonly definition: 'now' | 'unconfirmed' | 'unlisted';
  readonly initiator: Initiator;
  readonly host: string;
  readonly serverName: string;
  /**
   * What the person decided earlier about such calls. `changed` where it does not hold any more, `unconfirmed` where it was
   * allowed and nobody knows whether that holds, `unread` where it cannot be read.
   */
  readonly previous?: 'allow' | 'deny' | 'changed' | 'unconfirmed' | 'unread' | undefined;
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
 * What a page decides itself, about everything that would need a person. A part that is absent is decided by default; no
 * part decides for another, so that allowing the questions of a server does not allow the calls of a model.
 * @example
 * const session = await connect(url, {
 *   policy: {
 *     calls: ({ initiator }) => (initiator === 'model' ? 'ask' : 'allow'),
 *     serverRequests: ({ method }) => (method === 'sampling/createMessage' ? 'deny' : 'ask'),
 *     tools: { deny: ['delete_*'] },
 *   },
 * });
 */
export interface ApprovalPolicy {
  /**
   * Decides about each question of the server: which page code answers, which go to the person, and which are refused.
   * Default: {@link defaultServerRequestPolicy}.
   */
  readonly serverRequests?: ServerRequestPolicy | undefined;
  /**
   * Decides about each call of a tool. By default a person’s own calls are made (those that can destroy something ask once
   * more), calls of a model or an app ask, and page code answers for itself: {@link defaultCallPolicy}.
   */
  readonly calls?: CallPolicy | undefined;
  /** Which tools may be called at all, whoever calls them. Default: all. */
  readonly tools?: ToolRules | undefined;
  /** Told of each call that would be made or asked about. When it returns false, the call is refused. */
  readonly onCall?: ((facts: CallFacts) => boolean) | undefined;
  /** Whose results the person sees before they go on: `['model']`, for one. Default: nobody’s. */
  readonly review?: readonly Initiator[] | undefined;
}

/** Whether a page says anything about calls of tools. */
export function decidesCalls({ calls, tools, onCall, review }: ApprovalPolicy): boolean {
  return (calls ?? tools ?? onCall ?? review) !== undefined;
}

/**
 * Where nobody said otherwise: the button that a person presses is their consent, except that a tool which its server
 * calls destructive, or does not speak of now, asks once more; page code answers for itself; whatever a model or an app
 * wants, the person sees first. What the person decided earlier holds, a consent only for what the server says now.
 */
export const defaultCallPolicy: CallPolicy = ({ annotations, definition, initiator, previous }) => {
  if (previous === 'deny') return 'deny';
  if (initiator === 'page') return 'allow';
  if (definition !== 'now' || previous === 'unread') return 'ask';
  if (previous === 'allow') return 'allow';
  return initiator === 'person' && hintsOf(annotations).destructive !== true ? 'allow' : 'ask';
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
  return { verdict: facts.initiator === 'person' && policy === defaultCallPolicy ? 'allow' : 'deny', why };
}

function reasonFor({ annotations, definition, initiator, previous }: CallFacts): CallReason {
  if (definition !== 'now') return definition;
  if (previous === 'changed' || previous === 'unread') return previous;
  if (hintsOf(annotations).destructive === true) return 'destructive';
  return initiator === 'model' || initiator === 'app' ? 'started-by' : 'policy';
}

function isForbidden({ tool, annotations, definition }: CallFacts, rules: ToolRules): boolean {
  if (rules.readOnly && (definition !== 'now' || hintsOf(annotations).readOnly !== true)) return true;
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

/** What a policy may look at. Data only, so that a decision can be tested as a table and shown to the person. */
export interface ServerRequestFacts {
  readonly method: ServerRequestMethod;
  /** For elicitation: a form, or a page to open. */
  readonly mode?: 'form' | 'url' | undefined;
  readonly host: string;
  readonly serverName: string;
  /** Whether page code can answer without the person. */
  readonly hasHandler: boolean;
  /** Whether there is a queue that shows questions to a person. */
  readonly hasPerson: boolean;
  /** For roots: whether the person keeps some of their own here (`capabilities` has `roots`). */
  readonly keepsRoots?: boolean | undefined;
}

/** `allow`: page code answers. `ask`: the person decides. `deny`: refused at once. */
export type Verdict = 'allow' | 'ask' | 'deny';
export type ServerRequestPolicy = (facts: ServerRequestFacts) => Verdict;

/**
 * Where nobody said otherwise: the person decides. Of roots they do where the page lets them keep some; elsewhere roots
 * come from page code or not at all. And where a page shows questions to nobody, its code is all there is to answer for it.
 */
export const defaultServerRequestPolicy: ServerRequestPolicy = ({
  method,
  hasHandler,
  hasPerson,
  keepsRoots = false,
}) => (hasPerson && (method !== 'roots/list' || keepsRoots) ? 'ask' : hasHandler ? 'allow' : 'deny');

/**
 * The verdict that holds. A page's policy can loosen much, but never these: opening a page always asks the person,
 * nothing is allowed that nobody can answer, and nobody is asked who is not there.
 */
export function decide(facts: ServerRequestFacts, policy: ServerRequestPolicy): Verdict {
  const verdict = policy(facts);
  const settled = verdict === 'allow' && (facts.mode === 'url' || !facts.hasHandler) ? 'ask' : verdict;
  return settled === 'ask' && !facts.hasPerson ? 'deny' : settled;
}
