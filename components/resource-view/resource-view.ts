import { consume } from '@lit/context';
import { html, LitElement, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { formatBytes, templateVariables, type TemplateVariable } from '../../src/content/index.js';
import { displayName, itemsOf, type Resource, type ResourceTemplate, type Session } from '../../src/index.js';
import { sessionContext } from '../contexts/session-context.js';
import { StoreController } from '../controllers/store-controller.js';
import { McpErrorEvent } from '../events/mcp-error-event.js';
import { problem } from '../problem/problem.js';
import { base } from '../styles/base.styles.js';
import { controls } from '../styles/controls.styles.js';
import { tokens } from '../styles/tokens.styles.js';
import { asOf } from '../words/as-of.js';
import { contentsView } from './contents-view.js';
import { ResourceReading } from './resource-reading.js';
import { resourceViewStyles } from './resource-view.styles.js';
import { expand, templateForm, type TemplateValues } from './template-form.js';

/** Characters of a server's own description that are shown. */
const MAX_DESCRIPTION = 2000;

/**
 * @summary Reads a resource of the server and shows what it consists of.
 *
 * A template (its `template` property, or a `uri` with blanks as in `file:///{path}`) shows a field for each blank first.
 *
 * @fires mcp-error {McpErrorEvent} - The resource could not be read. The element shows it already.
 * @csspart header - The name and address of the resource.
 * @csspart form - The fields of a template.
 * @csspart field - One of them.
 * @csspart preview - The address that the fields make.
 * @csspart submit-button - Reads the resource at that address.
 * @csspart refresh-button - Reads the resource again.
 * @csspart item - One of the things that the resource consists of.
 * @csspart skeleton - Stands where the contents will be.
 * @csspart empty - What is said when there is nothing to show.
 * @csspart error - Why the resource could not be read.
 * @csspart retry-button - Tries once more.
 */
export class McpResourceViewElement extends LitElement {
  static override styles: CSSResultGroup = [tokens, base, controls, resourceViewStyles];

  readonly #connection = new StoreController(this, () => this.session?.state);
  readonly #resources = new StoreController(this, () => this.session?.resources.state);
  readonly #templates = new StoreController(this, () => this.session?.resourceTemplates.state);
  readonly #reading = new ResourceReading(this, (error) => this.dispatchEvent(new McpErrorEvent(error)));
  /** What was last asked for, and of whom. */
  #asked: { readonly session: Session; readonly uri: string } | undefined;
  #wasReady = false;
  #variables: readonly TemplateVariable[] = [];

  @query('[part="refresh-button"]') private refreshButton!: HTMLElement | null;

  @state() private values: TemplateValues = {};
  /** The address made of a template, once the person wants it read. */
  @state() private filledIn: string | undefined;

  /** The address of the resource, or a template for addresses (RFC 6570). */
  @property()
  uri: string | undefined;

  /** The template to fill in. Wins over `uri`. */
  @property({ attribute: false })
  template: ResourceTemplate | undefined;

  /** The session that reads. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('uri') || changed.has('template')) {
      this.#variables = templateVariables(this.#uriTemplate ?? '');
      this.values = {};
      this.filledIn = undefined;
    }
    this.#follow();
  }

  /** Reads again. Nothing happens while there is nothing to read, or nobody to read it. */
  refresh(): void {
    const { session } = this;
    const uri = this.#target;
    if (!session || uri === undefined || !this.#isReady) return;
    this.#asked = { session, uri };
    void this.#reading.read(session, uri);
  }

  /** Reads what is to be read, once it is known and somebody can. */
  #follow(): void {
    const uri = this.#target;
    const { session } = this;
    if (this.#asked && (this.#asked.session !== session || this.#asked.uri !== uri)) {
      this.#asked = undefined;
      this.#reading.forget();
    }
    // Connected once more: what failed for want of a connection deserves another try.
    if (this.#isReady && !this.#wasReady && this.#reading.state.phase === 'failed') this.#asked = undefined;
    this.#wasReady = this.#isReady;
    const isAskedFor = this.#asked !== undefined && this.#reading.state.phase !== 'idle';
    if (!isAskedFor && this.isConnected) this.refresh();
  }

  get #uriTemplate(): string | undefined {
    if (this.template) return this.template.uriTemplate;
    return this.uri && /\{[^{}]+\}/.test(this.uri) ? this.uri : undefined;
  }

  /** The address to read: as given, or made of the template. */
  get #target(): string | undefined {
    return this.#uriTemplate === undefined ? this.uri || undefined : this.filledIn;
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

  readonly #onInput = (name: string, value: string): void => {
    this.values = { ...this.values, [name]: value };
  };

  readonly #onSubmit = (): void => {
    const uri = this.#expanded;
    // The same address once more means: read it again.
    if (uri !== undefined && uri === this.filledIn) this.refresh();
    this.filledIn = uri;
  };

  readonly #onRetry = (): void => {
    this.refresh();
    // The button that was pressed goes away, and focus must not go with it.
    this.refreshButton?.focus();
  };

  get #expanded(): string | undefined {
    return expand(this.#uriTemplate ?? '', this.#variables, this.values);
  }

  override render(): TemplateResult {
    const isTemplate = this.#uriTemplate !== undefined;
    if (!isTemplate && !this.uri) return html`<p class="quiet" part="empty">No resource chosen.</p>`;
    return html`${this.#renderHeader()}
    ${
      isTemplate
        ? templateForm({
            variables: this.#variables,
            values: this.values,
            uri: this.#expanded,
            onInput: this.#onInput,
            onSubmit: this.#onSubmit,
          })
        : nothing
    }
    ${this.#target === undefined ? nothing : this.#renderReading()}`;
  }

  #renderHeader(): TemplateResult {
    const about = this.#description;
    const address = this.#uriTemplate ?? this.uri ?? '';
    const size = about && 'size' in about && about.size !== undefined ? formatBytes(about.size) : undefined;
    const facts = [about?.mimeType, size].filter(Boolean).join(' · ');
    return html`<div class="header" part="header">
      <h3><bdi>${about ? displayName(about) : address}</bdi></h3>
      ${about ? html`<code class="quiet" dir="ltr">${address}</code>` : nothing}
      ${
        about?.description
          ? html`<p class="quiet" dir="auto">${about.description.slice(0, MAX_DESCRIPTION)}</p>`
          : nothing
      }
      ${facts ? html`<p class="small quiet">Server says: ${facts}</p>` : nothing}
    </div>`;
  }

  #renderReading(): TemplateResult {
    const { state: reading } = this.#reading;
    const isLoading = reading.phase === 'loading';
    const shown = reading.phase === 'ready' ? reading : reading.phase === 'idle' ? undefined : reading.earlier;
    return html`<div class="reading">
        <div class="row">
          <span class="small quiet" role="status"
            >${isLoading && reading.slow ? 'Reading.' : shown ? `As of ${asOf(shown.asOf)}` : nothing}</span
          >
          <button
            class="plain small end"
            part="refresh-button"
            type="button"
            aria-disabled=${isLoading || !this.#isReady}
            @click=${() => (isLoading ? undefined : this.refresh())}
          >
            Refresh
          </button>
        </div>
        <div aria-live="polite">
          ${
            reading.phase === 'failed'
              ? problem('The resource could not be read.', reading.error, { label: 'Try again', run: this.#onRetry })
              : nothing
          }
          ${reading.phase === 'idle' ? html`<p class="quiet" part="empty">${this.#waitingFor()}</p>` : nothing}
        </div>
      </div>
      ${
        isLoading && reading.slow && !shown
          ? html`<div class="skeleton" part="skeleton" aria-hidden="true"><i></i><i></i><i></i></div>`
          : nothing
      }
      ${shown ? contentsView(shown.contents, this.#target) : nothing}`;
  }

  #waitingFor(): string {
    const phase = this.#connection.value?.phase;
    return phase === 'connecting' ? 'Waiting for the connection.' : 'Not read: there is no connection to a server.';
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-resource-view': McpResourceViewElement;
  }
}
