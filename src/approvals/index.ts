/** What waits for the person, and who decides: for pages that show questions with elements of their own. */
export { ApprovalQueue } from './approval-queue.js';
export type { AskModelOptions } from './approval-queue.js';
export { DEFAULT_ASK_LIMITS } from './ask-pace.js';
export type { AskLimits } from './ask-pace.js';
export type { TurnedAway } from './question-queue.js';
export { SamplingBudget } from './budget.js';
export { DEFAULT_BUDGET } from './budget-reading.js';
export type { BudgetLimits, BudgetReading } from './budget-reading.js';
export { modelFor } from './choose-model.js';
export type {
  Approval,
  Asker,
  ElicitationApproval,
  EndedApproval,
  RootsApproval,
  SamplingApproval,
  SamplingStep,
  ToolCallApproval,
  ToolResultApproval,
} from './approval.js';
export type { AnswerContext, Elicitor, RootsProvider, Sampler, SamplerModel, SamplingUsage } from './answerers.js';
export type { CallFacts, CallPolicy, CallReason, ToolRules } from './call-policy.js';
export type { CallDecision, Remember, RememberScope, RememberTerm } from './call-question.js';
export type { CoveredTools } from './covered.js';
export type { Grant, GrantedTool, GrantStore } from './grant.js';
export type { EarlierDecision, GrantedCall, Grants } from './grants.js';
export type { RootsDecision, RootsOffer } from './roots-question.js';
export type { RootsConsent, RootsRecord, RootsStore } from './roots-record.js';
export type { Roots, RootsState } from './roots.js';
export { defaultPolicy } from './policy.js';
export type { ApprovalPolicy, AskFacts, Verdict } from './policy.js';
