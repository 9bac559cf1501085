import { consume } from '@lit/context';
import {
  type CSSResultGroup,
  nothing,
  type PropertyValues,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { McpElement } from '../internal/mcp-element.js';
import {
  asMcpError,
  displayName,
  itemsOf,
  type CatalogChange,
  type McpError,
  type Resource,
  type ResourceContents,
  type ResourceTemplate,
  type Session,
  serverOffers,
} from '../../src/index.js';
import { annotationsView } from '../content/content-view.js';
import { sessionContext } from '../context.js';
import { McpErrorEvent } from '../events.js';
import { html } from '../internal/html.js';
import { problem } from '../internal/problem.js';
import { StoreController } from '../internal/store-controller.js';
import { base, controls, tokens } from '../internal/styles.js';
import { fetchedAt, formatBytes, shortened } from '../internal/text.js';
import { type UpdatedMark, updatedMarks } from '../list/list-marks.js';
import { DefinitionView, definitionStyles } from '../item-form/definition.js';
import { resourceViewStyles } from './resource-view.styles.js';
import { AutomaticRefresh, followedResources, followingView } from './subscription.js';
import { TemplateDraft, templateForm } from './template-form.js';
import { notice } from '../internal/notice.js';
import { t as common } from '../words/common-words.js';
import { t } from './messages.js';

/** Contents of one resource that are shown. A resource can be a whole folder. */
const MAX_RESOURCE_CONTENTS = 100;

interface ReadingFacts {
  readonly uri: string | undefined;
  readonly reading: ReadingState;
  /** Set if the server reported a change after the resource was read. */
  readonly mark: UpdatedMark | undefined;
  /** Bytes that the person has not agreed to read yet. Undefined if no agreement is needed. */
  readonly unagreed: number | undefined;
  readonly isConnected: boolean;
  readonly isConnecting: boolean;
  readonly following: TemplateResult | typeof nothing;
  readonly refresh: () => void;
  readonly retry: () => void;
}

/** Characters of the server's description that are shown. */
const MAX_RESOURCE_DESCRIPTION_SHOWN = 2000;

type ReadingState =
  /**
   * Nothing is being read. `earlier`, here and below, holds the previous contents: those of an earlier visit, or those
   * that are shown until the next response.
   */
  | { readonly phase: 'idle'; readonly earlier: Contents | undefined }
  /** `slow` is true when it has taken so long that the person should see a skeleton. */
  | { readonly phase: 'loading'; readonly slow: boolean; readonly earlier: Contents | undefined }
  | ({ readonly phase: 'ready' } & Contents)
  | { readonly phase: 'failed'; readonly error: McpError; readonly earlier: Contents | undefined };

interface Contents {
  readonly contents: readonly ResourceContents[];
  /** Epoch milliseconds. */
  readonly fetchedAt: number;
  /** True if the contents come from an earlier visit. */
  readonly isRestored?: boolean;
}

/** Milliseconds before a skeleton shows. It would only flash during shorter waits. */
const SKELETON_MS = 150;

/** Bytes that are read without asking, according to the server's size. On a slow line, they take half a minute. */
const MAX_UNASKED_BYTES = 5_000_000;

/**
 * @summary Reads a resource of the server and shows its contents.
 *
 * For a template (the `template` property, or a `uri` with variables as in `file:///{path}`), it first shows a field
 * for each variable.
 *
 * @fires {McpErrorEvent} mcp-error - The resource could not be read. The element shows the error.
 * @csspart header - The header: the title and its source.
 * @csspart code - The definition of the resource.
 * @csspart form - The fields of a template.
 * @csspart field - A field with its label.
 * @csspart label - The label of a field or value.
 * @csspart description - The description of a field.
 * @csspart input - The input of a value.
 * @csspart text - Text.
 * @csspart button - Every button.
 * @csspart submit-button - The button that reads the resource at the address.
 * @csspart note - A notice or a hint.
 * @csspart age - When the resource was read, and when the server reported a change.
 * @csspart checkbox - A check box.
 * @csspart item - One item of a list.
 * @csspart skeleton - The placeholder of the contents while they load.
 * @csspart empty - The text without contents.
 * @csspart error - An error with its remedy.
 * @csspart retry-button - The button that tries again.
 * @csspart hidden-character - A sign in place of hidden characters.
 */
export class McpResourceViewElement extends McpElement {
  static override styles: CSSResultGroup = [tokens, base, controls, resourceViewStyles, definitionStyles];

  readonly #connection = new StoreController(this, () => this.session?.state);
  readonly #resources = new StoreController(this, () => this.session?.resources.state);
  readonly #templates = new StoreController(this, () => this.session?.resourceTemplates.state);
  readonly #changes = new StoreController(this, () => this.session?.resources.changes);
  readonly #templateChanges = new StoreController(this, () => this.session?.resourceTemplates.changes);
  readonly #definition = new DefinitionView(this);
  readonly #followed = new StoreController(this, () => this.session && followedResources(this.session).states);
  readonly #marks = new StoreController(this, () => this.session && updatedMarks(this.session));
  readonly #typed = new StoreController(this, () => this.#draft?.form.changes);
  readonly #reading = new ResourceReading(this, (error) => this.dispatchEvent(new McpErrorEvent(error)));
  readonly #automatic = new AutomaticRefresh(
    this,
    () => this.autoRefresh && this.#mark !== undefined && this.#reading.state.phase === 'ready',
    () => this.refresh(),
  );
  /** The resource that is shown, and its session. */
  #shown: { readonly session: Session; readonly uri: string } | undefined;
  /** True if the person filled in the address that is read next. */
  #isPressed = false;
  /** True if the person requested the reading, or if it started because no agreement is needed. */
  #isAsked = false;
  #wasReady = false;
  #draft: TemplateDraft | undefined;

  @query('mcp-schema-field') private fields!: HTMLElementTagNameMap['mcp-schema-field'] | null;
  @query('[data-name~="refresh-button"]') private refreshButton!: HTMLElement | null;

  /** The address built from the template, after the person has pressed the button. */
  @state() private filledIn: string | undefined;

  /** The address of the resource, or a template for addresses (RFC 6570). */
  @property()
  uri: string | undefined;

  /** The template to fill in. Takes precedence over `uri`. */
  @property({ attribute: false })
  template: ResourceTemplate | undefined;

  /**
   * True if the resource is read again each time the server reports a change. The previous contents stay until then.
   */
  @property({ type: Boolean, attribute: 'auto-refresh', reflect: true })
  autoRefresh = false;

  /** The session that reads the resource; by default that of the surrounding element. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('uri') || changed.has('template')) {
      const template = this.#uriTemplate;
      // An equal template in another object: typed values stay.
      if (template !== this.#draft?.template) {
        this.#draft = template === undefined ? undefined : new TemplateDraft(template);
        this.filledIn = undefined;
      }
    }
    this.#follow();
  }

  /** Reads the resource again. Does nothing without an address or a connection. */
  refresh(): void {
    this.#read();
  }

  /**
   * @param initiator `person` if a person pressed a button: what the server requests meanwhile then belongs to this
   * person's call
   */
  #read(initiator?: 'person'): void {
    const { session } = this;
    const uri = this.#target;
    if (!session || uri === undefined || !this.#isReady) return;
    this.#shown = { session, uri };
    this.#isAsked = true;
    const mark = this.#mark;
    void this.#reading.read(session, uri, initiator).then(() => {
      if (this.#reading.state.phase === 'ready') followedResources(session).wasRead(uri, mark);
    });
  }

  #setFollowed(uri: string, isOn: boolean): void {
    const followed = this.session && followedResources(this.session);
    if (isOn) void followed?.follow(uri);
    else followed?.unfollow(uri);
  }

  /** Reads the resource as soon as there are an address and a connection. */
  #follow(): void {
    const uri = this.#target;
    const { session } = this;
    if (this.#shown?.session !== session || this.#shown?.uri !== uri) {
      this.#isAsked = false;
      this.#reading.forget();
      this.#shown = session && uri !== undefined ? { session, uri } : undefined;
      if (this.#shown) void this.#reading.restore(this.#shown.session, this.#shown.uri);
    }
    // After a new connection, failed reading is tried again.
    if (this.#isReady && !this.#wasReady && this.#reading.state.phase === 'failed') this.#isAsked = false;
    this.#wasReady = this.#isReady;
    const isAskedFor = this.#isAsked && this.#reading.state.phase !== 'idle';
    if (isAskedFor || !this.isConnected || this.#unagreed !== undefined) return;
    this.#read(this.#isPressed ? 'person' : undefined);
    this.#isPressed = false;
  }

  get #uriTemplate(): string | undefined {
    if (this.template) return this.template.uriTemplate;
    return this.uri && /\{[^{}]+\}/.test(this.uri) ? this.uri : undefined;
  }

  /** The address to read: the given one, or the one built from the template. */
  get #target(): string | undefined {
    return this.#uriTemplate === undefined ? this.uri || undefined : this.filledIn;
  }

  /** Set if the server reported a change after the resource was read. */
  get #mark(): UpdatedMark | undefined {
    return this.#marks.value?.get(this.#target ?? '');
  }

  /** Bytes that the person has not agreed to read yet. Undefined if no agreement is needed. */
  get #unagreed(): number | undefined {
    const size = this.#uriTemplate === undefined && !this.#isAsked ? readStatedSize(this.#description) : undefined;
    return size !== undefined && size > MAX_UNASKED_BYTES ? size : undefined;
  }

  get #isReady(): boolean {
    return this.#connection.value?.phase === 'ready';
  }

  /** The resource in the server's lists. */
  get #description(): Resource | ResourceTemplate | undefined {
    if (this.template) return this.template;
    const uri = this.uri;
    const resources = this.#resources.value ? itemsOf(this.#resources.value) : [];
    const templates = this.#templates.value ? itemsOf(this.#templates.value) : [];
    return resources.find((one) => one.uri === uri) ?? templates.find((one) => one.uriTemplate === uri);
  }

  readonly #onSubmit = (): void => {
    const uri = this.#draft?.toUri();
    if (uri === undefined) {
      this.fields?.focusFirstIssue();
      return;
    }
    // The same address again: the person wants to read it again.
    if (uri === this.filledIn) this.#read('person');
    else this.#isPressed = true;
    this.filledIn = uri;
  };

  readonly #onRetry = (): void => {
    this.#read('person');
    // The pressed button is removed, and focus must not be lost with it.
    this.refreshButton?.focus();
  };

  override render(): TemplateResult {
    const isTemplate = this.#uriTemplate !== undefined;
    if (!isTemplate && !this.uri) return html`<p class="quiet" part="empty">${t('resourceView.noResourceChosen')}</p>`;
    const target = this.#target;
    const address = this.#uriTemplate ?? this.uri ?? '';
    const about = this.#description;
    return html`${resourceHeader(about, address, about ? this.#definitionButton(address) : nothing)}
    ${
      about
        ? this.#definition.render({
            item: about,
            key: address,
            change: this.#changeOf(address),
            closed: this.#onDefinitionClosed,
          })
        : nothing
    }
    ${this.#draft ? templateForm({ draft: this.#draft, session: this.session, onSubmit: this.#onSubmit }) : nothing}
    ${target === undefined ? nothing : this.#renderReading(target)}`;
  }

  #definitionButton(address: string): TemplateResult {
    const isOpen = this.#definition.isOpenFor(address);
    const toggle = (): void => {
      if (isOpen) this.#definition.close();
      else this.#definition.open(address);
    };
    return html`<div>
      <button
        class="plain small"
        part="button"
        data-name="definition-button"
        type="button"
        aria-expanded=${isOpen ? 'true' : 'false'}
        @click=${toggle}
      >
        ${t('resourceView.definition')}
      </button>
    </div>`;
  }

  #changeOf(address: string): CatalogChange<Resource | ResourceTemplate> | undefined {
    return this.#changes.value?.get(address) ?? this.#templateChanges.value?.get(address);
  }

  readonly #onDefinitionClosed = (): void =>
    this.renderRoot.querySelector<HTMLElement>('[data-name="definition-button"]')?.focus();

  #renderReading(uri: string): TemplateResult {
    const phase = this.#connection.value?.phase;
    return readingView({
      uri,
      reading: this.#reading.state,
      mark: this.#mark,
      unagreed: this.#unagreed,
      isConnected: this.#isReady,
      isConnecting: phase === 'connecting',
      following: followingView({
        isOffered: this.#isReady && serverOffers(this.session!.server.capabilities, 'resources/subscribe'),
        state: this.#followed.value?.get(uri),
        isAutomatic: this.autoRefresh,
        follow: (isOn) => this.#setFollowed(uri, isOn),
        setAutomatic: (isOn) => (this.autoRefresh = isOn),
      }),
      refresh: () => this.#read('person'),
      retry: this.#onRetry,
    });
  }
}

