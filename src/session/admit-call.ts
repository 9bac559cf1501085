import { decideCall, defaultCallPolicy } from '../approvals/call-policy.js';
import type { CallFacts, CallPolicy, CallReason } from '../approvals/call-policy.js';
import type { ApprovalQueue } from '../approvals/approval-queue.js';
import type { CallDecision, ToolCallQuestion, ToolResultQuestion } from '../approvals/call-question.js';
import { definitionOf, fingerprint } from '../approvals/definition.js';
import type { EarlierDecision, GrantedCall } from '../approvals/grants.js';
import type { Verdict } from '../approvals/policy.js';
import type { Consent } from '../approvals/record-entry.js';
import { McpError } from '../errors.js';
import { itemsOf } from '../features/catalog-state.js';
import type { CallOptions } from '../features/requester.js';
import type { JsonObject, Tool, ToolResult } from '../protocol/model.js';
import { askerOf } from './open-desk.js';
import { serverKey } from './server-key.js';
import { grantsOf } from './open-grants.js';
import { CallRecord } from './record-call.js';
import type { SessionOptions } from './session-options.js';
import type { Session } from './session.js';

/** A call that is to be made. */
export interface WantedCall extends Pick<CallOptions, 'startedBy' | 'signal'> {
  readonly name: string;
  readonly args: JsonObject;
  send(args: JsonObject): Promise<ToolResult>;
}

/**
 * Makes a call where it may be made: by the rules of the page, by what the person decided earlier, or by what they decide
 * now, with the arguments as they edited them.
 * @throws McpError `declined` when it may not be made, or its result may not go on
 */
