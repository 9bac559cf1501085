import { css, type CSSResult } from 'lit';

export const jsonViewStyles: CSSResult = css`
  .tree {
    max-block-size: var(--mcp-json-view-size, 28em);
    font-family: var(--_mono);
    font-size: var(--_data);
  }
  .item {
    display: flex;
    align-items: center;
    block-size: var(--_row);
    padding-inline: var(--_space-xs) var(--_space-s);
    contain: strict;
    line-height: 1.25;
    white-space: pre;
    cursor: default;
  }
  .item > * {
    flex: none;
    unicode-bidi: isolate;
  }
  .item:hover {
    background: var(--_surface-2);
  }
  .item.active {
    background: var(--_accent-soft);
  }
  .tree:focus-visible .item.active {
    outline: var(--_focus-width) solid var(--_focus);
    outline-offset: -2px;
  }
  /* One tab for each level, so that the template needs no inline style. The background draws a line for each tab. */
  .indent {
    align-self: stretch;
    overflow: hidden;
    tab-size: 2;
    background: repeating-linear-gradient(
        to right,
        transparent 0 calc(1ch - 1px),
        var(--_line) calc(1ch - 1px) 1ch,
        transparent 1ch 2ch
      )
      0 0 / 2ch 100%;
  }
  .level {
    padding-inline: 0.4em;
    color: var(--_text-2);
    font-size: var(--_small);
  }
  .twist {
    display: inline-grid;
    place-items: center;
    inline-size: 2ch;
    margin-inline-end: 0.4ch;
    color: var(--_text-2);
  }
  .twist.folded svg {
    transform: rotate(-90deg);
  }
  .item:has(.open, .folded) {
    cursor: pointer;
  }
  .index,
  .count,
  .bracket {
    color: var(--_text-2);
  }
  .count {
    margin-inline-start: 1ch;
  }
  /* The name says what the value is, so the value gives way. */
  .name {
    max-inline-size: 60%;
    overflow: hidden;
    text-overflow: ellipsis;
    font-weight: 600;
  }
  .value {
    flex: 0 1 auto !important;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .string {
    color: var(--_success);
  }
  .number {
    color: var(--_accent);
  }
  .true,
  .false,
  .null {
    color: var(--_warning);
  }
  .remark {
    flex: 0 1 auto !important;
    min-inline-size: 0;
    margin-inline-start: 1ch;
    overflow: hidden;
    text-overflow: ellipsis;
    color: var(--_warning);
    font-size: var(--_small);
  }
  .item button {
    min-block-size: 0;
    block-size: 100%;
    margin-inline-start: var(--_space-xs);
    font-family: inherit;
  }
  /* As high as its buttons, which come with a chosen row. */
  .line:empty {
    min-block-size: max(24px, 1lh);
  }
  @container (inline-size < 28em) {
    .indent {
      tab-size: 1;
      background-size: 1ch 100%;
    }
  }
  @media (forced-colors: active) {
    .item.active {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
