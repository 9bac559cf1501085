import { css, type CSSResult, type CSSResultGroup } from 'lit';
import { barStyles } from '../internal/bar.js';
import { listBoxStyles } from '../list/list-box.js';

/** The list of entries, and one row of it. */
const entryListStyles: CSSResult = css`
  [aria-disabled='true'] {
    opacity: 0.55;
    cursor: default;
  }
  .list {
    border-block: 1px solid var(--_line);
  }
  .item {
    border-inline-start: 3px solid transparent;
  }
  .side {
    color: var(--_text-2);
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
  @media (forced-colors: active) {
    .failed {
      border-inline-start-color: CanvasText;
    }
  }
`;

const own = css`
  :host {
    --_row: calc(2.6em + 2 * var(--_space-s));
    min-block-size: 0;
  }
  :host(:not([quiet])) {
    display: flex;
    flex-direction: column;
    overflow: auto;
  }
  [part~='base'] {
    container: mcp-transcript / inline-size;
    display: flex;
    flex-direction: column;
    gap: var(--_space-s);
    flex: 1 0 auto;
  }
  [part~='base'].dropping {
    outline: 2px dashed var(--_accent);
    outline-offset: 2px;
  }
  .foot {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    gap: var(--_space-s) var(--_space-m);
  }
  .panes {
    display: grid;
    flex: 1 0 var(--mcp-transcript-size, 23em);
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    gap: var(--_space-m);
    /* The rows must not make it higher, because there may be thousands. */
    block-size: var(--mcp-transcript-size, 23em);
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
  .detail-head h2 {
    flex: 1;
    min-inline-size: 0;
    margin: 0;
    font-size: 1em;
    font-weight: 600;
  }
  .detail h3 {
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
    flex: 1 1 15em;
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
    outline: var(--_focus-width) solid var(--_focus);
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
  @container mcp-transcript (width >= 47em) {
    .panes.chosen {
      grid-template: minmax(0, 1fr) / minmax(0, 2fr) minmax(0, 3fr);
    }
  }
  @container mcp-transcript (width < 47em) {
    .panes.chosen .list {
      display: none;
    }
    .panes.chosen {
      flex-basis: auto;
      block-size: auto;
    }
  }
  @container mcp-transcript (width < 32em) {
    .choice {
      flex: 1 1 8.5em;
    }
    .choice select {
      inline-size: 100%;
    }
  }
`;

export const transcriptStyles: CSSResultGroup = [barStyles, listBoxStyles, own, entryListStyles];
