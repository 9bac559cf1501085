import { nothing, type CSSResultGroup, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { McpError, type JsonObject, type Task, type Tool, type ToolResult } from '../../src/index.js';
import type { RunningTask } from '../../src/kept/index.js';
import { Tasks } from '../../src/tasks/index.js';
import { McpToolCallRequestEvent } from '../events/mcp-tool-call-request-event.js';
import { McpToolResultEvent } from '../events/mcp-tool-result-event.js';
import type { RunState } from '../item-form/call-run.js';
import { ItemFormElement } from '../item-form/item-form.js';
import type { ItemKind } from '../item-form/item-kind.js';
import { StoreController } from '../controllers/store-controller.js';
import { filledOf, fillIn } from '../item-form/filled.js';
import { cut } from '../words/cut.js';
import { html } from '../words/html.js';
import { claimsLine } from './claims.js';
import { jsonEditor } from './json-editor.js';
import { LeftTasks } from './left-tasks.js';
import { SchemaView, schemaViewStyles } from './show-schema.js';
import { ToolDraft } from './tool-draft.js';

/** Characters of a result that are read out. */
const SPOKEN = 200;

const tools: ItemKind<Tool, ToolDraft> = {
  kind: 'tool',
  noun: { one: 'tool', other: 'tools' },
  act: 'Run',
  catalog: (session) => session.tools,
  createDraft: () => new ToolDraft(),
  claims: (tool) => claimsLine(tool.annotations),
};

/**
 * @summary Shows one tool and a form for what it needs, and runs it when the person presses the button that says so.
 *
 * What was typed, and a call that is under way, stay while other tools are looked at.
 *
 * @fires mcp-tool-call-request {McpToolCallRequestEvent} - The person pressed the button. Prevent it to send nothing.
 * @fires mcp-tool-result {McpToolResultEvent} - The tool answered.
 * @fires mcp-error {McpErrorEvent} - The call failed or was cancelled. The element shows it already.
 * @csspart base - Everything.
 * @csspart header - What the tool is, by the server's words.
 * @csspart title - The tool's name for people.
 * @csspart description - What the server says about the tool, or about a field.
 * @csspart claims - What the server claims the tool does and does not do.
 * @csspart form - The fields and the buttons.
 * @csspart field - One field.
 * @csspart label - The name of a field.
 * @csspart control - What is typed into, ticked or chosen from.
 * @csspart error - What is wrong with a field, or why the tools could not be loaded.
 * @csspart secrecy - Says that what stands in a field is not stored, because it is or may be a secret.
 * @csspart store-button - Has what may be a secret stored as shown, and no longer.
 * @csspart error-summary - Everything that keeps the call from being sent.
 * @csspart actions - The buttons.
 * @csspart submit-button - Runs the tool.
 * @csspart json-button - Switches between fields and JSON.
 * @csspart schema - What the server wrote about the arguments.
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
 * @csspart left-tasks - Runs that an earlier visit left at the server.
 * @csspart follow-task-button - Goes on with one of them.
 * @csspart forget-task-button - Leaves it alone.
 * @csspart unchecked - What could not be checked before it was sent.
 * @csspart progress - How far the call has come.
 * @csspart cancel-button - Stops the call.
 * @csspart result - What came back.
 * @csspart empty - What is said when there is no tool to show.
 * @csspart skeleton - Stands where the form will be while it loads.
 * @csspart retry-button - Loads the list of tools again.
 * @csspart hidden-character - Stands for characters that nobody would see.
 * @cssprop [--mcp-form-gap=16px] - Space between the header, the fields and the buttons.
 */
export class McpToolFormElement extends ItemFormElement<Tool, JsonObject, ToolResult, ToolDraft> {
  static override styles: CSSResultGroup = [...[ItemFormElement.styles].flat(), schemaViewStyles];

  readonly #schema = new SchemaView(this);
  readonly #left = new LeftTasks(this, (task) => void this.#follow(task));
  readonly #filled = new StoreController(this, () => this.session && filledOf(this.session));

  /** The name of the tool, as the server lists it. */
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
      if (!session) throw new McpError('closed', 'There is no server to send this to.');
      const onTask = (task: Task): void => this.#left.heard(session, tool.name, task);
      return session.tools.call(tool.name, args, { signal, onProgress, onTask, startedBy: 'person' });
    });
    if (ended.phase === 'done') {
      draft.showRefusalIn(ended.result);
      this.requestUpdate();
      this.dispatchEvent(new McpToolResultEvent(tool.name, args, ended.result, ended.durationMs));
    }
    this.tellOfFailure(draft, ended);
  }

  /** Goes on with a run that an earlier visit left. */
  async #follow({ tool, taskId }: RunningTask): Promise<void> {
    const { session, draft } = this;
    if (!session || !draft || draft.run.isRunning) return;
    const ended = await draft.run.start((signal) =>
      new Tasks(session).follow(taskId, {
        signal,
        onTask: (task) => this.#left.heard(session, tool, task),
        startedBy: 'person',
      }),
    );
    // What a server does not know, or ended, is not offered again; where nobody answers, it is.
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
      node.others.kind !== 'described' &&
      root.entries.length === 0
    ) {
      return html`<p class="quiet">This tool needs no arguments.</p>`;
    }
    return html`<mcp-schema-field
      exportparts="field, label, description, control, error, secrecy, store-button"
      .node=${node}
      .form=${form}
      .storing=${this.storing}
    ></mcp-schema-field>`;
  }

  protected override renderMoreActions(draft: ToolDraft): unknown {
    // Where the whole form is JSON already, there is nothing to switch to.
    if (draft.form.node.kind === 'json') return nothing;
    return html`<button class="plain" part="json-button" type="button" @click=${this.#toggleJson}>
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
