import { consume } from '@lit/context';
import { type CSSResultGroup, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { McpElement } from '../internal/mcp-element.js';
import {
  GRANT_DAYS,
  MAX_ROOT_NAME_LENGTH,
  MAX_ROOT_URI_LENGTH,
  MAX_ROOTS,
  readRoot,
  type Roots,
  type RootsState,
  suggestRoot,
} from '../../src/approvals/index.js';
import { asMcpError, type McpError, type Root, type Session } from '../../src/index.js';
import { sessionContext } from '../context.js';
import { FocusFallback } from '../internal/focus-fallback.js';
import { collapsedContent } from '../internal/details.js';
import { hiddenNote } from '../internal/hidden-note.js';
import { html } from '../internal/html.js';
import { RefreshOnReturn, StoreController } from '../internal/store-controller.js';
import { base, controls, preferredWidth, tokens } from '../internal/styles.js';
import { panelStyles } from '../internal/panel.styles.js';
import { formatCount, shortened } from '../internal/text.js';
import { rootsStyles, rootStyles } from './roots.styles.js';
import { notice } from '../internal/notice.js';
import { folders, rootWords } from './root-view.js';
import { t as common } from '../words/common-words.js';
import { t } from './messages.js';
import { errorMessage, errorRemedy } from '../words/messages.js';

/** Characters of a URI in a sentence or in the name of a button. */
const NAMED = 80;

/** The input of the form, for a new root or a changed one. */
interface RootDraft {
  readonly uri: string;
  readonly name: string;
  /** Why the input is not accepted, and which field is wrong. */
  readonly problem?: { readonly field: 'address' | 'name'; readonly error: McpError } | undefined;
}

const NO_DRAFT: RootDraft = { uri: '', name: '' };

interface RootForm {
  readonly draft: RootDraft;
  readonly isEdit: boolean;
  /** Called with the typed text. Both fields may be filled in at once. */
  readonly change: (typed: Partial<RootDraft>) => void;
  readonly submit: (event: Event) => void;
  readonly cancel: () => void;
}

/**
 * @summary The folders in which the person says that a server is to work: to add, name, edit and remove.
 *
 * They belong to the session around it. Nothing here opens a folder: the server gets an address once the person allowed it.
 * If the page does not offer roots (`capabilities` without `roots`), nothing can be added.
 *
 * @csspart base - The whole contents.
 * @csspart details - A part that expands and collapses.
 * @csspart item - One item of a list.
 * @csspart button - Every button.
 * @csspart form - The fields of a new folder, or of one that is changed.
 * @csspart field - A field with its label.
 * @csspart error - An error with its remedy.
 * @csspart submit-button - The button that adds or saves.
 * @csspart cancel-button - The button that cancels.
 * @csspart note - A notice or a hint.
 * @csspart empty - The text without items.
 * @csspart hidden-character - A sign in place of hidden characters.
 */
export class McpRootsElement extends McpElement {
  static override styles: CSSResultGroup = [
    tokens,
    base,
    controls,
    panelStyles,
    rootStyles,
    rootsStyles,
    preferredWidth(36),
  ];

  readonly #kept = new StoreController(this, () => this.#roots()?.state);
  readonly #fresh = new RefreshOnReturn(this, () => this.#refresh());
  readonly #focus = new FocusFallback(this, ['#address', '[part~="base"]']);
  /** The selector of the element that gets the focus once it is rendered. */
  #focusNext: string | undefined;

  /** The roots of the session; undefined if its page offers none. */
  @state() private found: Roots | undefined;
  @state() private isRead = false;
  @state() private draft: RootDraft = NO_DRAFT;
  /** The URI of the root that is being changed. */
  @state() private edited: string | undefined;
  @state() private outcome = '';

  /** The session whose server is meant; by default that of the surrounding element. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  /** Roots from `openRoots()` of `mcp-embed/storage`, instead of those of a session. */
  @property({ attribute: false })
  roots: Roots | undefined;

  /** Shows nothing while the page offers no roots, otherwise a `<details>` with their number. */
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
    const found = session && session.permissions;
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
      this.outcome = t(edited === undefined ? 'roots.added' : 'roots.saved', { name: nameOfRoot(root) });
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
    this.outcome = t('roots.removed', { nameOfRoot: nameOfRoot(root) });
    void this.#roots()?.remove(root.uri);
  };

  readonly #askAgain = (): void => {
    this.outcome = t('roots.youWillBeAsked');
    void this.#roots()?.decide(undefined);
  };

  override render(): TemplateResult | typeof nothing {
    const kept = this.#roots();
    if (this.quiet && (!kept || !this.isRead)) return nothing;
    return html`<div part="base" tabindex="-1" role="group" aria-label=${t('roots.foldersForThisServer')}>
      ${kept ? this.#renderKept() : off()}
      <p class="small quiet" role="status">${this.outcome}</p>
    </div>`;
  }

  #renderKept(): TemplateResult | typeof nothing {
    const { roots } = this.#kept.value ?? { roots: [] };
    if (!this.isRead) return nothing;
    if (!this.quiet) return this.#renderAll(roots);
    return collapsedContent(t('roots.foldersCount', { count: roots.length }), this.#renderAll(roots));
  }

  #renderAll(roots: readonly Root[]): TemplateResult {
    const { draft, edited } = this;
    const isEdit = edited !== undefined && roots.some(({ uri }) => uri === edited);
    const form = rootForm({ draft, isEdit, change: this.#change, submit: this.#submit, cancel: this.#leave });
    return html`<div class="all">
      ${about()}
      ${
        roots.length === 0
          ? nothingAdded()
          : html`<ul class="list framed">
              ${repeat(
                roots,
                ({ uri }) => uri,
                (root) => (root.uri === edited ? html`<li class="root edited">${form}</li>` : this.#renderRoot(root)),
              )}
            </ul>`
      }
      ${permissionLine(this.#kept.value!, this.#askAgain)}
      ${isEdit ? nothing : roots.length < MAX_ROOTS ? form : html`<p class="quiet">${t.rich('roots.full', { folders: folders(MAX_ROOTS) })}</p>`}
    </div>`;
  }

  #renderRoot(root: Root): TemplateResult {
    const name = nameOfRoot(root);
    return html`<li class="root" part="item" data-name="root">
      <div class="root-words">${rootWords(root)}</div>
      <div class="acts">
        <button
          class="plain small"
          part="button"
          data-name="edit-button"
          type="button"
          aria-label=${t('roots.edit', { name })}
          @click=${() => this.#edit(root)}
        >
          ${common('common.edit')}
        </button>
        <button
          class="plain small"
          part="button"
          data-name="remove-button"
          type="button"
          aria-label=${t('roots.remove', { name })}
          @click=${() => this.#remove(root)}
        >
          ${t('roots.removeButton')}
        </button>
      </div>
    </li>`;
  }
}

