import { consume } from '@lit/context';
import { type CSSResultGroup, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { McpElement } from '../internal/mcp-element.js';
import type {
  InteractiveAuthorization,
  AuthorizationQuestion,
  AuthorizationState,
  ClientQuestion,
  IssuerChangeQuestion,
  OtherHost,
  SignInQuestion,
} from '../../src/auth/index.js';
import type { Session } from '../../src/index.js';
import { framedNote, ownTabLink } from '../approval-queue/framing.js';
import { guarded, pressHint, takePress } from '../approval-queue/press-guard.js';
import { sessionContext } from '../context.js';
import { FocusFallback } from '../internal/focus-fallback.js';
import { html } from '../internal/html.js';
import { signInOf } from '../session/session-provider.js';
import { StoreController } from '../internal/store-controller.js';
import { base, controls, preferredWidth, tokens } from '../internal/styles.js';
import { formatHost } from '../internal/text.js';
import { signInStyles } from './sign-in.styles.js';
import { notice } from '../internal/notice.js';
import { errorLine, formatter } from '../words/messages.js';
import { t as common } from '../words/common-words.js';
import { t } from './messages.js';

/** A scope in plain words. */
interface ScopeWords {
  /** The permission as the end of “It may …”; undefined if its name is not understood. */
  readonly words: string | undefined;
  /** The scope as the protocol sends it. */
  readonly scope: string;
}

/**
 * The scopes of OpenID Connect, which are the same everywhere. https://openid.net/specs/openid-connect-core-1_0.html
 */
const KNOWN = ['openid', 'profile', 'email', 'phone', 'address', 'offline_access'] as const;

/** Parts of a scope’s name that are verbs. Others are nouns. */
const ACTS = {
  read: 'read',
  readonly: 'read',
  view: 'see',
  list: 'list',
  search: 'search',
  write: 'readAndChange',
  readwrite: 'readAndChange',
  edit: 'change',
  update: 'change',
  modify: 'change',
  create: 'create',
  delete: 'delete',
  remove: 'delete',
  send: 'send',
  manage: 'manage',
  admin: 'administer',
  execute: 'run',
  run: 'run',
  call: 'call',
  use: 'use',
} as const;

/** Parts of a scope’s name that mean nothing to a person. */
const FILLER = /^(api|auth|oauth2?|scope|scopes|https?|www|com|mcp|v\d+)$/;

type SignedIn = Extract<AuthorizationState, { phase: 'signed-in' }>;

/** The choice to stay signed in, if it is offered. */
interface StayChoice {
  readonly lasts: boolean;
  change(lasts: boolean): void;
}

const STATES: Readonly<
  Record<SignInQuestion['at'], (site: string, way: SignInQuestion['mode']) => TemplateResult | typeof nothing>
> = {
  asked: (site, way) =>
    html`<p class="small quiet">
      ${way === 'popup' ? t('signIn.aWindowOpens') : t('signIn.thisPageGoesThere')}
      ${t.rich('signIn.lookForTheSite', { site: html`<bdi class="mono">${site}</bdi>` })}
    </p>`,
  away: (site) => html`<p>${t.rich('signIn.waitingForYou', { site: html`<bdi class="mono">${site}</bdi>` })}</p>`,
  closed: (site) =>
    notice({
      tone: 'warning',
      title: t('signIn.theWindowWasClosed', { site }),
      lines: [t('signIn.nothingWasSharedGo')],
    }),
  blocked: (site) =>
    notice({
      tone: 'warning',
      title: t('signIn.theBrowserLetNo'),
      lines: [t('signIn.openInATab', { site })],
    }),
};

/**
 * @summary Asks the person to sign in where a server wants it: for which server, at which site, with which rights.
 *
 * Shows nothing without a question. No other site opens before the person presses the button.
 *
 * @csspart base - The whole contents.
 * @csspart dialog - The dialog.
 * @csspart title - The title.
 * @csspart list - A list.
 * @csspart item - One item of a list.
 * @csspart checkbox - A check box.
 * @csspart actions - The buttons.
 * @csspart note - A notice or a hint.
 * @csspart button - Every button.
 * @csspart approve-button - The button that approves.
 * @csspart link - A link.
 * @csspart warning - A warning.
 * @csspart host - The host from which something loads.
 * @csspart decline-button - The button that declines.
 * @csspart field - A field with its label.
 * @csspart submit-button - The button that submits.
 * @csspart hidden-character - A sign in place of hidden characters.
 */
export class McpSignInElement extends McpElement {
  static override styles: CSSResultGroup = [tokens, base, controls, signInStyles, preferredWidth(32)];

  readonly #loaded = new StoreController(this, () => signInOf(this.session));
  readonly #question = new StoreController(this, () => this.#authorization?.question);
  readonly #state = new StoreController(this, () => this.#authorization?.state);
  readonly #focus = new FocusFallback(this, ['.card button, .card a', '[part~="base"]']);

  /** The question that is shown. */
  #shown: string | undefined;

  @state() private isLeaving = false;
  @state() private outcome = '';

  /** The session that signs in; by default that of the surrounding element. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  /** The authorizer, if the page made the session itself. */
  @property({ attribute: false })
  authorization: InteractiveAuthorization | undefined;

  /** Shows the account of the person with a button to sign out, instead of asking. */
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
    // The question opens while the person may be working elsewhere on the page.
    if (id !== undefined && !this.account)
      this.renderRoot.querySelector('.card')?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }

  get #authorization(): InteractiveAuthorization | undefined {
    return this.authorization ?? this.#loaded?.value;
  }

  readonly #signOut = async (): Promise<void> => {
    const authorization = this.#authorization;
    const state = authorization?.state.get();
    if (!authorization || state?.phase !== 'signed-in') return;
    this.isLeaving = true;
    const site = formatHost(state.issuer);
    const isTold = await authorization.signOut();
    this.isLeaving = false;
    const told = isTold ? t('signIn.signedOutTookThe', { site }) : t('signIn.signedOutHereCould', { site });
    this.outcome = `${told} ${this.#erased()}`;
    await this.session?.close();
  };

  /** The fate of the data that was stored while the person was signed in. */
  #erased(): string {
    const problem = this.session?.problems.get().find(({ key }) => key === 'session.notErased');
    return problem ? errorLine(problem) : t('signIn.whatWasStoredIn');
  }

  override render(): TemplateResult | typeof nothing {
    const authorization = this.#authorization;
    if (!authorization) return nothing;
    return html`<div part="base" tabindex="-1">
      ${this.account ? this.#renderAccount(authorization) : this.#renderQuestion(authorization)}
    </div>`;
  }

  #renderQuestion(authorization: InteractiveAuthorization): TemplateResult {
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

  /** One line for assistive technology: the card itself is long. */
  #spoken(): string {
    const question = this.#question.value;
    if (question?.kind === 'client') return t('signIn.doesNotKnowThisPage', { site: formatHost(question.issuer) });
    if (question?.kind === 'issuer-change') {
      const [before, now] = issuerNames(question.from, question.to);
      return t('signIn.wantsYouToSign', { host: formatHost(question.server), now, before });
    }
    if (question?.at !== 'asked') return '';
    const { server, issuer, reason } = question.request;
    return reason === 'step-up'
      ? t('signIn.needsMoreRightsWould', { host: formatHost(server), host2: formatHost(issuer) })
      : t('signIn.wantsYouToSignIn', { host: formatHost(server), host2: formatHost(issuer) });
  }

  #renderAccount(authorization: InteractiveAuthorization): TemplateResult {
    const state = this.#state.value;
    return html`${
        state?.phase === 'signed-in'
          ? accountView(state, authorization.lasts, () => void this.#signOut(), this.isLeaving)
          : nothing
      }
      <p class="small quiet" role="status">${this.outcome}</p>`;
  }
}

