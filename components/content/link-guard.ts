import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import {
  looksLikeAnotherHost,
  readAddress,
  type AddressReading,
  type AddressWarning,
} from '../../src/content/index.js';
import { McpLinkOpenRequestEvent } from '../events/mcp-link-open-request-event.js';

type WebAddress = Extract<AddressReading, { kind: 'web' }>;

/** What to tell a person about an address, as sentences. */
const WARNINGS: Readonly<Record<AddressWarning, string>> = {
  punycode: 'The address uses letters that can look like others.',
  'user-info': 'The address begins with a name that is not the name of the site.',
  'ip-address': 'The address is a bare number, not the name of a site.',
  'not-encrypted': 'The address is not encrypted: others can read and change what it shows.',
};

/** Warnings that make a click ask once more. The others are only shown. */
const ASKS: ReadonlySet<AddressWarning> = new Set(['punycode', 'user-info', 'ip-address']);

/** Stands between a click on a server's link and what it opens. */
export class LinkGuard implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  #asking: { readonly address: WebAddress; readonly text: string } | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.forget();
  }

  /** Takes back the question whether to open a link. */
  forget(): void {
    if (!this.#asking) return;
    this.#asking = undefined;
    this.#host.requestUpdate();
  }

  /** For a click on anything that contains links of a server. */
  readonly onClick = (event: Event): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link) return;
    const address = readAddress(link.href);
    if (address.kind === 'text') return event.preventDefault();
    const text = (link.textContent ?? '').slice(0, MAX_TEXT);
    if (address.kind === 'web' && !link.hasAttribute('data-decided') && deceives(address, text)) {
      event.preventDefault();
      this.#asking = { address, text };
      this.#host.requestUpdate();
      return;
    }
    if (!this.#host.dispatchEvent(new McpLinkOpenRequestEvent(address.href))) event.preventDefault();
    this.forget();
  };

  /** The question whether to open a link that is not what it seems; nothing most of the time. */
  render(): TemplateResult | typeof nothing {
    if (!this.#asking) return nothing;
    const { address, text } = this.#asking;
    return html`<div class="note warning" part="note" role="alert">
      <strong>This link leads to <bdi>${address.host}</bdi>.</strong>
      ${looksLikeAnotherHost(text, address.host) ? html`<span>It says “<bdi>${text}</bdi>”.</span>` : nothing}
      ${linkWarnings(address)}
      <span class="row"
        >${openLink(address, this, 'Open anyway')}
        <button part="decline-button" type="button" @click=${() => this.forget()}>Stay here</button></span
      >
    </div>`;
  }
}

/** Characters of a link's words that are read and repeated. */
const MAX_TEXT = 200;

/** A link, made by us, to an address that the person can see. */
export function openLink(address: WebAddress, guard: LinkGuard, label?: string): TemplateResult {
  return html`<a
    class="button"
    part="open-link"
    href=${address.href}
    target="_blank"
    rel="noopener noreferrer nofollow"
    referrerpolicy="no-referrer"
    data-decided
    @click=${guard.onClick}
    @auxclick=${guard.onClick}
    >${label ?? html`Open <bdi>${address.host}</bdi>`}</a
  >`;
}

/** What is odd about an address, each as a line. */
export function linkWarnings(address: WebAddress): readonly TemplateResult[] {
  return address.warnings.map((warning) => html`<span>${WARNINGS[warning]}</span>`);
}

function deceives(address: WebAddress, text: string): boolean {
  return address.warnings.some((warning) => ASKS.has(warning)) || looksLikeAnotherHost(text, address.host);
}
