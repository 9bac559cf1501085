import type { JsonObject, Tool, ToolResult } from '../../src/index.js';
import { buildForm, readJson, type FormNode, type FormState } from '../../src/schema/index.js';
import { ItemDraft } from '../item-form/item-draft.js';

/** The same arguments as text. */
export interface JsonText {
  readonly text: string;
  /** What the fields said when it was made: while it is the same, the fields stay as they are. */
  readonly original: string;
  /** What is wrong with it, once it was tried. */
  readonly problem: string | undefined;
}

/** What a person has made of one tool, as fields or as JSON. */
export class ToolDraft extends ItemDraft<Tool, JsonObject, ToolResult> {
  /** Undefined while the arguments are edited as fields. */
  json: JsonText | undefined;

  protected override asks(tool: Tool): unknown {
    return tool.inputSchema;
  }

  protected override build(tool: Tool): FormNode {
    return buildForm(tool.inputSchema);
  }

  protected override read(form: FormState): JsonObject | undefined {
    const reading = form.toArguments();
    return reading.ok ? reading.value : undefined;
  }

  override toArguments(): JsonObject | undefined {
    return this.readJson() ? super.toArguments() : undefined;
  }

  editAsJson(): void {
    const text = JSON.stringify(this.form.draft, null, 2);
    this.json = { text, original: text, problem: undefined };
  }

  setJson(text: string): void {
    if (this.json) this.json = { ...this.json, text, problem: undefined };
  }

  /** Goes back to the fields; false when the text cannot be read. */
  editAsFields(): boolean {
    if (!this.readJson()) return false;
    this.json = undefined;
    return true;
  }

  /** Brings the fields up to date with the text. False when it cannot be read; `json.problem` then says why. */
  readJson(): boolean {
    if (!this.json || this.json.text === this.json.original) return true;
    const { text } = this.json;
    const reading = readJson(text);
    const isObject =
      reading.ok && typeof reading.value === 'object' && reading.value !== null && !Array.isArray(reading.value);
    if (!isObject) {
      const problem = reading.ok ? 'Arguments are a JSON object, in { }.' : reading.message;
      this.json = { ...this.json, problem };
      return false;
    }
    this.form.setValue(reading.value);
    this.json = { text, original: text, problem: undefined };
    return true;
  }
}
