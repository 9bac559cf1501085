import { css, type CSSResult } from 'lit';

/**
 * The colours of source code and of terminals, with a contrast of 4.5:1 or more on each surface in both schemes. Every
 * colour of a server is mapped to one of these, and none of them alone has a meaning.
 */
export const hues: CSSResult = css`
  :host {
    --_red: var(--mcp-color-code-red, light-dark(#b3261e, #ff9a90));
    --_green: var(--mcp-color-code-green, light-dark(#1a6f3e, #71d69b));
    --_yellow: var(--mcp-color-code-yellow, light-dark(#7a5000, #f0c064));
    --_blue: var(--mcp-color-code-blue, light-dark(#2456d6, #8aacff));
    --_magenta: var(--mcp-color-code-magenta, light-dark(#8a2a9b, #e0a0f0));
    --_cyan: var(--mcp-color-code-cyan, light-dark(#0b6575, #6fd3e0));
    --_grey: var(--mcp-color-code-grey, light-dark(#596070, #a7afbe));
  }
  .tok-comment {
    color: var(--_grey);
    font-style: italic;
  }
  .tok-keyword {
    color: var(--_magenta);
  }
  .tok-string,
  .tok-inserted {
    color: var(--_green);
  }
  .tok-number,
  .tok-property {
    color: var(--_blue);
  }
  .tok-type {
    color: var(--_cyan);
  }
  .tok-name {
    color: var(--_yellow);
  }
  .tok-tag,
  .tok-deleted {
    color: var(--_red);
  }
  .tok-meta {
    color: var(--_grey);
  }
  .tok-heading {
    font-weight: 600;
  }
  .ansi-red {
    color: var(--_red);
  }
  .ansi-green {
    color: var(--_green);
  }
  .ansi-yellow {
    color: var(--_yellow);
  }
  .ansi-blue {
    color: var(--_blue);
  }
  .ansi-magenta {
    color: var(--_magenta);
  }
  .ansi-cyan {
    color: var(--_cyan);
  }
  .ansi-grey,
  .ansi-faint {
    color: var(--_grey);
  }
  .ansi-bold {
    font-weight: 600;
  }
  .ansi-italic {
    font-style: italic;
  }
  .ansi-underline {
    text-decoration: underline;
  }
  .ansi-strike {
    text-decoration: line-through;
  }
  .ansi-underline.ansi-strike {
    text-decoration: underline line-through;
  }
  /* Text on a coloured background has the colour of the surface: its own colour could hide it. */
  .ansi-on {
    background: var(--_on);
    color: var(--_surface);
  }
  .ansi-on-text {
    --_on: var(--_text);
  }
  .ansi-on-red {
    --_on: var(--_red);
  }
  .ansi-on-green {
    --_on: var(--_green);
  }
  .ansi-on-yellow {
    --_on: var(--_yellow);
  }
  .ansi-on-blue {
    --_on: var(--_blue);
  }
  .ansi-on-magenta {
    --_on: var(--_magenta);
  }
  .ansi-on-cyan {
    --_on: var(--_cyan);
  }
  .ansi-on-grey {
    --_on: var(--_grey);
  }
  @media (forced-colors: active) {
    .ansi-on {
      outline: 1px solid;
      outline-offset: -1px;
    }
  }
`;
