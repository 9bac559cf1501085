/**
 * What the person decided about calls of tools and wanted remembered, the record of everything that was asked and decided,
 * and who decides where nobody did: for pages that list these with elements of their own, and for those that have a policy
 * of their own.
 */
export { decideCall, defaultCallPolicy } from './policy.js';
export type { CallFacts, CallPolicy, CallReason, ToolRules } from './policy.js';
export { MAX_COVERED } from './grants.js';
export type { CoveredTools } from './grants.js';
export { countingAnnotations, dangerOf, hintsOf } from './policy.js';
export type { ToolHints } from './policy.js';
export type { Grant, GrantedTool, GrantStore } from './types.js';
export { Grants } from './grants.js';
export type { EarlierDecision, GrantedCall } from './grants.js';
export { MAX_ROOT_NAME, readRoot } from './roots.js';
export type { RootsConsent, RootsRecord, RootsStore } from './types.js';
export { MAX_ROOTS, Roots } from './roots.js';
export type { RootsState } from './roots.js';
export { ConsentRecord, ENTRY_DAYS, MAX_ENTRIES } from './audit-log.js';
export type { Consent, NewEntry, RecordEntry, RecordStore } from './audit-log.js';
export { SECRET_SIGN } from '../util/redactor.js';
export type { RecordedValue } from './audit-log.js';
export { isWholeDisk, MAX_ROOT_URI, rootFault, suggestRoot } from '../protocol/decode/server-requests.js';
export { consentOf } from '../session/approvals.js';
export type { SessionConsent } from '../session/approvals.js';
export { rootsFor as openRoots } from '../session/approvals.js';
export { recordOf as openRecord } from '../session/approvals.js';
export { grantsOf as openGrants } from '../session/approvals.js';

/** What waits for the person, and who decides: for pages that show questions with elements of their own. */
export { ApprovalQueue } from './queue.js';
export type { AskModelOptions } from './queue.js';
export { DEFAULT_ASK_LIMITS } from './types.js';
export type { AskLimits } from './types.js';
export type { TurnedAway } from './queue.js';
export { SamplingBudget } from './budget.js';
export { DEFAULT_BUDGET } from './types.js';
export type { BudgetLimits, BudgetReading } from './types.js';
export { modelFor } from './queue.js';
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
} from './types.js';
export type { AnswerContext, Elicitor, RootsProvider, Sampler, SamplerModel, SamplingUsage } from './types.js';
export type { CallDecision, Remember, RememberScope, RememberTerm } from './types.js';
export type { RootsDecision, RootsOffer } from './types.js';
export { defaultPolicy } from './policy.js';
export type { ApprovalPolicy, AskFacts, Verdict } from './policy.js';
