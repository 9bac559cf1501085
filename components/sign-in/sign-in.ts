import { consume } from '@lit/context';
import { type CSSResultGroup, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { McpElement } from '../internal/mcp-element.js';
import type {
  InteractiveAuthorization,
  AuthorizationQuestion,
  AuthorizationState,
  ClientQuestion,
  HostUse,
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
import { signInOf } from '../internal/session-provider.js';
import { StoreController } from '../internal/store-controller.js';
import { base, controls, preferredWidth, tokens } from '../internal/styles.js';
import { hostOf } from '../internal/text.js';
import { signInStyles } from './sign-in.styles.js';
import { notice } from '../internal/notice.js';

/** A scope in plain words. */
interface ScopeWords {
  /** What it permits, as the end of “It may …”; undefined if its name does not tell. */
  readonly words: string | undefined;
  /** The scope as the protocol sends it. */
  readonly scope: string;
}

/**
 * The scopes of OpenID Connect, which are the same everywhere. https://openid.net/specs/openid-connect-core-1_0.html
 */
const KNOWN: Readonly<Record<string, string>> = {
  openid: 'know which account is yours',
  profile: 'see your name and your public details',
  email: 'see your e-mail address',
  phone: 'see your phone number',
  address: 'see your postal address',
  offline_access: 'keep the access while you are away, until you sign out',
};

/** Parts of a scope’s name that are verbs. Others are nouns. */
const ACTS: Readonly<Record<string, string>> = {
  read: 'read',
  readonly: 'read',
  view: 'see',
  list: 'list',
  search: 'search',
  write: 'read and change',
  readwrite: 'read and change',
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
};

/** Parts of a scope’s name that mean nothing to a person. */
const FILLER = /^(api|auth|oauth2?|scope|scopes|https?|www|com|mcp|v\d+)$/;

/**
 * Guesses the meaning of a scope from its name: `files:read` reads files. The name comes from a stranger, so the scope
 * itself is shown beside the guess. A name with no verb, or with two, gives no guess.
 */
export function scopeWords(scope: string): ScopeWords {
  const known = Object.hasOwn(KNOWN, scope) ? KNOWN[scope] : undefined;
  if (known) return { words: known, scope };
  // In a scope that is a URL, the last segment says what it is about.
  const name = scope.includes('://') ? (scope.split('/').at(-1) ?? '') : scope;
  const parts = name
    .toLowerCase()
    .split(/[:./]+/)
    .filter((part) => part !== '' && !FILLER.test(part));
  const acts = parts.filter((part) => Object.hasOwn(ACTS, part));
  const things = parts.filter((part) => !Object.hasOwn(ACTS, part)).map((part) => part.replaceAll(/[-_]+/g, ' '));
  if (acts.length !== 1 || things.length > 2) return { words: undefined, scope };
  return { words: `${ACTS[acts[0]!]} ${things.join(' ') || 'what is there'}`, scope };
}

/** Scopes, in plain words and as sent; new ones first if there were some before. */
function scopeList(
  scopes: readonly string[],
  added: readonly string[],
  marksNew: boolean,
  site: string,
): TemplateResult {
  if (scopes.length === 0) return html`what <bdi>${site}</bdi> thinks right; it will say so`;
  const isNew = (scope: string): boolean => marksNew && added.includes(scope);
  const sorted = [...scopes.filter(isNew), ...scopes.filter((scope) => !isNew(scope))];
  return html`<ul class="scopes" part="list" data-name="scopes" tabindex="0" role="list" aria-label="Rights">
    ${sorted.map((scope) => {
      const { words } = scopeWords(scope);
      return html`<li part="item" data-name="scope">
        ${isNew(scope) ? html`<span class="new">New: </span>` : ''}${words ? html`${words} ` : ''}<code>${scope}</code>
      </li>`;
    })}
  </ul>`;
}

type SignedIn = Extract<AuthorizationState, { phase: 'signed-in' }>;

/** Where the person is signed in, what that permits the server, and for how long. */
function accountView(state: SignedIn, lasts: boolean, signOut: () => void, isLeaving: boolean): TemplateResult {
  const site = hostOf(state.issuer);
  return html`<div class="account" part="item" data-name="account">
    <dl class="facts">
      <dt>Signed in at</dt>
      <dd><bdi class="mono">${site}</bdi></dd>
      <dt>It may</dt>
      <dd>${scopeList(state.scopes, [], false, site)}</dd>
      <dt>Until</dt>
      <dd>${until(state)}</dd>
      <dt>Kept</dt>
      <dd>${lasts ? 'Encrypted in this browser, until you sign out' : 'Nowhere: it ends with this page'}</dd>
    </dl>
    <button
      type="button"
      class="plain"
      part="button"
      data-name="sign-out-button"
      ?disabled=${isLeaving}
      @click=${signOut}
    >
      ${isLeaving ? 'Signing out…' : 'Sign out'}
    </button>
  </div>`;
}

const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

function until({ expiresAt, isRenewed }: SignedIn): TemplateResult | string | typeof nothing {
  if (isRenewed) return 'You sign out, or the access is taken back';
  return expiresAt === undefined ? 'The server no longer takes it' : TIME.format(expiresAt);
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
  const site = hostOf(issuer);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement);
    const text = (name: string): string => (fields.get(name) as string).trim();
    const clientSecret = text('secret') || undefined;
    if (text('id')) answer({ clientId: text('id'), clientSecret, issuer });
  };
  return html`<section class="card" part="dialog" data-name="question" aria-labelledby="heading">
    <h2 id="heading" part="title"><bdi>${site}</bdi> doesn’t accept automatic client registration</h2>
    <p>Register a public client in your settings at <bdi class="mono">${site}</bdi>, with this redirect URI:</p>
    <code class="mono">${redirectUri}</code>
    <form @submit=${submit}>
      <label class="field" part="field"
        >Client ID <input name="id" required maxlength="2000" autocomplete="off" spellcheck="false"
      /></label>
      <label class="field" part="field"
        >Client secret, if it gave you one
        <input name="secret" type="password" maxlength="2000" autocomplete="off" spellcheck="false"
      /></label>
      ${framedNote()}
      <div class="acts" part="actions">
        ${pressHint}<button class="primary" type="submit" part="button submit-button" ${guarded(idOf(question))}>
          Use this client
        </button>
        ${ownTabLink()}
        <button type="button" part="button decline-button" @click=${decline}>Not now</button>
      </div>
    </form>
  </section>`;
}

