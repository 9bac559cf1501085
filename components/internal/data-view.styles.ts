import { css, type CSSResult } from 'lit';

/** The common parts of the views of JSON and of tables: the bar above, the rows that scroll, the line below. */
export const dataViewStyles: CSSResult = css`
  .view {
    container-type: inline-size;
    display: grid;
    gap: var(--_space-xs);
    min-inline-size: 0;
  }
  .bar {
    align-items: center;
    gap: var(--_space-xs) var(--_space-s);
  }
  .bar button {
    flex: none;
  }
  .search {
    max-inline-size: 24em;
  }
  .rows-box {
    --_row: calc(1.25em + 2 * max(2px, var(--_space-xs) / 2 + 1px));
    overflow: auto;
    overscroll-behavior: contain;
    /* Rows are added and removed above the visible ones: the browser must not scroll along with them. */
    overflow-anchor: none;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    scrollbar-width: thin;
    contain: content;
  }
  @media (pointer: coarse) {
    .rows-box {
      --_row: 40px;
    }
  }
  .rows {
    padding-block: calc(var(--_before, 0) * var(--_row)) calc(var(--_after, 0) * var(--_row));
  }
  .rows-box:focus-visible {
    outline-offset: -2px;
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    column-gap: var(--_space-s);
    min-inline-size: 0;
    font-size: var(--_small);
  }
  .line .where {
    flex: 1 1 8em;
    min-inline-size: 0;
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  .line button {
    min-block-size: max(24px, var(--_hit) * 0.8);
  }
  .whole {
    max-block-size: 18em;
    padding: var(--_space-s) var(--_space-m);
    overflow: auto;
    border-radius: var(--_radius);
    background: var(--_surface-2);
    font-family: var(--_mono);
    font-size: var(--_data);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    tab-size: 4;
    /* WebKit needs minutes for the width that thousands of spaces would like. */
    contain: inline-size layout style paint;
  }
  mark {
    border-radius: 2px;
    background: color-mix(in oklab, var(--_warning) 30%, var(--_surface));
    color: inherit;
  }
  /* Invisible for the first 150 ms: a fast answer must not make it flash. */
  .waiting {
    animation: wait 150ms !important;
  }
  @keyframes wait {
    from,
    to {
      visibility: hidden;
    }
  }
  @media (forced-colors: active) {
    mark {
      background: Mark;
      color: MarkText;
    }
    .whole {
      border: 1px solid;
    }
  }
`;
