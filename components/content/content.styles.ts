import { css, type CSSResult } from 'lit';

export const contentStyles: CSSResult = css`
  .text {
    white-space: pre-wrap;
  }
  .code {
    max-block-size: var(--mcp-content-box-size, 24rem);
    max-inline-size: 100%;
    overflow: auto;
    padding: var(--_space-s) var(--_space-m);
    border-radius: var(--_radius);
    background: var(--_surface-2);
    white-space: pre-wrap;
    tab-size: 2;
  }
  .actions:not(:has(*)) {
    display: none;
  }
  .actions {
    margin-block-start: var(--_space-xs);
  }
  button.small {
    min-block-size: max(24px, calc(var(--_hit) - 8px));
  }
  button.small.plain {
    margin-inline-start: calc(-1 * var(--_space-s));
  }
  button.small.plain + button.small.plain {
    margin-inline-start: 0;
  }
  .card {
    display: grid;
    gap: var(--_space-xs);
    padding: var(--_space-s) var(--_space-m);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .resource {
    display: grid;
    gap: var(--_space-xs);
  }
  .uri {
    color: var(--_text-2);
  }
  .uri strong {
    color: var(--_text);
  }
  img,
  audio {
    display: block;
    max-inline-size: 100%;
  }
  img {
    max-block-size: var(--mcp-content-image-size, 32rem);
    border-radius: var(--_radius);
  }
  audio {
    inline-size: min(100%, 28rem);
  }
  a.button {
    display: inline-block;
    min-block-size: var(--_hit);
    padding: calc((var(--_hit) - 1.45em) / 2 - 1px) var(--_space-m);
    border: 1px solid var(--_line-2);
    border-radius: var(--_radius);
    color: inherit;
    font-weight: 550;
    text-decoration: none;
  }
  a.button:hover {
    background: var(--_surface-2);
  }
  .note .code {
    background: var(--_surface);
  }
  .note details {
    inline-size: 100%;
  }

  /* What a server's own markup looks like: ours, whatever it asked for. Nothing of it may leave its box. */
  .document {
    contain: content;
    overflow-x: auto;
    border-radius: var(--_radius);
  }
  .document ~ * {
    margin-block-start: var(--_space-xs);
  }
  .document > div > * + * {
    margin-block-start: var(--_space-s);
  }
  .document :is(h1, h2, h3, h4, h5, h6) {
    margin: var(--_space-m) 0 0;
    font-size: 1.05em;
    font-weight: 620;
  }
  .document h1 {
    font-size: 1.25em;
  }
  .document h2 {
    font-size: 1.15em;
  }
  .document > div > :first-child {
    margin-block-start: 0;
  }
  .document :is(ul, ol) {
    padding-inline-start: 1.5em;
  }
  .document ul {
    list-style: disc;
  }
  .document ol {
    list-style: decimal;
  }
  .document blockquote {
    margin: 0;
    padding-inline-start: var(--_space-m);
    border-inline-start: 3px solid var(--_line);
  }
  .document pre {
    overflow-x: auto;
    padding: var(--_space-s) var(--_space-m);
    border-radius: var(--_radius);
    background: var(--_surface-2);
  }
  .document table {
    border-collapse: collapse;
  }
  .document :is(th, td) {
    padding: var(--_space-xs) var(--_space-s);
    border: 1px solid var(--_line);
    text-align: start;
    vertical-align: top;
  }
  .document a {
    color: var(--_accent);
  }
  .document .link-host {
    color: var(--_text-2);
  }
  .document .not-loaded {
    display: inline-block;
    padding: var(--_space-xs) var(--_space-s);
    border: 1px dashed var(--_line-2);
    border-radius: var(--_radius);
    color: var(--_text-2);
  }
  .document hr {
    border: 0;
    border-block-start: 1px solid var(--_line);
  }
`;
