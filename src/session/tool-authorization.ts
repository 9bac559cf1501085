import type { AuthorizedBy } from '../approvals/audit-entry.js';
import {
  type Grant,
  type CoveredTools,
  coveredWith,
  definitionOf,
  type GrantedCall,
  isSameDefinition,
  type PreviousDecision,
  type Remember,
} from '../approvals/grants.js';
import {
  type ApprovalPolicy,
  type CallFacts,
  type CallPolicy,
  type CallReason,
  decideCall,
  defaultCallPolicy,
  hasToolRules,
  hintsOf,
  isReadOnly,
  type ToolRules,
  trustedAnnotations,
  type Verdict,
} from '../approvals/policy.js';
import { isForbiddenByName } from '../approvals/name-rules.js';
import type { ApprovalQueue } from '../approvals/queue.js';
import type { CallDecision, RequestingServer, ToolCallQuestion, ToolResultQuestion } from '../approvals/types.js';
import { asMcpError, errorTextOf, McpError } from '../errors.js';
import { whileHeld } from '../jsonrpc/call-clock.js';
import type { Initiator, JsonObject, ServerProfile, ToolResult } from '../protocol/model.js';
import type { Readable } from '../util/store.js';
import { requestingServerOf, type SessionPermissions } from './approvals.js';
import { CallAudit } from './call-audit.js';
import { notOpen } from './connection.js';
import type { SessionContext } from './context.js';
import { errorText } from './error-texts.js';
import type { SessionState } from './options.js';
import { requireSendable } from './outgoing-check.js';
import { readRequestMeta, withMeta } from './request-meta.js';
import type { CallAuthorization, Permit, WantedCall } from './requester.js';
import {
  type DescribedTool,
  describeTool,
  isStill,
  knownTool,
  LIST_JUST_READ_MS,
  withGranted,
} from './tool-definition.js';
import type { Tools } from './tools.js';

/** As much of a session as a call of a tool needs. */
interface CallingSession extends SessionContext {
  readonly permissions: SessionPermissions;
  readonly state: Readable<SessionState>;
  /** @throws McpError `closed` before the handshake */
  readonly server: ServerProfile;
  readonly tools: Tools;
  connect(): Promise<void>;
}

/** A permission, and on whose word. */
interface ToolPermit extends Permit {
  readonly authorizedBy: AuthorizedBy;
  readonly grant?: string | undefined;
  /** True once the server described another tool than the one that was allowed. */
  readonly hasEnded: () => boolean;
}

/** The tool as the person saw it, and their choice to remember the consent. */
interface ShownTool extends DescribedTool {
  readonly remember: Remember | undefined;
  readonly covered: CoveredTools | undefined;
}

/**
 * Decides about one call of a tool: by the policy of the page, by an earlier decision of the person, or by a new one,
 * with the arguments as they edited them. A permission and the annotations of a tool (read-only, not destructive) count
 * only for the server's current list; if that is not known, the person is asked.
 */
export class ToolCallAuthorization implements CallAuthorization<ToolPermit> {
  readonly #session: CallingSession;
  readonly #wanted: WantedCall;
  readonly #initiator: Initiator;
  readonly #policy: ApprovalPolicy;
  readonly #callPolicy: CallPolicy;
  readonly #queue: ApprovalQueue | undefined;
  readonly #audit: CallAudit;
  #decisions: ReturnType<SessionPermissions['now']>;
  /** The arguments as requested, later as the person edited them. */
  #args: JsonObject;
  /** The tool as the person saw it when they agreed. */
  #shown: ShownTool | undefined;
  /** `policy.onCall` has been called for this call. */
  #isAnnounced = false;

  /** @param onProblem called if the call was made but its entry in the audit log could not be stored */
  constructor(session: CallingSession, wanted: WantedCall, onProblem: (problem: McpError) => void) {
    const { approvals, policy = {} } = session.options;
    this.#session = session;
    this.#wanted = wanted;
    this.#initiator = wanted.initiator ?? 'page';
    this.#policy = policy;
    this.#callPolicy = policy.calls ?? defaultCallPolicy;
    this.#queue = approvals;
    this.#args = wanted.args;
    this.#decisions = session.permissions.now();
    this.#audit = new CallAudit(session, this.#decisions, { ...wanted, initiator: this.#initiator, onProblem });
  }

