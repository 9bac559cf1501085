import { consume } from '@lit/context';
import { LitElement, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import type { Approval, ApprovalQueue } from '../../src/index.js';
import { approvalsContext } from '../contexts/approvals-context.js';
import { Floor } from '../controllers/floor.js';
import { FocusReturn } from '../controllers/focus-return.js';
import { StoreController } from '../controllers/store-controller.js';
import { Vanishing } from '../controllers/vanishing.js';
import type { McpApprovalDecideEvent } from '../events/mcp-approval-decide-event.js';
import type { McpErrorEvent } from '../events/mcp-error-event.js';
import { base } from '../styles/base.styles.js';
import { controls } from '../styles/controls.styles.js';
import { tokens } from '../styles/tokens.styles.js';
import { html } from '../words/html.js';
import { approvalQueueStyles } from './approval-queue.styles.js';
import { decide, isLast } from './decide.js';
import { endingOf } from './ending.js';
import { openQuestion } from './open-question.js';
import { present, type Presentation } from './presentation.js';
import { questionFrameStyles } from './question-frame.styles.js';
import { questionKind } from './questions.js';
import { spokenHeading } from './spoken-heading.js';
import { isTypingOutside } from './typing.js';
import { waitingBar, waitingText } from './waiting-bar.js';
import { countOf, othersOf } from './waiting.js';

/**
 * @summary Asks the person what servers wait for, one question at a time.
 *
 * The oldest question opens as a modal dialog, then what else its call asks. While the person types elsewhere, a bar says
 * that something waits, and a button opens it. Escape turns away without deciding. Focus returns to what had it.
 *
 * @slot empty - Shown while nothing waits.
 * @fires mcp-approval-decide {McpApprovalDecideEvent} - Before a decision is carried out. Prevent it to decide elsewhere.
 * @csspart dialog - The dialog around a question.
 * @csspart bar - Says that a question waits, or why one is gone.
 * @csspart review-button - Opens the question that waits.
 * @csspart dismiss-button - Takes the line away that says why a question is gone.
 * @csspart base - The question.
 * @csspart header - Who asks, and what.
 * @csspart title - What may happen, in one sentence.
 * @csspart item - One thing to look at.
 * @csspart field - A field for editing.
 * @csspart form - The fields a server asks for.
 * @csspart error - What went wrong.
 * @csspart actions - The buttons.
 * @csspart press-hint - Says why a press did not count.
 * @csspart approve-button - Lets it happen.
 * @csspart open-button - Opens a page once more.
 * @csspart continue-button - Lets the call go on that waited for a page.
 * @csspart decline-button - Says no.
 * @csspart budget - What a server has used of the model.
 * @csspart used-up - Says that this is all it may, with the tick that goes past it.
 * @csspart stream - The answer of a model while it comes.
 * @csspart stop-button - Stops the model.
 * @csspart again-button - Asks the model once more.
 * @csspart others - What else the same server asks, and how much of it was refused.
 * @csspart decline-all-button - Declines all of it.
 * @csspart cancel-button - Turns away without deciding.
 * @csspart hidden-character - Stands for characters that nobody would see.
 * @cssprop [--mcp-approval-queue-width=36rem] - Width of the dialog.
 * @cssstate waiting - Something waits for the person.
 */
export class McpApprovalQueueElement extends LitElement {
  static override styles: CSSResultGroup = [tokens, base, controls, questionFrameStyles, approvalQueueStyles];

  readonly #pending = new StoreController(this, () => this.approvals?.pending);
  readonly #turnedAway = new StoreController(this, () => this.approvals?.turnedAway);
  readonly #focus = new FocusReturn(this);
  readonly #floor = new Floor(this);
  readonly #vanishing = new Vanishing(this, () => this.#putAway());
  readonly #internals = this.attachInternals();
  /** The question whose end the person chose here. */
  #endedHere: string | undefined;
  #shown: Presentation = { at: 'nothing' };
  /** The call that the question shown last belongs to. */
  #call: Approval['during'] | undefined;
  #wasOpen = false;

  @query('dialog') private dialog!: HTMLDialogElement | null;
  @query('.bar') private bar!: HTMLElement | null;

  /** Why the question that was open is gone, where the person did not end it. */
  @state() private ending = '';

  /** The questions to ask; by default those of the surrounding session. */
  @consume({ context: approvalsContext, subscribe: true })
  @property({ attribute: false })
  approvals: ApprovalQueue | undefined;

  /** Shows the question in its place in the page instead of a modal dialog. */
  @property({ type: Boolean })
  inline = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // A dialog that is moved with its host would come back open but not modal.
    this.dialog?.close();
    this.#shown = { at: 'nothing' };
    this.ending = '';
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('approvals')) {
      this.#shown = { at: 'nothing' };
      this.ending = '';
    }
    const before = this.#shown;
    const pending = this.#pending.value ?? [];
    const endedHere = before.at !== 'nothing' && before.id === this.#endedHere;
    this.#shown = present(before, pending, { mayOpen: this.#mayOpen(), endedHere, call: this.#call });
    this.#call = this.#open?.during;
    if (before.at === 'open' && this.#shown !== before) {
      const ended = this.approvals?.ended.get();
      const silent = endedHere && (ended?.how === 'answered' || ended?.how === 'refused');
      this.ending = ended?.id === before.id && !silent ? endingOf(ended) : '';
    } else if (this.#shown.at === 'open') this.ending = '';
    // While it waits, the focus may move on.
    if (this.#shown.at === 'announced' || (before.at === 'nothing' && this.#shown.at === 'open'))
      this.#focus.remember();
    if (pending.length > 0) this.#internals.states.add('waiting');
    else this.#internals.states.delete('waiting');
  }

  override updated(): void {
    const { dialog, bar, isConnected } = this;
    // Out of the page nothing can be shown; it comes back with its host.
    if (isConnected && dialog && !dialog.open) openQuestion(dialog);
    if (isConnected && bar && !this.inline && !bar.matches(':popover-open')) bar.showPopover();
    this.#vanishing.watch(dialog);
    if (this.#wasOpen && this.#shown.at !== 'open') this.#focus.restore();
    this.#wasOpen = this.#shown.at === 'open';
    this.#floor.hold(isConnected && dialog !== null);
  }

  #mayOpen(): boolean {
    // A dialog that cannot be seen would still lock the whole page.
    return (
      this.inline ||
      (this.checkVisibility({ visibilityProperty: true }) && !isTypingOutside(this) && !this.#floor.isTaken)
    );
  }

  /** The question waits, with a line that opens it. */
  #putAway(): void {
    if (this.#shown.at !== 'open') return;
    this.#shown = { at: 'announced', id: this.#shown.id };
    this.requestUpdate();
  }

  readonly #review = (): void => {
    if (this.#shown.at !== 'announced') return;
    this.#focus.remember();
    this.#shown = { at: 'open', id: this.#shown.id };
    this.ending = '';
    this.requestUpdate();
  };

  readonly #dismiss = (): void => {
    this.ending = '';
    this.#focus.restore();
  };

  readonly #noteDecision = ({ approval, decision }: McpApprovalDecideEvent): void => {
    if (isLast(approval, decision)) this.#endedHere = approval.id;
  };

  readonly #declineAll = (questions: readonly Approval[]): void => {
    const at = this.dialog ?? this.renderRoot.querySelector<HTMLElement>('.inline');
    if (at) for (const question of questions) decide(at, this.approvals, question, { kind: 'decline' });
  };

  readonly #turnAway = (event: Event): void => {
    // The cancel event of a file field comes through here too.
    if (event.target !== this.dialog) return;
    event.preventDefault();
    const approval = this.#open;
    if (approval && this.dialog) decide(this.dialog, this.approvals, approval, { kind: 'cancel' });
  };

  /** A browser may close a dialog without asking, e.g. when Escape is pressed again and again. */
  readonly #closed = (event: Event): void => {
    const { dialog } = this;
    if (!dialog || event.target !== dialog || dialog.open || this.#shown.at !== 'open') return;
    this.#turnAway(event);
    if (this.#open) this.#putAway();
  };

  /** Nobody can decide on what is not shown. */
  readonly #notShown = ({ error }: McpErrorEvent): void => {
    const approval = this.#open;
    if (approval && error.code === 'load') this.approvals?.cannotShow(approval.id, error);
  };

  get #open(): Approval | undefined {
    const shown = this.#shown;
    return shown.at === 'nothing' ? undefined : this.#pending.value?.find(({ id }) => id === shown.id);
  }

  override render(): TemplateResult {
    const approval = this.#open;
    const open = approval && this.#shown.at === 'open';
    const waiting =
      approval && this.#shown.at === 'announced'
        ? waitingText(approval, this.#pending.value?.length ?? 1, this.ending)
        : '';
    return html`
      <div class="visually-hidden" role="alert">${waiting || (open && this.inline ? this.#heading(approval) : '')}</div>
      <div class="visually-hidden" role="status">${this.ending}</div>
      ${open ? this.#question(approval) : nothing}
      ${(waiting || this.ending) && !(this.#floor.isTaken && !this.inline) ? waitingBar({ inline: this.inline, ending: this.ending, waiting, review: this.#review, dismiss: this.#dismiss }) : nothing}
      ${approval ? nothing : html`<slot name="empty"></slot>`}
    `;
  }

  #heading(approval: Approval): string {
    return this.approvals ? spokenHeading(questionKind(approval).heading(approval, this.approvals), approval) : '';
  }

  #question(approval: Approval): TemplateResult {
    const { approvals } = this;
    const count = countOf(approval, this.#pending.value ?? []);
    const question = approvals
      ? html`${questionKind(approval).render(approval, approvals, count)}
        ${othersOf(approval, this.#pending.value ?? [], this.#turnedAway.value ?? [], this.#declineAll)}`
      : nothing;
    // Keyed: each question has a dialog and an element of its own, so nothing of one is left in the next.
    return html`${keyed(
      approval.id,
      this.inline
        ? html`<div class="inline" @mcp-approval-decide=${this.#noteDecision} @mcp-error=${this.#notShown}>
            ${question}
          </div>`
        : html`<dialog
            part="dialog"
            role="alertdialog"
            aria-label=${this.#heading(approval)}
            tabindex="-1"
            @cancel=${this.#turnAway}
            @close=${this.#closed}
            @mcp-approval-decide=${this.#noteDecision}
            @mcp-error=${this.#notShown}
          >
            ${question}
          </dialog>`,
    )}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-approval-queue': McpApprovalQueueElement;
  }
}
