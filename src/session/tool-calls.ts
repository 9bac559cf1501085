import {
  type AuthorizedBy,
  type AuditLog,
  type NewAuditEntry,
  previewOf,
  type AuditedValue,
  type AuditEntry,
} from '../approvals/audit-log.js';
import {
  type CoveredTools,
  coveredWith,
  definitionOf,
  type PreviousDecision,
  type GrantedCall,
  isSameDefinition,
} from '../approvals/grants.js';
import {
  type CallFacts,
  type CallPolicy,
  type CallReason,
  trustedAnnotations,
  decideCall,
  defaultCallPolicy,
  hintsOf,
  isForbiddenByName,
  type ToolRules,
  type Verdict,
} from '../approvals/policy.js';
import type { ApprovalQueue } from '../approvals/queue.js';
import type { RequestingServer, CallDecision, ToolCallQuestion, ToolResultQuestion } from '../approvals/types.js';
import type { Remember } from '../approvals/grants.js';
import { asMcpError, errorTextOf, McpError } from '../errors.js';
import { readTool } from '../protocol/decode/server.js';
import type { JsonObject, Initiator, ServerProfile, Tool, ToolResult } from '../protocol/model.js';
import { requestingServerOf, type SessionPermissions } from './approvals.js';
import type { Readable } from '../util/store.js';
import { notOpen } from './connection.js';
import { itemsOf } from './list-state.js';
import type { Confirming } from './lists.js';
import type { SessionContext } from './context.js';
import type { SessionState } from './options.js';
import type { SessionSecrets } from './redaction.js';
import type { CallOptions, SendCall } from './requester.js';
import type { Tools } from './tools.js';
import { errorText } from './error-texts.js';

/**
 * Milliseconds that a call waits for the server to say what its tool is, where that is not known for now. A person may
 * be waiting, so it is short; after it they are asked, and told that the server did not say.
 */
const DEFINITION_WAIT_MS = 3000;

/**
 * Milliseconds for which a list counts that was just read, also where its server says that it does not hold: for a
 * press on what is shown, and after a decision about it. Nobody waits for the same list twice.
 */
const LIST_JUST_READ_MS = 10_000;

