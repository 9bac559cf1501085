import { decideCall, defaultCallPolicy, isForbiddenByName } from '../approvals/call-policy.js';
import type { CallFacts, CallPolicy, CallReason, ToolRules } from '../approvals/call-policy.js';
import type { ApprovalQueue } from '../approvals/approval-queue.js';
import type { CallDecision, Remember, ToolCallQuestion, ToolResultQuestion } from '../approvals/call-question.js';
import { coveredWith, type CoveredTools } from '../approvals/covered.js';
import { definitionOf } from '../approvals/definition.js';
import type { EarlierDecision, GrantedCall } from '../approvals/grants.js';
import { countingAnnotations, hintsOf } from '../approvals/hints.js';
import type { Verdict } from '../approvals/policy.js';
import type { Consent } from '../approvals/record-entry.js';
import { McpError, asMcpError } from '../errors.js';
import type { CallOptions, SendCall } from '../features/requester.js';
import { readTool } from '../protocol/check/tool.js';
import type { JsonObject, ToolResult } from '../protocol/model.js';
import { describeTool, isStill, JUST_READ_MS, knownTool, type DescribedTool } from './described-tool.js';
import { askerOf } from './open-desk.js';
import { serverKey } from './server-key.js';
import { grantsOf } from './open-grants.js';
import { notOpen } from './lifecycle.js';
import { CallRecord } from './record-call.js';
import type { SessionOptions } from './session-options.js';
import type { SessionState } from './session-state.js';
import type { Session } from './session.js';

/** Times that a call looks at what its tool is. A server that says something else each time would have the person asked for ever. */
export const MAX_LOOKS = 5;

/** A call that is to be made. */
export interface WantedCall extends Pick<CallOptions, 'startedBy' | 'signal'> {
  readonly name: string;
  readonly args: JsonObject;
  readonly send: SendCall;
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
export async function admitCall(
  session: Pick<Session, 'url' | 'server' | 'state' | 'open' | 'tools'>,
  options: SessionOptions,
  wanted: WantedCall,
): Promise<ToolResult> {
  const { name, startedBy = 'page', signal } = wanted;
  let { args } = wanted;
  const { approvals, calls: { policy = defaultCallPolicy, rules, review = [], onRequest } = {} } = options;
  const record = new CallRecord(session, options, { name, startedBy, args });
  // Page code answers for itself, unless the page says otherwise.
  if (startedBy === 'page' && policy === defaultCallPolicy && !rules)
    return reviewed(await record.made('page', args, undefined, () => wanted.send(args)));
  const { phase } = session.state.get();
  if (phase === 'connecting') await session.open();
  else if (phase !== 'ready') throw notOpen();
  if (rules && isForbiddenByName(name, rules)) {
    record.refused('policy');
    throw refusal(name, 'policy');
  }
  const grants = grantsOf(options);
  const asker = askerOf(session.server);
  let shown: Shown | undefined;
  let isAnnounced = false;
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    // oxlint-disable-next-line no-await-in-loop -- each round is for what changed during the one before
    const result = await decided(looks > 0);
    if (result) return reviewed(result);
  }
  record.refused('policy');
  throw new McpError('declined', `The server keeps changing what ${name} is, so it was not called.`, {
    remedy: 'Call it again when the server says the same for a while.',
  });

  /** One round: decides about the tool as it is now. The result; undefined where something changed, so that another follows. */
  async function decided(isAgain: boolean): Promise<ToolResult | undefined> {
    let now = await look(isAgain, shown);
    const call: GrantedCall = {
      server: serverKey(session.url, options),
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
      claims: countingAnnotations(now.tool.annotations, now.definition === 'now'),
      definition: now.definition,
      arguments: args,
      startedBy,
      host: asker.host,
      serverName: asker.server.name,
      earlier: shown && earlier?.verdict !== 'deny' ? 'changed' : earlier?.verdict,
      hasPerson: approvals?.isShown === true,
    };
    const { verdict, why } = shown ? askAgain(facts, policy, rules) : decideCall(facts, policy, rules);
    const isPrevented = verdict !== 'deny' && !isAnnounced && onRequest?.(facts) === false;
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
      if (now.definition === 'now' && !session.tools.isConfirmed(JUST_READ_MS)) return undefined;
      return made(consent, grant, now);
    }
    const isSaid = now.definition === 'now';
    const fallen = earlier?.verdict === 'changed' ? earlier.grant.definition : undefined;
    const before = isSaid ? (shown ? definitionOf(shown.tool) : fallen) : undefined;
    const covered = isSaid ? coveredWith(now.tool, now.listed) : undefined;
    const asked = { tool: now.tool, arguments: args, startedBy };
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
      throw new McpError('declined', `The person did not let ${name} be called.`);
    }
    args = decision.arguments ?? args;
    shown = { ...now, remember: decision.remember, covered };
    return undefined;
  }

  /** What the tool is now. The server is asked for it only where something rests on that. */
  async function look(isAgain: boolean, before?: DescribedTool): Promise<DescribedTool> {
    const isPerson = startedBy === 'person';
    const rests =
      policy !== defaultCallPolicy || rules?.readOnly || (isPerson ? approvals?.isShown : startedBy !== 'page');
    if (!rests) return knownTool(session.tools, name, before);
    // Nobody who agreed although the server did not say waits for it once more.
    const known = knownTool(session.tools, name, before);
    if (before?.definition === 'unconfirmed' && isStill(before, known)) return known;
    const justReadMs = isPerson || isAgain ? JUST_READ_MS : 0;
    return describeTool(session.tools, name, { justReadMs, signal, before });
  }

  /** The result; undefined where the server refused the call unread, and the tool is another one by now. */
  async function made(
    consent: Consent,
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
      if (state.phase === 'closed') left.abort(new McpError('closed', 'The session was closed.'));
    };
    const end = session.state.subscribe(isLeft);
    isLeft(session.state.get());
    const life = wanted.signal ? AbortSignal.any([wanted.signal, left.signal]) : left.signal;
    return queue.addCall(question, askerOf(session.server), life).finally(end);
  }

  /** The result, once the person has seen it where that is wanted. */
  async function reviewed(result: ToolResult): Promise<ToolResult> {
    if (!approvals?.isShown || !review.includes(startedBy)) return result;
    const asked = { tool: name, startedBy, result };
    record.asked();
    const decision = put({ kind: 'tool-result', asked }, approvals);
    void record.reviewed(decision, result);
    const { allowed } = await decision.catch((error: unknown) => {
      throw keptBack(name, asMcpError(error));
    });
    if (allowed) return result;
    throw new McpError('declined', `The call of ${name} was made, but the person kept its result back.`);
  }
}

