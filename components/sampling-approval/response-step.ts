import { html, nothing, type TemplateResult } from 'lit';
import type { SamplingResult } from '../../src/index.js';
import type { QuestionStep } from '../approval-queue/question-frame.js';
import { editableText, item } from './item.js';
import type { OpenEdits } from './open-edits.js';
import { withBlockText } from './request-edits.js';
import { blockItem } from './request-view.js';

const STOPPED: { readonly [reason: string]: string } = {
  endTurn: 'it was done',
  stopSequence: 'it reached a stop sequence',
  maxTokens: 'it reached the token limit; the answer may be cut off',
  toolUse: 'it wants to use a tool',
};

export interface ResponseStep {
  /** As the model gave it. */
  readonly given: SamplingResult;
  /** As it would go to the server. */
  readonly response: SamplingResult;
  readonly edits: OpenEdits;
  /** What the server asked for, to read. */
  readonly asked: TemplateResult;
  readonly decline: TemplateResult;
  /** What to call the server. */
  readonly name: string;
  edit(change: (response: SamplingResult) => SamplingResult): void;
  send(): void;
  back(): void;
}

/** The second look: at what the model's answer tells the server. */
export function responseStep(step: ResponseStep): QuestionStep {
  return {
    body: html`
      ${answer(step)}
      <details>
        <summary class="quiet small">What the model was asked</summary>
        ${step.asked}
      </details>
    `,
    actions: html`
      <button type="button" class="plain start" @click=${step.back}>Back</button> ${step.decline}
      <button type="button" class="primary" part="approve-button" @click=${step.send}>Send to ${step.name}</button>
    `,
  };
}

/** Everything that goes to the server. */
function answer({ given, response, edits, edit }: ResponseStep): TemplateResult {
  const parts = response.content.length;
  return html`<dl>
    ${parts === 0 ? item({ label: 'Answer', body: html`<span class="quiet">empty</span>` }) : nothing}
    ${response.content.map((block, b) => {
      const role = parts > 1 ? `part ${b + 1}` : undefined;
      if (block.type !== 'text') return blockItem('Answer', role, block);
      const original = given.content[b];
      return editableText(edits, {
        key: `answer-${b}`,
        label: 'Answer',
        role,
        value: block.text,
        original: original?.type === 'text' ? original.text : '',
        set: (text) => edit((current) => ({ ...current, content: withBlockText(current.content, b, text) })),
      });
    })}
    ${item({ label: 'Given as', body: response.role })} ${item({ label: 'Model', body: response.model })}
    ${
      response.stopReason === undefined
        ? nothing
        : item({ label: 'Stopped because', body: STOPPED[response.stopReason] ?? response.stopReason })
    }
  </dl>`;
}
