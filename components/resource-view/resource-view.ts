import { consume } from '@lit/context';
import { LitElement, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { itemsOf, type Resource, type ResourceTemplate, type Session } from '../../src/index.js';
import { sessionContext } from '../contexts/session-context.js';
import { StoreController } from '../controllers/store-controller.js';
import { McpErrorEvent } from '../events/mcp-error-event.js';
import { updatedMarks, type UpdatedMark } from '../resource-list/updated-marks.js';
import { base } from '../styles/base.styles.js';
import { controls } from '../styles/controls.styles.js';
import { tokens } from '../styles/tokens.styles.js';
import { html } from '../words/html.js';
import { AutomaticRefresh } from './automatic-refresh.js';
import { followedResources } from './followed-resources.js';
import { followingView } from './following-view.js';
import { readingView } from './reading-view.js';
import { resourceHeader, sizeOf } from './resource-header.js';
import { ResourceReading } from './resource-reading.js';
import { resourceViewStyles } from './resource-view.styles.js';
import { TemplateDraft, templateForm } from './template-form.js';

/** Bytes that are read without asking, by what the server says: on a slow line they take half a minute. */
const MAX_UNASKED_SIZE = 5_000_000;

/**
 * @summary Reads a resource of the server and shows what it consists of.
 *
 * A template (its `template` property, or a `uri` with blanks as in `file:///{path}`) shows a field for each blank first.
 *
 * @fires mcp-error {McpErrorEvent} - The resource could not be read. The element shows it already.
 * @csspart header - The name and address of the resource.
 * @csspart form - The fields of a template.
 * @csspart field - One of them.
 * @csspart label - The name of a field.
 * @csspart description - What is said about a field.
 * @csspart control - What is typed into.
 * @csspart preview - The address that the fields make.
 * @csspart submit-button - Reads the resource at that address.
 * @csspart annotations - What the server says about it: for whom, how important, how old.
 * @csspart age - When it was read, and when the server said that it changed.
 * @csspart refresh-button - Reads the resource again.
 * @csspart read-button - Reads a resource that is too large to be read without asking.
 * @csspart follow-switch - Has the server tell when the resource changes.
 * @csspart refresh-switch - Whether it is read again by itself then.
 * @csspart item - One of the things that the resource consists of.
 * @csspart skeleton - Stands where the contents will be.
 * @csspart empty - What is said when there is nothing to show.
 * @csspart error - Why the resource could not be read.
 * @csspart retry-button - Tries once more.
 * @csspart hidden-character - Stands for characters that nobody would see.
 */
export class McpResourceViewElement extends LitElement {
  static override styles: CSSResultGroup = [tokens, base, controls, resourceViewStyles];

  readonly #connection = new StoreController(this, () => this.session?.state);
  readonly #resources = new StoreController(this, () => this.session?.resources.state);
  readonly #templates = new StoreController(this, () => this.session?.resourceTemplates.state);
  readonly #followed = new StoreController(this, () => this.session && followedResources(this.session).states);
  readonly #marks = new StoreController(this, () => this.session && updatedMarks(this.session));
  readonly #typed = new StoreController(this, () => this.#draft?.form.changes);
  readonly #reading = new ResourceReading(this, (error) => this.dispatchEvent(new McpErrorEvent(error)));
  readonly #automatic = new AutomaticRefresh(
    this,
    () => this.autoRefresh && this.#mark !== undefined && this.#reading.state.phase === 'ready',
    () => this.refresh(),
  );
  /** What is looked at, and of whom. */
  #shown: { readonly session: Session; readonly uri: string } | undefined;
  /** It was asked for: by the person, or by itself where nobody has to agree. */
  /** The person filled in the address that is read next. */
  #isPressed = false;
  #isAsked = false;
  #wasReady = false;
  #draft: TemplateDraft | undefined;

  @query('mcp-schema-field') private fields!: HTMLElementTagNameMap['mcp-schema-field'] | null;
  @query('[part="refresh-button"]') private refreshButton!: HTMLElement | null;

  /** The address made of a template, once the person wants it read. */
  @state() private filledIn: string | undefined;

  /** The address of the resource, or a template for addresses (RFC 6570). */
  @property()
  uri: string | undefined;

  /** The template to fill in. Wins over `uri`. */
  @property({ attribute: false })
  template: ResourceTemplate | undefined;

  /** Reads it again by itself when the server says that it changed. What was read before stays until then. */
  @property({ type: Boolean, attribute: 'auto-refresh', reflect: true })
  autoRefresh = false;

  /** The session that reads. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('uri') || changed.has('template')) {
      const template = this.#uriTemplate;
      // The same template in another object: what was typed stays.
      if (template !== this.#draft?.template) {
        this.#draft = template === undefined ? undefined : new TemplateDraft(template);
        this.filledIn = undefined;
      }
    }
    this.#follow();
  }

  /** Reads again. Nothing happens while there is nothing to read, or nobody to read it. */
  refresh(): void {
    this.#read();
  }

  /** @param startedBy where a person pressed for it: what the server asks meanwhile is then about a call of theirs */
  #read(startedBy?: 'person'): void {
    const { session } = this;
    const uri = this.#target;
    if (!session || uri === undefined || !this.#isReady) return;
    this.#shown = { session, uri };
    this.#isAsked = true;
    const mark = this.#mark;
    void this.#reading.read(session, uri, startedBy).then(() => {
      if (this.#reading.state.phase === 'ready') followedResources(session).wasRead(uri, mark);
    });
  }

  #setFollowed(uri: string, isOn: boolean): void {
    const followed = this.session && followedResources(this.session);
    if (isOn) void followed?.follow(uri);
    else followed?.unfollow(uri);
  }

  /** Reads what is to be read, once it is known and somebody can. */
  #follow(): void {
    const uri = this.#target;
    const { session } = this;
    if (this.#shown?.session !== session || this.#shown?.uri !== uri) {
      this.#isAsked = false;
      this.#reading.forget();
      this.#shown = session && uri !== undefined ? { session, uri } : undefined;
      if (this.#shown) void this.#reading.restore(this.#shown.session, this.#shown.uri);
    }
    // Connected once more: what failed for want of a connection deserves another try.
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

  /** The address to read: as given, or made of the template. */
  get #target(): string | undefined {
    return this.#uriTemplate === undefined ? this.uri || undefined : this.filledIn;
  }

  /** Set while the server says that it changed since it was read. */
  get #mark(): UpdatedMark | undefined {
    return this.#marks.value?.get(this.#target ?? '');
  }

  /** Bytes that are too many to be read without asking, and that nobody asked for yet. */
  get #unagreed(): number | undefined {
    const size = this.#uriTemplate === undefined && !this.#isAsked ? sizeOf(this.#description) : undefined;
    return size !== undefined && size > MAX_UNASKED_SIZE ? size : undefined;
  }

  get #isReady(): boolean {
    return this.#connection.value?.phase === 'ready';
  }

  /** What the server's lists say about it. */
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
    // The same address once more means: read it again.
    if (uri === this.filledIn) this.#read('person');
    else this.#isPressed = true;
    this.filledIn = uri;
  };

  readonly #onRetry = (): void => {
    this.#read('person');
    // The button that was pressed goes away, and focus must not go with it.
    this.refreshButton?.focus();
  };

  override render(): TemplateResult {
    const isTemplate = this.#uriTemplate !== undefined;
    if (!isTemplate && !this.uri) return html`<p class="quiet" part="empty">No resource chosen.</p>`;
    const target = this.#target;
    return html`${resourceHeader(this.#description, this.#uriTemplate ?? this.uri ?? '')}
    ${this.#draft ? templateForm({ draft: this.#draft, session: this.session, onSubmit: this.#onSubmit }) : nothing}
    ${target === undefined ? nothing : this.#renderReading(target)}`;
  }

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
        isOffered: this.#isReady && this.session?.server.capabilities.resources?.subscribe === true,
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

declare global {
  interface HTMLElementTagNameMap {
    'mcp-resource-view': McpResourceViewElement;
  }
}
