import { consume } from '@lit/context';
import { html, LitElement, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { ApprovalQueue, SamplingApproval, SamplingRequest, SamplingResult } from '../../src/index.js';
import { nameOf } from '../approval-queue/asker-name.js';
import { decide } from '../approval-queue/decide.js';
import { questionFrame, type QuestionStep } from '../approval-queue/question-frame.js';
import { questionFrameStyles } from '../approval-queue/question-frame.styles.js';
import { approvalsContext } from '../contexts/approvals-context.js';
import type { ApprovalDecision } from '../events/mcp-approval-decide-event.js';
import { McpErrorEvent } from '../events/mcp-error-event.js';
import { FocusFallback } from '../controllers/focus-fallback.js';
import { base } from '../styles/base.styles.js';
import { controls } from '../styles/controls.styles.js';
import { tokens } from '../styles/tokens.styles.js';
import { byHandStep } from './by-hand-step.js';
import { Elapsed } from './elapsed.js';
import { limitsItem } from './limits-item.js';
import { fieldId, OpenEdits } from './open-edits.js';
import { limitsIssues, type LimitsInput } from './request-edits.js';
import { requestStep } from './request-step.js';
import { requestView } from './request-view.js';
import { responseStep } from './response-step.js';
import { samplingApprovalStyles } from './sampling-approval.styles.js';
import { samplingHeading } from './sampling-heading.js';

/**
 * @summary Shows what a server wants a model to be asked, and then what the model's answer tells the server.
 *
 * Everything can be seen before it leaves, the texts and limits can be edited, and the person can answer instead of a
 * model. What is sent is what is shown.
 *
 * @slot count - How many questions wait.
 * @fires mcp-approval-decide {McpApprovalDecideEvent} - Before a decision is carried out. Prevent it to decide elsewhere.
 * @fires mcp-error {McpErrorEvent} - The model did not answer.
 * @csspart base - The question.
 * @csspart header - Who asks, and what.
 * @csspart title - What may happen, in one sentence.
 * @csspart item - One thing to look at: a message, a limit.
 * @csspart field - A field for editing.
 * @csspart error - Why the model did not answer.
 * @csspart actions - The buttons.
 * @csspart approve-button - Asks the model, or sends the answer.
 * @csspart decline-button - Says no.
 */
export class McpSamplingApprovalElement extends LitElement {
  static override styles: CSSResultGroup = [tokens, base, controls, questionFrameStyles, samplingApprovalStyles];

  readonly #edits = new OpenEdits(this);
  readonly #elapsed = new Elapsed(this, () => {
    const step = this.approval?.step;
    return step?.at === 'generating' ? step.startedAt : undefined;
  });

  readonly #keepFocus = new FocusFallback(this, ['#heading']);

  @query('#by-hand') private byHandField!: HTMLTextAreaElement | null;

  /** The request as it would go to the model. */
  @state() private request: SamplingRequest | undefined;
  /** The model's answer as it would go to the server. */
  @state() private response: SamplingResult | undefined;
  @state() private limits: LimitsInput | undefined;
  /** The person's own answer, while they write one. */
  @state() private byHand: string | undefined;
  @state() private issue = '';
  @state() private whole = false;

  /** The question. */
  @property({ attribute: false })
  approval: SamplingApproval | undefined;

  /** Where the decision is carried out; by default the queue of the surrounding session. */
  @consume({ context: approvalsContext, subscribe: true })
  @property({ attribute: false })
  approvals: ApprovalQueue | undefined;

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('approval')) return;
    const { approval } = this;
    const before = changed.get('approval');
    if (before?.id === approval?.id && before?.step === approval?.step) return;
    this.request = approval?.step.request;
    this.response = approval?.step.at === 'review-response' ? approval.step.response : undefined;
    this.limits = this.byHand = undefined;
    this.issue = '';
    this.#edits.clear();
    if (before?.id !== approval?.id) this.whole = false;
  }

  override updated(changed: PropertyValues<this>): void {
    const step = this.approval?.step;
    if (!changed.has('approval') || step?.at !== 'review-request' || !step.problem) return;
    const before = changed.get('approval')?.step;
    if (before !== step) this.dispatchEvent(new McpErrorEvent(step.problem));
  }

  #decide(decision: ApprovalDecision): void {
    if (this.approval) decide(this, this.approvals, this.approval, decision);
  }

  readonly #decline = (): void => this.#decide({ kind: 'decline' });

  readonly #askModel = (): void => {
    const { approval, request, limits } = this;
    if (!approval || !request) return;
    const [wrong] = limits ? Object.keys(limitsIssues(limits, approval.asked.maxTokens)) : [];
    if (wrong) this.renderRoot.querySelector<HTMLElement>(`#${fieldId(wrong)}`)?.focus();
    else this.#decide({ kind: 'ask-model', request });
  };

  readonly #send = (): void => {
    if (this.response) this.#decide({ kind: 'respond', response: this.response });
  };

  readonly #answerMyself = (): void => {
    this.byHand = '';
    void this.updateComplete.then(() => this.byHandField?.focus());
  };

  readonly #sendMine = (): void => {
    const { byHand: text = '' } = this;
    if (text.trim() === '') {
      this.issue = 'Write an answer first.';
      this.byHandField?.focus();
      return;
    }
    const content = [{ type: 'text', text } as const];
    this.#decide({ kind: 'respond', response: { role: 'assistant', content, model: 'human', stopReason: 'endTurn' } });
  };

  readonly #writeMine = (text: string): void => {
    this.byHand = text;
    this.issue = '';
  };

  readonly #leaveByHand = (): void => {
    this.byHand = undefined;
    this.issue = '';
  };

  readonly #editRequest = (change: (request: SamplingRequest) => SamplingRequest): void => {
    if (this.request) this.request = change(this.request);
  };

  readonly #editResponse = (change: (response: SamplingResult) => SamplingResult): void => {
    if (this.response) this.response = change(this.response);
  };

  override render(): TemplateResult | typeof nothing {
    const { approval } = this;
    if (!approval) return nothing;
    const { body, actions } = this.#step(approval);
    const heading = samplingHeading(approval, this.approvals);
    return html`
      ${questionFrame({ approval, heading, body, actions })}
      <div class="visually-hidden" role="status">${approval.step.at === 'review-request' ? nothing : heading}</div>
    `;
  }

  #step(approval: SamplingApproval): QuestionStep {
    switch (approval.step.at) {
      case 'review-request':
        return this.byHand === undefined ? this.#reviewRequest(approval) : this.#answerByHand(approval, this.byHand);
      case 'generating':
        return this.#generating(approval);
      case 'review-response':
        return this.#reviewResponse(approval, approval.step.response);
    }
  }

  #reviewRequest({ asked, step }: SamplingApproval): QuestionStep {
    return requestStep({
      canAsk: this.approvals?.sampler !== undefined,
      failure: step.at === 'review-request' ? step.problem : undefined,
      asked: this.#asked(asked, true),
      decline: this.#declineButton(),
      askModel: this.#askModel,
      answerMyself: this.#answerMyself,
    });
  }

  #answerByHand({ asked }: SamplingApproval, text: string): QuestionStep {
    return byHandStep({
      text,
      issue: this.issue,
      asked: this.#asked(asked, false),
      decline: this.#declineButton(),
      write: this.#writeMine,
      send: this.#sendMine,
      leave: this.#leaveByHand,
    });
  }

  #generating({ id, asked }: SamplingApproval): QuestionStep {
    const stop = (): void => this.approvals?.stopGenerating(id);
    return {
      body: html`
        <p role="timer">Asking the model · ${this.#elapsed.seconds} s</p>
        <progress aria-label="Asking the model"></progress>
        ${this.#asked(asked, false)}
      `,
      actions: html`${this.#declineButton()} <button type="button" @click=${stop}>Stop</button>`,
    };
  }

  #reviewResponse({ id, asked, asker }: SamplingApproval, given: SamplingResult): QuestionStep {
    return responseStep({
      given,
      response: this.response ?? given,
      edits: this.#edits,
      asked: this.#asked(asked, false),
      decline: this.#declineButton(),
      name: nameOf(asker),
      edit: this.#editResponse,
      send: this.#send,
      back: () => this.approvals?.reviseRequest(id),
    });
  }

  #asked(asked: SamplingRequest, editable: boolean): TemplateResult {
    const request = this.request ?? asked;
    const edit = editable ? this.#editRequest : undefined;
    const edits = this.#edits;
    const setInput = (input: LimitsInput | undefined): void => void (this.limits = input);
    const limits = limitsItem({ asked, request, edits, input: this.limits, edit, setInput });
    const showWhole = (): void => void (this.whole = true);
    return requestView({ asked, request, edits, edit, limits, whole: this.whole, showWhole });
  }

  #declineButton(): TemplateResult {
    return html`<button type="button" part="decline-button" @click=${this.#decline}>Decline</button>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-sampling-approval': McpSamplingApprovalElement;
  }
}
