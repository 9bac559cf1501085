import {
  type CSSResultGroup,
  nothing,
  type PropertyValues,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { McpElement } from '../internal/mcp-element.js';
import {
  type JsonTree,
  JsonTreeRows,
  MAX_TREE_DEPTH,
  readJsonTree,
  searchJsonTree,
  visibleText,
} from '../../src/content/index.js';
import { type ErrorText, errorTextOf } from '../../src/errors.js';
import { CopyButton } from '../internal/copy-button.js';
import { html } from '../internal/html.js';
import { downIcon } from '../internal/icons.js';
import { ListNavigation } from '../list/list.js';
import { SlicedWork } from '../internal/store-controller.js';
import { base, controls, preferredWidth, tokens } from '../internal/styles.js';
import { dataViewStyles } from '../internal/data-view.styles.js';
import { formatCount } from '../internal/text.js';
import { textInstead, wholeText, withMarks } from '../internal/long-text.js';
import { virtualRows } from '../list/virtual-list.js';
import { jsonViewStyles } from './json-view.styles.js';
import { barStyles, searchField } from '../internal/bar.js';
import { t } from './messages.js';

/** Characters of a path that are shown. The whole path can be copied. */
const PATH_CHARACTERS = 300;

interface SearchActs {
  readonly onInput: (text: string) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly fold: (how: 'openAll' | 'foldAll') => void;
}

interface LineActs {
  readonly copyPath: CopyButton;
  readonly copyValue: CopyButton;
  /** Closes the text that is shown in full, if there is one. */
  readonly close: (() => void) | undefined;
}

/** Characters of a text, and of a name, that a row shows. More would not fit on any screen. */
const ROW_CHARACTERS = 300;
const NAME_CHARACTERS = 120;
/** Characters of a name that may not fit on a narrow screen: it also has a tooltip. */
const TITLED_NAME_CHARACTERS = 16;
/** Levels that are shown by indentation. Deeper levels are shown as a number. */
const INDENTED_LEVELS = 16;
/** Characters before a match that stay visible if the match is far inside a text. */
const BEFORE_MATCH = 24;

interface JsonRowFacts {
  readonly row: number;
  readonly value: number;
  readonly isOpen: boolean;
  /** True if this is the active row, which the line below describes. */
  readonly isActive: boolean;
  readonly sought: string;
}

/** Characters of a text that are searched for a match to show the part around it. This happens on each rendering. */
const EXCERPT_SEARCH = 20_000;

/** The target of a key; `open` expands or collapses the active value. */
interface TreeMove {
  readonly to: number;
  readonly open?: boolean;
}

/** Rows that are visible at first: about two screens. */
const FIRST_ROWS = 60;
/** A tree with at most this many values needs neither a search nor a button that expands all of it. */
const SMALL = 12;

/**
 * @summary Shows JSON as a tree: expands, searches, copies a value or its path, and keeps each number as it is written.
 *
 * Large JSON is read in slices, and only the visible rows are rendered.
 *
 * @csspart search - The search field.
 * @csspart list - A list.
 * @csspart row - A row of data.
 * @csspart note - A notice or a hint.
 * @csspart hidden-character - A sign in place of hidden characters.
 * @csspart button - Every button.
 * @cssprop [--mcp-json-view-size=28em] - Height at which the rows begin to scroll.
 */
export class McpJsonViewElement extends McpElement {
  static override styles: CSSResultGroup = [
    tokens,
    base,
    controls,
    barStyles,
    dataViewStyles,
    jsonViewStyles,
    preferredWidth(40),
  ];

  readonly #reading = new SlicedWork(this);
  readonly #search = new JsonSearch(this, (value) => this.#show(value));
  readonly #copyPath = new CopyButton(this, () => t('jsonView.copyPath'));
  readonly #copyValue = new CopyButton(this, () => t('jsonView.copyValue'));
  readonly #virtualRows = virtualRows(this, { scroller: () => this.tree, count: () => this.#rows?.count ?? 0 });
  readonly #navigation = new ListNavigation(this, {
    count: () => this.#rows?.count ?? 0,
    label: (row) => this.#label(row),
    pageSize: () => this.#virtualRows.pageSize,
    reveal: (row) => this.#virtualRows.reveal(row),
    choose: (row) => this.#toggle(row),
  });
  #tree: JsonTree | undefined;
  #rows: JsonTreeRows | undefined;
  /** Why the text cannot be shown as a tree. */
  #refusal: ErrorText | undefined;

  @query('.tree') private readonly tree!: HTMLElement | null;
  @query('input') private readonly field!: HTMLInputElement | null;

  /** The text that is shown in full. */
  @state() private whole: string | undefined;

  /** The JSON as unchanged text. */
  @property({ attribute: false })
  source = '';

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('source')) return;
    this.#tree = this.#rows = this.whole = undefined;
    this.#refusal = undefined;
    this.#search.forget();
    this.#navigation.moveTo(-1);
    if (this.source === '') return this.#reading.cancel();
    void this.#reading.run(readJsonTree(this.source), (reading) => {
      if (!reading.ok) return void (this.#refusal = errorTextOf(reading));
      this.#tree = reading.tree;
      this.#rows = new JsonTreeRows(reading.tree);
      this.#rows.openFirst(FIRST_ROWS);
    });
  }

  /** The active value, which the line below describes. */
  get #active(): number {
    return this.#navigation.active < 0 ? 0 : this.#rows!.valueIn(this.#navigation.active);
  }

  #label(row: number): string {
    const value = this.#rows!.valueIn(row);
    return this.#tree!.nameOf(value) ?? this.#tree!.beginningOf(value, 40);
  }

  /** Opens all ancestors of a value and makes it active. */
  #show(value: number): void {
    this.#rows?.openWayTo(value);
    this.#moveTo(value);
  }

  #moveTo(value: number): void {
    const row = this.#rows?.rowOf(value) ?? -1;
    if (row < 0) return;
    this.#navigation.moveTo(row);
    this.requestUpdate();
    // The rows may have changed, so the position of this row is known only after the rendering.
    void this.updateComplete.then(() => this.#virtualRows.reveal(row));
  }

  #toggle(row: number): void {
    const value = this.#rows!.valueIn(row);
    this.#rows!.setOpen(value, !this.#rows!.isOpen(value));
    this.requestUpdate();
  }

  readonly #onKeydown = (event: KeyboardEvent): void => {
    const rows = this.#rows;
    if (!rows || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === '/' && this.field) {
      // Focuses the search of this view, not the search of a surrounding element.
      event.preventDefault();
      event.stopPropagation();
      this.field.focus();
      return;
    }
    const move = treeMove(event.key, this.#tree!, rows, this.#active);
    if (!move) return this.#navigation.onKeydown(event);
    event.preventDefault();
    if (move.open !== undefined) rows.setOpen(this.#active, move.open);
    this.#moveTo(move.to);
  };

  readonly #onFocus = (): void => {
    if (this.#navigation.active < 0) this.#navigation.moveToFirst();
  };

  readonly #onClick = (event: Event): void => {
    const target = event.target as Element;
    const row = Number(target.closest<HTMLElement>('[role="treeitem"]')?.dataset['row'] ?? NaN);
    if (Number.isNaN(row)) return;
    this.#navigation.moveTo(row);
    const whole = target.closest<HTMLElement>('[data-whole]');
    if (whole) this.whole = this.#tree!.textOf(Number(whole.dataset['whole']));
    else this.#toggle(row);
  };

  readonly #onCopy = (event: ClipboardEvent): void => {
    // A selection takes precedence. Without one, the active value is copied.
    if (!this.#tree || document.getSelection()?.type === 'Range') return;
    event.preventDefault();
    event.clipboardData?.setData('text/plain', this.#tree.textOf(this.#active));
  };

  readonly #onSearch = (text: string): void => {
    this.#search.seek(this.#tree!, text, this.#active);
    this.requestUpdate();
  };

  readonly #onSearchKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      this.#search.step(event.shiftKey ? -1 : 1);
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      this.tree?.focus();
    } else if (event.key === 'Escape' && this.#search.sought) {
      // Escape first clears the search. Only without a search does it reach the elements around.
      event.stopPropagation();
      event.preventDefault();
      this.#search.forget();
      this.requestUpdate();
    }
  };

  readonly #close = (): void => {
    this.whole = undefined;
  };

  readonly #fold = (how: 'openAll' | 'foldAll'): void => {
    const value = this.#active;
    this.#rows![how]();
    this.#moveTo(this.#rows!.rowOf(value) >= 0 ? value : 0);
  };

  override render(): TemplateResult {
    return html`<div class="view">${this.#contents()}</div>`;
  }

  #contents(): TemplateResult {
    if (this.source === '') return html`<p class="quiet" part="note">${t('jsonView.emptyText')}</p>`;
    if (this.#refusal) return textInstead(this.#refusal, this.source);
    const tree = this.#tree;
    if (!tree) return html`<p class="small quiet waiting" role="status">${t('jsonView.readingTheJson')}</p>`;
    return html`${
      tree.count > SMALL
        ? searchBar(this.#search, { onInput: this.#onSearch, onKey: this.#onSearchKey, fold: this.#fold })
        : nothing
    }${this.#renderTree(tree)}
    ${
      tree.total > tree.count
        ? html`<p class="small quiet" part="note">
            ${t.rich('jsonView.valuesInTree', { shown: tree.count, count: tree.total })}
          </p>`
        : nothing
    }${pathLine(tree, this.#active, {
      copyPath: this.#copyPath,
      copyValue: this.#copyValue,
      close: this.whole === undefined ? undefined : this.#close,
    })}${this.whole === undefined ? nothing : wholeText(this.whole, t('jsonView.allOfTheText'))}`;
  }

  #renderTree(tree: JsonTree): TemplateResult {
    const rows = this.#rows!;
    const { first, end } = this.#virtualRows;
    const { active } = this.#navigation;
    const { sought } = this.#search;
    return html`<div
      class="rows-box tree"
      part="list"
      data-name="tree"
      role="tree"
      tabindex="0"
      dir="ltr"
      aria-label=${t('jsonView.json')}
      aria-activedescendant=${active >= first && active < end ? `row-${active}` : nothing}
      @keydown=${this.#onKeydown}
      @focus=${this.#onFocus}
      @click=${this.#onClick}
      @copy=${this.#onCopy}
    >
      <div class="rows" role="none">
        ${repeat(
          Array.from({ length: end - first }, (_, index) => first + index),
          // An element that leaves the range at one end is reused at the other end. After a jump, all elements are
          // reused.
          (row) => row % (end - first),
          (row) => {
            const value = rows.valueIn(row);
            return jsonRow(tree, { row, value, isOpen: rows.isOpen(value), isActive: row === active, sought });
          },
        )}
      </div>
    </div>`;
  }
}