/** What is known of a tool that is to be called. */
interface DescribedTool extends Pick<CallFacts, 'definition'> {
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
async function describeTool(
  tools: Tools,
  name: string,
  { before, ...how }: Omit<Confirming, 'withinMs'> & { readonly before?: DescribedTool | undefined },
): Promise<DescribedTool> {
  return described(tools, name, await tools.confirm({ ...how, withinMs: DEFINITION_WAIT_MS }), before);
}

/** The same without asking, where nothing rests on it. */
function knownTool(tools: Tools, name: string, before?: DescribedTool): DescribedTool {
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

/** Whether what a person decided about is what there is now. What they were told of is no news to them. */
function isStill(shown: DescribedTool, now: DescribedTool): boolean {
  if (!isSameDefinition(shown.tool, now.tool)) return false;
  if (now.definition === 'now' || now.definition === shown.definition) return true;
  return shown.definition !== 'now' && (now.definition === 'unconfirmed' || shown.saidAt === 'never');
}

/** As much of a session as a call of a tool needs. */
interface CallingSession extends SessionContext {
  readonly permissions: SessionPermissions;
  readonly state: Readable<SessionState>;
  /** @throws McpError `closed` where it was never met */
  readonly server: ServerProfile;
  readonly tools: Tools;
  connect(): Promise<void>;
}

/** Notes what becomes of one call of a tool. */
class CallAudit {
  readonly #record: AuditLog;
  readonly #session: CallingSession;
  readonly #secrets: SessionSecrets;
  readonly #server: string;
  readonly #tool: string;
  readonly #initiator: Initiator;
  /** As it was wanted, before anybody edited anything. */
  readonly #wanted: JsonObject;
  readonly #onProblem: (problem: McpError) => void;
  #asked = Date.now();

  constructor(
    session: CallingSession,
    { auditLog, server }: ReturnType<SessionPermissions['now']>,
    { name, initiator = 'page', args, onProblem }: Omit<WantedCall, 'send'>,
  ) {
    this.#onProblem = onProblem;
    this.#record = auditLog;
    this.#session = session;
    this.#secrets = session.secrets;
    this.#server = server;
    this.#tool = name;
    this.#initiator = initiator;
    this.#wanted = args;
  }

  /** A question is put now. */
  asked(): void {
    this.#asked = Date.now();
  }

  refused(consent: AuthorizedBy, grant?: string): void {
    this.#note('tool-call', 'refused', consent, { shown: this.#preview(this.#wanted), ...(grant && { grant }) });
  }

  /** Nobody decided in time. */
  withdrawn(): void {
    this.#note('tool-call', 'withdrawn', 'person', { shown: this.#preview(this.#wanted) });
  }

  /** The call is made now, on that word. Its end is noted when it comes. */
  async made(
    consent: AuthorizedBy,
    args: JsonObject,
    grant: string | undefined,
    send: () => Promise<ToolResult>,
  ): Promise<ToolResult> {
    const id = this.#note('tool-call', 'allowed', consent, {
      shown: this.#preview(this.#wanted),
      ...(args !== this.#wanted && isOther(args, this.#wanted) && { given: this.#preview(args) }),
      ...(grant && { grant }),
    });
    const start = Date.now();
    const end = (outcome: AuditEntry['outcome']): void => this.#record.end(id, outcome, Date.now() - start);
    let result: ToolResult;
    try {
      result = await send();
    } catch (error) {
      end('failed');
      throw error;
    }
    end(result.isError ? 'tool-error' : 'done');
    // Whoever sees a result finds in the audit log how it came about, also where the page goes at once.
    const problem = await this.#record.stored(id);
    if (problem) this.#onProblem(problem);
    return result;
  }

  /** The person saw the result, and it went on or did not. */
  async reviewed(decision: Promise<{ readonly allowed: boolean }>, result: ToolResult): Promise<void> {
    const { redactor } = this.#secrets;
    const text = result.content.find((block) => block.type === 'text');
    const shown = previewOf(
      { result: text && 'text' in text ? text.text : `${result.content.length} parts` },
      { redactor },
    );
    const answer = await decision.then(
      ({ allowed }) => (allowed ? ('allowed' as const) : ('refused' as const)),
      () => 'withdrawn' as const,
    );
    this.#note('tool-result', answer, 'person', { shown });
  }

  #note(
    kind: NewAuditEntry['kind'],
    answer: NewAuditEntry['answer'],
    consent: AuthorizedBy,
    more: Pick<NewAuditEntry, 'shown' | 'given' | 'grant'>,
  ): string {
    const requestingServer = this.#asker();
    const { redactor } = this.#secrets;
    const serverName = redactor.without(requestingServer?.server.title ?? requestingServer?.server.name ?? '', true);
    return this.#record.add({
      server: this.#server,
      serverName,
      host: requestingServer?.host ?? hostIn(this.#session.url),
      kind,
      about: redactor.without(this.#tool, true),
      initiator: this.#initiator,
      answer,
      authorizedBy: consent,
      at: this.#asked,
      decidedAfter: Date.now() - this.#asked,
      ...more,
    });
  }

  /** Without what is secret by the schema of the tool, by its name or in the session. */
  #preview(args: JsonObject): readonly AuditedValue[] {
    const { redactor } = this.#secrets;
    const { input: schema, isShown } = this.#secrets.schemasOf('tools/call', this.#tool) ?? {};
    return previewOf(args, { schema, redactor, isShown });
  }

  /** Undefined before the server was met. */
  #asker(): RequestingServer | undefined {
    const state = this.#session.state.get();
    return 'server' in state && state.server ? requestingServerOf(state.server) : undefined;
  }
}

function hostIn(url: string): string {
  return new URL(url).host;
}

