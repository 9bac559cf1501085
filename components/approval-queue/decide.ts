import type { Approval, ApprovalQueue, RootsDecision } from '../../src/index.js';
import { McpApprovalDecideEvent, type ApprovalDecision } from '../events/mcp-approval-decide-event.js';
import { takePress } from './press-guard.js';

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
  if (!element.dispatchEvent(new McpApprovalDecideEvent(approval, decision))) return false;
  const { id } = approval;
  switch (decision.kind) {
    case 'ask-model':
      approvals?.askModel(id, decision.request, decision);
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
