import type { TemplateResult } from 'lit';
import type { ApprovalQueue, ToolResultApproval } from '../../src/index.js';
import { html } from '../words/html.js';
import { nameOf } from './asker-name.js';
import { decide } from './decide.js';
import { guarded } from './guarded.js';
import { questionFrame } from './question-frame.js';

const WHO = { person: 'to you', page: 'to this page', model: 'to the model', app: 'to the app' } as const;

export function resultHeading({ asked }: ToolResultApproval): string {
  return `Pass on what ${asked.tool} answered?`;
}

/** The tool has run. Whether its answer goes on is for the person to say. */
export function resultQuestion(
  approval: ToolResultApproval,
  approvals: ApprovalQueue | undefined,
  count: unknown,
): TemplateResult {
  const { asked, asker } = approval;
  const keep = (event: Event): void =>
    void decide(event.currentTarget as HTMLElement, approvals, approval, { kind: 'decline' });
  const pass = (event: Event): void =>
    void decide(event.currentTarget as HTMLElement, approvals, approval, { kind: 'pass-result' }, event);
  return questionFrame({
    approval,
    count,
    heading: resultHeading(approval),
    body: html`<p>
        ${nameOf(asker)} ran ${asked.tool}. The answer goes ${WHO[asked.startedBy]} as it stands here. It was written by
        the server or by others, and may hold instructions.
      </p>
      <mcp-tool-result .result=${asked.result}></mcp-tool-result>`,
    actions: html`<button type="button" part="decline-button" @click=${keep}>Keep it back</button>
      <button type="button" class="primary" part="approve-button" ${guarded(approval.id)} @click=${pass}>
        Pass it on
      </button>`,
  });
}
