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
  .earlier button.plain {
    min-block-size: max(24px, calc(var(--_hit) * 0.7));
  }
  .earlier {
    gap: var(--_space-s);
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
    font-weight: 600;
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
  /* Not the host: a container has no width of its own, and in a row of the page it would have none. */
  .frame {
    container: mcp-item / inline-size;
  }
  .outcome {
    position: relative;
    z-index: 2;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: var(--_space-m);
  }
  .outcome:not(:has(.result > *, .definition, [part~='note'])),
  .placeholder {
    display: none;
  }
  /* The result beside the form: what is shorter stays while the other one is scrolled. */
  @container mcp-item (width >= 44em) {
    article {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      column-gap: var(--_space-xl);
    }
    header {
      grid-column: 1 / -1;
    }
    .form,
    .outcome:not(:has(.result > *, .definition, [part~='note'])),
    .outcome {
      display: grid;
      position: sticky;
      inset-block-start: 0;
      align-self: start;
      min-inline-size: 0;
    }
    .placeholder {
      display: block;
    }
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
`;

/** Styles for the row of actions, with the state of the call and what opens above the row. */
export const actionsStyles: CSSResult = css`
  /*
   * At the lower edge of what scrolls while the form is longer. What has the focus is scrolled above it, and above the
   * padding of the pane.
   */
  .form {
    --_covered: calc(2 * var(--_hit) + 2 * var(--_space-s) + var(--_space-l));
  }
  .dock {
    position: sticky;
    inset-block-end: 0;
    z-index: 1;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    padding-block: var(--_space-s);
    margin-block: calc(-1 * var(--_space-s));
    background: var(--_surface);
    /* The browser keeps the padding of the pane free below it, and the form would be seen there. */
    box-shadow: 0 var(--_space-l) var(--_surface);
    container-type: scroll-state;
  }
  @container scroll-state(stuck: bottom) {
    .dock::before {
      content: '';
      position: absolute;
      inset-block-start: 0;
      inset-inline: 0;
      block-size: 1px;
      background: var(--_line);
    }
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--_space-m);
  }
  .buttons {
    flex: none;
    display: flex;
    align-items: center;
    gap: var(--_space-xs);
    margin-inline-start: auto;
  }
  .primary {
    flex: none;
    display: flex;
    align-items: center;
    gap: var(--_space-s);
  }
  /* As wide as its words, in a line of its own where they do not fit beside the buttons. */
  .state {
    flex: 1 1 auto;
    max-inline-size: 100%;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--_space-s);
    min-block-size: var(--_hit);
    min-inline-size: 0;
    font-variant-numeric: tabular-nums;
  }
  /* The header of the result says the same. */
  .state.seen {
    visibility: hidden;
  }
  .state > .words {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--_space-s);
    min-inline-size: 0;
  }
  .state > .words,
  .state > .words > * {
    unicode-bidi: plaintext;
  }
  .state > button {
    flex: none;
    min-block-size: max(24px, calc(var(--_hit) * 0.8));
  }
  .state > .wrong {
    color: var(--_danger);
  }
  /* At the end of the form, the summary stands right above the row and says the same. */
  @supports (container-type: scroll-state) {
    .state > .wrong {
      visibility: hidden;
    }
    @container scroll-state(stuck: bottom) {
      .state > .wrong {
        visibility: visible;
      }
    }
  }
  /* With a delay, so that it does not flash for a fast call. */
  .running,
  progress {
    animation: late 150ms;
  }
  .keys {
    padding: 0 0.4em;
    border: 1px solid color-mix(in oklab, currentColor 45%, transparent);
    border-radius: 4px;
    font-family: inherit;
    font-weight: 400;
  }
  .keys::before {
    content: attr(data-keys);
    content: attr(data-keys) / '';
  }
  @media (pointer: coarse) {
    .keys {
      display: none;
    }
  }
  progress {
    appearance: none;
    position: absolute;
    inset-block-start: 0;
    inset-inline: 0;
    inline-size: 100%;
    block-size: 3px;
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
      position: static;
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
    .dock {
      border-block-start: 1px solid;
    }
  }
  .told:has(button),
  .told:has(.said:not(:empty)) {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--_space-s);
    min-block-size: 24px;
  }
  .told button {
    min-block-size: max(24px, calc(var(--_hit) * 0.7));
  }
  .panel {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    margin-block-end: var(--_space-s);
    padding: var(--_space-s);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  /* A narrow form, alone or beside its result: the state has a line of its own. */
  @container mcp-item (width < 32em) or (44em <= width < 66em) {
    .state {
      order: 1;
      flex-basis: 100%;
    }
  }
  @container mcp-item (width < 26em) {
    .keys {
      display: none;
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