/** The name of a root on a button. */
function nameOfRoot({ name, uri }: Root): string {
  return shortened(name ?? uri, NAMED);
}

/** Names the folders that the server gets without a question, with a button that ends this. */
function permissionLine({ roots, consent }: RootsState, askAgain: () => void): TemplateResult | typeof nothing {
  if (!consent) return nothing;
  return notice({
    part: 'note',
    name: 'consent',
    lines: [consent.verdict === 'deny' ? refused() : told()],
    more: html`<button class="small" part="button" data-name="ask-again-button" type="button" @click=${askAgain}>
      ${t('roots.askMeAgain')}
    </button>`,
  });

  function refused(): string {
    return consent!.duration === 'session' ? t('roots.refusedForPage') : t('roots.refusedAlways');
  }

  function told(): string {
    const shared = roots.filter(({ uri }) => consent!.shared.includes(uri)).length;
    const fresh = roots.filter(({ uri }) => !consent!.shared.includes(uri) && !consent!.leftOut.includes(uri)).length;
    const those = { shared: folders(shared), all: formatCount(roots.length), fresh: folders(fresh), days: GRANT_DAYS };
    if (consent!.duration === 'session') return t(fresh > 0 ? 'roots.toldForPageOnce' : 'roots.toldForPage', those);
    return t(fresh > 0 ? 'roots.toldAlwaysOnce' : 'roots.toldAlways', those);
  }
}

