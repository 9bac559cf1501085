import {
  type CSSResultGroup,
  nothing,
  type PropertyValues,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { property, state } from 'lit/decorators.js';
import { McpElement } from '../internal/mcp-element.js';
import {
  type ContentPolicy,
  MAX_REMEMBERED_LINKS,
  offeredScheme,
  pageDocument,
  type PageLink,
  type PageReading,
  readAddress,
} from '../../src/content/index.js';
import { linkStyles } from '../content/content.styles.js';
import { LinkGuard, offerLink, openLink } from '../content/links.js';
import { usePolicyAround } from '../context.js';
import { html } from '../internal/html.js';
import { richErrorWords } from '../words/messages.js';
import { base, controls, tokens } from '../internal/styles.js';
import { pageViewStyles } from './page-view.styles.js';
import { notice } from '../internal/notice.js';
import { t } from './messages.js';

type FrameState =
  | { readonly phase: 'off' }
  | { readonly phase: 'shown'; readonly url: string }
  /** The security policy of the page forbids the frame. */
  | { readonly phase: 'refused'; readonly directive: string };

/** Directives that can forbid a frame with a `blob:` URL. */
const FRAME_DIRECTIVES = /^(?:frame-src|child-src|default-src)$/;

/** Links that are listed. The source has all of them. */
const SHOWN = 100;

/** Heights of the frame, in em, from a short page to a long one. The contents cannot be measured from outside. */
const HEIGHTS = [12, 24, 40, 64, 100] as const;
/** Hosts of images that are named. */
const SHOWN_HOSTS = 3;

/**
 * @summary Shows HTML from a server as a page of its own, in a frame in which nothing runs, loads or leads away.
 *
 * The page keeps its style and the images inside it. Its scripts, forms, frames and links are removed before the frame gets it,
 * and the frame is also locked (`sandbox=""` and its own policy). The targets of its links are listed below.
 *
 * A page with a security policy must allow `frame-src blob:`; otherwise this element shows a message instead. The policy holds
 * inside the frame too: under `style-src 'self'` the page shows without its style.
 *
 * @fires {McpLinkOpenRequestEvent} mcp-link-open-request - Before a web address is opened. Prevent it to open it another way.
 * @fires {McpSchemeOpenRequestEvent} mcp-scheme-open-request - The person wants to open an address that is not on the web. Prevent it if the page opens it.
 * @csspart frame - The frame of a page.
 * @csspart title - The title.
 * @csspart button - Every button.
 * @csspart list - A list.
 * @csspart link - A link.
 * @csspart decline-button - The button that declines.
 * @csspart note - A notice or a hint.
 * @csspart hidden-character - A sign in place of hidden characters.
 */
export class McpPageViewElement extends McpElement {
  static override styles: CSSResultGroup = [tokens, base, controls, linkStyles, pageViewStyles];

  readonly #frame = new PageFrame(this);
  readonly #links = new LinkGuard(this);
  #page: PageReading | undefined;
  #reading: Promise<void> | undefined;
  /** The number of the document that is being read. */
  #turn = 0;

  @state() private height = 1;

  /** The HTML source. */
  @property({ attribute: false })
  text: string | undefined;

  /** The policy for content, with its limits. */
  @property({ attribute: false })
  policy: ContentPolicy | undefined;

  constructor() {
    super();
    usePolicyAround(this);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('text') && !changed.has('policy')) return;
    this.#links.forget();
    this.#frame.use(undefined);
    this.#page = undefined;
    this.#turn++;
    this.#reading = this.text === undefined ? undefined : this.#read(this.text, this.#turn);
  }

  /** Waits for the page too. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const isDone = await super.getUpdateComplete();
    if (!this.#reading) return isDone;
    await this.#reading;
    return super.getUpdateComplete();
  }

  async #read(text: string, turn: number): Promise<void> {
    const page = await pageDocument(text, this.policy);
    // Another document came meanwhile.
    if (turn !== this.#turn) return;
    this.#page = page;
    this.#frame.use(page.kind === 'page' ? page.html : undefined);
  }

  protected override updated(): void {
    this.style.setProperty('--_height', `${HEIGHTS[this.height] ?? HEIGHTS[1]}em`);
  }

  #step(by: 1 | -1): void {
    this.height = Math.min(HEIGHTS.length - 1, Math.max(0, this.height + by));
  }

  override render(): TemplateResult | typeof nothing {
    const page = this.#page;
    if (!page) return nothing;
    if (page.kind === 'refused')
      return html`<p class="small quiet" part="note" role="status">${richErrorWords(page.note)}</p>`;
    const { state: frame } = this.#frame;
    if (frame.phase === 'refused')
      return notice({
        part: 'note',
        role: 'status',
        title: t('pageView.thePageCannotBe'),
        lines: [
          html`${t.rich('pageView.policyAllowsNoFrame', {
            source: html`<code>blob:</code>`,
            directive: html`<code>${frame.directive === 'default-src' ? 'frame-src' : frame.directive}</code>`,
          })}`,
        ],
      });
    if (frame.phase === 'off') return nothing;
    const name = page.title === '' ? t('pageView.withoutATitle') : `“${page.title}”`;
    return html`<figure part="frame" data-name="page">
        <figcaption class="small" part="title" data-name="caption">
          <span class="what"
            ><strong
              >${page.title ? t.rich('pageView.titledPage', { title: page.title }) : t('pageView.aPageFromTheServer')}</strong
            >
            <span class="quiet">${t('pageView.notPartOfThis')}</span></span
          >
          ${this.#renderHeights()}
        </figcaption>
        <iframe
          part="frame"
          sandbox=""
          referrerpolicy="no-referrer"
          title=${t('pageView.pageFromTheServer', { name })}
          src=${frame.url}
        ></iframe>
      </figure>
      ${lossesOf(page)} ${pageLinks(page.links, this.#links)}`;
  }

  #renderHeights(): TemplateResult {
    return html`<span class="heights"
      ><button
        class="plain"
        part="button"
        data-name="shorter-button"
        type="button"
        ?disabled=${this.height === 0}
        @click=${() => this.#step(-1)}
      >
        ${t('pageView.shorter')}</button
      ><button
        class="plain"
        part="button"
        data-name="taller-button"
        type="button"
        ?disabled=${this.height === HEIGHTS.length - 1}
        @click=${() => this.#step(1)}
      >
        ${t('pageView.taller')}
      </button></span
    >`;
  }
}

/**
 * Keeps the object URL of a document while its host shows it, and detects when the security policy of the page forbids
 * the frame: the frame itself reports nothing and stays empty.
 */
class PageFrame implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  #html: string | undefined;
  #state: FrameState = { phase: 'off' };

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    host.addController(this);
  }

  get state(): FrameState {
    return this.#state;
  }

  hostConnected(): void {
    document.addEventListener('securitypolicyviolation', this.#onViolation);
    this.use(this.#html);
  }

  hostDisconnected(): void {
    document.removeEventListener('securitypolicyviolation', this.#onViolation);
    this.#set({ phase: 'off' });
  }

  /** Shows another document, or none. */
  use(html: string | undefined): void {
    this.#html = html;
    if (html === undefined || !this.#host.isConnected) this.#set({ phase: 'off' });
    else {
      const blob = new Blob([html], { type: 'text/html;charset=utf-8' });
      this.#set({ phase: 'shown', url: URL.createObjectURL(blob) });
    }
  }

  readonly #onViolation = ({ effectiveDirective, blockedURI, disposition }: SecurityPolicyViolationEvent): void => {
    const isOurs = this.#state.phase === 'shown' && blockedURI.startsWith('blob');
    if (isOurs && disposition === 'enforce' && FRAME_DIRECTIVES.test(effectiveDirective))
      this.#set({ phase: 'refused', directive: effectiveDirective });
  };

  #set(state: FrameState): void {
    if (this.#state.phase === 'shown') URL.revokeObjectURL(this.#state.url);
    this.#state = state;
    this.#host.requestUpdate();
  }
}

/** The targets of the links of a page: inside the frame they do nothing. */
function pageLinks(links: readonly PageLink[], guard: LinkGuard): TemplateResult | typeof nothing {
  const rows = new Map<string, TemplateResult>();
  const others = new Set<string>();
  for (const { href, text } of links) {
    const address = readAddress(href);
    if (rows.has(href)) continue;
    if (rows.size >= SHOWN) {
      if (address.kind === 'web' || address.kind === 'mail' || offeredScheme(href)) others.add(href);
      continue;
    }
    const words = text ? html`<span class="words" dir="auto"><bdi>${text}</bdi></span>` : nothing;
    if (address.kind === 'web') rows.set(href, html`<li>${words} ${openLink(address, guard, undefined, text)}</li>`);
    else if (address.kind === 'mail')
      rows.set(href, html`<li>${words} <code class="quiet">${address.address}</code></li>`);
    else if (offeredScheme(href)) rows.set(href, html`<li>${words} ${offerLink(href, guard)}</li>`);
  }
  if (rows.size === 0) return nothing;
  return html`<details class="links" part="list" data-name="links">
      <summary class="small">
        ${
          others.size > 0
            ? t(links.length < MAX_REMEMBERED_LINKS ? 'pageView.theFirstLinks' : 'pageView.theFirstLinksOrMore', {
                shown: rows.size,
                all: rows.size + others.size,
              })
            : t('pageView.linksOnThisPage', { count: rows.size })
        }
      </summary>
      <ul>
        ${[...rows.values()]}
      </ul>
    </details>
    ${guard.render()}`;
}

/** Names the parts that the frame leaves out, in one or two sentences. */
function lossesOf({ images, removed }: Extract<PageReading, { kind: 'page' }>): TemplateResult | typeof nothing {
  if (images.length === 0 && removed === 0) return nothing;
  const addresses = images.map((image) => readAddress(image.startsWith('//') ? `https:${image}` : image));
  const hosts = [...new Set(addresses.flatMap((address) => (address.kind === 'web' ? [address.host] : [])))];
  const shown = hosts.slice(0, SHOWN_HOSTS).join(', ');
  const more = hosts.length - SHOWN_HOSTS;
  return html`<p class="small quiet" part="note">
    ${
      images.length > 0
        ? shown
          ? t.rich('pageView.notLoadedFrom', {
              images: t('pageView.images', { count: images.length }),
              hosts: more > 0 ? t.rich('pageView.andOtherHosts', { shown, count: more }) : shown,
            })
          : t('pageView.notLoaded', { images: t('pageView.images', { count: images.length }) })
        : nothing
    }
    ${removed > 0 ? t('pageView.leftOutForSafety', { count: removed }) : nothing}
  </p>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-page-view': McpPageViewElement;
  }
}