/** Of a tool that no list has now: as the person allowed it. It lay in a store, so it is read like anything of a server. */
function withGranted(now: DescribedTool, earlier: EarlierDecision | undefined): DescribedTool {
  if (now.saidAt !== 'never' || earlier?.verdict !== 'unconfirmed') return now;
  const tool = readTool(earlier.grant.definition);
  return typeof tool === 'object' && tool.name === now.tool.name ? { ...now, tool, saidAt: earlier.grant.at } : now;
}

/** What was shown is not what there is: nothing but another look at it lets the call be made. */
function askAgain(facts: CallFacts, policy: CallPolicy, rules: ToolRules | undefined): ReturnType<typeof decideCall> {
  const { verdict, why } = decideCall(facts, policy, rules);
  return { verdict: verdict === 'allow' ? (facts.hasPerson ? 'ask' : 'deny') : verdict, why };
}

/** On whose word a call is made, or not, that nobody is asked about now. */
function onWhoseWord(
  { startedBy, claims, hasPerson }: CallFacts,
  verdict: Verdict,
  why: CallReason,
  policy: CallPolicy,
  earlier: EarlierDecision | undefined,
): { readonly consent: Consent; readonly grant?: string | undefined } {
  const remembered = { consent: 'remembered', grant: earlier?.grant?.id } as const;
  if (verdict === 'deny') {
    if (earlier?.verdict === 'deny') return remembered;
    return { consent: why === 'policy' || hasPerson ? 'policy' : 'nobody' };
  }
  if (startedBy === 'page') return { consent: 'page' };
  // A policy of the page's own may have looked at anything.
  if (policy !== defaultCallPolicy) return { consent: 'policy' };
  const isByButton = startedBy === 'person' && hintsOf(claims).destructive !== true;
  if (!isByButton && earlier?.verdict === 'allow') return remembered;
  return { consent: 'button' };
}

/** Why the result of a call goes to nobody: also that it was made, or it would be made again. */
function keptBack(name: string, error: McpError): McpError {
  if (error.code !== 'load') return error;
  const { message, remedy } = error;
  return new McpError('load', `The call of ${name} was made, but nobody could be shown its result. ${message}`, {
    cause: error,
    remedy,
  });
}

function refusal(name: string, why: CallReason, facts?: CallFacts, rules?: ToolRules): McpError {
  if (facts?.earlier === 'deny')
    return new McpError('declined', `The person decided that ${name} is not to be called.`, {
      remedy: 'They can take that back where decisions are listed.',
    });
  if (facts && rules?.readOnly && facts.definition === 'unconfirmed')
    return new McpError(
      'declined',
      `This page lets only tools be called that read only, and the server did not say what ${name} is now.`,
      { remedy: 'Call it again when the server answers `tools/list`.' },
    );
  if (!facts || why === 'policy' || facts.hasPerson)
    return new McpError('declined', `This page does not let ${name} be called.`);
  const remedy = 'Put `<mcp-approval-queue>` into the page, or set `calls.policy`.';
  if (why === 'unconfirmed')
    return new McpError(
      'declined',
      `The server did not say what ${name} is now${facts.earlier === 'unconfirmed' ? ', so what was allowed earlier does not count' : ''}, and nothing here asks a person.`,
      { remedy: `Call it again when the server answers \`tools/list\`. ${remedy}` },
    );
  if (why === 'unlisted')
    return new McpError('declined', `The server lists no tool ${name}, and nothing here asks a person.`, { remedy });
  return new McpError('declined', `${name} needs a person’s consent, and nothing here asks one.`, { remedy });
}