/** The form for one root. Its input stays until it is accepted. */
function rootForm({ draft, isEdit, change, submit, cancel }: RootForm): TemplateResult {
  const { uri, name, problem } = draft;
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isEdit) return;
    // Escape must not close the dialog around.
    event.preventDefault();
    event.stopPropagation();
    cancel();
  };
  const inField = (field: 'address' | 'name'): boolean => problem?.field === field;
  return html`<form part="form" novalidate @submit=${submit} @keydown=${leave}>
    <div class="field">
      <label for="address">${t('roots.addressOfTheFolder')}</label>
      <input
        id="address"
        part="field"
        class="mono"
        dir="ltr"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        placeholder="file:///home/me/project"
        aria-invalid=${inField('address') ? 'true' : nothing}
        aria-describedby="address-hidden problem"
        .value=${live(uri)}
        @input=${(event: InputEvent) => change({ uri: (event.target as HTMLInputElement).value })}
      />
      ${hiddenNote(uri.slice(0, MAX_ROOT_URI_LENGTH), 'address-hidden')}
    </div>
    <div class="field">
      <label for="name">${t('roots.name')} <span class="quiet">${t('roots.youMayLeaveIt')}</span></label>
      <input
        id="name"
        part="field"
        dir="auto"
        autocomplete="off"
        aria-invalid=${inField('name') ? 'true' : nothing}
        aria-describedby="name-hidden problem"
        .value=${live(name)}
        @input=${(event: InputEvent) => change({ name: (event.target as HTMLInputElement).value })}
      />
      ${hiddenNote(name.slice(0, MAX_ROOT_NAME_LENGTH * 2), 'name-hidden')}
    </div>
    <div id="problem" role="alert" part=${problem ? 'error' : nothing} class=${problem ? 'note error' : ''}>
      ${problemWords(draft, change)}
    </div>
    <div class="row">
      <button type="submit" part="button submit-button">
        ${isEdit ? common('common.save') : t('roots.addFolder')}
      </button>
      ${isEdit ? html`<button type="button" class="plain" part="button cancel-button" @click=${cancel}>${common('common.cancel')}</button>` : nothing}
    </div>
  </form>`;
}

function problemWords({ uri, problem }: RootDraft, change: RootForm['change']): TemplateResult | typeof nothing {
  if (!problem) return nothing;
  const { error, field } = problem;
  const guess = field === 'address' ? suggestRoot(uri.trim()) : undefined;
  return html`<strong>${errorMessage(error)}</strong>
    ${error.remedy ? html`<span>${errorRemedy(error)}</span>` : nothing}
    ${
      guess === undefined
        ? nothing
        : html`<button type="button" part="button" data-name="suggestion-button" @click=${() => change({ uri: guess })}>
            ${t.rich('roots.writeInstead', { guess: html`<bdi class="mono" dir="ltr">${shortened(guess, 60)}</bdi>` })}
          </button>`
    }`;
}

const about = (): TemplateResult => html`<p class="small quiet">${t('roots.theseAddressesTellThe')}</p>`;

const nothingAdded = (): TemplateResult => html`<p part="empty">${t('roots.noFolderIsAdded')}</p>`;

const off = (): TemplateResult =>
  html`<p class="quiet" part="empty">
    ${t.rich('roots.notAllowedByPage', { attribute: html`<code>capabilities="roots"</code>` })}
  </p>`;

declare global {
  interface HTMLElementTagNameMap {
    'mcp-roots': McpRootsElement;
  }
}
