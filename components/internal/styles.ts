import { css, type CSSResult } from 'lit';
import { serverQuoteStyles } from './server-quote.styles.js';

/**
 * The width of an element whose contents have none of their own, because a container of container queries has none, in
 * every place that is as wide as its contents: a dialog, a popover, a float, `inline-block`, a row of a flex box, a cell
 * of a table. The element is `em` wide where there is room and narrower where there is not. `inline-size` of the page
 * takes precedence.
 *
 * It is two letters with a wide space between them, without height: the line is as wide as that, and breaks if it must.
 */
export const preferredWidth = (em: number): CSSResult => css`
  :host::before {
    content: '. .';
    content: '. .' / '';
    display: block;
    block-size: 0;
    overflow: hidden;
    visibility: hidden;
    font-family: sans-serif;
    line-height: 0;
    letter-spacing: 0;
    word-spacing: calc(${em} * 1em);
    white-space: normal;
    text-indent: 0;
  }
`;

/**
 * Resets the text styles that an element would inherit from the page, except the font family and size, the colour
 * scheme, the direction and the language.
 */
const reset: CSSResult = css`
  :host {
    font-family: var(--mcp-font, inherit);
    font-stretch: normal;
    font-weight: normal;
    font-feature-settings: normal;
    font-variation-settings: normal;
    font-size-adjust: none;
    font-kerning: auto;
    line-height: 1.45;
    cursor: auto;
    list-style: outside;
    border-collapse: separate;
    border-spacing: 0;
    caption-side: top;
    empty-cells: show;
    quotes: auto;
    tab-size: 8;
    caret-color: auto;
    accent-color: auto;
    paint-order: normal;
    image-rendering: auto;
    text-rendering: auto;
    text-align-last: auto;
    text-wrap: wrap;
    text-emphasis: none;
    -webkit-text-fill-color: currentColor;
    -webkit-text-stroke: 0;
    -webkit-user-select: text;
    user-select: text;
    writing-mode: horizontal-tb;
    text-orientation: mixed;
    word-break: normal;
    line-break: auto;
    overflow-wrap: anywhere;
  }
  /*
   * A name must read as the server wrote it. Important: a rule of the page for all elements, such as
   * “* { letter-spacing: 1px }”, would otherwise take precedence.
   */
  :host {
    font-style: normal !important;
    font-variant: normal !important;
    letter-spacing: normal !important;
    word-spacing: normal !important;
    text-align: start !important;
    text-indent: 0 !important;
    text-shadow: none !important;
    text-transform: none !important;
    white-space: normal !important;
    hyphens: manual !important;
    -webkit-text-security: none !important;
  }
`;

/** The base of every element: a block with the font and colour scheme of the page, and one focus ring. */
export const base: CSSResult = css`
  ${reset}
  :host {
    display: block;
    box-sizing: border-box;
    /* In a grid or a row of the page, a long line of code would make it as wide as the line. */
    min-inline-size: 0;
    color: var(--_text);
  }
  :host([hidden]),
  :host([popover]:not(:popover-open)) {
    display: none;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  h2,
  h3,
  h4,
  p,
  dl,
  dd,
  ul,
  ol,
  pre,
  figure,
  fieldset {
    margin: 0;
    padding: 0;
  }
  ul,
  ol {
    list-style: none;
  }
  fieldset {
    border: 0;
    min-width: 0;
  }
  h2,
  h3,
  h4 {
    font-weight: 600;
    line-height: 1.3;
    letter-spacing: -0.01em;
    text-wrap: balance;
    /* Japanese has no spaces: lines end between phrases, where a browser knows them. */
    word-break: auto-phrase;
  }
  h2 {
    font-size: var(--_large);
  }
  h3 {
    font-size: 1em;
  }
  h4 {
    font-size: 1em;
  }
  /* Each sentence has its own direction, at the side where the page's text begins. */
  h2,
  h3,
  h4,
  p,
  dt,
  dd,
  li,
  label,
  legend,
  .note > * {
    unicode-bidi: plaintext;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  button {
    unicode-bidi: plaintext;
  }
  code,
  pre,
  .mono {
    font-family: var(--_mono);
    font-size: var(--_data);
  }
  .quiet {
    color: var(--_text-2);
  }
  .small {
    font-size: var(--_small);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-s);
  }
  .end {
    margin-inline-start: auto;
  }
  svg {
    inline-size: 1em;
    block-size: 1em;
    flex: none;
    fill: currentColor;
  }
  svg.icon {
    fill: none;
    stroke: currentColor;
    stroke-width: 1.6;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  :focus-visible {
    outline: var(--_focus-width) solid var(--_focus);
    outline-offset: 2px;
  }
  [hidden] {
    display: none !important;
  }
  /*
   * Stands for hidden characters. The outline stays in forced colours; it has a background because it may be on a
   * button.
   */
  .hidden-character {
    unicode-bidi: isolate;
    /* No padding: at the end of a line it would stick out of the box. */
    border-radius: 3px;
    outline: 1px solid var(--_warning);
    outline-offset: -1px;
    background: var(--_surface);
    color: var(--_text);
    -webkit-box-decoration-break: clone;
    box-decoration-break: clone;
    font: var(--_data) / 1.2 var(--_mono);
    text-decoration: none;
    text-transform: none;
    overflow-wrap: anywhere;
  }
  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  /* An element whose code is still loading says so after 150 ms. */
  :not(:defined) {
    display: block;
    padding: var(--_space-l);
    color: var(--_text-2);
    animation: still-coming 0s 150ms backwards;
  }
  :not(:defined):empty::before {
    content: '…';
  }
  /* A question does not fade in: its buttons count once they have been still. */
  .appears {
    animation: appear 140ms ease-out;
  }
  @keyframes appear {
    from {
      opacity: 0;
    }
  }
  @keyframes still-coming {
    from {
      visibility: hidden;
    }
  }
  /* An icon has the colour of the text beside it. */
  @media (forced-colors: active) {
    svg {
      color: inherit !important;
    }
  }
  /* Paper is light. */
  @media print {
    :host {
      color-scheme: light;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation: none !important;
      transition: none !important;
    }
  }
`;