export async function admitCall(
  session: Pick<Session, 'url' | 'server' | 'state' | 'open' | 'tools'>,
  options: SessionOptions,
  wanted: WantedCall,
): Promise<ToolResult> {
  const { name, startedBy = 'page' } = wanted;
  let { args } = wanted;
  const { approvals, calls: { policy = defaultCallPolicy, rules, review = [], onRequest } = {} } = options;
  const record = new CallRecord(session, options, { name, startedBy, args });
  // Page code answers for itself, unless the page says otherwise.
  if (startedBy === 'page' && policy === defaultCallPolicy && !rules) return reviewed('page');
  const { phase } = session.state.get();
  if (phase === 'connecting') await session.open();
  else if (phase !== 'ready') return wanted.send(args);
  // What the server claims of the tool counts, also where nobody has looked at its list, or it is still on its way.
  if (/^(empty|loading)$/.test(session.tools.state.get().phase))
    await session.tools.all({ signal: wanted.signal }).catch(() => {});
  const grants = grantsOf(options);
  const asker = askerOf(session.server);
  let shown: Tool | undefined;
  for (;;) {
    const tools = itemsOf(session.tools.state.get());
    const tool = tools.find((known) => known.name === name) ?? { name, inputSchema: {} };
    const call: GrantedCall = {
      server: serverKey(session.url, options),
      serverName: session.server.name,
      tool,
      arguments: args,
      tools,
    };
    // What a person agrees to is what they were shown: a tool that changed meanwhile is asked about once more.
    // oxlint-disable-next-line no-await-in-loop
    const earlier: EarlierDecision | undefined = await grants.find(call);
    const facts: CallFacts = {
      tool: name,
      claims: tool.annotations,
      arguments: args,
      startedBy,
      host: asker.host,
      serverName: asker.server.name,
      earlier: shown ? 'changed' : earlier?.verdict,
      hasPerson: approvals?.isShown === true,
    };
    const { verdict, why } = decideCall(facts, policy, rules);
    const isPrevented = verdict !== 'deny' && !shown && onRequest?.(facts) === false;
    if (isPrevented) {
      record.refused('policy');
      throw refusal(name, 'policy', undefined, true);
    }
    const { consent, grant } = onWhoseWord(facts, verdict, why, policy, earlier);
    if (verdict === 'deny') {
      record.refused(consent, grant);
      throw refusal(name, why, earlier, facts.hasPerson);
    }
    if (verdict === 'allow' || !approvals) return reviewed(consent, grant);
    const before = shown ? definitionOf(shown) : earlier?.verdict === 'changed' ? earlier.grant.definition : undefined;
    const asked = { tool, arguments: args, startedBy };
    record.asked();
    // oxlint-disable-next-line no-await-in-loop
    const decision: CallDecision = await put({ kind: 'tool-call', asked, why, before }, approvals).catch(
      (error: unknown) => {
        record.withdrawn();
        throw error;
      },
    );
    const decided = { ...call, arguments: (decision.allowed && decision.arguments) || args };
    // oxlint-disable-next-line no-await-in-loop
    if (decision.remember) await grants.remember(decided, decision.allowed ? 'allow' : 'deny', decision.remember);
    if (!decision.allowed) {
      record.refused('person');
      throw new McpError('declined', `The person did not let ${name} be called.`);
    }
    args = decided.arguments;
    // oxlint-disable-next-line no-await-in-loop
    if (await isStill(tool)) return reviewed('person');
    shown = tool;
  }

  async function isStill(tool: Tool): Promise<boolean> {
    const now = itemsOf(session.tools.state.get()).find((known) => known.name === name);
    if (!now || now === tool) return true;
    return (await fingerprint(definitionOf(now))) === (await fingerprint(definitionOf(tool)));
  }

  /** Asks the person, for as long as the call is wanted and there is somebody to send it to. */
  async function put(question: ToolCallQuestion | ToolResultQuestion, queue: ApprovalQueue): Promise<CallDecision> {
    const left = new AbortController();
    const end = session.state.subscribe((state) => {
      if (state.phase === 'failed') left.abort(state.error);
      if (state.phase === 'closed') left.abort(new McpError('closed', 'The session was closed.'));
    });
    const life = wanted.signal ? AbortSignal.any([wanted.signal, left.signal]) : left.signal;
    return queue.addCall(question, askerOf(session.server), life).finally(end);
  }

  /** The result, once the person has seen it where that is wanted. */
  async function reviewed(consent: Consent, grant?: string): Promise<ToolResult> {
    const result = await record.made(consent, args, grant, () => wanted.send(args));
    if (!approvals?.isShown || !review.includes(startedBy)) return result;
    const asked = { tool: name, startedBy, result };
    record.asked();
    const decision = put({ kind: 'tool-result', asked }, approvals);
    void record.reviewed(decision, result);
    const { allowed } = await decision;
    if (allowed) return result;
    throw new McpError('declined', `The call of ${name} was made, but the person kept its result back.`);
  }
}

/** On whose word a call is made, or not, that nobody is asked about now. */
function onWhoseWord(
  { startedBy, claims, hasPerson }: CallFacts,
  verdict: Verdict,
  why: CallReason,
  policy: CallPolicy,
  earlier: EarlierDecision | undefined,
): { readonly consent: Consent; readonly grant?: string | undefined } {
  const remembered = { consent: 'remembered', grant: earlier?.grant.id } as const;
  if (verdict === 'deny') {
    if (earlier?.verdict === 'deny') return remembered;
    return { consent: why === 'policy' || hasPerson ? 'policy' : 'nobody' };
  }
  if (startedBy === 'page') return { consent: 'page' };
  // A policy of the page's own may have looked at anything.
  if (policy !== defaultCallPolicy) return { consent: 'policy' };
  const isByButton = startedBy === 'person' && claims?.destructiveHint !== true;
  if (!isByButton && earlier?.verdict === 'allow') return remembered;
  return { consent: 'button' };
}

function refusal(name: string, why: CallReason, earlier: EarlierDecision | undefined, hasPerson: boolean): McpError {
  if (earlier?.verdict === 'deny')
    return new McpError('declined', `The person decided that ${name} is not to be called.`, {
      remedy: 'They can take that back where decisions are listed.',
    });
  if (why === 'policy' || hasPerson) return new McpError('declined', `This page does not let ${name} be called.`);
  return new McpError('declined', `${name} needs a person’s consent, and nothing here asks one.`, {
    remedy: 'Put `<mcp-approval-queue>` into the page, or set `calls.policy`.',
  });
}
