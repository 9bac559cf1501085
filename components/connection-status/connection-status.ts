import { consume } from '@lit/context';
import { type CSSResultGroup, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { McpElement } from '../internal/mcp-element.js';
import {
  displayName,
  type McpError,
  type ServerCapabilities,
  type ServerProfile,
  type Session,
  type SessionState,
  serverOffers,
  type OfferedMethod,
} from '../../src/index.js';
import { sessionContext } from '../context.js';
import { clientAround } from '../internal/client-around.js';
import { FindOutWhy } from '../internal/find-out-why.js';
import { FocusFallback } from '../internal/focus-fallback.js';
import { html } from '../internal/html.js';
import { downIcon } from '../internal/icons.js';
import { notice } from '../internal/notice.js';
import { problem, problemLine } from '../internal/problem.js';
import { describePlace } from '../internal/server-place.js';
import { signInOf } from '../session/session-provider.js';
import { StoreController } from '../internal/store-controller.js';
import { base, controls, preferredWidth, tokens } from '../internal/styles.js';
import { cut } from '../internal/text.js';
import { collapsedText, collapsedTextStyles } from '../internal/long-text.js';
import { Countdown } from './countdown.js';
import { LongWait } from './long-wait.js';
import { connectionStatusStyles } from './connection-status.styles.js';
import { t as common } from '../words/common-words.js';
import { t } from './messages.js';

/** Extensions, and experimental capabilities, that are listed. A server may send thousands. */
const SHOWN_EXTENSIONS = 10;

type Phase = SessionState['phase'];

/** Characters of a server's instructions that are shown. */
const SHOWN_INSTRUCTIONS = 4000;
/** Characters of them that are shown without a press: about four lines. */
const MAX_OPEN_INSTRUCTIONS = 240;

/**
 * @summary Says which server this is and how the connection stands, and connects or disconnects.
 *
 * @slot details - Below what is told about the server.
 * @csspart base - The whole contents.
 * @csspart bar - The line with the state, the name and the buttons.
 * @csspart status - The connection state.
 * @csspart title - The title.
 * @csspart host - The host from which something loads.
 * @csspart button - Every button.
 * @csspart details - A part that expands and collapses.
 * @csspart description - What the server tells a model about itself.
 * @csspart note - A notice or a hint.
 * @csspart warning - What has changed of the server since the last time, a lost connection, or a long wait for one.
 * @csspart error - An error with its remedy.
 * @csspart retry-button - The button that connects again.
 * @csspart hidden-character - A sign in place of hidden characters.
 */
export class McpConnectionStatusElement extends McpElement {
  static override styles: CSSResultGroup = [
    tokens,
    base,
    controls,
    collapsedTextStyles,
    connectionStatusStyles,
    preferredWidth(32),
  ];

  readonly #state = new StoreController(this, () => this.session?.state);

  readonly #signIn = new StoreController(this, () => signInOf(this.session));
  readonly #question = new StoreController(this, () => this.#signIn.value?.question);

  readonly #problems = new StoreController(this, () => this.session?.problems);
  /** Changes of the server that the person has read. */
  readonly #understood = new WeakSet<McpError>();

  readonly #countdown = new Countdown(this, () => {
    const state = this.#state.value;
    return state?.phase === 'lost' ? state.retryAt : undefined;
  });

  /** While a person signs in, the server is not what takes long. */
  readonly #longWait = new LongWait(this, () => {
    const isWaiting = this.#state.value?.phase === 'connecting' && !this.#question.value;
    return isWaiting ? this.session : undefined;
  });

  // A client shows the error of a connection that failed, with its diagnosis.
  readonly #findOutWhy = new FindOutWhy(
    this,
    () => this.session,
    () => !clientAround(this),
  );

  readonly #focus = new FocusFallback(this, [
    '[part~="retry-button"]',
    '[data-name="cancel-button"]',
    '.action button',
    '[part~="base"]',
  ]);

  @state() private unfolded = false;

  /** The session whose connection is shown; by default that of the surrounding element. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  readonly #connect = (): void => {
    // An error becomes the state of the session, which is shown.
    this.session?.connect().catch(() => {});
  };

  readonly #disconnect = (): void => {
    this.session?.close().catch(() => {});
  };

  readonly #understand = (): void => {
    for (const change of this.#changes) this.#understood.add(change);
    this.requestUpdate();
  };

  /** The changes of a server since the last visit that the person has not confirmed yet. */
  get #changes(): readonly McpError[] {
    return (this.#problems.value ?? []).filter(
      (problem) => problem.code === 'server-changed' && !this.#understood.has(problem),
    );
  }

  readonly #toggleDetails = (): void => {
    this.unfolded = !this.unfolded;
  };

  readonly #onDetailsKeydown = (event: KeyboardEvent): void => {
    // An edited folder has used the key already.
    if (event.key !== 'Escape' || event.defaultPrevented || !this.unfolded) return;
    event.stopPropagation();
    this.unfolded = false;
    this.shadowRoot?.querySelector<HTMLElement>('[data-name~="details-button"]')?.focus();
  };

  override render(): TemplateResult {
    const state = this.#state.value ?? ({ phase: 'idle' } as const);
    const server = 'server' in state ? state.server : undefined;
    return html`<div part="base" tabindex="-1">
      <div class="bar" part="bar">
        <span class="dot" part="status" data-name="dot" data-phase=${state.phase}></span>
        ${this.#renderWho(server)}
        <span class="words small quiet" part="status" data-name="words" role="status">${this.#words(state)}</span>
        <span class="action"> ${this.session ? this.#renderAction(state.phase) : nothing} </span>
      </div>
      ${this.#signIn.value ? html`<mcp-sign-in part="note" data-name="sign-in" .session=${this.session}></mcp-sign-in>` : nothing}
      <div aria-live="polite">
        ${
          state.phase === 'failed'
            ? problem(
                t('connectionStatus.noConnectionTo', { host: describePlace(this.session) }),
                state.error,
                { label: common('common.tryAgain'), run: this.#connect },
                this.#findOutWhy.problemOptions(state.error),
              )
            : nothing
        }
        ${state.phase === 'lost' ? this.#renderLost(state) : nothing}
        ${this.#longWait.isLong ? this.#renderLongWait() : nothing} ${this.#renderChanges()}
      </div>
      ${this.#findOutWhy.diagnosis} ${server && this.unfolded ? this.#renderDetails(server) : nothing}
    </div>`;
  }

  #words(state: SessionState): string {
    if (!this.session) return t('connectionStatus.noServer');
    // The name of the server is shown next to it if there is room.
    if (this.session.url.startsWith('port:R') && state.phase === 'ready') return t('connectionStatus.recording');
    return this.#question.value ? t('connectionStatus.waitingForYouTo') : t(`connectionStatus.words.${state.phase}`);
  }

  #renderWho(server: ServerProfile | undefined): TemplateResult {
    const host = describePlace(this.session);
    if (!server)
      return html`<span class="name" part="title" data-name="name" dir="auto"
        >${host || t('connectionStatus.mcpServer')}</span
      >`;
    const icon = server.icons?.length
      ? html`<mcp-icon .icons=${server.icons} .name=${displayName(server)}></mcp-icon>`
      : nothing;
    return html`<button
        class="plain fold"
        part="button"
        data-name="details-button"
        type="button"
        aria-expanded=${this.unfolded ? 'true' : 'false'}
        @click=${this.#toggleDetails}
        @keydown=${this.#onDetailsKeydown}
      >
        <span class="name" part="title" data-name="name" dir="auto">${icon}${displayName(server)}</span
        ><span class="visually-hidden"> · ${t('connectionStatus.aboutThisServer')}</span>${downIcon}
      </button>
      <span class="place small quiet" part="host" data-name="place"
        ><span class="host"><bdi dir="ltr">${host}</bdi></span
        ><span class="revision"> · ${server.revision}</span></span
      >`;
  }

  #renderAction(phase: Phase): TemplateResult | typeof nothing {
    // The notice below has the button.
    if (phase === 'failed' || this.#longWait.isLong) return nothing;
    const isOpen = phase === 'ready' || phase === 'connecting' || phase === 'lost';
    // One button for both acts: it keeps the focus after a press.
    return html`<button
      class="plain small"
      part="button"
      data-name=${isOpen ? 'disconnect-button' : 'connect-button'}
      type="button"
      @click=${isOpen ? this.#disconnect : this.#connect}
    >
      ${phase === 'ready' ? t('connectionStatus.disconnect') : isOpen ? t('connectionStatus.stop') : t('connectionStatus.connect')}
    </button>`;
  }

  #renderLost({ error }: SessionState & { phase: 'lost' }): TemplateResult {
    return notice({
      tone: 'warning',
      part: 'warning',
      name: 'lost',
      // Read out once, and not each second.
      title: html`${t('connectionStatus.words.lost')}<span class="visually-hidden">
          · ${t('connectionStatus.itIsTriedAgain')}</span
        ><span class="again" aria-hidden="true" data-name="countdown"> · ${againWords(this.#countdown.seconds)}</span>`,
      more: html`<button class="small" part="button retry-button" type="button" @click=${this.#connect}>
          ${t('connectionStatus.retryNow')}
        </button>
        <details>
          <summary class="small quiet">${common('common.details')}</summary>
          <p class="small">${problemLine(error)}</p>
          ${this.#findOutWhy.button ?? nothing}
        </details>`,
    });
  }

  /** Said once a connection takes long; the bar has no button to stop then. */
  #renderLongWait(): TemplateResult {
    return notice({
      part: 'warning',
      name: 'waiting',
      title: t.rich('connectionStatus.stillWaiting', { host: describePlace(this.session) }),
      lines: [t('connectionStatus.waitOrCancel')],
      more: html`<button part="button" data-name="cancel-button" type="button" @click=${this.#disconnect}>
        ${common('common.cancel')}
      </button>`,
    });
  }

  #renderChanges(): TemplateResult | typeof nothing {
    const changes = this.#changes;
    if (changes.length === 0) return nothing;
    return notice({
      tone: 'warning',
      part: 'warning',
      name: 'server-changes',
      title: t('connectionStatus.thisServerHasChanged'),
      lines: changes.flatMap(({ message, remedy }) => [message, remedy]),
      more: html`<button
        class="small"
        part="button"
        data-name="understood-button"
        type="button"
        @click=${this.#understand}
      >
        ${t('connectionStatus.understood')}
      </button>`,
    });
  }

  /** The facts of the server, and beside them everything that is remembered about it. */
  #renderDetails(server: ServerProfile): TemplateResult {
    const client = clientAround(this);
    const { session } = this;
    return html`<div
      class="details small appears"
      part="details"
      tabindex="0"
      role="group"
      aria-label=${t('connectionStatus.aboutThisServer')}
      @keydown=${this.#onDetailsKeydown}
    >
      <section class="about">
        <h2 class="visually-hidden">${t('connectionStatus.aboutThisServer')}</h2>
        ${
          client?.serverReport
            ? html`<mcp-server-report .session=${session}></mcp-server-report>`
            : this.#renderFacts(server)
        }
      </section>
      <section class="remembered" aria-labelledby="remembered">
        <h2 id="remembered">${t('connectionStatus.remembered')}</h2>
        ${this.#signIn.value ? html`<mcp-sign-in account .session=${session}></mcp-sign-in>` : nothing}
        <mcp-permissions quiet .session=${session}></mcp-permissions>
        <mcp-roots quiet .session=${session}></mcp-roots>
        <mcp-allowed-hosts .session=${session}></mcp-allowed-hosts>
        ${client?.transcript || client?.messages ? nothing : html`<mcp-log quiet .session=${session}></mcp-log>`}
        <mcp-storage quiet .session=${session}></mcp-storage>
        <slot name="details"></slot>
        <div class="when-narrow">${this.#renderAction(this.#state.value?.phase ?? 'idle')}</div>
      </section>
    </div>`;
  }

  #renderFacts(server: ServerProfile): TemplateResult {
    const offers = capabilityWords(server.capabilities);
    const isEarlier = this.#state.value?.phase !== 'ready';
    return html`<dl class="facts">
      <dt>${t('connectionStatus.server')}</dt>
      <dd><bdi class="mono">${server.name}</bdi> <bdi>${server.version}</bdi></dd>
      ${
        server.description
          ? html`<dt>${t('connectionStatus.serverSays')}</dt>
              <dd dir="auto">${server.description}</dd>`
          : nothing
      }
      <dt>${t('connectionStatus.address')}</dt>
      <dd class="mono" dir="ltr">${this.session?.url}</dd>
      <dt>${t('connectionStatus.protocol')}</dt>
      <dd>
        ${t(isEarlier ? 'connectionStatus.revisionLastConnected' : 'connectionStatus.revision', { revision: server.revision })}
      </dd>
      <dt>${t('connectionStatus.offers')}</dt>
      <dd>
        ${
          offers.length > 0
            ? html`<ul>
                ${offers.map((words) => html`<li>${words[0]!.toUpperCase() + words.slice(1)}</li>`)}
              </ul>`
            : t('connectionStatus.nothingThatItTells')
        }
      </dd>
      ${
        server.instructions
          ? html`<dt>${t('connectionStatus.serverSaysToA')}</dt>
              <dd dir="auto">${collapsedText(cut(server.instructions, SHOWN_INSTRUCTIONS), MAX_OPEN_INSTRUCTIONS)}</dd>`
          : nothing
      }
    </dl>`;
  }
}

