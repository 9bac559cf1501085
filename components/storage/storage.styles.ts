import { css, type CSSResult } from 'lit';

export const storageStyles: CSSResult = css`
  :host {
    display: block;
    container: mcp-storage / inline-size;
  }
  [part~='base'],
  .all {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-m);
  }
  :host([quiet]) [part~='base'] {
    margin-block-start: var(--_space-s);
  }
  .all {
    margin-block-start: var(--_space-s);
  }
  [role='status']:empty {
    display: none;
  }
  details > summary {
    inline-size: fit-content;
    min-block-size: 24px;
    color: var(--_text-2);
  }
  .server {
    display: grid;
    gap: var(--_space-xs);
  }
  .head,
  .kind {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--_space-s);
  }
  .head h3 {
    font-size: 1em;
    overflow-wrap: anywhere;
  }
  .kinds,
  .servers {
    margin: 0;
    padding: 0;
    list-style: none;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .kind,
  .servers > li {
    padding: var(--_space-xs) var(--_space-m);
  }
  .kind + .kind,
  .servers > li + li {
    border-block-start: 1px solid var(--_line);
  }
  .erase {
    margin-inline-start: auto;
  }
  .asking {
    flex-basis: 100%;
    padding-block: var(--_space-xs);
  }
  button.small {
    min-block-size: max(24px, calc(var(--_hit) - 8px));
  }
  meter {
    inline-size: 8em;
    max-inline-size: 100%;
    vertical-align: middle;
  }
`;
