import { consume } from '@lit/context';
import { type CSSResultGroup, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { McpElement } from '../internal/mcp-element.js';
import { type Grant, GRANT_DAYS, type Grants, hasEnded } from '../../src/approvals/index.js';
import type { Session } from '../../src/index.js';
import { sessionContext } from '../context.js';
import { collapsedContent } from '../internal/details.js';
import { PermissionsController } from '../internal/permissions-controller.js';
import { html } from '../internal/html.js';
import { RefreshOnReturn, StoreController } from '../internal/store-controller.js';
import { base, controls, preferredWidth, tokens } from '../internal/styles.js';
import { panelStyles } from '../internal/panel.styles.js';
import { cut, dayOf, oneLine } from '../internal/text.js';
import { permissionsStyles } from './permissions.styles.js';
import { toJson } from '../../src/util/json.js';
import { NAME_LENGTH, placeOf } from './place.js';
import { t } from './messages.js';

/** Characters of a tool's definition that are shown. */
const SHOWN_DEFINITION = 20_000;

/** Names of tools that are shown for one decision. */
const SHOWN_TOOLS = 200;

/** Decisions that are shown at once. There may be a thousand. */
const SHOWN = 100;

/**
 * @summary Lists every decision about tools that the person wanted remembered, and revokes them.
 *
 * The decisions belong to the session around it, or without one to the page. It reads them again when the person comes back
 * to the window, because another tab may have changed them.
 *
 * @csspart base - The whole contents.
 * @csspart details - A part that expands and collapses.
 * @csspart item - One item of a list.
 * @csspart button - Every button.
 * @csspart empty - The text without items.
 * @csspart hidden-character - A sign in place of hidden characters.
 */
export class McpPermissionsElement extends McpElement {
  static override styles: CSSResultGroup = [tokens, base, controls, panelStyles, permissionsStyles, preferredWidth(36)];

  readonly #kept = new PermissionsController(
    this,
    () => this.session,
    () => this.#refresh(),
  );
  readonly #all = new StoreController(this, () => this.#grants());
  readonly #fresh = new RefreshOnReturn(this, () => this.#refresh());
  /** The index of the button that gets the focus once the pressed one is gone. */
  #focusAt: number | undefined;

  @state() private isRead = false;
  @state() private outcome = '';
  @state() private shown = SHOWN;

  /** The session whose decisions are listed; by default that of the surrounding element. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  /** Decisions from `openGrants()` of `mcp-embed/storage`. Then all of them are listed. */
  @property({ attribute: false })
  grants: Grants | undefined;

  /** Shows nothing while there are no decisions, otherwise a `<details>` with their number. */
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
    this.outcome = t('permissions.revokedYouWillBe', { subject: subjectOf(grant) });
    void (this.grants ?? this.#kept.value?.grants)?.revoke(grant.id);
  };

  readonly #revokeServer = (server: string, name: string): void => {
    this.#focusAt = 0;
    this.outcome = t('permissions.everythingAboutIsRevoked', { name });
    void (this.grants ?? this.#kept.value?.grants)?.revokeAll(server);
  };

  protected override updated(): void {
    if (this.#focusAt === undefined || this.shadowRoot?.activeElement) return;
    const buttons = this.renderRoot.querySelectorAll<HTMLElement>('.decision > button');
    const next = buttons[Math.min(this.#focusAt, buttons.length - 1)];
    if (this.#focusAt >= 0) (next ?? this.renderRoot.querySelector<HTMLElement>('[part~="base"]'))?.focus();
    this.#focusAt = undefined;
  }

  override render(): TemplateResult | typeof nothing {
    const isVisible = (server: string): boolean =>
      this.grants !== undefined || this.#kept.value?.isVisible(server) === true;
    const all = this.isRead ? (this.#all.value ?? []).filter(({ server }) => isVisible(server)) : [];
    if (this.quiet && all.length === 0 && !this.outcome) return nothing;
    return html`<div part="base" tabindex="-1" role="group" aria-label=${t('permissions.decisions')}>
      <p class="small quiet" role="status">${this.outcome}</p>
      ${
        this.quiet && all.length > 0
          ? collapsedContent(t('permissions.decisionsCount', { count: all.length }), this.#renderAll(all))
          : this.#renderAll(all)
      }
    </div>`;
  }

  #renderAll(all: readonly Grant[]): TemplateResult | typeof nothing {
    if (all.length === 0) return this.isRead && !this.quiet ? empty() : nothing;
    return html`${servers(all.slice(0, this.shown)).map((some) => this.#renderServer(some))}
    ${
      all.length > this.shown
        ? html`<button type="button" part="button" data-name="more-button" @click=${() => (this.shown += SHOWN)}>
            ${t.rich('permissions.showMoreOfDecisions', { count: all.length })}
          </button>`
        : nothing
    }`;
  }

  #renderServer(some: readonly Grant[]): TemplateResult {
    const { server, serverName } = some[0]!;
    const { host, identity } = placeOf(server);
    const name = oneLine(serverName, 100) || host;
    return html`<section class="server" aria-label=${t('permissions.decisionsAboutOn', { name, host })}>
      <div class="head">
        <h3><bdi>${name}</bdi></h3>
        <bdi class="small quiet mono">${host}</bdi>
        ${identity === undefined ? nothing : html`<span class="small quiet">${t.rich('permissions.asIdentity', { identity })}</span>`}
        ${
          some.length > 1
            ? html`<button
                class="plain small"
                part="button"
                data-name="revoke-server-button"
                type="button"
                aria-label=${t('permissions.revokeAllOfThis', { name, host })}
                @click=${() => this.#revokeServer(server, name)}
              >
                ${t('permissions.revokeAllOfThisServer')}
              </button>`
            : nothing
        }
      </div>
      <ul class="decisions framed">
        ${repeat(
          some,
          ({ id }) => id,
          (grant) => decisionView(grant, this.#revoke),
        )}
      </ul>
    </section>`;
  }
}

/** The subject of the decision: `search`, `4 tools that read only`. */
function subjectOf({ scope, tools }: Grant): string {
  return scope === 'read-only'
    ? t('permissions.saidToReadOnly', { tools: t('permissions.tools', { count: tools.length }) })
    : oneLine(tools[0]?.name ?? t('permissions.aTool'), NAME_LENGTH);
}

function scopeWords({ scope }: Grant): string {
  return t(`permissions.scope.${scope}`);
}

/** Since when it holds, and how long. */
function termWords(grant: Grant): readonly unknown[] {
  const { duration, verdict, at } = grant;
  const day = html`<time datetime=${new Date(at).toISOString()}>${dayOf(at)}</time>`;
  if (hasEnded(grant))
    return at > Date.now()
      ? t.rich('permissions.sinceTheFuture', { day })
      : t.rich('permissions.sinceTooLong', { day, days: GRANT_DAYS });
  if (duration === 'session')
    return verdict === 'deny' ? t.rich('permissions.pageRefused', { day }) : t.rich('permissions.pageAllowed', { day });
  return verdict === 'deny'
    ? t.rich('permissions.alwaysRefused', { day })
    : t.rich('permissions.alwaysAllowed', { day, days: GRANT_DAYS });
}

/**
 * One decision: what it allows or refuses, how long, the definition of the tool at that time, and the button that
 * revokes it.
 */
function decisionView(grant: Grant, revoke: (grant: Grant) => void): TemplateResult {
  const isAllowed = grant.verdict === 'allow';
  const isOver = hasEnded(grant);
  const verdict = isOver
    ? t('permissions.noLongerAllowed')
    : isAllowed
      ? t('permissions.allowed')
      : t('permissions.refused');
  return html`<li class="decision" part="item" data-name="decision">
    <div class="what">
      <span class="verdict ${isOver ? 'over' : isAllowed ? 'allowed' : 'refused'}">${verdict}</span>
      <bdi class=${grant.scope === 'read-only' ? '' : 'mono'}>${subjectOf(grant)}</bdi>
      <span class="quiet">${scopeWords(grant)}</span>
    </div>
    <button
      class="small"
      part="button"
      data-name="revoke-button"
      type="button"
      aria-label="${isOver ? t('permissions.remove') : t('permissions.revoke')}: ${verdict.toLowerCase()} ${subjectOf(grant)}"
      @click=${() => revoke(grant)}
    >
      ${isOver ? t('permissions.remove') : t('permissions.revoke')}
    </button>
    <p class="small quiet">${termWords(grant)}</p>
    ${grant.scope === 'read-only' ? namesOf(grant) : definitionOf(grant)}
  </li>`;
}

function namesOf({ tools }: Grant): TemplateResult {
  const more = tools.length - SHOWN_TOOLS;
  return html`<details class="small">
    <summary>${t('permissions.whichTools')}</summary>
    <ul class="names">
      ${tools.slice(0, SHOWN_TOOLS).map(({ name }) => html`<li><bdi class="mono">${oneLine(name, 200)}</bdi></li>`)}
      ${more > 0 ? html`<li>${t.rich('permissions.andMore', { more })}</li>` : nothing}
    </ul>
  </details>`;
}

function definitionOf({ definition }: Grant): TemplateResult | typeof nothing {
  if (!definition) return nothing;
  const { name: _name, description, ...rest } = definition;
  const said = typeof description === 'string' ? description : '';
  return html`<details class="small" part="details" data-name="definition">
    <summary>${t('permissions.whatTheServerSaid')}</summary>
    <p class="said">${said ? cut(said, SHOWN_DEFINITION) : t('permissions.itGaveNoDescription')}</p>
    <pre tabindex="0" role="group" aria-label=${t('permissions.everythingElseThatIt')}>
${cut(toJson(rest, undefined, 2), SHOWN_DEFINITION)}</pre>
  </details>`;
}

const empty = (): TemplateResult => html`<p class="quiet" part="empty">${t('permissions.noDecisionIsRemembered')}</p>`;

/** Groups decisions by server, in the order of the newest decision about each. */
function servers(all: readonly Grant[]): readonly (readonly Grant[])[] {
  const groups = new Map<string, Grant[]>();
  for (const grant of all) groups.set(grant.server, [...(groups.get(grant.server) ?? []), grant]);
  return [...groups.values()];
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-permissions': McpPermissionsElement;
  }
}
