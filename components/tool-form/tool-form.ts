import {
  css,
  type CSSResult,
  type CSSResultGroup,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { hintsOf } from '../../src/approvals/index.js';
import {
  type JsonObject,
  McpError,
  ProtocolError,
  type Session,
  type Task,
  type Tool,
  type ToolAnnotations,
  type ToolResult,
  verbatim,
} from '../../src/index.js';
import { buildForm, type FormNode, prepareFullCheck } from '../../src/schema/index.js';
import { Tasks } from '../../src/session/tasks.js';
import { type StoredForm, type RunningTask } from '../../src/storage/index.js';
import { McpToolCallRequestEvent, McpToolResultEvent } from '../events.js';
import { hiddenNote, html } from '../internal/html.js';
import { StoreController } from '../internal/store-controller.js';
import { fetchedAt, cut, formatCount } from '../internal/text.js';
import { filledOf, fillIn, ItemDraft, type ItemKind, type RunState, whyJsonNotStored } from '../item-form/draft.js';
import { ItemFormElement } from '../item-form/item-form.js';
import { errorText } from '../internal/error-texts.js';
import { toJson } from '../../src/util/json.js';

/**
 * What a server says about its own tool, as short phrases. A missing annotation is no claim; where it matters, the
 * phrase says that it is missing.
 */
function toolAnnotationsOf(annotations: ToolAnnotations | undefined): readonly string[] {
  const { readOnly, destructive, idempotent, openWorld, isContradictory } = hintsOf(annotations);
  const claims: string[] = [];
  if (readOnly === true) claims.push('reads only');
  if (isContradictory) claims.push('reads only, and may delete or overwrite: one of these is wrong');
  else {
    if (readOnly === false) claims.push('writes data');
    if (destructive === true) claims.push('may delete or overwrite');
    // For a tool that only reads, this annotation and the next two have no meaning.
    if (destructive === false && readOnly !== true) claims.push('only adds');
    if (destructive === undefined && readOnly === false) claims.push('does not say whether it deletes or overwrites');
  }
  if (idempotent === true) claims.push('safe to repeat');
  if (idempotent === false) claims.push('not repeatable');
  if (openWorld === true) claims.push('reaches other systems');
  if (openWorld === false) claims.push('stays within its own data');
  return claims;
}

/**
 * The annotations, shown as claims of the server. @param whose the text before them; empty if it is shown elsewhere
 * @param asksAboutReach whether it matters here that the server does not say how far the tool reaches
 */
export function annotationsLine(
  annotations: ToolAnnotations | undefined,
  whose = 'Server says: ',
  asksAboutReach = false,
): TemplateResult {
  const { readOnly, destructive, openWorld } = hintsOf(annotations);
  const claims = toolAnnotationsOf(annotations);
  const unsaid = [
    ...(readOnly === undefined && destructive === undefined ? ['whether it changes anything'] : []),
    ...(asksAboutReach && openWorld === undefined ? ['whether it reaches other systems'] : []),
  ];
  const silence = unsaid.length > 0 ? `The server does not say ${unsaid.join(' and ')}.` : '';
  if (claims.length === 0) return html`<p class="claims small quiet" part="note" data-name="claims">${silence}</p>`;
  return html`<p class="claims small quiet" part="note" data-name="claims">
    ${whose}${claims.map((claim, index) => html`${index > 0 ? ' · ' : nothing}<em>${claim}</em>`)}${
      silence ? html`. ${silence}` : nothing
    }
  </p>`;
}

/** All arguments of a tool as one JSON text. */
export function jsonEditor({ text, problem }: JsonText, type: (text: string) => void): TemplateResult {
  const isBad = problem !== undefined;
  return html`<div class="json" part="field">
    <label for="json" part="label">Arguments as JSON</label>
    <textarea
      id="json"
      class="mono"
      part="input"
      data-name="control"
      rows="6"
      spellcheck="false"
      autocapitalize="off"
      aria-invalid=${isBad ? 'true' : nothing}
      aria-describedby="json-problem json-hidden"
      .value=${live(text)}
      @input=${(event: Event) => type((event.target as HTMLTextAreaElement).value)}
    ></textarea>
    ${hiddenNote(text, 'json-hidden')}
    ${isBad ? html`<p id="json-problem" class="message" part="error">${problem}</p>` : nothing}
  </div>`;
}

/** Tasks that are listed. */
const SHOWN = 5;

/** The tasks of the shown tool that an earlier visit left running at the server, with buttons to follow them. */
class LeftTasks implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #follow: (task: RunningTask) => void;
  #session: Session | undefined;
  #tool: string | undefined;
  #all: readonly RunningTask[] = [];
  /** The tasks that this page follows itself. */
  readonly #here = new Set<string>();

  constructor(host: ReactiveControllerHost, follow: (task: RunningTask) => void) {
    this.#host = host;
    this.#follow = follow;
    host.addController(this);
  }

  hostConnected(): void {}

  /** Call it in each rendering. */
  show(session: Session | undefined, tool: string | undefined): void {
    if (session === this.#session && tool === this.#tool) return;
    this.#session = session;
    this.#tool = tool;
    this.#all = [];
    void this.#read();
  }

  /** Notes the state of a task that this page follows. */
  heard(session: Session, tool: string, task: Task): void {
    this.#here.add(task.taskId);
    void session.storage
      .ready()
      .then((kept) => kept?.tasks.note(tool, task))
      .then(() => this.#read());
  }

  /** This page no longer follows it, but it may continue. */
  release(taskId: string): void {
    this.#here.delete(taskId);
    this.#host.requestUpdate();
  }

  /** Removes a task that the server does not know any more, or that the person dismissed. */
  readonly forget = (taskId: string): void => {
    const session = this.#session;
    if (!session) return;
    void session.storage
      .ready()
      .then((kept) => kept?.tasks.forget(taskId))
      .then(() => this.#read());
  };

  render(canFollow: boolean): TemplateResult | typeof nothing {
    const left = this.#all.filter(({ taskId }) => !this.#here.has(taskId)).slice(0, SHOWN);
    if (left.length === 0) return nothing;
    return html`<ul class="left" part="list" data-name="left-tasks">
      ${repeat(
        left,
        ({ taskId }) => taskId,
        (task) =>
          html`<li class="note">
            <span>
              A run of this tool, begun at
              <time datetime=${new Date(task.at).toISOString()}>${fetchedAt(task.at)}</time>, may still be going on at
              the server.
            </span>
            <div class="row">
              <button
                class="small"
                part="button"
                data-name="follow-task-button"
                type="button"
                aria-disabled=${canFollow ? nothing : 'true'}
                @click=${() => canFollow && this.#follow(task)}
              >
                Follow it
              </button>
              <button
                class="plain small"
                part="button"
                data-name="forget-task-button"
                type="button"
                @click=${() => this.forget(task.taskId)}
              >
                Forget it
              </button>
            </div>
          </li>`,
      )}
    </ul>`;
  }

  async #read(): Promise<void> {
    const [session, tool] = [this.#session, this.#tool];
    const kept = session && (await session.storage.ready());
    const all = kept && tool !== undefined ? await kept.tasks.list(tool) : [];
    if (session !== this.#session || tool !== this.#tool) return;
    this.#all = all;
    this.#host.requestUpdate();
  }
}

/** Characters of a schema that are shown. */
const MAX_SCHEMA_SHOWN = 200_000;

/** The schema of the arguments, which a model is given too. It is rendered only while it is open. */
class SchemaView {
  readonly #host: ReactiveControllerHost;
  #isOpen = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  render(schema: unknown): TemplateResult {
    const toggled = (event: Event): void => {
      this.#isOpen = (event.target as HTMLDetailsElement).open;
      this.#host.requestUpdate();
    };
    return html`<details class="schema" part="code" data-name="schema" @toggle=${toggled}>
      <summary class="small quiet">Show schema</summary>
      ${this.#isOpen ? html`<pre class="mono" dir="ltr" tabindex="0" aria-label="Schema">${inWords(schema)}</pre>` : nothing}
    </details>`;
  }
}

function inWords(schema: unknown): string {
  const text = toJson(schema, undefined, 2);
  if (text.length <= MAX_SCHEMA_SHOWN) return text;
  return `${cut(text, MAX_SCHEMA_SHOWN)}\n… (${formatCount(text.length)} characters in all)`;
}

const schemaViewStyles: CSSResult = css`
  .schema > summary {
    inline-size: fit-content;
    min-block-size: 24px;
  }
  .schema > pre {
    max-block-size: 28em;
    margin-block-start: var(--_space-xs);
    padding: var(--_space-s) var(--_space-m);
    overflow: auto;
    border-radius: var(--_radius);
    background: var(--_surface-2);
    white-space: pre-wrap;
  }
`;

/** The arguments as JSON text. */
interface JsonText {
  readonly text: string;
  /** The JSON of the fields when the text was made: while the text equals it, the fields stay as they are. */
  readonly original: string;
  /** Why the text is not valid, after it was checked. */
  readonly problem: string | undefined;
}

const INVALID_PARAMS = -32602;

/** The state of one tool's form, as fields or as JSON. */
export class ToolDraft extends ItemDraft<Tool, JsonObject, ToolResult> {
  /** Undefined while the arguments are edited as fields. */
  json: JsonText | undefined;

  protected override asks(tool: Tool): unknown {
    return tool.inputSchema;
  }

  protected override build(tool: Tool): FormNode {
    prepareFullCheck();
    return buildForm(tool.inputSchema);
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

  /** Replaces the arguments in the form. */
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
    return { ...kept, notStored: [...(kept.notStored ?? []), { label: 'the JSON text', why }] };
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

  /** Returns to the fields; false if the text is not valid JSON. */
  editAsFields(): boolean {
    if (!this.readJson()) return false;
    this.json = undefined;
    return true;
  }

  /** Updates the fields from the text. Returns false if the text is not valid; `json.problem` then has the reason. */
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

/** Characters of a result that are announced to assistive technology. */
const SPOKEN = 200;

const tools: ItemKind<Tool, ToolDraft> = {
  kind: 'tool',
  noun: { one: 'tool', other: 'tools' },
  act: 'Run',
  catalog: (session) => session.tools,
  createDraft: () => new ToolDraft(),
  claims: (tool) => annotationsLine(tool.annotations),
};

/**
 * @summary Shows one tool and a form for what it needs, and runs it when the person presses the button that says so.
 *
 * What was typed, and a call that is under way, stay while other tools are looked at.
 *
 * @fires mcp-tool-call-request {McpToolCallRequestEvent} - The person pressed the button. Prevent it to send nothing.
 * @fires mcp-tool-result {McpToolResultEvent} - The tool has returned its result.
 * @fires mcp-error {McpErrorEvent} - The call failed or was cancelled. The element shows the error.
 * @csspart base - The whole contents.
 * @csspart header - The header: the title and its source.
 * @csspart title - The title.
 * @csspart description - The server's description of the tool, or about a field.
 * @csspart note - A notice or a hint.
 * @csspart search - The search field above earlier arguments.
 * @csspart form - The fields and the buttons.
 * @csspart field - A field with its label.
 * @csspart label - The label of a field or value.
 * @csspart input - The input of a value.
 * @csspart error - An error with its remedy.
 * @csspart button - Every button.
 * @csspart actions - The buttons.
 * @csspart submit-button - The button that runs the tool.
 * @csspart code - Source text or JSON.
 * @csspart list - A list.
 * @csspart item - One item of a list.
 * @csspart warning - A warning.
 * @csspart progress - The progress of the call.
 * @csspart cancel-button - The button that cancels.
 * @csspart result - The result.
 * @csspart empty - The text when there is no tool to show.
 * @csspart skeleton - The placeholder of the form while it loads.
 * @csspart retry-button - The button that loads the list of tools again.
 * @csspart hidden-character - A sign in place of hidden characters.
 * @cssprop [--mcp-form-gap=16px] - Space between the header, the fields and the buttons.
 */
export class McpToolFormElement extends ItemFormElement<Tool, JsonObject, ToolResult, ToolDraft> {
  static override styles: CSSResultGroup = [...[ItemFormElement.styles].flat(), schemaViewStyles];

  readonly #schema = new SchemaView(this);
  readonly #left = new LeftTasks(this, (task) => void this.#follow(task));
  readonly #filled = new StoreController(this, () => this.session && filledOf(this.session));

  /** The name of the tool in the server's list. */
  @property()
  tool: string | undefined;

  constructor() {
    super(tools);
  }

  protected override willUpdate(): void {
    super.willUpdate();
    this.#left.show(this.session, this.tool);
    const filled = this.#filled.value;
    const { draft, session } = this;
    if (!filled || !session || filled.tool !== this.tool || !draft) return;
    fillIn(session, undefined);
    draft.fillArguments(filled.arguments);
  }

  protected override get wanted(): string | undefined {
    return this.tool;
  }

  protected override async call(tool: Tool, draft: ToolDraft, args: JsonObject): Promise<void> {
    if (!this.dispatchEvent(new McpToolCallRequestEvent(tool.name, args))) return;
    const { session } = this;
    const ended = await draft.run.start(async (signal, onProgress) => {
      if (!session) throw new McpError('closed', errorText('components.noServerToCall'));
      const onTask = (task: Task): void => this.#left.heard(session, tool.name, task);
      return session.tools.call(tool.name, args, { signal, onProgress, onTask, initiator: 'person' });
    });
    if (ended.phase === 'done') {
      if (draft.showRefusalIn(ended.result)) this.requestUpdate();
      this.dispatchEvent(new McpToolResultEvent(tool.name, args, ended.result, ended.durationMs));
    }
    this.tellOfFailure(draft, ended);
  }

  /** Follows a task that an earlier visit left running. */
  async #follow({ tool, taskId }: RunningTask): Promise<void> {
    const { session, draft } = this;
    if (!session || !draft || draft.run.isRunning) return;
    const ended = await draft.run.start((signal) =>
      new Tasks(session).follow(taskId, {
        signal,
        onTask: (task) => this.#left.heard(session, tool, task),
        initiator: 'person',
      }),
    );
    // A task that the server does not know, or that has ended, is not offered again. If the server does not answer, it
    // is.
    if (ended.phase === 'failed') {
      const isGone = ended.error.code === 'server-error' || ended.error.code === 'limit';
      if (isGone) this.#left.forget(taskId);
      else this.#left.release(taskId);
    }
    this.tellOfFailure(draft, ended);
  }

  readonly #toggleJson = (): void => {
    const { draft } = this;
    if (!draft) return;
    if (!draft.json) draft.editAsJson();
    else if (!draft.editAsFields()) this.focusNext = '#json';
    this.requestUpdate();
  };

  protected override renderFields(draft: ToolDraft): TemplateResult {
    if (draft.json) return jsonEditor(draft.json, (text) => draft.setJson(text));
    const { form } = draft;
    const { node, root } = form;
    if (
      node.kind === 'object' &&
      node.properties.length === 0 &&
      node.additional.kind !== 'described' &&
      root.entries.length === 0
    ) {
      return html`<p class="quiet">This tool needs no arguments.</p>`;
    }
    return html`<mcp-schema-field
      exportparts="field, label, description, input, error, note, button"
      .node=${node}
      .form=${form}
      .storing=${this.storing}
    ></mcp-schema-field>`;
  }

  protected override renderMoreActions(draft: ToolDraft): unknown {
    // A form that is JSON as a whole has no fields to switch to.
    if (draft.form.node.kind === 'json') return nothing;
    return html`<button class="plain" part="button" data-name="json-button" type="button" @click=${this.#toggleJson}>
      ${draft.json ? 'Edit as fields' : 'Edit as JSON'}
    </button>`;
  }

  protected override renderBelowActions({ inputSchema }: Tool): unknown {
    return html`${this.#left.render(this.canSubmit)}${this.#schema.render(inputSchema)}`;
  }

  protected override renderResult(result: ToolResult, durationMs: number): TemplateResult {
    return html`<mcp-tool-result .result=${result} .durationMs=${durationMs}></mcp-tool-result>`;
  }

  protected override renderFailure({ error, durationMs }: RunState<ToolResult> & { phase: 'failed' }): TemplateResult {
    return html`<mcp-tool-result .error=${error} .durationMs=${durationMs}></mcp-tool-result>`;
  }

  protected override isSuccess({ isError }: ToolResult): boolean {
    return !isError;
  }

  protected override resultInWords({ content, isError }: ToolResult): string {
    const text = cut(content.find((block) => block.type === 'text')?.text ?? '', SPOKEN);
    return `${isError ? 'The tool reported an error' : 'Result'}: ${text}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-tool-form': McpToolFormElement;
  }
}
