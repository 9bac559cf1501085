import { css, type CSSResult } from 'lit';
import { base, controls, tokens } from '../internal/styles.js';
import { collapsedTextStyles } from '../internal/long-text.js';
import { foldStyles } from './folds.js';

/** A value that no control shows, or the beginning of a text that is too long for one. */
export const unsupportedStyles: CSSResult = css`
  .unsupported {
    max-block-size: 12em;
    overflow: auto;
    padding: var(--_space-s) var(--_space-m);
    border-radius: var(--_radius);
    background: var(--_surface-2);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;

/** Inputs, text areas, selects and sliders. */
const boxStyles: CSSResult = css`
  /* Forced colours replace the colour that marks an error. */
  @media (forced-colors: active) {
    [aria-invalid='true']:not(fieldset) {
      border-width: 2px;
    }
  }
  /* Grows with its content in browsers that support field-sizing. */
  textarea {
    field-sizing: content;
    min-block-size: 4em;
    max-block-size: 24em;
  }
  /* The height of what stands over the lower edge of the form, where something does. */
  :is(input, textarea, select, button, summary):focus {
    scroll-margin-block-end: var(--_covered, 0);
  }
  /* Its place tells when all of a value was in sight. */
  .end {
    display: block;
    block-size: 1px;
    margin-block-end: -1px;
  }
  .sent > summary {
    cursor: pointer;
    min-block-size: 24px;
  }
  .masked {
    -webkit-text-security: disc;
  }
  input.number {
    max-inline-size: 16em;
  }
  input.time {
    inline-size: auto;
    flex: 0 1 auto;
    justify-self: start;
    min-inline-size: 11em;
    max-inline-size: 100%;
  }
  select.offset {
    inline-size: auto;
    flex: none;
  }
  input[type='file'] {
    max-inline-size: 100%;
    min-block-size: var(--_hit);
    padding-block: 6px;
  }
  input[type='file']::file-selector-button {
    font: inherit;
    font-weight: 600;
    color: inherit;
    margin-inline-end: var(--_space-s);
    padding: 3px 10px;
    border: 1px solid var(--_line-2);
    border-radius: var(--_radius);
    background: var(--_surface);
    cursor: pointer;
  }
  .picked {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--_space-s);
    min-block-size: var(--_hit);
    padding-inline: 10px 2px;
    border: 1px solid var(--_line-2);
    border-radius: var(--_radius);
  }
  .beside {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-s);
  }
  input.swatch {
    inline-size: 3.2em;
    flex: none;
    min-block-size: var(--_hit);
    padding: 3px;
    cursor: pointer;
  }
  .unit {
    flex: none;
  }
  .slider {
    flex: 1 1 8em;
    max-inline-size: 20em;
    min-block-size: 24px;
    accent-color: var(--_accent);
  }
  .slider.unset {
    opacity: 0.5;
  }
  .unset {
    color: var(--_text-2);
  }
