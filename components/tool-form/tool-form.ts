import {
  type CSSResultGroup,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import {
  type JsonObject,
  McpError,
  type Session,
  type Task,
  type Tool,
  type ToolResult,
  displayName,
} from '../../src/index.js';
import { FormState } from '../../src/schema/index.js';
import { Tasks } from '../../src/session/tasks.js';
import { type RunningTask } from '../../src/session/person/index.js';
import { McpToolCallRequestEvent, McpToolResultEvent } from '../events.js';
import { clientAround } from '../internal/client-around.js';
import { html } from '../internal/html.js';
import { markRunning } from '../list/list-marks.js';
import { StoreController } from '../internal/store-controller.js';
import { fetchedAt, cut } from '../internal/text.js';
import { type RunState } from '../item-form/call-runner.js';
import { type ItemKind } from '../item-form/draft.js';
import { filledOf, fillIn } from '../item-form/hand-over.js';
import { ItemFormElement } from '../item-form/item-form.js';
import { timeInWords } from '../item-form/run-state.js';
import { ownEnd } from '../tool-result/result-text.js';
import { errorText } from '../internal/error-texts.js';
import { isTooLongToEdit } from '../schema-field/long-text.js';
import { annotationsLine, claimStyles } from './annotations-line.js';
import { jsonEditor, ToolDraft } from './arguments-draft.js';
import { t } from './messages.js';

/** Tasks that are listed. */
const SHOWN = 5;

/** Characters of a result that are announced to assistive technology. */
const SPOKEN = 200;

const tools: ItemKind<Tool, ToolDraft> = {
  kind: 'tool',
  noun: 'tool',
  catalog: (session) => session.tools,
  createDraft: () => new ToolDraft(),
  claims: (tool) => annotationsLine(tool.annotations),
};

/**
 * @summary Shows one tool and a form for what it needs, and runs it when the person presses the button that says so.
 *
 * Typed values and a running call stay while other tools are shown.
 *
 * @fires {McpToolCallRequestEvent} mcp-tool-call-request - The person pressed the button. Prevent it to send nothing.
 * @fires {McpToolResultEvent} mcp-tool-result - The tool has returned its result.
 * @fires {McpErrorEvent} mcp-error - The call failed or was cancelled. The element shows the error.
 * @csspart base - The whole contents.
 * @csspart header - The header: the title and its source.
 * @csspart title - The title.
 * @csspart description - The server's description of the tool, or about a field.
 * @csspart note - A notice or a hint.
 * @csspart search - The search field of the history.
 * @csspart form - The fields and the buttons.
 * @csspart field - A field with its label.
 * @csspart label - The label of a field or value.
 * @csspart input - The input of a value.
 * @csspart error - An error with its remedy.
 * @csspart button - Every button.
 * @csspart actions - The row of buttons with the state of the call. It stays in sight while a long form is scrolled.
 * @csspart submit-button - The button that runs the tool.
 * @csspart code - Source text or JSON, and the definition of the tool.
 * @csspart text - How the last call ended.
 * @csspart list - A list.
 * @csspart item - One item of a list.
 * @csspart warning - A warning.
 * @csspart progress - The state of the call while it runs.
 * @csspart cancel-button - The button that cancels.
 * @csspart result - The result.
 * @csspart empty - The text when there is no tool to show.
 * @csspart skeleton - The placeholder of the form while it loads.
 * @csspart retry-button - The button that loads the list of tools again.
 * @csspart hidden-character - A sign in place of hidden characters.
 * @cssprop [--mcp-form-gap=16px] - Space between the header, the fields and the buttons.
 */
export class McpToolFormElement extends ItemFormElement<Tool, JsonObject, ToolResult, ToolDraft> {
  static override styles: CSSResultGroup = [ItemFormElement.styles, claimStyles];

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
    draft.fillArguments(filled.arguments, filled.by);
  }

  /**
   * The arguments that are filled in, without those that are not stored, such as passwords; undefined while there is no form.
   */
  get storableArguments(): JsonObject | undefined {
    const { draft } = this;
    if (!draft) return undefined;
    const copy = new FormState(draft.form.node);
    copy.restore(draft.toStored().form);
    try {
      return JSON.parse(copy.text) as JsonObject;
    } catch {
      // Somebody is typing JSON.
      return undefined;
    }
  }

  protected override get wanted(): string | undefined {
    return this.tool;
  }

  protected override async call(tool: Tool, draft: ToolDraft, args: JsonObject): Promise<void> {
    if (!this.dispatchEvent(new McpToolCallRequestEvent(tool.name, args))) return;
    const { session } = this;
    const call = draft.run.start(async (options) => {
      if (!session) throw new McpError('closed', errorText('components.noServerToCall'));
      const onTask = this.#noting(session, tool.name, options.onTask);
      // A definition that the page gave need not be the one that the server lists.
      const definition = this.definition ? undefined : tool;
      return session.tools.call(tool.name, args, { ...options, onTask, initiator: 'person', definition });
    });
    const ended = await (session ? markRunning(session, tool.name, call) : call);
    if (ended.phase === 'done') {
      if (draft.showRefusalIn(ended.result)) this.requestUpdate();
      this.dispatchEvent(new McpToolResultEvent(tool.name, args, ended.result, ended.durationMs, ended.serverMs));
    }
    this.tellOfFailure(draft, ended);
  }

  /** Shows each state of a task, and notes it for a later visit. */
  #noting(session: Session, tool: string, show: (task: Task) => void): (task: Task) => void {
    return (task) => {
      show(task);
      this.#left.heard(session, tool, task);
    };
  }

  /** Follows a task that an earlier visit left running. */
  async #follow({ tool, taskId }: RunningTask): Promise<void> {
    const { session, draft } = this;
    if (!session || !draft || draft.run.isRunning) return;
    const call = draft.run.start(({ signal, clock, onTask }) =>
      new Tasks(session).follow(taskId, {
        signal,
        clock,
        onTask: this.#noting(session, tool, onTask),
        initiator: 'person',
      }),
    );
    const ended = await markRunning(session, tool, call);
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

  #typeJson(draft: ToolDraft, text: string): void {
    const wasTooLong = isTooLongToEdit(draft.json?.text ?? '');
    draft.setJson(text);
    if (isTooLongToEdit(text) !== wasTooLong) this.requestUpdate();
  }

  protected override renderFields(draft: ToolDraft): TemplateResult {
    if (draft.json) return jsonEditor(draft.json, (text) => this.#typeJson(draft, text));
    const { form, filled } = draft;
    const { node, root } = form;
    if (
      node.kind === 'object' &&
      node.properties.length === 0 &&
      node.additional.kind !== 'described' &&
      root.entries.length === 0
    ) {
      return html`<p class="quiet">${t('toolForm.thisToolNeedsNo')}</p>`;
    }
    return html`<mcp-schema-field
      exportparts="field, label, description, input, error, note, button"
      .node=${node}
      .form=${form}
      .storing=${this.storing}
      .filled=${filled?.values}
    ></mcp-schema-field>`;
  }

  protected override renderModes(draft: ToolDraft): TemplateResult | typeof nothing {
    // A form that is JSON as a whole has no fields to switch to.
    if (draft.form.node.kind === 'json') return nothing;
    const choice = (name: string, label: string, isOn: boolean): TemplateResult =>
      html`<button
        part="button"
        data-name=${name}
        type="button"
        aria-pressed=${isOn ? 'true' : 'false'}
        @click=${isOn ? nothing : this.#toggleJson}
      >
        ${label}
      </button>`;
    const isJson = draft.json !== undefined;
    return html`<div class="modes" role="group" aria-label=${t('toolForm.inputAs')}>
      ${choice('form-button', t('toolForm.asForm'), !isJson)} ${choice('json-button', t('toolForm.asJson'), isJson)}
    </div>`;
  }

  protected override renderNotes(): unknown {
    return this.#left.render(this.canSubmit);
  }

  protected override renderResult(
    { result, durationMs, serverMs }: RunState<ToolResult> & { phase: 'done' },
    tool: Tool,
  ): TemplateResult {
    return html`<mcp-tool-result
      .tool=${displayName(tool)}
      .result=${result}
      .durationMs=${durationMs}
      .serverMs=${serverMs}
      >${result.isError ? this.#renderRunAgain() : nothing}</mcp-tool-result
    >`;
  }

  protected override renderFailure(
    { error, durationMs, serverMs }: RunState<ToolResult> & { phase: 'failed' },
    tool: Tool,
  ): TemplateResult {
    return html`<mcp-tool-result
      .tool=${displayName(tool)}
      .error=${error}
      .durationMs=${durationMs}
      .serverMs=${serverMs}
      >${error.code === 'declined' ? nothing : this.#renderRunAgain()}${mayHaveRun(error) ? this.#renderLook() : nothing}</mcp-tool-result
    >`;
  }

  #renderRunAgain(): TemplateResult {
    return html`<button
      class="plain small"
      slot="actions"
      part="button"
      data-name="run-again-button"
      type="button"
      aria-disabled=${this.canSubmit ? nothing : 'true'}
      @click=${this.runAgain}
    >
      ${t('toolForm.runAgain')}
    </button>`;
  }

  /** After a call that may have run, next to “Run again”: leads to its entry, if the client shows a transcript. */
  #renderLook(): TemplateResult | typeof nothing {
    const client = clientAround(this);
    const name = this.tool;
    if (!client?.transcript || name === undefined) return nothing;
    return html`<button
      class="plain small"
      slot="actions"
      part="button"
      data-name="look-button"
      type="button"
      @click=${() => client.showCall(name)}
    >
      ${t('toolForm.look')}
    </button>`;
  }

  protected override endInWords(state: RunState<ToolResult> & { phase: 'done' | 'failed' }): string {
    if (state.phase === 'failed') return ownEnd(state.error) ?? timeInWords(t('toolForm.failed'), state.serverMs);
    return timeInWords(state.result.isError ? t('toolForm.theToolReportedAn') : t('toolForm.done'), state.serverMs);
  }

  protected override failureInWords(error: McpError): string {
    return ownEnd(error) ?? super.failureInWords(error);
  }

  protected override isSuccess({ isError }: ToolResult): boolean {
    return !isError;
  }

  protected override resultInWords({ content, isError }: ToolResult): string {
    const text = cut(content.find((block) => block.type === 'text')?.text ?? '', SPOKEN);
    return `${isError ? t('toolForm.theToolReportedAn') : t('toolForm.result')}: ${text}`;
  }
}

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
              ${t.rich('toolForm.mayStillGoOn', {
                time: html`<time datetime=${new Date(task.at).toISOString()}>${fetchedAt(task.at)}</time>`,
              })}
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
                ${t('toolForm.followIt')}
              </button>
              <button
                class="plain small"
                part="button"
                data-name="forget-task-button"
                type="button"
                @click=${() => this.forget(task.taskId)}
              >
                ${t('toolForm.forgetIt')}
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

/** True if the connection was lost after the call was sent. */
function mayHaveRun({ remedyText }: McpError): boolean {
  return remedyText?.key === 'session.mayHaveRun';
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-tool-form': McpToolFormElement;
  }
}
