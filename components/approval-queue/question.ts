import { nothing, type TemplateResult } from 'lit';
import {
  type Approval,
  type ApprovalQueue,
  displayName,
  type GrantDuration,
  type RootsDecision,
} from '../../src/index.js';
import { type ApprovalDecision, McpApprovalDecideRequestEvent } from '../events.js';
import { html } from '../internal/html.js';
import { cut, formatCount, oneLine, shortened } from '../internal/text.js';
import { pressHint, takePress } from './press-guard.js';

/** Characters of a server's name in a sentence or on a button. The whole name stands beside its host. */
const SHORT_NAME_LENGTH = 60;

/** What to call the server that asks, on one line. */
export function nameOf(requestingServer: Approval['requestingServer']): string {
  const name = oneLine(displayName(requestingServer.server), 1000) || requestingServer.host;
  return shortened(name, SHORT_NAME_LENGTH);
}

/** A decision that lets nothing happen. */
type Refusal =
  | Extract<ApprovalDecision, { kind: 'decline' | 'cancel' }>
  | { readonly kind: 'answer-roots'; readonly answer: Extract<RootsDecision, { allowed: false }> };

/**
 * Tells the page what the person decided and, unless it is prevented, carries it out.
 * @param press what they did, where the decision lets something happen: nothing does without a press that counts
 * @returns false when the page prevented it, or the press does not count
 */
export function decide(
  element: HTMLElement,
  approvals: ApprovalQueue | undefined,
  approval: Approval,
  ...[decision, press]: [Refusal] | [ApprovalDecision, press: Event]
): boolean {
  if (isGuarded(decision) && !(press && takePress(press, approval.id))) return false;
  if (!element.dispatchEvent(new McpApprovalDecideRequestEvent(approval, decision))) return false;
  const { id } = approval;
  switch (decision.kind) {
    case 'ask-model':
      approvals?.callModel(id, decision.request, decision);
      break;
    case 'respond':
      approvals?.respond(id, decision.response);
      break;
    case 'accept':
      approvals?.accept(id, decision.content);
      break;
    case 'resume':
      approvals?.resume(id);
      break;
    case 'run':
      approvals?.approveCall(id, decision.arguments, decision.remember);
      break;
    case 'pass-result':
      approvals?.passResult(id);
      break;
    case 'answer-roots':
      approvals?.answerRoots(id, decision.answer);
      break;
    case 'decline':
      approvals?.refuseCall(id, decision.remember);
      approvals?.decline(id);
      break;
    case 'cancel':
      approvals?.cancel(id);
      break;
  }
  return true;
}

/** Whether it lets something happen: a call, an answer, a page that opens, a server that learns something. */
function isGuarded(decision: ApprovalDecision): boolean {
  if (decision.kind === 'answer-roots') return decision.answer.allowed;
  return decision.kind !== 'decline' && decision.kind !== 'cancel';
}

/** Whether this decision ends the question, as far as the person is concerned. */
export function isLast(approval: Approval, { kind }: ApprovalDecision): boolean {
  if (kind === 'ask-model') return false;
  // A page that a call waits for is opened first, and its question stays.
  return (
    kind !== 'accept' ||
    approval.kind !== 'elicitation' ||
    approval.asked.mode === 'form' ||
    !approval.asked.resumesCall
  );
}

type Ended = NonNullable<ReturnType<ApprovalQueue['ended']['get']>>;

/** Why a question is gone that the person did not end here, as a sentence. */
export function endingOf({ requestingServer, how, reason }: Ended): string {
  const name = nameOf(requestingServer);
  if (how === 'answered') return `The question of ${name} was answered elsewhere.`;
  if (how === 'refused') return `The question of ${name} was declined elsewhere.`;
  if (how === 'completed') return `${name} says that its page is done. What waited for it goes on.`;
  switch (reason?.code) {
    case undefined:
    case 'cancelled':
      return `${name} withdrew its question.`;
    case 'timeout':
      return `The question of ${name} waited too long and is over.`;
    case 'closed':
    case 'network':
    case 'session-lost':
    case 'stream-ended':
      return `The connection to ${name} ended, and with it its question.`;
    case 'load':
      return `The question of ${name} was refused, because this page could not show it. ${reason?.message} ${reason?.remedy ?? ''}`.trim();
    default:
      return `The question of ${name} is over: ${reason?.message}`;
  }
}

/** Beyond this a text is folded: its beginning is shown, the rest is one press away. */
const OPEN_CHARACTERS = 400;
const OPEN_LINES = 8;

