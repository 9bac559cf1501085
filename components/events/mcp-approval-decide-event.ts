import type {
  Approval,
  AskModelOptions,
  JsonObject,
  Remember,
  RootsDecision,
  SamplingRequest,
  SamplingResult,
} from '../../src/index.js';

/** What a person decided about a question. */
export type ApprovalDecision =
  /** Sampling: the model may see this request; that model, where the page has several, and past the budget, where the person said so. */
  | ({ readonly kind: 'ask-model'; readonly request: SamplingRequest } & AskModelOptions)
  /** Sampling: the server gets this answer. */
  | { readonly kind: 'respond'; readonly response: SamplingResult }
  /** Elicitation: the server gets this content, or its page is opened. */
  | { readonly kind: 'accept'; readonly content?: JsonObject | undefined }
  /** Elicitation: the person is done with the page, and the call that waited for it goes on. */
  | { readonly kind: 'resume' }
  /** A tool is called with these arguments; and others like it, where that is to be remembered. */
  | { readonly kind: 'run'; readonly arguments: JsonObject; readonly remember?: Remember | undefined }
  /** The result of a tool goes on to who wanted it. */
  | { readonly kind: 'pass-result' }
  /** Roots: the server learns these, or none; and what holds for the next time, where that is to be remembered. */
  | { readonly kind: 'answer-roots'; readonly answer: RootsDecision }
  /** The person said no; of a tool, also for the next time where that is to be remembered. */
  | { readonly kind: 'decline'; readonly remember?: Remember | undefined }
  /** The person turned away without deciding. */
  | { readonly kind: 'cancel' };

/**
 * A person decided, and it is about to be carried out. Prevent it to decide elsewhere: the question then waits until
 * the page tells the queue.
 */
export class McpApprovalDecideEvent extends Event {
  readonly approval: Approval;
  readonly decision: ApprovalDecision;

  constructor(approval: Approval, decision: ApprovalDecision) {
    super('mcp-approval-decide', { bubbles: true, composed: true, cancelable: true });
    this.approval = approval;
    this.decision = decision;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-approval-decide': McpApprovalDecideEvent;
  }
}
