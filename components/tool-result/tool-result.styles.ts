import { css, type CSSResult } from 'lit';

export const toolResultStyles: CSSResult = css`
  :host {
    display: grid;
    gap: var(--_space-s);
    justify-items: stretch;
  }
  :host > * {
    min-inline-size: 0;
  }
  .header {
    min-block-size: var(--_hit);
    gap: 0;
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
  button[aria-pressed='true'] {
    background: var(--_accent-soft);
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