/**
 * Guesses the meaning of a scope from its name: `files:read` reads files. The name is not trusted, so the scope itself is
 * shown next to the guess. A name with no verb, or with two, gives no guess.
 */
export function scopeWords(scope: string): ScopeWords {
  const known = KNOWN.find((each) => each === scope);
  if (known) return { words: t(`signIn.scope.${known}`), scope };
  // In a scope that is a URL, the last segment names its subject.
  const name = scope.includes('://') ? (scope.split('/').at(-1) ?? '') : scope;
  const parts = name
    .toLowerCase()
    .split(/[:./]+/)
    .filter((part) => part !== '' && !FILLER.test(part));
  const acts = parts.filter((part) => Object.hasOwn(ACTS, part));
  const things = parts.filter((part) => !Object.hasOwn(ACTS, part)).map((part) => part.replaceAll(/[-_]+/g, ' '));
  if (acts.length !== 1 || things.length > 2) return { words: undefined, scope };
  const act = ACTS[acts[0] as keyof typeof ACTS];
  return { words: t(`signIn.act.${act}`, { things: things.join(' ') || t('signIn.whatIsThere') }), scope };
}

/** Scopes, in plain words and as sent; new ones first if there were some before. */
function scopeList(
  scopes: readonly string[],
  added: readonly string[],
  marksNew: boolean,
  site: string,
): TemplateResult {
  if (scopes.length === 0) return html`${t.rich('signIn.whatTheSiteThinks', { site })}`;
  const isNew = (scope: string): boolean => marksNew && added.includes(scope);
  const sorted = [...scopes.filter(isNew), ...scopes.filter((scope) => !isNew(scope))];
  return html`<ul
    class="scopes"
    part="list"
    data-name="scopes"
    tabindex="0"
    role="list"
    aria-label=${t('signIn.rights')}
  >
    ${sorted.map((scope) => {
      const { words } = scopeWords(scope);
      return html`<li part="item" data-name="scope">
        ${isNew(scope) ? html`<span class="new">${t('signIn.new')} </span>` : ''}${words ? html`${words} ` : ''}<code
          >${scope}</code
        >
      </li>`;
    })}
  </ul>`;
}