/** A text from a stranger, exactly as it is: no markup, no links, nothing left out. */
export function collapsedText(text: string): TemplateResult {
  if (text === '') return html`<span class="quiet">empty</span>`;
  const lines = cut(text, OPEN_CHARACTERS).split('\n');
  if (text.length <= OPEN_CHARACTERS && lines.length <= OPEN_LINES)
    return html`<div class="text" dir="auto">${text}</div>`;
  return html`<details class="fold">
    <summary>
      <span class="excerpt text" dir="auto">${lines.slice(0, OPEN_LINES).join('\n')}…</span>
      <span class="more">Show all ${formatCount(text.length)} characters</span>
      <span class="less">Show less</span>
    </summary>
    <div class="text" dir="auto">${text}</div>
  </details>`;
}

/** How long an answer holds. */
export type DecisionDuration = GrantDuration | 'once';

const TERMS: readonly (readonly [DecisionDuration, string])[] = [
  ['once', 'Only this time'],
  ['session', 'Until this page is closed or reloaded'],
  ['always', 'Always, until I take it back'],
];

/** The summary of the fold that {@link grantDurationChoice} stands in. */
export function summaryOf(term: DecisionDuration): string {
  return term === 'once' ? 'Ask again next time' : 'Do not ask again';
}

/** How long what the person says now holds, to be chosen. */
export function grantDurationChoice(
  legend: string,
  term: DecisionDuration,
  change: (term: DecisionDuration) => void,
): TemplateResult {
  return html`<fieldset>
    <legend>${legend}</legend>
    ${TERMS.map(([value, label]) => oneOf('term', label, term === value, () => change(value)))}
  </fieldset>`;
}

/** One of several, of which one holds. */
export function oneOf(name: string, label: string, isChosen: boolean, choose: () => void): TemplateResult {
  return html`<label class="choice"
    ><input type="radio" name=${name} .checked=${isChosen} @change=${choose} /> ${label}</label
  >`;
}

/** Characters of a server's name that are shown at all. */
const SHOWN_NAME_LENGTH = 200;

const WHILE: { readonly [method: string]: string } = {
  'tools/call': 'running',
  'prompts/get': 'getting the prompt',
  'resources/read': 'reading',
};

/** What changes while one question moves on. */
export interface QuestionStep {
  /** With what, and what happens to the answer. */
  readonly body: unknown;
  /** What the person can do. The act itself comes last. */
  readonly actions: unknown;
}

interface Question extends QuestionStep {
  readonly approval: Approval;
  /** One sentence: what may happen. */
  readonly heading: string;
  /** How many wait, where the queue says so. */
  readonly count?: unknown;
}

/** The one shape of every question: who, what, with what, decide. */
export function questionFrame({ approval, heading, body, actions, count }: Question): TemplateResult {
  const { host, encrypted, server } = approval.requestingServer;
  const name = displayName(server);
  return html`
    <article part="base" aria-labelledby="heading">
      <header part="header">
        <div class="who">
          <bdi><strong>${cut(name, SHOWN_NAME_LENGTH)}</strong></bdi>
          ${name === server.name ? nothing : html`<code class="quiet">${cut(server.name, SHOWN_NAME_LENGTH)}</code>`}
          <span class="quiet small">${host} · ${encrypted ? 'encrypted' : 'not encrypted'}</span>
          <span class="end quiet small">${count ?? html`<slot name="count"></slot>`}</span>
        </div>
        <h2 part="title" id="heading" tabindex="-1">${heading}</h2>
        ${during(approval)}
      </header>
      <div class="body">${body}</div>
      <footer part="actions">${pressHint}${actions}</footer>
    </article>
  `;
}

function during({ during: call }: Approval): TemplateResult | typeof nothing {
  if (!call) return nothing;
  const what = WHILE[call.method] ?? `answering ${call.method}`;
  return html`<p class="quiet small">
    While
    ${what}${call.name === undefined ? nothing : html` <bdi class="mono">${cut(call.name, SHOWN_NAME_LENGTH)}</bdi>`}
  </p>`;
}

/** The question as the name of its dialog: whoever hears it does not see who asks beside it. */
export function spokenHeading(heading: string, { requestingServer }: Approval): string {
  const name = nameOf(requestingServer);
  const missing = [name, requestingServer.host].filter((each) => !heading.includes(each));
  return [heading, missing.join(', ')].filter(Boolean).join(' · ');
}
