import { css, type CSSResult } from 'lit';
import { pressStyles } from './press-guard.js';

/** The choice how long a decision holds. */
export const grantDurationStyles: CSSResult = css`
  legend {
    padding: 0;
    color: var(--_text-2);
    font-size: var(--_small);
  }
  .choice {
    display: flex;
    align-items: start;
    gap: var(--_space-s);
    min-block-size: 24px;
  }
  @media (pointer: coarse) {
    .choice {
      padding-block: var(--_space-s);
    }
  }
  .choice input {
    flex: none;
    /* Beside the first line, even if there are several lines. */
    margin: calc((1lh - 1.15em) / 2) 0 0;
  }
  .remember {
    flex: 1 0 100%;
    max-block-size: 16em;
    overflow: auto;
    font-size: var(--_small);
  }
  .remember .row {
    gap: 0 var(--_space-m);
  }
  .remember .row .choice {
    align-items: center;
  }
  .remember .row .choice input {
    margin: 0;
  }
  .remember button.plain {
    --_hit: 24px;
    margin-inline: calc(-1 * var(--_space-s));
  }
  .scope > * {
    margin-block-start: var(--_space-xs);
  }
`;

/** The look of every question. The dialog around it belongs to the queue. */
export const questionFrameStyles: CSSResult = css`
  ${pressStyles}
  article {
    container-type: inline-size;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-l);
    background: var(--_surface);
    /* Not hidden: that would make a scroll container, and the buttons would no longer stick. */
    overflow: clip;
    text-align: start;
  }
  .who,
  header,
  .body {
    padding-inline: var(--_space-l);
  }
  /* Who asks stays in sight while the rest scrolls. */
  .who {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 var(--_space-s);
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    padding-block: var(--_space-s);
    border-block-end: 1px solid var(--_line);
    background: var(--_surface-2);
    overflow-wrap: anywhere;
  }
  header {
    padding-block: var(--_space-m) 0;
  }
  /* Each sentence keeps its own direction, in a right-to-left page and with right-to-left names. */
  :is(h2, p, dt, dd, label, button, .note > *) {
    unicode-bidi: plaintext;
  }
  :host(:dir(rtl)) :is(h2, p, dt, dd, label, .note > *) {
    text-align: right;
  }
  .who .end {
    font-variant-numeric: tabular-nums;
  }
  h2 {
    font-size: var(--_large);
  }
  /* Gets the focus only if the focused element is gone; a press does nothing here. */
  h2:focus-visible {
    outline: none;
  }
  .issue {
    color: var(--_danger);
  }
  [role='alert']:empty {
    display: none;
  }
  .body {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-m);
    padding-block: var(--_space-m) var(--_space-l);
  }
  .text {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  pre.text {
    padding: 10px var(--_space-m);
    border-radius: var(--_radius);
    background: var(--_surface-2);
  }
  footer {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: end;
    gap: var(--_space-s);
    position: sticky;
    inset-block-end: 0;
    padding: var(--_space-m) var(--_space-l);
    border-block-start: 1px solid var(--_line);
    background: var(--_surface-2);
  }
  /* A name that is too long wraps to a second line. */
  footer button {
    padding-block: var(--_space-xs);
  }
  footer .start {
    margin-inline: calc(-1 * var(--_space-s)) auto;
  }
  @container (width < 24em) {
    footer button {
      flex: 1 0 auto;
    }
    footer .start {
      margin-inline: 0;
    }
    footer :is(button.primary, button.danger, .own-tab) {
      flex-basis: 100%;
    }
  }
  summary {
    inline-size: fit-content;
    max-inline-size: 100%;
  }
  .fold > summary {
    list-style: none;
  }
  .fold > summary::-webkit-details-marker {
    display: none;
  }
  .excerpt {
    display: block;
  }
  .more,
  .less {
    color: var(--_accent);
    font-weight: 600;
  }
  .less,
  .fold[open] > summary :is(.excerpt, .more) {
    display: none;
  }
  .fold[open] > summary .less {
    display: inline;
  }
  /* At 400 % zoom the buttons would otherwise cover the question. */
  @media (max-height: 24em) {
    .who,
    footer {
      position: relative;
    }
  }
`;

export const approvalQueueStyles: CSSResult = css`
  .language {
    display: block;
    margin-block-end: var(--_space-s);
    margin-inline: auto var(--_space-m);
  }
  dialog {
    inline-size: min(var(--mcp-approval-queue-width, 36em), 100% - 2 * var(--_space-s));
    max-inline-size: none;
    max-block-size: calc(100% - 2 * var(--_space-s));
    padding: 0;
    border: 0;
    border-radius: var(--_radius-l);
    box-shadow: var(--_shadow);
    color: var(--_text);
    background: var(--_surface);
    overflow: auto;
    overscroll-behavior: contain;
    /* Who asks and the buttons stick to the edges: the focused element must not be behind them. */
    scroll-padding-block: 4em 9em;
  }
  /* Gets the focus when a question opens; a press does nothing here. */
  dialog:focus-visible {
    outline: none;
  }
  dialog::backdrop {
    background: var(--_backdrop);
  }
  .others {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-s) var(--_space-m);
    padding: var(--_space-s) var(--_space-l) var(--_space-m);
    color: var(--_text-2);
    font-size: var(--_small);
  }
  .others p {
    flex: 1 1 12em;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  .bar {
    position: fixed;
    inset: auto 0 var(--_space-l) 0;
    inline-size: min(30em, 100% - 2 * var(--_space-s));
    margin: 0 auto;
    padding: var(--_space-s) var(--_space-s) var(--_space-s) var(--_space-l);
    border: 1px solid var(--_line);
    border-radius: var(--_radius-l);
    box-shadow: var(--_shadow);
    color: var(--_text);
    background: var(--_surface);
    overflow: visible;
  }
  .bar:popover-open,
  .bar.inline {
    display: flex;
    align-items: center;
    gap: var(--_space-m);
  }
  .bar.inline {
    position: static;
    inline-size: auto;
    box-shadow: none;
  }
  .bar p {
    flex: 1;
    min-inline-size: 0;
  }
  .unasked:is(:popover-open, .inline) {
    flex-direction: column;
    align-items: stretch;
    gap: var(--_space-s);
    padding: var(--_space-m);
    font-size: var(--_small);
  }
  .unasked .call {
    display: flex;
    align-items: start;
    gap: var(--_space-m);
  }
  .unasked p {
    overflow-wrap: anywhere;
  }
  .unasked button {
    flex: none;
  }
  .unasked > button {
    align-self: end;
  }
`;
