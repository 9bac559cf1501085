import { css, type CSSResult } from 'lit';

export const toolResultStyles: CSSResult = css`
  :host {
    border: 1px solid var(--_line);
    border-radius: var(--_radius-l);
    background: var(--_surface);
    animation: appear 140ms ease-out;
  }
  .header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--_space-s);
    min-block-size: calc(var(--_hit) + 8px);
    padding-block: var(--_space-xs);
    padding-inline: var(--_space-m) var(--_space-xs);
    border-block-end: 1px solid var(--_line);
  }
  .body {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-s);
    padding: var(--_space-m);
  }
  .state {
    display: flex;
    align-items: center;
    gap: var(--_space-s);
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  .dot {
    flex: none;
    inline-size: 8px;
    block-size: 8px;
    border: 1px solid currentColor;
    border-radius: 50%;
    color: var(--_text-2);
  }
  .dot[data-state='done'] {
    background: currentColor;
    color: var(--_success);
  }
  .dot[data-state='failed'] {
    background: currentColor;
    color: var(--_danger);
  }
  .time {
    font-variant-numeric: tabular-nums;
  }
  /* They stay together where the line is too short. */
  .acts {
    display: flex;
    flex-wrap: wrap;
    margin-inline-start: auto;
  }
  button.small {
    min-block-size: max(24px, calc(var(--_hit) - 8px));
  }
  [data-name='error-data'] {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-xs);
    margin-block-start: var(--_space-xs);
  }
  h3 {
    font-size: 1em;
  }
  .raw {
    max-block-size: 37em;
    overflow: auto;
    padding: var(--_space-s) var(--_space-m);
    border-radius: var(--_radius);
    background: var(--_surface-2);
    white-space: pre-wrap;
  }
  p.note {
    margin: 0;
  }
  .note {
    overflow-wrap: anywhere;
  }
  .note ul {
    margin-block: var(--_space-xs) 0;
    padding-inline-start: 1.25em;
  }
  .structured > mcp-content {
    margin-block-start: var(--_space-xs);
  }
`;
