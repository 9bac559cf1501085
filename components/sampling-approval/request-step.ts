import { nothing, type TemplateResult } from 'lit';
import type { McpError } from '../../src/index.js';
import type { QuestionStep } from '../approval-queue/question-frame.js';
import { problem } from '../problem/problem.js';
import { html } from '../words/html.js';

export interface RequestStep {
  /** What guards the button that asks. */
  readonly guard: unknown;
  /** Whether the page has a model to ask. */
  readonly hasModel: boolean;
  /** Whether it may be asked now. */
  readonly canAsk: boolean;
  /** The answer has to use a tool, which a person who writes text cannot. */
  readonly needsTool: boolean;
  /** Why the model did not answer the last time. */
  readonly failure: McpError | undefined;
  /** What keeps this from going to the model, or empty. */
  readonly issue: string;
  /** How far the server has come with its budget, and what there is to do where it is used up. */
  readonly budget: unknown;
  /** What the server asks for, to read and edit. */
  readonly asked: TemplateResult;
  readonly decline: TemplateResult;
  askModel(press: Event): void;
  answerMyself(): void;
}

/** The first look: at what goes to the model. */
export function requestStep(step: RequestStep): QuestionStep {
  const { guard, hasModel, canAsk, needsTool, failure, issue, budget, asked, decline, askModel, answerMyself } = step;
  const limits = [
    ...(hasModel ? [] : ['This page has not connected a model.']),
    ...(needsTool ? ['The answer has to use a tool, so only a model can give it.'] : []),
  ];
  const byHand = html`<button type="button" class="plain start" @click=${answerMyself}>Answer myself</button>`;
  const onlyByHand = html`
    <button type="button" class="primary" part="approve-button" @click=${answerMyself}>Answer myself</button>
  `;
  const ask = html`
    <button type="button" class="primary" part="approve-button" ${guard} @click=${askModel}>Ask the model</button>
  `;
  return {
    body: html`
      <div role="alert">${failure ? problem('The model did not answer.', failure) : nothing}</div>
      ${limits.length ? html`<p class="quiet">${limits.join(' ')}</p>` : nothing} ${asked} ${budget}
      <p class="issue small" role="alert">${issue}</p>
    `,
    actions: html`
      ${canAsk && !needsTool ? byHand : nothing} ${decline} ${canAsk ? ask : needsTool ? nothing : onlyByHand}
    `,
  };
}
