import { css, type CSSResultGroup, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { McpElement } from '../internal/mcp-element.js';
import {
  type ContentPolicy,
  ICON_LIMITS,
  iconCandidates,
  iconOf,
  type IconSource,
  loadRemote,
} from '../../src/content/index.js';
import type { Icon } from '../../src/index.js';
import { usePolicyAround } from '../context.js';
import { html } from '../internal/html.js';
import { StoreController } from '../internal/store-controller.js';
import { base, tokens } from '../internal/styles.js';

/** Icons that are cached for the page: a person scrolls past the same ones again. */
const KEPT = 200;

const kept = new Map<string, Promise<Blob | undefined>>();

/** Requests a remote icon, once in the life of a page. */
function remoteIcon(href: string): Promise<Blob | undefined> {
  const known = kept.get(href);
  if (known) return known;
  const [oldest] = kept.keys();
  if (oldest !== undefined && kept.size >= KEPT) kept.delete(oldest);
  const coming = loadRemote(href, ICON_LIMITS, new AbortController().signal).then((reading) =>
    reading.kind === 'media' ? reading.blob : undefined,
  );
  kept.set(href, coming);
  return coming;
}

/** CSS pixels of the edge of an icon, for the choice among several. */
const EDGE = 24;
/** Icons that are tried before the letter is shown. */
const TRIED = 3;

/**
 * @summary The icon of a server, a tool, a prompt or a resource; its first letter where there is none to show.
 *
 * An icon inside its own address (`data:`) shows at once. One on the web, also on the server's own site, is loaded only from hosts
 * that the person allowed, without cookies. Only a file whose first bytes are those of PNG, JPEG, SVG, WebP or GIF is shown, and only
 * as an image. Screen readers ignore it: the name is next to it.
 *
 * @csspart base - The icon.
 * @csspart image - The image in it.
 * @csspart hidden-character - A sign in place of hidden characters.
 * @cssprop [--mcp-icon-size=1.5em] - Width and height of the icon.
 */
export class McpIconElement extends McpElement {
  static override styles: CSSResultGroup = [
    tokens,
    base,
    css`
      :host {
        display: inline-block;
        vertical-align: middle;
        line-height: 1;
      }
      span {
        display: grid;
        place-items: center;
        inline-size: var(--mcp-icon-size, 1.5em);
        block-size: var(--mcp-icon-size, 1.5em);
        overflow: clip;
        border-radius: calc(var(--_radius) * 0.66);
        contain: strict;
      }
      .letter {
        background: var(--_surface-2);
        color: var(--_text-2);
        font-size: 1em;
      }
      b {
        font-size: 0.75em;
        font-weight: 600;
      }
      img {
        inline-size: 100%;
        block-size: 100%;
        object-fit: contain;
      }
      @media (forced-colors: active) {
        .letter {
          border: 1px solid;
        }
      }
    `,
  ];

  // Followed, so that an icon loads when its host is allowed.
  readonly #hosts = new StoreController(this, () => this.policy?.remote?.hosts);
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  #blob: Blob | undefined;
  #sources: readonly IconSource[] = [];

  @state() private url = '';

  /** The icons as the server sent them. */
  @property({ attribute: false })
  icons: readonly Icon[] | undefined;

  /** The name of the server or item. Its first letter is shown without an icon. */
  @property()
  name = '';

  /** The policy that names the hosts from which icons are loaded. */
  @property({ attribute: false })
  policy: ContentPolicy | undefined;

  constructor() {
    super();
    usePolicyAround(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#dark.addEventListener('change', this.#onScheme);
    this.#show(this.#blob);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#dark.removeEventListener('change', this.#onScheme);
    this.#revoke();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('icons')) this.#show(undefined);
    // The policy becomes known after the first rendering, and may change at any time.
    const sources = this.#choose();
    if (!changed.has('icons') && isSame(sources, this.#sources)) return;
    this.#sources = sources;
    void this.#load(sources);
  }

  /** The icons that may be loaded now, the best first. */
  #choose(): readonly IconSource[] {
    if (!this.icons?.length) return [];
    const scheme = getComputedStyle(this).colorScheme;
    const isDark = scheme.includes('dark') && (!scheme.includes('light') || this.#dark.matches);
    const all = iconCandidates(this.icons, isDark ? 'dark' : 'light', EDGE * devicePixelRatio);
    const isAllowed = (source: IconSource): boolean =>
      source.kind === 'inline' || this.policy?.remote?.allows(source.address.host) === true;
    return all.filter(isAllowed).slice(0, TRIED);
  }

  async #load(sources: readonly IconSource[]): Promise<void> {
    for (const source of sources) {
      // oxlint-disable-next-line no-await-in-loop -- the next one is only for when this one is nothing
      const blob = source.kind === 'inline' ? iconOf(source.src) : await remoteIcon(source.address.href);
      if (sources !== this.#sources) return;
      if (blob) return this.#show(blob);
    }
    this.#show(undefined);
  }

  #show(blob: Blob | undefined): void {
    this.#revoke();
    this.#blob = blob;
    if (blob && this.isConnected) this.url = URL.createObjectURL(blob);
  }

  #revoke(): void {
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = '';
  }

  readonly #onScheme = (): void => this.requestUpdate();
  readonly #onBroken = (): void => this.#show(undefined);

  override render(): TemplateResult {
    const letter = /[\p{L}\p{N}]/u.exec(this.name)?.[0]?.toUpperCase() ?? '';
    return this.url
      ? html`<span part="base" aria-hidden="true"
          ><img part="image" src=${this.url} alt="" decoding="async" draggable="false" @error=${this.#onBroken}
        /></span>`
      : html`<span class="letter" part="base" aria-hidden="true">${letter ? html`<b>${letter}</b>` : nothing}</span>`;
  }
}

/** True if both have the same URLs in the same order. */
function isSame(one: readonly IconSource[], other: readonly IconSource[]): boolean {
  const at = (source: IconSource): string => (source.kind === 'inline' ? source.src : source.address.href);
  return one.length === other.length && one.every((source, index) => at(source) === at(other[index]!));
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-icon': McpIconElement;
  }
}