/**
 * Shows the contents of a resource. Their addresses are shown if there are several, or if the address is not the
 * requested one.
 */
function contentsView(contents: readonly ResourceContents[], uri: string | undefined): TemplateResult {
  if (contents.length === 0) return html`<p class="quiet" part="empty">${t('resourceView.theResourceIsEmpty')}</p>`;
  const isNamed = contents.length > 1 || contents[0]?.uri !== uri;
  return html`${contents.slice(0, MAX_RESOURCE_CONTENTS).map(
    (one) =>
      html`<div class="item" part="item">
        ${isNamed ? html`<code class="small quiet" dir="ltr">${one.uri}</code>` : nothing}
        <mcp-content .contents=${one}></mcp-content>
      </div>`,
  )}
  ${
    contents.length > MAX_RESOURCE_CONTENTS
      ? html`<p class="small quiet">
          ${t.rich('resourceView.theFirstOfContents', { maxResourceContents: MAX_RESOURCE_CONTENTS, count: contents.length })}
        </p>`
      : nothing
  }`;
}

/** Shows the contents and their age, or the reason why nothing was read. */
function readingView(facts: ReadingFacts): TemplateResult {
  const { uri, reading, mark, following, isConnected, refresh, retry } = facts;
  const isLoading = reading.phase === 'loading';
  const shown = reading.phase === 'ready' ? reading : reading.earlier;
  const age = shown
    ? [
        t('resourceView.readAtTime', { time: fetchedAt(shown.fetchedAt) }),
        ...(mark ? [t('resourceView.updatedAtTime', { time: fetchedAt(mark.at) })] : []),
      ].join(' · ')
    : nothing;
  return html`<div class="reading">
      <div class="row">
        <span class="small ${mark ? 'updated' : 'quiet'}" part="age" role="status"
          >${isLoading && reading.slow ? t('resourceView.reading') : age}</span
        >
        <button
          class="${mark && shown ? '' : 'plain'} small end"
          part="button"
          data-name="refresh-button"
          type="button"
          aria-disabled=${isLoading || !isConnected}
          @click=${() => (isLoading ? undefined : refresh())}
        >
          ${mark && shown ? t('resourceView.readAgain') : t('resourceView.refresh')}
        </button>
      </div>
      ${following}
      <div aria-live="polite">
        ${
          reading.phase === 'failed'
            ? problem(t('resourceView.theResourceCouldNot'), reading.error, {
                label: common('common.tryAgain'),
                run: retry,
              })
            : nothing
        }
        ${reading.phase === 'idle' ? unread(facts) : nothing}
      </div>
    </div>
    ${
      isLoading && reading.slow && !shown
        ? html`<div class="skeleton" part="skeleton" aria-hidden="true"><i></i><i></i><i></i></div>`
        : nothing
    }
    ${shown ? contentsView(shown.contents, uri) : nothing}`;
}

