import type { TemplateResult } from 'lit';
import { countsAsPress } from '../approval-queue/press-guard.js';
import type { QuestionStep } from '../approval-queue/question-frame.js';
import { html } from '../words/html.js';

export interface ByHand {
  /** What guards the button that sends, and where that button stands. */
  readonly guard: unknown;
  readonly root: ParentNode;
  readonly text: string;
  /** What is wrong with the text, or empty. */
  readonly issue: string;
  /** What the server asked for, to read. */
  readonly asked: TemplateResult;
  readonly decline: TemplateResult;
  write(text: string): void;
  send(press: Event): void;
  leave(): void;
}

/** The person writes what a model would have said. What they write is what is sent. */
export function byHandStep(step: ByHand): QuestionStep {
  const { guard, root, text, issue, asked, decline, write, send, leave } = step;
  const sendOnEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
    event.preventDefault();
    if (countsAsPress(event, root)) send(event);
  };
  return {
    body: html`
      ${asked}
      <label class="by-hand">
        <span>Your answer</span>
        <textarea
          id="by-hand"
          part="field"
          dir="auto"
          aria-describedby="by-hand-issue"
          aria-invalid=${issue ? 'true' : 'false'}
          .value=${text}
          @input=${(event: InputEvent) => write((event.target as HTMLTextAreaElement).value)}
          @keydown=${sendOnEnter}
        ></textarea>
      </label>
      <p class="issue small" id="by-hand-issue" role="alert">${issue}</p>
    `,
    actions: html`
      <button type="button" class="plain start" @click=${leave}>Back</button> ${decline}
      <button type="button" class="primary" part="approve-button" ${guard} @click=${send}>Send answer</button>
    `,
  };
}
