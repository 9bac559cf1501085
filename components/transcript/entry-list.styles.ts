import { css, type CSSResult } from 'lit';

/** The list of entries, and one row of it. */
export const entryListStyles: CSSResult = css`
  .list {
    overflow: auto;
    overscroll-behavior: contain;
    overflow-anchor: none;
    border-block: 1px solid var(--_line);
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
    border-inline-start: 3px solid transparent;
    contain: strict;
    cursor: pointer;
  }
  .item > * {
    overflow: hidden;
    line-height: 1.3;
    white-space: nowrap;
    text-overflow: ellipsis;
    unicode-bidi: isolate;
  }
  .label {
    font-weight: 550;
  }
  .side {
    color: var(--_text-2);
  }
  .line {
    color: var(--_text-2);
    font-size: var(--_small);
  }
  .time {
    font-variant-numeric: tabular-nums;
  }
  .good .state {
    color: var(--_success);
  }
  .failed {
    border-inline-start-color: var(--_danger);
  }
  .failed .state {
    color: var(--_danger);
    font-weight: 600;
  }
  .quiet.item .label {
    font-weight: 400;
  }
  .item:hover {
    background: var(--_surface-2);
  }
  .item[aria-selected='true'] {
    background: var(--_accent-soft);
  }
  .list:focus-visible .item.active {
    outline: 2px solid var(--_focus);
    outline-offset: -2px;
  }
  @media (forced-colors: active) {
    .item[aria-selected='true'] {
      outline: 2px solid SelectedItem;
      outline-offset: -2px;
    }
    .failed {
      border-inline-start-color: CanvasText;
    }
  }
`;