function unread({ reading, isConnected, isConnecting, unagreed, refresh }: ReadingFacts): TemplateResult {
  if (isConnected && unagreed !== undefined) {
    const size = formatBytes(unagreed);
    return notice({
      part: 'empty',
      lines: [t('resourceView.notReadYetThe', { size })],
      more: html`<button part="button" data-name="read-button" type="button" @click=${refresh}>
        ${t.rich('resourceView.read', { size })}
      </button>`,
    });
  }
  const isThere = reading.phase === 'idle' && reading.earlier !== undefined;
  const without = isThere ? t('resourceView.thisIsWhatIt') : t('resourceView.notReadThereIs');
  const words = isConnecting ? t('resourceView.waitingForTheConnection') : without;
  return html`<p class="quiet" part="empty">${words}</p>`;
}

/** Shows the resource in the server's lists, which is known before the resource is read. */
function resourceHeader(
  about: Resource | ResourceTemplate | undefined,
  address: string,
  definitionButton: TemplateResult | typeof nothing,
): TemplateResult {
  const size = readStatedSize(about);
  const facts = [about?.mimeType, size === undefined ? undefined : formatBytes(size)].filter(Boolean).join(' · ');
  return html`<div class="header" part="header">
    <h2><bdi>${about ? displayName(about) : address}</bdi></h2>
    ${about ? html`<code class="quiet" dir="ltr">${address}</code>` : nothing}
    ${about?.description ? html`<p class="quiet" dir="auto">${shortened(about.description, MAX_RESOURCE_DESCRIPTION_SHOWN)}</p>` : nothing}
    ${facts ? html`<p class="small quiet">${t.rich('resourceView.serverSays', { facts })}</p>` : nothing}${annotationsView(about?.annotations)}
    ${definitionButton}
  </div>`;
}