function isOther(one: JsonObject, other: JsonObject): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

/**
 * Times that a call looks at what its tool is. A server that says something else each time would have the person asked
 * for ever; the call fails.
 */
const MAX_DEFINITION_LOOKS = 5;

/** A call that is to be made. */
interface WantedCall extends Pick<CallOptions, 'initiator' | 'signal'> {
  readonly name: string;
  readonly args: JsonObject;
  readonly send: SendCall;
  /** Told where the call went well and something about it did not. */
  readonly onProblem: (problem: McpError) => void;
}

/** What a person was shown, and what they want remembered of their consent to it. */
interface Shown extends DescribedTool {
  readonly remember: Remember | undefined;
  readonly covered: CoveredTools | undefined;
}

/**
 * Makes a call where it may be made: by the rules of the page, by what the person decided earlier, or by what they decide
 * now, with the arguments as they edited them. What they allowed earlier, that the tool reads only and that it is not
 * destructive all rest on what the server says now; where it does not say, the person is asked.
 * @throws McpError `declined` when it may not be made, or its result may not go on
 */
export async function authorizeCall(session: CallingSession, wanted: WantedCall): Promise<ToolResult> {
  const { options, permissions } = session;
  const { name, initiator = 'page', signal } = wanted;
  let { args } = wanted;
  const { approvals, policy: { calls: policy = defaultCallPolicy, tools: rules, review = [], onCall } = {} } = options;
  let decisions = permissions.now();
  const record = new CallAudit(session, decisions, wanted);
  // Page code answers for itself, unless the page says otherwise.
  if (initiator === 'page' && policy === defaultCallPolicy && !rules)
    return reviewed(await record.made('page', args, undefined, () => wanted.send(args)));
  const { phase } = session.state.get();
  if (phase === 'connecting') {
    await session.connect();
    // Somebody may have signed in to connect.
    decisions = permissions.now();
  } else if (phase !== 'ready') throw notOpen();
  if (rules && isForbiddenByName(name, rules)) {
    record.refused('policy');
    throw refusal(name, 'policy');
  }
  const { grants } = decisions;
  const requestingServer = requestingServerOf(session.server);
  let shown: Shown | undefined;
  let isAnnounced = false;
  for (let looks = 0; looks < MAX_DEFINITION_LOOKS; looks++) {
    // oxlint-disable-next-line no-await-in-loop -- each round is for what changed during the one before
    const result = await decided(looks > 0);
    if (result) return reviewed(result);
  }
  record.refused('policy');
  throw new McpError('declined', errorText('session.toolKeepsChanging', { tool: name }), {
    remedy: errorText('session.callWhenStable'),
  });

  /** One round: decides about the tool as it is now. The result; undefined where something changed, so that another follows. */
  async function decided(isAgain: boolean): Promise<ToolResult | undefined> {
    let now = await look(isAgain, shown);
    const call: GrantedCall = {
      server: decisions.server,
      serverName: session.server.name,
      tool: now.tool,
      arguments: args,
      tools: shown?.covered?.tools ?? [],
      isConfirmed: now.definition === 'now',
    };
    // What a person agrees to is what they were shown: a tool that changed meanwhile is asked about once more.
    if (shown && isStill(shown, now)) {
      if (shown.remember) await grants.remember(call, 'allow', shown.remember);
      return made('person', undefined, now);
    }
    const earlier = await grants.find(call);
    now = withGranted(now, earlier);
    const facts: CallFacts = {
      tool: name,
      annotations: trustedAnnotations(now.tool.annotations, now.definition === 'now'),
      definition: now.definition,
      arguments: args,
      initiator,
      host: requestingServer.host,
      serverName: requestingServer.server.name,
      previous: shown && earlier?.verdict !== 'deny' ? 'changed' : earlier?.verdict,
      hasPerson: approvals?.isShown === true,
    };
    const { verdict, why } = shown ? stricterVerdict(facts, policy, rules) : decideCall(facts, policy, rules);
    const isPrevented = verdict !== 'deny' && !isAnnounced && onCall?.(facts) === false;
    isAnnounced = true;
    if (isPrevented) {
      record.refused('policy');
      throw refusal(name, 'policy');
    }
    const { consent, grant } = onWhoseWord(facts, verdict, why, policy, earlier);
    if (verdict === 'deny') {
      record.refused(consent, grant);
      throw refusal(name, why, facts, rules);
    }
    if (verdict === 'allow' || !approvals) {
      // News may have come while the earlier decision was read.
      if (now.definition === 'now' && !session.tools.isConfirmed(LIST_JUST_READ_MS)) return undefined;
      return made(consent, grant, now);
    }
    const isSaid = now.definition === 'now';
    const fallen = earlier?.verdict === 'changed' ? earlier.grant.definition : undefined;
    const before = isSaid ? (shown ? definitionOf(shown.tool) : fallen) : undefined;
    const covered = isSaid ? coveredWith(now.tool, now.listed) : undefined;
    const asked = { tool: now.tool, arguments: args, initiator };
    const lastSaid = isSaid ? undefined : now.saidAt;
    record.asked();
    const decision: CallDecision = await put(
      { kind: 'tool-call', asked, why, before, lastSaid, covered },
      approvals,
    ).catch((error: unknown) => {
      record.withdrawn();
      throw error;
    });
    if (!decision.allowed) {
      if (decision.remember) await grants.remember(call, 'deny', decision.remember);
      record.refused('person');
      throw new McpError('declined', errorText('session.callDeclined', { tool: name }));
    }
    args = decision.arguments ?? args;
    shown = { ...now, remember: decision.remember, covered };
    return undefined;
  }

  /** What the tool is now. The server is asked for it only where something rests on that. */
  async function look(isAgain: boolean, before?: DescribedTool): Promise<DescribedTool> {
    const isPerson = initiator === 'person';
    const rests =
      policy !== defaultCallPolicy || rules?.readOnly || (isPerson ? approvals?.isShown : initiator !== 'page');
    if (!rests) return knownTool(session.tools, name, before);
    // Nobody who agreed although the server did not say waits for it once more.
    const known = knownTool(session.tools, name, before);
    if (before?.definition === 'unconfirmed' && isStill(before, known)) return known;
    const justReadMs = isPerson || isAgain ? LIST_JUST_READ_MS : 0;
    return describeTool(session.tools, name, { justReadMs, signal, before });
  }

  /** The result; undefined where the server refused the call unread, and the tool is another one by now. */
  async function made(
    consent: AuthorizedBy,
    grant: string | undefined,
    described: DescribedTool,
  ): Promise<ToolResult | undefined> {
    let isOther = false;
    const mayGoOn = async (): Promise<boolean> => {
      isOther = !isStill(described, await look(true, described));
      return !isOther;
    };
    try {
      return await record.made(consent, args, grant, () => wanted.send(args, mayGoOn));
    } catch (error) {
      if (!isOther) throw error;
      return undefined;
    }
  }

  /** Asks the person, for as long as the call is wanted and there is somebody to send it to. */
  async function put(question: ToolCallQuestion | ToolResultQuestion, queue: ApprovalQueue): Promise<CallDecision> {
    const left = new AbortController();
    const isLeft = (state: SessionState): void => {
      if (state.phase === 'failed') left.abort(state.error);
      if (state.phase === 'closed') left.abort(new McpError('closed', errorText('session.closed')));
    };
    const end = session.state.subscribe(isLeft);
    isLeft(session.state.get());
    const life = wanted.signal ? AbortSignal.any([wanted.signal, left.signal]) : left.signal;
    return queue.addCall(question, requestingServerOf(session.server), life).finally(end);
  }

  /** The result, once the person has seen it where that is wanted. */
  async function reviewed(result: ToolResult): Promise<ToolResult> {
    if (!approvals?.isShown || !review.includes(initiator)) return result;
    const asked = { tool: name, initiator, result };
    record.asked();
    const decision = put({ kind: 'tool-result', asked }, approvals);
    void record.reviewed(decision, result);
    const { allowed } = await decision.catch((error: unknown) => {
      throw withheldResult(name, asMcpError(error));
    });
    if (allowed) return result;
    throw new McpError('declined', errorText('session.resultKeptBack', { tool: name }));
  }
}