`;

/** Buttons beside a label, and segments. */
const buttonStyles: CSSResult = css`
  /* Rarely needed buttons show only while the field has focus or the pointer. */
  .label-buttons {
    float: inline-end;
    display: flex;
    /* Not taller than its line, so that the layout does not move when it appears. */
    margin-block: -2px;
  }
  .label-button {
    min-block-size: 24px;
    font-size: var(--_small);
    font-weight: 400;
    line-height: 1;
  }
  .label-button[aria-pressed='true'] {
    background: var(--_accent-soft);
    font-weight: 600;
  }
  @media (hover: hover) {
    .label-button:not([aria-pressed='true'], .steady) {
      opacity: 0;
    }
    .label-buttons:not(:has([aria-pressed='true'], .steady)) {
      position: absolute;
      inset-block-start: 0;
      inset-inline-end: var(--_row-tools, 0px);
    }
    div.field:is(:hover, :focus-within) .label-button,
    fieldset.field:not(:has(mcp-schema-field)):is(:hover, :focus-within) .label-button,
    legend:is(:hover, :focus-within) .label-button {
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
    outline: var(--_focus-width) solid var(--_focus);
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

const comboboxStyles: CSSResult = css`
  .combobox {
    position: relative;
  }
  .combobox > input {
    padding-inline-end: 2.4em;
  }
  .opener {
    position: absolute;
    inset-block: 1px;
    inset-inline-end: 1px;
    min-block-size: 0;
    inline-size: 2.2em;
    padding: 0;
    border: 0;
    background: none;
    color: var(--_text-2);
  }
  /* In the top layer; its place and size are computed. */
  [role='listbox'] {
    position: fixed;
    inset: auto;
    margin: 0;
    overflow: auto;
    color: inherit;
    padding: 4px;
    border: 1px solid var(--_line-2);
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: var(--_shadow);
  }
  [role='option'] {
    display: grid;
    align-content: center;
    min-block-size: max(28px, calc(var(--_hit) - 6px));
    padding: 3px 8px;
    border-inline-start: 2px solid transparent;
    border-radius: max(2px, calc(var(--_radius) - 2px));
    cursor: pointer;
  }
  [role='option']:hover {
    background: var(--_surface-2);
  }
  [role='option'].active {
    background: var(--_accent-soft);
    border-inline-start-color: var(--_accent);
  }
  [role='option'][aria-selected='true'] {
    font-weight: 600;
  }
  .about {
    font-weight: 400;
  }
  @media (forced-colors: active) {
    [role='option'].active {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
    [role='option'].active .quiet {
      color: inherit;
    }
  }
`;

/** Rows of a list, places of a tuple, entries of a map. */
const rowStyles: CSSResult = css`
  .rows {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-xs);
  }
  .rows > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: start;
    gap: var(--_space-xs);
  }
  .tools {
    display: flex;
  }
  .tool {
    inline-size: var(--_hit);
    padding: 0;
    border-color: transparent;
    background: none;
    color: var(--_text-2);
  }
  .tool:hover {
    background: var(--_surface-2);
    color: var(--_text);
  }
  .tool svg {
    vertical-align: -0.12em;
  }
  .move {
    inline-size: max(24px, calc(var(--_hit) * 0.7));
  }
  .move:disabled {
    opacity: 0.3;
  }

  /* Places of a tuple have visible labels. */
  .rows > .named {
    align-items: end;
  }
  .rows:has(> .named) {
    gap: var(--_space-m);
  }

  /* A row with nested fields is a card with its buttons beside its name. */
  .rows:has(> .block) {
    gap: var(--_space-s);
  }
  .rows > .block {
    --_row-tools: calc(var(--_hit) * 2.6);
    --_indent: 0px;
    --_bar: 0px;
    position: relative;
    display: block;
    padding: var(--_space-s) var(--_space-m) var(--_space-m);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .block > .tools {
    position: absolute;
    inset-block-start: 2px;
    inset-inline-end: 2px;
  }
  .add {
    justify-self: start;
    margin-inline-start: calc(-1 * var(--_space-s));
  }
  /* The border of the button is visible there and must align with the fields. */
  @media (forced-colors: active) {
    .add {
      margin-inline-start: 0;
    }
  }

  .entries {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-xs);
    justify-items: stretch;
  }
  .entries > .rows {
    gap: var(--_space-s);
  }
  .entry {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space-xs);
  }
  .entry > input {
    flex: 1 1 8em;
    inline-size: auto;
    min-inline-size: 0;
  }
  .entry > .value {
    flex: 2 1 14em;
    min-inline-size: 0;
  }
  .entry.block {
    display: grid;
    gap: var(--_space-s);
  }
  .entry.block > input {
    margin-inline-end: calc(var(--_hit) * 0.8);
  }
  .additional {
    display: grid;
    gap: var(--_space-xs);
    padding: var(--_space-s) var(--_space-m);
    border: 1px dashed var(--_line-2);
    border-radius: var(--_radius);
  }
`;

const schemaFieldStyles: CSSResult = css`
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
  /*
   * The browser skips the layout of fields far down a long form, but not of one with focus. The margin leaves room for
   * focus rings.
   */
  .fields > mcp-schema-field:nth-child(n + 17),
  .rows > li:nth-child(n + 17) {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 4.5em;
    overflow-clip-margin: 4px;
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
  /* A line beside nested fields; a card has its own border. */
  .nested {
    margin-block-start: var(--_space-xs);
    padding-inline-start: var(--_indent, var(--_space-m));
    border-inline-start: var(--_bar, 2px) solid var(--_line);
  }
  .nested > *,
  .chosen,
  .value {
    /* Only the legend of the row itself leaves room for the row's buttons. */
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
  /* A head without visible content takes no space. */
  .head.silent {
    position: absolute;
  }
  .head.silent + * {
    margin-block-start: 0;
  }
  label,
  legend {
    font-weight: 600;
  }
  .facts,
  .help,
  .pattern {
    font-size: var(--_small);
    font-weight: 400;
  }
  .facts {
    display: inline;
    margin-inline-start: var(--_space-s);
  }
  .exact-name {
    margin-inline-start: var(--_space-s);
    font-size: var(--_small);
    font-weight: 400;
    overflow-wrap: anywhere;
  }
  .bare > .facts {
    margin-inline-start: 0;
  }
  /* All text has its own direction, but the page's alignment. */
  .help,
  .facts,
  .message,
  p.quiet,
  [part~='label']:not([data-name]) {
    unicode-bidi: plaintext;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .pattern code {
    overflow-wrap: anywhere;
  }
  .pattern > summary {
    inline-size: fit-content;
    min-block-size: 24px;
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
  .checkboxes {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space-xs) var(--_space-l);
    padding: var(--_space-xs) 2px;
  }
  .checkboxes .check {
    font-weight: 400;
  }
  .about-choices {
    display: grid;
    gap: 2px;
    margin: 0;
  }
  .about-choices dt {
    display: inline;
    margin-inline-end: var(--_space-xs);
    font-weight: 600;
  }
  .about-choices dd {
    display: inline;
    margin: 0;
  }
  ${unsupportedStyles}
  .from-file {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-xs);
    font-weight: 400;
  }
  .from-file input {
    max-inline-size: 100%;
  }
`;

/**
 * All styles of a field in one style sheet: a form has hundreds of shadow roots, and each additional sheet costs time
 * in each of them.
 */
export const fieldStyles: CSSResult = css`
  ${tokens}
  ${base}
  ${controls}
  ${collapsedTextStyles}
  ${comboboxStyles}
  ${schemaFieldStyles}
  ${boxStyles}
  ${buttonStyles}
  ${rowStyles}
  ${foldStyles}
`;
