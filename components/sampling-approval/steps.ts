import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { McpError, SamplingResult, SamplingUsage } from '../../src/index.js';
import type { QuestionStep } from '../approval-queue/question.js';
import { html } from '../internal/html.js';
import { problem } from '../internal/problem.js';
import { editableJson, editableText, item, type OpenEdits } from './editors.js';
import { blockItem, dollars, roleWords } from './request-view.js';
import { withBlockText, withToolInput } from './request.js';
import { notice } from '../internal/notice.js';
import { t } from './messages.js';

/** Renders its host every second while there is a start time. */
export class Elapsed implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #startedAt: () => number | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(host: ReactiveControllerHost, startedAt: () => number | undefined) {
    this.#host = host;
    this.#startedAt = startedAt;
    host.addController(this);
  }

  /** Whole seconds since the start. */
  get seconds(): number {
    return Math.max(0, Math.floor((Date.now() - (this.#startedAt() ?? Date.now())) / 1000));
  }

  hostUpdated(): void {
    if (this.#startedAt() === undefined) this.hostDisconnected();
    else this.#timer ??= setInterval(() => this.#host.requestUpdate(), 1000);
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/**
 * Characters of an unfinished answer that are shown, counted from its end. With more, each new piece would cause a
 * large layout. The finished answer is shown in full.
 */
const STREAM_SHOWN = 20_000;

interface GeneratingStep {
  readonly text: string;
  readonly seconds: number;
  /** The request to the model, read-only. */
  readonly asked: TemplateResult;
  readonly decline: TemplateResult;
  stop(): void;
}

/** Shows the model's answer while it is generated. Screen readers announce only its end, not each piece. */
export function generatingStep({ text, seconds, asked, decline, stop }: GeneratingStep): QuestionStep {
  const shown = text.length > STREAM_SHOWN ? `…${text.slice(-STREAM_SHOWN)}` : text;
  return {
    body: html`
      <p role="timer">${t.rich('samplingApproval.askingTheModelS', { seconds })}</p>
      <progress aria-label=${t('samplingApproval.askingTheModel')}></progress>
      ${
        text
          ? html`<section
                class="stream"
                part="text"
                data-name="stream"
                tabindex="0"
                aria-label=${t('samplingApproval.theAnswerSoFar')}
              >
                <div class="text" dir="auto">${shown}</div>
              </section>
              <p class="quiet small">${t.rich('samplingApproval.charactersSoFarStop', { count: text.length })}</p>`
          : nothing
      }
      <details>
        <summary class="quiet small">${t('samplingApproval.whatTheModelIs')}</summary>
        ${asked}
      </details>
    `,
    actions: html`${decline}
      <button type="button" part="button cancel-button" data-name="stop-button" @click=${stop}>
        ${t('samplingApproval.stop')}
      </button>`,
  };
}

/** Scrolls to the end of new text, unless the person has scrolled up to read. */
export function followEnd(root: ParentNode, wasAtEnd: boolean): void {
  const stream = root.querySelector('.stream');
  if (stream && wasAtEnd) stream.scrollTop = stream.scrollHeight;
}

/** True if the end of the text is visible. */
export function isAtEnd(root: ParentNode): boolean {
  const stream = root.querySelector('.stream');
  return !stream || stream.scrollHeight - stream.scrollTop - stream.clientHeight < 24;
}

interface ResponseStep {
  /** Returns the guard of the buttons that send the answer or ask again. */
  guard(): unknown;
  /** The answer as the model gave it. */
  readonly given: SamplingResult;
  /** The answer as it will be sent to the server. */
  readonly response: SamplingResult;
  /** True if the server requires the model to use a tool. */
  readonly needsTool: boolean;
  readonly edits: OpenEdits;
  /** The server's request, read-only. */
  readonly asked: TemplateResult;
  readonly decline: TemplateResult;
  /** The name of the server. */
  readonly name: string;
  /** The tokens and the cost of the answer, if they are known. */
  readonly usage: SamplingUsage | undefined;
  /** Why the answer is incomplete. */
  readonly problem: McpError | undefined;
  edit(change: (response: SamplingResult) => SamplingResult): void;
  send(press: Event): void;
  back(): void;
  /** Sends the same request to the model again. */
  again(press: Event): void;
}

/** The second review: the model's answer for the server. */
export function responseStep(step: ResponseStep): QuestionStep {
  return {
    body: html`
      <div role="alert">${step.problem ? problem(t('samplingApproval.theAnswerIsNot'), step.problem) : nothing}</div>
      ${toolsInWords(step)} ${answer(step)}
      <details>
        <summary class="quiet small">${t('samplingApproval.whatTheModelWas')}</summary>
        ${step.asked}
      </details>
    `,
    actions: html`
      <button type="button" class="plain start" @click=${step.back}>${t('samplingApproval.back')}</button>
      <button type="button" class="plain" part="button" data-name="again-button" ${step.guard()} @click=${step.again}>
        ${t('samplingApproval.askAgain')}
      </button>
      ${step.decline}
      <button type="button" class="primary" part="button approve-button" ${step.guard()} @click=${step.send}>
        ${t.rich('samplingApproval.sendTo', { name: step.name })}
      </button>
    `,
  };
}

/**
 * Explains that the server runs the tools, which is easily misunderstood, or warns that a required tool is not used.
 */
function toolsInWords({ response, needsTool, name }: ResponseStep): TemplateResult | typeof nothing {
  const count = response.content.filter(({ type }) => type === 'tool_use').length;
  if (count > 0)
    return html`<p>
      ${t.rich('samplingApproval.theModelWantsTo', { name, tools: t('samplingApproval.tools', { count }), name2: name })}
    </p>`;
  if (!needsTool) return nothing;
  return notice({
    tone: 'warning',
    title: t('samplingApproval.noToolIsUsed'),
    lines: [html`${t.rich('samplingApproval.wantsTheModelTo', { name })}`],
  });
}

function usageInWords({ inputTokens, outputTokens, cost, isEstimate }: SamplingUsage): string {
  return [
    t('samplingApproval.inOut', { inputTokens, outputTokens }),
    ...(cost ? [dollars(cost)] : []),
    ...(isEstimate ? ['estimated'] : []),
  ].join(' · ');
}

/** Shows everything that will be sent to the server. */
function answer({ given, response, edits, edit, usage }: ResponseStep): TemplateResult {
  const parts = response.content.length;
  return html`<dl>
    ${parts === 0 ? item({ label: t('samplingApproval.answer'), body: html`<span class="quiet">${t('samplingApproval.empty')}</span>` }) : nothing}
    ${response.content.map((block, b) => {
      const role = parts > 1 ? t('samplingApproval.part', { part: b + 1 }) : undefined;
      const original = given.content[b];
      if (block.type === 'tool_use')
        return editableJson(edits, {
          key: `answer-${b}`,
          label: t('samplingApproval.answer'),
          role,
          value: block.input,
          original: original?.type === 'tool_use' ? original.input : {},
          body: html`<mcp-content .block=${block}></mcp-content>`,
          mayBeMissing: false,
          set: (input) => edit((current) => ({ ...current, content: withToolInput(current.content, b, input) })),
        });
      if (block.type !== 'text') return blockItem(t('samplingApproval.answer'), role, block);
      return editableText(edits, {
        key: `answer-${b}`,
        label: t('samplingApproval.answer'),
        role,
        value: block.text,
        original: original?.type === 'text' ? original.text : '',
        set: (text) => edit((current) => ({ ...current, content: withBlockText(current.content, b, text) })),
      });
    })}
    ${item({ label: t('samplingApproval.role'), body: roleWords(response.role) })}
    ${item({ label: t('samplingApproval.model'), body: response.model })}
    ${
      response.stopReason === undefined
        ? nothing
        : item({
            label: t('samplingApproval.stopReason'),
            body: stoppedWords(response.stopReason),
          })
    }
    ${usage ? item({ label: t('samplingApproval.tokensUsed'), body: usageInWords(usage) }) : nothing}
  </dl>`;
}

/** The stop reason of a model, in words; unchanged if it is none of the specification. */
const STOPPED = ['endTurn', 'stopSequence', 'maxTokens', 'toolUse', 'stopped'] as const;

function stoppedWords(reason: string): string {
  const known = STOPPED.find((each) => each === reason);
  return known ? t(`samplingApproval.stopped.${known}`) : reason;
}