/** The names of two issuers that can be told apart: their hosts, or the whole URLs if the host is the same. */
function issuerNames(from: string, to: string): readonly [from: string, to: string] {
  return hostOf(from) === hostOf(to) ? [from, to] : [hostOf(from), hostOf(to)];
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
    <h2 id="heading" part="title"><bdi>${hostOf(server)}</bdi> wants you to sign in at another site than before</h2>
    <dl class="facts">
      <dt>For the server</dt>
      <dd><bdi class="mono">${server}</bdi></dd>
      <dt>Until now</dt>
      <dd><bdi class="mono">${before}</bdi></dd>
      <dt>From now on</dt>
      <dd><bdi class="mono">${now}</bdi></dd>
    </dl>
    ${notice({
      tone: 'warning',
      title: 'Go on only if you expected this.',
      lines: [
        'Servers move sometimes. But whoever takes over a server can also send you to a site of their own. You have not been sent there yet.',
      ],
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
        Go on with ${now === to ? 'the new one' : now}
      </button>
      ${ownTabLink()}
      <button type="button" part="button decline-button" @click=${decline}>Not now</button>
    </div>
  </section>`;
}

/** Whether the person stays signed in, if that can be chosen. */
interface StayChoice {
  readonly lasts: boolean;
  change(lasts: boolean): void;
}

/** Who wants the person to sign in, where, and with which scopes. */
function signInQuestion(question: SignInQuestion, stay: StayChoice | undefined): TemplateResult {
  const { request, at, mode } = question;
  const [site, server] = [hostOf(request.issuer), hostOf(request.server)];
  const pageHost = request.hosts.find(({ uses }) => uses.includes('page'))?.host ?? site;
  const isMore = request.reason === 'step-up';
  return html`<section class="card" part="dialog" data-name="question" aria-labelledby="heading">
    <h2 id="heading" part="title">
      ${isMore ? html`<bdi>${server}</bdi> needs more rights for this` : html`Sign in to use <bdi>${server}</bdi>`}
    </h2>
    <dl class="facts">
      <dt>Sign in at</dt>
      <dd><bdi class="mono">${site}</bdi></dd>
      ${
        request.hosts.length > 0
          ? html`<dt>Other sites</dt>
              <dd>${hostList(request.hosts)}</dd>`
          : nothing
      }
      <dt>For the server</dt>
      <dd><bdi class="mono">${request.server}</bdi></dd>
      <dt>From this page</dt>
      <dd><bdi class="mono">${globalThis.location.host || 'a file on this computer'}</bdi></dd>
      <dt>${isMore ? 'It may then' : 'It may'}</dt>
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
              >Stay signed in on this device
              <span class="small quiet"
                >Otherwise the sign-in ends with this page. It is kept encrypted, in this browser only.</span
              ></span
            ></label
          >`
        : nothing
    }
    <div role="status">${STATES[at](pageHost, mode)}</div>
    ${framedNote()}
    <div class="acts" part="actions">${pressHint}${acts(question, site, pageHost, isMore)}</div>
  </section>`;
}

const USES: Readonly<Record<HostUse, string>> = {
  page: 'shows you the page to sign in',
  registration: 'registers this page',
  tokens: 'gets the code of your sign-in, and gives access for it',
  revocation: 'takes the access back when you sign out',
};

/** Other hosts that take part in the sign-in, and what each of them does. */
function hostList(hosts: readonly OtherHost[]): TemplateResult {
  return html`<ul class="hosts" part="list" data-name="hosts" role="list" aria-label="Other sites that take part">
    ${hosts.map(
      ({ host, uses }) =>
        html`<li part="host"><bdi class="mono">${host}</bdi> ${uses.map((use) => USES[use]).join('; ')}</li>`,
    )}
  </ul>`;
}

const STATES: Readonly<
  Record<SignInQuestion['at'], (site: string, way: SignInQuestion['mode']) => TemplateResult | typeof nothing>
> = {
  asked: (site, way) =>
    html`<p class="small quiet">
      ${
        way === 'popup'
          ? html`A window opens.`
          : html`This page goes there and comes back; what you typed into forms stays.`
      }
      Look for <bdi class="mono">${site}</bdi> in its address bar before you type a password.
    </p>`,
  away: (site) => html`<p>Waiting for you at <bdi class="mono">${site}</bdi>…</p>`,
  closed: (site) =>
    notice({
      tone: 'warning',
      title: `The window was closed before you were done at ${site}.`,
      lines: ['Nothing was shared. Go on, and stay in the window until it closes by itself.'],
    }),
  blocked: (site) =>
    notice({
      tone: 'warning',
      title: 'The browser let no window open.',
      lines: [`Open ${site} in a tab instead: the link leads there, and back here when you are done.`],
    }),
};

function acts(question: SignInQuestion, site: string, pageHost: string, isMore: boolean): TemplateResult {
  const { at, mode, url = '', proceed, decline } = question;
  const away = at === 'away';
  const id = idOf(question);
  const guard = guarded(id, at);
  const go = (press: Event): void => {
    if (takePress(press, id)) proceed();
  };
  const label = { asked: isMore ? `Give more rights at ${site}` : `Sign in at ${site}`, closed: `Continue at ${site}` };
  return html`${
      at === 'blocked'
        ? // `noopener`: the page that opens must not be able to navigate this one.
          html`<a part="link" ${guard} href=${url} target="_blank" rel="noopener noreferrer"
            >Open ${pageHost} in a tab</a
          >`
        : away
          ? mode === 'popup'
            ? html`<button type="button" part="button" data-name="again-button" ${guard} @click=${go}>
                Show the window again
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
    <button type="button" part="button decline-button" @click=${decline}>${away ? 'Cancel' : 'Not now'}</button>`;
}

/**
 * @summary Asks the person to sign in where a server wants it: for which server, at which site, with which rights.
 *
 * Shows nothing while nothing is asked. Nobody is sent anywhere before they press the button.
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

  /** Shows where the person is signed in and lets them sign out, instead of asking. */
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
    const site = hostOf(state.issuer);
    const isTold = await authorization.signOut();
    this.isLeaving = false;
    const told = isTold
      ? `Signed out. ${site} took the access back.`
      : `Signed out here. ${site} could not be told to take the access back; it ends there by itself.`;
    this.outcome = `${told} ${this.#erased()}`;
    await this.session?.close();
  };

  /** What became of the data that was stored while the person was signed in. */
  #erased(): string {
    const problem = this.session?.problems.get().find(({ key }) => key === 'session.notErased');
    return problem
      ? [problem.message, problem.remedy].filter(Boolean).join(' ')
      : 'What was stored in this browser while you were signed in is erased.';
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
    if (question?.kind === 'client') return `${hostOf(question.issuer)} doesn’t accept automatic client registration.`;
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

declare global {
  interface HTMLElementTagNameMap {
    'mcp-sign-in': McpSignInElement;
  }
}
