import { isForbiddenByName, type NameRules, rulesFor } from './name-rules.js';
import { sitePolicy } from '../policy/site-policy.js';
import type { ServerRequestMethod, JsonObject, Initiator, ToolAnnotations } from '../protocol/model.js';

// The policy is set by page code when it connects. Nothing that a server or a person does changes it.

/**
 * The annotations of a tool as `true`, `false`, or undefined if the server sends none. They are unverified claims of
 * the server.
 */
export interface ToolHints {
  /** The tool changes nothing. */
  readonly readOnly: boolean | undefined;
  /** The tool can delete or overwrite something. */
  readonly destructive: boolean | undefined;
  /** Repeating the call changes nothing more. */
  readonly idempotent: boolean | undefined;
  /** The tool reaches systems outside its server. */
  readonly openWorld: boolean | undefined;
  /** The server claims that the tool only reads and that it is destructive. It counts as destructive. */
  readonly isContradictory: boolean;
}

/**
 * Interprets annotations; all code that needs them asks here. `destructiveHint` and `idempotentHint` have a meaning
 * only for tools that do not only read, so a read-only tool is not destructive. A tool that claims both counts as
 * destructive. A read-only tool may reach other systems; that is no contradiction.
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
 * The annotations that can be relied on: of two that contradict each other, the one that warns. Where the server has
 * not confirmed the definition, only annotations that warn.
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
 * The reason why a press of the button is not enough for a call: the tool `destroys` or `reaches out`, or may do so
 * because the server sends no annotation. For a call of a model or an app, a missing annotation counts as the
 * specification’s default, which is the worst case. For a person’s own press, missing annotations and reaching out are
 * accepted.
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
  /**
   * The server has not confirmed the definition: its list of tools does not arrive, is incomplete or cannot be read.
   */
  | 'unconfirmed'
  /** The server does not list the tool. */
  | 'unlisted'
  /** Earlier decisions cannot be read. */
  | 'unread'
  /** By its annotations, the tool can destroy something. */
  | 'destructive'
  /** No person started the call. */
  | 'started-by'
  /** It was allowed before, but the definition has changed. */
  | 'changed'
  /** The page’s policy asks. */
  | 'policy';

/** The input of a call policy. Only data, so that a policy can be tested with a table and shown to the person. */
export interface CallFacts {
  readonly tool: string;
  readonly arguments: JsonObject;
  /**
   * The server’s unverified claims about the tool; undefined if it makes none. If the definition is not confirmed, only
   * claims that warn.
   */
  readonly annotations: ToolAnnotations | undefined;
  /**
   * `now`: the server confirmed the definition in this visit, and it has not expired. `unconfirmed`: the server did not
   * answer in time. `unlisted`: the server does not list the tool.
   */
  readonly definition: 'now' | 'unconfirmed' | 'unlisted';
  readonly initiator: Initiator;
  readonly host: string;
  readonly serverName: string;
  /**
   * The person’s earlier decision about such calls. `changed`: it is no longer valid; `unconfirmed`: it was allowed,
   * but the definition is not confirmed; `unread`: it cannot be read.
   */
  readonly previous?: 'allow' | 'deny' | 'changed' | 'unconfirmed' | 'unread' | undefined;
  /** A person can be asked. */
  readonly hasPerson: boolean;
}

export type CallPolicy = (facts: CallFacts) => Verdict;

/** The data of a message before it is sent. A copy: changing it does not change the message. */
export interface OutgoingData {
  /** `tools/call`, `prompts/get`, `resources/read`, `completion/complete`, … */
  readonly method: string;
  /** The method's params; if `isAnswer`, the answer to the server's request of that method. */
  readonly params: JsonObject;
  readonly isAnswer: boolean;
  /** The initiator of the message; `page` for an answer too. */
  readonly initiator: Initiator;
  readonly host: string;
  readonly serverName: string;
}

/** @returns the reason why it must not be sent, in words for the person; undefined where it may */
export type BeforeSend = (data: OutgoingData) => string | undefined | Promise<string | undefined>;

/** Which tools may be called at all. In a name, `*` matches any characters. */
export interface ToolRules extends NameRules {
  /** Only tools that the server confirms to be read-only. */
  readonly readOnly?: boolean | undefined;
}