/** Returns the bar above the rows: the search, and buttons that expand or collapse all rows. */
function searchBar(search: JsonSearch, { onInput, onKey, fold }: SearchActs): TemplateResult {
  return html`<div class="bar">
    ${searchField({ label: t('jsonView.searchNamesAndValues'), placeholder: t('jsonView.search'), value: search.sought, onInput, onKeydown: onKey })}
    <span class="small quiet" role="status">${search.words}</span>
    ${
      search.count
        ? html`<span>
            <button class="plain small" type="button" @click=${() => search.step(-1)}>${t('jsonView.previous')}</button
            ><button class="plain small" type="button" @click=${() => search.step(1)}>${t('jsonView.next')}</button>
          </span>`
        : nothing
    }
    <span class="end">
      <button class="plain small" type="button" @click=${() => fold('openAll')}>${t('jsonView.expandAll')}</button>
      <button class="plain small" type="button" @click=${() => fold('foldAll')}>${t('jsonView.collapseAll')}</button>
    </span>
  </div>`;
}

/** Returns the line below the rows: the path of the active value, and its buttons. */
function pathLine(tree: JsonTree, value: number, { copyPath, copyValue, close }: LineActs): TemplateResult {
  // Empty, so that nothing moves when a row is chosen.
  if (value === 0) return html`<div class="line"></div>`;
  const path = visibleText(tree.pointerTo(value).slice(0, PATH_CHARACTERS));
  return html`<div class="line">
    <span class="where mono" title=${path}>${path}</span>
    ${tree.hasRepeatedName(value) ? html`<span class="quiet">${t('jsonView.thisPathLeadsTo')}</span>` : nothing}
    ${close ? html`<button class="plain small" type="button" @click=${close}>${t('jsonView.showLess')}</button>` : nothing}
    ${copyPath.render(() => tree.pointerTo(value))}${copyValue.render(() => tree.textOf(value))}
  </div>`;
}