/** Buttons, inputs and notices. */
export const controls: CSSResult = css`
  button,
  input,
  select,
  textarea {
    font: inherit;
    color: inherit;
  }
  button,
  summary {
    cursor: pointer;
  }
  button {
    min-block-size: var(--_hit);
    padding: 0 var(--_space-m);
    border: 1px solid var(--_line-2);
    border-radius: var(--_radius);
    background: var(--_surface);
    font-weight: 600;
  }
  button:hover {
    background: var(--_surface-2);
  }
  button.primary {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_on-accent);
  }
  button.danger {
    border-color: var(--_danger);
    background: var(--_danger);
    color: var(--_on-danger);
  }
  /* Not a filter: with one, Chromium says that nobody can tell whether the button is seen. */
  button.primary:hover {
    background: color-mix(in oklab, var(--_accent) 92%, white);
  }
  button.danger:hover {
    background: color-mix(in oklab, var(--_danger) 92%, white);
  }
  button.plain {
    border-color: transparent;
    background: none;
    color: var(--_text-2);
    padding: 0 var(--_space-s);
  }
  button.plain:hover,
  button.plain:is([aria-expanded='true'], [aria-pressed='true']) {
    background: var(--_surface-3);
    color: var(--_text);
  }
  button:disabled {
    opacity: 0.55;
    cursor: default;
  }
  input:not([type='checkbox'], [type='radio'], [type='range'], [type='file']),
  select,
  textarea {
    inline-size: 100%;
    min-block-size: var(--_hit);
    padding: 4px 10px;
    border: 1px solid var(--_line-2);
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  input:placeholder-shown {
    text-overflow: ellipsis;
  }
  input::placeholder,
  textarea::placeholder {
    color: var(--_text-2);
    opacity: 1;
  }
  textarea {
    min-block-size: 5.5em;
    resize: vertical;
  }
  textarea.mono {
    font-family: var(--_mono);
    font-size: var(--_data);
    tab-size: 2;
  }
  input[type='checkbox'],
  input[type='radio'] {
    inline-size: 1.15em;
    block-size: 1.15em;
    accent-color: var(--_accent);
  }
  [aria-invalid='true'] {
    border-color: var(--_danger) !important;
  }
  .note {
    display: grid;
    gap: var(--_space-xs);
    justify-items: start;
    padding: 10px var(--_space-m);
    border-radius: var(--_radius);
    background: var(--_surface-2);
  }
  ${serverQuoteStyles}
  .note.error {
    background: var(--_danger-soft);
  }
  .note.error > strong:first-child {
    color: var(--_danger);
  }
  .note.warning {
    background: var(--_warning-soft);
  }
  .note.warning > strong:first-child {
    color: var(--_warning);
  }
  summary {
    /* A target of 24 px or more, also in small text. */
    padding-block: max(0px, (24px - 1lh) / 2);
    border-radius: var(--_radius);
  }
  /* Names and values, side by side. */
  .facts {
    display: grid;
    grid-template-columns: minmax(5em, max-content) minmax(0, 1fr);
    gap: var(--_space-xs) var(--_space-m);
    margin-block-start: var(--_space-s);
  }
  .facts dt {
    color: var(--_text-2);
  }
  /* Of an error: its lines may be long, and it may be large. */
  [data-name='error-data'] {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  [data-name='error-data'] > pre {
    max-block-size: 20em;
    overflow: auto;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  @media (forced-colors: active) {
    button.primary,
    button.danger {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
      border-color: Highlight;
    }
    .note {
      border: 1px solid;
    }
  }
`;