/** The site at which the person is signed in, with the scopes and the expiry. */
function accountView(state: SignedIn, lasts: boolean, signOut: () => void, isLeaving: boolean): TemplateResult {
  const site = formatHost(state.issuer);
  return html`<div class="account" part="item" data-name="account">
    <dl class="facts">
      <dt>${t('signIn.signedInAt')}</dt>
      <dd><bdi class="mono">${site}</bdi></dd>
      ${
        state.scopes.length > 0
          ? html`<dt>${t('signIn.itMay')}</dt>
              <dd>${scopeList(state.scopes, [], false, site)}</dd>`
          : nothing
      }
      <dt>${t('signIn.until')}</dt>
      <dd>${until(state)}</dd>
      <dt>${t('signIn.kept')}</dt>
      <dd>${lasts ? t('signIn.encryptedInThisBrowser') : t('signIn.nowhereItEndsWith')}</dd>
    </dl>
    <button
      type="button"
      class="plain"
      part="button"
      data-name="sign-out-button"
      ?disabled=${isLeaving}
      @click=${signOut}
    >
      ${isLeaving ? t('signIn.signingOut') : t('signIn.signOut')}
    </button>
  </div>`;
}

function until({ expiresAt, isRenewed }: SignedIn): TemplateResult | string | typeof nothing {
  if (isRenewed) return t('signIn.youSignOutOr');
  return expiresAt === undefined
    ? t('signIn.theServerNoLonger')
    : formatter('DateTimeFormat', { dateStyle: 'medium', timeStyle: 'short' }).format(expiresAt);
}

/** An id that differs between two questions. */
function idOf(question: AuthorizationQuestion): string {
  switch (question.kind) {
    case 'sign-in':
      return question.request.state;
    case 'issuer-change':
      return `${question.from} ${question.to}`;
    case 'client':
      return question.issuer;
  }
}

