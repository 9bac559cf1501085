import { css, type CSSResult, type CSSResultGroup } from 'lit';
import { searchStyles } from '../internal/styles.js';

/** The list of entries, and one row of it. */
const entryListStyles: CSSResult = css`
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

const own = css`
  :host {
    --_row: calc(2.6em + 2 * var(--_space-s));
    container: mcp-transcript / inline-size;
    min-block-size: 0;
  }
  :host(:not([quiet])) {
    display: flex;
    flex-direction: column;
    overflow: auto;
  }
  [part~='base'] {
    display: flex;
    flex-direction: column;
    gap: var(--_space-s);
    flex: 1 0 auto;
  }
  [part~='base'].dropping {
    outline: 2px dashed var(--_accent);
    outline-offset: 2px;
  }
  .bar,
  .foot {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: end;
    gap: var(--_space-s) var(--_space-m);
  }
  .choice {
    display: grid;
    gap: 2px;
    min-inline-size: 0;
  }
  .choice select {
    inline-size: auto;
    max-inline-size: 14em;
    text-overflow: ellipsis;
  }
  .tick {
    display: flex;
    align-items: center;
    gap: var(--_space-xs);
    min-block-size: var(--_hit);
  }
  .panes {
    display: grid;
    flex: 1 0 var(--mcp-transcript-size, 22rem);
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    gap: var(--_space-m);
    /* Its rows must not make it higher: there may be thousands. */
    block-size: var(--mcp-transcript-size, 22rem);
  }
  .detail {
    display: grid;
    align-content: start;
    gap: var(--_space-s);
    min-inline-size: 0;
    padding: var(--_space-xs) 2px;
    overflow: auto;
    scrollbar-width: thin;
  }
  .detail-head {
    display: flex;
    align-items: start;
    gap: var(--_space-s);
  }
  .detail-head h3 {
    flex: 1;
    min-inline-size: 0;
    margin: 0;
    font-size: 1em;
    font-weight: 600;
  }
  h4 {
    margin: 0 0 var(--_space-xs);
    font-size: 1em;
    font-weight: 600;
  }
  .body pre {
    max-block-size: 20em;
    overflow: auto;
    white-space: pre-wrap;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-s);
  }
  .foot {
    align-items: center;
    padding-block-end: var(--_space-s);
  }
  .foot > p {
    flex: 1 1 14rem;
  }
  .saving {
    flex: 1 1 100%;
  }
  .saving[open] {
    display: grid;
    gap: var(--_space-xs);
    padding: var(--_space-s) var(--_space-m);
    border-radius: var(--_radius);
    background: var(--_surface-2);
  }
  summary {
    inline-size: fit-content;
    min-block-size: 24px;
    color: var(--_accent);
    font-weight: 550;
  }
  .open {
    display: inline-flex;
    align-items: center;
    min-block-size: max(24px, calc(var(--_hit) - 8px));
    padding-inline: var(--_space-s);
    border-radius: var(--_radius);
    color: var(--_accent);
    font-weight: 550;
    cursor: pointer;
  }
  .open:hover {
    background: var(--_accent-soft);
  }
  .open:focus-within {
    outline: 2px solid var(--_focus);
  }
  button.small {
    min-block-size: max(24px, calc(var(--_hit) - 8px));
  }
  .empty {
    display: grid;
    gap: var(--_space-s);
    justify-items: start;
    padding-block: var(--_space-s);
    color: var(--_text-2);
  }
  @container mcp-transcript (width >= 44rem) {
    .panes.chosen {
      grid-template: minmax(0, 1fr) / minmax(0, 2fr) minmax(0, 3fr);
    }
  }
  @container mcp-transcript (width < 44rem) {
    .panes.chosen .list {
      display: none;
    }
    .panes.chosen {
      flex-basis: auto;
      block-size: auto;
    }
  }
  @container mcp-transcript (width < 30rem) {
    .choice {
      flex: 1 1 8rem;
    }
    .choice select {
      inline-size: 100%;
    }
  }
`;

export const transcriptStyles: CSSResultGroup = [searchStyles, own, entryListStyles];
