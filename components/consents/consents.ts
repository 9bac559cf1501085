import { consume } from '@lit/context';
import { LitElement, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Grant, Grants } from '../../src/consent/index.js';
import type { Session } from '../../src/index.js';
import { sessionContext } from '../contexts/session-context.js';
import { foldInSight } from '../controllers/fold-in-sight.js';
import { FreshOnReturn } from '../controllers/fresh-on-return.js';
import { KeptConsent } from '../controllers/kept-consent.js';
import { StoreController } from '../controllers/store-controller.js';
import { base } from '../styles/base.styles.js';
import { controls } from '../styles/controls.styles.js';
import { tokens } from '../styles/tokens.styles.js';
import { formatCount } from '../words/counted.js';
import { oneLine } from '../words/cut.js';
import { html } from '../words/html.js';
import { consentsStyles } from './consents.styles.js';
import { decisionView } from './decision-view.js';
import { placeOf, subjectOf } from './decision-words.js';

/** Decisions that are shown at once; there may be a thousand. */
const SHOWN = 100;

const EMPTY = html`<p class="quiet" part="empty">
  No decision is remembered. When a question asks whether a tool may run, you can say there that you do not want to be
  asked again. Then it stands here, and you can take it back.
</p>`;

/**
 * @summary Lists every decision about tools that the person wanted remembered, and takes them back.
 *
 * Those of the session around it; without one, those of the page. It reads them again when the person comes back to the
 * window, where another tab may have changed them.
 *
 * @csspart base - Everything.
 * @csspart fold - The fold that a quiet one is in.
 * @csspart decision - One decision.
 * @csspart definition - What the server said of the tool then, folded.
 * @csspart revoke-button - Takes one decision back.
 * @csspart revoke-server-button - Takes back everything that was decided about one server.
 * @csspart more-button - Shows more of many.
 * @csspart empty - What is said when there is none.
 * @csspart hidden-character - Stands for characters that nobody would see.
 */
export class McpConsentsElement extends LitElement {
  static override styles: CSSResultGroup = [tokens, base, controls, consentsStyles];

  readonly #kept = new KeptConsent(
    this,
    () => this.session,
    () => this.#refresh(),
  );
  readonly #all = new StoreController(this, () => this.#grants());
  readonly #fresh = new FreshOnReturn(this, () => this.#refresh());
  /** The button that is to have the focus once the pressed one is gone, by its place. */
  #focusAt: number | undefined;

  @state() private isRead = false;
  @state() private outcome = '';
  @state() private shown = SHOWN;

  /** The session whose decisions are listed; by default that of the element around. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  /** The decisions themselves, from `openGrants()` of `mcp-embed/consent`: all of them are then listed. */
  @property({ attribute: false })
  grants: Grants | undefined;

  /** Shows nothing where there are none, and a fold with their number otherwise. */
  @property({ type: Boolean, reflect: true })
  quiet = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('grants')) this.#refresh();
  }

  #grants(): Grants['all'] | undefined {
    return (this.grants ?? this.#kept.value?.grants)?.all;
  }

  #refresh(): void {
    const grants = this.grants ?? this.#kept.value?.grants;
    void grants?.refresh().then(() => (this.isRead = true));
  }

  readonly #revoke = (grant: Grant): void => {
    const buttons = [...this.renderRoot.querySelectorAll('.decision > button')];
    this.#focusAt = buttons.indexOf(this.shadowRoot?.activeElement ?? this);
    this.outcome = `Taken back: ${subjectOf(grant)}. You will be asked again.`;
    void (this.grants ?? this.#kept.value?.grants)?.revoke(grant.id);
  };

  readonly #revokeServer = (server: string, name: string): void => {
    this.#focusAt = 0;
    this.outcome = `Everything about ${name} is taken back. You will be asked again.`;
    void (this.grants ?? this.#kept.value?.grants)?.revokeAll(server);
  };

  protected override updated(): void {
    if (this.#focusAt === undefined || this.shadowRoot?.activeElement) return;
    const buttons = this.renderRoot.querySelectorAll<HTMLElement>('.decision > button');
    const next = buttons[Math.min(this.#focusAt, buttons.length - 1)];
    if (this.#focusAt >= 0) (next ?? this.renderRoot.querySelector<HTMLElement>('[part="base"]'))?.focus();
    this.#focusAt = undefined;
  }

  override render(): TemplateResult | typeof nothing {
    const isMeant = (server: string): boolean =>
      this.grants !== undefined || this.#kept.value?.isMeant(server) === true;
    const all = this.isRead ? (this.#all.value ?? []).filter(({ server }) => isMeant(server)) : [];
    if (this.quiet && all.length === 0 && !this.outcome) return nothing;
    return html`<div part="base" tabindex="-1" role="group" aria-label="Decisions">
      <p class="small quiet" role="status">${this.outcome}</p>
      ${
        this.quiet && all.length > 0
          ? html`<details part="fold" @toggle=${foldInSight}>
              <summary>Decisions (${formatCount(all.length)})</summary>
              ${this.#renderAll(all)}
            </details>`
          : this.#renderAll(all)
      }
    </div>`;
  }

  #renderAll(all: readonly Grant[]): TemplateResult | typeof nothing {
    if (all.length === 0) return this.isRead && !this.quiet ? EMPTY : nothing;
    return html`${servers(all.slice(0, this.shown)).map((some) => this.#renderServer(some))}
    ${
      all.length > this.shown
        ? html`<button type="button" part="more-button" @click=${() => (this.shown += SHOWN)}>
            Show more of ${formatCount(all.length)} decisions
          </button>`
        : nothing
    }`;
  }

  #renderServer(some: readonly Grant[]): TemplateResult {
    const { server, serverName } = some[0]!;
    const { host, identity } = placeOf(server);
    const name = oneLine(serverName, 100) || host;
    return html`<section class="server" aria-label="Decisions about ${name} on ${host}">
      <div class="head">
        <h3><bdi>${name}</bdi></h3>
        <bdi class="small quiet mono">${host}</bdi>
        ${identity === undefined ? nothing : html`<span class="small quiet">as <bdi>${identity}</bdi></span>`}
        ${
          some.length > 1
            ? html`<button
                class="plain small"
                part="revoke-server-button"
                type="button"
                aria-label="Take back all of this server: ${name} on ${host}"
                @click=${() => this.#revokeServer(server, name)}
              >
                Take back all of this server
              </button>`
            : nothing
        }
      </div>
      <ul class="decisions">
        ${repeat(
          some,
          ({ id }) => id,
          (grant) => decisionView(grant, this.#revoke),
        )}
      </ul>
    </section>`;
  }
}

/** By server, in the order of the newest decision about each. */
function servers(all: readonly Grant[]): readonly (readonly Grant[])[] {
  const groups = new Map<string, Grant[]>();
  for (const grant of all) groups.set(grant.server, [...(groups.get(grant.server) ?? []), grant]);
  return [...groups.values()];
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-consents': McpConsentsElement;
  }
}
