import { css, type CSSResult, nothing, type ReactiveController, type TemplateResult, type LitElement } from 'lit';
import type {
  ContentBlock,
  McpError,
  PromptResult,
  SamplingMessage,
  SamplingRequest,
  SamplingResult,
  Session,
} from '../../src/index.js';
import { html } from '../internal/html.js';
import { type MarkdownChoice, markdownChoiceOf } from '../internal/markdown-choice.js';
import { problem } from '../internal/problem.js';
import { cut } from '../internal/text.js';
import { CallRunner } from '../item-form/call-runner.js';
import { t as common } from '../words/common-words.js';
import { t } from './messages.js';

function titleOf(model: string): string {
  return model === '' || model === 'unknown'
    ? t('promptForm.answerOfTheModel')
    : t('promptForm.answerOfNamedModel', { model });
}

/** Tokens that the answer of the model may have. */
const MAX_REPLY_TOKENS = 2000;
/** Messages of one prompt that the model is given. A server may send thousands. */
export const MAX_MESSAGES_TO_MODEL = 200;
/** Characters of an unfinished answer that are shown. */
const MAX_PARTIAL_SHOWN = 20_000;

/** The messages of a prompt for a model: models know no resources, so their text replaces them. */
export function requestOf({ messages }: PromptResult): SamplingRequest {
  return {
    messages: messages
      .slice(0, MAX_MESSAGES_TO_MODEL)
      .map(({ role, content }): SamplingMessage => ({ role, content: [asModelBlock(content)] })),
    maxTokens: MAX_REPLY_TOKENS,
  };
}

function asModelBlock(block: ContentBlock): ContentBlock {
  if (block.type === 'resource_link') return { type: 'text', text: block.uri };
  if (block.type === 'resource' && block.resource.text !== undefined)
    return { type: 'text', text: `${block.resource.uri}\n\n${block.resource.text}` };
  return block;
}

/** Sends the messages of a prompt to the model of the page, if it has one, and shows the answer. */
export class ModelReply implements ReactiveController {
  readonly #host: LitElement;
  #of: PromptResult | undefined;
  #runner = new CallRunner<SamplingResult>();
  #partial = '';

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#runner.cancel();
  }

  render(session: Session | undefined, result: PromptResult): TemplateResult | typeof nothing {
    if (result !== this.#of) this.#forget(result);
    if (!session?.hasModel) return nothing;
    const state = this.#runner.state.get();
    const isRunning = state.phase === 'running';
    return html`<div class="reply" data-name="model-reply">
      <div class="row">
        ${
          isRunning
            ? html`<button part="cancel-button" data-name="cancel-model-button" type="button" @click=${this.#cancel}>
                ${common('common.cancel')}
              </button>`
            : html`<button
                part="button"
                data-name="model-button"
                type="button"
                @click=${() => this.#ask(session, result)}
              >
                ${state.phase === 'none' ? t('promptForm.sendToModel') : t('promptForm.sendAgain')}
              </button>`
        }
        <span class=${isRunning ? 'small quiet' : 'visually-hidden'} role="status">${this.#spoken}</span>
      </div>
      ${isRunning && this.#partial !== '' ? this.#answer({ model: '', content: [{ type: 'text', text: this.#partial }] }) : nothing}
      ${state.phase === 'done' ? this.#answer(state.result, markdownChoiceOf(session)) : nothing}
      ${state.phase === 'failed' ? this.#failed(session, result, state.error) : nothing}
    </div>`;
  }

  get #spoken(): string {
    const state = this.#runner.state.get();
    if (state.phase === 'running') return t('promptForm.theModelAnswers');
    return state.phase === 'done' ? t('promptForm.theModelAnswered') : '';
  }

  /** @param choice absent while the answer grows: formatting it again and again would flicker */
  #answer(
    { model, content, stopReason }: Pick<SamplingResult, 'model' | 'content' | 'stopReason'>,
    choice?: MarkdownChoice,
  ): TemplateResult {
    return html`<section class="answer" part="item" data-name="model-answer">
      <h3 class="role small">${titleOf(cut(model, 100))}</h3>
      ${content.map((block) => html`<mcp-content .block=${block} .markdownChoice=${choice}></mcp-content>`)}
      ${stopReason === 'maxTokens' ? html`<p class="small quiet">${t('promptForm.answerEndsEarly')}</p>` : nothing}
    </section>`;
  }

  #failed(session: Session, result: PromptResult, error: McpError): TemplateResult {
    if (error.code === 'cancelled')
      return html`<p class="small quiet" role="status">${t('promptForm.modelCancelled')}</p>`;
    const again = { label: common('common.tryAgain'), run: () => this.#ask(session, result) };
    return html`<div aria-live="polite">${problem(t('promptForm.noAnswerFromModel'), error, again)}</div>`;
  }

  readonly #cancel = (): void => {
    this.#runner.cancel();
    this.#focusButton();
  };

  #ask(session: Session, result: PromptResult): void {
    const runner = this.#runner;
    this.#partial = '';
    const update = (): void => {
      if (runner === this.#runner) this.#host.requestUpdate();
    };
    void runner
      .start(({ signal }) =>
        session.askModel(requestOf(result), {
          signal,
          onPartial: (text) => {
            this.#partial = cut(text, MAX_PARTIAL_SHOWN);
            update();
          },
        }),
      )
      .then(update);
    update();
    this.#focusButton();
  }

  /** The pressed button is removed, and focus must not be lost with it. */
  #focusButton(): void {
    void this.#host.updateComplete.then(() => {
      const place = this.#host.renderRoot.querySelector('[data-name="model-reply"]');
      place?.querySelector<HTMLElement>('.row > button')?.focus();
    });
  }

  /** Cancels the request for the previous result. */
  #forget(result: PromptResult): void {
    this.#runner.cancel();
    this.#runner = new CallRunner();
    this.#partial = '';
    this.#of = result;
  }
}

export const modelReplyStyles: CSSResult = css`
  .reply,
  .answer {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-s);
  }
  .answer {
    padding-inline-start: var(--_space-m);
    border-inline-start: 2px solid var(--_accent);
  }
`;
