import { consume } from '@lit/context';
import { css, type CSSResultGroup, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { McpElement } from '../internal/mcp-element.js';
import { type ContentPolicy, iconCandidates } from '../../src/content/index.js';
import { type Icon, itemsOf, type Session } from '../../src/index.js';
import { sessionContext, usePolicyAround } from '../context.js';
import { FocusFallback } from '../internal/focus-fallback.js';
import { html } from '../internal/html.js';
import { StoreController } from '../internal/store-controller.js';
import { base, controls, tokens } from '../internal/styles.js';
import { formatHost } from '../internal/text.js';
import { t } from './messages.js';

/**
 * Items of a list whose icons are examined. A server may have thousands, and their icons rarely come from many hosts.
 */
const READ = 500;
/** Hosts that are offered at once. */
const OFFERED = 5;

/** Returns the hosts that the icons of a server and of its items would load from, those of the server first. */
function iconHosts(session: Session): readonly string[] {
  const hosts = new Set<string>();
  const note = (icons: readonly Icon[] | undefined): void => {
    for (const source of iconCandidates(icons ?? [], 'light', 0))
      if (source.kind === 'remote' && !source.address.isLocal && hosts.size < OFFERED) hosts.add(source.address.host);
  };
  const state = session.state.get();
  note('server' in state ? state.server?.icons : undefined);
  for (const { state: list } of [session.tools, session.resources, session.prompts])
    for (const { icons } of itemsOf<{ readonly icons?: readonly Icon[] | undefined }>(list.get()).slice(0, READ))
      note(icons);
  return [...hosts];
}

/**
 * @summary Says from which sites images and icons may be loaded for this server, stops that, and offers to load its icons.
 *
 * Shows nothing if there is nothing to decide.
 *
 * @csspart base - The whole contents.
 * @csspart host - The host from which something loads.
 * @csspart button - Every button.
 * @csspart hidden-character - A sign in place of hidden characters.
 */
export class McpAllowedHostsElement extends McpElement {
  static override styles: CSSResultGroup = [
    tokens,
    base,
    controls,
    css`
      [part~='base'] {
        display: grid;
        gap: var(--_space-xs);
      }
      li {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 var(--_space-s);
      }
      button.small {
        min-block-size: max(24px, calc(var(--_hit) - 8px));
      }
    `,
  ];

  readonly #hosts = new StoreController(this, () => this.policy?.remote?.hosts);
  readonly #focus = new FocusFallback(this, ['button', '[part~="base"]']);
  /** Followed because the items name icons. */
  readonly #lists = [
    new StoreController(this, () => this.session?.state),
    new StoreController(this, () => this.session?.tools.state),
    new StoreController(this, () => this.session?.resources.state),
    new StoreController(this, () => this.session?.prompts.state),
  ];

  /** The session whose server is meant; by default that of the surrounding element. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  /** The content policy, with the hosts that are allowed. */
  @property({ attribute: false })
  policy: ContentPolicy | undefined;

  constructor() {
    super();
    usePolicyAround(this);
  }

  override render(): TemplateResult | typeof nothing {
    const remote = this.policy?.remote;
    const allowed = this.#hosts.value ?? [];
    const offered = remote && this.session ? iconHosts(this.session).filter((host) => !allowed.includes(host)) : [];
    if (!remote || (allowed.length === 0 && offered.length === 0)) return nothing;
    const own = formatHost(this.session?.url);
    return html`<div part="base" tabindex="-1">
      ${
        allowed.length > 0
          ? html`<p class="quiet" id="allowed">${t('allowedHosts.imagesAndIconsMay')}</p>
              <ul aria-labelledby="allowed">
                ${allowed.map(
                  (host) =>
                    html`<li part="host">
                      <bdi class="mono">${host}</bdi>
                      <button
                        class="plain small"
                        part="button"
                        data-name="revoke-button"
                        type="button"
                        aria-label=${t('allowedHosts.stopLoadingFrom', { host })}
                        @click=${() => remote.revoke(host).catch(() => {})}
                      >
                        ${t('allowedHosts.stop')}
                      </button>
                    </li>`,
                )}
              </ul>`
          : nothing
      }
      ${
        offered.length > 0
          ? html`<p class="quiet" id="offered">${t('allowedHosts.iconsAreNotLoaded')}</p>
              <ul aria-labelledby="offered">
                ${offered.map(
                  (host) =>
                    html`<li part="host">
                      <bdi class="mono">${host}</bdi
                      >${host === own ? nothing : html` <span class="quiet">${t('allowedHosts.anotherSiteThanThis')}</span>`}
                      <button
                        class="plain small"
                        part="button"
                        data-name="allow-button"
                        type="button"
                        aria-label=${t('allowedHosts.alwaysLoadFrom', { host })}
                        @click=${() => remote.allow(host).catch(() => {})}
                      >
                        ${t('allowedHosts.load')}
                      </button>
                    </li>`,
                )}
              </ul>`
          : nothing
      }
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-allowed-hosts': McpAllowedHostsElement;
  }
}
