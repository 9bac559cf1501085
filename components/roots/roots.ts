import { consume } from '@lit/context';
import { LitElement, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { consentOf, MAX_ROOTS, readRoot, type Roots } from '../../src/consent/index.js';
import { asMcpError, type Root, type Session } from '../../src/index.js';
import { sessionContext } from '../contexts/session-context.js';
import { FocusFallback } from '../controllers/focus-fallback.js';
import { foldInSight } from '../controllers/fold-in-sight.js';
import { FreshOnReturn } from '../controllers/fresh-on-return.js';
import { StoreController } from '../controllers/store-controller.js';
import { base } from '../styles/base.styles.js';
import { controls } from '../styles/controls.styles.js';
import { tokens } from '../styles/tokens.styles.js';
import { counted, formatCount } from '../words/counted.js';
import { html } from '../words/html.js';
import { consentLine } from './consent-line.js';
import { NO_DRAFT, rootForm, type RootDraft } from './root-form.js';
import { FOLDER, nameOfRoot, rootWords } from './root-words.js';
import { rootsStyles, rootStyles } from './roots.styles.js';

/**
 * @summary The folders in which the person says that a server is to work: to add, name, edit and remove.
 *
 * Those of the session around it. Nothing here opens a folder: the server is told an address, once the person allowed it.
 * Where the page does not offer roots (`answers` without `roots`) there is nothing to add.
 *
 * @csspart base - Everything.
 * @csspart fold - The fold that a quiet one is in.
 * @csspart root - One folder.
 * @csspart edit-button - Changes one.
 * @csspart remove-button - Takes one out of the list.
 * @csspart form - The fields of a new folder, or of one that is changed.
 * @csspart field - One of them.
 * @csspart error - What keeps it from being taken.
 * @csspart suggestion-button - Writes the address that was probably meant.
 * @csspart submit-button - Adds, or saves.
 * @csspart cancel-button - Leaves a folder as it was.
 * @csspart consent - What the server gets without a question.
 * @csspart ask-again-button - Takes that back.
 * @csspart empty - What is said when there is none.
 * @csspart hidden-character - Stands for characters that nobody would see.
 */
export class McpRootsElement extends LitElement {
  static override styles: CSSResultGroup = [tokens, base, controls, rootStyles, rootsStyles];

  readonly #kept = new StoreController(this, () => this.#roots()?.state);
  readonly #fresh = new FreshOnReturn(this, () => this.#refresh());
  readonly #focus = new FocusFallback(this, ['#address', '[part="base"]']);
  /** What is to have the focus once it is there. */
  #focusNext: string | undefined;

  /** Those of the session; undefined where its page offers none. */
  @state() private found: Roots | undefined;
  @state() private isRead = false;
  @state() private draft: RootDraft = NO_DRAFT;
  /** The address of the one that is changed. */
  @state() private edited: string | undefined;
  @state() private outcome = '';

  /** The session whose server is meant; by default that of the element around. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  /** The roots themselves, from `openRoots()` of `mcp-embed/consent`, instead of those of a session. */
  @property({ attribute: false })
  roots: Roots | undefined;

  /** Shows nothing where the page offers none, and a fold with their number otherwise. */
  @property({ type: Boolean, reflect: true })
  quiet = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('roots')) this.#refresh();
    if (changed.has('session')) void this.#find(this.session);
  }

  protected override updated(): void {
    if (this.#focusNext) this.renderRoot.querySelector<HTMLElement>(this.#focusNext)?.focus();
    this.#focusNext = undefined;
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('summary, #address')?.focus(options);
  }

  #roots(): Roots | undefined {
    return this.roots ?? this.found;
  }

  async #find(session: Session | undefined): Promise<void> {
    this.found = undefined;
    this.isRead = false;
    this.draft = NO_DRAFT;
    const found = session && (await consentOf(session));
    if (this.session !== session) return;
    this.found = found?.roots;
    this.#refresh();
  }

  #refresh(): void {
    void this.#roots()
      ?.refresh()
      .then(() => (this.isRead = true));
  }

  readonly #change = (typed: Partial<RootDraft>): void => {
    this.draft = { ...this.draft, problem: undefined, ...typed };
    this.outcome = '';
  };

  readonly #submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { draft, edited } = this;
    const { uri, name } = draft;
    let field: 'address' | 'name' = 'address';
    try {
      readRoot(uri);
      field = 'name';
      const root = readRoot(uri, name);
      field = 'address';
      await (edited === undefined ? this.#roots()?.add(uri, name) : this.#roots()?.replace(edited, uri, name));
      this.outcome = `${edited === undefined ? 'Added' : 'Saved'} ${nameOfRoot(root)}. The server is told of it when you allow it.`;
      this.#leave();
    } catch (error) {
      this.draft = { uri, name, problem: { field, error: asMcpError(error) } };
      this.#focusNext = `#${field}`;
    }
  };

  readonly #edit = ({ uri, name = '' }: Root): void => {
    this.edited = uri;
    this.draft = { uri, name };
    this.outcome = '';
    this.#focusNext = '#address';
  };

  readonly #leave = (): void => {
    this.edited = undefined;
    this.draft = NO_DRAFT;
    this.#focusNext = '#address';
  };

  readonly #remove = (root: Root): void => {
    this.outcome = `Removed ${nameOfRoot(root)}.`;
    void this.#roots()?.remove(root.uri);
  };

  readonly #askAgain = (): void => {
    this.outcome = 'You will be asked again.';
    void this.#roots()?.decide(undefined);
  };

  override render(): TemplateResult | typeof nothing {
    const kept = this.#roots();
    if (this.quiet && (!kept || !this.isRead)) return nothing;
    return html`<div part="base" tabindex="-1" role="group" aria-label="Folders for this server">
      ${kept ? this.#renderKept() : OFF}
      <p class="small quiet" role="status">${this.outcome}</p>
    </div>`;
  }

  #renderKept(): TemplateResult | typeof nothing {
    const { roots } = this.#kept.value ?? { roots: [] };
    if (!this.isRead) return nothing;
    if (!this.quiet) return this.#renderAll(roots);
    return html`<details part="fold" @toggle=${foldInSight}>
      <summary>Folders (${formatCount(roots.length)})</summary>
      ${this.#renderAll(roots)}
    </details>`;
  }

  #renderAll(roots: readonly Root[]): TemplateResult {
    const { draft, edited } = this;
    const isEdit = edited !== undefined && roots.some(({ uri }) => uri === edited);
    const form = rootForm({ draft, isEdit, change: this.#change, submit: this.#submit, cancel: this.#leave });
    return html`<div class="all">
      ${ABOUT}
      ${
        roots.length === 0
          ? EMPTY
          : html`<ul class="list">
              ${repeat(
                roots,
                ({ uri }) => uri,
                (root) => (root.uri === edited ? html`<li class="root edited">${form}</li>` : this.#renderRoot(root)),
              )}
            </ul>`
      }
      ${consentLine(this.#kept.value!, this.#askAgain)}
      ${isEdit ? nothing : roots.length < MAX_ROOTS ? form : html`<p class="quiet">${FULL}</p>`}
    </div>`;
  }

  #renderRoot(root: Root): TemplateResult {
    const name = nameOfRoot(root);
    return html`<li class="root" part="root">
      <div class="root-words">${rootWords(root)}</div>
      <div class="acts">
        <button
          class="plain small"
          part="edit-button"
          type="button"
          aria-label="Edit ${name}"
          @click=${() => this.#edit(root)}
        >
          Edit
        </button>
        <button
          class="plain small"
          part="remove-button"
          type="button"
          aria-label="Remove ${name}"
          @click=${() => this.#remove(root)}
        >
          Remove
        </button>
      </div>
    </li>`;
  }
}

const FULL = `There are ${counted(MAX_ROOTS, FOLDER)}, which is as many as fit into one question. Remove one to add another.`;

const ABOUT = html`<p class="small quiet">
  These addresses tell the server in which folders it is to work, on the computer where it runs (the protocol calls them
  roots). This page does not open them and cannot: it only passes the addresses on.
</p>`;

const EMPTY = html`<p part="empty">
  No folder is added. Nothing is shared with the server until you add one and allow it when the server asks.
</p>`;

const OFF = html`<p class="quiet" part="empty">
  This page does not let you share folders with a server. Whoever makes it can: with <code>answers="roots"</code>.
</p>`;

declare global {
  interface HTMLElementTagNameMap {
    'mcp-roots': McpRootsElement;
  }
}
