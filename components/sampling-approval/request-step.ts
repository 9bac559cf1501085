import { html, nothing, type TemplateResult } from 'lit';
import type { McpError } from '../../src/index.js';
import type { QuestionStep } from '../approval-queue/question-frame.js';
import { problem } from '../problem/problem.js';

export interface RequestStep {
  /** Whether the page has a model to ask. */
  readonly canAsk: boolean;
  /** Why the model did not answer the last time. */
  readonly failure: McpError | undefined;
  /** What the server asks for, to read and edit. */
  readonly asked: TemplateResult;
  readonly decline: TemplateResult;
  askModel(): void;
  answerMyself(): void;
}

/** The first look: at what goes to the model. */
export function requestStep({ canAsk, failure, asked, decline, askModel, answerMyself }: RequestStep): QuestionStep {
  const alert = html`<div role="alert">${failure ? problem('The model did not answer.', failure) : nothing}</div>`;
  if (!canAsk)
    return {
      body: html`${alert}
        <p class="quiet">This page has not connected a model.</p>
        ${asked}`,
      actions: html`${decline}
        <button type="button" class="primary" part="approve-button" @click=${answerMyself}>Answer myself</button>`,
    };
  return {
    body: html`${alert} ${asked}`,
    actions: html`
      <button type="button" class="plain start" @click=${answerMyself}>Answer myself</button> ${decline}
      <button type="button" class="primary" part="approve-button" @click=${askModel}>Ask the model</button>
    `,
  };
}