/** Asks for a client id, if the page cannot register itself. */
function clientQuestion(question: ClientQuestion): TemplateResult {
  const { issuer, redirectUri, answer, decline } = question;
  const site = formatHost(issuer);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement);
    const text = (name: string): string => (fields.get(name) as string).trim();
    const clientSecret = text('secret') || undefined;
    if (text('id')) answer({ clientId: text('id'), clientSecret, issuer });
  };
  return html`<section class="card" part="dialog" data-name="question" aria-labelledby="heading">
    <h2 id="heading" part="title">${t.rich('signIn.doesNotKnowThisPage', { site })}</h2>
    <p>${t.rich('signIn.registerThisPage', { site: html`<bdi class="mono">${site}</bdi>` })}</p>
    <code class="mono">${redirectUri}</code>
    <form @submit=${submit}>
      <label class="field" part="field"
        >${t('signIn.clientId')} <input name="id" required maxlength="2000" autocomplete="off" spellcheck="false"
      /></label>
      <label class="field" part="field"
        >${t('signIn.clientSecretIfIt')}
        <input name="secret" type="password" maxlength="2000" autocomplete="off" spellcheck="false"
      /></label>
      ${framedNote()}
      <div class="acts" part="actions">
        ${pressHint}<button class="primary" type="submit" part="button submit-button" ${guarded(idOf(question))}>
          ${t('signIn.useThisClient')}
        </button>
        ${ownTabLink()}
        <button type="button" part="button decline-button" @click=${decline}>${t('signIn.notNow')}</button>
      </div>
    </form>
  </section>`;
}

/** Distinct names of two issuers: their hosts, or the whole URLs if the host is the same. */
function issuerNames(from: string, to: string): readonly [from: string, to: string] {
  return formatHost(from) === formatHost(to) ? [from, to] : [formatHost(from), formatHost(to)];
}

/** Asks whether the person expected that the server uses another authorization server now. */
function issuerChangeQuestion(question: IssuerChangeQuestion): TemplateResult {
  const { server, from, to, accept, decline } = question;
  const [before, now] = issuerNames(from, to);
  const id = idOf(question);
  const go = (press: Event): void => {
    if (takePress(press, id)) accept();
  };
  return html`<section class="card" part="dialog" data-name="question" aria-labelledby="heading">
    <h2 id="heading" part="title">${t.rich('signIn.anotherSiteThanBefore', { server: formatHost(server) })}</h2>
    <dl class="facts">
      <dt>${t('signIn.forTheServer')}</dt>
      <dd><bdi class="mono">${server}</bdi></dd>
      <dt>${t('signIn.untilNow')}</dt>
      <dd><bdi class="mono">${before}</bdi></dd>
      <dt>${t('signIn.fromNowOn')}</dt>
      <dd><bdi class="mono">${now}</bdi></dd>
    </dl>
    ${notice({
      tone: 'warning',
      title: t('signIn.goOnOnlyIf'),
      lines: [t('signIn.serversMoveSometimesBut')],
    })}
    ${framedNote()}
    <div class="acts" part="actions">
      ${pressHint}<button
        type="button"
        class="primary"
        part="button approve-button"
        data-name="accept-button"
        ${guarded(id)}
        @click=${go}
      >
        ${now === to ? t('signIn.goOnWithTheNew') : t.rich('signIn.goOnWith', { now })}
      </button>
      ${ownTabLink()}
      <button type="button" part="button decline-button" @click=${decline}>${t('signIn.notNow')}</button>
    </div>
  </section>`;
}

