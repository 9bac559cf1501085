import { consume } from '@lit/context';
import { html, LitElement, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { ApprovalQueue, ElicitationApproval } from '../../src/index.js';
import { buildForm, FormState } from '../../src/schema/index.js';
import { nameOf } from '../approval-queue/asker-name.js';
import { decide } from '../approval-queue/decide.js';
import { foldedText } from '../approval-queue/folded-text.js';
import { questionFrame, type QuestionStep } from '../approval-queue/question-frame.js';
import { questionFrameStyles } from '../approval-queue/question-frame.styles.js';
import { approvalsContext } from '../contexts/approvals-context.js';
import type { ApprovalDecision } from '../events/mcp-approval-decide-event.js';
import { base } from '../styles/base.styles.js';
import { controls } from '../styles/controls.styles.js';
import { tokens } from '../styles/tokens.styles.js';
import { counted } from '../words/counted.js';
import { elicitationApprovalStyles } from './elicitation-approval.styles.js';
import { elicitationHeading } from './elicitation-heading.js';
import { pageStep } from './page-step.js';
import { secretFields } from './secret-fields.js';

const FIELDS = { one: 'field needs', other: 'fields need' };

/**
 * @summary Shows what a server wants to know from the person, or which page it wants opened.
 *
 * A form is checked before it is sent. A page is opened in a new tab, only by the person's click, and nothing of it is
 * loaded before. Declining and cancelling are different answers.
 *
 * @slot count - How many questions wait.
 * @fires mcp-approval-decide {McpApprovalDecideEvent} - Before a decision is carried out. Prevent it to decide elsewhere; a page is then not opened.
 * @csspart base - The question.
 * @csspart header - Who asks, and what.
 * @csspart title - What the server wants, in one sentence.
 * @csspart form - The fields.
 * @csspart error - What keeps the form from being sent.
 * @csspart actions - The buttons.
 * @csspart approve-button - Sends the form, or opens the page.
 * @csspart decline-button - Says no.
 * @csspart cancel-button - Turns away without deciding.
 */
export class McpElicitationApprovalElement extends LitElement {
  static override styles: CSSResultGroup = [tokens, base, controls, questionFrameStyles, elicitationApprovalStyles];

  #form: FormState | undefined;
  #secrets: readonly string[] = [];

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
    this.#secrets = secretFields(node);
  }

  #decide(decision: ApprovalDecision): boolean {
    return this.approval !== undefined && decide(this, this.approvals, this.approval, decision);
  }

  readonly #send = (): void => {
    const form = this.#form;
    if (!form) return;
    const reading = form.toArguments();
    if (reading.ok) {
      this.#decide({ kind: 'accept', content: reading.value });
      return;
    }
    form.showAllIssues();
    this.issue = `${counted(reading.issues.length, FIELDS)} attention.`;
    this.fields?.focusFirstIssue();
  };

  readonly #sendOnEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
    event.preventDefault();
    this.#send();
  };

  readonly #open = (href: string): void => {
    if (this.#decide({ kind: 'accept' })) window.open(href, '_blank', 'noopener,noreferrer');
  };

  readonly #decline = (): void => void this.#decide({ kind: 'decline' });

  readonly #cancel = (): void => void this.#decide({ kind: 'cancel' });

  override render(): TemplateResult | typeof nothing {
    const { approval } = this;
    if (!approval) return nothing;
    const refuse = html`
      <button type="button" class="plain start" part="cancel-button" @click=${this.#cancel}>Cancel</button>
      <button type="button" part="decline-button" @click=${this.#decline}>Decline</button>
    `;
    const { asked } = approval;
    const { body, actions } =
      asked.mode === 'url'
        ? pageStep({ approval, url: asked.url, refuse, open: this.#open })
        : this.#formStep(approval, refuse);
    return questionFrame({ approval, heading: elicitationHeading(approval), body, actions });
  }

  #formStep({ asked, asker }: ElicitationApproval, refuse: TemplateResult): QuestionStep {
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
          <mcp-schema-field .node=${form?.node} .form=${form}></mcp-schema-field>
        </div>
        <p class="issue" part="error" role="alert">${this.issue}</p>
      `,
      actions: html`${refuse}
        <button type="button" class="primary" part="approve-button" @click=${this.#send}>Send to ${name}</button>`,
    };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-elicitation-approval': McpElicitationApprovalElement;
  }
}
