import { consume } from '@lit/context';
import { type CSSResultGroup, type PropertyValues, type TemplateResult, nothing } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { dangerOf, hintsOf, trustedAnnotations } from '../../src/approvals/index.js';
import { type ApprovalQueue, displayName, type JsonObject, type ToolCallApproval } from '../../src/index.js';
import { FormState, buildArgumentsForm } from '../../src/schema/index.js';
import { grantDurationStyles, questionFrameStyles } from '../approval-queue/approval-queue.styles.js';
import { callAct, callHeading, callReasons, toolName } from '../approval-queue/headings.js';
import { countsAsPress, guarded, hint } from '../approval-queue/press-guard.js';
import { collapsedText, decide, shortenServerName, questionFrame, wayTo } from '../approval-queue/question.js';
import { approvalsContext } from '../context.js';
import { FocusFallback } from '../internal/focus-fallback.js';
import { html } from '../internal/html.js';
import { McpElement } from '../internal/mcp-element.js';
import { showUnseen } from '../item-form/draft.js';
import { FilledValues } from '../schema-field/filled-values.js';
import { notice } from '../internal/notice.js';
import { StoreController } from '../internal/store-controller.js';
import { base, controls, tokens } from '../internal/styles.js';
import { ToolDraft, jsonEditor } from '../tool-form/arguments-draft.js';
import { annotationsLine, claimStyles } from '../tool-form/annotations-line.js';
import { cautionNotes, cautionsIn } from './cautions.js';
import { ONCE, type RememberChoice, rememberCall, rememberOf } from './remember-choice.js';
import { toolApprovalStyles } from './tool-approval.styles.js';
import { changesNote } from './tool-changes.js';
import { t } from './messages.js';

/**
 * @summary Asks whether a tool is to be called, by whom, with what, and how long the answer holds.
 *
 * All arguments are shown as they would be sent, and can be changed; invalid ones are not sent. If no person started the
 * call, it needs a checkbox as well as the button when the server calls the tool destructive or open-world, or does not say
 * that it is neither. So does a person's own call of a destructive tool that the server describes differently now, or did
 * not describe.
 *
 * @slot count - The number of waiting questions.
 * @fires {McpApprovalDecideRequestEvent} mcp-approval-decide-request - Before a decision is carried out. Prevent it to decide elsewhere.
 * @csspart base - The question.
 * @csspart source - Which server asks, and how it is reached.
 * @csspart header - The title.
 * @csspart title - The title.
 * @csspart list - A list.
 * @csspart warning - A warning.
 * @csspart note - A notice or a hint.
 * @csspart form - The arguments.
 * @csspart field - A field with its label.
 * @csspart label - The label of a field or value.
 * @csspart input - The input of a value.
 * @csspart checkbox - A check box.
 * @csspart error - An error with its remedy.
 * @csspart actions - The buttons.
 * @csspart button - Every button.
 * @csspart link - A link.
 * @csspart approve-button - The button that approves.
 * @csspart decline-button - The button that declines.
 * @csspart hidden-character - A sign in place of hidden characters.
 */
export class McpToolApprovalElement extends McpElement {
  static override styles: CSSResultGroup = [
    tokens,
    base,
    controls,
    questionFrameStyles,
    grantDurationStyles,
    toolApprovalStyles,
    claimStyles,
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

  /** The queue that carries out the decision; by default that of the surrounding session. */
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
    // Exactly as they would be sent: absent values stay absent, and no defaults are filled in.
    draft.form = new FormState(buildArgumentsForm(tool.inputSchema), args);
    if (approval.asked.initiator !== 'person') draft.filled = { values: new FilledValues() };
    this.#draft = draft;
  }

  readonly #run = async (press: Event): Promise<void> => {
    const { approval } = this;
    const draft = this.#draft;
    if (!approval || !draft) return;
    if (deliberateAct(approval) && !this.isDeliberate) {
      this.issue = t('toolApproval.tickTheBoxFirst');
      this.renderRoot.querySelector<HTMLElement>('#deliberate')?.focus();
      return;
    }
    const args = await draft.check();
    // Another question came, or this one was answered.
    if (draft !== this.#draft) return;
    const unseen = args && (await showUnseen(this, draft));
    if (unseen) return hint(this.renderRoot.querySelector('[part~="approve-button"]')!, unseen);
    if (args) {
      const remember = rememberOf(this.choice);
      decide(this, this.approvals, approval, { kind: 'run', arguments: args, ...(remember && { remember }) }, press);
      return;
    }
    this.issue = t('toolApproval.attention', {
      argumentsNeed: t('toolApproval.argumentsNeed', { count: draft.issues.length || 1 }),
    });
    await this.updateComplete;
    this.fields?.focusFirstIssue();
  };