/**
 * The page’s policy for everything that would need a person. A part that is absent has its default. No part decides for
 * another: allowing the server’s requests does not allow the calls of a model.
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
   * Decides each server request: whether page code answers it, the person is asked, or it is refused. Default:
   * {@link defaultServerRequestPolicy}.
   */
  readonly serverRequests?: ServerRequestPolicy | undefined;
  /**
   * Decides each tool call. By default a person’s own calls are made (destructive ones are confirmed first), calls of a
   * model or an app are shown to the person, and calls of page code are made: {@link defaultCallPolicy}.
   */
  readonly calls?: CallPolicy | undefined;
  /** Which tools may be called at all, by any initiator. Default: all. */
  readonly tools?: ToolRules | undefined;
  /**
   * Which resources may be read, followed and completed, by URI, for any initiator. A URI is checked in each spelling
   * with the same meaning. Default: all.
   */
  readonly resources?: NameRules | undefined;
  /** Which prompts may be fetched and completed, by name, for any initiator. Default: all. */
  readonly prompts?: NameRules | undefined;
  /** Called for each call that would be made or shown to the person. When it returns false, the call is refused. */
  readonly onCall?: ((facts: CallFacts) => boolean) | undefined;
  /**
   * Called with all data for the server, just before it is sent and after the person agreed: arguments of tools and
   * prompts, URIs, texts to complete, `_meta`, and answers to the server's requests. Returns the reason why it must not
   * be sent, which the person sees; undefined lets it pass. If it throws, nothing is sent.
   * @example
   * beforeSend: ({ params }) =>
   *   /\b\d{4} \d{4} \d{4} \d{4}\b/.test(JSON.stringify(params)) ? 'It contains the number of a card.' : undefined,
   */
  readonly beforeSend?: BeforeSend | undefined;
  /** Initiators whose results the person sees before they receive them, for example `['model']`. Default: none. */
  readonly review?: readonly Initiator[] | undefined;
}

/** True if the policy of the page or site contains any rule for tool calls. */
export function decidesCalls({ calls, tools, onCall, beforeSend, review }: ApprovalPolicy): boolean {
  return (calls ?? tools ?? onCall ?? beforeSend ?? review ?? sitePolicy().tools) !== undefined;
}

/** True if the page or its site has rules for tools. */
export function hasToolRules({ tools }: ApprovalPolicy): boolean {
  return (tools ?? sitePolicy().tools) !== undefined;
}

/** True if the page or its site allows only read-only tools. */
export function isReadOnly({ tools }: ApprovalPolicy): boolean {
  return rulesFor('tools', { tools }).some(({ readOnly }) => readOnly === true);
}

/**
 * The default policy for calls. A person’s press of the button is their consent, except for a tool that is destructive
 * or not confirmed, where they are asked again. Calls of page code are made. Calls of a model or an app are shown to
 * the person. Earlier decisions are followed; a permission only while the definition is confirmed.
 */
export const defaultCallPolicy: CallPolicy = ({ annotations, definition, initiator, previous }) => {
  if (previous === 'deny') return 'deny';
  if (initiator === 'page') return 'allow';
  if (definition !== 'now' || previous === 'unread') return 'ask';
  if (previous === 'allow') return 'allow';
  return initiator === 'person' && hintsOf(annotations).destructive !== true ? 'allow' : 'ask';
};

/**
 * The final verdict, and its reason. A prohibition of the page or its site is final. Without a person, `ask` becomes
 * `deny`, or under the default policy `allow` for a call that a person started.
 */
export function decideCall(
  facts: CallFacts,
  policy: CallPolicy,
  rules: ToolRules | undefined,
): { readonly verdict: Verdict; readonly why: CallReason } {
  const why = reasonFor(facts);
  if (isForbidden(facts, rules)) return { verdict: 'deny', why: 'policy' };
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

/** True if the page or its site forbids every call of a tool. */
export function isForbidden(
  { tool, annotations, definition }: Pick<CallFacts, 'tool' | 'annotations' | 'definition'>,
  rules: ToolRules | undefined,
): boolean {
  if (isReadOnly({ tools: rules }) && (definition !== 'now' || hintsOf(annotations).readOnly !== true)) return true;
  return isForbiddenByName('tools', tool, { tools: rules });
}

/**
 * The input of a policy for server requests. Only data, so that a policy can be tested with a table and shown to the
 * person.
 */
export interface ServerRequestFacts {
  readonly method: ServerRequestMethod;
  /** For elicitation: a form, or a URL to open. */
  readonly mode?: 'form' | 'url' | undefined;
  readonly host: string;
  readonly serverName: string;
  /** Page code can answer without the person. */
  readonly hasHandler: boolean;
  /** A queue shows requests to a person. */
  readonly hasPerson: boolean;
  /** For roots: whether the person can choose roots here (`capabilities` contains `roots`). */
  readonly keepsRoots?: boolean | undefined;
}

/** `allow`: page code answers. `ask`: the person decides. `deny`: refused at once. */
export type Verdict = 'allow' | 'ask' | 'deny';
export type ServerRequestPolicy = (facts: ServerRequestFacts) => Verdict;

/**
 * The default policy for server requests. The person decides. Roots are decided by the person if the page lets them
 * choose roots, otherwise by page code or not at all. Without a queue, page code answers if it can.
 */
export const defaultServerRequestPolicy: ServerRequestPolicy = ({
  method,
  hasHandler,
  hasPerson,
  keepsRoots = false,
}) => (hasPerson && (method !== 'roots/list' || keepsRoots) ? 'ask' : hasHandler ? 'allow' : 'deny');

/**
 * The final verdict. For any policy: a URL is never opened without asking the person, nothing is allowed that no code
 * can answer, and without a person there is no question.
 */
export function decide(facts: ServerRequestFacts, policy: ServerRequestPolicy): Verdict {
  const verdict = policy(facts);
  const settled = verdict === 'allow' && (facts.mode === 'url' || !facts.hasHandler) ? 'ask' : verdict;
  return settled === 'ask' && !facts.hasPerson ? 'deny' : settled;
}
