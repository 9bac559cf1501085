import { consume } from '@lit/context';
import { LitElement, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { ApprovalQueue, ElicitationApproval } from '../../src/index.js';
import { buildForm, FormState } from '../../src/schema/index.js';
import { nameOf } from '../approval-queue/asker-name.js';
import { decide } from '../approval-queue/decide.js';
import { guarded } from '../approval-queue/guarded.js';
import { countsAsPress, takePress } from '../approval-queue/press-guard.js';
import { foldedText } from '../approval-queue/folded-text.js';
import { questionFrame, type QuestionStep } from '../approval-queue/question-frame.js';
import { questionFrameStyles } from '../approval-queue/question-frame.styles.js';
import { approvalsContext } from '../contexts/approvals-context.js';
import { FocusFallback } from '../controllers/focus-fallback.js';
import type { ApprovalDecision } from '../events/mcp-approval-decide-event.js';
import { base } from '../styles/base.styles.js';
import { controls } from '../styles/controls.styles.js';
import { tokens } from '../styles/tokens.styles.js';
import { counted } from '../words/counted.js';
import { html } from '../words/html.js';
import { elicitationApprovalStyles } from './elicitation-approval.styles.js';
import { elicitationHeading } from './elicitation-heading.js';
import { pageStep } from './page-step.js';
import { secretFields } from './secret-fields.js';

const FIELDS = { one: 'field needs', other: 'fields need' };

/**
 * @summary Shows what a server wants to know from the person, or which page it wants opened.
 *
 * A form is checked before it is sent. A page is opened in a new tab, only by the person's click, and nothing of it is
 * loaded before. A call that waits for the page goes on when the person comes back and says so, or when the server knows.
 * Declining and cancelling are different answers.
 *
 * @slot count - How many questions wait.
 * @fires mcp-approval-decide {McpApprovalDecideEvent} - Before a decision is carried out. Prevent it to decide elsewhere; a page is then not opened.
 * @csspart base - The question.
 * @csspart header - Who asks, and what.
 * @csspart title - What the server wants, in one sentence.
 * @csspart form - The fields.
 * @csspart error - What keeps the form from being sent.
 * @csspart actions - The buttons.
 * @csspart press-hint - Says why a press did not count.
 * @csspart approve-button - Sends the form, or opens the page.
 * @csspart open-button - Opens the page once more.
 * @csspart continue-button - Lets the call go on that waited for the page.
 * @csspart decline-button - Says no.
 * @csspart cancel-button - Turns away without deciding.
 * @csspart hidden-character - Stands for characters that nobody would see.
 */
export class McpElicitationApprovalElement extends LitElement {
  static override styles: CSSResultGroup = [tokens, base, controls, questionFrameStyles, elicitationApprovalStyles];

  #form: FormState | undefined;
  #secrets: readonly string[] = [];

  readonly #keepFocus = new FocusFallback(this, ['#heading']);

  @query('mcp-schema-field') private fields!: HTMLElementTagNameMap['mcp-schema-field'] | null;

  @state() private issue = '';

  /** The question. */
  @property({ attribute: false })
  approval: ElicitationApproval | undefined;

  /** Where the decision is carried out; by default the queue of the surrounding session. */
  @consume({ context: approvalsContext, subscribe: true })
  @property({ attribute: false })
  approvals: ApprovalQueue | undefined;

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('approval')) return;
    const { approval } = this;
    // A new snapshot of the same question must not lose what the person has typed.
    if (changed.get('approval')?.id === approval?.id) return;
    this.issue = '';
    this.#form = undefined;
    this.#secrets = [];
    if (approval?.asked.mode !== 'form') return;
    const node = buildForm(approval.asked.requestedSchema);
    this.#form = new FormState(node);
    this.#secrets = secretFields(approval.asked.requestedSchema);
  }

  #refuseWith(kind: 'decline' | 'cancel'): void {
    if (this.approval) decide(this, this.approvals, this.approval, { kind });
  }

  #decide(decision: ApprovalDecision, press: Event): boolean {
    return this.approval !== undefined && decide(this, this.approvals, this.approval, decision, press);
  }

  readonly #send = (press: Event): void => {
    const form = this.#form;
    if (!form) return;
    const reading = form.toArguments();
    if (reading.ok) void this.#sendChecked(form, press);
    else this.#refuse(form, reading.issues.length);
  };

  /** What the fields cannot tell by themselves, the schema as a whole can. */
  async #sendChecked(form: FormState, press: Event): Promise<void> {
    const checked = await form.check();
    // Another question came, or this one was answered.
    if (form !== this.#form) return;
    if (checked.ok) this.#decide({ kind: 'accept', content: checked.value }, press);
    else this.#refuse(form, checked.issues.length);
  }

  #refuse(form: FormState, issues: number): void {
    form.showAllIssues();
    this.issue = `${counted(issues, FIELDS)} attention.`;
    this.fields?.focusFirstIssue();
  }

  readonly #sendOnEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
    event.preventDefault();
    if (countsAsPress(event, this.renderRoot)) this.#send(event);
  };

  readonly #open = (href: string, press: Event): void => {
    if (this.#decide({ kind: 'accept' }, press)) openPage(href);
  };

  readonly #openAgain = (href: string, press: Event): void => {
    if (this.approval && takePress(press, this.approval.id)) openPage(href);
  };

  readonly #resume = (press: Event): void => void this.#decide({ kind: 'resume' }, press);

  readonly #decline = (): void => this.#refuseWith('decline');

  readonly #cancel = (): void => this.#refuseWith('cancel');

  override render(): TemplateResult | typeof nothing {
    const { approval } = this;
    if (!approval) return nothing;
    const cancel = html`
      <button type="button" class="plain start" part="cancel-button" @click=${this.#cancel}>Cancel</button>
    `;
    const decline = html`<button type="button" part="decline-button" @click=${this.#decline}>Decline</button>`;
    const { asked } = approval;
    const { body, actions } =
      asked.mode === 'url'
        ? pageStep({
            approval,
            asked,
            cancel,
            decline,
            open: this.#open,
            openAgain: this.#openAgain,
            resume: this.#resume,
          })
        : this.#formStep(approval, html`${cancel} ${decline}`);
    const heading = elicitationHeading(approval);
    return html`
      ${questionFrame({ approval, heading, body, actions })}
      <div class="visually-hidden" role="status">${approval.step === 'opened' ? heading : nothing}</div>
    `;
  }

  #formStep({ id, asked, asker }: ElicitationApproval, refuse: TemplateResult): QuestionStep {
    const name = nameOf(asker);
    const form = this.#form;
    return {
      body: html`
        ${foldedText(asked.message)}
        ${
          this.#secrets.length
            ? html`<div class="note warning">
                <strong>Do not type passwords, keys or card numbers here.</strong>
                <span>
                  ${this.#secrets.map((secret) => `“${secret}”`).join(', ')}
                  ${this.#secrets.length > 1 ? 'look' : 'looks'} like one. What you send goes to ${name} as it is, and
                  servers must not ask for secrets this way.
                </span>
              </div>`
            : nothing
        }
        <div part="form" @keydown=${this.#sendOnEnter}>
          <mcp-schema-field unmasked .node=${form?.node} .form=${form}></mcp-schema-field>
        </div>
        <p class="issue" part="error" role="alert">${this.issue}</p>
      `,
      actions: html`${refuse}
        <button type="button" class="primary" part="approve-button" ${guarded(id)} @click=${this.#send}>
          Send to ${name}
        </button>`,
    };
  }
}

/** In a tab of its own, which cannot see this page and is not told where it was opened from. */
function openPage(href: string): void {
  window.open(href, '_blank', 'noopener,noreferrer');
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-elicitation-approval': McpElicitationApprovalElement;
  }
}
