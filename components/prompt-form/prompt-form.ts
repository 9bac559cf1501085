import { html, type CSSResultGroup, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { McpError, type Prompt, type PromptResult } from '../../src/index.js';
import { McpPromptResultEvent } from '../events/mcp-prompt-result-event.js';
import type { RunState } from '../item-form/call-run.js';
import { ItemFormElement, type ItemKind } from '../item-form/item-form.js';
import { problem } from '../problem/problem.js';
import { counted } from '../words/counted.js';
import { PromptDraft, type PromptArguments } from './prompt-draft.js';
import { MESSAGES, promptMessages, promptMessagesStyles } from './prompt-messages.js';

const prompts: ItemKind<Prompt, PromptDraft> = {
  noun: { one: 'prompt', other: 'prompts' },
  act: 'Get prompt',
  catalog: (session) => session.prompts,
  createDraft: () => new PromptDraft(),
};

/**
 * @summary Shows one prompt and a form for what it needs, and shows the messages that the server makes of it.
 *
 * Nothing is asked of the server before the person presses the button. The messages are shown and go nowhere else.
 *
 * @fires mcp-prompt-result {McpPromptResultEvent} - The server gave the messages.
 * @fires mcp-error {McpErrorEvent} - It could not be had, or was cancelled. The element shows it already.
 * @csspart base - Everything.
 * @csspart header - What the prompt is, by the server's words.
 * @csspart title - The prompt's name for people.
 * @csspart description - What the server says about the prompt, or about a field.
 * @csspart form - The fields and the button.
 * @csspart field - One field.
 * @csspart label - The name of a field.
 * @csspart control - What is typed into.
 * @csspart error - What is wrong with a field, or what went wrong.
 * @csspart error-summary - Everything that keeps the form from being sent.
 * @csspart actions - The button.
 * @csspart submit-button - Gets the prompt.
 * @csspart progress - How long it has been taking.
 * @csspart cancel-button - Stops it.
 * @csspart result - The messages.
 * @csspart message - One message.
 * @csspart role - Who says it.
 * @csspart empty - What is said when there is no prompt to show.
 * @csspart skeleton - Stands where the form will be while it loads.
 * @csspart retry-button - Loads the list of prompts again.
 * @cssprop [--mcp-form-gap=16px] - Space between the header, the fields and the button.
 */
export class McpPromptFormElement extends ItemFormElement<Prompt, PromptArguments, PromptResult, PromptDraft> {
  static override styles: CSSResultGroup = [...[ItemFormElement.styles].flat(), promptMessagesStyles];

  /** The name of the prompt, as the server lists it. */
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
    const ended = await draft.run.start(async (signal) => {
      if (!session) throw new McpError('closed', 'There is no server to ask.');
      return session.prompts.get(prompt.name, args, { signal, startedBy: 'person' });
    });
    if (ended.phase === 'done') this.dispatchEvent(new McpPromptResultEvent(prompt.name, args, ended.result));
    this.tellOfFailure(ended);
  }

  protected override renderFields({ form }: PromptDraft): TemplateResult {
    if (form.root.properties.length === 0) return html`<p class="quiet">This prompt needs no arguments.</p>`;
    return html`<mcp-schema-field
      exportparts="field, label, description, control, error"
      .node=${form.node}
      .form=${form}
    ></mcp-schema-field>`;
  }

  protected override renderResult(result: PromptResult): TemplateResult {
    return promptMessages(result);
  }

  protected override renderFailure(
    { error }: RunState<PromptResult> & { phase: 'failed' },
    { name }: Prompt,
  ): TemplateResult {
    return problem(`No messages from ${name}.`, error);
  }

  protected override resultInWords({ messages }: PromptResult): string {
    return counted(messages.length, MESSAGES);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-prompt-form': McpPromptFormElement;
  }
}
