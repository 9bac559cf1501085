import type { TemplateResult } from 'lit';
import type { HostUse, OtherHost } from '../../src/auth/index.js';
import { html } from '../words/html.js';

const WORDS: Readonly<Record<HostUse, string>> = {
  page: 'shows you the page to sign in',
  registration: 'registers this page',
  tokens: 'gets the code of your sign-in, and gives access for it',
  revocation: 'takes the access back when you sign out',
};

/** Hosts that take part beside the one that signs the person in, and what each does. */
export function hostList(hosts: readonly OtherHost[]): TemplateResult {
  return html`<ul class="hosts" part="hosts" role="list" aria-label="Other sites that take part">
    ${hosts.map(
      ({ host, uses }) =>
        html`<li part="host"><bdi class="mono">${host}</bdi> ${uses.map((use) => WORDS[use]).join('; ')}</li>`,
    )}
  </ul>`;
}
