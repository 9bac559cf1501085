import { css, type CSSResult } from 'lit';

export const pageViewStyles: CSSResult = css`
  figure {
    display: grid;
    overflow: clip;
    border: 1px solid var(--_line-2);
    border-radius: var(--_radius);
  }
  figcaption {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--_space-s);
    padding-inline-start: var(--_space-m);
    border-block-end: 1px solid var(--_line-2);
    background: var(--_surface-2);
  }
  figcaption > .what {
    flex: 1 1 14em;
    min-inline-size: 0;
    padding-block: var(--_space-xs);
  }
  .heights {
    display: flex;
    margin-inline-start: auto;
  }
  .heights button {
    min-block-size: max(24px, calc(var(--_hit) - 8px));
  }
  /* A page without colours of its own is black on white in every scheme. */
  iframe {
    display: block;
    inline-size: 100%;
    block-size: var(--_height, 24em);
    min-block-size: 6em;
    max-block-size: 120em;
    border: 0;
    background: #fff;
    color-scheme: light;
  }
  .links {
    margin-block-start: var(--_space-s);
  }
  .links summary {
    min-block-size: 24px;
    inline-size: fit-content;
  }
  .links li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-xs) var(--_space-s);
    margin-block-start: var(--_space-xs);
  }
  .links .words {
    flex: 1 1 12em;
    min-inline-size: 0;
  }
  p,
  .note {
    margin-block-start: var(--_space-xs);
  }
`;
