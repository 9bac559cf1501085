import { css, type CSSResult } from 'lit';

export const auditLogStyles: CSSResult = css`
  [part~='base'] {
    container: mcp-audit-log / inline-size;
  }
  [part~='base'],
  .all {
    display: grid;
    gap: var(--_space-m);
    min-inline-size: 0;
  }
  .entries {
    border-block-start: 1px solid var(--_line);
  }
  .entry {
    display: grid;
    grid-template-columns: 7.5em minmax(0, 1fr);
    gap: 0 var(--_space-m);
    align-items: baseline;
    padding-block: var(--_space-s);
    border-block-end: 1px solid var(--_line);
  }
  time {
    font-variant-numeric: tabular-nums;
  }
  .answer {
    font-weight: 600;
  }
  .allowed .answer {
    color: var(--_success);
  }
  .facts {
    margin-block: 2px var(--_space-s);
  }
  .facts dd {
    white-space: pre-wrap;
  }
  button.small,
  .foot button {
    min-block-size: max(24px, calc(var(--_hit) - 8px));
  }
  .entry .plain {
    margin-inline-start: calc(-1 * var(--_space-s));
  }
  .foot {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-xs) var(--_space-s);
  }
  .foot p {
    flex: 1 1 15em;
  }
  @container mcp-audit-log (width < 32em) {
    .entry {
      grid-template-columns: minmax(0, 1fr);
    }
    .choice {
      flex: 1 1 8.5em;
    }
    .choice select {
      inline-size: 100%;
    }
  }
`;
