import { consume } from '@lit/context';
import { type CSSResultGroup, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { McpElement } from '../internal/mcp-element.js';
import type { UnaskedCall } from '../../src/approvals/index.js';
import type { Approval, ApprovalQueue, RateLimitedRequests } from '../../src/index.js';
import { approvalsContext } from '../context.js';
import type { McpApprovalDecideRequestEvent, McpErrorEvent } from '../events.js';
import { ModalMutex, HiddenObserver } from './modal.js';
import { FocusReturn } from './focus-return.js';
import { html } from '../internal/html.js';
import { StoreController } from '../internal/store-controller.js';
import { base, controls, tokens } from '../internal/styles.js';
import { approvalQueueStyles, questionFrameStyles } from './approval-queue.styles.js';
import { type Presentation, isStartedByPerson, present } from './next-question.js';
import { questionKind } from './question-kinds.js';
import { decide, endingOf, isLast, shortenServerName, spokenHeading } from './question.js';
import { TypingObserver } from './typing-observer.js';
import { takenBackWords, unaskedBar, unaskedWords } from './unasked-calls.js';
import { waitingBar, waitingText } from './waiting-questions.js';
import { nameOfLanguage, speakIn } from '../words/language.js';
import { languageInUse } from '../words/messages.js';
import { t } from './messages.js';

/** Further questions of one server from which one press can decline all of them. */
const FOLD_FROM = 2;

/**
 * @summary Asks the person what servers wait for, one question at a time.
 *
 * The oldest question opens as a modal dialog, then the other questions of its call. While the person types elsewhere, a bar
 * says that a question waits, and a button opens it; a tool that the person runs asks at once. Another bar lists the calls that
 * ran by a permission of an earlier visit. Escape closes without a decision. Focus returns to its previous element.
 *
 * @slot empty - Shown while no question waits.
 * @fires {McpApprovalDecideRequestEvent} mcp-approval-decide-request - Before a decision is carried out. Prevent it to decide elsewhere.
 * @csspart dialog - The dialog.
 * @csspart bar - Says that a question waits, why one is gone, or what ran without one.
 * @csspart button - Every button.
 * @csspart link - A link.
 * @csspart base - The question.
 * @csspart source - Which server asks, and how it is reached.
 * @csspart header - The title.
 * @csspart title - The title.
 * @csspart item - One item of a list.
 * @csspart field - A field with its label.
 * @csspart form - The fields that the server asks for.
 * @csspart error - An error with its remedy.
 * @csspart actions - The buttons.
 * @csspart note - A notice or a hint.
 * @csspart approve-button - The button that approves.
 * @csspart decline-button - The button that declines.
 * @csspart warning - A warning.
 * @csspart text - Text.
 * @csspart cancel-button - The button that cancels.
 * @csspart hidden-character - A sign in place of hidden characters.
 * @cssprop [--mcp-approval-queue-width=36em] - Width of the dialog.
 * @cssstate waiting - A question waits for the person.
 */
export class McpApprovalQueueElement extends McpElement {
  static override styles: CSSResultGroup = [tokens, base, controls, questionFrameStyles, approvalQueueStyles];

  readonly #pending = new StoreController(this, () => this.approvals?.pending);
  readonly #rateLimited = new StoreController(this, () => this.approvals?.rateLimited);
  readonly #unasked = new StoreController(this, () => this.approvals?.unasked);
  readonly #focus = new FocusReturn(this);
  readonly #mutex = new ModalMutex(this);
  readonly #typing = new TypingObserver(this);
  readonly #hiddenObserver = new HiddenObserver(this, () => this.#putAway());
  readonly #internals = this.attachInternals();
  /** The question that the person ended here. */
  #endedHere: string | undefined;
  #shown: Presentation = { at: 'nothing' };
  /** The language of the page, while the person reads the questions in English. */
  #ownLanguage: string | undefined;
  /** The call of the question that was shown last. */
  #call: Approval['during'] | undefined;
  #wasOpen = false;

  @query('dialog') private dialog!: HTMLDialogElement | null;
  @query('.bar') private bar!: HTMLElement | null;

  /** Why the open question is gone, if the person did not end it. */
  @state() private ending = '';

  /** The permission that was taken back last. */
  @state() private takenBack = '';

  /** The questions to show; by default those of the surrounding session. */
  @consume({ context: approvalsContext, subscribe: true })
  @property({ attribute: false })
  approvals: ApprovalQueue | undefined;

  /** Shows the question in its place in the page instead of a modal dialog. */
  @property({ type: Boolean })
  inline = false;

  /**
   * Lets people allow something while this page is in a frame of another site. By default they can only decline there,
   * because that site could cover or move the question. Then a press counts only while the browser sees that nothing
   * outside of the frame covers the button; browsers other than Chromium cannot tell.
   */
  @property({ type: Boolean, reflect: true, attribute: 'allow-framed-approval' })
  allowFramedApproval = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // A dialog that moves with its host would be open but no longer modal.
    this.dialog?.close();
    this.#shown = { at: 'nothing' };
    this.ending = '';
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('approvals')) {
      this.#shown = { at: 'nothing' };
      this.ending = '';
      this.takenBack = '';
    }
    const before = this.#shown;
    const pending = this.#pending.value ?? [];
    const endedHere = before.at !== 'nothing' && before.id === this.#endedHere;
    this.#shown = present(before, pending, { mayOpen: this.#mayOpen, endedHere, call: this.#call });
    this.#call = this.#open?.during;
    if (before.at === 'open' && this.#shown !== before) {
      const ended = this.approvals?.ended.get();
      const silent = endedHere && (ended?.how === 'answered' || ended?.how === 'refused');
      this.ending = ended?.id === before.id && !silent ? endingOf(ended) : '';
    } else if (this.#shown.at === 'open') this.ending = '';
    // While the question waits, the focus may move.
    if (this.#shown.at === 'announced' || (before.at === 'nothing' && this.#shown.at === 'open'))
      this.#focus.remember();
    if (pending.length > 0) this.#internals.states.add('waiting');
    else this.#internals.states.delete('waiting');
  }

  override updated(): void {
    const { dialog, bar, isConnected } = this;
    // Outside a document no dialog can open. The dialog opens when its host is connected again.
    if (isConnected && dialog && !dialog.open) openQuestion(dialog);
    if (isConnected && bar && !this.inline && !bar.matches(':popover-open')) bar.showPopover();
    this.#hiddenObserver.observe(dialog);
    if (this.#wasOpen && this.#shown.at !== 'open') this.#focus.restore();
    this.#wasOpen = this.#shown.at === 'open';
    this.#mutex.setOpen(isConnected && dialog !== null);
  }

  readonly #mayOpen = (approval: Approval): boolean => {
    if (this.inline) return true;
    // A dialog that is not visible would still block the whole page.
    if (!this.checkVisibility({ visibilityProperty: true }) || this.#mutex.isTaken) return false;
    return isStartedByPerson(approval) || !this.#typing.isTyping;
  };

  /** Closes the dialog. The question waits, and a line opens it again. */
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

  readonly #noteDecision = ({ approval, decision }: McpApprovalDecideRequestEvent): void => {
    if (isLast(approval, decision)) this.#endedHere = approval.id;
  };

  readonly #declineAll = (questions: readonly Approval[]): void => {
    const at = this.dialog ?? this.renderRoot.querySelector<HTMLElement>('.inline');
    if (at) for (const question of questions) decide(at, this.approvals, question, { kind: 'decline' });
  };

  readonly #noteRateLimited = (event: Event): void => {
    // A file field inside the dialog sends `cancel` too.
    if (event.target !== this.dialog) return;
    event.preventDefault();
    const approval = this.#open;
    if (approval && this.dialog) decide(this.dialog, this.approvals, approval, { kind: 'cancel' });
  };

  /** Some browsers close a dialog without asking, for example when Escape is pressed twice. */
  readonly #closed = (event: Event): void => {
    const { dialog } = this;
    if (!dialog || event.target !== dialog || dialog.open || this.#shown.at !== 'open') return;
    this.#noteRateLimited(event);
    if (this.#open) this.#putAway();
  };

  /** Nobody can decide about something that is not shown. */
  readonly #notShown = ({ error }: McpErrorEvent): void => {
    const approval = this.#open;
    if (approval && error.code === 'load') this.approvals?.cannotShow(approval.id, error);
  };

  readonly #takeBack = (call: UnaskedCall): void => {
    this.takenBack = takenBackWords(call);
    this.approvals?.dismissUnasked(call.id);
    void call.takeBack();
    // The button that had the focus is gone.
    void this.updateComplete.then(() =>
      this.renderRoot
        .querySelector<HTMLElement>('.unasked :is([data-name~="take-back-button"], [data-name~="dismiss-button"])')
        ?.focus(),
    );
  };

  readonly #dismissUnasked = (): void => {
    this.takenBack = '';
    this.approvals?.dismissUnasked();
    this.#focus.restore();
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
    const unasked = this.#unasked.value ?? [];
    const isBusy = open || waiting || this.ending || (this.#mutex.isTaken && !this.inline);
    return html`
      <div class="visually-hidden" role="alert">${waiting || (open && this.inline ? this.#heading(approval) : '')}</div>
      <div class="visually-hidden" role="status">${this.ending}</div>
      <div class="visually-hidden" role="status">
        ${this.takenBack ? html`<p>${this.takenBack}</p>` : nothing}${unasked.map((call) => html`<p>${unaskedWords(call)}</p>`)}
      </div>
      ${open ? this.#question(approval) : nothing}
      ${(waiting || this.ending) && !(this.#mutex.isTaken && !this.inline) ? waitingBar({ inline: this.inline, ending: this.ending, waiting, review: this.#review, dismiss: this.#dismiss }) : nothing}
      ${
        (unasked.length > 0 || this.takenBack) && !isBusy
          ? unaskedBar({
              inline: this.inline,
              calls: unasked,
              outcome: this.takenBack,
              takeBack: this.#takeBack,
              dismiss: this.#dismissUnasked,
            })
          : nothing
      }
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
        ${otherQuestions(approval, this.#pending.value ?? [], this.#rateLimited.value ?? [], this.#declineAll)}`
      : nothing;
    // Each question gets its own dialog and element, so that no state of one question is left in the next.
    return html`${keyed(
      approval.id,
      this.inline
        ? html`<div class="inline" @mcp-approval-decide-request=${this.#noteDecision} @mcp-error=${this.#notShown}>
            ${question}${this.#renderLanguage()}
          </div>`
        : html`<dialog
            part="dialog"
            role="alertdialog"
            aria-label=${this.#heading(approval)}
            aria-describedby="asked"
            tabindex="-1"
            @cancel=${this.#noteRateLimited}
            @close=${this.#closed}
            @mcp-approval-decide-request=${this.#noteDecision}
            @mcp-error=${this.#notShown}
          >
            <p id="asked" hidden>${approvals ? questionKind(approval).sentence(approval, approvals) : nothing}</p>
            ${question}${this.#renderLanguage()}
          </dialog>`,
    )}`;
  }

  /** A translation may be wrong, which is dangerous here: one press shows the words in English. */
  #renderLanguage(): TemplateResult | typeof nothing {
    const language = languageInUse();
    if (!this.#ownLanguage && language.startsWith('en')) return nothing;
    const [other, next] = this.#ownLanguage ? [this.#ownLanguage, undefined] : ['en', language];
    return html`<button
      class="language plain small"
      part="button"
      data-name="language-button"
      type="button"
      lang=${other}
      @click=${() => this.#speak(next)}
    >
      ${nameOfLanguage(other)}
    </button>`;
  }

  /** @param own the language of the page, while the question is shown in English */
  #speak(own: string | undefined): void {
    this.#ownLanguage = own;
    speakIn(this, own === undefined ? undefined : 'en');
    this.requestUpdate();
  }
}

/** Focuses the dialog itself, where a key does nothing. The browser would focus the first button. */
function openQuestion(dialog: HTMLDialogElement): void {
  dialog.showModal();
  dialog.focus();
}

/** True for a question of the server; false for a tool call, which starts on this side. */
const isAsked = ({ kind }: Approval): boolean => kind !== 'tool-call' && kind !== 'tool-result';

/** Says which of several questions of one call is shown. */
function countOf(shown: Approval, pending: readonly Approval[]): string {
  if (pending.length < 2) return '';
  const ofCall = shown.during ? pending.filter(({ during }) => during === shown.during).length : 0;
  return ofCall > 1 && ofCall < pending.length
    ? t('approvalQueue.oneOfThisCall', { ofCall, count: pending.length })
    : t('approvalQueue.oneOf', { count: pending.length });
}

/** The further questions of this server in one line, with a button that declines them. */
function otherQuestions(
  shown: Approval,
  pending: readonly Approval[],
  rateLimited: readonly RateLimitedRequests[],
  declineAll: (questions: readonly Approval[]) => void,
): TemplateResult | typeof nothing {
  const { url } = shown.requestingServer.server;
  const others = pending.filter(
    (one) => one.id !== shown.id && isAsked(one) && one.requestingServer.server.url === url,
  );
  const refused = rateLimited.find(({ serverUrl }) => serverUrl === url)?.count ?? 0;
  if (!isAsked(shown) || (others.length < FOLD_FROM && refused === 0)) return nothing;
  const name = shortenServerName(shown.requestingServer);
  return html`<aside part="note" data-name="others" class="others">
    <p>
      ${t.rich('approvalQueue.hasMoreQuestions', { name, count: others.length })}
      ${refused ? t('approvalQueue.itAskedTooMuch', { count: refused }) : nothing}
    </p>
    <button
      type="button"
      part="button decline-button"
      data-name="decline-all-button"
      @click=${() => declineAll([...others, shown])}
    >
      ${t('approvalQueue.declineAll', { count: others.length + 1 })}
    </button>
  </aside>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-approval-queue': McpApprovalQueueElement;
  }
}
