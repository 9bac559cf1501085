import type { Approval, ApprovalQueue } from '../../src/index.js';
import { McpApprovalDecideEvent, type ApprovalDecision } from '../events/mcp-approval-decide-event.js';

/**
 * Tells the page what the person decided and, unless it is prevented, carries it out.
 * @returns false when the page prevented it
 */
export function decide(
  element: HTMLElement,
  approvals: ApprovalQueue | undefined,
  approval: Approval,
  decision: ApprovalDecision,
): boolean {
  if (!element.dispatchEvent(new McpApprovalDecideEvent(approval, decision))) return false;
  const { id } = approval;
  switch (decision.kind) {
    case 'ask-model':
      approvals?.askModel(id, decision.request);
      break;
    case 'respond':
      approvals?.respond(id, decision.response);
      break;
    case 'accept':
      approvals?.accept(id, decision.content);
      break;
    case 'decline':
      approvals?.decline(id);
      break;
    case 'cancel':
      approvals?.cancel(id);
      break;
  }
  return true;
}
