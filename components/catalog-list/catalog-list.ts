import { consume } from '@lit/context';
import { type CSSResultGroup, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import {
  type CatalogChange,
  type CatalogChanges,
  type CatalogState,
  itemsOf,
  type McpError,
  type Session,
} from '../../src/index.js';
import { sessionContext } from '../context.js';
import { McpErrorEvent } from '../events.js';
import { barStyles, searchField } from '../internal/bar.js';
import { clientAround, LIST_CHANGE } from '../internal/client-around.js';
import { FocusFallback } from '../internal/focus-fallback.js';
import { html, visibleTextOf } from '../internal/html.js';
import { filterIcon } from '../internal/icons.js';
import { ListNavigation } from '../list/list.js';
import { listBox, listBoxStyles } from '../list/list-box.js';
import { McpElement } from '../internal/mcp-element.js';
import { StoreController } from '../internal/store-controller.js';
import { base, controls, preferredWidth, tokens } from '../internal/styles.js';
import { ticking } from '../internal/ticking.js';
import { countedItems, itemIn, itemsIn, type Noun, t as common } from '../words/common-words.js';
import { virtualRows } from '../list/virtual-list.js';
import { catalogListStyles } from './catalog-list.styles.js';
import { HeldItems } from './held-items.js';
import type { ListKind } from './list-kind.js';
import { ageNotice, listEmpty, listNotices, listSkeleton, listWaits } from './list-notices.js';
import { listRow } from './list-row.js';
import { t } from './messages.js';
import { ShownRows } from './shown-rows.js';
import { type Arrangement, AS_LISTED, readArrangement } from './arrangement.js';
import { hasView, viewPanel, viewPanelStyles } from './view-panel.js';

/** The state of a list before its first request. */
const NOT_ASKED = { phase: 'empty' } as const;

/** Items of a list that are marked as new or changed. Where there are more, marks would say nothing: a sentence gives their number. */
export const MAX_MARKED_CHANGES = 50;

/** The base class of the lists of tools, resources and prompts. A {@link ListKind} describes their items. */
export abstract class CatalogListElement<T> extends McpElement {
  static override styles: CSSResultGroup = [
    tokens,
    base,
    controls,
    barStyles,
    listBoxStyles,
    catalogListStyles,
    viewPanelStyles,
    preferredWidth(24),
  ];

  readonly #kinds: readonly ListKind<T>[];
  readonly #stores: readonly StoreController<CatalogState<T>>[];
  readonly #content: ShownRows<T>;
  readonly #marks = new StoreController(this, () => this.session && this.#kinds[0]!.marks?.(this.session));
  readonly #running = new StoreController(this, () => this.session && this.#kinds[0]!.running?.(this.session));
  readonly #changes: readonly StoreController<CatalogChanges<T>>[];
  #taken: readonly (CatalogChanges<T> | undefined)[] = [];
  /** New and changed items, by key. */
  #unseen: ReadonlyMap<string, CatalogChange<T>['kind']> = new Map();
  readonly #connection = new StoreController(this, () => this.session?.state);
  readonly #focus = new FocusFallback(this, ['.list', '.notices']);
  readonly #virtualRows = virtualRows(this, { scroller: () => this.listbox, count: () => this.#content.rows.length });
  /** An item that was chosen and may not be in sight yet. */
  #toReveal: string | undefined;
  /** The item that was chosen last in the list itself. */
  #pressed: string | undefined;

  readonly #navigation = new ListNavigation(this, {
    count: () => this.#content.rows.length,
    label: (row) => this.#labelOf(row),
    otherLabel: (row) => this.#content.entry(row)?.raw,
    pageSize: () => this.#virtualRows.pageSize,
    reveal: (row) => this.#virtualRows.reveal(row),
    choose: (row) => this.#choose(row),
  });
  readonly #held = new HeldItems<T>(
    this,
    () => this.listbox?.matches(':hover, :focus') === true,
    (lists) => lists.flatMap((items, index) => items.map((item) => this.#kinds[index]!.key(item))),
  );
  #told: McpError | undefined;
  #arrangement: Arrangement = AS_LISTED;

  @state() private isViewOpen = false;
  @state() private isRefreshing = false;
  /** The outcome of a refresh by the person, for screen readers. */
  @state() private told = '';

  @query('.list') protected readonly listbox!: HTMLElement | null;
  @query('input') protected readonly search!: HTMLInputElement | null;

  /** The session whose items are listed; by default that of the surrounding element. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  /** The query of the search. */
  @property({ attribute: false })
  sought = '';

  /** The filter, the order and the groups of the list. */
  @property({ attribute: false })
  arrangement: Arrangement = AS_LISTED;

  /** The selected item: the name of a tool or prompt, the URI of a resource or of its template. */
  @property({ reflect: true, converter: { toAttribute: visibleTextOf } })
  selected: string | undefined;

  constructor(kinds: readonly ListKind<T>[]) {
    super();
    this.#kinds = kinds;
    this.#content = new ShownRows(kinds);
    this.#stores = kinds.map(
      (kind) => new StoreController(this, () => this.session && kind.catalog(this.session).state),
    );
    this.#changes = kinds.map(
      (kind) => new StoreController(this, () => this.session && kind.catalog(this.session).changes),
    );
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // The query was meant for the other server.
    if (changed.get('session')) {
      this.sought = '';
      if (!changed.has('arrangement')) this.arrangement = AS_LISTED;
      this.isRefreshing = false;
      this.told = '';
    }
    // A page may set anything.
    if (changed.has('arrangement') || changed.has('session')) this.#arrangement = readArrangement(this.arrangement);
    this.#takeChanges();
    const items = this.#stores.map((store) => itemsOf(store.value ?? NOT_ASKED));
    this.#content.update(this.#held.take(items, changed.has('session')), this.sought, this.#arrangement);
    // A list that is pressed must not scroll under the pointer.
    if (changed.has('selected')) {
      this.#toReveal = this.selected === this.#pressed ? undefined : this.selected;
      this.#pressed = undefined;
    }
    this.#revealChosen();
  }

  protected override updated(changed: PropertyValues<this>): void {
    this.#tellOfProblem();
    if (changed.has('sought') || changed.has('arrangement')) clientAround(this)?.dispatchEvent(new Event(LIST_CHANGE));
  }

  /** Brings an item into sight that the page or a link has chosen, once it is in the list. */
  #revealChosen(): void {
    const row = this.#toReveal === undefined ? -1 : this.#content.rowOf(this.#toReveal);
    if (row >= 0 && this.#virtualRows.reveal(row)) this.#toReveal = undefined;
  }

  readonly #onSearch = (text: string): void => {
    this.sought = text;
    this.#navigation.moveTo(-1);
    this.#virtualRows.scrollToItem(0);
  };

  readonly #onSearchKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && this.sought) {
      // Escape clears the query before it closes anything around.
      event.stopPropagation();
      event.preventDefault();
      this.#clearSearch();
    } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault();
      this.listbox?.focus();
      this.#moveToRow(this.#content.rows.findIndex(({ entry }) => entry !== undefined));
      if (event.key === 'Enter') this.#choose(this.#navigation.active);
    }
  };

  readonly #onFocus = (): void => {
    // A list that is pressed must not scroll under the pointer.
    if (this.#navigation.active >= 0 || !this.listbox?.matches(':focus-visible')) return;
    const chosen = this.#content.rowOf(this.selected);
    if (chosen >= 0) this.#navigation.moveTo(chosen);
    else this.#navigation.moveToFirst();
  };

  readonly #onClick = (event: Event): void => {
    const option = (event.target as Element).closest<HTMLElement>('[data-row]');
    if (option) this.#choose(Number(option.dataset['row']));
  };

  /** Focuses the search field, if there is one. */
  focusSearch(): void {
    this.search?.focus();
    this.search?.select();
  }

  override focus(options?: FocusOptions): void {
    (this.listbox ?? this.search)?.focus(options);
  }

  /** How many items match a query. */
  countMatches(query: string): number {
    return this.#content.count(query);
  }

  /** The text that a row starts with; undefined for a heading that is no group. */
  #labelOf(row: number): string | undefined {
    const { entry, group } = this.#content.rows[row] ?? {};
    return entry?.label ?? group?.label;
  }

  /** In a tree the arrows at the sides open and close groups, and go to the head of one. */
  readonly #onListKey = (event: KeyboardEvent): void => {
    if (!this.#onTreeKey(event)) this.#navigation.onKeydown(event);
  };

  #onTreeKey({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    const row = this.#content.rows[this.#navigation.active];
    if (!row?.group || altKey || ctrlKey || metaKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return false;
    const isRightToLeft = getComputedStyle(this).direction === 'rtl';
    const isInwards = (key === 'ArrowRight') !== isRightToLeft;
    const { group } = row;
    if (row.entry) {
      if (!isInwards) this.#moveToRow(this.#content.rowOfGroup(group.key));
    } else if (isInwards && group.isOpen) this.#navigation.moveTo(this.#navigation.active + 1);
    else if (isInwards !== group.isOpen) this.#fold(group.key, group.isOpen);
    return true;
  }

  #moveToRow(row: number): void {
    if (row < 0) return;
    this.#navigation.moveTo(row);
    this.#virtualRows.reveal(row);
  }

  #arrange(change: Partial<Arrangement>): void {
    this.arrangement = { ...this.#arrangement, ...change };
    this.#navigation.moveTo(-1);
    this.#virtualRows.scrollToItem(0);
  }

  /** The head of the group keeps its place. */
  #fold(key: string, isFolded: boolean): void {
    const others = this.#arrangement.folded.filter((each) => each !== key);
    this.arrangement = { ...this.#arrangement, folded: isFolded ? [...others, key] : others };
  }

  readonly #foldAll = (isFolded: boolean): void =>
    this.#arrange({ folded: isFolded ? this.#content.rows.flatMap(({ group }) => group?.key ?? []) : [] });

  readonly #toggleView = (): void => {
    this.isViewOpen = !this.isViewOpen;
  };

  readonly #closeView = (): void => {
    this.isViewOpen = false;
    this.renderRoot.querySelector<HTMLElement>('[data-name="view-button"]')?.focus();
  };

  readonly #refresh = async (): Promise<void> => {
    const { session } = this;
    const { noun } = this.#kinds[0]!;
    if (!session) return;
    this.isRefreshing = true;
    this.told = t('catalogList.reading', { items: itemsIn(noun) });
    const lists = this.#kinds.map((kind) => kind.catalog(session));
    await Promise.all(lists.map((list) => list.refresh()));
    if (session !== this.session) return;
    this.isRefreshing = false;
    const states = lists.map(({ state }) => state.get());
    // An error is announced where it is shown.
    const hasFailed = states.some((each) => 'error' in each && each.error !== undefined);
    const count = states.reduce((sum, each) => sum + itemsOf(each).length, 0);
    this.told = hasFailed ? '' : t('catalogList.wasRead', { counted: countedItems(count, noun) });
  };

  #choose(row: number): void {
    const { entry, group } = this.#content.rows[row] ?? {};
    if (!entry && group) {
      this.#navigation.moveTo(row);
      this.#fold(group.key, group.isOpen);
    }
    if (!entry) return;
    this.#navigation.moveTo(row);
    this.#pressed = entry.key;
    this.selected = entry.key;
    if (this.session) entry.kind.catalog(this.session).markSeen(entry.key);
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
    const isConnected = this.#connection.value?.phase === 'ready';
    return html`
      ${total > 0 ? this.#renderSearch(total) : nothing}
      <div class="notices" aria-live="polite" tabindex="-1">
        ${total === 0 && loading ? html`<span class="visually-hidden">${t.rich('catalogList.loading', { items: itemsIn(noun) })}</span>` : nothing}
        ${states.map((each, index) => this.#renderNotices(each, this.#kinds[index]!, isConnected))}
      </div>
      <div class="age">
        <div aria-live="polite">${this.#held.notice(noun)}</div>
        ${this.#renderManyChanges(noun)}
        ${ageNotice({
          states,
          refresh: isConnected ? () => void this.#refresh() : undefined,
          isRefreshing: this.isRefreshing,
        })}
        <span class="visually-hidden" role="status">${this.told}</span>
      </div>
      ${total > 0 ? this.#renderList(noun, loading) : loading && !this.isRefreshing ? html`${ticking(this.#waiting)} ${listSkeleton}` : nothing}
      ${total === 0 && (!loading || this.isRefreshing) ? listEmpty(noun, states, this.#connection.value?.phase) : nothing}
    `;
  }

  /** A server may ask before it sends its list. A subscription to the queue would mean that an element shows its questions. */
  readonly #waiting = (): TemplateResult | typeof nothing => {
    const pending = this.session?.approvals?.pending.get() ?? [];
    const isAsked = pending.some(({ during }) => during?.method.endsWith('/list'));
    return isAsked ? listWaits(this.#kinds[0]!.noun) : nothing;
  };

  #isLoading(states: readonly CatalogState<T>[]): boolean {
    const phase = this.#connection.value?.phase;
    if (states.some((each) => each.phase === 'loading' || (each.phase === 'stale' && each.refreshing))) return true;
    return states.some((each) => each.phase === 'empty') && (phase === 'connecting' || phase === 'ready');
  }

  #renderNotices(state: CatalogState<T>, kind: ListKind<T>, connected: boolean): unknown {
    return listNotices(state, {
      noun: kind.noun,
      connected,
      retry: () => void (this.session && kind.catalog(this.session).refresh()),
    });
  }

  /** The label of the filter that is in force. */
  get #hintLabel(): string | undefined {
    const { hint } = this.#content;
    return hint === undefined ? undefined : this.#kinds[0]!.hints?.all.get(hint)?.label;
  }

  /** Takes the new and changed items that were not opened yet, once for each change: a server may change thousands. */
  #takeChanges(): void {
    const values = this.#changes.map(({ value }) => value);
    if (values.every((value, index) => value === this.#taken[index])) return;
    this.#taken = values;
    this.#unseen = new Map(
      values.flatMap((value) =>
        [...(value ?? [])].filter(([, { isSeen }]) => !isSeen).map(([key, { kind }]) => [key, kind] as const),
      ),
    );
  }

  #renderManyChanges(noun: Noun): TemplateResult | typeof nothing {
    const { size } = this.#unseen;
    if (size <= MAX_MARKED_CHANGES) return nothing;
    return html`<p class="notice small quiet" part="note" data-name="many-changes">
      ${t.rich('catalogList.manyChanges', { counted: countedItems(size, noun) })}
    </p>`;
  }

  #renderSearch(total: number): TemplateResult {
    const { noun, hints } = this.#kinds[0]!;
    const { offers, hint, grouping, shown } = this.#content;
    const isView = hasView(offers);
    const isCounted = this.sought !== '' || hint !== undefined;
    return html`<div class="top">
        ${searchField({
          label: t('catalogList.search', { counted: countedItems(total, noun) }),
          of: this,
          value: this.sought,
          onInput: this.#onSearch,
          onKeydown: this.#onSearchKey,
        })}
        ${
          isView
            ? html`<button
                class="plain"
                part="button"
                data-name="view-button"
                type="button"
                title=${t('catalogList.view')}
                aria-expanded=${this.isViewOpen ? 'true' : 'false'}
                aria-controls=${this.isViewOpen ? 'view' : nothing}
                @click=${this.#toggleView}
              >
                ${filterIcon}<span class="visually-hidden">${t('catalogList.view')}</span>
              </button>`
            : nothing
        }
      </div>
      ${
        isView && this.isViewOpen
          ? viewPanel({
              noun,
              offers,
              hints,
              total,
              hint,
              grouping,
              arrangement: this.#arrangement,
              change: (change) => this.#arrange(change),
              foldAll: this.#foldAll,
              close: this.#closeView,
            })
          : nothing
      }
      <div class="found ${isCounted ? '' : 'visually-hidden'}">
        <p class="count small quiet" part="count" role="status">
          ${isCounted ? [t('catalogList.found', { shown, counted: countedItems(total, noun) }), this.#hintLabel].filter(Boolean).join(' · ') : nothing}
        </p>
        ${hint === undefined ? nothing : this.#showAllButton()}
      </div>`;
  }

  #showAllButton(): TemplateResult {
    const showAll = (): void => {
      this.#arrange({ hint: undefined });
      this.search?.focus();
    };
    return html`<button class="plain small" part="button" data-name="show-all-button" type="button" @click=${showAll}>
      ${t('catalogList.showAll')}
    </button>`;
  }

  #noMatchWords(noun: Noun): string {
    const [item, query, hint] = [itemIn(noun), this.sought, this.#hintLabel];
    return hint === undefined
      ? t('catalogList.noMatch', { item, query })
      : t('catalogList.noMatchAmong', { item, query, hint });
  }

  #renderList(noun: Noun, busy: boolean): TemplateResult {
    const { first, end } = this.#virtualRows;
    const { active } = this.#navigation;
    const none = this.#content.shown === 0;
    const hints = this.#kinds[0]!.hints?.all;
    const unseen = this.#unseen.size > MAX_MARKED_CHANGES ? undefined : this.#unseen;
    return html`${listBox({
      label: common(`common.itemsTitle.${noun}`),
      active: active >= first && active < end ? active : undefined,
      isBusy: busy,
      isHidden: none,
      isTree: this.#content.grouping !== 'none',
      onKeydown: this.#onListKey,
      onFocus: this.#onFocus,
      onClick: this.#onClick,
      onLeave: this.#held.release,
      rows: repeat(
        this.#content.rows.slice(first, end),
        (_row, index) => first + index,
        (row, index) =>
          listRow(row, {
            index: first + index,
            isActive: first + index === active,
            isSelected: row.entry !== undefined && row.entry.key === this.selected,
            isPictured: this.#content.isPictured,
            isRunning: this.#running.value?.has(row.entry?.key ?? '') === true,
            mark: this.#marks.value?.get(row.entry?.key ?? ''),
            hints,
            change: row.entry && unseen?.get(row.entry.key),
          }),
      ),
    })}
    ${
      none
        ? html`<div class="empty" part="empty">
            <span>${this.#noMatchWords(noun)}</span>
            <button type="button" @click=${this.#clearSearch}>${t('catalogList.clearSearch')}</button>
          </div>`
        : nothing
    }`;
  }
}
