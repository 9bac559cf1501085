import type { Prompt, PromptResult, Session } from '../../src/index.js';
import { buildPromptForm, type FormNode } from '../../src/schema/index.js';
import { ItemDraft } from '../item-form/item-draft.js';
import { Suggester } from '../item-form/suggester.js';
import type { SuggestValues } from '../schema-field/completions.js';

export type PromptArguments = Readonly<Record<string, string>>;

/** What a person has made of one prompt. Every field is text, so every value is. */
export class PromptDraft extends ItemDraft<Prompt, PromptArguments, PromptResult> {
  #suggester: Suggester | undefined;

  protected override asks(prompt: Prompt): unknown {
    return prompt.arguments;
  }

  protected override build(prompt: Prompt): FormNode {
    this.#suggester = new Suggester({ type: 'ref/prompt', name: prompt.name }, () => this.form.draft);
    return buildPromptForm(prompt.arguments);
  }

  /** Who completes what is typed; nobody while there is no connection. */
  suggestFrom(session: Session | undefined): SuggestValues | undefined {
    return this.#suggester?.from(session);
  }
}
