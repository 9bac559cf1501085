import { nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { errorTextOf } from '../../src/errors.js';
import {
  type ErrorText,
  type JsonObject,
  ProtocolError,
  type Tool,
  type ToolResult,
  verbatim,
} from '../../src/index.js';
import { buildArgumentsForm, type FormNode, prepareFullCheck } from '../../src/schema/index.js';
import { type StoredForm } from '../../src/session/person/index.js';
import { hiddenNote } from '../internal/hidden-note.js';
import { html } from '../internal/html.js';
import { richErrorWords } from '../words/messages.js';
import type { FilledBy } from '../item-form/hand-over.js';
import { FilledValues } from '../schema-field/filled-values.js';
import { ItemDraft } from '../item-form/draft.js';
import { beginningOf, isTooLongToEdit } from '../schema-field/long-text.js';
import type { AnsweringServer } from '../item-form/news.js';
import { whyJsonNotStored } from '../item-form/not-stored.js';
import { t } from './messages.js';

/** The arguments as JSON text. */
interface JsonText {
  readonly text: string;
  /** The JSON of the fields when the text was made: while the text equals it, the fields stay as they are. */
  readonly original: string;
  /** Why the text is not valid, after it was checked. */
  readonly problem: ErrorText | undefined;
}

const INVALID_PARAMS = -32602;

/** The state of one tool's form, as fields or as JSON. */
export class ToolDraft extends ItemDraft<Tool, JsonObject, ToolResult> {
  /** Undefined while the arguments are edited as fields. */
  json: JsonText | undefined;

  override get text(): string {
    return this.json?.text ?? super.text;
  }

  protected override asks(tool: Tool): unknown {
    return tool.inputSchema;
  }

  protected override build(tool: Tool): FormNode {
    prepareFullCheck();
    return buildArgumentsForm(tool.inputSchema);
  }

  /** An edited text stays; one that is not edited follows the form. */
  override follow(item: Tool, server?: AnsweringServer): void {
    const { form, json } = this;
    super.follow(item, server);
    if (this.form !== form && json && json.text === json.original) this.editAsJson();
  }

  override editAsFields(): boolean {
    if (!this.readJson()) return false;
    this.json = undefined;
    return true;
  }

  override async check(): Promise<JsonObject | undefined> {
    return this.readJson() ? super.check() : undefined;
  }

  /** Many servers report invalid arguments in a result, as an error of the tool. */
  showRefusalIn({ isError, content }: ToolResult): boolean {
    const [block] = content;
    if (!isError || block?.type !== 'text' || !/-32602|validation error/i.test(block.text)) return false;
    return this.showRefusal(new ProtocolError(INVALID_PARAMS, verbatim(block.text)));
  }

  /** Replaces the arguments in the form. Those of a link or an earlier call have to be seen before they are sent. */
  fillArguments(args: JsonObject, by: FilledBy): void {
    this.json = undefined;
    this.form.setValue(args);
    this.filled = by === 'page' ? undefined : { by, values: new FilledValues() };
  }

  editAsJson(): void {
    const { text } = this.form;
    this.json = { text, original: text, problem: undefined };
  }

  setJson(text: string): void {
    if (this.json) this.json = { ...this.json, text, problem: undefined };
    this.news.seen();
    this.changed();
  }

  /**
   * Stores the text too if it was changed: it may not be valid JSON yet. A text that may contain a secret is not
   * stored.
   */
  override toStored(): StoredForm {
    const kept = super.toStored();
    const { json } = this;
    if (!json || json.text === json.original) return kept;
    const why = whyJsonNotStored(json.text, this.form.node.schema, this.isShown);
    if (!why) return { ...kept, json: json.text };
    return { ...kept, notStored: [...(kept.notStored ?? []), { label: t('toolForm.theJsonText'), why }] };
  }

  override fill(kept: StoredForm): void {
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

  /** Updates the fields from the text. Returns false if the text is not valid; `json.problem` then has the reason. */
  readJson(): boolean {
    if (!this.json || this.json.text === this.json.original) return true;
    const { text } = this.json;
    const reading = this.form.readText(text);
    const isObject = reading.ok && isJsonObject(this.form.draft);
    if (isObject) this.json = { text, original: text, problem: undefined };
    else this.json = { ...this.json, problem: reading.ok ? this.#notAnObject() : errorTextOf(reading) };
    return isObject;
  }

  #notAnObject(): ErrorText | undefined {
    const sent = this.form.toArguments();
    const [issue] = sent.ok ? [] : sent.issues;
    return issue && errorTextOf(issue);
  }
}

/** All arguments of a tool as one JSON text. */
export function jsonEditor({ text, problem }: JsonText, type: (text: string) => void): TemplateResult {
  if (isTooLongToEdit(text))
    return html`<div class="json" part="field">
      <span part="label">${t('toolForm.argumentsAsJson')}</span>
      ${beginningOf(text, t('toolForm.onlyTheBeginningIs'))}
      <div class="row">
        <button id="json" part="button" data-name="replace-button" type="button" @click=${() => type('{}')}>
          ${t('toolForm.replaceAll')}
        </button>
      </div>
      ${problem ? html`<p id="json-problem" class="message" part="error">${richErrorWords(problem)}</p>` : nothing}
    </div>`;
  return html`<div class="json" part="field">
    <label for="json" part="label">${t('toolForm.argumentsAsJson')}</label>
    <textarea
      id="json"
      class="mono"
      part="input"
      data-name="control"
      rows="6"
      spellcheck="false"
      autocapitalize="off"
      aria-invalid=${problem ? 'true' : nothing}
      aria-describedby="json-problem json-hidden"
      .value=${live(text)}
      @input=${(event: Event) => type((event.target as HTMLTextAreaElement).value)}
    ></textarea>
    ${hiddenNote(text, 'json-hidden')}
    ${problem ? html`<p id="json-problem" class="message" part="error">${richErrorWords(problem)}</p>` : nothing}
  </div>`;
}

function isJsonObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
