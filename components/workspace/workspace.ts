import { type CSSResultGroup, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { WrittenServer } from '../../src/config/write-config.js';
import { displayName, type Sampler, type Session, type SessionOptions } from '../../src/index.js';
import { RecentServers } from '../../src/session/person/index.js';
import { isModelContext } from '../../src/util/model-context.js';
import type { ClientLocation, McpClientElement } from '../client/client.js';
import { McpServerChangeEvent } from '../events.js';
import { FocusFallback } from '../internal/focus-fallback.js';
import { html } from '../internal/html.js';
import { McpElement } from '../internal/mcp-element.js';
import { menu, menuItems, menuStyles } from '../internal/menu.js';
import { notice } from '../internal/notice.js';
import { barStyles } from '../internal/bar.js';
import { base, controls, preferredWidth, tokens } from '../internal/styles.js';
import { formatHost } from '../internal/text.js';
import { AddressForm } from './address-form.js';
import { type Command, CommandPalette } from './command-palette.js';
import { LinkFollower } from './link-follower.js';
import { ListExport } from './list-export.js';
import { t as ofClient } from '../client/messages.js';
import { t } from './messages.js';
import { PastedServers } from './pasted-servers.js';
import { hasSecrets, NO_SETTINGS, readSettings, type ServerSettings } from './server-settings.js';
import { workspaceStyles } from './workspace.styles.js';

/** A server of a workspace. */
export interface WorkspaceServer {
  /** An http(s) or ws(s) URL, absolute or relative to the page. Not for a server in this page. */
  readonly url?: string | undefined;
  /**
   * A server in this page, in place of the address: a worker, a port to a frame or a service worker, or `model-context`: the tools of
   * this page itself (WebMCP). Give it a `name`.
   */
  readonly endpoint?: McpClientElement['endpoint'];
  /** The name that people see until the server tells its own. Default: the host. */
  readonly name?: string | undefined;
  /** The command line of a program behind a relay. It is shown instead of the address, which is that of the relay. */
  readonly command?: string | undefined;
  /** Headers of every request to this server. They reach no other, and are never shown or stored. */
  readonly headers?: SessionOptions['headers'];
  /** Other options of the session of this server. Those of the element hold for all. */
  readonly options?: SessionOptions | undefined;
}

/** A listed server, with the person's settings for it. */
interface Listed extends WorkspaceServer {
  readonly id: string;
  /** Its address; for a server in this page, `name:` and its name. */
  readonly url: string;
  /** Its source: the property `servers`, {@link McpWorkspaceElement.open}, or the person. */
  readonly origin: 'page' | 'code' | 'person';
  readonly settings: ServerSettings;
}

/** Servers that are listed at once. Each that was opened holds a connection. */
export const MAX_WORKSPACE_SERVERS = 50;

/** Opens the reference server of the protocol. */
const TRIED_COMMAND = 'npx mcp-embed -- npx -y @modelcontextprotocol/server-everything';

/**
 * @summary Several servers in one place: an address field, the list of servers, and a complete client for the chosen one.
 *
 * Each server has a session, a storage place and a sign-in of its own: no header, token, permission or draft of one reaches
 * another. A server connects when it is chosen for the first time, and stays connected while another one is shown.
 *
 * @slot start - Stands before the servers, in the head: the mark of the page.
 * @slot end - Stands at the end of the head: the page’s own choices, such as its theme.
 * @slot empty - Replaces the text that is shown while there is no server.
 * @fires {McpStateChangeEvent} mcp-state-change - The connection state of one of the servers changed.
 * @fires {McpToolCallRequestEvent} mcp-tool-call-request - A model or an app wants a tool called. Prevent it to refuse.
 * @fires {McpErrorEvent} mcp-error - The connection to one of the servers failed. Its client shows the error.
 * @fires {McpServerChangeEvent} mcp-server-change - Another server is shown, or none.
 * @csspart base - The whole contents.
 * @csspart header - The head: the servers, the search, and what the page puts there.
 * @csspart bar - The line with the address.
 * @csspart input - Every input.
 * @csspart button - Every button.
 * @csspart details - A part that expands and collapses.
 * @csspart field - A field with its label.
 * @csspart tabs - The list of servers.
 * @csspart tab - One server of the list.
 * @csspart host - The host of a server.
 * @csspart status - The connection state of a server.
 * @csspart search - The search field for the tools of all servers.
 * @csspart list - A list.
 * @csspart item - One entry of a list.
 * @csspart code - A command to copy.
 * @csspart note - A notice or a hint.
 * @csspart warning - A notice of something that may harm.
 * @csspart error - An error with its remedy.
 * @csspart retry-button - The button that tries again.
 * @csspart empty - What is shown when there is no server.
 * @csspart hidden-character - A sign in place of hidden characters.
 * @cssprop [--mcp-client-font-size=0.875em] - Size of the text, from which all other sizes follow.
 */
export class McpWorkspaceElement extends McpElement {
  static override styles: CSSResultGroup = [
    tokens,
    base,
    controls,
    barStyles,
    menuStyles,
    workspaceStyles,
    preferredWidth(50),
  ];

  readonly #address = new AddressForm(this);
  readonly #pasted = new PastedServers(this);
  /** The state of the shown server for which the field of the token was last looked after. */
  #offered: unknown;
  readonly #links = new LinkFollower(this);
  readonly #palette = new CommandPalette(this);
  readonly #export = new ListExport(this, () => this.#written());
  /** The server whose address the person has just given. */
  #awaited: string | undefined;
  readonly #focus = new FocusFallback(this, ['[part~="tab"][aria-current="true"]', '#url']);
  #listed: readonly Listed[] = [];
  #lastId = 0;
  #remembering: Promise<void> = Promise.resolve();
  /** Some were left out. */
  #isFull = false;
  /** Servers whose client is drawn: it is drawn when it is chosen first, and stays. */
  readonly #opened = new Set<string>();

  @state() private active: string | undefined;
  /** True if the person opened the address field, false if the person closed it. Undefined: it is open where it is needed. */
  @state() private isAdding: boolean | undefined;
  @state() private recent: readonly string[] = [];
  /** A resource that a link names and the server does not list. */
  @state() private unlisted: string | undefined;

  /** The servers of the page. People can add others, and these stay as they are. */
  @property({ attribute: false })
  servers: readonly WorkspaceServer[] = [];

  /** Lists the tools of this page itself (WebMCP, `document.modelContext`) after the servers of the page. */
  @property({ type: Boolean, attribute: 'model-context' })
  modelContext = false;

  /** The server that is shown and connected at once: the `first`, or `none` before a person chooses one. */
  @property()
  select: 'first' | 'none' = 'first';

  /** The requests of all servers that this page answers, separated by spaces: `sampling`, `elicitation`, `roots`. */
  @property()
  capabilities = 'elicitation';

  /** Calls a model, after the person has agreed to the request of a server. */
  @property({ attribute: false })
  sampler: Sampler | undefined;

  /** The storage of all servers: `local` in this browser, `session` in this tab, or `none`. */
  @property()
  storage: 'local' | 'session' | 'none' | undefined;

  /** Lets people sign in: the address of `oauth-callback.html` of this package on your own site. */
  @property({ attribute: 'redirect-uri' })
  redirectUri: string | undefined;

  /** How people sign in: `popup`, in a window of its own, or `redirect`: this page is left and comes back. */
  @property({ attribute: 'auth-mode' })
  authMode: 'popup' | 'redirect' = 'popup';

  /** Shows a report behind the name of each server: what it offers, how fast it answers, what its tools cost and lack. */
  @property({ type: Boolean, attribute: 'server-report' })
  serverReport = false;

  /** Shows the log of each server, with all messages as they were and the HTTP exchanges under them. */
  @property({ type: Boolean })
  messages = false;

  /** Shows the log of each server: what is said with it, also at earlier visits. */
  @property({ type: Boolean })
  transcript = false;

  /**
   * Offers the tools of each connected server to the agent of this page (WebMCP, `document.modelContext`), where the browser has that.
   * Each call asks the person, as every call of a model does.
   */
  @property({ type: Boolean, attribute: 'expose-tools' })
  exposeTools = false;

  /** `light`, `dark`, or by default the scheme of the page. */
  @property({ reflect: true, useDefault: true })
  theme: 'light' | 'dark' | 'auto' = 'auto';

  /** The density of the layout. */
  @property({ reflect: true, useDefault: true })
  density: 'comfortable' | 'compact' = 'comfortable';

  /**
   * Follows and writes the address of the page: `?server=…&tool=…&args=…`. It names the server, the section and the item that are
   * shown, so that a reload, Back and a link lead there. It runs nothing, and carries no header and no token. A server that neither
   * the page nor an earlier visit knows is connected to after a press.
   */
  @property({ type: Boolean, attribute: 'deep-links' })
  deepLinks = false;

  /** Options of the session of every server. Those of a server take precedence. */
  @property({ attribute: false })
  sessionOptions: SessionOptions | undefined;

  /** The client of the server that is shown; undefined while there is none. */
  get client(): McpClientElement | undefined {
    return this.#clientOf(this.active);
  }

  /** The session of the server that is shown; undefined while there is none. */
  get session(): Session | undefined {
    return this.client?.session;
  }

  /** Opens the address field and puts the focus into it. */
  focusAddress(): void {
    this.isAdding = true;
    void this.updateComplete.then(() => this.#address.focus());
  }

  /**
   * Shows a server, and connects to it. One with the same address is shown as it is, unless headers or options are given. What is
   * wrong with an address is shown by its client.
   * @example workspace.open({ url: 'https://example.com/mcp', name: 'Notes' });
   */
  open(server: WorkspaceServer): void {
    const url = listedUrl(server);
    const found = this.#listedAt(url);
    const isNew = server.headers !== undefined || server.options !== undefined || found?.endpoint !== server.endpoint;
    if (found && !isNew) return this.#choose(found.id);
    const listed: Listed = { ...server, url, id: found?.id ?? this.#nextId(), origin: 'code', settings: NO_SETTINGS };
    if (this.#put(listed)) this.#choose(listed.id);
  }

  /** For the address field. @internal */
  connectTo(url: string, settings: ServerSettings): void {
    const found = this.#listedAt(url);
    const id = found?.id ?? this.#nextId();
    if (!this.#put(found ? { ...found, settings } : { url, id, origin: 'person', settings })) return;
    const isSame = found && sameSettings(found.settings, settings);
    this.#choose(id);
    this.#remember(url, settings);
    // Open until the server answers: the focus is in it.
    this.#awaited = id;
    void this.updateComplete.then(this.#goToAwaited);
    // The same server again: a press of Connect asks for a connection.
    if (isSame)
      void this.updateComplete.then(() => {
        const client = this.#clientOf(id);
        if (client && client.status !== 'ready') client.connect().catch(() => {});
      });
  }

  /** For the address field. @internal */
  readPasted(text: string): void {
    this.#pasted.read(text);
  }

  /** Adds a pasted server. @returns whether it was added @internal */
  add({ url, name, settings }: { url: string; name: string; settings: ServerSettings }): boolean {
    // A header that no page can send: the form shows it with the error.
    if (!this.#address.accepts(url, settings)) return false;
    const isFirst = this.#listed.every(({ origin }) => origin !== 'person');
    const found = this.#listedAt(url);
    const id = found?.id ?? this.#nextId();
    if (!this.#put(found ? { ...found, settings } : { url, name, id, origin: 'person', settings })) return false;
    this.#remember(url, settings);
    if (isFirst || found) this.#choose(id);
    return true;
  }

  /** For the address field. @internal */
  settingsFor(url: string): ServerSettings | undefined {
    return this.#listedAt(url)?.settings;
  }

  #nextId(): string {
    return `server-${++this.#lastId}`;
  }

  /** @returns whether there was room for it */
  #put(server: Listed): boolean {
    const isThere = this.#listed.some(({ id }) => id === server.id);
    this.#isFull = !isThere && this.#listed.length >= MAX_WORKSPACE_SERVERS;
    if (isThere) this.#listed = this.#listed.map((one) => (one.id === server.id ? server : one));
    else if (!this.#isFull) this.#listed = [...this.#listed, server];
    this.requestUpdate();
    return !this.#isFull;
  }

  /** The address of the shown server, as a link may contain it. */
  get shownAddress(): string | undefined {
    const server = this.#listed.find(({ id }) => id === this.active);
    return server && !server.endpoint ? addressOf(server.url) : undefined;
  }

  /** For a link. @returns whether the page or an earlier visit knows that server @internal */
  async knows(address: string): Promise<boolean> {
    if (this.#listedAt(address)) return true;
    const recent = (await this.#recentServers?.list()) ?? [];
    // The page may have given its servers meanwhile.
    return this.#listedAt(address) !== undefined || recent.includes(address);
  }

  /** For a link: shows a server and the given view of it. @internal */
  async follow(address: string, location: ClientLocation | undefined): Promise<void> {
    const found = this.#listedAt(address);
    if (found) this.#choose(found.id, false);
    else this.connectTo(address, NO_SETTINGS);
    await this.updateComplete;
    const { client } = this;
    await client?.updateComplete;
    if (!client || this.shownAddress !== address) return;
    const section = client.location?.section;
    if (location?.section === 'resources' && location.item !== undefined) {
      client.show({ section: 'resources' });
      void this.#showListed(client, location.item);
    } else if (location) client.show({ ...location, isFromLink: true });
    // Back to the view before the first choice.
    else if (section) client.show({ section });
    await client.updateComplete;
  }

  /** A resource is read when it is shown, so a link shows one only that the server lists. */
  async #showListed(client: McpClientElement, uri: string): Promise<void> {
    const { session } = client;
    this.unlisted = undefined;
    if (!session) return;
    const lists = await Promise.allSettled([session.resources.list(), session.resourceTemplates.list()]);
    if (client.session !== session || client.location?.section !== 'resources' || client.location.item !== undefined)
      return;
    const [resources, templates] = lists.map((list) => (list.status === 'fulfilled' ? list.value : []));
    const isListed =
      resources!.some((one) => 'uri' in one && one.uri === uri) ||
      templates!.some((one) => 'uriTemplate' in one && one.uriTemplate === uri);
    if (isListed) client.show({ section: 'resources', item: uri });
    else if (lists.every(({ status }) => status === 'fulfilled')) this.unlisted = uri;
  }

  /** For a link: shows its address, and connects to nothing. @internal */
  propose(address: string): void {
    this.active = undefined;
    this.#address.fill(address, NO_SETTINGS);
  }

  /** For the palette. @internal */
  get searchedServers(): readonly {
    readonly id: string;
    readonly name: string;
    readonly session: Session | undefined;
  }[] {
    return this.#listed.map((server) => {
      const session = this.#clientOf(server.id)?.session;
      const [name, place] = [this.#nameOf(server), placeOf(server, this.#listed)];
      return {
        id: server.id,
        name: place === name ? name : `${name} (${place})`,
        session: session?.state.get().phase === 'ready' ? session : undefined,
      };
    });
  }

  /** For the palette. @internal */
  get commands(): readonly Command[] {
    const { client } = this;
    const provider = client?.status === 'ready' || client?.status === 'lost' ? client : undefined;
    return [
      { label: t('workspace.addServer'), run: () => this.focusAddress() },
      ...(this.#listed.some(isWritable) ? [{ label: t('workspace.export'), run: this.#export.menuItem.press }] : []),
      ...(provider
        ? (['tools', 'resources', 'prompts', 'log'] as const).map((section) => ({
            label: t('workspace.goTo', { place: ofClient(`client.section.${section}`) }),
            run: () => provider.show({ section }),
          }))
        : []),
      ...(provider ? [{ label: t('workspace.disconnect'), run: () => void provider.session?.close() }] : []),
    ];
  }

  /** For the palette. @internal */
  showServer(id: string, location?: ClientLocation): void {
    this.#choose(id);
    void this.updateComplete.then(() => {
      const client = this.#clientOf(id);
      if (!location) return client?.focus();
      client?.show(location);
      void client?.focusItem();
    });
  }

  /** Opens the search over servers, what they offer, and commands, and puts the focus into it. */
  focusSearch(): void {
    this.#palette.focus();
  }

  /** The data to save for each server that {@link isWritable}. Headers from a function of the page are not known here. */
  #written(): readonly WrittenServer[] {
    return this.#listed.filter(isWritable).map((server) => {
      const { url, headers, settings } = server;
      const ofPage = typeof headers === 'object' ? headers : {};
      const own = readSettings(settings).headers;
      return {
        name: chooseServerName(server, this.#clientOf(server.id)?.session),
        url: addressOf(url),
        headers: typeof own === 'object' ? own : ofPage,
      };
    });
  }

  #listedAt(address: string): Listed | undefined {
    const wanted = addressOf(address);
    return this.#listed.find(({ url }) => addressOf(url) === wanted);
  }

  /** @param isAsked false if it was not a press of the person */
  #choose(id: string, isAsked = true): void {
    const server = this.#listed.find((one) => one.id === id);
    if (!server) return;
    this.#opened.add(id);
    this.active = id;
    this.isAdding = undefined;
    this.unlisted = undefined;
    const { url, endpoint, command, settings, headers } = server;
    // A text that somebody is typing stays when the page or Back shows another server.
    if (isAsked || !this.#address.isEdited)
      this.#address.fill(endpoint || command !== undefined ? '' : addressOf(url), settings, headers !== undefined);
    this.requestUpdate();
  }

  /** Ends the connection and takes the server from the list. What is stored of it stays. */
  #remove(id: string): void {
    const at = this.#listed.findIndex((one) => one.id === id);
    this.#listed = this.#listed.filter((one) => one.id !== id);
    this.#opened.delete(id);
    this.#isFull = false;
    if (this.active === id) {
      const next = this.#listed[Math.min(at, this.#listed.length - 1)];
      this.active = undefined;
      if (next) this.#choose(next.id);
      else this.#address.fill('', NO_SETTINGS);
    }
    this.requestUpdate();
  }

  /** Undefined if `storage` or an option cannot be used: the client of a server reports that. */
  get #recentServers(): RecentServers | undefined {
    try {
      const { storage = this.sessionOptions?.storage, sessionOptions } = this;
      return new RecentServers({ storage, namespace: sessionOptions?.namespace });
    } catch {
      return undefined;
    }
  }

  /** One after the other: each reads the list and writes it. */
  #remember(url: string, settings: ServerSettings): void {
    if (settings.storage === 'none' || hasSecrets(settings)) return;
    this.#remembering = this.#remembering.then(async () => {
      const recent = this.#recentServers;
      await recent?.add(url);
      this.recent = (await recent?.list()) ?? [];
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#recentServers?.list().then((recent) => (this.recent = recent));
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('servers') && !changed.has('modelContext')) return;
    // The servers of the page change: those that stay keep their session, and those of others stay too.
    const before = [...this.#listed];
    // Frameworks pass nothing while they load.
    const given: readonly WorkspaceServer[] = Array.isArray(this.servers) ? this.servers : [];
    const ofPage = [...given, ...(this.modelContext ? [PAGE_TOOLS] : [])]
      .filter((server) => typeof server?.url === 'string' || server?.endpoint !== undefined)
      .map((server): Listed => {
        const url = listedUrl(server);
        const at = before.findIndex((one) => addressOf(one.url) === addressOf(url));
        const [found] = at < 0 ? [] : before.splice(at, 1);
        return {
          ...server,
          url,
          id: found?.id ?? this.#nextId(),
          origin: 'page',
          settings: found?.settings ?? NO_SETTINGS,
        };
      });
    const others = before.filter(({ origin }) => origin !== 'page');
    const all = [...ofPage, ...others];
    this.#isFull = all.length > MAX_WORKSPACE_SERVERS;
    this.#listed = all.slice(0, MAX_WORKSPACE_SERVERS);
    for (const id of this.#opened) if (!this.#listed.some((one) => one.id === id)) this.#opened.delete(id);
    const [first] = this.#listed;
    if (!this.#listed.some(({ id }) => id === this.active)) {
      this.active = undefined;
      // A link says which server is shown.
      if (first && this.select !== 'none' && !this.#links.isWaiting) this.#choose(first.id, false);
    }
    this.#links.serversChanged();
  }

  protected override updated(changed: PropertyValues): void {
    if (!changed.has('active')) return;
    this.#links.write();
    const shown = this.#listed.find(({ id }) => id === this.active);
    this.dispatchEvent(new McpServerChangeEvent(shown?.url, shown?.name));
  }

  #clientOf(id: string | undefined): McpClientElement | undefined {
    return id === undefined
      ? undefined
      : (this.shadowRoot?.querySelector<McpClientElement>(`mcp-client[data-server="${id}"]`) ?? undefined);
  }

  /** A server wants a token and says nowhere how to sign in, or refused the one that it got: the field for it opens. */
  #offerToken(): void {
    const state = this.client?.session?.state.get();
    if (state === this.#offered) return;
    this.#offered = state;
    if (state?.phase === 'failed' && state.error.code === 'unauthorized') void this.#address.askForToken();
  }

  readonly #stateChanged = (): void => {
    this.#offerToken();
    this.requestUpdate();
    this.#goToAwaited();
  };

  /**
   * Moves the focus from the address field to its server, once that is connected: the next step is one of its tools, and the
   * whole list of servers is between the two. The focus stays if the person has moved on.
   */
  readonly #goToAwaited = (): void => {
    const client = this.#clientOf(this.#awaited);
    if (client?.status !== 'ready') return;
    const isStill = this.active === this.#awaited && this.#address.hasFocus && !this.#address.isEdited;
    this.#awaited = undefined;
    if (isStill) client.focus();
  };

  readonly #viewChanged = (): void => {
    this.unlisted = undefined;
    this.#links.write();
  };

  /** The address field folds away while the shown server works: its place is the head, and the work has the window. */
  get #isAddressOpen(): boolean {
    if (this.isAdding !== undefined) return this.isAdding;
    const status = this.client?.status;
    return (
      this.active === undefined ||
      this.#awaited !== undefined ||
      status === 'failed' ||
      this.#address.isEdited ||
      this.#pasted.isShown
    );
  }

  readonly #toggleAddress = (): void => {
    if (this.#isAddressOpen) this.isAdding = false;
    else this.focusAddress();
  };

  readonly #onAddressKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || this.isAdding !== true) return;
    event.stopPropagation();
    this.isAdding = false;
    this.shadowRoot?.querySelector<HTMLElement>('[data-name="add-server-button"]')?.focus();
  };

  override render(): TemplateResult {
    const isOpen = this.#isAddressOpen;
    const isEmpty = this.#listed.length === 0 && !this.querySelector(':scope > :is([slot="start"], [slot="end"])');
    return html`<div part="base" tabindex="-1" role="region" aria-label=${t('workspace.label')}>
      <div class="head ${isEmpty ? 'empty' : ''}" part="header">
        <slot name="start"></slot>
        ${this.#renderServers()}
        ${
          this.#listed.length === 0
            ? nothing
            : html`<button
                type="button"
                class="plain add"
                part="button"
                data-name="add-server-button"
                title=${t('workspace.addServer')}
                aria-label=${t('workspace.addServer')}
                aria-expanded=${isOpen ? 'true' : 'false'}
                aria-controls="adding"
                @click=${this.#toggleAddress}
              >
                +
              </button>`
        }
        <span class="space"></span>
        ${this.#listed.length > 0 ? this.#palette.render() : nothing} ${this.#renderMenu()}
        <slot name="end"></slot>
      </div>
      <div class="adding appears" id="adding" ?hidden=${!isOpen} @keydown=${this.#onAddressKeydown}>
        ${this.#address.render()} ${this.#renderRecent()} ${this.#pasted.render()}
      </div>
      ${this.#export.render()} ${this.#links.render()}
      ${
        this.unlisted === undefined
          ? nothing
          : notice({
              ...{ tone: 'warning', part: 'warning', name: 'unlisted', role: 'status' },
              lines: [t('workspace.linkUnlisted', { uri: this.unlisted })],
            })
      }
      ${
        this.#listed.length === 0
          ? html`<slot name="empty"
              ><div class="none" part="empty">
                <h2>${t('workspace.noServers')}</h2>
                <ul class="quiet">
                  <li>${t('workspace.firstAddress')}</li>
                  <li>${t('workspace.firstTry')} <code dir="ltr">${TRIED_COMMAND}</code></li>
                </ul>
              </div></slot
            >`
          : html`${
                this.active === undefined
                  ? html`<div class="none" part="empty"><p class="quiet">${t('workspace.chooseServer')}</p></div>`
                  : nothing
              }
              <div class="clients" @mcp-state-change=${this.#stateChanged} @mcp-view-change=${this.#viewChanged}>
                ${repeat(
                  this.#listed.filter(({ id }) => this.#opened.has(id)),
                  ({ id }) => id,
                  (server) => this.#renderClient(server),
                )}
              </div>`
      }
    </div>`;
  }

  #renderMenu(): TemplateResult | typeof nothing {
    const canSave = this.#listed.some(isWritable);
    const link = this.#links.button();
    if (!canSave && link === nothing) return nothing;
    return menu(html`${canSave ? menuItems([this.#export.menuItem]) : nothing}${link}`);
  }

  #renderClient({ id, url, endpoint, name, command, headers, options, settings }: Listed): TemplateResult {
    const own = readSettings(settings);
    return html`<mcp-client
      data-server=${id}
      ?hidden=${id !== this.active}
      .url=${endpoint ? undefined : url}
      .endpoint=${endpoint}
      .command=${command}
      .headers=${own.headers ?? headers}
      .storage=${own.storage ?? this.storage}
      .capabilities=${this.capabilities}
      .sampler=${this.sampler}
      .redirectUri=${this.redirectUri}
      .authMode=${this.authMode}
      .transcript=${this.transcript}
      .messages=${this.messages}
      .exposeTools=${this.exposeTools}
      .serverReport=${this.serverReport}
      .theme=${this.theme}
      .density=${this.density}
      .sessionOptions=${{ ...this.sessionOptions, ...(endpoint && !isPage(endpoint) && { serverId: name }), ...options, ...own.options }}
    ></mcp-client>`;
  }

  #renderServers(): TemplateResult | typeof nothing {
    if (this.#listed.length === 0) return nothing;
    const names = this.#listed.map((server) => this.#nameOf(server));
    return html`<div class="servers" part="tabs" data-name="servers" role="group" aria-label=${t('workspace.servers')}>
      ${repeat(
        this.#listed,
        ({ id }) => id,
        (server) => this.#renderServer(server, names),
      )}
      ${
        this.#isFull
          ? notice({
              tone: 'warning',
              part: 'warning',
              name: 'full',
              role: 'status',
              lines: [t('workspace.tooManyServers', { limit: MAX_WORKSPACE_SERVERS })],
            })
          : nothing
      }
    </div>`;
  }

  /** A name that was given stays when the server, once connected, sends another one. */
  #nameOf(server: Listed): string {
    return server.name ?? chooseServerName(server, this.#clientOf(server.id)?.session);
  }

  /** @param names those of all servers */
  #renderServer(server: Listed, names: readonly string[]): TemplateResult {
    const { id } = server;
    const client = this.#clientOf(id);
    const phase = client?.status ?? 'idle';
    const place = placeOf(server, this.#listed);
    const name = this.#nameOf(server);
    // The client tells the host of the shown one. Here it tells servers of the same name apart.
    const isNameShared = names.indexOf(name) !== names.lastIndexOf(name);
    return html`<span class="server" data-server=${id}>
      <button
        type="button"
        class="choose"
        part="tab"
        aria-current=${id === this.active ? 'true' : 'false'}
        title=${place === name ? name : `${name} · ${place}`}
        @click=${() => this.#choose(id)}
      >
        <span class="dot" part="status" data-phase=${phase} aria-hidden="true"></span>
        <span class="names"
          ><bdi>${name}</bdi>${
            place === name
              ? nothing
              : html`<span class="small quiet ${isNameShared ? '' : 'visually-hidden'}" part="host"
                  ><bdi dir="ltr">${place}</bdi></span
                >`
          }<span class="visually-hidden">, ${t(`workspace.status.${phase}`)}</span></span
        >
      </button>
      ${
        server.origin !== 'person' || id !== this.active
          ? nothing
          : html`<button
              type="button"
              class="plain"
              part="button"
              data-name="remove-button"
              aria-label=${t('workspace.remove', { name })}
              title=${t('workspace.remove', { name })}
              @click=${() => this.#remove(id)}
            >
              ✕
            </button>`
      }
    </span>`;
  }

  #renderRecent(): TemplateResult | typeof nothing {
    const others = this.recent.filter((address) => !this.#listedAt(address));
    if (others.length === 0) return nothing;
    return html`<div class="recent" data-name="recent" role="group" aria-label=${t('workspace.recent')}>
      <span class="small quiet">${t('workspace.recent')}</span>
      ${others.map(
        (address) =>
          html`<button
            type="button"
            class="small"
            part="button"
            data-name="recent-button"
            @click=${() => this.connectTo(address, NO_SETTINGS)}
          >
            <bdi dir="ltr">${withoutScheme(address)}</bdi>
          </button>`,
      )}
      <button
        type="button"
        class="plain small"
        part="button"
        data-name="forget-button"
        @click=${async () => {
          await this.#recentServers?.clear();
          this.recent = [];
        }}
      >
        ${t('workspace.forgetRecent')}
      </button>
    </div>`;
  }
}

