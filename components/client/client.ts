import { type CSSResultGroup, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import {
  displayName,
  type Endpoint,
  type JsonObject,
  type ServerProfile,
  type Session,
  type SessionState,
} from '../../src/index.js';
import type { Recording } from '../../src/transcript/index.js';
import type { McpLogElement } from '../log/log.js';
import { McpViewChangeEvent } from '../events.js';
import { FindOutWhy } from '../internal/find-out-why.js';
import { FocusFallback } from '../internal/focus-fallback.js';
import { html } from '../internal/html.js';
import { backIcon } from '../internal/icons.js';
import { loadAhead } from '../internal/load-ahead.js';
import { problem } from '../internal/problem.js';
import { describePlace, setProgram } from '../internal/server-place.js';
import { signInOf } from '../session/session-provider.js';
import { StoreController } from '../internal/store-controller.js';
import { base, controls, preferredWidth, tokens } from '../internal/styles.js';
import { oneLine } from '../internal/text.js';
import { toJson } from '../../src/util/json.js';
import { isSiteRefusal } from '../../src/policy/site-policy.js';
import { type Filled, filledOf, fillIn } from '../item-form/hand-over.js';
import type { McpToolFormElement } from '../tool-form/tool-form.js';
import { SessionHostElement } from '../session/host-element.js';
import { clientLayoutStyles, clientStyles } from './client.styles.js';
import { KeyboardHelp } from './keyboard-help.js';
import { LogDock } from './log-dock.js';
import { overview } from './overview.js';
import { SavedViewController } from './saved-view.js';
import { SearchElsewhere } from './search-elsewhere.js';
import {
  type Chosen,
  isSearchKey,
  LOG,
  type Section,
  SectionAmounts,
  type SectionName,
  SECTIONS,
  sectionTab,
} from './sections.js';
import { t as common } from '../words/common-words.js';
import { t } from './messages.js';

/** Characters of a name or URI by which the pane with its detail is called. */
const SPOKEN_KEY_LENGTH = 120;

/** The view of a client. */
export interface ClientLocation {
  readonly section: SectionName;
  /** The name of a tool or prompt, the URI of a resource or of its template. */
  readonly item?: string | undefined;
  /** Arguments of a tool, for its form. */
  readonly arguments?: JsonObject | undefined;
  /** True if the arguments come from a link: the form says so, and sends them only after all of them were in sight. */
  readonly isFromLink?: boolean | undefined;
}

interface ConnectionFacts {
  readonly url: string | undefined;
  /** The host or the command of the server. */
  readonly place: string;
  readonly state: SessionState;
  readonly connect: () => void;
  readonly findOutWhy: FindOutWhy;
}

/** Shown until the sections are known. */
const skeleton: TemplateResult = html`<div class="body" aria-hidden="true">
  <div class="sections skeleton"></div>
  <div class="list-pane skeleton">${bars(7)}</div>
  <div class="detail-pane skeleton">${bars(3)}</div>
</div>`;

interface ClientBody {
  readonly server: ServerProfile;
  readonly sections: readonly Section[];
  readonly current: Section;
  readonly chosen: Chosen;
  readonly amounts: SectionAmounts;
  readonly open: (section: SectionName) => void;
  /** The button that shows all keys. */
  readonly keyboard: TemplateResult;
  readonly elsewhere: SearchElsewhere;
  readonly dock: LogDock;
}

/**
 * @summary A complete client for one server: connects, lists, runs, reads, and asks the person what the server asks.
 *
 * It only arranges: each part is an element of its own, and a slot replaces it.
 *
 * @slot - Shown nowhere in the layout; for dialogs, and for a text that is shown until the element is registered.
 * @slot status - Replaces the connection status.
 * @slot tools - Replaces the list of tools.
 * @slot tool - Replaces the form for the chosen tool.
 * @slot resources - Replaces the list of resources.
 * @slot resource - Replaces the view of the chosen resource.
 * @slot prompts - Replaces the list of prompts.
 * @slot prompt - Replaces the form for the chosen prompt.
 * @slot log - Replaces the log.
 * @slot approvals - Replaces the queue of questions.
 * @fires {McpStateChangeEvent} mcp-state-change - The connection state changed.
 * @fires {McpToolCallRequestEvent} mcp-tool-call-request - A model or an app wants a tool called. Prevent it to refuse.
 * @fires {McpErrorEvent} mcp-error - The connection failed. The element shows the error.
 * @fires {McpViewChangeEvent} mcp-view-change - Another section is shown, or another item of it.
 * @csspart base - The whole contents.
 * @csspart header - The header: the title and its source.
 * @csspart button - Every button.
 * @csspart tabs - The tabs of the sections.
 * @csspart tab - The tab of a section.
 * @csspart pane - One pane of the layout.
 * @csspart dialog - The list of all keys.
 * @csspart empty - The text without contents.
 * @csspart error - An error with its remedy.
 * @csspart retry-button - The button that connects again.
 * @csspart search - The search field of a list.
 * @csspart item - One item of a list.
 * @csspart field - A field with its label.
 * @csspart submit-button - The button that runs a tool or gets a prompt.
 * @csspart approve-button - The button that approves.
 * @csspart decline-button - The button that declines.
 * @csspart hidden-character - A sign in place of hidden characters.
 * @cssprop [--mcp-client-font-size=0.875em] - Size of the text, from which all other sizes follow.
 */
export class McpClientElement extends SessionHostElement {
  static override styles: CSSResultGroup = [
    tokens,
    base,
    controls,
    clientStyles,
    clientLayoutStyles,
    preferredWidth(50),
  ];

  readonly #focus = new FocusFallback(this, ['.banner [part~="retry-button"]', '.frame']);
  readonly #keyboard = new KeyboardHelp(this);
  readonly #dock = new LogDock(this, () => this.#open('log'));
  readonly #findOutWhy = new FindOutWhy(this, () => this.session);
  readonly #signIn = new StoreController(this, () => signInOf(this.session));
  /** Draws again when a form takes the arguments that it was given. */
  readonly #given = new StoreController(this, () => this.session && filledOf(this.session));
  readonly #amounts = new SectionAmounts(
    this,
    () => this.session,
    () => this.#currentOf(this.#sections),
  );
  readonly #elsewhere = new SearchElsewhere(this, () => this.#currentOf(this.#sections)?.name);
  #focusNext: 'list' | 'detail' | undefined;
  /** The view in the last event, as JSON. */
  #toldView = '';
  /** Arguments that no form has taken yet, and the session that they were given to. */
  #toFill: Filled | undefined;
  #filling: Session | undefined;

  @query('.list-pane:not(.away, .beside)') private listPane!: HTMLElement | null;
  @query('.detail-pane:not(.away)') private detailPane!: HTMLElement | null;

  @state() private current: SectionName | undefined;
  @state() private showing: 'list' | 'detail' = 'list';
  @state() private chosen: Chosen = {};

  /** The requests of the server that this page answers, separated by spaces: `sampling`, `elicitation`, `roots`. */
  @property()
  override capabilities = 'elicitation';

  /** `light`, `dark`, or by default the scheme of the page. */
  @property({ reflect: true, useDefault: true })
  theme: 'light' | 'dark' | 'auto' = 'auto';

  /** The density of the layout. */
  @property({ reflect: true, useDefault: true })
  density: 'comfortable' | 'compact' = 'comfortable';

  /**
   * Shows the log, with all messages as they were and the HTTP exchanges under them. They are stored in memory, with their
   * secrets.
   */
  @property({ type: Boolean, reflect: true })
  override messages = false;

  /** Shows the log: what is said with the server, also at earlier visits. Without it, only a server that logs something has one. */
  @property({ type: Boolean })
  transcript = false;

  /** Shows a report behind the name of the server: what it offers, how fast it answers, what its tools cost and lack. */
  @property({ type: Boolean, attribute: 'server-report' })
  serverReport = false;

  /** The command line of a program behind a relay. It is shown instead of the address, which is that of the relay. */
  @property({ attribute: false })
  command: string | undefined;

  /**
   * A recording from `openRecording()` of `mcp-embed/transcript`, which is played back instead of a connection to a
   * server.
   */
  @property({ attribute: false })
  recording: Recording | undefined;

  protected override get target(): Endpoint | (() => Endpoint) | undefined {
    return this.recording ?? super.target;
  }

  constructor() {
    super();
    new SavedViewController(this, {
      read: () => ({
        section: this.current,
        showing: this.showing,
        chosen: this.chosen,
        log: this.#dock.view,
      }),
      apply: ({ section, showing, chosen, log }) => {
        this.#dock.view = log;
        this.current = section;
        this.showing = showing;
        this.chosen = chosen;
        // Restoring the view of an earlier visit sends no event.
        this.#toldView = toJson([section, section && chosen[section]]);
      },
    });
    this.addEventListener('keydown', this.#onKeydown);
    this.addEventListener('mcp-tool-select', ({ tool }) => this.#choose('tools', tool.name));
    this.addEventListener('mcp-prompt-select', ({ prompt }) => this.#choose('prompts', prompt.name));
    this.addEventListener('mcp-recording-open', ({ recording }) => (this.recording = recording));
    this.addEventListener('mcp-resource-select', ({ resource, template }) =>
      this.#choose('resources', resource?.uri ?? template!.uriTemplate),
    );
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.session) setProgram(this.session, this.command);
    if (!changed.has('url') && !changed.has('endpoint')) return;
    this.current = undefined;
    this.showing = 'list';
    this.chosen = {};
    this.#toldView = '';
    this.#toFill = undefined;
    this.#filling = undefined;
  }

  /**
   * The section, the chosen item, and the arguments in the form of a tool, without values that are not stored. Undefined until the
   * person, a saved view or {@link show} has chosen a section.
   */
  get location(): ClientLocation | undefined {
    const section = this.current;
    if (!section) return undefined;
    const item = this.chosen[section];
    const form =
      section === 'tools' && item !== undefined
        ? this.shadowRoot?.querySelector<McpToolFormElement>('mcp-tool-form')
        : undefined;
    const args = form?.tool === item ? form?.storableArguments : undefined;
    return { section, ...(item !== undefined && { item }), ...(args && { arguments: args }) };
  }

  /** Puts the focus on the client itself: from there `/` leads to the search, and Tab to its contents. */
  override focus(options?: FocusOptions): void {
    this.shadowRoot?.querySelector<HTMLElement>('.frame')?.focus(options);
  }

  /**
   * Shows a section, and an item of it. Arguments are filled into the form of the tool; nothing is run. What the server does not offer
   * is not shown.
   * @example client.show({ section: 'tools', item: 'get-sum', arguments: { a: 1, b: 2 } });
   */
  show({ section, item, arguments: args, isFromLink }: ClientLocation): void {
    if (item === undefined) {
      const { [section]: _left, ...others } = this.chosen;
      this.chosen = others;
      this.#open(section);
    } else this.#choose(section, item);
    this.#focusNext = undefined;
    if (section === 'tools' && item !== undefined && args) {
      this.#toFill = { tool: item, arguments: args, by: isFromLink ? 'link' : 'page' };
      this.#handOver();
    }
  }

  /** Puts the focus on the pane of the item that is shown. @internal */
  async focusItem(): Promise<void> {
    await this.updateComplete;
    this.detailPane?.focus();
  }

  /** True while arguments that {@link show} was given wait for the form of their tool. */
  get waitsForForm(): boolean {
    return this.#toFill !== undefined;
  }

  /** Gives arguments to the form of their tool; again if a new session was opened before the form existed. */
  #handOver(): void {
    const [filled, session] = [this.#toFill, this.session];
    if (!filled || !session) return;
    if (this.#filling !== session) {
      this.#filling = session;
      fillIn(session, filled);
    } else if (this.#given.value === undefined) {
      this.#toFill = this.#filling = undefined;
      const { tool } = filled;
      if (this.current === 'tools' && this.chosen.tools === tool)
        this.dispatchEvent(new McpViewChangeEvent('tools', tool));
    }
  }

  #tellView(): void {
    const section = this.current;
    if (!section) return;
    const item = this.chosen[section];
    const told = toJson([section, item]);
    if (told === this.#toldView) return;
    this.#toldView = told;
    this.dispatchEvent(new McpViewChangeEvent(section, item));
  }

  protected override updated(): void {
    const next = this.#focusNext;
    this.#focusNext = undefined;
    this.#loadAhead();
    this.#tellView();
    this.#handOver();
    // If both panes are visible, the focus stays. If one is visible at a time, the focus goes to it.
    if (next === 'detail' && !isVisible(this.listPane)) this.detailPane?.focus();
    if (next === 'list' && !isVisible(this.detailPane)) this.#currentList()?.focus();
  }

  /**
   * Loads the code that shows an item while the server answers and the person reads, unless the page shows items itself.
   * A slow connection has room then: until the list arrives it carries a few small messages, one after the other. Until the
   * server has sent its capabilities, tools are expected.
   */
  #loadAhead(): void {
    const { status } = this;
    const section = this.#currentOf(this.#sections) ?? (status === 'connecting' ? SECTIONS[0] : undefined);
    if (!section?.next || (status !== 'connecting' && status !== 'ready')) return;
    if (!this.querySelector(`:scope > [slot="${section.next.slot}"]`)) loadAhead(section.next.group);
  }

  readonly #onKeydown = (event: KeyboardEvent): void => {
    if (!isSearchKey(event)) return;
    const list = this.#currentList();
    if (!list || !('focusSearch' in list)) return;
    event.preventDefault();
    this.showing = 'list';
    void this.updateComplete.then(() => (list as HTMLElement & { focusSearch(): void }).focusSearch());
  };

  /** Opens the log at the last call of this tool, if the page wants a log. */
  showCall(tool: string): void {
    if (!this.transcript) return;
    this.#open('log');
    void this.updateComplete.then(() => {
      const log = this.#currentList();
      // Set also before its code is there: the element finds it when it is.
      if (log?.localName === 'mcp-log') (log as McpLogElement).openCall = tool;
    });
  }

  readonly #onBack = (): void => {
    this.showing = 'list';
    this.#focusNext = 'list';
  };

  #choose(section: SectionName, key: string): void {
    this.current = section;
    this.chosen = { ...this.chosen, [section]: key };
    this.showing = 'detail';
    this.#focusNext = 'detail';
  }

  readonly #open = (section: SectionName): void => {
    this.current = section;
    this.showing = 'list';
  };

  #currentList(): HTMLElement | undefined {
    const slot = this.listPane?.querySelector('slot');
    return slot?.assignedElements({ flatten: true }).find((element) => element instanceof HTMLElement);
  }

  /** The server as known from the connection, or from the storage of an earlier visit. */
  get #server(): ServerProfile | undefined {
    const { state } = this.provider;
    return 'server' in state ? state.server : undefined;
  }

  /** The sections that the server offers. */
  get #sections(): readonly Section[] {
    const server = this.#server;
    return SECTIONS.filter((section) => server && section.isOffered(server.capabilities, this.#amounts.hasLog, this));
  }

  #currentOf(sections: readonly Section[]): Section | undefined {
    return sections.find((section) => section.name === this.current) ?? sections[0];
  }

  override render(): TemplateResult {
    const { state } = this.provider;
    // An error becomes the state of the session.
    const connect = (): void => void this.provider.connect().catch(() => {});
    // Without a session, a server in this page could not be found.
    const url = this.recording?.url ?? (this.endpoint ? (this.session?.url ?? 'port:?') : this.url);
    const place = describePlace(this.session, url);
    const connection = { url, place, state, connect, findOutWhy: this.#findOutWhy };
    const { chosen } = this;
    const amounts = this.#amounts;
    const server = this.#server;
    const sections = this.#sections;
    const current = this.#currentOf(sections);
    const label = t('client.mcpClient', { server: server ? displayName(server) : place || t('client.noServer') });
    return html`<section class="frame" part="base" tabindex="-1" data-showing=${this.showing} aria-label=${label}>
        <div class="header" part="header">
          <button class="back plain" part="button" data-name="back-button" type="button" @click=${this.#onBack}>
            ${backIcon}${current ? t(`client.section.${current.name}`) : t('client.back')}
          </button>
          <slot name="status"><mcp-connection-status>${this.#keyboard.button('details')}</mcp-connection-status></slot>
        </div>
        ${notices(connection, this.#signIn.value && this.session)}
        <div class="work">
          ${
            server && current
              ? clientBody({
                  server,
                  sections,
                  current,
                  chosen,
                  amounts,
                  open: this.#open,
                  keyboard: this.#keyboard.button(),
                  elsewhere: this.#elsewhere,
                  dock: this.#dock,
                })
              : html`${whole(connection)}
                ${state.phase === 'failed' && (this.messages || this.transcript) ? logAlone() : nothing}`
          }
          ${current && !this.#dock.isBeside && hasLogElsewhere(current, sections) ? this.#dock.renderLine() : nothing}
        </div>
      </section>
      ${this.#keyboard.render()}
      <slot name="approvals"
        ><mcp-approval-queue exportparts="button, approve-button, decline-button"></mcp-approval-queue
      ></slot>
      <slot class="rest"></slot>`;
  }
}