/** Of a tool that no list has now: as the person allowed it. It lay in a store, so it is read like anything of a server. */
function withGranted(now: DescribedTool, earlier: PreviousDecision | undefined): DescribedTool {
  if (now.saidAt !== 'never' || earlier?.verdict !== 'unconfirmed') return now;
  const tool = readTool(earlier.grant.definition);
  return typeof tool === 'object' && tool.name === now.tool.name ? { ...now, tool, saidAt: earlier.grant.at } : now;
}

/** What was shown is not what there is: nothing but another look at it lets the call be made. */
function stricterVerdict(
  facts: CallFacts,
  policy: CallPolicy,
  rules: ToolRules | undefined,
): ReturnType<typeof decideCall> {
  const { verdict, why } = decideCall(facts, policy, rules);
  return { verdict: verdict === 'allow' ? (facts.hasPerson ? 'ask' : 'deny') : verdict, why };
}

/** On whose word a call is made, or not, that nobody is asked about now. */
function onWhoseWord(
  { initiator, annotations, hasPerson }: CallFacts,
  verdict: Verdict,
  why: CallReason,
  policy: CallPolicy,
  earlier: PreviousDecision | undefined,
): { readonly consent: AuthorizedBy; readonly grant?: string | undefined } {
  const remembered = { consent: 'remembered', grant: earlier?.grant?.id } as const;
  if (verdict === 'deny') {
    if (earlier?.verdict === 'deny') return remembered;
    return { consent: why === 'policy' || hasPerson ? 'policy' : 'nobody' };
  }
  if (initiator === 'page') return { consent: 'page' };
  // A policy of the page's own may have looked at anything.
  if (policy !== defaultCallPolicy) return { consent: 'policy' };
  const isByButton = initiator === 'person' && hintsOf(annotations).destructive !== true;
  if (!isByButton && earlier?.verdict === 'allow') return remembered;
  return { consent: 'button' };
}

