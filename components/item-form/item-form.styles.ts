import { css, type CSSResult } from 'lit';
import { unsupportedStyles } from '../schema-field/schema-field.styles.js';

/** Styles for what is stored of a form, and for earlier arguments. */
export const historyStyles: CSSResult = css`
  .kept {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-xs);
    justify-items: start;
  }
  /* Aligns the text of the buttons with the text of the button above. */
  .kept > .row > button.plain:first-child {
    margin-inline-start: calc(-1 * var(--_space-s));
  }
  .kept > .row:not(:has(*)),
  .said:empty {
    display: none;
  }
  .kept button.plain {
    min-block-size: max(24px, calc(var(--_hit) * 0.7));
  }
  .earlier-toggle {
    display: inline-flex;
    align-items: center;
    gap: var(--_space-xs);
    margin-inline-start: calc(-1 * var(--_space-s));
  }
  .earlier-toggle[aria-expanded='false'] .icon {
    rotate: -90deg;
  }
  .earlier-toggle[aria-expanded='false']:dir(rtl) .icon {
    rotate: 90deg;
  }
  .earlier {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-s);
    inline-size: 100%;
    padding: var(--_space-s);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .earlier ul {
    max-block-size: 20em;
    margin: 0;
    padding: 0;
    overflow: auto;
    list-style: none;
  }
  .left {
    display: grid;
    gap: var(--_space-s);
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .earlier li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto auto;
    align-items: center;
    padding: 2px;
  }
  .earlier li + li {
    border-block-start: 1px solid var(--_line);
  }
  .set {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    align-content: center;
    gap: 0 var(--_space-s);
    min-block-size: max(24px, calc(var(--_hit) * 0.7));
    padding: var(--_space-xs) var(--_space-s);
    border-color: transparent;
    background: none;
    font-weight: inherit;
    text-align: start;
  }
  .set .values {
    min-inline-size: 0;
    overflow-wrap: anywhere;
    flex: 1 1 12em;
  }
  .naming {
    grid-column: 1 / -1;
    padding: var(--_space-xs) var(--_space-s);
  }
  .naming input {
    flex: 1 1 10em;
    inline-size: auto;
  }
  .naming .message {
    flex-basis: 100%;
  }
`;

/** Styles for the forms that run something on a server: tools and prompts. */
export const itemFormStyles: CSSResult = css`
  article,
  .form {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--mcp-form-gap, var(--_space-l));
  }
  /* All text has its own direction, but the page's alignment. */
  p,
  li,
  strong {
    unicode-bidi: plaintext;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .json {
    display: grid;
    gap: var(--_space-xs);
  }
  .json [part='label'] {
    font-weight: 550;
  }
  ${unsupportedStyles}
  .json textarea {
    field-sizing: content;
    min-block-size: 9em;
    max-block-size: 32em;
  }
  .message {
    color: var(--_danger);
    font-size: var(--_small);
  }
  [aria-disabled='true'] {
    opacity: 0.55;
    cursor: default;
  }
  .primary {
    overflow-wrap: anywhere;
    padding-block: var(--_space-xs);
  }

  /* Shown while a call runs, with a delay, so that it does not flash for a fast call. */
  .running {
    display: grid;
    gap: var(--_space-s);
    padding-block-start: var(--_space-m);
    border-block-start: 1px solid var(--_line);
    animation: late 150ms;
    font-variant-numeric: tabular-nums;
  }
  progress {
    appearance: none;
    inline-size: 100%;
    block-size: 4px;
    border: 0;
    border-radius: 2px;
    background: var(--_surface-3);
    overflow: hidden;
  }
  progress::-webkit-progress-bar {
    background: var(--_surface-3);
  }
  progress::-webkit-progress-value {
    background: var(--_accent);
  }
  progress::-moz-progress-bar {
    background: var(--_accent);
  }
  progress:indeterminate {
    background: linear-gradient(90deg, transparent 30%, var(--_accent) 50%, transparent 70%) 0 / 300% var(--_surface-3);
    animation: along 1.6s linear infinite;
  }
  progress:indeterminate::-webkit-progress-bar,
  progress:indeterminate::-moz-progress-bar {
    background: none;
  }
  @media (forced-colors: active) {
    progress,
    progress::-webkit-progress-bar {
      forced-color-adjust: none;
      background: Canvas;
    }
    progress {
      block-size: 10px;
      border: 1px solid CanvasText;
    }
    progress::-webkit-progress-value {
      background: Highlight;
    }
    progress::-moz-progress-bar {
      background: Highlight;
    }
    progress:indeterminate {
      background: linear-gradient(90deg, Canvas 30%, Highlight 50%, Canvas 70%) 0 / 300%;
    }
  }
  .result:has(*) {
    padding-block-start: var(--_space-m);
    border-block-start: 1px solid var(--_line);
  }

  /* Shown if there is nothing to fill in. */
  .empty {
    display: grid;
    gap: var(--_space-xs);
  }
  .skeleton {
    display: grid;
    gap: var(--_space-m);
    animation: late 150ms !important;
  }
  .skeleton i {
    block-size: 1em;
    inline-size: 40%;
    border-radius: 4px;
    background: var(--_surface-3);
  }
  .skeleton i:nth-of-type(2) {
    inline-size: 85%;
  }
  .skeleton i:nth-of-type(3) {
    block-size: 2.2em;
    inline-size: 100%;
  }
  /* Invisible at first, but the keyboard can reach it. */
  @keyframes late {
    from,
    to {
      opacity: 0;
    }
  }
  @keyframes along {
    from {
      background-position: 100% 0;
    }
    to {
      background-position: 0 0;
    }
  }
`;
