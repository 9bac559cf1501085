import { nothing, type TemplateResult } from 'lit';
import { readAddress, type AddressReading, type AddressWarning } from '../../src/content/index.js';
import type { ElicitationApproval, ElicitationPage } from '../../src/index.js';
import { nameOf } from '../approval-queue/asker-name.js';
import { guarded } from '../approval-queue/guarded.js';
import { foldedText } from '../approval-queue/folded-text.js';
import type { QuestionStep } from '../approval-queue/question-frame.js';
import { shortened } from '../words/cut.js';
import { html } from '../words/html.js';
import { lookAlikes } from './look-alike.js';
import { shortHost } from './short-host.js';

type WebAddress = Extract<AddressReading, { kind: 'web' }>;

const WARNINGS: { readonly [K in AddressWarning]: string } = {
  'not-encrypted': 'Not encrypted: anyone on the way can read and change this page.',
  punycode: 'The host is written with letters that can look like others.',
  'false-letters': 'The host mixes alphabets, or uses letters that pass for others.',
  'user-info': 'A name stands before the host and can be mistaken for it.',
  'ip-address': 'The host is a bare number, not a name.',
};

/** Characters of a tool's name on a button. The whole name stands above. */
const NAME_SHOWN = 40;

export interface PageStep {
  readonly approval: ElicitationApproval;
  readonly asked: ElicitationPage;
  /** Turns away without deciding. */
  readonly cancel: TemplateResult;
  /** Says no. */
  readonly decline: TemplateResult;
  /** Accepts and opens this address. Called in the click, as browsers want it. */
  open(href: string, press: Event): void;
  /** Opens an address that was agreed to before. */
  openAgain(href: string, press: Event): void;
  /** The person is done there. */
  resume(press: Event): void;
}

/** The server wants a page opened. Nothing of it is loaded before the person says so, and nothing of it is seen here. */
export function pageStep(step: PageStep): QuestionStep {
  const { approval, asked, cancel, decline, open } = step;
  const address = readAddress(asked.url);
  if (address.kind !== 'web') return { body: notWeb(asked), actions: html`${cancel}${decline}` };
  if (approval.step === 'opened') return openedStep(step, address);
  const { warnings } = address;
  const sentences = [
    ...warnings.map((warning) => WARNINGS[warning]),
    ...lookAlikes(address.host, asked.message, approval.asker.host),
  ];
  return {
    // The server's own words come last: they may be long, and must not push out of sight what they are about.
    body: html`
      ${
        sentences.length
          ? html`<div class="note warning">
              <strong>Look at the address closely.</strong>
              ${sentences.map((sentence) => html`<span>${sentence}</span>`)}
            </div>`
          : nothing
      }
      ${addressView(address)} ${wordsOf(step)}
      <p class="quiet">${outlook(approval, asked, address.host)}</p>
    `,
    actions: html`
      ${cancel} ${decline}
      <button
        type="button"
        class=${sentences.length ? 'danger' : 'primary'}
        part="approve-button"
        ${guarded(approval.id, approval.step)}
        @click=${(press: Event) => open(address.href, press)}
      >
        Open ${shortHost(address.host)}
      </button>
    `,
  };
}

/** The page is open in another tab, and the call waits. */
function openedStep(step: PageStep, address: WebAddress): QuestionStep {
  const { approval, asked, cancel, openAgain, resume } = step;
  const name = nameOf(approval.asker);
  const call = waiting(approval);
  return {
    body: html`
      ${addressView(address)} ${wordsOf(step)}
      <p>
        The page was opened in a new tab. When you are done there, continue
        here.${asked.elicitationId === undefined ? nothing : html` If ${name} tells that you are done, it goes on by itself.`}
      </p>
    `,
    actions: html`
      ${cancel}
      <button
        type="button"
        part="open-button"
        ${guarded(approval.id, approval.step)}
        @click=${(press: Event) => openAgain(address.href, press)}
      >
        Open again
      </button>
      <button
        type="button"
        class="primary"
        part="continue-button"
        ${guarded(approval.id, approval.step)}
        @click=${resume}
      >
        Continue${call === undefined ? nothing : html` with <bdi>${call}</bdi>`}
      </button>
    `,
  };
}

/** What happens when the page is opened, and after. */
function outlook(approval: ElicitationApproval, asked: ElicitationPage, host: string): unknown {
  const { asker } = approval;
  return html`It opens in a new tab. Nothing typed there reaches this
  page.${host === asker.host ? nothing : html` It is not a page of ${asker.host}.`}${
    asked.resumesCall
      ? html` When you are done there, <bdi>${waiting(approval) ?? 'what you started'}</bdi> goes on.`
      : nothing
  }`;
}

/** The name of what waits for the page, where it has one. */
function waiting({ during }: ElicitationApproval): string | undefined {
  const name = during?.name;
  return name && shortened(name, NAME_SHOWN);
}

/** Why, in the server's words, and marked as such: they stand among ours. */
function wordsOf({ approval, asked }: PageStep): TemplateResult | typeof nothing {
  if (asked.message === '') return nothing;
  return html`<div>
    <p class="quiet small">${nameOf(approval.asker)} says</p>
    ${foldedText(asked.message)}
  </div>`;
}

function addressView({ before, host, after }: WebAddress): TemplateResult {
  return html`<p class="address mono" dir="ltr">${before}<strong>${host}</strong>${after}</p>`;
}

function notWeb({ message, url }: ElicitationPage): TemplateResult {
  return html`
    ${foldedText(message)}
    <div class="address mono" dir="ltr">${foldedText(url)}</div>
    <div class="note warning">
      <strong>This cannot be opened.</strong>
      <span>Only pages on http and https are opened for a server.</span>
    </div>
  `;
}
