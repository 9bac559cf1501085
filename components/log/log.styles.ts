import { css, type CSSResult } from 'lit';

export const logStyles: CSSResult = css`
  :host {
    /* Whole pixels, because fractions of a hundred thousand rows add up. */
    --_row: round(up, calc(1.9em * var(--_density, 1)), 1px);
    min-block-size: 0;
    block-size: 30em;
    max-block-size: 100dvh;
  }
  [part~='base'] {
    container: mcp-log / inline-size;
    display: flex;
    flex-direction: column;
    gap: var(--_space-s);
    block-size: 100%;
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space-s) var(--_space-m);
    min-inline-size: 0;
  }
  .choice {
    display: flex;
    align-items: center;
    gap: var(--_space-s);
  }
  .choice > span {
    flex: none;
  }
  .log {
    position: relative;
    flex: 1;
    display: flex;
    min-block-size: 0;
  }
  .lines {
    position: relative;
    flex: 1;
    min-inline-size: 0;
    overflow: auto;
    overscroll-behavior: contain;
    /* Lines are added and removed above the visible part. The browser must not adjust the scroll position for them. */
    overflow-anchor: none;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    scrollbar-width: thin;
    font-size: var(--_small);
  }
  .lines:focus-visible {
    outline-offset: -2px;
  }
  .line {
    display: grid;
    grid-template-columns: 7.6em 6.8em minmax(0, 10em) minmax(0, 1fr);
    align-items: center;
    gap: var(--_space-s);
    block-size: var(--_row);
    padding-inline: 10px;
    border-block-end: 1px solid var(--_line);
    contain: strict;
    cursor: pointer;
  }
  .unnamed .line {
    grid-template-columns: 7.6em 6.8em 0 minmax(0, 1fr);
  }
  .line > * {
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
    unicode-bidi: isolate;
  }
  .line:hover {
    background: var(--_surface-2);
  }
  .time,
  .logger {
    color: var(--_text-2);
  }
  .time {
    font-variant-numeric: tabular-nums;
  }
  .text,
  .detail pre {
    font-family: var(--_mono);
  }
  .level {
    font-weight: 600;
  }
  .debug .level,
  .info .level {
    color: var(--_text-2);
    font-weight: inherit;
  }
  .notice .level {
    color: var(--_accent);
  }
  .warning .level,
  .fault {
    color: var(--_warning);
  }
  .warning {
    background: var(--_warning-soft);
  }
  :is(.error, .critical, .alert, .emergency) .level {
    color: var(--_danger);
  }
  .error,
  .critical,
  .alert,
  .emergency {
    background: var(--_danger-soft);
  }
  .fault {
    font-weight: 600;
  }
  .line[aria-expanded='true'] {
    border-block-end-color: transparent;
  }
  .lines:focus-visible .line.active {
    outline: var(--_focus-width) solid var(--_focus);
    outline-offset: -2px;
  }
  .detail {
    padding: var(--_space-xs) 10px var(--_space-m);
    border-block-end: 1px solid var(--_line);
    background: var(--_surface-2);
  }
  .detail > div {
    display: grid;
    gap: var(--_space-xs);
  }
  .detail pre {
    max-block-size: 23em;
    overflow: auto;
    padding: var(--_space-s);
    border-radius: var(--_radius);
    background: var(--_surface);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    tab-size: 2;
  }
  .newest {
    position: absolute;
    inset-block-end: var(--_space-m);
    inset-inline: 0;
    inline-size: max-content;
    margin-inline: auto;
    min-block-size: max(24px, calc(var(--_hit) - 8px));
    border-color: var(--_accent);
    color: var(--_accent);
    font-size: var(--_small);
  }
  .foot {
    flex: none;
    min-block-size: var(--_hit);
    gap: 0 var(--_space-s);
  }
  .foot p {
    font-variant-numeric: tabular-nums;
  }
  .foot button {
    min-block-size: max(24px, calc(var(--_hit) - 8px));
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
  /* A row has two lines: time, level and logger, then the message. */
  @container mcp-log (width < 42em) {
    .lines .line {
      block-size: calc(2 * var(--_row));
      grid-template-columns: max-content max-content minmax(0, 1fr);
      gap: 0 var(--_space-m);
      align-content: center;
    }
    .line .text {
      grid-column: 1 / -1;
    }
    .search {
      flex-basis: 12em;
    }
    .choices {
      flex: 1 1 100%;
      gap: var(--_space-s);
    }
    /* Beside each other where their words have room. */
    .choice {
      flex: 1 1 0;
      min-inline-size: max-content;
      display: grid;
      gap: 2px;
    }
    .choice select {
      inline-size: 100%;
    }
    .foot .count {
      flex: 1 1 100%;
    }
  }
  @media (forced-colors: active) {
    .line.active {
      outline-color: Highlight;
    }
    .level {
      font-weight: 600;
    }
  }
`;
