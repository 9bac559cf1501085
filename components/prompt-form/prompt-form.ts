import type { CSSResultGroup, TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { McpError, type Prompt, type PromptResult } from '../../src/index.js';
import { McpPromptResultEvent } from '../events/mcp-prompt-result-event.js';
import type { RunState } from '../item-form/call-run.js';
import { ItemFormElement } from '../item-form/item-form.js';
import type { ItemKind } from '../item-form/item-kind.js';
import { problem } from '../problem/problem.js';
import { counted } from '../words/counted.js';
import { html } from '../words/html.js';
import { PromptDraft, type PromptArguments } from './prompt-draft.js';
import { MESSAGES, promptMessages, promptMessagesStyles } from './prompt-messages.js';

const prompts: ItemKind<Prompt, PromptDraft> = {
  kind: 'prompt',
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
 * @csspart secrecy - Says that what stands in a field is not stored, because it is or may be a secret.
 * @csspart store-button - Has what may be a secret stored as shown, and no longer.
 * @csspart error-summary - Everything that keeps the form from being sent.
 * @csspart actions - The button.
 * @csspart submit-button - Gets the prompt.
 * @csspart kept - What is kept of this form, and the ways back to what was filled in earlier.
 * @csspart earlier-button - Shows the arguments that were used earlier.
 * @csspart earlier - The arguments that were used earlier, and those with a name.
 * @csspart earlier-set - Fills the form with one set of them.
 * @csspart keep-as-button - Gives a set a name, under which it stays.
 * @csspart keep-form-button - Keeps what stands in the form under a name.
 * @csspart preset-name - The name that is being typed.
 * @csspart keep-button - Keeps it under that name.
 * @csspart remove-set-button - Removes one set.
 * @csspart remove-all-button - Asks whether to remove all of them.
 * @csspart remove-all-now-button - Removes them.
 * @csspart keep-all-button - Does not.
 * @csspart undo-button - Brings back what stood in the form before, and forth again.
 * @csspart clear-form-button - Empties the form.
 * @csspart restored - When the form was left as it stands here.
 * @csspart not-kept - What stands in the form and is not kept.
 * @csspart displaced - What was filled in for fields that are no more.
 * @csspart unchecked - What could not be checked before it was sent.
 * @csspart progress - How long it has been taking.
 * @csspart cancel-button - Stops it.
 * @csspart result - The messages.
 * @csspart message - One message.
 * @csspart role - Who says it.
 * @csspart empty - What is said when there is no prompt to show.
 * @csspart skeleton - Stands where the form will be while it loads.
 * @csspart retry-button - Loads the list of prompts again.
 * @csspart hidden-character - Stands for characters that nobody would see.
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
    this.tellOfFailure(draft, ended);
  }

  protected override renderFields(draft: PromptDraft): TemplateResult {
    const { form } = draft;
    if (form.root.properties.length === 0) return html`<p class="quiet">This prompt needs no arguments.</p>`;
    return html`<mcp-schema-field
      exportparts="field, label, description, control, error, secrecy, store-button"
      .node=${form.node}
      .form=${form}
      .storing=${this.storing}
      .suggest=${draft.suggestFrom(this.session)}
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
