import { nothing, type TemplateResult } from 'lit';
import {
  type Approval,
  type ApprovalQueue,
  displayName,
  type GrantDuration,
  type RequestingServer,
  type RootsDecision,
} from '../../src/index.js';
import { isLoopbackHost } from '../../src/content/index.js';
import { GRANT_DAYS } from '../../src/approvals/index.js';
import { type ApprovalDecision, McpApprovalDecideRequestEvent } from '../events.js';
import { html } from '../internal/html.js';
import { cut, oneLine, shortened } from '../internal/text.js';
import { framedNote, ownTabLink } from './framing.js';
import { pressHint, takePress } from './press-guard.js';
import { errorLine, type Sentence } from '../words/messages.js';
import { problemLine } from '../internal/problem.js';
import { t } from './messages.js';

/** Characters of a server's name in a sentence or on a button. The whole name stands beside its host. */
const SHORT_NAME_LENGTH = 60;

const HOST_LENGTH = 60;

/**
 * Shortens a host for a sentence or a button. It is cut at the front, because its end names the owner. The whole
 * address is shown beside it.
 */
export function shortHost(host: string): string {
  return host.length > HOST_LENGTH ? `…${host.slice(1 - HOST_LENGTH)}` : host;
}

/** The name of the server that asks, on one line. */
export function shortenServerName(requestingServer: Approval['requestingServer']): string {
  const name = oneLine(displayName(requestingServer.server), 1000) || requestingServer.host;
  return shortened(name, SHORT_NAME_LENGTH);
}

/** A decision after which nothing happens. */
type Refusal =
  | Extract<ApprovalDecision, { kind: 'decline' | 'cancel' }>
  | { readonly kind: 'answer-roots'; readonly answer: Extract<RootsDecision, { allowed: false }> };

/**
 * Sends the decision to the page as an event and carries it out, unless the event is prevented. @param press the event
 * of the press, required if the decision lets something happen: without a press that counts, nothing happens @returns
 * false if the page prevented it or the press does not count
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

/**
 * True if the decision lets something happen: a call, an answer, the opening of a page, anything that a server learns.
 */
function isGuarded(decision: ApprovalDecision): boolean {
  if (decision.kind === 'answer-roots') return decision.answer.allowed;
  return decision.kind !== 'decline' && decision.kind !== 'cancel';
}

/** True if this decision ends the question for the person. */
export function isLast(approval: Approval, { kind }: ApprovalDecision): boolean {
  if (kind === 'ask-model') return false;
  // If a call waits for a page, that page opens first and the question stays.
  return (
    kind !== 'accept' ||
    approval.kind !== 'elicitation' ||
    approval.asked.mode === 'form' ||
    !approval.asked.resumesCall
  );
}

type Ended = NonNullable<ReturnType<ApprovalQueue['ended']['get']>>;

/** A sentence that says why a question is gone that the person did not end here. */
export function endingOf({ kind, requestingServer, how, reason }: Ended): string {
  const name = shortenServerName(requestingServer);
  if (how === 'answered') return t('approvalQueue.theQuestionOfWas', { name });
  if (how === 'refused') return t('approvalQueue.theQuestionOfWasDeclined', { name });
  if (how === 'completed') return t('approvalQueue.saysThatItsPage', { name });
  switch (reason?.code) {
    case undefined:
    case 'cancelled':
      // This page asked whether the call may run: the server withdrew nothing.
      return kind === 'tool-call' || kind === 'tool-result'
        ? t('approvalQueue.theCallHasEnded')
        : t('approvalQueue.withdrewItsQuestion', { name });
    case 'timeout':
      return t('approvalQueue.theQuestionOfWaited', { name });
    case 'closed':
    case 'network':
    case 'session-lost':
    case 'stream-ended':
      return t('approvalQueue.theConnectionToEnded', { name });
    case 'load':
      return `${t('approvalQueue.couldNotBeShown', { name })} ${errorLine(reason)}`;
    default:
      return t('approvalQueue.theQuestionIsOver', { name, reason: problemLine(reason!) });
  }
}

/** Characters up to which a text is shown whole. Of a longer one the beginning is shown, and the rest after a press. */
const OPEN_CHARACTERS = 400;
const OPEN_LINES = 8;

/** The part of a text that is shown without a press; undefined if all of it is. */
function excerptOf(text: string): string | undefined {
  const lines = cut(text, OPEN_CHARACTERS).split('\n');
  return text.length <= OPEN_CHARACTERS && lines.length <= OPEN_LINES
    ? undefined
    : lines.slice(0, OPEN_LINES).join('\n');
}

/** Characters that {@link collapsedText} shows only after a press. */
export function foldedCharacters(text: string): number {
  const excerpt = excerptOf(text);
  return excerpt === undefined ? 0 : text.length - excerpt.length;
}

/** A part that the person can open. */
export interface Fold {
  /** The id of its summary. */
  readonly id: string;
  /** Called when the person has opened it. */
  readonly opened: () => void;
}

/** The text of a server, unchanged: without markup, without links, complete. */
export function collapsedText(text: string, fold?: Fold): TemplateResult {
  if (text === '') return html`<span class="quiet">${t('approvalQueue.empty')}</span>`;
  const excerpt = excerptOf(text);
  if (excerpt === undefined) return html`<div class="text" dir="auto">${text}</div>`;
  return html`<details class="fold" @toggle=${whenOpened(fold)}>
    <summary id=${fold?.id ?? nothing}>
      <span class="excerpt text" dir="auto">${excerpt}…</span>
      <span class="more">${t.rich('approvalQueue.showAllCharacters', { count: text.length })}</span>
      <span class="less">${t('approvalQueue.showLess')}</span>
    </summary>
    <div class="text" dir="auto">${text}</div>
  </details>`;
}