/** Why there is no connection. */
function connectionProblem({ place, state, connect, findOutWhy }: ConnectionFacts): TemplateResult | typeof nothing {
  if (state.phase !== 'failed') return nothing;
  const headline = t('client.noConnectionTo', { host: place });
  if (isSiteRefusal(state.error)) return problem(headline, state.error);
  const retry = { label: common('common.tryAgain'), run: connect };
  return problem(headline, state.error, retry, findOutWhy.problemOptions(state.error));
}

/** What was sent and what came, for whoever looks why the first connection failed. */
const logAlone = (): TemplateResult =>
  html`<div class="body single">
    <div class="list-pane alone" part="pane" data-name="list-pane">${LOG.list({})}</div>
  </div>`;

/** Notices above everything else. @param signsIn the session, if it is one that people sign in to */
function notices(connection: ConnectionFacts, signsIn: Session | undefined): TemplateResult {
  return html`<div class="notices">
    ${signsIn ? html`<mcp-sign-in .session=${signsIn}></mcp-sign-in>` : nothing}
    <div class="banner" aria-live="polite">${connectionProblem(connection)}</div>
    ${connection.findOutWhy.diagnosis}
  </div>`;
}

/** The content in place of the sections. */
function whole(connection: ConnectionFacts): TemplateResult | typeof nothing {
  const { url, place, state, connect } = connection;
  if (!url) return noAddress();
  switch (state.phase) {
    case 'ready':
      return html`<div class="whole" part="empty">
        <h2>${displayName(state.server)}</h2>
        <p class="quiet">${t('client.thisServerOffersNo')}</p>
      </div>`;
    case 'failed':
      // The error is shown above.
      return nothing;
    case 'connecting':
    case 'lost':
      return skeleton;
    default:
      return html`<div class="whole" part="empty">
        <h2>${t('client.notConnected')}</h2>
        <p class="quiet">${t.rich('client.whatOffersShowsHere', { host: place })}</p>
        <button class="primary" type="button" @click=${connect}>${t('client.connect')}</button>
      </div>`;
  }
}

