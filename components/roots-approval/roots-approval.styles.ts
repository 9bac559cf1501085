import { css, type CSSResult } from 'lit';

export const rootsApprovalStyles: CSSResult = css`
  .roots {
    max-block-size: 18em;
    overflow: auto;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .roots label {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0 var(--_space-s);
    align-items: start;
    min-block-size: var(--_hit);
    padding: var(--_space-s) var(--_space-m);
  }
  .roots label + label {
    border-block-start: 1px solid var(--_line);
  }
  .roots input {
    margin-block-start: 0.15em;
  }
  .change > mcp-roots {
    margin-block-start: var(--_space-s);
  }
`;
