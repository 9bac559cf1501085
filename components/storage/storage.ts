import { consume } from '@lit/context';
import { LitElement, nothing, type CSSResultGroup, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { formatBytes } from '../../src/content/index.js';
import { consentOf } from '../../src/consent/index.js';
import type { McpError, Session } from '../../src/index.js';
import { eraseKept, isAboutTabs, type Erased, type Usage } from '../../src/kept/index.js';
import { placeOf } from '../consents/decision-words.js';
import { sessionContext } from '../contexts/session-context.js';
import { FocusFallback } from '../controllers/focus-fallback.js';
import { foldInSight } from '../controllers/fold-in-sight.js';
import { FreshOnReturn } from '../controllers/fresh-on-return.js';
import { StoreController } from '../controllers/store-controller.js';
import { base } from '../styles/base.styles.js';
import { controls } from '../styles/controls.styles.js';
import { tokens } from '../styles/tokens.styles.js';
import { counted, formatCount } from '../words/counted.js';
import { html } from '../words/html.js';
import { UsageWatch, type KeptUsage } from './kept-usage.js';
import { placeInWords } from './place-words.js';
import { bytesOf, eraser, serverHead, serverView, type ServerView } from './server-view.js';
import { storageStyles } from './storage.styles.js';

/** Servers that are listed at once. */
const SHOWN = 50;

const SERVER = { one: 'server', other: 'servers' };
const NAMED = { one: 'server of somebody else', other: 'servers of somebody else' };

/**
 * @summary Shows what is kept in this browser, about this server and about all, how much and since when, and erases it.
 *
 * That of the session around it; without one, that of the page. What belongs to somebody by name is listed in their
 * session only, and erased with everything.
 *
 * @csspart base - Everything.
 * @csspart fold - The fold that a quiet one is in.
 * @csspart kind - One kind of thing that is kept.
 * @csspart others - What is kept about other servers, folded.
 * @csspart place - Where it is kept and how long, or why nothing is.
 * @csspart estimate - How much this site takes of what the browser gives it.
 * @csspart erase-button - Asks whether to erase.
 * @csspart confirm-button - Erases.
 * @csspart keep-button - Does not.
 * @csspart more-button - Shows more servers.
 * @csspart empty - What is said when nothing is kept.
 * @csspart hidden-character - Stands for characters that nobody would see.
 */
export class McpStorageElement extends LitElement {
  static override styles: CSSResultGroup = [tokens, base, controls, storageStyles];

  readonly #watch = new UsageWatch(this, () => this.session);
  readonly #problems = new StoreController(this, () => this.session?.problems);
  readonly #fresh = new FreshOnReturn(this, () => void this.#watch.look());
  readonly #focus = new FocusFallback(this, ['[part="keep-button"]', '[part="base"]']);

  @state() private asking: Erased | undefined;
  @state() private outcome = '';
  @state() private shown = SHOWN;

  /** The session about whose server it is; by default that of the element around. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  /** A fold with how much there is. */
  @property({ type: Boolean, reflect: true })
  quiet = false;

  get #problem(): McpError | undefined {
    return this.#problems.value?.findLast((problem) => problem.code === 'storage' && !isAboutTabs(problem));
  }

  readonly #ask = (what: Erased): void => {
    this.asking = what;
    this.outcome = '';
  };

  readonly #keep = (): void => {
    const label = this.renderRoot.querySelector('.asking')?.getAttribute('aria-label')?.slice('Erase '.length, -1);
    this.asking = undefined;
    // Back to where the question came from.
    void this.updateComplete.then(() =>
      [...this.renderRoot.querySelectorAll<HTMLElement>('.erase')]
        .find((button) => button.getAttribute('aria-label')?.endsWith(`: ${label}`))
        ?.focus(),
    );
  };

  readonly #erase = (what: Erased, words: string): void => {
    const usage = this.#watch.value;
    if (!usage) return;
    this.asking = undefined;
    void eraseKept(usage.storage, what, usage.options).then(
      async () => {
        // Elements of this page hold them too.
        if (this.session) void consentOf(this.session).then((consent) => consent?.roots?.refresh());
        await this.#watch.look();
        this.outcome = `Erased: ${words}. What stands on the screen stays until you leave the page.`;
      },
      () => (this.outcome = `${words}: this could not be erased. Close other tabs of this site, and try again.`),
    );
  };

  override render(): TemplateResult | typeof nothing {
    const usage = this.#watch.value;
    if (!usage) return nothing;
    const content = this.#renderAll(usage);
    return html`<div part="base" tabindex="-1" role="group" aria-label="Kept in this browser">
      ${
        this.quiet
          ? html`<details part="fold" @toggle=${foldInSight}>
              <summary>Kept here (${formatBytes(bytesOf(this.#ofSession(usage)))})</summary>
              ${content}
            </details>`
          : content
      }
      <p class="small quiet" role="status">${this.outcome}</p>
    </div>`;
  }

  /** What is kept about the server of the session; without one, about all. */
  #ofSession({ all, server }: KeptUsage): readonly Usage[] {
    return server === undefined ? all : all.filter((one) => one.server === server);
  }

  #renderAll(usage: KeptUsage): TemplateResult {
    const { all, server } = usage;
    const own = server === undefined ? [] : this.#ofSession(usage);
    const others = all.filter((one) => one.server !== server);
    return html`<div class="all">
      <p class="small quiet" part="place">${placeInWords(usage, this.#problem)}</p>
      ${all.length === 0 ? html`<p class="quiet" part="empty">Nothing is kept.</p>` : nothing}
      ${own.length > 0 ? serverView(this.#viewOf(server!, own)) : nothing}
      ${others.length > 0 ? this.#renderOthers(usage, others) : nothing} ${this.#renderEstimate(usage)}
      ${
        all.length > 0
          ? html`<div class="head">
              ${eraser(this.#viewOf('', all), {}, 'everything that is kept about all servers', 'Erase everything')}
            </div>`
          : nothing
      }
    </div>`;
  }

  #renderOthers({ server }: KeptUsage, others: readonly Usage[]): TemplateResult {
    const identity = server === undefined ? undefined : placeOf(server).identity;
    const names = [...new Set(others.map((one) => one.server))];
    const meant = names.filter((name) => [undefined, identity].includes(placeOf(name).identity));
    const foreign = names.length - meant.length;
    const of = (name: string): readonly Usage[] => others.filter((one) => one.server === name);
    return html`<details part="others" ?open=${server === undefined}>
      <summary class="small">
        ${server === undefined ? '' : 'Other servers: '}${counted(meant.length, SERVER)},
        ${formatBytes(bytesOf(others))}
      </summary>
      <ul class="servers">
        ${meant.slice(0, this.shown).map((name) => html`<li>${serverHead(this.#viewOf(name, of(name)))}</li>`)}
        ${foreign > 0 ? html`<li class="small quiet">And ${counted(foreign, NAMED)}, listed where they are signed in.</li>` : nothing}
      </ul>
      ${
        meant.length > this.shown
          ? html`<button type="button" part="more-button" @click=${() => (this.shown += SHOWN)}>
              Show more of ${formatCount(meant.length)} servers
            </button>`
          : nothing
      }
    </details>`;
  }

  #renderEstimate({ estimate }: KeptUsage): TemplateResult | typeof nothing {
    if (!estimate) return nothing;
    const { usage, quota } = estimate;
    return html`<p class="small quiet" part="estimate">
      This site, with all that is on it, takes ${formatBytes(usage)} of the ${formatBytes(quota)} that the browser gives
      it.
    </p>`;
  }

  #viewOf(server: string, usage: readonly Usage[]): ServerView {
    return { server, usage, asking: this.asking, ask: this.#ask, erase: this.#erase, keep: this.#keep };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-storage': McpStorageElement;
  }
}
