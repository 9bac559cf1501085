import type { Prompt, PromptResult } from '../../src/index.js';
import { buildPromptForm, type FormNode, type FormState } from '../../src/schema/index.js';
import { ItemDraft } from '../item-form/item-draft.js';

export type PromptArguments = Readonly<Record<string, string>>;

/** What a person has made of one prompt. */
export class PromptDraft extends ItemDraft<Prompt, PromptArguments, PromptResult> {
  protected override asks(prompt: Prompt): unknown {
    return prompt.arguments;
  }

  protected override build(prompt: Prompt): FormNode {
    return buildPromptForm(prompt.arguments);
  }

  protected override read(form: FormState): PromptArguments | undefined {
    const reading = form.toArguments();
    // Every field is text, so every value is.
    return reading.ok ? (reading.value as PromptArguments) : undefined;
  }
}
