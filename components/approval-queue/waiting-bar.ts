import type { TemplateResult } from 'lit';
import { nothing } from 'lit';
import type { Approval } from '../../src/index.js';
import { html } from '../words/html.js';
import { nameOf } from './asker-name.js';

export interface WaitingBar {
  readonly inline: boolean;
  /** Why the question that was open is gone; empty where nothing is to be said of it. */
  readonly ending: string;
  /** What waits; empty where nothing does. */
  readonly waiting: string;
  readonly review: () => void;
  readonly dismiss: () => void;
}

/** One line that says what waits, or why a question is gone. The person opens the next one when it suits them. */
export function waitingBar({ inline, ending, waiting, review, dismiss }: WaitingBar): TemplateResult {
  return html`<div part="bar" class="bar ${inline ? 'inline' : ''}" popover=${inline ? nothing : 'manual'}>
    <p>${ending} ${waiting}</p>
    ${
      waiting
        ? html`<button type="button" part="review-button" class="primary" @click=${review}>Review</button>`
        : html`<button type="button" part="dismiss-button" @click=${dismiss}>Dismiss</button>`
    }
  </div>`;
}

/** @param ending why another one is gone, where that is said before it */
export function waitingText({ asker }: Approval, count: number, ending: string): string {
  if (ending) return count > 1 ? `${count} more questions wait.` : 'Another question waits.';
  return `${nameOf(asker)} asks for something${count > 1 ? `; ${count} questions wait.` : '.'}`;
}
