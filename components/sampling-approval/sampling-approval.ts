import { consume } from '@lit/context';
import { type CSSResultGroup, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { McpElement } from '../internal/mcp-element.js';
import { visibleText } from '../../src/content/index.js';
import type {
  ApprovalQueue,
  BudgetReading,
  SamplerModel,
  SamplingApproval,
  SamplingRequest,
  SamplingResult,
  SamplingStep,
} from '../../src/index.js';
import { questionFrameStyles } from '../approval-queue/approval-queue.styles.js';
import { byHandHeading, samplingHeading } from '../approval-queue/headings.js';
import { guarded } from '../approval-queue/press-guard.js';
import {
  decide,
  shortenServerName,
  questionFrame,
  type QuestionStep,
  spokenHeading,
} from '../approval-queue/question.js';
import { approvalsContext } from '../context.js';
import { type ApprovalDecision, McpErrorEvent } from '../events.js';
import { FocusFallback } from '../internal/focus-fallback.js';
import { html } from '../internal/html.js';
import type { Sentence } from '../words/messages.js';
import { problem } from '../internal/problem.js';
import { base, controls, tokens } from '../internal/styles.js';
import { fieldId, OpenEdits } from './editors.js';
import { foldId, Folds, sum, type Unseen } from './folds.js';
import { budgetMeter, chosenModel, limitsItem, modelItem, requestView, usedUpNote } from './request-view.js';
import { limitsIssues, needsTool, RequestDraft, requestStep } from './request.js';
import { samplingApprovalStyles } from './sampling-approval.styles.js';
import { OwnAnswer } from './by-hand.js';
import { Elapsed, followEnd, generatingStep, isAtEnd, responseStep } from './steps.js';
import { t } from './messages.js';

/** Why the model cannot be asked yet, and the field in which the person can correct that. */
interface Hindrance {
  readonly issue: string;
  /** The ID of the field. */
  readonly field: string;
}

type ResponseReview = Extract<SamplingStep, { at: 'review-response' }>;

/**
 * @summary Shows what a server wants to ask a model, and then what the model's answer tells the server.
 *
 * Before anything is sent, the person can see it, edit it or leave it out, choose the model, follow its answer, stop
 * it, ask again, or answer instead of the model. What is shown is what is sent. Beyond the server's budget, the person
 * must confirm each request.
 *
 * @slot count - The number of waiting questions.
 * @fires {McpApprovalDecideRequestEvent} mcp-approval-decide-request - Before a decision is carried out. Prevent it to decide elsewhere.
 * @fires {McpErrorEvent} mcp-error - The model did not answer.
 * @csspart base - The question.
 * @csspart source - Which server asks, and how it is reached.
 * @csspart header - The title.
 * @csspart title - The title.
 * @csspart item - One item of a list.
 * @csspart field - A field with its label.
 * @csspart note - A notice or a hint.
 * @csspart warning - A warning.
 * @csspart text - Text.
 * @csspart button - Every button.
 * @csspart link - A link.
 * @csspart cancel-button - The button that cancels.
 * @csspart error - An error with its remedy.
 * @csspart actions - The buttons.
 * @csspart approve-button - The button that approves.
 * @csspart decline-button - The button that declines.
 * @csspart hidden-character - A sign in place of hidden characters.
 */
export class McpSamplingApprovalElement extends McpElement {
  static override styles: CSSResultGroup = [tokens, base, controls, questionFrameStyles, samplingApprovalStyles];

  readonly #edits = new OpenEdits(this);
  readonly #elapsed = new Elapsed(this, () => {
    const step = this.approval?.step;
    if (step?.at === 'generating') return step.startedAt;
    // Requests stop counting after a minute, so the numbers change without an event.
    return step?.at === 'review-request' && this.#budget()?.requests ? this.approval?.since : undefined;
  });

  readonly #keepFocus = new FocusFallback(this, ['#heading']);

  readonly #draft = new RequestDraft(this);
  readonly #folds = new Folds(this);
  readonly #own = new OwnAnswer(this, (response, press) => this.#decide({ kind: 'respond', response }, press));
  #wasAtEnd = true;

  /** The model's answer as it will be sent to the server. */
  @state() private response: SamplingResult | undefined;
  @state() private issue = '';
  @state() private whole = false;

  /** The question. */
  @property({ attribute: false })
  approval: SamplingApproval | undefined;

  /** The queue that carries out the decision; by default the queue of the surrounding session. */
  @consume({ context: approvalsContext, subscribe: true })
  @property({ attribute: false })
  approvals: ApprovalQueue | undefined;

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('approval')) return;
    const [before, approval] = [changed.get('approval'), this.approval];
    if (before?.id === approval?.id && before?.step === approval?.step) return;
    this.#wasAtEnd = !this.hasUpdated || isAtEnd(this.renderRoot);
    // Only the model's text has grown.
    if (approval?.step.at === 'generating' && before?.step.at === 'generating' && before.id === approval.id) return;
    this.#draft.follow(approval);
    this.response = approval?.step.at === 'review-response' ? approval.step.response : undefined;
    this.#own.leave();
    this.issue = '';
    this.#edits.clear();
    if (before?.id === approval?.id) return;
    this.whole = false;
    this.#folds.clear();
  }

  override updated(changed: PropertyValues<this>): void {
    followEnd(this.renderRoot, this.#wasAtEnd);
    this.#nameDialog();
    const step = this.approval?.step;
    if (changed.has('approval') && changed.get('approval')?.id !== this.approval?.id && !this.#canAsk())
      this.#own.focusInNewDialog();
    if (!changed.has('approval') || !step || step.at === 'generating' || !step.problem) return;
    if (changed.get('approval')?.step !== step) this.dispatchEvent(new McpErrorEvent(step.problem));
  }

  #decide(decision: ApprovalDecision, press: Event): void {
    if (this.approval) decide(this, this.approvals, this.approval, decision, press);
  }

  readonly #decline = (): void => {
    if (this.approval) decide(this, this.approvals, this.approval, { kind: 'decline' });
  };
  readonly #showWhole = (): void => void (this.whole = true);

  /** Folds of messages and tools are there only when these are. */
  readonly #showAll = async (): Promise<void> => {
    this.whole = true;
    await this.updateComplete;
    for (const { key } of this.#unseen()) {
      const fold = this.renderRoot.querySelector(`#${foldId(key)}`)?.closest('details');
      if (fold) fold.open = true;
    }
  };

  /** The folded parts of the request as it will be sent. A text that is open for editing is shown whole. */
  #unseen(): readonly Unseen[] {
    const request = this.#draft.request ?? this.approval?.asked;
    if (!request) return [];
    return this.#folds.unseenIn({
      request,
      whole: this.whole,
      wasEdited: (key) => this.#edits.wasOpened(key.replace(/^part-/, 'message-')),
      isOut: (key) => this.#draft.isOut(key),
    });
  }

  readonly #callModel = (press: Event): void => {
    if (!this.approval) return;
    const decision = askDecision(this.approvals, this.approval, this.#draft, this.#unseen());
    this.issue = 'issue' in decision ? decision.issue : '';
    if ('kind' in decision) this.#decide(decision, press);
    else this.renderRoot.querySelector<HTMLElement>(`#${decision.field}`)?.focus();
  };

  /** Asks the model again. If the budget is used up, goes back to the request, where the person can confirm it. */
  readonly #askAgain = (press: Event): void => {
    if (isUsedUp(this.#budget())) this.#back();
    else this.#callModel(press);
  };

  readonly #back = (): void => {
    if (this.approval) this.approvals?.reviseRequest(this.approval.id);
  };

  #budget(): BudgetReading | undefined {
    return this.approval && budgetOf(this.approvals, this.approval, this.#draft);
  }

  readonly #send = (press: Event): void => {
    if (this.response) this.#decide({ kind: 'respond', response: this.response }, press);
  };

  readonly #editResponse = (change: (response: SamplingResult) => SamplingResult): void => {
    if (this.response) this.response = change(this.response);
  };

  override render(): TemplateResult | typeof nothing {
    const { approval } = this;
    if (!approval) return nothing;
    const { body, actions } = this.#step(approval);
    return html`
      ${questionFrame({ approval, heading: this.#heading(approval), body, actions })}
      <div class="visually-hidden" role="status">
        ${approval.step.at === 'review-request' ? nothing : this.#heading(approval).content}
      </div>
    `;
  }

  /** The queue does not know that the person writes the answer, so this element sets the name of the dialog. */
  #nameDialog(): void {
    const { approval } = this;
    if (approval)
      this.closest('dialog')?.setAttribute('aria-label', visibleText(spokenHeading(this.#heading(approval), approval)));
  }

  #heading(approval: SamplingApproval): Sentence {
    return this.#isByHand(approval) ? byHandHeading() : samplingHeading(approval, this.approvals);
  }

  /** True if the page has a model that may be asked now. */
  #canAsk(): boolean {
    const budget = this.#budget();
    return this.approvals?.sampler !== undefined && !(isUsedUp(budget) && budget?.limits.past === 'refuse');
  }

  /** True if the person writes the answer: by choice, or because there is no model. */
  #isByHand({ step }: SamplingApproval): boolean {
    return step.at === 'review-request' && (this.#own.isOpen || !this.#canAsk());
  }

  #step(approval: SamplingApproval): QuestionStep {
    if (this.#isByHand(approval)) return this.#byHand(approval);
    switch (approval.step.at) {
      case 'review-request':
        return this.#reviewRequest(approval);
      case 'generating':
        return this.#generating(approval, approval.step.text);
      case 'review-response':
        return this.#reviewResponse(approval, approval.step);
    }
  }

  #byHand({ id, asked, requestingServer, step }: SamplingApproval): QuestionStep {
    const hasModel = this.approvals?.sampler !== undefined;
    const canLeave = this.#canAsk();
    const failure = step.at === 'review-request' ? step.problem : undefined;
    const reasons = [
      ...(hasModel ? [] : [t('samplingApproval.thisPageHasNot')]),
      ...(needsTool(asked) ? [t('samplingApproval.theReplyHasTo')] : []),
    ];
    const name = shortenServerName(requestingServer);
    return this.#own.render({
      id,
      asked,
      name,
      canLeave,
      why: html`<div role="alert">
          ${failure && !canLeave ? problem(t('samplingApproval.theModelDidNot'), failure) : nothing}
        </div>
        ${reasons.length ? html`<p class="quiet">${reasons.join(' ')}</p>` : nothing}
        ${hasModel && !canLeave ? usedUpNote(this.#budget()!, name, false, () => {}) : nothing}`,
      request: this.#asked(asked, false),
      decline: this.#declineButton(),
    });
  }

  #reviewRequest({ id, asked, requestingServer, step }: SamplingApproval): QuestionStep {
    const budget = this.#budget();
    const isOver = isUsedUp(budget);
    const { isDeliberate, setDeliberate } = this.#draft;
    return requestStep({
      guard: guarded(id, step),
      failure: step.at === 'review-request' ? step.problem : undefined,
      issue: this.issue,
      unseen: sum(this.#unseen().map(({ characters }) => characters)),
      showAll: () => void this.#showAll(),
      budget: budget
        ? html`${budgetMeter(budget)}
          ${isOver ? usedUpNote(budget, shortenServerName(requestingServer), isDeliberate, setDeliberate) : nothing}`
        : nothing,
      asked: this.#asked(asked, true),
      decline: this.#declineButton(),
      callModel: this.#callModel,
      answerMyself: this.#own.open,
    });
  }

  #generating({ id, asked }: SamplingApproval, text: string): QuestionStep {
    return generatingStep({
      text,
      seconds: this.#elapsed.seconds,
      asked: this.#asked(asked, false),
      decline: this.#declineButton(),
      stop: () => this.approvals?.stopGenerating(id),
    });
  }

  #reviewResponse({ id, asked, requestingServer }: SamplingApproval, step: ResponseReview): QuestionStep {
    const { response: given, usage, problem } = step;
    return responseStep({
      guard: () => guarded(id, step),
      usage,
      problem,
      given,
      response: this.response ?? given,
      needsTool: needsTool(asked),
      edits: this.#edits,
      asked: this.#asked(asked, false),
      decline: this.#declineButton(),
      name: shortenServerName(requestingServer),
      edit: this.#editResponse,
      send: this.#send,
      back: this.#back,
      again: this.#askAgain,
    });
  }

  #asked(asked: SamplingRequest, editable: boolean): TemplateResult {
    const [draft, edits] = [this.#draft, this.#edits];
    const request = draft.request ?? asked;
    const edit = editable ? draft.edit : undefined;
    const limits = limitsItem({ asked, request, edits, input: draft.limits, edit, setInput: draft.setLimits });
    // No model is asked if the person answers.
    const model =
      this.approval && this.#isByHand(this.approval)
        ? nothing
        : modelItem(modelsOf(this.approvals), request, draft.model, edit && draft.setModel);
    return requestView({
      asked,
      draft,
      edits,
      edit,
      limits,
      model,
      whole: this.whole,
      showWhole: this.#showWhole,
      folds: this.#folds,
    });
  }

  #declineButton(): TemplateResult {
    return html`<button type="button" part="button decline-button" @click=${this.#decline}>
      ${t('samplingApproval.decline')}
    </button>`;
  }
}

