import { nothing, type TemplateResult } from 'lit';
import type { Approval, ApprovalQueue } from '../../src/index.js';
import { elicitationHeading } from '../elicitation-approval/elicitation-heading.js';
import { samplingHeading } from '../sampling-approval/sampling-heading.js';
import { html } from '../words/html.js';
import { rootsHeading } from '../roots-approval/roots-heading.js';
import { callHeading } from '../tool-approval/call-heading.js';
import { resultHeading, resultQuestion } from './result-question.js';

/** How one kind of question appears in the queue. */
interface QuestionKind<A extends Approval> {
  /** The sentence that names the dialog. */
  heading(approval: A, approvals: ApprovalQueue): string;
  /** `count` says how many wait. */
  render(approval: A, approvals: ApprovalQueue, count: string): TemplateResult;
}

const slotted = (count: string): TemplateResult | typeof nothing =>
  count ? html`<span slot="count">${count}</span>` : nothing;

/** Every kind of question and the element that asks it. A new kind is a new row; the compiler asks for it. */
const QUESTIONS: { readonly [K in Approval['kind']]: QuestionKind<Extract<Approval, { kind: K }>> } = {
  sampling: {
    heading: samplingHeading,
    render: (approval, approvals, count) =>
      html`<mcp-sampling-approval
        exportparts="base, header, title, item, field, budget, used-up, stream, error, actions, press-hint, approve-button, again-button, stop-button, decline-button"
        .approval=${approval}
        .approvals=${approvals}
        >${slotted(count)}</mcp-sampling-approval
      >`,
  },
  elicitation: {
    heading: elicitationHeading,
    render: (approval, approvals, count) =>
      html`<mcp-elicitation-approval
        exportparts="base, header, title, form, error, actions, press-hint, approve-button, open-button, continue-button, decline-button, cancel-button"
        .approval=${approval}
        .approvals=${approvals}
        >${slotted(count)}</mcp-elicitation-approval
      >`,
  },
  roots: {
    heading: rootsHeading,
    render: (approval, approvals, count) =>
      html`<mcp-roots-approval
        exportparts="base, header, title, item, actions, press-hint, approve-button, decline-button"
        .approval=${approval}
        .approvals=${approvals}
        >${slotted(count)}</mcp-roots-approval
      >`,
  },
  'tool-call': {
    heading: callHeading,
    render: (approval, approvals, count) =>
      html`<mcp-tool-approval
        exportparts="base, header, title, form, error, actions, press-hint, approve-button, decline-button"
        .approval=${approval}
        .approvals=${approvals}
        >${slotted(count)}</mcp-tool-approval
      >`,
  },
  'tool-result': { heading: resultHeading, render: resultQuestion },
};

/** The row for this question. */
export function questionKind<A extends Approval>(approval: A): QuestionKind<A> {
  return QUESTIONS[approval.kind] as unknown as QuestionKind<A>;
}
