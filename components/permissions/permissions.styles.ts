import { css, type CSSResult } from 'lit';

export const permissionsStyles: CSSResult = css`
  [part~='base'] {
    container: mcp-permissions / inline-size;
  }
  [part~='base'],
  .server {
    display: grid;
    gap: var(--_space-s);
  }
  [part~='base'] {
    gap: var(--_space-l);
  }
  :host([quiet]) [part~='base'] {
    gap: var(--_space-s);
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 var(--_space-s);
  }
  .head h3 {
    font-size: 1em;
  }
  .head button {
    margin-inline-start: auto;
  }
  .decision {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 2px var(--_space-m);
    align-items: start;
    padding: var(--_space-s) var(--_space-m);
  }
  .decision > button {
    grid-area: 1 / 2 / span 2;
  }
  .decision > details {
    grid-column: 1 / -1;
  }
  .verdict {
    font-weight: 600;
  }
  .allowed {
    color: var(--_success);
  }
  .said {
    max-block-size: 13em;
    overflow: auto;
    margin-block: var(--_space-xs);
    white-space: pre-wrap;
  }
  .names {
    columns: 13em;
    margin-block-start: var(--_space-xs);
  }
  pre {
    max-block-size: 17em;
    overflow: auto;
    padding: var(--_space-s);
    border-radius: var(--_radius);
    background: var(--_surface-2);
    white-space: pre-wrap;
  }
  @container mcp-permissions (width < 28em) {
    .decision {
      grid-template-columns: minmax(0, 1fr);
    }
    .decision > button {
      grid-area: auto;
      justify-self: start;
      order: 1;
    }
  }
`;
