import { LitElement, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { JsonTreeRows, readJsonTree, type JsonTree } from '../../src/content/index.js';
import { CopyButton } from '../content/copy-button.js';
import { ListNavigation } from '../controllers/list-navigation.js';
import { RowWindow } from '../controllers/row-window.js';
import { SlicedWork } from '../controllers/sliced-work.js';
import { dataViewStyles } from '../data-view/data-view.styles.js';
import { textInstead, wholeText } from '../data-view/whole-text.js';
import { base } from '../styles/base.styles.js';
import { controls } from '../styles/controls.styles.js';
import { tokens } from '../styles/tokens.styles.js';
import { counted, formatCount } from '../words/counted.js';
import { html } from '../words/html.js';
import { pathLine, searchBar } from './json-bars.js';
import { jsonRow } from './json-row.js';
import { JsonSearch } from './json-search.js';
import { jsonViewStyles } from './json-view.styles.js';
import { treeMove } from './tree-keys.js';

/** Rows that are open at the start: about two screens. */
const FIRST_ROWS = 60;
/** A tree of so few values needs neither search nor a button that opens all of it. */
const SMALL = 12;

/**
 * @summary Shows JSON as a tree: folds, searches, copies a value or the path to it, and keeps every number as it is written.
 *
 * Large JSON is read in slices, and only the rows in view are in the page.
 *
 * @csspart search - The search field.
 * @csspart tree - The box of rows, which scrolls.
 * @csspart row - A value, or an object or list with what is in it.
 * @csspart whole - All of a long text, or the text where it is not JSON.
 * @csspart note - What a reader should know: why there is no tree, what is not in it.
 * @csspart hidden-character - Stands for characters that nobody would see.
 * @csspart copy-button - Copies the value, or the path to it.
 * @cssprop [--mcp-json-view-size=24rem] - Height at which the rows begin to scroll.
 */
export class McpJsonViewElement extends LitElement {
  static override styles: CSSResultGroup = [tokens, base, controls, dataViewStyles, jsonViewStyles];

  readonly #reading = new SlicedWork(this);
  readonly #search = new JsonSearch(this, (value) => this.#show(value));
  readonly #copyPath = new CopyButton(this, 'Copy path');
  readonly #copyValue = new CopyButton(this, 'Copy value');
  readonly #window = new RowWindow(this, { scroller: () => this.tree, count: () => this.#rows?.count ?? 0 });
  readonly #navigation = new ListNavigation(this, {
    count: () => this.#rows?.count ?? 0,
    label: (row) => this.#label(row),
    pageSize: () => this.#window.inView,
    reveal: (row) => this.#window.reveal(row),
    choose: (row) => this.#toggle(row),
  });
  #tree: JsonTree | undefined;
  #rows: JsonTreeRows | undefined;
  /** Why there is no tree. */
  #refusal = '';

  @query('.tree') private readonly tree!: HTMLElement | null;
  @query('input') private readonly field!: HTMLInputElement | null;

  /** The text that is shown whole. */
  @state() private whole: string | undefined;

  /** JSON as text, the way it came. */
  @property({ attribute: false })
  source = '';

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('source')) return;
    this.#tree = this.#rows = this.whole = undefined;
    this.#refusal = '';
    this.#search.forget();
    this.#navigation.moveTo(-1);
    if (this.source === '') return this.#reading.cancel();
    void this.#reading.run(readJsonTree(this.source), (reading) => {
      if (!reading.ok) return void (this.#refusal = reading.message);
      this.#tree = reading.tree;
      this.#rows = new JsonTreeRows(reading.tree);
      this.#rows.openFirst(FIRST_ROWS);
    });
  }

  /** The value the line below speaks of. */
  get #active(): number {
    return this.#navigation.active < 0 ? 0 : this.#rows!.valueIn(this.#navigation.active);
  }

  #label(row: number): string {
    const value = this.#rows!.valueIn(row);
    return this.#tree!.nameOf(value) ?? this.#tree!.beginningOf(value, 40);
  }

  /** Opens the way to a value and puts the keyboard there. */
  #show(value: number): void {
    this.#rows?.openWayTo(value);
    this.#moveTo(value);
  }

  #moveTo(value: number): void {
    const row = this.#rows?.rowOf(value) ?? -1;
    if (row < 0) return;
    this.#navigation.moveTo(row);
    this.requestUpdate();
    // The rows may be other ones now: where this one is can be known when they are in the page.
    void this.updateComplete.then(() => this.#window.reveal(row));
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
      // The search of this view, not that of what is around it.
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
    // What is selected is what the person wants; without a selection, it is the value the keyboard is at.
    if (!this.#tree || document.getSelection()?.type === 'Range') return;
    event.preventDefault();
    event.clipboardData?.setData('text/plain', this.#tree.textOf(this.#active));
  };

  readonly #onSearch = (event: Event): void => {
    this.#search.seek(this.#tree!, (event.target as HTMLInputElement).value, this.#active);
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
      // Escape belongs to the topmost thing: as long as something is sought, that is the search.
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

  override render(): TemplateResult | typeof nothing {
    if (this.source === '') return html`<p class="quiet" part="note">Empty text.</p>`;
    if (this.#refusal) return textInstead(this.#refusal, this.source);
    const tree = this.#tree;
    if (!tree) return html`<p class="small quiet waiting" role="status">Reading the JSON…</p>`;
    return html`${
      tree.count > SMALL
        ? searchBar(this.#search, { onInput: this.#onSearch, onKey: this.#onSearchKey, fold: this.#fold })
        : nothing
    }${this.#renderTree(tree)}
    ${
      tree.total > tree.count
        ? html`<p class="small quiet" part="note">
            ${formatCount(tree.count)} of ${counted(tree.total, { one: 'value', other: 'values' })} are in this tree.
            The raw text has all of them.
          </p>`
        : nothing
    }${pathLine(tree, this.#active, {
      copyPath: this.#copyPath,
      copyValue: this.#copyValue,
      close: this.whole === undefined ? undefined : this.#close,
    })}${this.whole === undefined ? nothing : wholeText(this.whole, 'All of the text')}`;
  }

  #renderTree(tree: JsonTree): TemplateResult {
    const rows = this.#rows!;
    const { first, end } = this.#window;
    const { active } = this.#navigation;
    const { sought } = this.#search;
    return html`<div
      class="rows-box tree"
      part="tree"
      role="tree"
      tabindex="0"
      dir="ltr"
      aria-label="JSON"
      aria-activedescendant=${active >= first && active < end ? `row-${active}` : nothing}
      @keydown=${this.#onKeydown}
      @focus=${this.#onFocus}
      @click=${this.#onClick}
      @copy=${this.#onCopy}
    >
      <div class="rows" role="none">
        ${repeat(
          Array.from({ length: end - first }, (_, index) => first + index),
          // What leaves at one end is used again at the other, and after a jump all of it is.
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

declare global {
  interface HTMLElementTagNameMap {
    'mcp-json-view': McpJsonViewElement;
  }
}
