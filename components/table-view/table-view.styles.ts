import { css, type CSSResult } from 'lit';

export const tableViewStyles: CSSResult = css`
  .grid {
    max-block-size: var(--mcp-table-view-size, 27em);
    font-size: var(--_data);
    font-variant-numeric: tabular-nums;
  }
  .rows {
    inline-size: var(--_width);
    min-inline-size: 100%;
  }
  .record {
    display: grid;
    grid-template-columns: var(--_columns);
    inline-size: var(--_width);
    min-inline-size: 100%;
    block-size: var(--_row);
  }
  .rows .record {
    contain: size layout style;
  }
  .rows .record:hover > * {
    background: var(--_surface-2);
  }
  .head {
    position: sticky;
    inset-block-start: 0;
    z-index: 2;
    background: var(--_surface-2);
    font-weight: 600;
  }
  .head > * {
    border-block-end: 1px solid var(--_line-2);
    background: var(--_surface-2);
  }
  .head .cell {
    cursor: pointer;
    user-select: none;
  }
  .head .cell:hover {
    background: var(--_surface-3);
  }
  .number {
    position: sticky;
    inset-inline-start: 0;
    z-index: 1;
    display: flex;
    align-items: center;
    justify-content: end;
    padding-inline: 0.4em;
    overflow: hidden;
    border-block-end: 1px solid var(--_line);
    border-inline-end: 1px solid var(--_line);
    background: var(--_surface);
    color: var(--_text-2);
    line-height: 1;
    white-space: nowrap;
  }
  .trouble {
    border-inline-start: 3px solid var(--_warning);
    color: var(--_warning);
    font-weight: 600;
  }
  .cell {
    padding-inline: 0.7em;
    overflow: hidden;
    border-block-end: 1px solid var(--_line);
    border-inline-end: 1px solid var(--_line);
    line-height: calc(var(--_row) - 1px);
    white-space: nowrap;
    text-overflow: ellipsis;
    /* The text has its own direction, but the borders do not change sides. */
    unicode-bidi: plaintext;
    cursor: default;
  }
  /* The grid column before it reserves the space of all columns that are not rendered. */
  .number + .cell {
    grid-column-start: 3;
  }
  .numeric {
    text-align: end;
  }
  .head svg {
    margin-inline-start: 0.4em;
    vertical-align: -0.12em;
  }
  .ascending svg {
    transform: rotate(180deg);
  }
  .absent {
    background: repeating-linear-gradient(135deg, transparent 0 4px, var(--_line) 4px 5px);
  }
  .cell.active {
    background: var(--_accent-soft) !important;
  }
  .grid:focus-visible .cell.active {
    outline: var(--_focus-width) solid var(--_focus);
    outline-offset: -2px;
  }
  .bar label:not(.search) {
    display: inline-flex;
    align-items: center;
    gap: var(--_space-xs);
    min-block-size: 24px;
  }
  .line:empty {
    min-block-size: var(--_hit);
  }
  .line .where {
    unicode-bidi: isolate;
  }
  @media (forced-colors: active) {
    .cell.active {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
