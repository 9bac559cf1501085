import { ProtocolError, type JsonObject, type Tool, type ToolResult } from '../../src/index.js';
import type { KeptForm } from '../../src/kept/index.js';
import { buildForm, type FormNode } from '../../src/schema/index.js';
import { ItemDraft } from '../item-form/item-draft.js';
import { whyJsonNotKept } from '../item-form/not-kept.js';

/** The same arguments as text. */
export interface JsonText {
  readonly text: string;
  /** What the fields said when it was made: while it is the same, the fields stay as they are. */
  readonly original: string;
  /** What is wrong with it, once it was tried. */
  readonly problem: string | undefined;
}

const INVALID_PARAMS = -32602;

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

  override async check(): Promise<JsonObject | undefined> {
    return this.readJson() ? super.check() : undefined;
  }

  /** Many servers say what is wrong with the arguments in a result, as an error of the tool. */
  showRefusalIn({ isError, content }: ToolResult): void {
    const [block] = content;
    if (!isError || block?.type !== 'text' || !/-32602|validation error/i.test(block.text)) return;
    this.showRefusal(new ProtocolError(INVALID_PARAMS, block.text));
  }

  /** Puts other arguments in the place of what was filled in. */
  fillArguments(args: JsonObject): void {
    this.json = undefined;
    this.form.setValue(args);
  }

  editAsJson(): void {
    const { text } = this.form;
    this.json = { text, original: text, problem: undefined };
  }

  setJson(text: string): void {
    if (this.json) this.json = { ...this.json, text, problem: undefined };
    this.changed();
  }

  /** The text too, as far as it was changed: it may be no JSON yet. One that may hold a secret is not kept. */
  override toKept(): KeptForm {
    const kept = super.toKept();
    const { json } = this;
    if (!json || json.text === json.original) return kept;
    const why = whyJsonNotKept(json.text, this.form.node.schema, this.isShown);
    if (!why) return { ...kept, json: json.text };
    return { ...kept, notKept: [...(kept.notKept ?? []), { label: 'the JSON text', why }] };
  }

  override fill(kept: KeptForm): void {
    this.json = undefined;
    super.fill(kept);
    if (kept.json !== undefined) {
      this.editAsJson();
      this.setJson(kept.json);
    }
  }

  override remember(): () => void {
    const { json } = this;
    const back = super.remember();
    return () => {
      this.json = json;
      back();
    };
  }

  override clear(): void {
    this.json = undefined;
    super.clear();
  }

  override get isPristine(): boolean {
    return (!this.json || this.json.text === this.json.original) && super.isPristine;
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
    const reading = this.form.readText(text);
    const isObject = reading.ok && isJsonObject(this.form.draft);
    const problem = reading.ok ? 'Arguments are a JSON object, in { }.' : reading.message;
    this.json = isObject ? { text, original: text, problem: undefined } : { ...this.json, problem };
    return isObject;
  }
}

function isJsonObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
