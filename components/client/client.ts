import { html, LitElement, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import {
  displayName,
  type Sampler,
  type ServerProfile,
  type Session,
  type SessionOptions,
  type SessionState,
} from '../../src/index.js';
import { FocusFallback } from '../controllers/focus-fallback.js';
import { SessionProvider } from '../controllers/session-provider.js';
import { StoreController } from '../controllers/store-controller.js';
import { backIcon } from '../icons/icons.js';
import { base } from '../styles/base.styles.js';
import { controls } from '../styles/controls.styles.js';
import { tokens } from '../styles/tokens.styles.js';
import { hostOf } from '../words/host-of.js';
import { connectionProblem, overview, whole } from './client-states.js';
import { clientLayoutStyles } from './client-layout.styles.js';
import { clientStyles } from './client.styles.js';
import { isSearchKey } from './search-key.js';
import { sectionTab } from './section-tab.js';
import { SECTIONS, type Chosen, type Section, type SectionName } from './sections.js';

/**
 * @summary A complete client for one server: connects, lists, runs, reads, and asks the person what the server asks.
 *
 * It only arranges: each part is an element of its own, and a slot replaces it.
 *
 * @slot - Shown nowhere in the layout; for elements without a place of their own, such as dialogs.
 * @slot status - Instead of the connection status.
 * @slot tools - Instead of the list of tools.
 * @slot tool - Instead of the form for the chosen tool.
 * @slot resources - Instead of the list of resources.
 * @slot resource - Instead of the view of the chosen resource.
 * @slot prompts - Instead of the list of prompts.
 * @slot prompt - Instead of the form for the chosen prompt.
 * @slot approvals - Instead of the queue of questions.
 * @fires mcp-state-change {McpStateChangeEvent} - The connection moved on.
 * @fires mcp-error {McpErrorEvent} - The connection failed. The element shows it already.
 * @csspart base - Everything.
 * @csspart header - The connection status, and the way back where there is room for one pane only.
 * @csspart back-button - Back to the list, where there is room for one pane only.
 * @csspart sections - The choice between tools, resources and prompts.
 * @csspart section-button - One of them.
 * @csspart list-pane - The list of a section.
 * @csspart detail-pane - What was chosen there.
 * @csspart empty - What is said when there is nothing to show.
 * @csspart error - Why there is no connection.
 * @csspart retry-button - Tries to connect again.
 * @csspart search - The search field of a list.
 * @csspart item - One item of a list.
 * @csspart field - A field of a form.
 * @csspart submit-button - Runs a tool, or gets a prompt.
 * @csspart approve-button - Lets happen what the server asks for.
 * @csspart decline-button - Says no to it.
 * @cssprop [--mcp-client-font-size=0.9375em] - Size of the text, from which all other sizes follow.
 */
export class McpClientElement extends LitElement {
  static override styles: CSSResultGroup = [tokens, base, controls, clientStyles, clientLayoutStyles];

  readonly #provider = new SessionProvider(this, () => ({
    url: this.url,
    headers: this.headers,
    storage: this.storage,
    answers: this.answers,
    sampler: this.sampler,
    options: this.sessionOptions,
  }));
  readonly #focus = new FocusFallback(this, ['.frame']);
  /** Followed for the amounts beside the sections. */
  readonly #lists = new Map(
    SECTIONS.map((section) => [
      section,
      section.lists.map((list) => new StoreController(this, () => this.session && list(this.session).state)),
    ]),
  );
  #focusNext: 'list' | 'detail' | undefined;

  @query('.list-pane:not(.away)') private listPane!: HTMLElement | null;
  @query('.detail-pane:not(.away)') private detailPane!: HTMLElement | null;

  @state() private current: SectionName | undefined;
  @state() private showing: 'list' | 'detail' = 'list';
  @state() private chosen: Chosen = {};

  /** The address of the server, as its maker gives it. Another address means another session. */
  @property()
  url: string | undefined;

  /** The questions of the server that this page can answer, separated by spaces: `sampling`, `elicitation`, `roots`. */
  @property()
  answers = 'elicitation';

  /** Light, dark, or whatever the page around is. */
  @property({ reflect: true })
  theme: 'light' | 'dark' | 'auto' = 'auto';

  /** How much room things take. */
  @property({ reflect: true })
  density: 'comfortable' | 'compact' = 'comfortable';

  /** Where the session remembers what it learns: `local` in this browser, `none`, or a storage of your own. */
  @property()
  storage: SessionOptions['storage'];

  /** HTTP headers that go with every request. A property only: attributes are for everybody to read. */
  @property({ attribute: false })
  headers: SessionOptions['headers'];

  /** Asks a model, once the person agreed to what the server wants to ask. Sampling is offered to the server when it is set. */
  @property({ attribute: false })
  sampler: Sampler | undefined;

  /** Everything else a session can be told. The properties above win over it. */
  @property({ attribute: false })
  sessionOptions: SessionOptions | undefined;

  /** Where the connection stands. Reflected, for CSS. */
  @property({ reflect: true })
  get status(): SessionState['phase'] {
    return this.#provider.state.phase;
  }

  /** The session this element opened; undefined while it has no address or is not in the page. */
  get session(): Session | undefined {
    return this.#provider.session;
  }

  constructor() {
    super();
    this.addEventListener('keydown', this.#onKeydown);
    this.addEventListener('mcp-tool-select', ({ tool }) => this.#choose('tools', tool.name));
    this.addEventListener('mcp-prompt-select', ({ prompt }) => this.#choose('prompts', prompt.name));
    this.addEventListener('mcp-resource-select', ({ resource, template }) =>
      this.#choose('resources', resource?.uri ?? template!.uriTemplate),
    );
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('url')) return;
    this.current = undefined;
    this.showing = 'list';
    this.chosen = {};
  }

  protected override updated(): void {
    const next = this.#focusNext;
    this.#focusNext = undefined;
    // Beside each other, focus stays where it is. One at a time, it goes along.
    if (next === 'detail' && !isVisible(this.listPane)) this.detailPane?.focus();
    if (next === 'list' && !isVisible(this.detailPane)) this.#currentList()?.focus();
  }

  readonly #onKeydown = (event: KeyboardEvent): void => {
    if (!isSearchKey(event)) return;
    const list = this.#currentList();
    if (!list || !('focusSearch' in list)) return;
    event.preventDefault();
    this.showing = 'list';
    void this.updateComplete.then(() => (list as HTMLElement & { focusSearch(): void }).focusSearch());
  };

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

  #open(section: SectionName): void {
    this.current = section;
    this.showing = 'list';
  }

  #currentList(): HTMLElement | undefined {
    const slot = this.listPane?.querySelector('slot');
    return slot?.assignedElements({ flatten: true }).find((element) => element instanceof HTMLElement);
  }

  override render(): TemplateResult {
    const { state, connect } = this.#provider;
    const connection = { url: this.url, state, connect };
    // As it is, or as an earlier visit remembers it.
    const server = 'server' in state ? state.server : undefined;
    const sections = server ? SECTIONS.filter((section) => section.isOffered(server.capabilities)) : [];
    const current = sections.find((section) => section.name === this.current) ?? sections[0];
    const label = `MCP client: ${server ? displayName(server) : hostOf(this.url) || 'no server'}`;
    return html`<section class="frame" part="base" tabindex="-1" data-showing=${this.showing} aria-label=${label}>
        <div class="header" part="header">
          <button class="back plain" part="back-button" type="button" @click=${this.#onBack}>
            ${backIcon}${current?.label ?? 'Back'}
          </button>
          <slot name="status"><mcp-connection-status></mcp-connection-status></slot>
        </div>
        <div class="banner" aria-live="polite">${server ? connectionProblem(connection) : nothing}</div>
        ${server && current ? this.#renderBody(server, sections, current) : whole(connection)}
      </section>
      <slot name="approvals"
        ><mcp-approval-queue exportparts="approve-button, decline-button"></mcp-approval-queue
      ></slot>
      <slot></slot>`;
  }

  #renderBody(server: ServerProfile, sections: readonly Section[], current: Section): TemplateResult {
    return html`<div class="body ${sections.length === 1 ? 'single' : ''}">
      ${
        sections.length > 1
          ? html`<div class="sections" part="sections" role="group" aria-label="Sections">
              ${sections.map((section) =>
                sectionTab({
                  section,
                  isCurrent: section === current,
                  lists: this.#lists.get(section)!.map((store) => store.value),
                  open: () => this.#open(section.name),
                }),
              )}
            </div>`
          : nothing
      }
      ${sections.map((section) => this.#renderPanes(server, section, section === current ? '' : 'away'))}
    </div>`;
  }

  #renderPanes(server: ServerProfile, section: Section, away: string): TemplateResult {
    return html`<div class="list-pane ${away}" part="list-pane">${section.list(this.chosen)}</div>
      <div class="detail-pane ${away}" part="detail-pane" tabindex="-1" role="group" aria-label=${section.label}>
        ${this.chosen[section.name] !== undefined ? section.detail(this.chosen) : overview(section, server)}
      </div>`;
  }
}

function isVisible(element: HTMLElement | null): boolean {
  return element !== null && getComputedStyle(element).visibility === 'visible';
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-client': McpClientElement;
  }
}
