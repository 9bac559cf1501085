import { css, type CSSResult } from 'lit';

export const codeViewStyles: CSSResult = css`
  .view {
    container-type: inline-size;
    display: grid;
    gap: var(--_space-xs);
    min-inline-size: 0;
  }
  .bar {
    min-inline-size: 0;
  }
  .bar button {
    min-block-size: max(24px, calc(var(--_hit) - 8px));
    font-weight: 400;
  }
  .bar button[aria-pressed='true'] {
    background: var(--_accent-soft);
  }
  .box {
    --_gutter: calc(var(--_digits, 2) * 1ch + 2 * var(--_space-s));
    direction: ltr;
    max-block-size: var(--mcp-content-box-size, 28em);
    overflow: auto;
    /* Rows are added and removed above the visible part. The browser must not adjust the scroll position for them. */
    overflow-anchor: none;
    border-radius: var(--_radius);
    background: var(--_surface-2);
    font-family: var(--_mono);
    font-size: var(--_data);
    line-height: 1.5;
    scrollbar-width: thin;
    tab-size: 4;
    contain: content;
  }
  .box:focus-visible {
    outline-offset: -2px;
  }
  .rows {
    inline-size: max-content;
    min-inline-size: max(100%, var(--_longest, 0px));
    padding-block: calc(var(--_before, 0px) + var(--_space-s)) calc(var(--_after, 0px) + var(--_space-s));
  }
  .probe {
    position: absolute;
    visibility: hidden;
    white-space: pre;
  }
  .line {
    display: flex;
    block-size: var(--_row, 1.5em);
    line-height: var(--_row, 1.5em);
  }
  .number {
    position: sticky;
    inset-inline-start: 0;
    flex: none;
    inline-size: var(--_gutter);
    padding-inline-end: var(--_space-s);
    background: inherit;
    color: var(--_text-2);
    text-align: end;
    user-select: none;
  }
  .line .number {
    background: var(--_surface-2);
  }
  .number.new {
    inset-inline-start: var(--_gutter);
  }
  .number::before {
    content: attr(data-number);
  }
  .text {
    flex: 1;
    min-inline-size: 0;
    padding-inline-end: var(--_space-m);
    font-size: 1em;
    unicode-bidi: isolate;
    white-space: pre;
  }
  .visually-hidden {
    user-select: none;
  }
  /* Wrapped text breaks at any character, so that the number of lines on the screen can be computed. */
  .wrapped .rows {
    inline-size: auto;
    min-inline-size: 0;
  }
  .wrapped .line {
    block-size: auto;
    min-block-size: var(--_row, 1.5em);
  }
  .wrapped .text {
    padding-inline-end: 0;
    white-space: pre-wrap;
    line-break: anywhere;
  }
  /* A diff: a colour behind the line, a sign in front of it, and a word for screen readers. */
  .diff-added .text,
  .diff-added .number {
    background: color-mix(in oklab, var(--_green) 12%, var(--_surface));
  }
  .diff-removed .text,
  .diff-removed .number {
    background: color-mix(in oklab, var(--_red) 12%, var(--_surface));
  }
  .diff-added .text {
    color: color-mix(in oklab, var(--_green) 60%, var(--_text));
  }
  .diff-removed .text {
    color: color-mix(in oklab, var(--_red) 60%, var(--_text));
  }
  .diff-hunk .text {
    color: var(--_blue);
  }
  .diff-file .text {
    font-weight: 600;
  }
  .diff-note .text,
  .diff-plain .text {
    color: var(--_text-2);
  }
  @container (inline-size < 23em) {
    .box.diff .number:not(.new) {
      display: none;
    }
    .box.diff .number.new {
      inset-inline-start: 0;
    }
  }
  @media (forced-colors: active) {
    .box {
      border: 1px solid;
    }
    .diff-added .text {
      font-weight: 600;
    }
    .diff-removed .text {
      text-decoration: line-through;
    }
    .bar button[aria-pressed='true'] {
      border-color: Highlight;
    }
  }
`;
