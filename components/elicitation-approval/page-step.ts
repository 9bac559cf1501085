import { html, nothing, type TemplateResult } from 'lit';
import { readAddress, type AddressReading, type AddressWarning } from '../../src/content/index.js';
import type { ElicitationApproval } from '../../src/index.js';
import { foldedText } from '../approval-queue/folded-text.js';
import type { QuestionStep } from '../approval-queue/question-frame.js';
import { shortHost } from './short-host.js';

const WARNINGS: { readonly [K in AddressWarning]: string } = {
  'not-encrypted': 'Not encrypted: anyone on the way can read and change this page.',
  punycode: 'The host is written with letters that can look like others.',
  'user-info': 'A name stands before the host and can be mistaken for it.',
  'ip-address': 'The host is a bare number, not a name.',
};

export interface PageStep {
  readonly approval: ElicitationApproval;
  readonly url: string;
  /** The buttons that refuse. */
  readonly refuse: TemplateResult;
  /** Opens this address and accepts. Called in the click, as browsers want it. */
  open(href: string): void;
}

/** The server wants a page opened. Nothing of it is loaded before the person says so. */
export function pageStep({ approval, url, refuse, open }: PageStep): QuestionStep {
  const address = readAddress(url);
  const body = html`
    ${foldedText(approval.asked.message)}
    ${address.kind === 'web' ? webPage(address, approval.asker.host) : notWeb(url)}
  `;
  if (address.kind !== 'web') return { body, actions: refuse };
  const actions = html`
    ${refuse}
    <button
      type="button"
      class=${address.warnings.length ? 'danger' : 'primary'}
      part="approve-button"
      @click=${() => open(address.href)}
    >
      Open ${shortHost(address.host)}
    </button>
  `;
  return { body, actions };
}

function webPage(address: AddressReading & { kind: 'web' }, asker: string): TemplateResult {
  const { href, host, warnings } = address;
  // The host ends the authority; whatever stands before it may be made to look like one.
  const end = href.indexOf('/', href.indexOf('//') + 2);
  return html`
    <p class="address mono" dir="ltr">${href.slice(0, end - host.length)}<strong>${host}</strong>${href.slice(end)}</p>
    ${
      warnings.length
        ? html`<div class="note warning">
            <strong>Look at the address closely.</strong>
            ${warnings.map((warning) => html`<span>${WARNINGS[warning]}</span>`)}
          </div>`
        : nothing
    }
    <p class="quiet">
      It opens in a new tab. Nothing typed there reaches this
      page.${host === asker ? nothing : html` It is not a page of ${asker}.`}
    </p>
  `;
}

function notWeb(url: string): TemplateResult {
  return html`
    <div class="address mono" dir="ltr">${foldedText(url)}</div>
    <div class="note warning">
      <strong>This cannot be opened.</strong>
      <span>Only pages on http and https are opened for a server.</span>
    </div>
  `;
}
