import { css, type CSSResult, type CSSResultGroup, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { McpError, type Prompt, type PromptMessage, type PromptResult, type Session } from '../../src/index.js';
import { buildPromptForm, type FormNode } from '../../src/schema/index.js';
import { McpPromptResultEvent } from '../events.js';
import { html } from '../internal/html.js';
import { problem } from '../internal/problem.js';
import { collapsedText } from '../internal/long-text.js';
import { ItemDraft, type ItemKind } from '../item-form/draft.js';
import { type RunState } from '../item-form/call-runner.js';
import { ItemFormElement, Suggester } from '../item-form/item-form.js';
import { timeInWords } from '../item-form/run-state.js';
import { ownEnd, timesInWords } from '../tool-result/result-text.js';
import { notice } from '../internal/notice.js';
import { ModelReply, modelReplyStyles } from './model-reply.js';
import type { SuggestValues } from '../schema-field/combobox.js';
import { errorText } from '../internal/error-texts.js';
import { t as common } from '../words/common-words.js';
import { t } from './messages.js';

type PromptArguments = Readonly<Record<string, string>>;

/** Messages that are shown. A server may send thousands. */
const SHOWN = 200;
const SHORT = 480;

const promptMessagesStyles: CSSResult = css`
  .result {
    display: grid;
    gap: var(--_space-s);
  }
  .messages {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-m);
  }
  .messages li {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-xs);
    padding-inline-start: var(--_space-m);
    border-inline-start: 2px solid var(--_line);
  }
  .role {
    font-weight: 600;
    color: var(--_text-2);
  }
`;

const prompts: ItemKind<Prompt, PromptDraft> = {
  kind: 'prompt',
  noun: 'prompt',
  catalog: (session) => session.prompts,
  createDraft: () => new PromptDraft(),
};

/**
 * @summary Shows one prompt and a form for what it needs, and shows the messages that the server makes of it.
 *
 * The server gets no request before the person presses the button. The messages are only shown, until the person sends
 * them to the model of the page, if the session has a `sampler`.
 *
 * @fires {McpPromptResultEvent} mcp-prompt-result - The server has returned the messages.
 * @fires {McpErrorEvent} mcp-error - The prompt could not be fetched, or the request was cancelled. The element shows the error.
 * @csspart base - The whole contents.
 * @csspart header - The header: the title and its source.
 * @csspart title - The title.
 * @csspart description - The server's description of the prompt, or about a field.
 * @csspart search - The search field of the history.
 * @csspart form - The fields and the button.
 * @csspart field - A field with its label.
 * @csspart label - The label of a field or value.
 * @csspart input - The input of a value.
 * @csspart error - An error with its remedy.
 * @csspart note - A notice or a hint.
 * @csspart button - Every button.
 * @csspart actions - The row of buttons with the state of the request. It stays in sight while a long form is scrolled.
 * @csspart code - The definition of the prompt.
 * @csspart text - How the last request ended.
 * @csspart submit-button - The button that gets the prompt.
 * @csspart list - A list.
 * @csspart item - One item of a list.
 * @csspart warning - A warning.
 * @csspart progress - The state of the request while it runs.
 * @csspart cancel-button - The button that cancels.
 * @csspart result - The messages.
 * @csspart empty - The text when there is no prompt to show.
 * @csspart skeleton - The placeholder of the form while it loads.
 * @csspart retry-button - The button that loads the list of prompts again.
 * @csspart hidden-character - A sign in place of hidden characters.
 * @cssprop [--mcp-form-gap=16px] - Space between the header, the fields and the button.
 */
export class McpPromptFormElement extends ItemFormElement<Prompt, PromptArguments, PromptResult, PromptDraft> {
  static override styles: CSSResultGroup = [...[ItemFormElement.styles].flat(), promptMessagesStyles, modelReplyStyles];

  readonly #reply = new ModelReply(this);

  /** The name of the prompt in the server's list. */
  @property()
  prompt: string | undefined;

  constructor() {
    super(prompts);
  }

  protected override get wanted(): string | undefined {
    return this.prompt;
  }

  protected override async call(prompt: Prompt, draft: PromptDraft, args: PromptArguments): Promise<void> {
    const { session } = this;
    const ended = await draft.run.start(async ({ signal, clock }) => {
      if (!session) throw new McpError('closed', errorText('components.noServerToAsk'));
      return session.prompts.get(prompt.name, args, { signal, clock, initiator: 'person' });
    });
    if (ended.phase === 'done') this.dispatchEvent(new McpPromptResultEvent(prompt.name, args, ended.result));
    this.tellOfFailure(draft, ended);
  }

  protected override renderFields(draft: PromptDraft): TemplateResult {
    const { form } = draft;
    if (form.root.properties.length === 0) return html`<p class="quiet">${t('promptForm.thisPromptNeedsNo')}</p>`;
    return html`<mcp-schema-field
      exportparts="field, label, description, input, error, note, button"
      .node=${form.node}
      .form=${form}
      .storing=${this.storing}
      .suggest=${draft.suggestFrom(this.session)}
    ></mcp-schema-field>`;
  }

  protected override renderResult({
    result,
    durationMs,
    serverMs,
  }: RunState<PromptResult> & { phase: 'done' }): TemplateResult {
    return html`${promptMessages(result, timesInWords({ durationMs, serverMs }))}
    ${this.#reply.render(this.session, result)}`;
  }

  protected override renderFailure(
    { error }: RunState<PromptResult> & { phase: 'failed' },
    { name }: Prompt,
  ): TemplateResult {
    const own = ownEnd(error);
    return own === undefined
      ? problem(t('promptForm.noMessagesFrom', { name }), error, {
          label: common('common.tryAgain'),
          run: this.runAgain,
        })
      : notice({ part: 'note', name: 'own-end', title: own });
  }

  protected override endInWords(state: RunState<PromptResult> & { phase: 'done' | 'failed' }): string {
    if (state.phase === 'done') return timeInWords(t('promptForm.done'), state.serverMs);
    return ownEnd(state.error) ?? timeInWords(t('promptForm.failed'), state.serverMs);
  }

  protected override failureInWords(error: McpError): string {
    return ownEnd(error) ?? super.failureInWords(error);
  }

  protected override resultInWords({ messages }: PromptResult): string {
    return t('promptForm.messages', { count: messages.length });
  }
}

/** The state of one prompt's form. All fields and values are strings. */
class PromptDraft extends ItemDraft<Prompt, PromptArguments, PromptResult> {
  #suggester: Suggester | undefined;

  protected override asks(prompt: Prompt): unknown {
    return prompt.arguments;
  }

  protected override build(prompt: Prompt): FormNode {
    this.#suggester = new Suggester({ type: 'ref/prompt', name: prompt.name }, () => this.form.draft);
    return buildPromptForm(prompt.arguments);
  }

  /** Suggests values for arguments; undefined without a connection. */
  suggestFrom(session: Session | undefined): SuggestValues | undefined {
    return this.#suggester?.from(session);
  }
}

/** The messages of a prompt, in order, each with its role. */
function promptMessages({ description, messages }: PromptResult, times: readonly string[]): TemplateResult {
  return html`<p class="small quiet">${[t('promptForm.messages', { count: messages.length }), ...times].join(' · ')}</p>
    ${collapsedText(description, SHORT)}
    <ol class="messages">
      ${messages.slice(0, SHOWN).map(message)}
    </ol>
    ${messages.length > SHOWN ? html`<p class="quiet">${t.rich('promptForm.andMore', { messages: t('promptForm.messages', { count: messages.length - SHOWN }) })}</p>` : nothing}`;
}

function message({ role, content }: PromptMessage): TemplateResult {
  return html`<li part="item" data-name="message">
    <p class="role small" part="label" data-name="role">${t(`promptForm.roles.${role}`)}</p>
    <mcp-content .block=${content}></mcp-content>
  </li>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-prompt-form': McpPromptFormElement;
  }
}
