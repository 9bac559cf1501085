import { nothing, type TemplateResult } from 'lit';
import type { HostUse, OtherHost, SignInQuestion } from '../../src/auth/index.js';
import { hostOf } from '../words/host-of.js';
import { guarded } from '../approval-queue/guarded.js';
import { pressHint } from '../approval-queue/press-hint.js';
import { takePress } from '../approval-queue/press-guard.js';
import { html } from '../words/html.js';
import { idOf } from './question-id.js';
import { scopeList } from './scope-list.js';

/** Whether they stay signed in, where that can be chosen. */
export interface StayChoice {
  readonly lasts: boolean;
  change(lasts: boolean): void;
}

/** Who wants the person to sign in where, and which rights it is about. */
export function signInQuestion(question: SignInQuestion, stay: StayChoice | undefined): TemplateResult {
  const { request, at, way } = question;
  const [site, server] = [hostOf(request.issuer), hostOf(request.server)];
  const pageHost = request.hosts.find(({ uses }) => uses.includes('page'))?.host ?? site;
  const isMore = request.reason === 'step-up';
  return html`<section class="card" part="question" aria-labelledby="heading">
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
              part="stay"
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
    <div role="status">${STATES[at](pageHost, way)}</div>
    <div class="acts" part="actions">${pressHint}${acts(question, site, pageHost, isMore)}</div>
  </section>`;
}

const USES: Readonly<Record<HostUse, string>> = {
  page: 'shows you the page to sign in',
  registration: 'registers this page',
  tokens: 'gets the code of your sign-in, and gives access for it',
  revocation: 'takes the access back when you sign out',
};

/** Hosts that take part beside the one that signs the person in, and what each does. */
function hostList(hosts: readonly OtherHost[]): TemplateResult {
  return html`<ul class="hosts" part="hosts" role="list" aria-label="Other sites that take part">
    ${hosts.map(
      ({ host, uses }) =>
        html`<li part="host"><bdi class="mono">${host}</bdi> ${uses.map((use) => USES[use]).join('; ')}</li>`,
    )}
  </ul>`;
}

const STATES: Readonly<
  Record<SignInQuestion['at'], (site: string, way: SignInQuestion['way']) => TemplateResult | typeof nothing>
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
    html`<p class="note warning">
      <strong>The window was closed before you were done at ${site}.</strong>
      <span>Nothing was shared. Go on, and stay in the window until it closes by itself.</span>
    </p>`,
  blocked: (site) =>
    html`<p class="note warning">
      <strong>The browser let no window open.</strong>
      <span>Open ${site} in a tab instead: the link leads there, and back here when you are done.</span>
    </p>`,
};

function acts(question: SignInQuestion, site: string, pageHost: string, isMore: boolean): TemplateResult {
  const { at, way, url = '', proceed, decline } = question;
  const away = at === 'away';
  const id = idOf(question);
  const guard = guarded(id, at);
  const go = (press: Event): void => {
    if (takePress(press, id)) proceed();
  };
  const label = { asked: isMore ? `Give more rights at ${site}` : `Sign in at ${site}`, closed: `Continue at ${site}` };
  return html`${
      at === 'blocked'
        ? // Not from here: the page that opens must not be able to send this one elsewhere.
          html`<a part="link" ${guard} href=${url} target="_blank" rel="noopener noreferrer"
            >Open ${pageHost} in a tab</a
          >`
        : away
          ? way === 'popup'
            ? html`<button type="button" part="again-button" ${guard} @click=${go}>Show the window again</button>`
            : nothing
          : html`<button type="button" class="primary" part="sign-in-button" ${guard} @click=${go}>
              ${label[at]}
            </button>`
    } <button type="button" part="decline-button" @click=${decline}>${away ? 'Cancel' : 'Not now'}</button>`;
}
