/**
 * `mcp-embed/approvals`: who decides what a tool may do and what a server may request. For pages with their own
 * dialogs, for pages with their own policy, and for pages that list permissions or the audit log.
 */
// The queue of requests that wait for the person, and how to answer them.
export { ApprovalQueue, modelFor, type RateLimitedRequests, type SamplingOptions } from './queue.js';
export { DEFAULT_RATE_LIMITS } from './rate-limit.js';
export type {
  Approval,
  CallDecision,
  ElicitationApproval,
  EndedApproval,
  RequestingServer,
  RootsApproval,
  SamplingApproval,
  SamplingStep,
  ToolCallApproval,
  ToolResultApproval,
  UnaskedCall,
} from './types.js';
export type { AnswerContext, Elicitor, RootsProvider, Sampler, SamplerModel } from './sampler.js';
export type { RateLimits } from './rate-limit.js';
export { DEFAULT_BUDGET, SamplingBudget, type BudgetLimits, type BudgetReading, type SamplingUsage } from './budget.js';

// The policy: what is allowed, refused, or shown to the person.
export type { NameRules } from './name-rules.js';
export {
  dangerOf,
  decideCall,
  defaultCallPolicy,
  defaultServerRequestPolicy,
  hintsOf,
  trustedAnnotations,
  type ApprovalPolicy,
  type BeforeSend,
  type CallFacts,
  type OutgoingData,
  type CallPolicy,
  type CallReason,
  type ServerRequestFacts,
  type ServerRequestPolicy,
  type ToolHints,
  type ToolRules,
  type Verdict,
} from './policy.js';

// The person’s permissions. `openGrants` of `mcp-embed/storage` opens the stored ones.
export {
  GRANT_DAYS,
  Grants,
  hasEnded,
  MAX_COVERED_TOOLS,
  type CoveredTools,
  definitionOf,
  type Grant,
  type GrantDuration,
  type GrantedCall,
  type GrantedTool,
  type GrantStore,
  type PreviousDecision,
  type Remember,
  type RememberScope,
} from './grants.js';

// Folders that a server may know (roots). `openRoots` of `mcp-embed/storage` opens the stored ones.
export {
  MAX_ROOT_NAME_LENGTH,
  MAX_ROOTS,
  readRoot,
  Roots,
  type RootsDecision,
  type RootsOffer,
  type RootsPermission,
  type RootsState,
  type RootsStore,
  type StoredRoots,
} from './roots.js';
export { isWholeDisk, MAX_ROOT_URI_LENGTH, rootFault, suggestRoot } from '../protocol/decode/server-requests.js';

// The audit log: every request, who decided it and how. `openAuditLog` of `mcp-embed/storage` opens the stored one.
export { AUDIT_DAYS, AUDIT_WAIT_MS, AuditLog, MAX_AUDIT_ENTRIES, type AuditStore } from './audit-log.js';
export type { AuditEntry, AuthorizedBy, NewAuditEntry } from './audit-entry.js';
export type { AuditedValue } from './audit-preview.js';
export { SECRET_SIGN } from '../secrets/redactor.js';