/**
 * Every token of the theme. A page sets `--mcp-…` on any element; the private `--_…` names are how the rules of this
 * library read them, with their defaults. Public names are never declared here, or the `:root` of a page could not
 * override them.
 */
export const tokens: CSSResult = css`
  :host {
    --_surface: var(--mcp-color-surface, light-dark(#ffffff, #16181d));
    --_surface-2: var(--mcp-color-surface-muted, color-mix(in oklab, var(--_text) 3.5%, var(--_surface)));
    --_surface-3: var(--mcp-color-surface-strong, color-mix(in oklab, var(--_text) 8%, var(--_surface)));
    --_text: var(--mcp-color-text, light-dark(#1b1f27, #e7eaf0));
    --_text-2: var(--mcp-color-text-muted, color-mix(in oklab, var(--_text) 70%, var(--_surface)));
    --_line: var(--mcp-color-border, color-mix(in oklab, var(--_text) 14%, var(--_surface)));
    /* Borders of controls: 3:1 against the surface. */
    --_line-2: var(--mcp-color-border-control, color-mix(in oklab, var(--_text) 52%, var(--_surface)));
    --_accent: var(--mcp-color-accent, light-dark(#2456d6, #7fa5ff));
    /* Black or white, whichever has the better contrast: a page that sets only the accent stays legible. */
    --_on-accent: var(--mcp-color-on-accent, oklch(from var(--_accent) clamp(0, (0.66 - l) * 1000, 1) 0 0));
    --_accent-soft: var(--mcp-color-accent-surface, color-mix(in oklab, var(--_accent) 11%, var(--_surface)));
    --_danger: var(--mcp-color-danger, light-dark(#b3261e, #ff9a90));
    --_danger-soft: var(--mcp-color-danger-surface, color-mix(in oklab, var(--_danger) 10%, var(--_surface)));
    --_on-danger: var(--mcp-color-on-danger, oklch(from var(--_danger) clamp(0, (0.66 - l) * 1000, 1) 0 0));
    --_warning: var(--mcp-color-warning, light-dark(#7d5200, #f0c064));
    --_warning-soft: var(--mcp-color-warning-surface, color-mix(in oklab, var(--_warning) 13%, var(--_surface)));
    --_success: var(--mcp-color-success, light-dark(#1b7a43, #71d69b));
    --_focus: var(--mcp-color-focus, var(--_accent));
    --_focus-width: var(--mcp-focus-width, 2px);
    --_backdrop: var(--mcp-color-backdrop, rgb(10 15 25 / 0.45));
    --_radius: var(--mcp-radius, 6px);
    --_radius-l: var(--mcp-radius-large, 10px);
    /* A compact host sets --_density, and the elements inside inherit it. */
    --_space-xs: var(--mcp-space-xs, calc(4px * var(--_density, 1)));
    --_space-s: var(--mcp-space-s, calc(8px * var(--_density, 1)));
    --_space-m: var(--mcp-space-m, calc(12px * var(--_density, 1)));
    --_space-l: var(--mcp-space-l, calc(16px * var(--_density, 1)));
    --_space-xl: var(--mcp-space-xl, calc(24px * var(--_density, 1)));
    /* Four sizes: at a base of 14 px, these are 18, 14, 13 and 12. */
    --_large: 1.286em;
    --_data: max(12px, 0.93em);
    --_small: var(--mcp-font-size-small, max(12px, 0.857em));
    --_mono: var(--mcp-font-mono, ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, monospace);
    --_shadow: var(--mcp-shadow, 0 1px 2px rgb(10 20 40 / 0.08), 0 12px 32px rgb(10 20 40 / 0.18));
    /* The smallest side of anything that can be pressed. */
    --_hit: var(--mcp-target-size, max(24px, 32px * (var(--_density, 1) * 1.5 - 0.5)));
  }
  @media (pointer: coarse) {
    :host {
      --_hit: var(--mcp-target-size, 44px);
    }
  }
  /* Whoever asks their system for more contrast gets it, whatever the page set. */
  @media (prefers-contrast: more) {
    :host {
      --_text-2: var(--_text);
      --_line: color-mix(in oklab, var(--_text) 60%, var(--_surface));
      --_line-2: var(--_text);
    }
  }
`;