  async decide(isAgain: boolean): Promise<ToolPermit | undefined> {
    if (!isAgain) {
      // Before the question to the person: a call that cannot be sent needs no consent.
      readRequestMeta(this.#wanted.meta);
      // Page code is trusted, unless the page has a policy.
      if (this.#initiator === 'page' && this.#callPolicy === defaultCallPolicy && !hasToolRules(this.#policy)) {
        await this.#requireSendable();
        return { args: this.#args, authorizedBy: 'page', hasEnded: () => false };
      }
      await this.#connect();
      this.#refuseForbiddenName();
    }
    return this.#judgeTool(isAgain);
  }

  async record(permit: ToolPermit, send: () => Promise<ToolResult>): Promise<ToolResult | undefined> {
    try {
      return await this.#audit.recordCall(permit, send);
    } catch (error) {
      if (!permit.hasEnded()) throw error;
      return undefined;
    }
  }

  giveUp(): McpError {
    this.#audit.noteRefusal('policy');
    return new McpError('declined', errorText('session.toolKeepsChanging', { tool: this.#wanted.name }), {
      remedy: errorText('session.callWhenStable'),
    });
  }

  async #connect(): Promise<void> {
    const { phase } = this.#session.state.get();
    if (phase === 'connecting' || phase === 'lost') {
      await this.#session.connect();
      // The person may have signed in to connect: their decisions are others.
      this.#decisions = this.#session.permissions.now();
    } else if (phase !== 'ready') throw notOpen();
  }

  #refuseForbiddenName(): void {
    const { name } = this.#wanted;
    if (!isForbiddenByName('tools', name, this.#policy)) return;
    this.#audit.noteRefusal('policy');
    throw refusal(name, 'policy');
  }

  /** Decides about the tool as it is now. @returns undefined where the person was asked, or something changed */
  async #judgeTool(isAgain: boolean): Promise<ToolPermit | undefined> {
    const listed = await this.#describeTool(isAgain, this.#shown);
    const call = this.#makeGrantedCall(listed);
    this.#refuseChanged(listed);
    const { grants } = this.#decisions;
    // A person agrees to the tool as they saw it. A tool that changed meanwhile needs a new question.
    if (this.#shown && isStill(this.#shown, listed)) {
      if (this.#shown.remember) await grants.remember(call, 'allow', this.#shown.remember);
      return this.#makePermit('person', undefined, listed);
    }
    const previous = await grants.find(call);
    const tool = withGranted(listed, previous);
    const facts = this.#factsOf(tool, previous);
    const { tools: rules } = this.#policy;
    const decide = this.#shown ? stricterVerdict : decideCall;
    const { verdict, why } = decide(facts, this.#callPolicy, rules);
    this.#announce(facts, verdict);
    const { authorizedBy, grant } = authorizationOf(facts, verdict, why, this.#callPolicy, previous);
    if (verdict === 'deny') {
      this.#audit.noteRefusal(authorizedBy, grant);
      throw refusal(this.#wanted.name, why, facts, isReadOnly(this.#policy));
    }
    if (verdict === 'allow' || !this.#queue) {
      // The list may have changed while the previous decision was read.
      if (tool.definition === 'now' && !this.#session.tools.isConfirmed(LIST_JUST_READ_MS)) return undefined;
      if (authorizedBy === 'remembered' && previous?.verdict === 'allow') this.#tellUnasked(previous.grant);
      return this.#makePermit(authorizedBy, grant, tool);
    }
    await this.#askPerson(this.#queue, { tool, why, previous, call });
    return undefined;
  }

  /** Shows the first use of a permission since the page opened: the person may have forgotten it. */
  #tellUnasked(grant: Grant): void {
    const { grants } = this.#decisions;
    if (!this.#queue || !grants.isFirstUse(grant)) return;
    this.#queue.noteUnasked({
      id: grant.id,
      tool: this.#wanted.name,
      initiator: this.#initiator,
      requestingServer: this.#requestingServer,
      allowedAt: grant.at,
      takeBack: () => grants.revoke(grant.id),
    });
  }

  /** Arguments for one definition are not sent to another, unless the person was shown it. @throws McpError `declined` */
  #refuseChanged({ definition, tool }: DescribedTool): void {
    const { name, definition: filledFor } = this.#wanted;
    if (!filledFor || this.#shown || definition !== 'now' || isSameDefinition(filledFor, tool)) return;
    this.#audit.noteRefusal('policy');
    throw new McpError('declined', errorText('session.toolChangedMeanwhile', { tool: name }), {
      remedy: errorText('session.checkArgumentsAgain'),
    });
  }

  /** Calls `policy.onCall`, once. @throws McpError `declined` if it prevents the call */
  #announce(facts: CallFacts, verdict: Verdict): void {
    if (verdict === 'deny' || this.#isAnnounced) {
      this.#isAnnounced = true;
      return;
    }
    this.#isAnnounced = true;
    if (this.#policy.onCall?.(facts) !== false) return;
    this.#audit.noteRefusal('policy');
    throw refusal(this.#wanted.name, 'policy');
  }

  /** @throws McpError `declined` if the person refuses; the reason if there is no decision in time */
  async #askPerson(
    queue: ApprovalQueue,
    {
      tool,
      why,
      previous,
      call,
    }: { tool: DescribedTool; why: CallReason; previous: PreviousDecision | undefined; call: GrantedCall },
  ): Promise<void> {
    const isConfirmed = tool.definition === 'now';
    const granted = previous?.verdict === 'changed' ? previous.grant.definition : undefined;
    const before = isConfirmed ? (this.#shown ? definitionOf(this.#shown.tool) : granted) : undefined;
    const covered = isConfirmed ? coveredWith(tool.tool, tool.listed) : undefined;
    const asked = { tool: tool.tool, arguments: this.#args, initiator: this.#initiator };
    const lastSaid = isConfirmed ? undefined : tool.saidAt;
    this.#audit.noteQuestion();
    const decision = await this.#putQuestion(queue, { kind: 'tool-call', asked, why, before, lastSaid, covered }).catch(
      (error: unknown) => {
        this.#audit.noteWithdrawal();
        throw error;
      },
    );
    if (!decision.allowed) {
      if (decision.remember) await this.#decisions.grants.remember(call, 'deny', decision.remember);
      this.#audit.noteRefusal('person');
      const key = this.#initiator === 'person' ? 'session.ownCallDeclined' : 'session.callDeclined';
      throw new McpError('declined', errorText(key, { tool: this.#wanted.name }));
    }
    this.#args = decision.arguments ?? this.#args;
    this.#shown = { ...tool, remember: decision.remember, covered };
  }

  #makeGrantedCall({ tool, definition }: DescribedTool): GrantedCall {
    return {
      server: this.#decisions.server,
      serverName: this.#session.server.name,
      tool,
      arguments: this.#args,
      tools: this.#shown?.covered?.tools ?? [],
      isConfirmed: definition === 'now',
      isOwnPress: this.#initiator === 'person',
    };
  }

  #factsOf({ tool, definition }: DescribedTool, previous: PreviousDecision | undefined): CallFacts {
    const { server, host } = this.#requestingServer;
    return {
      tool: this.#wanted.name,
      annotations: trustedAnnotations(tool.annotations, definition === 'now'),
      definition,
      arguments: this.#args,
      initiator: this.#initiator,
      host,
      serverName: server.name,
      previous: this.#shown && previous?.verdict !== 'deny' ? 'changed' : previous?.verdict,
      hasPerson: this.#queue?.isShown === true,
    };
  }

  get #requestingServer(): RequestingServer {
    return requestingServerOf(this.#session.server);
  }

  /** The current definition of the tool. Asks the server for its list only if the decision depends on it. */
  async #describeTool(isAgain: boolean, before?: DescribedTool): Promise<DescribedTool> {
    const { name, signal } = this.#wanted;
    const { tools } = this.#session;
    const isPerson = this.#initiator === 'person';
    const known = knownTool(tools, name, before);
    const isNeeded =
      this.#callPolicy !== defaultCallPolicy ||
      isReadOnly(this.#policy) ||
      (isPerson ? this.#queue?.isShown : this.#initiator !== 'page');
    if (!isNeeded) return known;
    // A person who agreed to an unconfirmed definition does not wait for the server again.
    if (before?.definition === 'unconfirmed' && isStill(before, known)) return known;
    const justReadMs = isPerson || isAgain ? LIST_JUST_READ_MS : 0;
    return describeTool(tools, name, { justReadMs, signal, before });
  }

  async #makePermit(
    authorizedBy: AuthorizedBy,
    grant: string | undefined,
    described: DescribedTool,
  ): Promise<ToolPermit> {
    await this.#requireSendable();
    let hasChanged = false;
    const stillHolds = async (): Promise<boolean> => {
      hasChanged = !isStill(described, await this.#describeTool(true, described));
      return !hasChanged;
    };
    return { args: this.#args, authorizedBy, grant, stillHolds, hasEnded: () => hasChanged };
  }

  /** Passes the arguments to `policy.beforeSend`. @throws McpError `declined` if the page refuses to send them */
  async #requireSendable(): Promise<void> {
    const { name, signal, meta } = this.#wanted;
    const params = withMeta({ name, arguments: this.#args }, { ...this.#session.options.meta, ...meta });
    const outgoing = { method: 'tools/call', params, initiator: this.#initiator, signal };
    await requireSendable(outgoing, this.#policy, this.#session.server).catch((error: unknown) => {
      this.#audit.noteRefusal('policy');
      throw error;
    });
  }

  /** Asks the person, for as long as the call is wanted and the session is open. */
  async #putQuestion(queue: ApprovalQueue, question: ToolCallQuestion | ToolResultQuestion): Promise<CallDecision> {
    const { state, server } = this.#session;
    const { signal } = this.#wanted;
    const ended = new AbortController();
    const onState = (now: SessionState): void => {
      if (now.phase === 'failed') ended.abort(now.error);
      if (now.phase === 'closed') ended.abort(new McpError('closed', errorText('session.closed')));
    };
    const stop = state.subscribe(onState);
    onState(state.get());
    const life = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
    return whileHeld([this.#wanted.clock], () => queue.addCall(question, requestingServerOf(server), life)).finally(
      stop,
    );
  }

  async release(result: ToolResult): Promise<ToolResult> {
    const { name } = this.#wanted;
    const queue = this.#queue;
    if (!queue?.isShown || !this.#policy.review?.includes(this.#initiator)) return result;
    this.#audit.noteQuestion();
    const decision = this.#putQuestion(queue, {
      kind: 'tool-result',
      asked: { tool: name, initiator: this.#initiator, result },
    });
    void this.#audit.noteReview(decision, result);
    const { allowed } = await decision.catch((error: unknown) => {
      throw withheldResult(name, asMcpError(error));
    });
    if (allowed) return result;
    throw new McpError('declined', errorText('session.resultKeptBack', { tool: name }));
  }
}

/** After a change of the tool a permission is not enough: the person must review it again. */
function stricterVerdict(
  facts: CallFacts,
  policy: CallPolicy,
  rules: ToolRules | undefined,
): ReturnType<typeof decideCall> {
  const { verdict, why } = decideCall(facts, policy, rules);
  return { verdict: verdict === 'allow' ? (facts.hasPerson ? 'ask' : 'deny') : verdict, why };
}

/** The maker of a decision that needs no question to the person. */
function authorizationOf(
  { initiator, annotations, hasPerson }: CallFacts,
  verdict: Verdict,
  why: CallReason,
  policy: CallPolicy,
  earlier: PreviousDecision | undefined,
): { readonly authorizedBy: AuthorizedBy; readonly grant?: string | undefined } {
  const remembered = { authorizedBy: 'remembered', grant: earlier?.grant?.id } as const;
  if (verdict === 'deny') {
    if (earlier?.verdict === 'deny') return remembered;
    return { authorizedBy: why === 'policy' || hasPerson ? 'policy' : 'nobody' };
  }
  if (initiator === 'page') return { authorizedBy: 'page' };
  // A custom policy may have used any facts.
  if (policy !== defaultCallPolicy) return { authorizedBy: 'policy' };
  const isByButton = initiator === 'person' && hintsOf(annotations).destructive !== true;
  if (!isByButton && earlier?.verdict === 'allow') return remembered;
  return { authorizedBy: 'button' };
}

/** The error for a withheld result. It states that the call was made: otherwise it would be made again. */
function withheldResult(name: string, error: McpError): McpError {
  if (error.code !== 'load') return error;
  return new McpError('load', errorText('session.resultNotShown', { tool: name, problem: errorTextOf(error) }), {
    cause: error,
    remedy: error.remedyText,
  });
}

function refusal(name: string, why: CallReason, facts?: CallFacts, readsOnly = false): McpError {
  if (facts?.previous === 'deny')
    return new McpError('declined', errorText('session.toolRefusedEarlier', { tool: name }), {
      remedy: errorText('session.takeBackDecision'),
    });
  if (facts && readsOnly && facts.definition === 'unconfirmed')
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
