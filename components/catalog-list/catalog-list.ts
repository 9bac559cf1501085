import { consume } from '@lit/context';
import { LitElement, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property, query } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { itemsOf, type CatalogState, type McpError, type Session } from '../../src/index.js';
import { sessionContext } from '../contexts/session-context.js';
import { FocusFallback } from '../controllers/focus-fallback.js';
import { ListNavigation } from '../controllers/list-navigation.js';
import { RowWindow } from '../controllers/row-window.js';
import { StoreController } from '../controllers/store-controller.js';
import { McpErrorEvent } from '../events/mcp-error-event.js';
import { searchIcon } from '../icons/icons.js';
import { base } from '../styles/base.styles.js';
import { controls } from '../styles/controls.styles.js';
import { tokens } from '../styles/tokens.styles.js';
import { counted, formatCount, type Noun } from '../words/counted.js';
import { html } from '../words/html.js';
import { visibleTextOf } from '../words/server-text.js';
import { catalogListStyles } from './catalog-list.styles.js';
import { HeldItems } from './held-items.js';
import { listEmpty, listSkeleton } from './list-empty.js';
import { NOT_ASKED, type ListKind } from './list-kind.js';
import { ageNotice, listNotices } from './list-notices.js';
import { listRow } from './list-row.js';
import { ShownRows } from './shown-rows.js';

/** The list of tools, of resources and of prompts: everything but what they are made of, which a {@link ListKind} says. */
export abstract class CatalogListElement<T> extends LitElement {
  static override styles: CSSResultGroup = [tokens, base, controls, catalogListStyles];

