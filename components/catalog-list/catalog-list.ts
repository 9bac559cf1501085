import { consume } from '@lit/context';
import {
  type CSSResultGroup,
  nothing,
  type PropertyValues,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { property, query } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { McpElement } from '../internal/mcp-element.js';
import {
  type Catalog,
  type CatalogState,
  type Icon,
  type ItemProblem,
  itemsOf,
  type McpError,
  type Readable,
  type Session,
  type SessionState,
} from '../../src/index.js';
import { sessionContext } from '../context.js';
import { McpErrorEvent } from '../events.js';
import { FocusFallback } from '../internal/focus-fallback.js';
import { html, visibleTextOf } from '../internal/html.js';
import { ListNavigation } from '../internal/list.js';
import { listBox, listBoxStyles, optionRow } from '../internal/list-box.js';
import { problem } from '../internal/problem.js';
import { StoreController } from '../internal/store-controller.js';
import { base, controls, preferredWidth, tokens } from '../internal/styles.js';
import { fetchedAt, counted, formatCount, type Noun, oneLine } from '../internal/text.js';
import { virtualRows } from '../internal/virtual-list.js';
import { catalogListStyles } from './catalog-list.styles.js';
import { barStyles, searchField } from '../internal/bar.js';

type Lists<T> = readonly (readonly T[])[];

/**
 * Holds back a new list while the pointer or the focus is in the list: a row that moves under the pointer is pressed by
 * mistake. A change that only adds rows at the end, or changes a row in place, is shown at once.
 */
class HeldItems<T> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #isInUse: () => boolean;
  readonly #keysOf: (lists: Lists<T>) => readonly string[];
  #shown: Lists<T> = [];
  #keys: readonly string[] = [];
  #held: readonly string[] | undefined;

  /** @param isInUse whether the pointer or the focus is in the list */
  constructor(host: ReactiveControllerHost, isInUse: () => boolean, keysOf: (lists: Lists<T>) => readonly string[]) {
    this.#host = host;
    this.#isInUse = isInUse;
    this.#keysOf = keysOf;
    host.addController(this);
  }

  hostConnected(): void {}

  /** Returns the lists to show. @param isOther it is the list of another server, so nothing is held back */
  take(lists: Lists<T>, isOther: boolean): Lists<T> {
    if (!isOther && lists.every((list, index) => list === this.#shown[index])) {
      this.#held = undefined;
      return this.#shown;
    }
    const keys = this.#keysOf(lists);
    const isMoved = this.#keys.some((key, index) => key !== keys[index]);
    this.#held = !isOther && isMoved && this.#isInUse() ? keys : undefined;
    if (this.#held) return this.#shown;
    this.#keys = keys;
    return (this.#shown = lists);
  }

  /** Shows the new list: nobody uses the old one any more, or the person pressed the button. */
  readonly release = (): void => {
    if (!this.#held) return;
    this.#keys = [];
    this.#host.requestUpdate();
  };

  /** Says that the list has changed, with a button that shows the changes. */
  notice(noun: Noun): TemplateResult | typeof nothing {
    const held = this.#held;
    if (!held) return nothing;
    const [before, after] = [new Set(this.#keys), new Set(held)];
    const fresh = held.filter((key) => !before.has(key)).length;
    const gone = this.#keys.filter((key) => !after.has(key)).length;
    const words = [fresh && `${counted(fresh, noun)} more`, gone && `${formatCount(gone)} gone`].filter(Boolean);
    return html`<p class="notice small" part="note" data-name="changed">
      The list has changed${words.length > 0 ? `: ${words.join(', ')}` : ''}.
      <button class="plain small" part="button" data-name="show-changes-button" type="button" @click=${this.release}>
        Show
      </button>
    </p>`;
  }
}

const NONE: readonly Icon[] = [];

/** The icons of an item; none if it has none. */
function iconsOf(item: unknown): readonly Icon[] {
  return (item as { readonly icons?: readonly Icon[] | undefined }).icons ?? NONE;
}

/** Says why the list is empty. */
function listEmpty(
  noun: Noun,
  states: readonly CatalogState<unknown>[],
  connection: SessionState['phase'] | undefined,
): TemplateResult | typeof nothing {
  // A list that failed has an error of its own.
  if (states.some((state) => state.phase === 'failed')) return nothing;
  return html`<div class="empty" part="empty">${reason(noun, states, connection)}</div>`;
}

function reason(
  noun: Noun,
  states: readonly CatalogState<unknown>[],
  connection: SessionState['phase'] | undefined,
): string {
  if (connection === undefined)
    return `No server yet. The ${noun.other} of a server show here when this element stands inside <mcp-session>, or has its session property set.`;
  if (states.every((state) => state.phase === 'unsupported')) return `This server offers no ${noun.other}.`;
  if (states.some((state) => state.phase === 'ready' || state.phase === 'stale'))
    return `This server has no ${noun.other} at the moment.`;
  return `Not connected. The ${noun.other} of the server show here once it is.`;
}

/** Shown until the items arrive. The status line says it to assistive technology. */
const listSkeleton: TemplateResult = html`<div class="skeleton" part="skeleton" aria-hidden="true">
  <i></i><i></i><i></i><i></i><i></i><i></i>
</div>`;

/** Characters of a description that one line of a list uses at most. The detail has the rest. */
const LINE_LENGTH = 240;
/** Characters of a name that are shown. */
const NAME_LENGTH = 120;

/** The state of a list before its first request. */
const NOT_ASKED = { phase: 'empty' } as const;

/** The part of a catalog that a list uses. */
type Listing<T> = Pick<Catalog<T>, 'state' | 'refresh'>;

/** Everything that differs between the kinds of lists. */
export interface ListKind<T> {
  readonly noun: Noun;
  /** The heading above its items, in a list of several kinds. */
  readonly heading?: string;
  catalog(session: Session): Listing<T>;
  /** The unique key of an item: a name or a URI. */
  key(item: T): string;
  /** The display name. */
  label(item: T): string;
  /** The name that the protocol uses, for the second line; empty if it equals the label. */
  raw(item: T): string;
  description(item: T): string | undefined;
  /** Marks beside items, by key: which items have changed. */
  marks?(session: Session): Readable<ReadonlyMap<string, { readonly at: number }>>;
  /** The event that tells the page which item was selected. */
  chosen(item: T): Event;
}

/** An item, prepared once for rendering and searching. */
interface Entry<T> {
  readonly kind: ListKind<T>;
  readonly item: T;
  readonly key: string;
  readonly label: string;
  readonly raw: string;
  readonly line: string;
  /** The label and the name, in lower case. */
  readonly names: string;
  /** All text that the search looks at, in lower case. */
  readonly words: string;
}

function entryOf<T>(kind: ListKind<T>, item: T): Entry<T> {
  const key = kind.key(item);
  const label = oneLine(kind.label(item), NAME_LENGTH);
  const raw = oneLine(kind.raw(item), NAME_LENGTH);
  const line = oneLine(kind.description(item) ?? '', LINE_LENGTH);
  const names = `${label} ${raw} ${key.slice(0, NAME_LENGTH)}`.toLowerCase();
  return {
    kind,
    item,
    key,
    label,
    raw: raw === label ? '' : raw,
    line,
    names,
    words: `${names} ${line.toLowerCase()}`,
  };
}

/**
 * Returns the entries that contain every word of the query: first those with a match in the name, then the others, each
 * in the order of the server.
 */
function matching<T>(entries: readonly Entry<T>[], query: string): readonly Entry<T>[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  const found = entries.filter((entry) => words.every((word) => entry.words.includes(word)));
  const named = found.filter((entry) => words.every((word) => entry.names.includes(word)));
  if (named.length === 0 || named.length === found.length) return found;
  const first = new Set(named);
  return [...named, ...found.filter((entry) => !first.has(entry))];
}

/** Broken items that are listed one by one. A server may send thousands. */
const SHOWN_PROBLEMS = 20;

interface NoticeFacts {
  readonly noun: Noun;
  /**
   * False without a connection: the element that shows the connection gives the reason, so the list does not repeat it.
   */
  readonly connected: boolean;
  readonly retry: () => void;
}

/** Says when the list was fetched, if it is not fresh. */
function ageNotice(states: readonly CatalogState<unknown>[]): TemplateResult | typeof nothing {
  const stale = states.filter((state) => state.phase === 'stale');
  if (stale.length === 0) return nothing;
  const oldest = Math.min(...stale.map((state) => state.fetchedAt));
  const refreshing = stale.some((state) => state.refreshing);
  return html`<p class="notice small quiet" part="age">
    As of <time datetime=${new Date(oldest).toISOString()}>${fetchedAt(oldest)}</time>${
      refreshing ? ', checking for changes.' : '.'
    }
  </p>`;
}

/** Says which items are missing and what went wrong. */
function listNotices(state: CatalogState<unknown>, facts: NoticeFacts): TemplateResult | typeof nothing {
  const { noun, connected, retry } = facts;
  const again = { label: 'Try again', run: retry };
  switch (state.phase) {
    case 'failed':
      return problem(`The ${noun.other} could not be loaded.`, state.error, again, { brief: !connected });
    case 'stale':
      return html`${
        state.error && connected ? problem(`The ${noun.other} could not be refreshed.`, state.error, again) : nothing
      }${partialNotice(state.items.length, state.problems, noun)}`;
    case 'ready':
      return partialNotice(state.items.length, state.problems, noun);
    case 'loading':
      return state.items.length > 0
        ? html`<p class="notice small quiet">${counted(state.items.length, noun)} so far, loading more.</p>`
        : nothing;
    default:
      return nothing;
  }
}

function partialNotice(shown: number, problems: readonly ItemProblem[], noun: Noun): TemplateResult | typeof nothing {
  if (problems.length === 0) return nothing;
  const items = problems.filter((each) => each.index >= 0);
  const ofTheList = problems.filter((each) => each.index < 0);
  return html`${ofTheList.map((each) => html`<p class="note warning small">${each.message}</p>`)}${
    items.length > 0
      ? html`<details class="notice small" part="error" data-name="problems">
          <summary>${formatCount(items.length)} of ${counted(shown + items.length, noun)} could not be shown</summary>
          <ul class="problems">
            ${items.slice(0, SHOWN_PROBLEMS).map(
              (each) =>
                html`<li>
                  ${each.name === undefined ? nothing : html`<bdi class="mono">${each.name}</bdi>`}
                  <bdi class="quiet">${each.message}</bdi>
                </li>`,
            )}
            ${
              items.length > SHOWN_PROBLEMS
                ? html`<li class="quiet">And ${formatCount(items.length - SHOWN_PROBLEMS)} more.</li>`
                : nothing
            }
          </ul>
        </details>`
      : nothing
  }`;
}

interface RowPlace {
  /** The index among all rows, headings included. */
  readonly index: number;
  /** The number of items in the whole list. */
  readonly of: number;
  /** The keyboard is here. */
  readonly isActive: boolean;
  readonly isSelected: boolean;
  /** The row has room for an icon. */
  readonly isPictured: boolean;
  /** The time at which the server reported a change of it. */
  readonly mark: { readonly at: number } | undefined;
}

const dot: TemplateResult = html`<span class="dot"> · </span>`;

/** One row. All rows have the same height, so that the visible ones can be computed. */
function listRow(row: Row<unknown>, place: RowPlace): TemplateResult {
  const { index, of, isActive, isSelected, isPictured, mark } = place;
  if (!row.entry) return html`<div class="heading" role="presentation"><span>${row.heading}</span></div>`;
  const { label, raw, line, item } = row.entry;
  return optionRow({
    index,
    position: row.position,
    of,
    isActive,
    isSelected,
    className: isPictured ? 'pictured' : '',
    content: html`${isPictured ? html`<mcp-icon .icons=${iconsOf(item)} .name=${label}></mcp-icon>` : nothing}
      <span class="label" dir="auto">${label}</span>
      ${
        raw || line || mark
          ? html`<span class="line parts"
              >${mark ? html`<span class="mark">Updated ${fetchedAt(mark.at)}</span>` : nothing}${mark && (raw || line) ? dot : nothing}${
                raw ? html`<code dir="auto">${raw}</code>` : nothing
              }${raw && line ? dot : nothing}${line ? html`<span class="rest" dir="auto">${line}</span>` : nothing}</span
            >`
          : nothing
      }`,
  });
}

/** One row: an item with its position among the items, or a heading. */
type Row<T> =
  | { readonly entry: Entry<T>; readonly position: number; readonly heading?: undefined }
  | { readonly heading: string; readonly entry?: undefined };

/**
 * The rows of a list. Items are prepared when they arrive and searched when the query changes, not in each rendering:
 * there may be thousands.
 */
class ShownRows<T> {
  readonly #kinds: readonly ListKind<T>[];
  #items: readonly (readonly T[])[] = [];
  #entries: readonly Entry<T>[] = [];
  #query = '';
  #rows: readonly Row<T>[] = [];
  #shown = 0;
  #isPictured = false;

  constructor(kinds: readonly ListKind<T>[]) {
    this.#kinds = kinds;
  }

  /** The number of all items. */
  get total(): number {
    return this.#entries.length;
  }

  /** The number of items that match the query. */
  get shown(): number {
    return this.#shown;
  }

  /** True if some item has an icon. Then every row has room for one. */
  get isPictured(): boolean {
    return this.#isPictured;
  }

  get rows(): readonly Row<T>[] {
    return this.#rows;
  }

  entry(row: number): Entry<T> | undefined {
    return this.#rows[row]?.entry;
  }

  rowOf(key: string | undefined): number {
    return this.#rows.findIndex((row) => row.entry !== undefined && row.entry.key === key);
  }

  /** Takes the items of each kind, in the order of the kinds, and the query. */
  update(items: readonly (readonly T[])[], query: string): void {
    const same = items.every((each, index) => each === this.#items[index]);
    if (same && query === this.#query) return;
    if (!same) {
      this.#items = items;
      this.#isPictured = items.some((each) => each.some((item) => iconsOf(item).length > 0));
      this.#entries = items.flatMap((each, index) => each.map((item) => entryOf(this.#kinds[index]!, item)));
    }
    this.#query = query;
    const found = matching(this.#entries, query);
    this.#shown = found.length;
    let position = 0;
    this.#rows = this.#kinds.flatMap((kind): Row<T>[] => {
      const rows = found.filter((entry) => entry.kind === kind).map((entry) => ({ entry, position: ++position }));
      return kind.heading && rows.length > 0 ? [{ heading: kind.heading }, ...rows] : rows;
    });
  }
}

/** The base class of the lists of tools, resources and prompts. A {@link ListKind} describes their items. */
export abstract class CatalogListElement<T> extends McpElement {
  static override styles: CSSResultGroup = [
    tokens,
    base,
    controls,
    barStyles,
    listBoxStyles,
    catalogListStyles,
    preferredWidth(24),
  ];

  readonly #kinds: readonly ListKind<T>[];
  readonly #stores: readonly StoreController<CatalogState<T>>[];
  readonly #content: ShownRows<T>;
  readonly #marks = new StoreController(this, () => this.session && this.#kinds[0]!.marks?.(this.session));
  readonly #connection = new StoreController(this, () => this.session?.state);
  readonly #focus = new FocusFallback(this, ['[role="listbox"]', '.notices']);
  readonly #virtualRows = virtualRows(this, { scroller: () => this.listbox, count: () => this.#content.rows.length });
  readonly #navigation = new ListNavigation(this, {
    count: () => this.#content.rows.length,
    label: (row) => this.#content.entry(row)?.label,
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

  @query('[role="listbox"]') protected readonly listbox!: HTMLElement | null;
  @query('input') protected readonly search!: HTMLInputElement | null;

  /** The session whose items are listed; by default that of the surrounding element. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  /** The query of the search. */
  @property({ attribute: false })
  sought = '';

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
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // The query was meant for the other server.
    if (changed.get('session')) this.sought = '';
    const items = this.#stores.map((store) => itemsOf(store.value ?? NOT_ASKED));
    this.#content.update(this.#held.take(items, changed.has('session')), this.sought);
  }

  protected override updated(): void {
    this.#tellOfProblem();
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
      this.#navigation.moveToFirst();
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
    const option = (event.target as Element).closest<HTMLElement>('[role="option"]');
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
    return html`${searchField({
        label,
        of: this,
        value: this.sought,
        onInput: this.#onSearch,
        onKeydown: this.#onSearchKey,
      })}
      <p class="count small quiet ${this.sought ? '' : 'visually-hidden'}" part="count" role="status">
        ${this.sought ? `${formatCount(this.#content.shown)} of ${counted(total, noun)}` : nothing}
      </p>`;
  }

  #renderList(noun: Noun, busy: boolean): TemplateResult {
    const { first, end } = this.#virtualRows;
    const { active } = this.#navigation;
    const none = this.#content.shown === 0;
    return html`${listBox({
      label: noun.other[0]!.toUpperCase() + noun.other.slice(1),
      active: active >= first && active < end ? active : undefined,
      isBusy: busy,
      isHidden: none,
      onKeydown: this.#navigation.onKeydown,
      onFocus: this.#onFocus,
      onClick: this.#onClick,
      onLeave: this.#held.release,
      rows: repeat(
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
      ),
    })}
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
