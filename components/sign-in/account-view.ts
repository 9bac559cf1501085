import { nothing, type TemplateResult } from 'lit';
import type { AuthorizationState } from '../../src/auth/index.js';
import { hostOf } from '../words/host-of.js';
import { html } from '../words/html.js';
import { scopeList } from './scope-list.js';

type SignedIn = Extract<AuthorizationState, { phase: 'signed-in' }>;

/** Where somebody is signed in, what that lets the server do, and how long. */
export function accountView(state: SignedIn, lasts: boolean, signOut: () => void, isLeaving: boolean): TemplateResult {
  const site = hostOf(state.issuer);
  return html`<div class="account" part="account">
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
    <button type="button" class="plain" part="sign-out-button" ?disabled=${isLeaving} @click=${signOut}>
      ${isLeaving ? 'Signing out…' : 'Sign out'}
    </button>
  </div>`;
}

const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

function until({ expiresAt, isRenewed }: SignedIn): TemplateResult | string | typeof nothing {
  if (isRenewed) return 'You sign out, or the access is taken back';
  return expiresAt === undefined ? 'The server no longer takes it' : TIME.format(expiresAt);
}
