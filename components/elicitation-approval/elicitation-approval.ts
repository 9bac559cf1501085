import { consume } from '@lit/context';
import { type CSSResultGroup, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { McpElement } from '../internal/mcp-element.js';
import { type AddressReading, readAddress } from '../../src/content/index.js';
import type { ApprovalQueue, ElicitationApproval, ElicitationPage, JsonObject } from '../../src/index.js';
import {
  buildArgumentsForm,
  FormState,
  memberOf,
  prepareFullCheck,
  schemaPlaceOf,
  secrecyOfPlace,
} from '../../src/schema/index.js';
import { questionFrameStyles } from '../approval-queue/approval-queue.styles.js';
import { elicitationHeading } from '../approval-queue/headings.js';
import { countsAsPress, guarded, takePress } from '../approval-queue/press-guard.js';
import {
  decide,
  collapsedText,
  shortenServerName,
  questionFrame,
  type QuestionStep,
  shortHost,
} from '../approval-queue/question.js';
import { approvalsContext } from '../context.js';
import type { ApprovalDecision } from '../events.js';
import { FocusFallback } from '../internal/focus-fallback.js';
import { html } from '../internal/html.js';
import { confusables } from '../internal/confusables.js';
import { base, controls, tokens } from '../internal/styles.js';
import { shortened } from '../internal/text.js';
import { elicitationApprovalStyles } from './elicitation-approval.styles.js';
import { notice } from '../internal/notice.js';
import { t as common } from '../words/common-words.js';
import { t } from './messages.js';

type WebAddress = Extract<AddressReading, { kind: 'web' }>;

/** Characters of a tool's name on a button. The heading has the whole name. */
const NAME_SHOWN = 40;

interface PageStep {
  readonly approval: ElicitationApproval;
  readonly asked: ElicitationPage;
  /** Ends the question without a decision. */
  readonly cancel: TemplateResult;
  /** Declines. */
  readonly decline: TemplateResult;
  /** Accepts and opens this address. Call it in the click event: browsers block pop-ups otherwise. */
  open(href: string, press: Event): void;
  /** Opens an address that was accepted before. */
  openAgain(href: string, press: Event): void;
  /** The person says that they are done on that page. */
  resume(press: Event): void;
}

/**
 * @summary Shows what a server wants to know from the person, or which page it wants opened.
 *
 * A form is checked before it is sent. A page is opened in a new tab, only by the person's click, and nothing of it is
 * loaded before. A call that waits for the page goes on when the person confirms it, or when the server reports the end.
 * Declining and cancelling are different answers.
 *
 * @slot count - The number of waiting questions.
 * @fires {McpApprovalDecideRequestEvent} mcp-approval-decide-request - Before a decision is carried out. Prevent it to decide elsewhere; a page is then not opened.
 * @csspart base - The question.
 * @csspart source - Which server asks, and how it is reached.
 * @csspart header - The title.
 * @csspart title - The title.
 * @csspart form - The fields.
 * @csspart error - An error with its remedy.
 * @csspart actions - The buttons.
 * @csspart note - A notice or a hint.
 * @csspart button - Every button.
 * @csspart link - A link.
 * @csspart warning - A warning.
 * @csspart approve-button - The button that approves.
 * @csspart decline-button - The button that declines.
 * @csspart cancel-button - The button that cancels.
 * @csspart hidden-character - A sign in place of hidden characters.
 */
export class McpElicitationApprovalElement extends McpElement {
  static override styles: CSSResultGroup = [tokens, base, controls, questionFrameStyles, elicitationApprovalStyles];

  #form: FormState | undefined;
  #secrets: readonly string[] = [];

  readonly #keepFocus = new FocusFallback(this, ['#heading']);

  @query('mcp-schema-field') private fields!: HTMLElementTagNameMap['mcp-schema-field'] | null;

  @state() private issue = '';

  /** The question. */
  @property({ attribute: false })
  approval: ElicitationApproval | undefined;

  /** The queue that carries out the decision; by default that of the surrounding session. */
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
    prepareFullCheck();
    const node = buildArgumentsForm(approval.asked.requestedSchema);
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

  /** The schema as a whole finds errors that the single fields cannot. */
  async #sendChecked(form: FormState, press: Event): Promise<void> {
    const checked = await form.check();
    // Another question came, or this one was answered.
    if (form !== this.#form) return;
    if (checked.ok) this.#decide({ kind: 'accept', content: checked.value }, press);
    else this.#refuse(form, checked.issues.length);
  }

  #refuse(form: FormState, issues: number): void {
    form.showAllIssues();
    this.issue = t('elicitationApproval.attention', {
      fieldsNeed: t('elicitationApproval.fieldsNeed', { count: issues }),
    });
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
      <button type="button" class="plain start" part="button cancel-button" @click=${this.#cancel}>
        ${common('common.cancel')}
      </button>
    `;
    const decline = html`<button type="button" part="button decline-button" @click=${this.#decline}>
      ${t('elicitationApproval.decline')}
    </button>`;
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
      <div class="visually-hidden" role="status">${approval.step === 'opened' ? heading.content : nothing}</div>
    `;
  }

  #formStep(approval: ElicitationApproval, refuse: TemplateResult): QuestionStep {
    const { id, asked, requestingServer } = approval;
    const name = shortenServerName(requestingServer);
    const form = this.#form;
    return {
      body: html`
        ${collapsedText(asked.message)}
        ${
          this.#secrets.length
            ? notice({
                tone: 'warning',
                title: t('elicitationApproval.doNotTypePasswords'),
                lines: [
                  html`${t.rich('elicitationApproval.looksLikeOne', {
                    count: this.#secrets.length,
                    fields: this.#secrets.map((secret) => `“${secret}”`).join(', '),
                    name,
                  })}`,
                ],
              })
            : nothing
        }
        <div part="form" @keydown=${this.#sendOnEnter}>
          <mcp-schema-field unmasked as-given .node=${form?.node} .form=${form}></mcp-schema-field>
        </div>
        <p class="issue" part=${this.issue ? 'error' : nothing} role="alert">${this.issue}</p>
        ${refusals(approval)}
      `,
      actions: html`${refuse}
        <button type="button" class="primary" part="button approve-button" ${guarded(id)} @click=${this.#send}>
          ${t.rich('elicitationApproval.sendTo', { name })}
        </button>`,
    };
  }
}

/**
 * The server wants a page opened. This page loads nothing of it before the person agrees, and cannot see its contents.
 */
function pageStep(step: PageStep): QuestionStep {
  const { approval, asked, cancel, decline, open } = step;
  const address = readAddress(asked.url);
  if (address.kind !== 'web') return { body: notWeb(asked), actions: html`${cancel}${decline}` };
  if (approval.step === 'opened') return openedStep(step, address);
  const { warnings } = address;
  const sentences = [
    ...warnings.map((warning) => t(`elicitationApproval.warnings.${warning}`)),
    ...confusables(address.host, asked.message, approval.requestingServer.host),
  ];
  return {
    // The server's text comes last: a long one must not push the address off the screen.
    body: html`
      ${
        sentences.length
          ? notice({ tone: 'warning', title: t('elicitationApproval.lookAtTheAddress'), lines: sentences })
          : nothing
      }
      ${addressView(address)} ${quoteReason(step)}
      <p class="quiet">${outlook(approval, asked, address.host)}</p>
      ${refusals(approval)}
    `,
    actions: html`
      ${cancel} ${decline}
      <button
        type="button"
        class=${sentences.length ? 'danger' : 'primary'}
        part="button approve-button"
        ${guarded(approval.id, approval.step)}
        @click=${(press: Event) => open(address.href, press)}
      >
        ${t.rich('elicitationApproval.open', { shortHost: shortHost(address.host) })}
      </button>
    `,
  };
}

/** The page is open in another tab, and the call waits. */
function openedStep(step: PageStep, address: WebAddress): QuestionStep {
  const { approval, asked, cancel, openAgain, resume } = step;
  const name = shortenServerName(approval.requestingServer);
  const call = waiting(approval);
  return {
    body: html`
      ${addressView(address)} ${quoteReason(step)}
      <p>
        ${t('elicitationApproval.openedInNewTab')}
        ${asked.elicitationId === undefined ? nothing : t.rich('elicitationApproval.ifTellsThatYou', { name })}
      </p>
    `,
    actions: html`
      ${cancel}
      <button
        type="button"
        part="button"
        data-name="open-button"
        ${guarded(approval.id, approval.step)}
        @click=${(press: Event) => openAgain(address.href, press)}
      >
        ${t('elicitationApproval.openAgain')}
      </button>
      <button
        type="button"
        class="primary"
        part="button approve-button"
        data-name="continue-button"
        ${guarded(approval.id, approval.step)}
        @click=${resume}
      >
        ${call === undefined ? t('elicitationApproval.continue') : t.rich('elicitationApproval.continueWith', { call })}
      </button>
    `,
  };
}

/** The two ways not to answer. */
function refusals({ requestingServer }: ElicitationApproval): TemplateResult {
  return html`<p class="quiet small">
    ${t.rich('elicitationApproval.declineTellsThatYou', { name: shortenServerName(requestingServer) })}
  </p>`;
}

/** Explains the opening of the page, and the steps afterwards. */
function outlook(approval: ElicitationApproval, asked: ElicitationPage, host: string): unknown {
  const { requestingServer } = approval;
  return html`${t('elicitationApproval.opensInNewTab')}
  ${host === requestingServer.host ? nothing : t.rich('elicitationApproval.itIsNotA', { host: requestingServer.host })}
  ${
    asked.resumesCall
      ? t.rich('elicitationApproval.goesOnWhenDone', {
          call: waiting(approval) ?? t('elicitationApproval.whatYouStarted'),
        })
      : nothing
  }`;
}

/** The name of the tool or prompt that waits for the page, if it has one. */
function waiting({ during }: ElicitationApproval): string | undefined {
  const name = during?.name;
  return name && shortened(name, NAME_SHOWN);
}

/** The reason in the server's words, marked as a quotation because our own words surround it. */
function quoteReason({ approval, asked }: PageStep): TemplateResult | typeof nothing {
  if (asked.message === '') return nothing;
  return html`<div>
    <p class="quiet small">
      ${t.rich('elicitationApproval.says', { name: shortenServerName(approval.requestingServer) })}
    </p>
    ${collapsedText(asked.message)}
  </div>`;
}

function addressView({ before, host, after }: WebAddress): TemplateResult {
  return html`<p class="address mono" dir="ltr">${before}<strong>${host}</strong>${after}</p>`;
}

function notWeb({ message, url }: ElicitationPage): TemplateResult {
  return html`
    ${collapsedText(message)}
    <div class="address mono" dir="ltr">${collapsedText(url)}</div>
    ${notice({
      tone: 'warning',
      title: t('elicitationApproval.thisCannotBeOpened'),
      lines: [t('elicitationApproval.onlyPagesOnHttp')],
    })}
  `;
}

/**
 * Returns the fields that ask for something a server must not ask for in a form: passwords, keys, card numbers.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#security-considerations
 */
export function secretFields(schema: JsonObject): readonly string[] {
  const { properties } = schema;
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return [];
  const whole = schemaPlaceOf(schema);
  return Object.entries(properties as JsonObject).flatMap(([name, field]) => {
    if (secrecyOfPlace(memberOf(whole, name)) === 'none') return [];
    const title =
      typeof field === 'object' && field !== null && !Array.isArray(field) ? (field as JsonObject)['title'] : '';
    return [typeof title === 'string' && title !== '' ? title : name];
  });
}

/** Opens the page in a new tab that gets no opener and no referrer. */
function openPage(href: string): void {
  window.open(href, '_blank', 'noopener,noreferrer');
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-elicitation-approval': McpElicitationApprovalElement;
  }
}
