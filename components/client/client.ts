import type { CSSResultGroup, PropertyValues, TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { displayName, type Endpoint } from '../../src/index.js';
import type { Recording } from '../../src/recording/index.js';
import { FocusFallback } from '../controllers/focus-fallback.js';
import { StoreController } from '../controllers/store-controller.js';
import { backIcon } from '../icons/icons.js';
import { base } from '../styles/base.styles.js';
import { controls } from '../styles/controls.styles.js';
import { tokens } from '../styles/tokens.styles.js';
import { hostOf } from '../words/host-of.js';
import { html } from '../words/html.js';
import { SessionHostElement } from '../session/session-host.js';
import { signInOf } from '../sign-in/sign-in-of.js';
import { clientBody } from './client-body.js';
import { notices, whole } from './client-states.js';
import { clientLayoutStyles } from './client-layout.styles.js';
import { clientStyles } from './client.styles.js';
import { isSearchKey } from './search-key.js';
import { KeepView } from './keep-view.js';
import { SectionAmounts } from './section-amounts.js';
import { SECTIONS, type Chosen, type SectionName } from './sections.js';

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
 * @slot activity - Instead of the log of the server.
 * @slot transcript - Instead of the transcript.
 * @slot approvals - Instead of the queue of questions.
 * @fires mcp-state-change {McpStateChangeEvent} - The connection moved on.
 * @fires mcp-tool-call-request {McpToolCallRequestEvent} - A model or an app wants a tool called. Prevent it to refuse.
 * @fires mcp-error {McpErrorEvent} - The connection failed. The element shows it already.
 * @csspart base - Everything.
 * @csspart header - The connection status, and the way back where there is room for one pane only.
 * @csspart back-button - Back to the list, where there is room for one pane only.
 * @csspart sections - The choice between tools, resources, prompts and activity.
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
 * @csspart hidden-character - Stands for characters that nobody would see.
 * @cssprop [--mcp-client-font-size=0.9375em] - Size of the text, from which all other sizes follow.
 */
export class McpClientElement extends SessionHostElement {
  static override styles: CSSResultGroup = [tokens, base, controls, clientStyles, clientLayoutStyles];

  readonly #focus = new FocusFallback(this, ['.frame']);
  readonly #signIn = new StoreController(this, () => signInOf(this.session));
  readonly #amounts = new SectionAmounts(this, () => this.session);
  #focusNext: 'list' | 'detail' | undefined;

  @query('.list-pane:not(.away)') private listPane!: HTMLElement | null;
  @query('.detail-pane:not(.away)') private detailPane!: HTMLElement | null;

  @state() private current: SectionName | undefined;
  @state() private showing: 'list' | 'detail' = 'list';
  @state() private chosen: Chosen = {};

  /** The questions of the server that this page can answer, separated by spaces: `sampling`, `elicitation`, `roots`. */
  @property()
  override answers = 'elicitation';

  /** Light, dark, or whatever the page around is. */
  @property({ reflect: true })
  theme: 'light' | 'dark' | 'auto' = 'auto';

  /** How much room things take. */
  @property({ reflect: true })
  density: 'comfortable' | 'compact' = 'comfortable';

  /** Shows what was said with the server in a section of its own. */
  @property({ type: Boolean })
  transcript = false;

  /** A recording, from `openRecording()` of `mcp-embed/transcript`, that is played back instead of a server. */
  @property({ attribute: false })
  recording: Recording | undefined;

  protected override get endpoint(): Endpoint | undefined {
    return this.recording ?? this.url;
  }

  constructor() {
    super();
    new KeepView(this, {
      read: () => ({ section: this.current, showing: this.showing, chosen: this.chosen }),
      apply: ({ section, showing, chosen }) => {
        this.current = section;
        this.showing = showing;
        this.chosen = chosen;
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

  readonly #open = (section: SectionName): void => {
    this.current = section;
    this.showing = 'list';
  };

  #currentList(): HTMLElement | undefined {
    const slot = this.listPane?.querySelector('slot');
    return slot?.assignedElements({ flatten: true }).find((element) => element instanceof HTMLElement);
  }

  override render(): TemplateResult {
    const { state, connect } = this.provider;
    const url = this.recording?.url ?? this.url;
    const connection = { url, state, connect };
    const { chosen } = this;
    const amounts = this.#amounts;
    // As it is, or as an earlier visit remembers it.
    const server = 'server' in state ? state.server : undefined;
    const sections = SECTIONS.filter(
      (section) => server && section.isOffered(server.capabilities, amounts.hasLog, this.transcript),
    );
    const current = sections.find((section) => section.name === this.current) ?? sections[0];
    const label = `MCP client: ${server ? displayName(server) : hostOf(url) || 'no server'}`;
    return html`<section class="frame" part="base" tabindex="-1" data-showing=${this.showing} aria-label=${label}>
        <div class="header" part="header">
          <button class="back plain" part="back-button" type="button" @click=${this.#onBack}>
            ${backIcon}${current?.label ?? 'Back'}
          </button>
          <slot name="status"><mcp-connection-status></mcp-connection-status></slot>
        </div>
        ${notices(connection, this.#signIn.value && this.session)}
        ${
          server && current
            ? clientBody({ server, sections, current, chosen, amounts, open: this.#open })
            : whole(connection)
        }
      </section>
      <slot name="approvals"
        ><mcp-approval-queue exportparts="approve-button, decline-button"></mcp-approval-queue
      ></slot>
      <slot></slot>`;
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
