import { css, type CSSResult } from 'lit';

export const schemaFieldStyles: CSSResult = css`
  :host([disabled]) {
    opacity: 0.65;
  }
  .all {
    display: contents;
  }
  .field > * + * {
    margin-block-start: var(--_space-xs);
  }
  .fields > mcp-schema-field {
    contain: layout style;
  }
  /* Far down a long form: laid out when it comes near, or has focus. Rings may reach out of it, lists do with focus only. */
  .fields > mcp-schema-field:nth-child(n + 17):not(:focus-within),
  .rows > li:nth-child(n + 17):not(:focus-within) {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 4.5em;
    overflow-clip-margin: 4px;
  }
  .fields > mcp-schema-field:focus-within {
    position: relative;
    z-index: 1;
  }
  .fields > * + * {
    margin-block-start: var(--mcp-schema-field-gap, var(--_space-l));
  }
  .fields:not(:has(*)) {
    display: none;
  }
  .field > :is(.nested, .chosen, .rows) {
    margin-block-start: var(--_space-s);
  }
  /* A line beside what belongs together; a card has its own. */
  .nested {
    margin-block-start: var(--_space-xs);
    padding-inline-start: var(--_indent, var(--_space-m));
    border-inline-start: var(--_bar, 2px) solid var(--_line);
  }
  .nested > *,
  .chosen,
  .value {
    /* Room beside a legend is for the buttons of its own row only. */
    --_row-tools: 0px;
  }
  .nested > * {
    --_indent: initial;
    --_bar: initial;
  }
  legend {
    inline-size: 100%;
    padding: 0;
    margin-block-end: var(--_space-xs);
  }
  legend:has(> .silent) {
    margin: 0;
  }
  .head {
    position: relative;
    display: block;
    padding-inline-end: var(--_row-tools, 0px);
  }
  /* Nothing in it to see. */
  .head.silent {
    position: absolute;
  }
  .head.silent + * {
    margin-block-start: 0;
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
  .asked {
    margin-inline-start: var(--_space-s);
  }
  .bare > .asked {
    margin-inline-start: 0;
  }
  /* Text has its own direction, a server's and ours, and stands where the page's does. */
  .help,
  .asked,
  .message,
  p.quiet,
  [part='label'] {
    unicode-bidi: plaintext;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .asked code {
    overflow-wrap: anywhere;
  }
  .message {
    color: var(--_danger);
    font-size: var(--_small);
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
    padding: var(--_space-xs) 2px;
  }
  .boxes .check,
  .described .check {
    font-weight: 400;
  }
  .described {
    display: grid;
    justify-items: start;
    gap: var(--_space-xs);
  }
  .described .about {
    display: block;
  }
  .held {
    max-block-size: 12em;
    overflow: auto;
    padding: var(--_space-s) var(--_space-m);
    border-radius: var(--_radius);
    background: var(--_surface-2);
    white-space: pre-wrap;
  }
`;
