import type { ApprovalQueue, BudgetReading, SamplerModel, SamplingApproval } from '../../src/index.js';
import type { ApprovalDecision } from '../events/mcp-approval-decide-event.js';
import { chosenModel } from './model-item.js';
import { fieldId } from './open-edits.js';
import type { RequestDraft } from './request-draft.js';
import { limitsIssues } from './request-edits.js';

/** Why the model is not asked yet, and where that can be put right. */
export interface Hindrance {
  readonly issue: string;
  /** Id of the field. */
  readonly field: string;
}

export function modelsOf(approvals: ApprovalQueue | undefined): readonly SamplerModel[] {
  return approvals?.sampler?.models ?? [];
}

/** How far the server that asks has come with its budget; undefined where a page’s own queue counts nothing. */
export function budgetOf(
  approvals: ApprovalQueue | undefined,
  { asker, asked }: SamplingApproval,
  draft: RequestDraft,
): BudgetReading | undefined {
  return approvals?.budget?.read(asker.server.url, draft.request ?? asked);
}

export function isUsedUp(budget: BudgetReading | undefined): boolean {
  return budget !== undefined && budget.usedUp.length > 0;
}

/** The draft as a decision, or what stands against it. */
export function askDecision(
  approvals: ApprovalQueue | undefined,
  approval: SamplingApproval,
  draft: RequestDraft,
): ApprovalDecision | Hindrance {
  const { asked } = approval;
  const [wrong] = draft.limits ? Object.keys(limitsIssues(draft.limits, asked.maxTokens)) : [];
  if (wrong) return { issue: '', field: fieldId(wrong) };
  if (draft.remaining?.messages.length === 0 && asked.messages.length > 0)
    return { issue: 'Every message is left out. Put one back first.', field: 'heading' };
  const isBeyondBudget = isUsedUp(budgetOf(approvals, approval, draft));
  if (isBeyondBudget && !draft.isDeliberate) return { issue: 'Tick the box first.', field: 'deliberate' };
  const request = draft.send() ?? asked;
  const model = chosenModel(modelsOf(approvals), request, draft.model)?.id;
  return {
    kind: 'ask-model',
    request,
    ...(model !== undefined && { model }),
    ...(isBeyondBudget && { isBeyondBudget }),
  };
}