/** A listener for the toggling of a fold. */
export function whenOpened(fold: Fold | undefined): (event: Event) => void {
  return ({ currentTarget }) => {
    if ((currentTarget as HTMLDetailsElement).open) fold?.opened();
  };
}

/** How long a decision holds. */
export type DecisionDuration = GrantDuration | 'once';

const TERMS: readonly DecisionDuration[] = ['once', 'session', 'always'];

interface RememberChoice {
  readonly duration: DecisionDuration;
  readonly change: (duration: DecisionDuration) => void;
  /** The scope and the end of the decision, and where to revoke it. Shown once the person chose to remember it. */
  readonly scope: unknown;
}

/** The choice how long the decision holds. Nothing is remembered unless the person chooses it. */
export function rememberChoice({ duration, change, scope }: RememberChoice): TemplateResult {
  return html`<div class="remember" part="field" data-name="remember">
    <div role="radiogroup" class="row" aria-labelledby="remember">
      <span id="remember">${t('approvalQueue.rememberMyChoice')}</span>
      ${TERMS.map((term) =>
        oneOf('term', t(`approvalQueue.term.${term}`, { days: GRANT_DAYS }), duration === term, () => change(term)),
      )}
    </div>
    ${duration === 'once' ? nothing : html`<div class="scope">${scope}</div>`}
  </div>`;
}

/** A radio button with its label. */
export function oneOf(name: string, label: unknown, isChosen: boolean, choose: () => void): TemplateResult {
  return html`<label class="choice"
    ><input type="radio" name=${name} .checked=${isChosen} @change=${choose} /><span>${label}</span></label
  >`;
}

/** Characters of a server's name that are shown. */
const SHOWN_NAME_LENGTH = 200;

/** The parts of a question that change with its steps. */
export interface QuestionStep {
  /** The subject of the decision. */
  readonly body: unknown;
  /** The buttons. The one that lets something happen comes last. */
  readonly actions: unknown;
}

interface Question extends QuestionStep {
  /** The choice whether the decision holds for longer, above the buttons. */
  readonly remember?: unknown;
  readonly approval: Approval;
  /** One sentence that says what may happen. */
  readonly heading: Sentence;
  /** How many questions wait, if the queue says it. */
  readonly count?: unknown;
}

/** Classifies the way to a server. Inside this page and on this computer, nobody else is on it. */
export function wayTo({ host, encrypted, server }: RequestingServer): 'in-page' | 'loopback' | 'encrypted' | 'plain' {
  if (server.url.startsWith('port:')) return 'in-page';
  if (isLoopbackHost(host)) return 'loopback';
  return encrypted ? 'encrypted' : 'plain';
}

/** The layout of every question: the asking server, visible also while the rest scrolls, the heading, the details, the buttons. */
export function questionFrame({
  approval,
  heading,
  body,
  actions,
  count,
  remember = nothing,
}: Question): TemplateResult {
  const { requestingServer } = approval;
  const way = wayTo(requestingServer);
  return html`
    <article part="base" aria-labelledby="heading">
      <div class="who" part="source">
        <bdi><strong>${shortenServerName(requestingServer)}</strong></bdi>
        <span class="quiet small"
          >${t.rich(`approvalQueue.way.${way}`, { host: shortHost(requestingServer.host) })}</span
        >
        <span class="end quiet small">${count ?? html`<slot name="count"></slot>`}</span>
      </div>
      <header part="header">
        <h2 part="title" id="heading" tabindex="-1">${heading.content}</h2>
        ${otherNames(approval)} ${during(approval)}
      </header>
      <div class="body">${framedNote()} ${body}</div>
      <footer part="actions">${pressHint}${remember} ${actions} ${ownTabLink()}</footer>
    </article>
  `;
}

/** The names that the line of the server leaves out: its name for programs, and a name or host that is long. */
function otherNames({ requestingServer }: Approval): TemplateResult | typeof nothing {
  const { server, host } = requestingServer;
  const title = displayName(server);
  const isShown = oneLine(title, 1000) === shortenServerName(requestingServer);
  const names = [...(isShown ? [] : [title]), ...(server.name === title ? [] : [server.name])];
  return html`${names.length === 0 ? nothing : line(t('approvalQueue.serverName'), names)}
  ${shortHost(host) === host ? nothing : line(t('approvalQueue.host'), [host])}`;
}

function line(label: string, names: readonly string[]): TemplateResult {
  return html`<p class="quiet small">
    ${label}${names.map((name) => html` <bdi class="mono">${cut(name, SHOWN_NAME_LENGTH)}</bdi>`)}
  </p>`;
}

/** The methods during which a server may ask that have words of their own. */
const DURING = ['tools/call', 'prompts/get', 'resources/read'] as const;

function during(approval: Approval): TemplateResult | typeof nothing {
  const { during: call } = approval;
  if (!call) return nothing;
  const isOwn = approval.isOwn?.() === true;
  const method = DURING.find((each) => each === call.method);
  const params = {
    method: call.method,
    name: call.name === undefined ? '' : html`<bdi class="mono">${cut(call.name, SHOWN_NAME_LENGTH)}</bdi>`,
  };
  return html`<p class="quiet small">
    ${t.rich(`approvalQueue.${isOwn ? 'whileYourOwn' : 'while'}.${method ?? 'other'}`, params)}
  </p>`;
}

/**
 * The accessible name of the dialog. It names the server too, because a screen reader does not read the line beside it.
 */
export function spokenHeading({ text }: Sentence, { requestingServer }: Approval): string {
  const name = shortenServerName(requestingServer);
  const missing = [name, requestingServer.host].filter((each) => !text.includes(each));
  return [text, missing.join(', ')].filter(Boolean).join(' · ');
}