/** Why the result of a call goes to nobody: also that it was made, or it would be made again. */
function withheldResult(name: string, error: McpError): McpError {
  if (error.code !== 'load') return error;
  return new McpError('load', errorText('session.resultNotShown', { tool: name, problem: errorTextOf(error) }), {
    cause: error,
    remedy: error.remedyText,
  });
}

function refusal(name: string, why: CallReason, facts?: CallFacts, rules?: ToolRules): McpError {
  if (facts?.previous === 'deny')
    return new McpError('declined', errorText('session.toolRefusedEarlier', { tool: name }), {
      remedy: errorText('session.takeBackDecision'),
    });
  if (facts && rules?.readOnly && facts.definition === 'unconfirmed')
    return new McpError('declined', errorText('session.readOnlyUnconfirmed', { tool: name }), {
      remedy: errorText('session.callWhenListed'),
    });
  if (!facts || why === 'policy' || facts.hasPerson)
    return new McpError('declined', errorText('session.toolNotAllowed', { tool: name }));
  const remedy = errorText('session.addApprovalQueue');
  if (why === 'unconfirmed') {
    const key = facts.previous === 'unconfirmed' ? 'session.permissionUnconfirmed' : 'session.toolUnconfirmed';
    return new McpError('declined', errorText(key, { tool: name }), {
      remedy: errorText('session.callWhenListedOrAddQueue'),
    });
  }
  if (why === 'unlisted')
    return new McpError('declined', errorText('session.toolUnlisted', { tool: name }), { remedy });
  return new McpError('declined', errorText('session.consentNeeded', { tool: name }), { remedy });
}