  readonly #runOnEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
    event.preventDefault();
    if (countsAsPress(event, this.renderRoot)) void this.#run(event);
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
      decide(this, this.approvals, approval, { kind: 'decline', remember: { duration: 'always', scope: 'tool' } });
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
    const act = deliberateAct(approval);
    return questionFrame({
      approval,
      heading: callHeading(approval),
      body: html`
        ${aboutCall(approval)} ${this.#arguments(draft)}
        ${
          act
            ? html`<label class="choice deliberate" part="checkbox" data-name="deliberate"
                ><input id="deliberate" type="checkbox" .checked=${this.isDeliberate} @change=${this.#tick} />
                ${t(`toolApproval.acts.${act}`)}</label
              >`
            : nothing
        }
        <p class="issue" part="error" role="alert">${this.issue}</p>
      `,
      remember: rememberCall(approval, this.choice, this.#choose, this.#never),
      actions: html`<button type="button" part="button decline-button" @click=${this.#refuse}>
          ${t('toolApproval.dontRun')}
        </button>
        <button
          type="button"
          class=${dangerOfCall(approval) === 'destroys' ? 'danger' : 'primary'}
          part="button approve-button"
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
        <h3 id="arguments">${t('toolApproval.whatIsSent')}</h3>
        ${
          form.node.kind === 'json'
            ? nothing
            : html`<button
                class="plain small end"
                part="button"
                data-name="json-button"
                type="button"
                @click=${this.#toggleJson}
              >
                ${draft.json ? t('toolApproval.editAsFields') : t('toolApproval.editAsJson')}
              </button>`
        }
      </div>
      ${cautionNotes(cautions)}
      <div part="form" @keydown=${this.#runOnEnter}>
        ${
          draft.json
            ? jsonEditor(draft.json, (text) => {
                draft.setJson(text);
                this.requestUpdate();
              })
            : html`${isEmpty ? html`<p class="quiet">${t('toolApproval.none')}</p>` : nothing}<mcp-schema-field
                  .node=${form.node}
                  .form=${form}
                  .filled=${draft.filled?.values}
                ></mcp-schema-field>`
        }
      </div>
    </section>`;
  }
}

/** The danger of the call: it cannot be undone or reaches beyond this server, or may do so. */
function dangerOfCall({ asked, lastSaid }: ToolCallApproval): ReturnType<typeof dangerOf> {
  // If the server does not confirm the definition now, only annotations that warn are trusted.
  const annotations = trustedAnnotations(asked.tool.annotations, lastSaid === undefined);
  return dangerOf(hintsOf(annotations), asked.initiator);
}

/**
 * The danger that the person must confirm with a checkbox. None for a call that they started themselves and know:
 * their own press was the first act, and the button here is the second.
 */
function deliberateAct(approval: ToolCallApproval): ReturnType<typeof dangerOf> {
  const isOwn = approval.asked.initiator === 'person' && approval.why === 'destructive';
  return isOwn ? undefined : dangerOfCall(approval);
}

/** The reason for the question, and the server's description of the tool. */
function aboutCall(approval: ToolCallApproval): TemplateResult {
  const { tool, initiator } = approval.asked;
  const title = displayName(tool);
  const isByOthers = initiator === 'model' || initiator === 'app';
  const { who, why, known } = callReasons(approval);
  const isWarning = approval.why === 'destructive';
  return html`<div class="why">
      <p>${who}</p>
      ${isWarning ? notice({ tone: 'warning', part: 'warning', name: 'danger', title: why }) : why ? html`<p>${why}</p>` : nothing}
      ${known ? html`<p>${known}</p>` : nothing}
    </div>
    ${changesNote(approval)}
    <dl class="about">
      ${
        // The heading has the name.
        title === tool.name
          ? nothing
          : html`<div>
              <dt>${t('toolApproval.title')}</dt>
              <dd><bdi>${title}</bdi></dd>
            </div>`
      }
      ${
        toolName(tool.name) === tool.name
          ? nothing
          : html`<div>
              <dt>${t('toolApproval.name')}</dt>
              <dd><code dir="ltr">${tool.name}</code></dd>
            </div>`
      }
      <div>
        <dt>${approval.lastSaid === undefined ? t('toolApproval.serverSays') : t('toolApproval.serverSaid')}</dt>
        <dd>
          ${tool.description ? collapsedText(tool.description) : html`<span class="quiet">${t('toolApproval.nothingAboutWhatIt')}</span>`}
          ${approval.lastSaid === 'never' ? nothing : annotationsLine(tool.annotations, isByOthers)}
        </dd>
      </div>
      <div>
        <dt>${t('toolApproval.sentTo')}</dt>
        <dd>${destination(approval)}</dd>
      </div>
    </dl>`;
}

function destination({ requestingServer }: ToolCallApproval): TemplateResult {
  const way = wayTo(requestingServer);
  return html`${t.rich(`toolApproval.sentTo.${way}`, {
    name: shortenServerName(requestingServer),
    host: html`<strong>${requestingServer.host}</strong>`,
  })}`;
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-tool-approval': McpToolApprovalElement;
  }
}