/** Shown without an address of a server, after 150 ms: frameworks set the address when they have hydrated the page. */
const noAddress = (): TemplateResult =>
  html`<div class="whole late" part="empty">
    <h2>${t('client.noServerYet')}</h2>
    <p class="quiet">${t('client.giveThisElementThe')}</p>
    <code>&lt;mcp-client url="https://example.com/mcp"&gt;&lt;/mcp-client&gt;</code>
  </div>`;

function bars(count: number): readonly TemplateResult[] {
  return Array.from({ length: count }, () => html`<i></i>`);
}

/** The tabs of the sections, if there are several, and the panes of each. */
function clientBody(body: ClientBody): TemplateResult {
  const { sections, current, amounts, open } = body;
  const isLogBeside = isBeside(body);
  return html`<div class="body ${sections.length === 1 ? 'single' : ''} ${isLogBeside ? 'with-log' : ''}">
    ${
      sections.length > 1
        ? html`<div class="sections" part="tabs" data-name="sections" role="group" aria-label=${t('client.sections')}>
            ${sections.map((section) =>
              sectionTab({
                section,
                isCurrent: section === current,
                amount: amounts.of(section),
                open: () => open(section.name),
              }),
            )}
          </div>`
        : nothing
    }
    ${sections.map((section) => panes(section, body))}
  </div>`;
}

