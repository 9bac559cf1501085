import { nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { ContentBlock, SamplingRequest, SamplingResult, Tool, ToolUseBlock } from '../../src/index.js';
import { buildArgumentsForm, FormState, prepareFullCheck } from '../../src/schema/index.js';
import { countsAsPress, guarded } from '../approval-queue/press-guard.js';
import type { QuestionStep } from '../approval-queue/question.js';
import { html } from '../internal/html.js';
import { cut, oneLine } from '../internal/text.js';
import { choice } from './editors.js';
import { needsTool } from './request.js';
import { t } from './messages.js';

/** Tools that one answer by hand can use. A model that uses more in one answer is rare. */
export const MAX_TOOL_USES_BY_HAND = 20;
/** Characters of a tool's name on its option and its button. */
const NAME_LENGTH = 100;
/** The name of the model if a person answers, by a convention in the specification. */
const HUMAN = 'human';

/** The reasons of the specification, in words, and one for a value of one's own. */
const STOP_REASONS = ['endTurn', 'stopSequence', 'maxTokens', 'toolUse', 'other'] as const;

const stopReasons = (): readonly (readonly [value: string, words: string])[] =>
  STOP_REASONS.map((reason) => [reason, t(`samplingApproval.stop.${reason}`)]);

/** A tool that the person has the server use. */
interface ToolUse {
  readonly id: string;
  readonly name: string;
  readonly form: FormState;
}

export interface ByHand {
  /** The id of the question. */
  readonly id: string;
  readonly asked: SamplingRequest;
  /** The request, read-only. */
  readonly request: TemplateResult;
  /** Why only a person can answer; empty if a model could too. */
  readonly why: unknown;
  /** True if the model can be asked instead. */
  readonly canLeave: boolean;
  readonly decline: TemplateResult;
  /** The name of the server. */
  readonly name: string;
}

/** The answer that the person writes instead of a model. It is sent unchanged. */
export class OwnAnswer {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #send: (response: SamplingResult, press: Event) => void;
  #isOpen = false;
  #text = '';
  #model = HUMAN;
  /** Undefined until the person chooses: until then it follows from the answer. */
  #stop: string | undefined;
  #reason = '';
  #uses: readonly ToolUse[] = [];
  #issue = '';

  constructor(host: ReactiveControllerHost & HTMLElement, send: (response: SamplingResult, press: Event) => void) {
    this.#host = host;
    this.#send = send;
  }

  /** True if the person chose to answer, or has begun to. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  readonly open = (): void => {
    this.#change(() => {});
    void this.#host.updateComplete.then(() => this.#box?.focus());
  };

  readonly leave = (): void => {
    this.#isOpen = false;
    this.#text = this.#reason = this.#issue = '';
    this.#model = HUMAN;
    this.#stop = undefined;
    this.#uses = [];
    this.#host.requestUpdate();
  };

  /**
   * Focuses the text box if the dialog has just opened, without scrolling. For a page without a model, where a person can
   * only write.
   */
  focusInNewDialog(): void {
    const dialog = this.#host.closest('dialog');
    if (dialog && (dialog.getRootNode() as Document | ShadowRoot).activeElement === dialog)
      this.#box?.focus({ preventScroll: true });
  }

  render(step: ByHand): QuestionStep {
    const { id, asked, request, why, canLeave, decline, name } = step;
    const send = (press: Event): void => void this.#sendMine(asked, press);
    const sendOnEnter = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
      event.preventDefault();
      if (countsAsPress(event, this.#host.shadowRoot!)) send(event);
    };
    return {
      body: html`
        ${why} ${request}
        <div class="by-hand" @keydown=${sendOnEnter}>
          <label>
            <span>${t('samplingApproval.yourReply')}</span>
            <textarea
              id="by-hand"
              part="field"
              dir="auto"
              aria-describedby="by-hand-issue"
              aria-invalid=${this.#issue ? 'true' : 'false'}
              .value=${this.#text}
              @input=${(event: InputEvent) => this.#change(() => (this.#text = (event.target as HTMLTextAreaElement).value))}
            ></textarea>
          </label>
          ${this.#toolUses(asked)} ${this.#facts()}
        </div>
        <p class="issue small" id="by-hand-issue" role="alert">${this.#issue}</p>
      `,
      actions: html`
        ${canLeave ? html`<button type="button" class="plain start" part="button" data-name="back-button" @click=${this.leave}>${t('samplingApproval.back')}</button>` : nothing}
        ${decline}
        <button type="button" class="primary" part="button approve-button" ${guarded(id, this)} @click=${send}>
          ${t.rich('samplingApproval.sendTo', { name })}
        </button>
      `,
    };
  }

  /** The model and the stop reason that the server gets. */
  #facts(): TemplateResult {
    const stop = this.#stopReason;
    return html`<div class="limits">
      <label>
        <span>${t('samplingApproval.model')}</span>
        <input
          id="by-hand-model"
          part="field"
          autocomplete="off"
          .value=${this.#model}
          @input=${(event: InputEvent) => this.#change(() => (this.#model = (event.target as HTMLInputElement).value))}
        />
      </label>
      <label>
        <span>${t('samplingApproval.stopReason')}</span>
        ${choice('by-hand-stop', t('samplingApproval.stopReason'), stop, stopReasons(), (value) => this.#change(() => (this.#stop = value)))}
      </label>
      ${
        stop === 'other'
          ? html`<label class="wide">
              <span>${t('samplingApproval.stopReasonAsText')}</span>
              <input
                id="by-hand-reason"
                part="field"
                autocomplete="off"
                .value=${this.#reason}
                @input=${(event: InputEvent) => this.#change(() => (this.#reason = (event.target as HTMLInputElement).value))}
              />
            </label>`
          : nothing
      }
    </div>`;
  }

  /** The tools that the answer uses, and a choice of the offered ones. */
  #toolUses(asked: SamplingRequest): TemplateResult | typeof nothing {
    const offered = toolsFor(asked);
    if (offered.length === 0) return nothing;
    const add = (): void => {
      const { value } = this.#host.shadowRoot!.querySelector<HTMLSelectElement>('#by-hand-tool')!;
      const tool = offered.find(({ name }) => name === value) ?? offered[0]!;
      this.#change(() => (this.#uses = [...this.#uses, useOf(tool, newId(asked, this.#uses))]));
    };
    return html`${this.#uses.map((use) => this.#toolUse(use))}
    ${
      this.#uses.length < MAX_TOOL_USES_BY_HAND
        ? html`<div class="row">
            <label class="tool-choice">
              <span>${t('samplingApproval.useATool')}</span>
              <select id="by-hand-tool" part="field">
                ${offered.map(({ name }) => html`<option value=${name}>${oneLine(name, NAME_LENGTH)}</option>`)}
              </select>
            </label>
            <button type="button" part="button" data-name="add-tool-button" @click=${add}>
              ${t('samplingApproval.addTool')}
            </button>
          </div>`
        : nothing
    }`;
  }

  #toolUse(use: ToolUse): TemplateResult {
    const { name, form } = use;
    const remove = (): void => {
      this.#change(() => (this.#uses = this.#uses.filter((one) => one !== use)));
      // The button that had the focus is gone.
      void this.#host.updateComplete.then(() =>
        this.#host.shadowRoot?.querySelector<HTMLElement>('#by-hand-tool')?.focus(),
      );
    };
    const isEmpty = form.node.kind === 'object' && form.node.properties.length === 0;
    return html`<fieldset class="tool-use" part="item" data-name="tool-use">
      <legend>
        ${t.rich('samplingApproval.useWith', { name: html`<bdi class="mono">${cut(name, NAME_LENGTH)}</bdi>` })}
      </legend>
      ${isEmpty ? html`<p class="quiet">${t('samplingApproval.noArguments')}</p>` : nothing}
      <mcp-schema-field .node=${form.node} .form=${form}></mcp-schema-field>
      <button type="button" class="plain small" part="button" data-name="remove-tool-button" @click=${remove}>
        ${t('samplingApproval.remove')}<span class="visually-hidden"> ${cut(name, NAME_LENGTH)}</span>
      </button>
    </fieldset>`;
  }

  /** The chosen reason, or the one that a model would give for such an answer. */
  get #stopReason(): string {
    return this.#stop ?? (this.#uses.length > 0 ? 'toolUse' : 'endTurn');
  }

  #change(change: () => void): void {
    change();
    this.#isOpen = true;
    this.#issue = '';
    this.#host.requestUpdate();
  }

  async #sendMine(asked: SamplingRequest, press: Event): Promise<void> {
    const text = this.#text;
    const uses = this.#uses;
    if (uses.length === 0 && needsTool(asked)) return this.#refuse(t('samplingApproval.useAToolFirst'));
    if (uses.length === 0 && text.trim() === '') return this.#refuse(t('samplingApproval.writeAReplyFirst'));
    const blocks = await Promise.all(uses.map((use) => blockOf(use)));
    // Another question came, or the person went on while the arguments were checked.
    if (uses !== this.#uses || text !== this.#text) return;
    const issues = blocks.reduce<number>((all, block) => all + (typeof block === 'number' ? block : 0), 0);
    if (issues > 0)
      return this.#refuse(
        t('samplingApproval.attention', { argumentsNeed: t('samplingApproval.argumentsNeed', { count: issues }) }),
      );
    const content: ContentBlock[] = text.trim() === '' ? [] : [{ type: 'text', text }];
    const reason = this.#stopReason === 'other' ? this.#reason.trim() : this.#stopReason;
    this.#send(
      {
        role: 'assistant',
        content: [...content, ...(blocks as readonly ToolUseBlock[])],
        model: this.#model.trim() || HUMAN,
        ...(reason !== '' && { stopReason: reason }),
      },
      press,
    );
  }

  #refuse(issue: string): void {
    this.#issue = issue;
    this.#host.requestUpdate();
    const fields = [...this.#host.shadowRoot!.querySelectorAll('mcp-schema-field')];
    if (!fields.some((field) => field.focusFirstIssue())) this.#box?.focus();
  }

  get #box(): HTMLElement | null | undefined {
    return this.#host.shadowRoot?.querySelector<HTMLElement>('#by-hand');
  }
}

/** The tools that the answer may use. */
function toolsFor({ tools = [], toolChoice }: SamplingRequest): readonly Tool[] {
  return toolChoice?.mode === 'none' ? [] : tools;
}

function useOf({ name, inputSchema }: Tool, id: string): ToolUse {
  prepareFullCheck();
  return { id, name, form: new FormState(buildArgumentsForm(inputSchema)) };
}

/** An id that no other use of a tool in the conversation has. */
function newId({ messages }: SamplingRequest, uses: readonly ToolUse[]): string {
  const blocks = messages.flatMap(({ content }) => content);
  const taken = new Set([...uses, ...blocks.filter((block) => block.type === 'tool_use')].map(({ id }) => id));
  let at = 1;
  while (taken.has(`call-${at}`)) at++;
  return `call-${at}`;
}

/** The block to send, or how many of its arguments need attention. */
async function blockOf({ id, name, form }: ToolUse): Promise<ToolUseBlock | number> {
  const reading = form.toArguments();
  const checked = reading.ok ? await form.check() : reading;
  if (checked.ok) return { type: 'tool_use', id, name, input: checked.value };
  form.showAllIssues();
  return Math.max(1, checked.issues.length);
}
