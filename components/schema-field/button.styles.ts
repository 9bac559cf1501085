import { css, type CSSResult } from 'lit';

/** What is pressed: buttons beside a label, and answers side by side. */
export const buttonStyles: CSSResult = css`
  /* Something one rarely needs: there when one is at the field. */
  .asides {
    float: inline-end;
    display: flex;
    /* No taller than the line it is in: nothing moves when it comes. */
    margin-block: -2px;
  }
  .aside {
    min-block-size: 24px;
    font-size: var(--_small);
    font-weight: 450;
    line-height: 1;
  }
  .aside[aria-pressed='true'] {
    background: var(--_accent-soft);
    font-weight: 600;
  }
  @media (hover: hover) {
    .aside:not([aria-pressed='true'], .steady) {
      opacity: 0;
    }
    .asides:not(:has([aria-pressed='true'], .steady)) {
      position: absolute;
      inset-block-start: 0;
      inset-inline-end: var(--_row-tools, 0px);
    }
    div.field:is(:hover, :focus-within) .aside,
    fieldset.field:not(:has(mcp-schema-field)):is(:hover, :focus-within) .aside,
    legend:is(:hover, :focus-within) .aside {
      opacity: 1;
      background: var(--_surface);
    }
  }

  /* Radio buttons that look like one control. */
  .segments {
    display: inline-flex;
    flex-wrap: wrap;
    inline-size: fit-content;
    max-inline-size: 100%;
    border: 1px solid var(--_line-2);
    border-radius: var(--_radius);
    overflow: hidden;
  }
  [aria-invalid='true'] > .segments {
    border-color: var(--_danger);
  }
  .segments label {
    position: relative;
    display: flex;
    align-items: center;
    min-block-size: calc(var(--_hit) - 2px);
    padding: 0 var(--_space-m);
    font-weight: 400;
    cursor: pointer;
  }
  .segments label + label {
    border-inline-start: 1px solid var(--_line);
  }
  .segments input {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .segments label:hover {
    background: var(--_surface-2);
  }
  .segments label:has(:checked) {
    background: var(--_accent-soft);
    color: var(--_accent);
    font-weight: 600;
  }
  .segments:has(:focus-visible) {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }
  @media (forced-colors: active) {
    .segments label:has(:checked) {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
  }
`;
