import { nothing, type TemplateResult } from 'lit';
import type { Approval } from '../../src/index.js';
import { html } from '../internal/html.js';
import { formatCount } from '../internal/text.js';
import { toolName } from './headings.js';
import { shortenServerName } from './question.js';
import { t } from './messages.js';

interface WaitingBar {
  readonly inline: boolean;
  /** Why the open question is gone; empty if nothing needs to be said. */
  readonly ending: string;
  /** The question that waits; empty if there is none. */
  readonly waiting: string;
  readonly review: () => void;
  readonly dismiss: () => void;
}

/** One line that says which question waits, or why one is gone. The person opens the next one with its button. */
export function waitingBar({ inline, ending, waiting, review, dismiss }: WaitingBar): TemplateResult {
  return html`<div part="bar" class="bar ${inline ? 'inline' : ''}" popover=${inline ? nothing : 'manual'}>
    <p>${ending} ${waiting}</p>
    ${
      waiting
        ? html`<button type="button" part="button" data-name="review-button" class="primary" @click=${review}>
            ${t('approvalQueue.review')}
          </button>`
        : html`<button type="button" part="button" data-name="dismiss-button" @click=${dismiss}>
            ${t('approvalQueue.dismiss')}
          </button>`
    }
  </div>`;
}

/** The sentence for a question that waits: it names the initiator and the act. */
function waits(approval: Approval): string {
  if (approval.kind === 'tool-result')
    return t('approvalQueue.theResultOfWaits', { tool: toolName(approval.asked.tool) });
  if (approval.kind !== 'tool-call')
    return t('approvalQueue.hasAQuestion', { name: shortenServerName(approval.requestingServer) });
  const { tool, initiator } = approval.asked;
  return initiator === 'person'
    ? t('approvalQueue.confirm', { tool: toolName(tool.name) })
    : t(`approvalQueue.wants.${initiator}`, { tool: toolName(tool.name) });
}

/** @param ending why another question is gone, if the line says that first */
export function waitingText(approval: Approval, count: number, ending: string): string {
  const all = formatCount(count);
  if (ending)
    return count > 1 ? t('approvalQueue.moreQuestionsWait', { all }) : t('approvalQueue.anotherQuestionWaits');
  return count > 1 ? `${waits(approval)} ${t('approvalQueue.questionsWait', { all })}` : waits(approval);
}
