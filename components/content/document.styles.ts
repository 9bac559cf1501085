import { css, type CSSResult } from 'lit';

export const documentStyles: CSSResult = css`
  /* What a server's own markup looks like: ours, whatever it asked for. Nothing of it may leave its box. */
  .document {
    contain: content;
    overflow-x: auto;
    border-radius: var(--_radius);
  }
  .document ~ * {
    margin-block-start: var(--_space-xs);
  }
  .document > div > * + *,
  .document .group + .group,
  .document .group > * + * {
    margin-block-start: var(--_space-s);
  }
  /* A long text is in groups, which are laid out when they come into view. */
  .document .group {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 60rem;
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
  .document > div > :first-child,
  .document .group:first-child > :first-child {
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
  .document a[href] {
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