/** For the attribute `model-context`. The server sends its own name once it is connected. */
const PAGE_TOOLS: WorkspaceServer = { endpoint: 'model-context', name: 'WebMCP' };

/** Tools of the page are those of each page that has them: nothing of one is stored for another one of this site. */
const isPage = (endpoint: NonNullable<WorkspaceServer['endpoint']>): boolean =>
  typeof endpoint === 'string' || isModelContext(endpoint);

/** A server in this page has no address: it is known by its name. */
const listedUrl = ({ url, endpoint, name }: WorkspaceServer): string =>
  endpoint ? `name:${encodeURIComponent(name ?? t('workspace.pastedName'))}` : (url ?? '');

/**
 * True if other clients can reach it by its address: not if it is in this page, nor if the page reaches it through its own
 * `fetch`.
 */
const isWritable = ({ endpoint, options }: Listed): boolean => !endpoint && !options?.fetch;

/** The address as it is compared: absolute, if it is valid. */
const addressOf = (url: string): string =>
  URL.canParse(url, document.baseURI) ? new URL(url, document.baseURI).href : url;

const withoutScheme = (address: string): string => address.replace(/^https:\/\//, '');

/** A server's own name; until it is known, the name in the page or the list, or its host. */
function chooseServerName({ name, url }: Listed, session: Session | undefined): string {
  const state = session?.state.get();
  const server = state && 'server' in state ? state.server : undefined;
  return server ? displayName(server) : (name ?? (formatHost(url) || t('workspace.pastedName')));
}

/** The command of a server, or its host; the whole address if another server has the same host. */
function placeOf(server: Listed, all: readonly Listed[]): string {
  if (server.command !== undefined) return server.command;
  const host = formatHost(server.url);
  const isOnly = all.every(({ id, url }) => id === server.id || formatHost(url) !== host);
  return isOnly ? host : withoutScheme(addressOf(server.url));
}

const sameSettings = (one: ServerSettings, other: ServerSettings): boolean =>
  Object.entries(one).every(([key, value]) => other[key as keyof ServerSettings] === value);

declare global {
  interface HTMLElementTagNameMap {
    'mcp-workspace': McpWorkspaceElement;
  }
}
