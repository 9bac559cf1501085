import { css, type CSSResult } from 'lit';

/** Links that look like buttons, because pressing one is a decision. */
export const linkStyles: CSSResult = css`
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
`;
