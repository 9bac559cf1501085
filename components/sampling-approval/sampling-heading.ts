import type { ApprovalQueue, SamplingApproval } from '../../src/index.js';
import { nameOf } from '../approval-queue/asker-name.js';

/** What may happen next, as the sentence a person decides on. */
export function samplingHeading({ step, asker }: SamplingApproval, approvals: ApprovalQueue | undefined): string {
  switch (step.at) {
    case 'review-request':
      return approvals?.sampler ? 'Ask your model to answer this?' : 'Answer this yourself?';
    case 'generating':
      return 'Your model is answering';
    case 'review-response':
      return `Send this answer to ${nameOf(asker)}?`;
  }
}