/** The question to sign in: the server, the site and the scopes. */
function signInQuestion(question: SignInQuestion, stay: StayChoice | undefined): TemplateResult {
  const { request, at, mode } = question;
  const [site, server] = [formatHost(request.issuer), formatHost(request.server)];
  const pageHost = request.hosts.find(({ uses }) => uses.includes('page'))?.host ?? site;
  const isMore = request.reason === 'step-up';
  return html`<section class="card" part="dialog" data-name="question" aria-labelledby="heading">
    <h2 id="heading" part="title">
      ${isMore ? t.rich('signIn.needsMoreRightsForThis', { server }) : t.rich('signIn.signInToUse', { server })}
    </h2>
    <dl class="facts">
      <dt>${t('signIn.signInAt')}</dt>
      <dd><bdi class="mono">${site}</bdi></dd>
      ${
        request.hosts.length > 0
          ? html`<dt>${t('signIn.otherSites')}</dt>
              <dd>${hostList(request.hosts)}</dd>`
          : nothing
      }
      <dt>${request.scopes.length === 0 ? t('signIn.rights') : isMore ? t('signIn.itMayThen') : t('signIn.itMay')}</dt>
      <dd>${scopeList(request.scopes, request.added, isMore, site)}</dd>
    </dl>
    ${
      stay && at !== 'away'
        ? html`<label class="stay"
            ><input
              type="checkbox"
              part="checkbox"
              data-name="stay"
              .checked=${stay.lasts}
              @change=${({ target }: Event) => stay.change((target as HTMLInputElement).checked)}
            />
            <span
              >${t('signIn.staySignedIn')} <span class="small quiet">${t('signIn.otherwiseTheSignIn')}</span></span
            ></label
          >`
        : nothing
    }
    <div role="status">${STATES[at](pageHost, mode)}</div>
    ${framedNote()}
    <div class="acts" part="actions">${pressHint}${acts(question, site, pageHost, isMore)}</div>
    <details>
      <summary class="small quiet">${common('common.details')}</summary>
      <dl class="facts small">
        <dt>${t('signIn.forTheServer')}</dt>
        <dd><bdi class="mono">${request.server}</bdi></dd>
        <dt>${t('signIn.fromThisPage')}</dt>
        <dd><bdi class="mono">${globalThis.location.host || t('signIn.aFileOnThisComputer')}</bdi></dd>
      </dl>
    </details>
  </section>`;
}

/** Other hosts that take part in the sign-in, and the part of each. */
function hostList(hosts: readonly OtherHost[]): TemplateResult {
  return html`<ul class="hosts" part="list" data-name="hosts" role="list" aria-label=${t('signIn.otherSitesThatTake')}>
    ${hosts.map(
      ({ host, uses }) =>
        html`<li part="host">
          <bdi class="mono">${host}</bdi> ${uses.map((use) => t(`signIn.uses.${use}`)).join('; ')}
        </li>`,
    )}
  </ul>`;
}

function acts(question: SignInQuestion, site: string, pageHost: string, isMore: boolean): TemplateResult {
  const { at, mode, url = '', proceed, decline } = question;
  const away = at === 'away';
  const id = idOf(question);
  const guard = guarded(id, at);
  const go = (press: Event): void => {
    if (takePress(press, id)) proceed();
  };
  const label = {
    asked: isMore ? t('signIn.giveMoreRightsAt', { site }) : t('signIn.signInAt4', { site }),
    closed: t('signIn.continueAt', { site }),
  };
  return html`${
      at === 'blocked'
        ? // `noopener`: the page that opens must not be able to navigate this one.
          html`<a part="link" ${guard} href=${url} target="_blank" rel="noopener noreferrer"
            >${t.rich('signIn.openInATab5', { pageHost })}</a
          >`
        : away
          ? mode === 'popup'
            ? html`<button type="button" part="button" data-name="again-button" ${guard} @click=${go}>
                ${t('signIn.showTheWindowAgain')}
              </button>`
            : nothing
          : html`<button
              type="button"
              class="primary"
              part="button approve-button"
              data-name="sign-in-button"
              ${guard}
              @click=${go}
            >
              ${label[at]}
            </button>`
    }
    ${ownTabLink()}
    <button type="button" part="button decline-button" @click=${decline}>
      ${away ? common('common.cancel') : t('signIn.notNow')}
    </button>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-sign-in': McpSignInElement;
  }
}
