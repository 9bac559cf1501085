import type { ApprovalQueue, SamplingApproval } from '../../src/index.js';
import { nameOf } from '../approval-queue/asker-name.js';
import { needsTool } from './request-words.js';

/** What may happen next, as the sentence a person decides on. */
export function samplingHeading(approval: SamplingApproval, approvals: ApprovalQueue | undefined): string {
  const { asked, step, asker } = approval;
  switch (step.at) {
    case 'review-request':
      if (approvals?.sampler) return 'Ask your model to answer this?';
      return needsTool(asked) ? `${nameOf(asker)} asks for a model` : 'Answer this yourself?';
    case 'generating':
      return 'Your model is answering';
    case 'review-response':
      return `Send this answer to ${nameOf(asker)}?`;
  }
}
