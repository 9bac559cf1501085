import { css, type CSSResultGroup } from 'lit';
import { barStyles } from '../internal/bar.js';
import { listBoxStyles } from '../list/list-box.js';

const own = css`
  :host {
    --_row: calc(2.5em + var(--_space-s));
    display: flex;
    flex-direction: column;
    block-size: var(--mcp-message-log-size, 32em);
    min-block-size: 0;
  }
  [part~='base'] {
    container: mcp-message-log / size;
    flex: 1 1 0;
    min-block-size: 0;
  }
  .whole {
    display: flex;
    flex-direction: column;
    gap: var(--_space-s);
    block-size: 100%;
  }
  [aria-disabled='true'] {
    opacity: 0.55;
    cursor: default;
  }
  .panes {
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    gap: var(--_space-m);
    flex: 1 1 0;
    min-block-size: 0;
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
  .line {
    font-variant-numeric: tabular-nums;
  }
  .failed {
    border-inline-start-color: var(--_danger);
  }
  .failed .label {
    color: var(--_danger);
  }
  .quiet.item .label {
    font-weight: 400;
  }
  @media (forced-colors: active) {
    .failed {
      border-inline-start-color: CanvasText;
    }
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
    align-items: center;
    gap: var(--_space-s);
  }
  .detail-head h2 {
    flex: 1;
    min-inline-size: 0;
    margin: 0;
    font-size: 1em;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  h3 {
    margin: var(--_space-xs) 0 0;
    font-size: 1em;
    font-weight: 600;
  }
  h3.small {
    font-size: var(--_small);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-s);
  }
  button.small {
    min-block-size: max(24px, calc(var(--_hit) - 8px));
  }
  p[role='status']:empty {
    display: none;
  }
  summary {
    inline-size: fit-content;
    min-block-size: 24px;
    color: var(--_accent);
    font-weight: 550;
  }
  .http[open] {
    display: grid;
    gap: var(--_space-s);
  }
  .http > * {
    margin-block: var(--_space-xs);
  }
  dl {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 2px;
    margin: 0;
  }
  dl > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--_space-s);
  }
  .facts dt {
    flex: 0 0 6em;
  }
  dd {
    min-inline-size: 0;
    margin: 0;
    overflow-wrap: anywhere;
  }
  .headers {
    font-size: var(--_small);
  }
  .headers dt {
    color: var(--_text-2);
  }
  .events ol {
    margin: 0;
    padding-inline-start: 2.5em;
    overflow-wrap: anywhere;
  }
  .edit {
    display: grid;
    gap: var(--_space-s);
    padding: var(--_space-m);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .field {
    display: grid;
    gap: 2px;
  }
  .edit textarea {
    min-block-size: 8em;
    resize: vertical;
  }
  .foot {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-s) var(--_space-m);
    padding-block-end: var(--_space-s);
  }
  .foot > p {
    flex: 1 1 12em;
  }
  .saving[open] {
    flex: 1 1 100%;
    order: 1;
    display: grid;
    gap: var(--_space-xs);
    padding: var(--_space-s) var(--_space-m);
    border-radius: var(--_radius);
    background: var(--_surface-2);
  }
  .empty {
    display: grid;
    gap: var(--_space-s);
    justify-items: start;
    padding-block: var(--_space-s);
    color: var(--_text-2);
  }
  @container mcp-message-log (width >= 44em) {
    .panes.chosen {
      grid-template: minmax(0, 1fr) / minmax(0, 2fr) minmax(0, 3fr);
    }
  }
  @container mcp-message-log (width < 44em) {
    .panes.chosen {
      grid-template: minmax(6em, 2fr) minmax(0, 3fr) / minmax(0, 1fr);
    }
    .detail {
      border-block-start: 1px solid var(--_line);
    }
  }
  /* No room for both: what was chosen, until it is closed. */
  @container mcp-message-log (width < 44em) and (height < 36em) {
    .panes.chosen {
      grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    }
    .panes.chosen .list,
    .whole:has(.chosen) > :is(.bar, .foot) {
      display: none;
    }
    .detail {
      border: none;
    }
  }
  @container mcp-message-log (width < 32em) {
    .choice {
      flex: 1 1 8.5em;
    }
    .choice select {
      inline-size: 100%;
    }
  }
  @media print {
    :host {
      block-size: auto;
    }
    [part~='base'] {
      container-type: inline-size;
    }
  }
`;

export const messageLogStyles: CSSResultGroup = [barStyles, listBoxStyles, own];
