import { css, type CSSResultGroup } from 'lit';
import { barStyles } from '../internal/bar.js';
import { listBoxStyles } from '../list/list-box.js';
import { detailStyles } from './detail.styles.js';

const own = css`
  :host {
    /* Whole pixels, because fractions of a hundred thousand rows add up. */
    --_row: round(up, max(24px, calc(1.9em * var(--_density, 1))), 1px);
    display: flex;
    flex-direction: column;
    block-size: var(--mcp-log-size, 32em);
    min-block-size: 0;
    max-block-size: 100dvh;
  }
  :host([quiet]) {
    display: block;
    block-size: auto;
  }
  [part~='base'] {
    container: mcp-log / size;
    flex: 1 1 0;
    min-block-size: 0;
  }
  :host([quiet]) [part~='base'] {
    block-size: var(--mcp-log-size, 32em);
    margin-block-start: var(--_space-s);
  }
  [part~='base'].dropping {
    outline: 2px dashed var(--_accent);
    outline-offset: 2px;
  }
  .whole {
    position: relative;
    display: flex;
    flex-direction: column;
    gap: var(--_space-s);
    block-size: 100%;
  }
  [aria-disabled='true'] {
    opacity: 0.55;
    cursor: default;
  }
  .bar {
    align-items: center;
    gap: var(--_space-s);
  }
  .choices {
    flex: 0 1 auto;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-xs) var(--_space-s);
    min-inline-size: 0;
  }
  .check {
    white-space: nowrap;
  }
  /* After the filters where all stand on one line. */
  .menu-button {
    order: 1;
    margin-inline-start: auto;
  }
  .sheet {
    display: grid;
    gap: var(--_space-xs);
    justify-items: start;
    max-inline-size: 24em;
  }
  .sheet > :is(button, .open, .saving) {
    inline-size: 100%;
    text-align: start;
  }
  .sheet > .choice {
    padding-inline: var(--_space-s);
  }
  .open {
    display: flex;
    align-items: center;
    min-block-size: max(24px, calc(var(--_hit) - 8px));
    padding-inline: var(--_space-s);
    border-radius: var(--_radius);
    cursor: pointer;
  }
  .open:hover {
    background: var(--_surface-3);
  }
  .open:focus-within {
    outline: var(--_focus-width) solid var(--_focus);
  }
  .saving {
    padding-inline: var(--_space-s);
  }
  .saving[open] {
    display: grid;
    gap: var(--_space-xs);
  }
  .erase-question,
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-s);
  }
  button.small {
    min-block-size: max(24px, calc(var(--_hit) - 8px));
  }
  .panes {
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    gap: var(--_space-m);
    flex: 1 1 0;
    min-block-size: 0;
  }
  .rows-pane {
    position: relative;
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    min-block-size: 0;
    min-inline-size: 0;
  }
  .list {
    border-block: 1px solid var(--_line);
    font-variant-numeric: tabular-nums;
  }
  .item {
    display: grid;
    grid-template-columns: max-content minmax(9em, 1fr) minmax(0, max-content);
    align-content: center;
    align-items: baseline;
    gap: 0 var(--_space-m);
    border-inline-start: 3px solid transparent;
  }
  .time,
  .side {
    color: var(--_text-2);
  }
  .time {
    font-size: var(--_small);
  }
  .item .label {
    font-weight: 400;
  }
  .quiet .label {
    color: var(--_text-2);
  }
  .line:is(.item) .rest {
    font-family: var(--_mono);
    font-size: var(--_small);
  }
  .failed {
    border-inline-start-color: var(--_danger);
  }
  .failed .line {
    color: var(--_danger);
  }
  .item.warning {
    border-inline-start-color: var(--_warning);
  }
  .item.warning .line,
  .fault {
    color: var(--_warning);
  }
  @media (forced-colors: active) {
    .failed {
      border-inline-start-color: CanvasText;
    }
  }
  .newest {
    position: absolute;
    inset-block-end: var(--_space-m);
    inset-inline: 0;
    inline-size: max-content;
    margin-inline: auto;
    background: var(--_surface);
  }
  .foot {
    flex: none;
    gap: 0 var(--_space-m);
    padding-block-end: var(--_space-xs);
  }
  [role='status']:empty {
    display: none;
  }
  .empty {
    flex: 1;
    display: grid;
    align-content: start;
    justify-items: start;
    gap: var(--_space-s);
    padding: var(--_space-s) 10px;
    color: var(--_text-2);
  }
  @container mcp-log (width >= 56em) {
    .panes.chosen {
      grid-template: minmax(0, 1fr) / minmax(0, 2fr) minmax(0, 3fr);
    }
  }
  /* What was chosen takes the place of the list, until it is closed. */
  @container mcp-log (width < 56em) {
    .whole:has(.chosen) > :is(.bar, .foot) {
      display: none;
    }
    .panes.chosen > * {
      grid-area: 1 / 1;
    }
    /* It keeps its place for when it is shown again. */
    .panes.chosen .rows-pane {
      visibility: hidden;
    }
  }
  /* Two lines: what, and below it when and how it ended. */
  @container mcp-log (width < 40em) {
    .rows-pane {
      --_row: round(up, calc((2.5em + var(--_space-s)) * var(--_density, 1)), 1px);
    }
    .item {
      grid-template-columns: max-content minmax(0, 1fr);
      gap: 0 var(--_space-s);
    }
    .item .label {
      grid-area: 1 / 1 / 2 / 3;
    }
    .menu-button {
      order: 0;
    }
    .choices {
      flex: 1 1 100%;
    }
    .search {
      flex: 1 1 8em;
    }
    .choice select {
      max-inline-size: 11em;
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

export const logStyles: CSSResultGroup = [barStyles, listBoxStyles, own, detailStyles];