/** Returns one value as one row. All rows have the same height, so that the visible ones can be computed. */
function jsonRow(tree: JsonTree, facts: JsonRowFacts): TemplateResult {
  const { row, value, isOpen, isActive, sought } = facts;
  const level = tree.levelOf(value);
  const parent = tree.parentOf(value);
  const branch = tree.isBranch(value);
  return html`<div
    class="item ${isActive ? 'active' : ''}"
    part="row"
    role="treeitem"
    id="row-${row}"
    data-row=${row}
    aria-level=${level + 1}
    aria-setsize=${parent < 0 ? 1 : tree.sizeOf(parent)}
    aria-posinset=${tree.positionOf(value) + 1}
    aria-selected=${isActive ? 'true' : 'false'}
    aria-expanded=${branch ? (isOpen ? 'true' : 'false') : nothing}
  >
    <span class="indent" aria-hidden="true">${'\t'.repeat(Math.min(level, INDENTED_LEVELS))}</span>${
      level > INDENTED_LEVELS ? html`<span class="level" aria-hidden="true">${formatCount(level)}</span>` : nothing
    }<span class="twist ${branch ? (isOpen ? 'open' : 'folded') : ''}">${branch ? downIcon : nothing}</span
    >${renderName(tree, value, sought)}${valueOf(tree, value, sought)}${remarks(tree, value)}
  </div>`;
}

