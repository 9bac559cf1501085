import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import {
  type AddressReading,
  type AddressWarning,
  followNoteLink,
  imitatedWord,
  isLocalHost,
  looksLikeAnotherHost,
  offeredScheme,
  readableHost,
  readAddress,
} from '../../src/content/index.js';
import { McpLinkOpenRequestEvent, McpSchemeOpenRequestEvent } from '../events.js';
import { html } from '../internal/html.js';
import { confusables } from '../internal/confusables.js';
import { notice } from '../internal/notice.js';
import { t } from './messages.js';

export type WebAddress = Extract<AddressReading, { kind: 'web' }>;

/** Warnings after which a click asks once more. The others are only shown. */
const ASKS: ReadonlySet<AddressWarning> = new Set(['punycode', 'false-letters', 'user-info', 'ip-address']);

/** The question or notice about the link that was pressed last. */
type Concern =
  | { readonly kind: 'asking'; readonly address: WebAddress; readonly text: string }
  /** No listener of the page handled an address that is not on the web. */
  | { readonly kind: 'unopened'; readonly scheme: string };

/** Characters of a link’s text that are checked and shown again. */
const MAX_LINK_WORDS_SHOWN = 200;

/** Handles each click on a link of a server, before anything opens. */
export class LinkGuard implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  #concern: Concern | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.forget();
  }

  /** Removes the question or notice about a link. */
  forget(): void {
    this.#become(undefined);
  }

  /** For `@click` of an element that contains links of a server. */
  readonly onClick = (event: Event): void => {
    if (followNoteLink(event)) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link) this.press(event, link.href, (link.textContent ?? '').slice(0, MAX_LINK_WORDS_SHOWN));
  };

  /**
   * Handles the press of a link. If the address is unusual, the person is asked first; then the page may open it in
   * another way. @param text the text of the link; undefined if the person has seen all warnings
   */
  press(event: Event, href: string, text: string | undefined): void {
    const address = readAddress(href);
    if (address.kind === 'text') return event.preventDefault();
    if (address.kind === 'web' && text !== undefined && (isOdd(address) || deceptions(address, text).length > 0)) {
      event.preventDefault();
      return this.#become({ kind: 'asking', address, text });
    }
    if (!this.#host.dispatchEvent(new McpLinkOpenRequestEvent(address.href))) event.preventDefault();
    this.forget();
  }

  /** Offers an address to the page that no browser may open for a server. */
  offer(uri: string): void {
    const scheme = offeredScheme(uri);
    if (scheme === undefined) return;
    const isTaken = !this.#host.dispatchEvent(new McpSchemeOpenRequestEvent(uri, scheme));
    this.#become(isTaken ? undefined : { kind: 'unopened', scheme });
  }

  /** The question whether to open a deceptive link; usually nothing. */
  render(): TemplateResult | typeof nothing {
    if (!this.#concern) return nothing;
    if (this.#concern.kind === 'unopened')
      return notice({
        part: 'note',
        role: 'status',
        title: t('content.notOpened'),
        lines: [html`${t.rich('content.nothingOpens', { scheme: html`<code>${this.#concern.scheme}:</code>` })}`],
      });
    const { address, text } = this.#concern;
    return notice({
      tone: 'warning',
      part: 'note',
      role: 'alert',
      title: html`${t.rich('content.thisLinkLeadsTo', { host: address.host })}`,
      lines: deceptions(address, text).map((sentence) => html`<bdi>${sentence}</bdi>`),
      more: html`${linkWarnings(address)}
        <span class="row"
          >${openLink(address, this, t('content.openAnyway'))}
          <button part="button decline-button" type="button" @click=${() => this.forget()}>
            ${t('content.stayHere')}
          </button></span
        >`,
    });
  }

  #become(concern: Concern | undefined): void {
    if (concern === this.#concern) return;
    this.#concern = concern;
    this.#host.requestUpdate();
  }
}

/** Unusual facts about an address, as sentences. */
function addressOddities(address: WebAddress): readonly string[] {
  const readable = readableHost(address.host);
  return [
    ...address.warnings.map((warning) =>
      warning === 'punycode' && readable !== address.host
        ? t('content.theHostReadsWith', { readable })
        : t(`content.warnings.${warning}`),
    ),
    ...(isOutOfPlace(address) ? [t('content.theAddressIsOn')] : []),
    ...confusables(address.host, '', ''),
  ];
}

/** How the text of a link deceives about its target, as sentences. */
function deceptions(address: WebAddress, text: string): readonly string[] {
  const imitated = imitatedWord(text, address.host);
  return [
    ...(looksLikeAnotherHost(text, address.host) ? [t('content.itSays', { text })] : []),
    ...(imitated ? [t('content.itSaysAndThe', { imitated })] : []),
  ];
}

/** True if a person should look at the address before it is opened, whatever the text of its link. */
function isOdd(address: WebAddress): boolean {
  return (
    address.warnings.some((warning) => ASKS.has(warning)) ||
    isOutOfPlace(address) ||
    confusables(address.host, '', '').length > 0
  );
}

/** During development the page and the server are on one machine, and links lead there too: that is not unusual. */
function isOutOfPlace({ isLocal }: WebAddress): boolean {
  return isLocal && !isLocalHost(location.host);
}

/**
 * A link of this library to an address that the person can see. @param text the server's text for it, if it stands
 * beside the link and may deceive
 */
export function openLink(address: WebAddress, guard: LinkGuard, label?: string, text?: string): TemplateResult {
  const press = (event: Event): void => guard.press(event, address.href, text?.slice(0, MAX_LINK_WORDS_SHOWN));
  return html`<a
    class="button"
    part="link"
    data-name="open-link"
    href=${address.href}
    title=${address.href}
    target="_blank"
    rel="noopener noreferrer nofollow"
    referrerpolicy="no-referrer"
    @click=${press}
    @auxclick=${press}
    >${label ?? t.rich('content.openHost', { host: address.host })}</a
  >`;
}

/** A button for an address that only the page can open. */
export function offerLink(uri: string, guard: LinkGuard): TemplateResult {
  const scheme = offeredScheme(uri) ?? '';
  return html`<button
    class="offer small"
    part="button"
    data-name="offer-button"
    type="button"
    title=${uri.slice(0, MAX_LINK_WORDS_SHOWN)}
    @click=${(event: Event) => {
      // It may be among links of the server, whose clicks the guard handles too.
      event.stopPropagation();
      guard.offer(uri);
    }}
  >
    ${t.rich('content.open', { scheme })}
  </button>`;
}

/** Unusual facts about an address, one line each. */
export function linkWarnings(address: WebAddress): readonly TemplateResult[] {
  return addressOddities(address).map((sentence) => html`<span>${sentence}</span>`);
}