  readonly #kinds: readonly ListKind<T>[];
  readonly #stores: readonly StoreController<CatalogState<T>>[];
  readonly #content: ShownRows<T>;
  readonly #marks = new StoreController(this, () => this.session && this.#kinds[0]!.marks?.(this.session));
  readonly #connection = new StoreController(this, () => this.session?.state);
  readonly #focus = new FocusFallback(this, ['[role="listbox"]', '.notices']);
  readonly #window = new RowWindow(this, { scroller: () => this.listbox, count: () => this.#content.rows.length });
  readonly #navigation = new ListNavigation(this, {
    count: () => this.#content.rows.length,
    label: (row) => this.#content.entry(row)?.label,
    pageSize: () => this.#window.inView,
    reveal: (row) => this.#window.reveal(row),
    choose: (row) => this.#choose(row),
  });
  readonly #held = new HeldItems<T>(
    this,
    () => this.listbox?.matches(':hover, :focus') === true,
    (lists) => lists.flatMap((items, index) => items.map((item) => this.#kinds[index]!.key(item))),
  );
  #told: McpError | undefined;

  @query('[role="listbox"]') protected readonly listbox!: HTMLElement | null;
  @query('input') protected readonly search!: HTMLInputElement | null;

  /** The session whose items are listed; by default that of the element around. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  /** What is sought among the items. */
  @property({ attribute: false })
  sought = '';

  /** What is chosen: the name of a tool or prompt, the address of a resource or its template. */
  @property({ reflect: true, converter: { toAttribute: visibleTextOf } })
  selected: string | undefined;

  constructor(kinds: readonly ListKind<T>[]) {
    super();
    this.#kinds = kinds;
    this.#content = new ShownRows(kinds);
    this.#stores = kinds.map(
      (kind) => new StoreController(this, () => this.session && kind.catalog(this.session).state),
    );
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // What was sought on another server is not what is sought on this one.
    if (changed.get('session')) this.sought = '';
    const items = this.#stores.map((store) => itemsOf(store.value ?? NOT_ASKED));
    this.#content.update(this.#held.take(items, changed.has('session')), this.sought);
  }

  protected override updated(): void {
    this.#tellOfProblem();
  }

  readonly #onSearch = (event: Event): void => {
    this.sought = (event.target as HTMLInputElement).value;
    this.#navigation.moveTo(-1);
    this.#window.toTop();
  };

  readonly #onSearchKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && this.sought) {
      // Escape belongs to the topmost thing: as long as something is sought, that is the search.
      event.stopPropagation();
      event.preventDefault();
      this.#clearSearch();
    } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault();
      this.listbox?.focus();
      this.#navigation.moveToFirst();
      if (event.key === 'Enter') this.#choose(this.#navigation.active);
    }
  };

  readonly #onFocus = (): void => {
    // A list that is pressed must not scroll away under the pointer.
    if (this.#navigation.active >= 0 || !this.listbox?.matches(':focus-visible')) return;
    const chosen = this.#content.rowOf(this.selected);
    if (chosen >= 0) this.#navigation.moveTo(chosen);
    else this.#navigation.moveToFirst();
  };

  readonly #onClick = (event: Event): void => {
    const option = (event.target as Element).closest<HTMLElement>('[role="option"]');
    if (option) this.#choose(Number(option.dataset['row']));
  };

  /** Puts the keyboard into the search field, where there is one. */
  focusSearch(): void {
    this.search?.focus();
    this.search?.select();
  }

  override focus(options?: FocusOptions): void {
    (this.listbox ?? this.search)?.focus(options);
  }

  #choose(row: number): void {
    const entry = this.#content.entry(row);
    if (!entry) return;
    this.#navigation.moveTo(row);
    this.selected = entry.key;
    this.dispatchEvent(entry.kind.chosen(entry.item));
  }

  readonly #clearSearch = (): void => {
    this.sought = '';
    this.search?.focus();
  };

  #tellOfProblem(): void {
    for (const { value } of this.#stores) {
      const error = value && 'error' in value ? value.error : undefined;
      if (!error || error === this.#told) continue;
      this.#told = error;
      this.dispatchEvent(new McpErrorEvent(error));
    }
  }

  override render(): TemplateResult {
    const states = this.#stores.map((store) => store.value ?? NOT_ASKED);
    const { noun } = this.#kinds[0]!;
    const loading = this.#isLoading(states);
    const { total } = this.#content;
    return html`
      ${total > 0 ? this.#renderSearch(total) : nothing}
      <div class="notices" aria-live="polite" tabindex="-1">
        ${total === 0 && loading ? html`<span class="visually-hidden">Loading ${noun.other}.</span>` : nothing}
        ${states.map((each, index) => this.#renderNotices(each, this.#kinds[index]!))}
      </div>
      ${total > 0 ? this.#renderList(noun, loading) : loading ? listSkeleton : nothing}
      <div class="age" aria-live="polite">${ageNotice(states)}${this.#held.notice(noun)}</div>
      ${total === 0 && !loading ? listEmpty(noun, states, this.#connection.value?.phase) : nothing}
    `;
  }

  #isLoading(states: readonly CatalogState<T>[]): boolean {
    const phase = this.#connection.value?.phase;
    if (states.some((each) => each.phase === 'loading' || (each.phase === 'stale' && each.refreshing))) return true;
    return states.some((each) => each.phase === 'empty') && (phase === 'connecting' || phase === 'ready');
  }

  #renderNotices(state: CatalogState<T>, kind: ListKind<T>): unknown {
    return listNotices(state, {
      noun: kind.noun,
      connected: this.#connection.value?.phase === 'ready',
      retry: () => void (this.session && kind.catalog(this.session).refresh()),
    });
  }

  #renderSearch(total: number): TemplateResult {
    const { noun } = this.#kinds[0]!;
    const label = `Search ${counted(total, noun)}`;
    return html`<label class="search">
        ${searchIcon}<span class="visually-hidden">${label}</span>
        <input
          part="search"
          type="search"
          autocomplete="off"
          spellcheck="false"
          placeholder=${label}
          .value=${this.sought}
          @input=${this.#onSearch}
          @keydown=${this.#onSearchKey}
        />
      </label>
      <p class="count small quiet ${this.sought ? '' : 'visually-hidden'}" part="count" role="status">
        ${this.sought ? `${formatCount(this.#content.shown)} of ${counted(total, noun)}` : nothing}
      </p>`;
  }

  #renderList(noun: Noun, busy: boolean): TemplateResult {
    const { first, end } = this.#window;
    const { active } = this.#navigation;
    const none = this.#content.shown === 0;
    return html`<div
        class="list"
        part="list"
        role="listbox"
        tabindex="0"
        ?hidden=${none}
        aria-label=${noun.other[0]!.toUpperCase() + noun.other.slice(1)}
        aria-busy=${busy ? 'true' : 'false'}
        aria-activedescendant=${active >= first && active < end ? `row-${active}` : nothing}
        @keydown=${this.#navigation.onKeydown}
        @focus=${this.#onFocus}
        @click=${this.#onClick}
        @pointerleave=${this.#held.release}
        @blur=${this.#held.release}
      >
        <div class="rows" role="presentation">
          ${repeat(
            this.#content.rows.slice(first, end),
            (_row, index) => first + index,
            (row, index) =>
              listRow(row, {
                index: first + index,
                of: this.#content.shown,
                isActive: first + index === active,
                isSelected: row.entry?.key === this.selected,
                isPictured: this.#content.isPictured,
                mark: this.#marks.value?.get(row.entry?.key ?? ''),
              }),
          )}
        </div>
      </div>
      ${
        none
          ? html`<div class="empty" part="empty">
              <span>No ${noun.one} matches “${this.sought}”.</span>
              <button type="button" @click=${this.#clearSearch}>Clear the search</button>
            </div>`
          : nothing
      }`;
  }
}
