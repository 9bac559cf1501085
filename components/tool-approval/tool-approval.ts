import { consume } from '@lit/context';
import { LitElement, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { ApprovalQueue, JsonObject, ToolCallApproval } from '../../src/index.js';
import { buildForm, FormState } from '../../src/schema/index.js';
import { decide } from '../approval-queue/decide.js';
import { guarded } from '../approval-queue/guarded.js';
import { howLongStyles } from '../approval-queue/how-long.styles.js';
import { questionFrame } from '../approval-queue/question-frame.js';
import { questionFrameStyles } from '../approval-queue/question-frame.styles.js';
import { approvalsContext } from '../contexts/approvals-context.js';
import { FocusFallback } from '../controllers/focus-fallback.js';
import { StoreController } from '../controllers/store-controller.js';
import { base } from '../styles/base.styles.js';
import { controls } from '../styles/controls.styles.js';
import { tokens } from '../styles/tokens.styles.js';
import { jsonEditor } from '../tool-form/json-editor.js';
import { ToolDraft } from '../tool-form/tool-draft.js';
import { counted } from '../words/counted.js';
import { html } from '../words/html.js';
import { aboutCall, cautionNotes } from './call-body.js';
import { callAct, callHeading } from './call-heading.js';
import { cautionsIn } from './cautions.js';
import { rememberChoice, rememberOf, type RememberChoice } from './remember-choice.js';
import { toolApprovalStyles } from './tool-approval.styles.js';
import { needsDeliberateAct } from './why.js';

const FIELDS = { one: 'argument needs', other: 'arguments need' };
const ONCE: RememberChoice = { term: 'once', scope: 'arguments' };

const ACTS = {
  destroys: 'I have read this. Run it, although it may delete or overwrite something.',
  'may destroy':
    'I have read this. Run it, although the server does not say whether it deletes or overwrites something.',
  'reaches out': 'I have read this. Run it, although it reaches other systems than this server.',
  'may reach out': 'I have read this. Run it, although the server does not say whether it reaches other systems.',
} as const;

/**
 * @summary Asks whether a tool is to be called, by whom, with what, and how long the answer holds.
 *
 * All arguments are shown as they would be sent, and can be changed; what the schema refuses is not sent. A tool that its
 * server calls destructive takes a tick as well as the button, and so does a model's call that reaches other systems, or of
 * which the server does not say that it does neither.
 *
 * @slot count - How many questions wait.
 * @fires mcp-approval-decide {McpApprovalDecideEvent} - Before a decision is carried out. Prevent it to decide elsewhere.
 * @csspart base - The question.
 * @csspart header - Who asks, and what.
 * @csspart title - What may happen, in one sentence.
 * @csspart changes - What the server describes differently since the person allowed it.
 * @csspart caution - What to look at in the arguments.
 * @csspart claims - What the server claims the tool does and does not do.
 * @csspart form - The arguments.
 * @csspart field - The field for the arguments as JSON.
 * @csspart label - Its name.
 * @csspart control - What is typed into.
 * @csspart deliberate - The tick that a dangerous call takes.
 * @csspart remember - How long the decision holds, and for what.
 * @csspart covered - The tools that a decision for all that read only covers, folded.
 * @csspart error - What keeps the call from being made.
 * @csspart actions - The buttons.
 * @csspart press-hint - Says why a press did not count.
 * @csspart json-button - Switches the arguments between fields and JSON.
 * @csspart approve-button - Runs the tool.
 * @csspart decline-button - Does not.
 * @csspart never-button - Does not, and never again.
 * @csspart hidden-character - Stands for characters that nobody would see.
 */
export class McpToolApprovalElement extends LitElement {
  static override styles: CSSResultGroup = [
    tokens,
    base,
    controls,
    questionFrameStyles,
    howLongStyles,
    toolApprovalStyles,
  ];

  #draft: ToolDraft | undefined;
  readonly #typed = new StoreController(this, () => this.#draft?.form.changes);
  readonly #keepFocus = new FocusFallback(this, ['#heading']);

  @query('mcp-schema-field') private fields!: HTMLElementTagNameMap['mcp-schema-field'] | null;

  @state() private issue = '';
  @state() private isDeliberate = false;
  @state() private choice: RememberChoice = ONCE;

  /** The question. */
  @property({ attribute: false })
  approval: ToolCallApproval | undefined;

  /** Where the decision is carried out; by default the queue of the surrounding session. */
  @consume({ context: approvalsContext, subscribe: true })
  @property({ attribute: false })
  approvals: ApprovalQueue | undefined;

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('approval')) return;
    const { approval } = this;
    // A new snapshot of the same question must not lose what the person has changed.
    if (changed.get('approval')?.id === approval?.id) return;
    this.issue = '';
    this.isDeliberate = false;
    this.choice = ONCE;
    this.#draft = undefined;
    if (!approval) return;
    const { tool, arguments: args } = approval.asked;
    const draft = new ToolDraft();
    draft.follow(tool);
    // As they would be sent: what is left out stays left out, and no default is put in its place.
    draft.form = new FormState(buildForm(tool.inputSchema), args);
    this.#draft = draft;
  }

  readonly #run = async (press: Event): Promise<void> => {
    const { approval } = this;
    const draft = this.#draft;
    if (!approval || !draft) return;
    if (needsDeliberateAct(approval) && !this.isDeliberate) {
      this.issue = 'Tick the box first.';
      this.renderRoot.querySelector<HTMLElement>('#deliberate')?.focus();
      return;
    }
    const args = await draft.check();
    // Another question came, or this one was answered.
    if (draft !== this.#draft) return;
    if (args) {
      const remember = rememberOf(this.choice);
      decide(this, this.approvals, approval, { kind: 'run', arguments: args, ...(remember && { remember }) }, press);
      return;
    }
    this.issue = `${counted(draft.issues.length || 1, FIELDS)} attention.`;
    await this.updateComplete;
    this.fields?.focusFirstIssue();
  };

  readonly #refuse = (): void => {
    const { approval } = this;
    if (!approval) return;
    const remember = rememberOf({
      ...this.choice,
      scope: this.choice.scope === 'read-only' ? 'tool' : this.choice.scope,
    });
    decide(this, this.approvals, approval, { kind: 'decline', ...(remember && { remember }) });
  };

  readonly #never = (): void => {
    const { approval } = this;
    if (approval)
      decide(this, this.approvals, approval, { kind: 'decline', remember: { term: 'always', scope: 'tool' } });
  };

  readonly #tick = (event: Event): void => {
    this.isDeliberate = (event.target as HTMLInputElement).checked;
  };

  readonly #choose = (choice: RememberChoice): void => {
    this.choice = choice;
  };

  readonly #toggleJson = (): void => {
    const draft = this.#draft;
    if (!draft) return;
    if (draft.json) draft.editAsFields();
    else draft.editAsJson();
    this.requestUpdate();
  };

  override render(): TemplateResult | typeof nothing {
    const { approval } = this;
    const draft = this.#draft;
    if (!approval || !draft) return nothing;
    const act = needsDeliberateAct(approval);
    return questionFrame({
      approval,
      heading: callHeading(approval),
      body: html`
        ${aboutCall(approval)} ${this.#arguments(draft)}
        ${
          act
            ? html`<label class="choice deliberate" part="deliberate"
                ><input id="deliberate" type="checkbox" .checked=${this.isDeliberate} @change=${this.#tick} />
                ${ACTS[act]}</label
              >`
            : nothing
        }
        ${rememberChoice(approval, this.choice, this.#choose, this.#never)}
        <p class="issue" part="error" role="alert">${this.issue}</p>
      `,
      actions: html`<button type="button" part="decline-button" @click=${this.#refuse}>Do not run</button>
        <button
          type="button"
          class=${act === 'destroys' ? 'danger' : 'primary'}
          part="approve-button"
          ${guarded(approval.id)}
          @click=${this.#run}
        >
          ${callAct(approval)}
        </button>`,
    });
  }

  #arguments(draft: ToolDraft): TemplateResult {
    const { form } = draft;
    const now = (draft.json ? undefined : form.draft) as JsonObject | undefined;
    const cautions = cautionsIn(now ?? this.approval!.asked.arguments, this.approval!.asked.tool.inputSchema);
    const isEmpty = form.node.kind === 'object' && form.node.properties.length === 0 && form.root.entries.length === 0;
    return html`<section class="arguments" aria-labelledby="arguments">
      <div class="row">
        <h3 id="arguments">What is sent</h3>
        ${
          form.node.kind === 'json'
            ? nothing
            : html`<button class="plain small end" part="json-button" type="button" @click=${this.#toggleJson}>
                ${draft.json ? 'Edit as fields' : 'Edit as JSON'}
              </button>`
        }
      </div>
      ${cautionNotes(cautions)}
      <div part="form">
        ${
          draft.json
            ? jsonEditor(draft.json, (text) => {
                draft.setJson(text);
                this.requestUpdate();
              })
            : html`${isEmpty ? html`<p class="quiet">None.</p>` : nothing}<mcp-schema-field
                  .node=${form.node}
                  .form=${form}
                ></mcp-schema-field>`
        }
      </div>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-tool-approval': McpToolApprovalElement;
  }
}
