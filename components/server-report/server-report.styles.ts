import { css, type CSSResult } from 'lit';

export const serverReportStyles: CSSResult = css`
  :host {
    overflow: auto;
    scrollbar-width: thin;
  }
  [part~='base'] {
    container: mcp-server-report / inline-size;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-l);
    padding: var(--_space-s) 2px var(--_space-l);
  }
  section {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-s);
  }
  h2 {
    margin: 0;
    font-size: 1em;
    font-weight: 600;
  }
  dl {
    display: grid;
    grid-template-columns: minmax(7em, max-content) minmax(0, 1fr);
    gap: 2px var(--_space-m);
    margin: 0;
  }
  dt {
    color: var(--_text-2);
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  table {
    border-collapse: collapse;
    inline-size: 100%;
  }
  th,
  td {
    padding: 3px var(--_space-m) 3px 0;
    border-block-end: 1px solid var(--_line);
    text-align: start;
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  th {
    font-weight: 600;
  }
  thead th {
    white-space: nowrap;
  }
  tr.absent {
    color: var(--_text-2);
  }
  .words {
    max-inline-size: 70ch;
    white-space: pre-line;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-s) var(--_space-m);
  }
  [aria-disabled='true'] {
    opacity: 0.55;
    cursor: default;
  }
  th.mono {
    font-size: var(--_small);
  }
  .error {
    color: var(--_danger);
    font-weight: 600;
  }
  .warning {
    font-weight: 600;
  }
  p[role='status']:empty {
    display: none;
  }
  @container mcp-server-report (width < 26em) {
    dl {
      grid-template-columns: minmax(0, 1fr);
    }
    dd {
      margin-block-end: var(--_space-xs);
    }
  }
  /* Each row below the other, its cells as lines. */
  @container mcp-server-report (width < 34em) {
    thead {
      position: absolute;
      clip-path: inset(50%);
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
    }
    tbody tr {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      padding-block: 3px;
      border-block-end: 1px solid var(--_line);
    }
    tbody :is(th, td) {
      padding: 0;
      border: none;
    }
    tbody td:last-child,
    .findings td {
      grid-column: 1 / -1;
    }
  }
`;
