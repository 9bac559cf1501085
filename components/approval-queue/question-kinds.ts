import { nothing, type TemplateResult } from 'lit';
import type { Approval, ApprovalQueue, ToolResultApproval } from '../../src/index.js';
import { html } from '../internal/html.js';
import {
  callHeading,
  callSentence,
  elicitationHeading,
  elicitationSentence,
  resultHeading,
  resultSentence,
  rootsHeading,
  rootsSentence,
  samplingHeading,
  samplingSentence,
} from './headings.js';
import type { Sentence } from '../words/messages.js';
import { guarded } from './press-guard.js';
import { decide, questionFrame } from './question.js';
import { t } from './messages.js';

/** How the queue shows one kind of question. */
interface QuestionKind<A extends Approval> {
  /** The decision. */
  heading(approval: A, approvals: ApprovalQueue): Sentence;
  /** The question in sentences: the description of the dialog. */
  sentence(approval: A, approvals: ApprovalQueue): string;
  /** @param count how many questions wait, as a text */
  render(approval: A, approvals: ApprovalQueue, count: string): TemplateResult;
}

const slotted = (count: string): TemplateResult | typeof nothing =>
  count ? html`<span slot="count">${count}</span>` : nothing;

/** Every kind of question and its element. A new kind without a row does not compile. */
const QUESTIONS: { readonly [K in Approval['kind']]: QuestionKind<Extract<Approval, { kind: K }>> } = {
  sampling: {
    heading: samplingHeading,
    sentence: samplingSentence,
    render: (approval, approvals, count) =>
      html`<mcp-sampling-approval
        exportparts="base, source, header, title, item, field, note, warning, text, error, actions, button, approve-button, cancel-button, decline-button, link"
        .approval=${approval}
        .approvals=${approvals}
        >${slotted(count)}</mcp-sampling-approval
      >`,
  },
  elicitation: {
    heading: elicitationHeading,
    sentence: elicitationSentence,
    render: (approval, approvals, count) =>
      html`<mcp-elicitation-approval
        exportparts="base, source, header, title, form, error, actions, note, button, approve-button, decline-button, cancel-button, warning, link"
        .approval=${approval}
        .approvals=${approvals}
        >${slotted(count)}</mcp-elicitation-approval
      >`,
  },
  roots: {
    heading: rootsHeading,
    sentence: rootsSentence,
    render: (approval, approvals, count) =>
      html`<mcp-roots-approval
        exportparts="base, source, header, title, item, actions, note, button, approve-button, decline-button, warning, link"
        .approval=${approval}
        .approvals=${approvals}
        >${slotted(count)}</mcp-roots-approval
      >`,
  },
  'tool-call': {
    heading: callHeading,
    sentence: callSentence,
    render: (approval, approvals, count) =>
      html`<mcp-tool-approval
        exportparts="base, source, header, title, form, error, actions, note, button, approve-button, decline-button, warning, link"
        .approval=${approval}
        .approvals=${approvals}
        >${slotted(count)}</mcp-tool-approval
      >`,
  },
  'tool-result': { heading: resultHeading, sentence: resultSentence, render: resultQuestion },
};

/** Returns the row of this question. */
export function questionKind<A extends Approval>(approval: A): QuestionKind<A> {
  return QUESTIONS[approval.kind] as unknown as QuestionKind<A>;
}

/** The tool has run. The person decides whether the server gets its result. */
function resultQuestion(
  approval: ToolResultApproval,
  approvals: ApprovalQueue | undefined,
  count: unknown,
): TemplateResult {
  const { asked } = approval;
  const isOwn = asked.initiator === 'person';
  const keep = (event: Event): void =>
    void decide(event.currentTarget as HTMLElement, approvals, approval, { kind: 'decline' });
  const pass = (event: Event): void =>
    void decide(event.currentTarget as HTMLElement, approvals, approval, { kind: 'pass-result' }, event);
  return questionFrame({
    approval,
    count,
    heading: resultHeading(approval),
    body: html`<p>${resultSentence(approval)}</p>
      <mcp-tool-result .result=${asked.result}></mcp-tool-result>`,
    actions: html`<button type="button" part="button decline-button" @click=${keep}>
        ${isOwn ? t('approvalQueue.dontAcceptIt') : t('approvalQueue.dontPassItOn')}
      </button>
      <button type="button" class="primary" part="button approve-button" ${guarded(approval.id)} @click=${pass}>
        ${t(`approvalQueue.passItOn.${asked.initiator}`)}
      </button>`,
  });
}
