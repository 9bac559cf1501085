import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { McpError, type JsonObject, type Tool, type ToolResult } from '../../src/index.js';
import { McpToolCallRequestEvent } from '../events/mcp-tool-call-request-event.js';
import { McpToolResultEvent } from '../events/mcp-tool-result-event.js';
import type { RunState } from '../item-form/call-run.js';
import { ItemFormElement, type ItemKind } from '../item-form/item-form.js';
import { claimsLine } from './claims.js';
import { jsonEditor } from './json-editor.js';
import { ToolDraft } from './tool-draft.js';

/** Characters of a result that are read out. */
const SPOKEN = 200;

const tools: ItemKind<Tool, ToolDraft> = {
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
 * @csspart error-summary - Everything that keeps the call from being sent.
 * @csspart actions - The buttons.
 * @csspart submit-button - Runs the tool.
 * @csspart json-button - Switches between fields and JSON.
 * @csspart progress - How far the call has come.
 * @csspart cancel-button - Stops the call.
 * @csspart result - What came back.
 * @csspart empty - What is said when there is no tool to show.
 * @csspart skeleton - Stands where the form will be while it loads.
 * @csspart retry-button - Loads the list of tools again.
 * @cssprop [--mcp-form-gap=16px] - Space between the header, the fields and the buttons.
 */
export class McpToolFormElement extends ItemFormElement<Tool, JsonObject, ToolResult, ToolDraft> {
  /** The name of the tool, as the server lists it. */
  @property()
  tool: string | undefined;

  constructor() {
    super(tools);
  }

  protected override get wanted(): string | undefined {
    return this.tool;
  }

  protected override async call(tool: Tool, draft: ToolDraft, args: JsonObject): Promise<void> {
    if (!this.dispatchEvent(new McpToolCallRequestEvent(tool.name, args))) return;
    const { session } = this;
    const ended = await draft.run.start(async (signal, onProgress) => {
      if (!session) throw new McpError('closed', 'There is no server to send this to.');
      return session.tools.call(tool.name, args, { signal, onProgress, startedBy: 'person' });
    });
    if (ended.phase === 'done') {
      this.dispatchEvent(new McpToolResultEvent(tool.name, args, ended.result, ended.durationMs));
    }
    this.tellOfFailure(ended);
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
    if (node.kind === 'object' && node.properties.length === 0 && root.others.size === 0) {
      return html`<p class="quiet">This tool needs no arguments.</p>`;
    }
    return html`<mcp-schema-field
      exportparts="field, label, description, control, error"
      .node=${node}
      .form=${form}
    ></mcp-schema-field>`;
  }

  protected override renderMoreActions(draft: ToolDraft): unknown {
    // Where the whole form is JSON already, there is nothing to switch to.
    if (draft.form.node.kind === 'json') return nothing;
    return html`<button class="plain" part="json-button" type="button" @click=${this.#toggleJson}>
      ${draft.json ? 'Edit as fields' : 'Edit as JSON'}
    </button>`;
  }

  protected override renderResult(result: ToolResult, durationMs: number): TemplateResult {
    return html`<mcp-tool-result .result=${result} .durationMs=${durationMs}></mcp-tool-result>`;
  }

  protected override renderFailure({ error, durationMs }: RunState<ToolResult> & { phase: 'failed' }): TemplateResult {
    return html`<mcp-tool-result .error=${error} .durationMs=${durationMs}></mcp-tool-result>`;
  }

  protected override resultInWords({ content, isError }: ToolResult): string {
    const text = content.find((block) => block.type === 'text')?.text.slice(0, SPOKEN) ?? '';
    return `${isError ? 'The tool reported an error' : 'Result'}: ${text}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-tool-form': McpToolFormElement;
  }
}
