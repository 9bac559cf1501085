import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { secretInAddress } from '../../src/secrets/addresses.js';
import type { ClientLocation, McpClientElement } from '../client/client.js';
import { CopyButton } from '../internal/copy-button.js';
import { html } from '../internal/html.js';
import { notice } from '../internal/notice.js';
import { formatHost } from '../internal/text.js';
import { type DeepLink, readDeepLink, withDeepLink } from './deep-link.js';
import { t } from './messages.js';

/** The workspace, as a link uses it. */
interface LinkHost extends ReactiveControllerHost, HTMLElement {
  readonly deepLinks: boolean;
  readonly client: McpClientElement | undefined;
  readonly shownAddress: string | undefined;
  knows(address: string): Promise<boolean>;
  follow(address: string, location: ClientLocation | undefined): Promise<void>;
  propose(address: string): void;
}

/** Follows the address of the page, and writes the view into it. */
export class LinkFollower implements ReactiveController {
  readonly #host: LinkHost;
  readonly #copy: CopyButton;
  #link: DeepLink | undefined;
  /** True for an unknown server, which gets no request before a press. */
  #isNew = false;
  #isFollowing = false;
  #hasBegun = false;
  /** The view comes from the address now: it is not written back. */
  #isApplying = false;

  constructor(host: LinkHost) {
    this.#host = host;
    this.#copy = new CopyButton(host, () => t('workspace.copyLink'));
    host.addController(this);
  }

  /** True while the address names a server that is not shown yet. */
  get isWaiting(): boolean {
    this.#begin();
    return this.#link?.server !== undefined;
  }

  hostConnected(): void {
    addEventListener('popstate', this.#onPopState);
  }

  hostDisconnected(): void {
    removeEventListener('popstate', this.#onPopState);
  }

  hostUpdate(): void {
    this.#begin();
    if (this.#link?.server !== undefined && !this.#isFollowing && !this.#isNew) void this.#follow(this.#link);
  }

  /** Call it when the page has other servers: they may come later than the element. */
  serversChanged(): void {
    if (this.#isNew && this.#link) void this.#follow(this.#link);
  }

  /** The address of the page is read once: before the first drawing. */
  #begin(): void {
    if (this.#hasBegun || !this.#host.deepLinks) return;
    this.#hasBegun = true;
    this.#link = readDeepLink(globalThis.location.href);
  }

  async #follow(link: DeepLink): Promise<void> {
    const { server, location } = link;
    if (server === undefined) return;
    this.#isFollowing = true;
    const isKnown = await this.#host.knows(server);
    this.#isFollowing = false;
    if (this.#link !== link) return;
    if (!isKnown) {
      if (this.#isNew) return;
      this.#isNew = true;
      this.#host.propose(server);
      return this.#host.requestUpdate();
    }
    await this.#goTo(server, location);
  }

  async #goTo(server: string, location: ClientLocation | undefined): Promise<void> {
    this.#isNew = false;
    // The note about unreadable arguments stays until another choice.
    this.#link = this.#link?.hasBadArguments ? { hasBadArguments: true } : undefined;
    this.#isApplying = true;
    await this.#host.follow(server, location);
    this.#isApplying = false;
    this.write();
  }

  readonly #onPopState = (): void => {
    if (!this.#host.deepLinks) return;
    this.#isNew = false;
    this.#link = readDeepLink(globalThis.location.href);
    this.#host.requestUpdate();
  };

  /** Writes the view into the address; a person's choice as a new history entry. */
  readonly write = (): void => {
    const { deepLinks, client, shownAddress } = this.#host;
    if (!deepLinks || this.#isApplying) return;
    if (this.#link?.server !== undefined && !this.#isNew) return;
    const { href } = globalThis.location;
    const before = readDeepLink(href);
    if (shownAddress === undefined) {
      // The last server was taken from the list.
      if (!this.#link && before.server !== undefined) setAddress('replaceState', withDeepLink(href, undefined));
      return;
    }
    // Somebody chose another server than that of the link, or went on from one that cannot be read.
    if (this.#isNew || (before.server !== undefined && this.#link?.unusable !== undefined)) this.#tellNothing();
    this.#isNew = false;
    const location = client?.location;
    // Once the form has the arguments, they leave the address: at the next load they would replace newer input.
    const args = client?.waitsForForm ? before.location?.arguments : undefined;
    const written = withDeepLink(href, inLink(shownAddress), location && { ...location, arguments: args });
    if (written === href) return;
    const isSameView =
      written === withDeepLink(href, before.server, before.location && { ...before.location, arguments: args });
    if (!isSameView && this.#link?.hasBadArguments && before.server !== undefined) this.#tellNothing();
    const isByPerson = !isSameView && before.server !== undefined && (navigator.userActivation?.isActive ?? true);
    setAddress(isByPerson ? 'pushState' : 'replaceState', written);
  };

  #tellNothing(): void {
    this.#link = undefined;
    this.#host.requestUpdate();
  }

  /** The button that copies the address of the view, with the arguments that may be stored. */
  button(): TemplateResult | typeof nothing {
    const { deepLinks, client, shownAddress } = this.#host;
    if (!deepLinks || shownAddress === undefined || inLink(shownAddress) === undefined) return nothing;
    return this.#copy.render(() => withDeepLink(globalThis.location.href, shownAddress, client?.location));
  }

  render(): TemplateResult | typeof nothing {
    const link = this.#link;
    if (!this.#host.deepLinks || !link) return nothing;
    const { server, unusable, location, hasBadArguments } = link;
    if (unusable !== undefined)
      return notice({
        ...{ tone: 'error', part: 'error', name: 'link', role: 'status' },
        lines: [t('workspace.linkUnusable', { address: unusable })],
      });
    if (server !== undefined && this.#isNew)
      return notice({
        ...{ tone: 'warning', part: 'warning', name: 'link', role: 'status' },
        title: t('workspace.linkLeadsTo', { host: formatHost(server) }),
        lines: [t('workspace.linkNew', { address: server })],
        more: html`<button
          type="button"
          part="button"
          data-name="follow-link-button"
          @click=${() => void this.#goTo(server, location)}
        >
          ${t('workspace.connect')}
        </button>`,
      });
    return hasBadArguments
      ? notice({
          ...{ tone: 'warning', part: 'warning', name: 'link', role: 'status' },
          lines: [t('workspace.linkArguments')],
        })
      : nothing;
  }
}

/** A file and a sandboxed frame have no address that a script may change: there it stays as it is. */
function setAddress(how: 'pushState' | 'replaceState', address: string): void {
  try {
    history[how](history.state, '', address);
  } catch {
    // As said above.
  }
}

/** The address, if a link may contain it. */
const inLink = (address: string): string | undefined => (secretInAddress(address) ? undefined : address);
