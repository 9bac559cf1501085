/**
 * What the person decided about calls of tools and wanted remembered, the record of everything that was asked and decided,
 * and who decides where nobody did: for pages that list these with elements of their own, and for those that have a policy
 * of their own.
 */
export { decideCall, defaultCallPolicy } from './policy.js';
export type { CallFacts, CallPolicy, CallReason, ToolRules } from './policy.js';
export { MAX_COVERED } from './grants.js';
export type { CoveredTools } from './grants.js';
export { trustedAnnotations, dangerOf, hintsOf } from './policy.js';
export type { ToolHints } from './policy.js';
export type { Grant, GrantedTool, GrantStore } from './grants.js';
export { Grants } from './grants.js';
export type { PreviousDecision, GrantedCall } from './grants.js';
export { MAX_ROOT_NAME, readRoot } from './roots.js';
export type { RootsPermission, StoredRoots, RootsStore } from './roots.js';
export { MAX_ROOTS, Roots } from './roots.js';
export type { RootsState } from './roots.js';
export { AuditLog, AUDIT_DAYS, MAX_AUDIT_ENTRIES } from './audit-log.js';
export type { AuthorizedBy, NewAuditEntry, AuditEntry, AuditStore } from './audit-log.js';
export { SECRET_SIGN } from '../util/redactor.js';
export type { AuditedValue } from './audit-log.js';
export { isWholeDisk, MAX_ROOT_URI, rootFault, suggestRoot } from '../protocol/decode/server-requests.js';
export type { SessionPermissions } from '../session/approvals.js';
export { rootsFor as openRoots } from '../session/approvals.js';
export { recordOf as openRecord } from '../session/approvals.js';
export { grantsOf as openGrants } from '../session/approvals.js';

/** What waits for the person, and who decides: for pages that show questions with elements of their own. */
export { ApprovalQueue } from './queue.js';
export type { SamplingOptions } from './queue.js';
export { DEFAULT_RATE_LIMITS } from './types.js';
export type { RateLimits } from './types.js';
export type { RateLimitedRequests } from './queue.js';
export { SamplingBudget } from './budget.js';
export { DEFAULT_BUDGET } from './budget.js';
export type { BudgetLimits, BudgetReading } from './budget.js';
export { modelFor } from './queue.js';
export type {
  Approval,
  RequestingServer,
  ElicitationApproval,
  EndedApproval,
  RootsApproval,
  SamplingApproval,
  SamplingStep,
  ToolCallApproval,
  ToolResultApproval,
} from './types.js';
export type { AnswerContext, Elicitor, RootsProvider, Sampler, SamplerModel } from './types.js';
export type { SamplingUsage } from './budget.js';
export type { CallDecision } from './types.js';
export type { Remember, RememberScope, GrantDuration } from './grants.js';
export type { RootsDecision, RootsOffer } from './roots.js';
export { defaultPolicy } from './policy.js';
export type { ApprovalPolicy, ServerRequestFacts, Verdict } from './policy.js';
