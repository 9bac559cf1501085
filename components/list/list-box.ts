import { css, type CSSResult, nothing, type TemplateResult } from 'lit';
import { html } from '../internal/html.js';

interface ListBox {
  readonly label: string;
  /** The row at which the keyboard is; undefined if it is not in the page. */
  readonly active: number | undefined;
  readonly isBusy: boolean;
  readonly isHidden?: boolean;
  /** Its rows are in groups that can be closed: see {@link OptionRow.level}. */
  readonly isTree?: boolean;
  /** The rows that are in the page now: see {@link optionRow}. */
  readonly rows: unknown;
  readonly onKeydown: (event: KeyboardEvent) => void;
  readonly onFocus: () => void;
  readonly onClick: (event: Event) => void;
  /** Called when the pointer or the focus leaves the list. */
  readonly onLeave?: () => void;
}

/**
 * A listbox, or a tree, with one tab stop whose rows are virtual. `ListNavigation` has its keyboard, `virtualRows` its rows. For a
 * shadow root with {@link listBoxStyles}.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/listbox/
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/treeview/
 */
export function listBox(list: ListBox): TemplateResult {
  const { label, active, isBusy, isHidden = false, isTree = false, rows, onKeydown, onFocus, onClick, onLeave } = list;
  return html`<div
    class="list"
    part="list"
    role=${isTree ? 'tree' : 'listbox'}
    tabindex="0"
    ?hidden=${isHidden}
    aria-label=${label}
    aria-busy=${isBusy ? 'true' : 'false'}
    aria-activedescendant=${active === undefined ? nothing : `row-${active}`}
    @keydown=${onKeydown}
    @focus=${onFocus}
    @click=${onClick}
    @pointerleave=${onLeave}
    @blur=${onLeave}
  >
    <div class="rows" role="presentation">${rows}</div>
  </div>`;
}

interface OptionRow {
  /** The place of the row in the list, from 0. */
  readonly index: number;
  /** Its place among the options, from 1: a list may have headings too. */
  readonly position: number;
  /** Options in the whole list. */
  readonly of: number;
  /** The keyboard is here. */
  readonly isActive: boolean;
  readonly isSelected: boolean;
  /** The `data-name`. */
  readonly name?: string;
  /** Further classes. */
  readonly className?: string;
  /** Its depth in a tree, from 1. */
  readonly level?: number | undefined;
  /** For the head of a group: whether the group is open. */
  readonly isExpanded?: boolean;
  readonly content: unknown;
}

/** One option of a {@link listBox}, or one item of a tree. All have the same height, so that the rows in view can be computed. */
export function optionRow(row: OptionRow): TemplateResult {
  const { index, position, of, isActive, isSelected, name, className = '', level, isExpanded, content } = row;
  return html`<div
    class="item ${isActive ? 'active' : ''} ${className}"
    part="item"
    data-name=${name ?? nothing}
    role=${level === undefined ? 'option' : 'treeitem'}
    id="row-${index}"
    data-row=${index}
    aria-selected=${isSelected ? 'true' : 'false'}
    aria-level=${level ?? nothing}
    aria-expanded=${isExpanded === undefined ? nothing : isExpanded ? 'true' : 'false'}
    aria-setsize=${of}
    aria-posinset=${position}
  >
    ${content}
  </div>`;
}

/** A host sets `--_row`, the height of a row. */
export const listBoxStyles: CSSResult = css`
  .list {
    overflow: auto;
    overscroll-behavior: contain;
    /* Rows come and go above what is in view: the browser must not scroll along with them. */
    overflow-anchor: none;
    scrollbar-width: thin;
  }
  .list:focus-visible {
    /* The ring is on the active row. */
    outline: none;
  }
  .rows {
    padding-block: calc(var(--_before, 0) * var(--_row)) calc(var(--_after, 0) * var(--_row));
  }
  .item {
    display: flex;
    flex-direction: column;
    justify-content: center;
    block-size: var(--_row);
    padding-inline: 10px;
    contain: strict;
    /* More rows are in the page than are in view: the browser lays out and paints those near it. */
    content-visibility: auto;
    cursor: pointer;
  }
  .item > *,
  .parts > * {
    overflow: hidden;
    line-height: 1.3;
    white-space: nowrap;
    text-overflow: ellipsis;
    unicode-bidi: isolate;
  }
  /* A text has its own direction, so that what does not fit is cut off at its end, and the alignment of the page. */
  .item [dir='auto'] {
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  /* Texts side by side, in the direction of the page. The last one gives way. */
  .parts {
    display: flex;
  }
  .parts > * {
    flex: 0 0 auto;
    max-inline-size: 100%;
  }
  .parts > code {
    flex-shrink: 1;
    min-inline-size: 0;
  }
  .parts > .rest {
    flex: 1 1 0;
    min-inline-size: 0;
  }
  .parts > .dot {
    white-space: pre;
  }
  .item[aria-selected='true'] .label {
    font-weight: 600;
  }
  .item .line {
    min-block-size: 0;
    color: var(--_text-2);
    font-size: var(--_small);
  }
  .item:hover {
    background: var(--_surface-2);
  }
  .item[aria-selected='true'] {
    background: var(--_accent-soft);
  }
  .list:focus-visible .item.active {
    outline: var(--_focus-width) solid var(--_focus);
    outline-offset: -2px;
  }
  @media (forced-colors: active) {
    .item[aria-selected='true'] {
      outline: 2px solid SelectedItem;
      outline-offset: -2px;
    }
  }
`;
