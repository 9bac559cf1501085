import { nothing, type TemplateResult } from 'lit';
import type { Approval, Initiator } from '../../src/index.js';
import { html } from '../internal/html.js';
import { formatCount } from '../internal/text.js';
import { toolName } from './headings.js';
import { nameOf } from './question.js';

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
            Review
          </button>`
        : html`<button type="button" part="button" data-name="dismiss-button" @click=${dismiss}>Dismiss</button>`
    }
  </div>`;
}

const WANTS: Readonly<Record<Exclude<Initiator, 'person'>, string>> = {
  page: 'This page wants to run',
  model: 'A model wants to run',
  app: 'An app wants to run',
};

/** Who started what waits, and what it is. */
function waits(approval: Approval): string {
  if (approval.kind === 'tool-result') return `The result of ${toolName(approval.asked.tool)} waits.`;
  if (approval.kind !== 'tool-call') return `${nameOf(approval.requestingServer)} has a question.`;
  const { tool, initiator } = approval.asked;
  return initiator === 'person' ? `Confirm ${toolName(tool.name)}.` : `${WANTS[initiator]} ${toolName(tool.name)}.`;
}

/** @param ending why another question is gone, if the line says that first */
export function waitingText(approval: Approval, count: number, ending: string): string {
  const all = formatCount(count);
  if (ending) return count > 1 ? `${all} more questions wait.` : 'Another question waits.';
  return count > 1 ? `${waits(approval)} ${all} questions wait.` : waits(approval);
}