function modelsOf(approvals: ApprovalQueue | undefined): readonly SamplerModel[] {
  return approvals?.sampler?.models ?? [];
}

/**
 * Returns how much of its budget the requesting server has used, or undefined if the page's own queue has no budget.
 */
function budgetOf(
  approvals: ApprovalQueue | undefined,
  { requestingServer, asked }: SamplingApproval,
  draft: RequestDraft,
): BudgetReading | undefined {
  return approvals?.budget?.read(requestingServer.server.url, draft.request ?? asked);
}

function isUsedUp(budget: BudgetReading | undefined): boolean {
  return budget !== undefined && budget.usedUp.length > 0;
}

/** Returns the decision for the draft, or the problem that prevents it. */
function askDecision(
  approvals: ApprovalQueue | undefined,
  approval: SamplingApproval,
  draft: RequestDraft,
  [folded]: readonly Unseen[],
): ApprovalDecision | Hindrance {
  const { asked } = approval;
  const [wrong] = draft.limits ? Object.keys(limitsIssues(draft.limits, asked.maxTokens)) : [];
  if (wrong) return { issue: '', field: fieldId(wrong) };
  if (draft.remaining?.messages.length === 0 && asked.messages.length > 0)
    return { issue: t('samplingApproval.everyMessageIsLeft'), field: 'heading' };
  if (folded) return { issue: t('samplingApproval.openWhatIsFolded'), field: foldId(folded.key) };
  const isBeyondBudget = isUsedUp(budgetOf(approvals, approval, draft));
  if (isBeyondBudget && !draft.isDeliberate)
    return { issue: t('samplingApproval.tickTheBoxFirst'), field: 'deliberate' };
  const request = draft.send() ?? asked;
  const model = chosenModel(modelsOf(approvals), request, draft.model)?.id;
  return {
    kind: 'ask-model',
    request,
    ...(model !== undefined && { model }),
    ...(isBeyondBudget && { isBeyondBudget }),
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-sampling-approval': McpSamplingApprovalElement;
  }
}
