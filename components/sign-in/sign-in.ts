import { consume } from '@lit/context';
import { LitElement, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { AskedAuthorization } from '../../src/auth/index.js';
import type { Session } from '../../src/index.js';
import { sessionContext } from '../contexts/session-context.js';
import { FocusFallback } from '../controllers/focus-fallback.js';
import { StoreController } from '../controllers/store-controller.js';
import { base } from '../styles/base.styles.js';
import { controls } from '../styles/controls.styles.js';
import { tokens } from '../styles/tokens.styles.js';
import { hostOf } from '../words/host-of.js';
import { html } from '../words/html.js';
import { accountView } from './account-view.js';
import { clientQuestion } from './client-question.js';
import { issuerChangeQuestion, issuerNames } from './issuer-change-question.js';
import { idOf } from './question-id.js';
import { signInQuestion } from './question-view.js';
import { signInOf } from './sign-in-of.js';
import { signInStyles } from './sign-in.styles.js';

/**
 * @summary Asks the person to sign in where a server wants it: for which server, at which site, with which rights.
 *
 * Shows nothing while nothing is asked. Nobody is sent anywhere before they press the button.
 *
 * @csspart base - Everything.
 * @csspart question - The card that asks.
 * @csspart title - What it is about, in one sentence.
 * @csspart scopes - The rights.
 * @csspart scope - One of them.
 * @csspart stay - The tick for staying signed in.
 * @csspart actions - The buttons.
 * @csspart press-hint - Says why a press did not count.
 * @csspart sign-in-button - Sends them there.
 * @csspart again-button - Shows the window once more.
 * @csspart link - Leads there where no window may open.
 * @csspart accept-button - Agrees to another authorization server than before.
 * @csspart hosts - Other sites that take part in the sign-in.
 * @csspart host - One of them.
 * @csspart decline-button - Says no.
 * @csspart field - A field for what somebody registered by hand.
 * @csspart submit-button - Takes it.
 * @csspart account - Where they are signed in.
 * @csspart sign-out-button - Ends that.
 * @csspart hidden-character - Stands for characters that nobody would see.
 */
export class McpSignInElement extends LitElement {
  static override styles: CSSResultGroup = [tokens, base, controls, signInStyles];

  readonly #loaded = new StoreController(this, () => signInOf(this.session));
  readonly #question = new StoreController(this, () => this.#authorization?.question);
  readonly #state = new StoreController(this, () => this.#authorization?.state);
  readonly #focus = new FocusFallback(this, ['.card button, .card a', '[part="base"]']);

  /** The question that stands there. */
  #shown: string | undefined;

  @state() private isLeaving = false;
  @state() private outcome = '';

  /** The session that signs in; by default that of the element around. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  /** How it signs in, where the page made the session itself. */
  @property({ attribute: false })
  authorization: AskedAuthorization | undefined;

  /** Shows where they are signed in and lets them sign out, instead of asking. */
  @property({ type: Boolean, reflect: true })
  account = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('session')) this.outcome = '';
  }

  protected override updated(): void {
    const question = this.#question.value;
    const id = question && idOf(question);
    if (id === this.#shown) return;
    this.#shown = id;
    // It comes while the person works somewhere below.
    if (id !== undefined && !this.account)
      this.renderRoot.querySelector('.card')?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }

  get #authorization(): AskedAuthorization | undefined {
    return this.authorization ?? this.#loaded?.value;
  }

  readonly #signOut = async (): Promise<void> => {
    const authorization = this.#authorization;
    const state = authorization?.state.get();
    if (!authorization || state?.phase !== 'signed-in') return;
    this.isLeaving = true;
    const site = hostOf(state.issuer);
    const isTold = await authorization.signOut();
    this.isLeaving = false;
    this.outcome = isTold
      ? `Signed out. ${site} took the access back.`
      : `Signed out here. ${site} could not be told to take the access back; it ends there by itself.`;
    await this.session?.close();
  };

  override render(): TemplateResult | typeof nothing {
    const authorization = this.#authorization;
    if (!authorization) return nothing;
    return html`<div part="base" tabindex="-1">
      ${this.account ? this.#renderAccount(authorization) : this.#renderQuestion(authorization)}
    </div>`;
  }

  #renderQuestion(authorization: AskedAuthorization): TemplateResult {
    const question = this.#question.value;
    const stay = authorization.canLast
      ? {
          lasts: authorization.lasts,
          change: (lasts: boolean) => {
            authorization.lasts = lasts;
          },
        }
      : undefined;
    return html`<div role="alert" class="visually-hidden">${this.#spoken()}</div>
      ${
        question === undefined
          ? nothing
          : question.kind === 'client'
            ? clientQuestion(question)
            : question.kind === 'issuer-change'
              ? issuerChangeQuestion(question)
              : signInQuestion(question, stay)
      }`;
  }

  /** In a line: the card itself is long. */
  #spoken(): string {
    const question = this.#question.value;
    if (question?.kind === 'client') return `${hostOf(question.issuer)} does not know this page yet.`;
    if (question?.kind === 'issuer-change') {
      const [before, now] = issuerNames(question.from, question.to);
      return `${hostOf(question.server)} wants you to sign in at ${now} now, not at ${before}.`;
    }
    if (question?.at !== 'asked') return '';
    const { server, issuer, reason } = question.request;
    return reason === 'step-up'
      ? `${hostOf(server)} needs more rights. ${hostOf(issuer)} would ask you.`
      : `${hostOf(server)} wants you to sign in at ${hostOf(issuer)}.`;
  }

  #renderAccount(authorization: AskedAuthorization): TemplateResult {
    const state = this.#state.value;
    return html`${
        state?.phase === 'signed-in'
          ? accountView(state, authorization.lasts, () => void this.#signOut(), this.isLeaving)
          : nothing
      }
      <p class="small quiet" role="status">${this.outcome}</p>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-sign-in': McpSignInElement;
  }
}
