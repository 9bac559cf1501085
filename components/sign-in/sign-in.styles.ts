import { css, type CSSResult } from 'lit';
import { pressStyles } from '../approval-queue/press-guard.js';

export const signInStyles: CSSResult = css`
  [part~='base'] {
    container: mcp-sign-in / inline-size;
  }
  .card {
    display: grid;
    gap: var(--_space-m);
    margin-block: var(--_space-s) var(--_space-m);
    padding: var(--_space-m);
    border: 1px solid var(--_line-2);
    border-radius: var(--_radius);
    background: var(--_surface);
    overflow-wrap: anywhere;
  }
  .card h2 {
    margin: 0;
    font-size: 1em;
  }
  .card .facts {
    margin: 0;
  }
  .facts dd {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  @container mcp-sign-in (width < 25em) {
    .facts {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }
    .facts dd {
      margin-block-end: var(--_space-xs);
    }
  }
  .scopes {
    display: grid;
    gap: var(--_space-xs);
    max-block-size: 17em;
    overflow: auto;
    margin: 0;
    padding: 0;
  }
  .hosts {
    display: grid;
    gap: var(--_space-xs);
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .scopes code {
    color: var(--_text-2);
    font-size: var(--_small);
  }
  .new {
    font-weight: 600;
  }
  label.stay {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0 var(--_space-s);
    align-items: start;
    min-block-size: 24px;
  }
  label.stay input {
    margin: calc((1lh - 1.15em) / 2) 0 0;
  }
  label.field {
    display: grid;
    gap: var(--_space-xs);
  }
  .acts {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-s);
  }
  .acts a {
    display: inline-grid;
    align-items: center;
    min-block-size: var(--_hit);
    padding: 0 var(--_space-m);
    border: 1px solid var(--_accent);
    border-radius: var(--_radius);
    background: var(--_accent);
    color: var(--_on-accent);
    font-weight: 600;
    text-decoration: none;
  }
  @media (forced-colors: active) {
    .acts a {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
      border-color: Highlight;
    }
  }
  ${pressStyles}
  .account {
    display: grid;
    gap: var(--_space-xs);
    justify-items: start;
    margin-block-start: var(--_space-s);
  }
  .account button {
    margin-inline-start: calc(-1 * var(--_space-s));
  }
`;
