import { nothing, type TemplateResult } from 'lit';
import type { McpError, SamplingResult, SamplingUsage } from '../../src/index.js';
import type { QuestionStep } from '../approval-queue/question-frame.js';
import { counted, formatCount, type Noun } from '../words/counted.js';
import { problem } from '../problem/problem.js';
import { html } from '../words/html.js';
import { editableJson } from './editable-json.js';
import { editableText, item } from './item.js';
import type { OpenEdits } from './open-edits.js';
import { dollars } from './money.js';
import { withBlockText, withToolInput } from './request-edits.js';
import { blockItem } from './request-view.js';

const STOPPED: { readonly [reason: string]: string } = {
  endTurn: 'it was done',
  stopSequence: 'it reached a stop sequence',
  maxTokens: 'it reached the token limit; the answer may be cut off',
  toolUse: 'it wants a tool used',
  stopped: 'it was stopped; the answer may be cut off',
};

export interface ResponseStep {
  /** What guards the buttons that send, and ask once more. */
  guard(): unknown;
  /** As the model gave it. */
  readonly given: SamplingResult;
  /** As it would go to the server. */
  readonly response: SamplingResult;
  /** The server wants a tool used. */
  readonly needsTool: boolean;
  readonly edits: OpenEdits;
  /** What the server asked for, to read. */
  readonly asked: TemplateResult;
  readonly decline: TemplateResult;
  /** What to call the server. */
  readonly name: string;
  /** What it took, where anybody knows. */
  readonly usage: SamplingUsage | undefined;
  /** Why it is not whole. */
  readonly problem: McpError | undefined;
  edit(change: (response: SamplingResult) => SamplingResult): void;
  send(press: Event): void;
  back(): void;
  /** Asks the same once more. */
  again(press: Event): void;
}

/** The second look: at what the model's answer tells the server. */
export function responseStep(step: ResponseStep): QuestionStep {
  return {
    body: html`
      <div role="alert">${step.problem ? problem('The answer is not whole.', step.problem) : nothing}</div>
      ${toolsInWords(step)} ${answer(step)}
      <details>
        <summary class="quiet small">What the model was asked</summary>
        ${step.asked}
      </details>
    `,
    actions: html`
      <button type="button" class="plain start" @click=${step.back}>Back</button>
      <button type="button" class="plain" part="again-button" ${step.guard()} @click=${step.again}>Ask again</button>
      ${step.decline}
      <button type="button" class="primary" part="approve-button" ${step.guard()} @click=${step.send}>
        Send to ${step.name}
      </button>
    `,
  };
}

const TOOLS: Noun = { one: 'tool', other: 'tools' };

/** Who uses the tools, which is easily mistaken; or that none is used although one should be. */
function toolsInWords({ response, needsTool, name }: ResponseStep): TemplateResult | typeof nothing {
  const count = response.content.filter(({ type }) => type === 'tool_use').length;
  if (count > 0)
    return html`<p>
      The model wants ${name} to use ${counted(count, TOOLS)}. Nothing runs in this page: ${name} decides, and asks
      again with what came of it.
    </p>`;
  if (!needsTool) return nothing;
  return html`<div class="note warning">
    <strong>No tool is used.</strong
    ><span>${name} wants the model to use one, and may not know what to do with this.</span>
  </div>`;
}

function usageInWords({ inputTokens, outputTokens, cost, isEstimate }: SamplingUsage): string {
  return [
    `${formatCount(inputTokens)} tokens read, ${formatCount(outputTokens)} written`,
    ...(cost ? [dollars(cost)] : []),
    ...(isEstimate ? ['estimated'] : []),
  ].join(' · ');
}

/** Everything that goes to the server. */
function answer({ given, response, edits, edit, usage }: ResponseStep): TemplateResult {
  const parts = response.content.length;
  return html`<dl>
    ${parts === 0 ? item({ label: 'Answer', body: html`<span class="quiet">empty</span>` }) : nothing}
    ${response.content.map((block, b) => {
      const role = parts > 1 ? `part ${b + 1}` : undefined;
      const original = given.content[b];
      if (block.type === 'tool_use')
        return editableJson(edits, {
          key: `answer-${b}`,
          label: 'Answer',
          role,
          value: block.input,
          original: original?.type === 'tool_use' ? original.input : {},
          body: html`<mcp-content .block=${block}></mcp-content>`,
          mayBeMissing: false,
          set: (input) => edit((current) => ({ ...current, content: withToolInput(current.content, b, input) })),
        });
      if (block.type !== 'text') return blockItem('Answer', role, block);
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
    ${usage ? item({ label: 'Took', body: usageInWords(usage) }) : nothing}
  </dl>`;
}
