import type { TemplateResult } from 'lit';
import type { QuestionStep } from '../approval-queue/question-frame.js';
import { html } from '../words/html.js';

export interface ByHand {
  readonly text: string;
  /** What is wrong with the text, or empty. */
  readonly issue: string;
  /** What the server asked for, to read. */
  readonly asked: TemplateResult;
  readonly decline: TemplateResult;
  write(text: string): void;
  send(): void;
  leave(): void;
}

/** The person writes what a model would have said. What they write is what is sent. */
export function byHandStep({ text, issue, asked, decline, write, send, leave }: ByHand): QuestionStep {
  const sendOnEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
    event.preventDefault();
    send();
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
      <button type="button" class="primary" part="approve-button" @click=${send}>Send answer</button>
    `,
  };
}
