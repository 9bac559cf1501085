import type { Approval, JsonObject, SamplingRequest, SamplingResult } from '../../src/index.js';

/** What a person decided about a question. */
export type ApprovalDecision =
  /** Sampling: the model may see this request. */
  | { readonly kind: 'ask-model'; readonly request: SamplingRequest }
  /** Sampling: the server gets this answer. */
  | { readonly kind: 'respond'; readonly response: SamplingResult }
  /** Elicitation: the server gets this content, or may know that its page is opened. */
  | { readonly kind: 'accept'; readonly content?: JsonObject | undefined }
  /** The person said no. */
  | { readonly kind: 'decline' }
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