/** The capabilities of a server in plain words. */
function capabilityWords(capabilities: ServerCapabilities): readonly string[] {
  const offers = (method: OfferedMethod): boolean => serverOffers(capabilities, method);
  return [
    offers('tools/list') &&
      t(offers('notifications/tools/list_changed') ? 'connectionStatus.toolsThatChange' : 'connectionStatus.tools'),
    offers('resources/list') &&
      t(offers('resources/subscribe') ? 'connectionStatus.resourcesThatChange' : 'connectionStatus.resources'),
    offers('prompts/list') &&
      t(
        offers('notifications/prompts/list_changed')
          ? 'connectionStatus.promptsThatChange'
          : 'connectionStatus.prompts',
      ),
    offers('completion/complete') && t('connectionStatus.suggestions'),
    offers('logging/setLevel') && t('connectionStatus.logMessages'),
    ...Object.keys(capabilities.extensions ?? {})
      .slice(0, SHOWN_EXTENSIONS)
      .map((name) => t('connectionStatus.extension', { name })),
    ...Object.keys(capabilities.experimental ?? {})
      .slice(0, SHOWN_EXTENSIONS)
      .map((name) => t('connectionStatus.experimental', { name })),
  ].filter((words) => words !== false);
}

/** When it connects again; the seconds are counted down. */
function againWords(seconds: number | undefined): string {
  return seconds === undefined
    ? t('connectionStatus.reconnecting')
    : t('connectionStatus.reconnectingInS', { seconds });
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-connection-status': McpConnectionStatusElement;
  }
}
