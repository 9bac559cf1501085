import { css, type CSSResult } from 'lit';

/** What every element starts from: a block that borrows the page's font and scheme, legible controls, one focus ring. */
export const base: CSSResult = css`
  :host {
    display: block;
    box-sizing: border-box;
    color: var(--_text);
    font: inherit;
    line-height: 1.45;
    overflow-wrap: anywhere;
  }
  :host([hidden]) {
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
    font-weight: 620;
    line-height: 1.3;
    letter-spacing: -0.01em;
    text-wrap: balance;
  }
  h2 {
    font-size: 1.25em;
  }
  h3 {
    font-size: 1.1em;
  }
  h4 {
    font-size: 1em;
  }
  code,
  pre,
  .mono {
    font-family: var(--_mono);
    font-size: 0.92em;
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
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }
  [hidden] {
    display: none !important;
  }
  /* Stands for characters nobody would see. An outline, which forced colours keep; a ground of its own, for it may be on a button. */
  .hidden-character {
    unicode-bidi: isolate;
    /* No room of its own at the sides: at the end of a line it would stand out of the box. */
    border-radius: 3px;
    outline: 1px solid var(--_warning);
    outline-offset: -1px;
    background: var(--_surface);
    color: var(--_text);
    -webkit-box-decoration-break: clone;
    box-decoration-break: clone;
    font: 0.85em/1.2 var(--_mono);
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
  /* An element whose code is still on its way says so, unless it comes at once. */
  :not(:defined) {
    display: block;
    padding: var(--_space-l);
    color: var(--_text-2);
    animation: still-coming 0s 150ms backwards;
  }
  :not(:defined):empty::before {
    content: 'Loading…';
  }
  @keyframes still-coming {
    from {
      visibility: hidden;
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
