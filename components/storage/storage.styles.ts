import { css, type CSSResult } from 'lit';

export const storageStyles: CSSResult = css`
  [part~='base'] {
    container: mcp-storage / inline-size;
  }
  [part~='base'],
  .all {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-m);
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
  .kind,
  .servers > li {
    padding: var(--_space-xs) var(--_space-m);
  }
  .erase {
    margin-inline-start: auto;
  }
  .erase-question {
    flex-basis: 100%;
    padding-block: var(--_space-xs);
  }
  meter {
    inline-size: 8em;
    max-inline-size: 100%;
    vertical-align: middle;
  }
`;
