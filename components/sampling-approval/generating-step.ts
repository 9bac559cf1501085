import { nothing, type TemplateResult } from 'lit';
import type { QuestionStep } from '../approval-queue/question-frame.js';
import { formatCount } from '../words/counted.js';
import { html } from '../words/html.js';

/** Characters of an unfinished answer on the screen, its last: more is laid out anew with every piece. All of it comes in the end. */
export const STREAM_SHOWN = 20_000;

export interface GeneratingStep {
  readonly text: string;
  readonly seconds: number;
  /** What the model was asked, to read. */
  readonly asked: TemplateResult;
  readonly decline: TemplateResult;
  stop(): void;
}

/** The model speaks. Not announced piece by piece: who listens is told when it is done. */
export function generatingStep({ text, seconds, asked, decline, stop }: GeneratingStep): QuestionStep {
  const shown = text.length > STREAM_SHOWN ? `…${text.slice(-STREAM_SHOWN)}` : text;
  return {
    body: html`
      <p role="timer">Asking the model · ${seconds} s</p>
      <progress aria-label="Asking the model"></progress>
      ${
        text
          ? html`<section class="stream" part="stream" tabindex="0" aria-label="The answer so far">
                <div class="text" dir="auto">${shown}</div>
              </section>
              <p class="quiet small">${formatCount(text.length)} characters so far. Stop keeps them.</p>`
          : nothing
      }
      <details>
        <summary class="quiet small">What the model is asked</summary>
        ${asked}
      </details>
    `,
    actions: html`${decline} <button type="button" part="stop-button" @click=${stop}>Stop</button>`,
  };
}

/** Follows the end of what comes, unless the person has scrolled up to read. */
export function followEnd(root: ParentNode, wasAtEnd: boolean): void {
  const stream = root.querySelector('.stream');
  if (stream && wasAtEnd) stream.scrollTop = stream.scrollHeight;
}

/** Whether the end was on the screen. */
export function isAtEnd(root: ParentNode): boolean {
  const stream = root.querySelector('.stream');
  return !stream || stream.scrollHeight - stream.scrollTop - stream.clientHeight < 24;
}