/** The list of a section and the detail beside it. They keep their state while another section is shown. */
function panes(section: Section, body: ClientBody): TemplateResult {
  const { server, current, chosen, amounts, open, elsewhere, keyboard, dock } = body;
  const away = section === current ? '' : 'away';
  const { name, detail } = section;
  const key = chosen[name];
  if (!detail) {
    const isLog = name === 'log';
    const isAside = isLog && isBeside(body);
    const isThere = section === current || isAside || amounts.isOpened(section) || (isLog && dock.wasBeside);
    return html`<div class="list-pane alone ${isAside ? 'beside appears' : away}" part="pane" data-name="list-pane">
      ${isAside ? dock.renderHead() : nothing} ${isThere ? section.list(chosen) : nothing}
    </div>`;
  }
  return html`<div class="list-pane ${away}" part="pane" data-name="list-pane">
      ${amounts.isFollowed(section) ? section.list(chosen) : nothing}
      ${section === current ? elsewhere.render(open) : nothing}
    </div>
    <div
      class="detail-pane ${away}"
      part="pane"
      data-name="detail-pane"
      tabindex="-1"
      role="group"
      aria-label=${key === undefined ? t(`client.section.${name}`) : oneLine(key, SPOKEN_KEY_LENGTH)}
    >
      ${key !== undefined ? detail(chosen) : overview({ section, server, isEmpty: amounts.isEmpty(section), keyboard })}
    </div>`;
}

/** True if the log stands beside the room that is open. */
function isBeside({ current, sections, dock }: ClientBody): boolean {
  return dock.isBeside && hasLogElsewhere(current, sections);
}

/** True if there is a log, and another room is open. */
function hasLogElsewhere(current: Section, sections: readonly Section[]): boolean {
  return current.name !== 'log' && sections.includes(LOG);
}

function isVisible(element: HTMLElement | null): boolean {
  return element !== null && getComputedStyle(element).visibility === 'visible';
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-client': McpClientElement;
  }
}
