import { css, type CSSResult } from 'lit';

/** What is kept of a form, and what was filled in earlier. */
export const keptStyles: CSSResult = css`
  .kept {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-xs);
    justify-items: start;
  }
  /* Their words stand below those of the button above. */
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
  .seek {
    display: flex;
    align-items: center;
    gap: var(--_space-xs);
    color: var(--_text-2);
  }
  .seek input {
    color: var(--_text);
  }
`;
