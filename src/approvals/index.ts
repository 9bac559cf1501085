/** What waits for the person, and who decides: for pages that show questions with elements of their own. */
export { ApprovalQueue } from './approval-queue.js';
export type {
  Approval,
  Asker,
  ElicitationApproval,
  EndedApproval,
  RootsApproval,
  SamplingApproval,
  SamplingStep,
} from './approval.js';
export type { AnswerContext, Elicitor, RootsProvider, Sampler } from './answerers.js';
export { defaultPolicy } from './policy.js';
export type { ApprovalPolicy, AskFacts, Verdict } from './policy.js';
