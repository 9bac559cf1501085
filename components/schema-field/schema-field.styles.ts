import { css, type CSSResult } from 'lit';

export const schemaFieldStyles: CSSResult = css`
  .field {
    display: grid;
    gap: var(--_space-xs);
    justify-items: stretch;
  }
  .fields {
    display: grid;
    gap: var(--mcp-schema-field-gap, var(--_space-l));
  }
  .fields:empty {
    display: none;
  }
  .nested {
    margin-block-start: var(--_space-xs);
    padding-inline-start: var(--_space-m);
    border-inline-start: 2px solid var(--_line);
  }
  legend {
    inline-size: 100%;
    padding: 0;
    margin-block-end: var(--_space-xs);
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    column-gap: var(--_space-s);
  }
  label,
  legend {
    font-weight: 550;
  }
  .asked,
  .help {
    font-size: var(--_small);
    font-weight: 400;
  }
  .asked:empty {
    display: none;
  }
  .message {
    color: var(--_danger);
    font-size: var(--_small);
  }

  /* Grows with what is typed, where the browser can. */
  textarea {
    field-sizing: content;
    min-block-size: 4em;
    max-block-size: 24em;
  }
  input.number {
    max-inline-size: 16em;
  }
  .unset {
    color: var(--_text-2);
  }
  .check {
    display: inline-flex;
    align-items: baseline;
    gap: var(--_space-s);
    min-block-size: 24px;
    inline-size: fit-content;
    max-inline-size: 100%;
    cursor: pointer;
  }
  .check input {
    flex: none;
    margin: 0;
    translate: 0 0.15em;
  }
  .boxes {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space-xs) var(--_space-l);
    max-block-size: 14em;
    overflow: auto;
    padding: var(--_space-xs) 2px;
  }
  .boxes .check {
    font-weight: 400;
  }
  .held {
    max-block-size: 12em;
    overflow: auto;
    padding: var(--_space-s) var(--_space-m);
    border-radius: var(--_radius);
    background: var(--_surface-2);
    white-space: pre-wrap;
  }
  .others {
    display: grid;
    gap: var(--_space-xs);
    padding: var(--_space-s) var(--_space-m);
    border: 1px dashed var(--_line-2);
    border-radius: var(--_radius);
  }

  /* Rows of a list. */
  .rows {
    display: grid;
    gap: var(--_space-xs);
  }
  .rows li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: start;
    gap: var(--_space-xs);
  }
  .remove {
    inline-size: var(--_hit);
    padding: 0;
    border-color: transparent;
    background: none;
    color: var(--_text-2);
  }
  .remove svg {
    fill: none;
    stroke: currentColor;
    stroke-width: 1.5;
    vertical-align: -0.12em;
  }
  .add {
    margin-inline-start: calc(-1 * var(--_space-s));
  }

  /* Something one rarely needs: there when one is at the field. */
  .aside {
    min-block-size: 24px;
    /* No taller than the line it is in: nothing moves when it comes. */
    margin-block: -4px;
    margin-inline-start: auto;
    font-size: var(--_small);
    font-weight: 450;
    line-height: 1;
  }
  .aside[aria-pressed='true'] {
    background: var(--_accent-soft);
  }
  @media (hover: hover) {
    .aside:not([aria-pressed='true']) {
      opacity: 0;
    }
    .field:hover .aside,
    .field:focus-within .aside {
      opacity: 1;
    }
  }

  /* Radio buttons that look like one control. */
  .segments {
    display: inline-flex;
    inline-size: fit-content;
    max-inline-size: 100%;
    border: 1px solid var(--_line-2);
    border-radius: var(--_radius);
    overflow: hidden;
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