function renderName(tree: JsonTree, value: number, sought: string): TemplateResult | typeof nothing {
  if (value === 0) return nothing;
  const name = tree.nameOf(value);
  if (name === undefined) return html`<span class="index">${formatCount(tree.positionOf(value))}</span>: `;
  const shown = name.length > NAME_CHARACTERS ? `${name.slice(0, NAME_CHARACTERS)}…` : name;
  // Without quotes if the beginning and the end of the name are clear.
  const written = /^$|^\s|\s$|[\n\r\t"]/.test(shown) ? JSON.stringify(shown) : shown;
  const whole = shown.length > TITLED_NAME_CHARACTERS ? visibleText(shown) : nothing;
  return html`<span class="name" title=${whole}>${withMarks(written, sought)}</span>: `;
}

function valueOf(tree: JsonTree, value: number, sought: string): TemplateResult {
  const kind = tree.kindOf(value);
  const size = tree.sizeOf(value);
  if (kind === 'object')
    return html`<span class="bracket" aria-hidden="true">{}</span>
      <span class="count">${size === 0 ? t('jsonView.emptyObject') : t('jsonView.fields', { count: size })}</span>`;
  if (kind === 'array')
    return html`<span class="bracket" aria-hidden="true">[]</span>
      <span class="count">${size === 0 ? t('jsonView.emptyList') : t('jsonView.items', { count: size })}</span>`;
  const isLong = tree.lengthOf(value) > ROW_CHARACTERS + 2;
  const text = isLong ? excerpt(tree, value, sought) : tree.textOf(value);
  // JSON notation, with quotes and escaped line breaks, because a row is one line.
  const written = kind === 'string' ? JSON.stringify(text) : text;
  return html`<span class="value ${kind}">${withMarks(written, sought)}</span>${
      isLong
        ? html`<button class="plain small" type="button" tabindex="-1" data-whole=${value}>
            ${t('jsonView.showAll')}
          </button>`
        : nothing
    }`;
}

/** Returns the beginning of a long text, or the part around the first match. */
function excerpt(tree: JsonTree, value: number, sought: string): string {
  const beginning = tree.beginningOf(value, ROW_CHARACTERS);
  if (sought === '' || beginning.toLowerCase().includes(sought.toLowerCase())) return `${beginning}…`;
  if (tree.lengthOf(value) > EXCERPT_SEARCH) return `${beginning}…`;
  const text = tree.textOf(value);
  const at = text.toLowerCase().indexOf(sought.toLowerCase());
  if (at < 0) return `${beginning}…`;
  return `…${text.slice(at - BEFORE_MATCH, at - BEFORE_MATCH + ROW_CHARACTERS)}…`;
}

function remarks(tree: JsonTree, value: number): TemplateResult {
  const words = [
    tree.isRepeated(value) ? t('jsonView.repeatedName') : '',
    tree.isTooDeep(value) ? t('jsonView.tooDeep', { levels: MAX_TREE_DEPTH }) : '',
    tree.isCut(value) ? t('jsonView.notAllInTree') : '',
  ].filter(Boolean);
  return html`${words.length > 0 ? html`<span class="remark">${words.join('; ')}</span>` : nothing}`;
}

/** The search in a tree: its text, its matches and the current match. */
class JsonSearch {
  readonly #work: SlicedWork;
  readonly #show: (value: number) => void;
  #found: Uint32Array | undefined;
  #at = 0;
  sought = '';

  /** @param show opens all ancestors of a value and scrolls it into view */
  constructor(host: ReactiveControllerHost, show: (value: number) => void) {
    this.#work = new SlicedWork(host);
    this.#show = show;
  }

  /** The number of matches; undefined during a search or without a search text. */
  get count(): number | undefined {
    return this.#found?.length;
  }

  /** The position of the current match, such as `3 of 120`. */
  get words(): string {
    if (this.sought === '') return '';
    if (!this.#found) return t('jsonView.searching');
    if (this.#found.length === 0) return t('jsonView.notFound');
    return t('jsonView.matchOf', { at: this.#at + 1, all: this.#found.length });
  }

  /** @param from the first match is the next one at or after this value */
  seek(tree: JsonTree, sought: string, from: number): void {
    this.forget();
    this.sought = sought;
    if (sought === '') return;
    void this.#work.run(searchJsonTree(tree, sought), (found) => {
      this.#found = found;
      const next = found.findIndex((value) => value >= from);
      this.#go(Math.max(0, next));
    });
  }

  forget(): void {
    this.#work.cancel();
    this.sought = '';
    this.#found = undefined;
    this.#at = 0;
  }

  /** Goes to the next or the previous match. The first match follows the last one. */
  step(by: 1 | -1): void {
    const count = this.#found?.length ?? 0;
    if (count > 0) this.#go((this.#at + by + count) % count);
  }

  #go(at: number): void {
    this.#at = at;
    const value = this.#found?.[at];
    if (value !== undefined) this.#show(value);
  }
}

/**
 * Returns the effect of the keys that a tree has in addition to those of a list: right expands, then goes to the first
 * child; left collapses, then goes to the parent.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/treeview/
 */
function treeMove(key: string, tree: JsonTree, rows: JsonTreeRows, value: number): TreeMove | undefined {
  const isOpen = rows.isOpen(value);
  if (key === 'ArrowRight') {
    if (!tree.isBranch(value)) return { to: value };
    return isOpen ? { to: value + 1 } : { to: value, open: true };
  }
  if (key === 'ArrowLeft') {
    if (isOpen) return { to: value, open: false };
    return { to: Math.max(0, tree.parentOf(value)) };
  }
  return undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-json-view': McpJsonViewElement;
  }
}