/** Returns the size in bytes according to the server. */
function readStatedSize(about: Resource | ResourceTemplate | undefined): number | undefined {
  return about && 'size' in about && about.size !== undefined && about.size >= 0 ? about.size : undefined;
}

/** Reads one resource at a time for its host, and cancels the request when its host leaves the page. */
class ResourceReading implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #onError: (error: McpError) => void;
  #state: ReadingState = { phase: 'idle', earlier: undefined };
  #running: AbortController | undefined;
  #restoring: object | undefined;

  constructor(host: ReactiveControllerHost, onError: (error: McpError) => void) {
    this.#host = host;
    this.#onError = onError;
    host.addController(this);
  }

  get state(): ReadingState {
    return this.#state;
  }

  /** Reading that was cancelled when the host left the page may start again. */
  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    if (this.#state.phase !== 'loading') return;
    this.#running?.abort();
    this.#set({ phase: 'idle', earlier: this.#state.earlier });
  }

  /** Resets the state, for another resource. */
  forget(): void {
    this.#running?.abort();
    this.#restoring = undefined;
    this.#set({ phase: 'idle', earlier: undefined });
  }

  /** Shows the contents of an earlier visit until there are newer ones. */
  async restore(session: Session, uri: string): Promise<void> {
    const restoring = {};
    this.#restoring = restoring;
    const kept = await session.resources.stored(uri).catch(() => undefined);
    if (!kept || this.#restoring !== restoring || previousOf(this.#state)) return;
    this.#set({
      ...this.#state,
      earlier: { contents: kept.contents, fetchedAt: kept.fetchedAt, isRestored: true },
    } as ReadingState);
  }

  /** Reads the resource for the first time or again. The previous contents stay until the response arrives. */
  async read(session: Session, uri: string, initiator?: 'person'): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    const before = previousOf(this.#state);
    this.#set({ phase: 'loading', slow: false, earlier: before });
    const timer = setTimeout(() => {
      if (!running.signal.aborted) this.#set({ phase: 'loading', slow: true, earlier: previousOf(this.#state) });
    }, SKELETON_MS);
    try {
      // A person who sees the contents and reads them again wants the current contents.
      const cache = before && !before.isRestored ? 'refresh' : 'use';
      const contents = await session.resources.read(uri, { signal: running.signal, cache, initiator });
      if (running.signal.aborted) return;
      this.#set({ phase: 'ready', contents, fetchedAt: Date.now() });
      // Contents from the cache keep the time at which they were fetched.
      const kept = cache === 'use' ? await session.resources.stored(uri) : undefined;
      if (kept?.contents === contents && !running.signal.aborted)
        this.#set({ phase: 'ready', contents, fetchedAt: kept.fetchedAt });
    } catch (reason) {
      if (running.signal.aborted) return;
      const error = asMcpError(reason);
      this.#set({ phase: 'failed', error, earlier: previousOf(this.#state) });
      this.#onError(error);
    } finally {
      clearTimeout(timer);
    }
  }

  #set(state: ReadingState): void {
    this.#state = state;
    this.#host.requestUpdate();
  }
}

function previousOf(state: ReadingState): Contents | undefined {
  return state.phase === 'ready' ? state : state.earlier;
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-resource-view': McpResourceViewElement;
  }
}
