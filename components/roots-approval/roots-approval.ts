import { consume } from '@lit/context';
import { type CSSResultGroup, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { McpElement } from '../internal/mcp-element.js';
import { GRANT_DAYS } from '../../src/approvals/index.js';
import type { ApprovalQueue, Root, RootsApproval } from '../../src/index.js';
import { grantDurationStyles, questionFrameStyles } from '../approval-queue/approval-queue.styles.js';
import { rootsHeading } from '../approval-queue/headings.js';
import { guarded } from '../approval-queue/press-guard.js';
import {
  decide,
  shortenServerName,
  questionFrame,
  rememberChoice,
  type DecisionDuration,
} from '../approval-queue/question.js';
import { approvalsContext } from '../context.js';
import { mayRemember } from '../../src/policy/site-policy.js';
import { FocusFallback } from '../internal/focus-fallback.js';
import { html } from '../internal/html.js';
import { StoreController } from '../internal/store-controller.js';
import { base, controls, tokens } from '../internal/styles.js';
import { folders, rootWords } from '../roots/root-view.js';
import { rootStyles } from '../roots/roots.styles.js';
import { rootsApprovalStyles } from './roots-approval.styles.js';
import { t } from './messages.js';

/** The choice how long the decision holds. */
function rememberFolders(
  duration: DecisionDuration,
  change: (duration: DecisionDuration) => void,
  never: () => void,
): TemplateResult | typeof nothing {
  if (!mayRemember()) return nothing;
  return rememberChoice({
    duration,
    change,
    scope: html`<p class="quiet">
        ${duration === 'once' ? nothing : t(`rootsApproval.ends.${duration}`, { days: GRANT_DAYS })}
        ${t('rootsApproval.whatItHoldsFor')}
      </p>
      <button type="button" class="plain" part="button" data-name="never-button" @click=${never}>
        ${t('rootsApproval.neverShareFoldersWith')}
      </button>`,
  });
}

/**
 * @summary Shows which folders a server would learn of, lets each be left out, and shares them or does not.
 *
 * Folders can be added while it waits. The server gets only the selected folders.
 *
 * @slot count - The number of waiting questions.
 * @fires {McpApprovalDecideRequestEvent} mcp-approval-decide-request - Before a decision is carried out. Prevent it to decide elsewhere.
 * @csspart base - The question.
 * @csspart source - Which server asks, and how it is reached.
 * @csspart header - The title.
 * @csspart title - The title.
 * @csspart item - One item of a list.
 * @csspart checkbox - A check box.
 * @csspart field - A field with its label.
 * @csspart button - Every button.
 * @csspart link - A link.
 * @csspart warning - A warning.
 * @csspart actions - The buttons.
 * @csspart note - A notice or a hint.
 * @csspart approve-button - The button that approves.
 * @csspart decline-button - The button that declines.
 * @csspart empty - The text when there is no folder.
 * @csspart hidden-character - A sign in place of hidden characters.
 */
export class McpRootsApprovalElement extends McpElement {
  static override styles: CSSResultGroup = [
    tokens,
    base,
    controls,
    questionFrameStyles,
    rootStyles,
    grantDurationStyles,
    rootsApprovalStyles,
  ];

  readonly #kept = new StoreController(this, () => this.approval?.offer?.kept?.state);
  readonly #keepFocus = new FocusFallback(this, ['#heading']);

  /** The URIs of the roots that the person does not want to share this time. */
  @state() private leftOut: ReadonlySet<string> = new Set();
  @state() private duration: DecisionDuration = 'once';
  /** There was no root when the question opened. */
  #cameEmpty = false;

  /** The question. */
  @property({ attribute: false })
  approval: RootsApproval | undefined;

  /** The queue that carries out the decision; by default that of the surrounding session. */
  @consume({ context: approvalsContext, subscribe: true })
  @property({ attribute: false })
  approvals: ApprovalQueue | undefined;

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.get('approval')?.id === this.approval?.id) return;
    if (!changed.has('approval')) return;
    this.duration = 'once';
    this.#cameEmpty = this.#all().length === 0;
    // Roots that were left out last time are left out again.
    this.leftOut = new Set(this.#kept.value?.consent?.leftOut);
  }

  #all(): readonly Root[] {
    return [...(this.#kept.value?.roots ?? []), ...(this.approval?.offer?.fromPage ?? [])];
  }

  #tick(uri: string, isShared: boolean): void {
    const leftOut = new Set(this.leftOut);
    if (isShared) leftOut.delete(uri);
    else leftOut.add(uri);
    this.leftOut = leftOut;
  }

  #remember(): { readonly remember?: Exclude<DecisionDuration, 'once'> } {
    return this.duration === 'once' ? {} : { remember: this.duration };
  }

  readonly #share = (press: Event): void => {
    if (!this.approval) return;
    const roots = this.#all().filter(({ uri }) => !this.leftOut.has(uri));
    const answer = { allowed: true, roots, ...this.#remember() } as const;
    decide(this, this.approvals, this.approval, { kind: 'answer-roots', answer }, press);
  };

  readonly #decline = (): void => {
    if (!this.approval) return;
    const { remember } = this.#remember();
    if (!remember) decide(this, this.approvals, this.approval, { kind: 'decline' });
    else this.#refuse(remember);
  };

  readonly #never = (): void => this.#refuse('always');

  #refuse(remember: Exclude<DecisionDuration, 'once'>): void {
    const answer = { allowed: false, remember } as const;
    if (this.approval) decide(this, this.approvals, this.approval, { kind: 'answer-roots', answer });
  }

  override render(): TemplateResult | typeof nothing {
    const { approval } = this;
    if (!approval) return nothing;
    return questionFrame({
      approval,
      heading: rootsHeading(approval),
      body: this.#renderBody(approval),
      remember: approval.offer?.kept
        ? rememberFolders(this.duration, (term) => (this.duration = term), this.#never)
        : nothing,
      actions: this.#renderActions(approval.id),
    });
  }

  #renderBody(approval: RootsApproval): TemplateResult {
    const { kept } = approval.offer ?? {};
    const all = this.#all();
    return html`<p>${t('rootsApproval.theAddressesTellIt')}</p>
      ${all.length > 0 ? this.#renderChoice(all) : empty()}
      ${
        kept
          ? html`<details class="change" part="checkbox" data-name="change" ?open=${this.#cameEmpty}>
              <summary>${t('rootsApproval.addOrChangeFolders')}</summary>
              <mcp-roots .roots=${kept}></mcp-roots>
            </details> `
          : nothing
      }`;
  }

  #renderChoice(all: readonly Root[]): TemplateResult {
    const { fromPage = [] } = this.approval?.offer ?? {};
    return html`<fieldset>
      <legend>${t.rich('rootsApproval.learnsOf', { name: shortenServerName(this.approval!.requestingServer) })}</legend>
      <div class="roots">
        ${repeat(
          all,
          ({ uri }) => uri,
          (root) =>
            html`<label part="item"
              ><input
                type="checkbox"
                .checked=${!this.leftOut.has(root.uri)}
                @change=${(event: Event) => this.#tick(root.uri, (event.target as HTMLInputElement).checked)}
              />
              <span class="root-words"
                >${rootWords(root)}
                ${fromPage.includes(root) ? html`<span class="small quiet">${t('rootsApproval.fromThisPageNot')}</span>` : nothing}</span
              ></label
            >`,
        )}
      </div>
    </fieldset>`;
  }

  #renderActions(id: string): TemplateResult {
    const all = this.#all();
    const shared = all.filter(({ uri }) => !this.leftOut.has(uri)).length;
    return html`<button type="button" part="button decline-button" @click=${this.#decline}>
        ${t('rootsApproval.shareNothing')}
      </button>
      ${
        all.length === 0
          ? nothing
          : html`<button
              type="button"
              class="primary"
              part="button approve-button"
              ?disabled=${shared === 0}
              ${guarded(id)}
              @click=${this.#share}
            >
              ${t.rich('rootsApproval.share', { shared: folders(shared) })}
            </button>`
      }`;
  }
}

const empty = (): TemplateResult => html`<p part="empty">${t('rootsApproval.youHaveAddedNo')}</p>`;

declare global {
  interface HTMLElementTagNameMap {
    'mcp-roots-approval': McpRootsApprovalElement;
  }
}
