import { css, type CSSResult } from 'lit';

export const toolApprovalStyles: CSSResult = css`
  .why {
    display: grid;
    gap: var(--_space-xs);
  }
  .about {
    display: grid;
    gap: var(--_space-xs);
    margin: 0;
  }
  .about > div {
    display: grid;
    grid-template-columns: 6em minmax(0, 1fr);
    gap: 0 var(--_space-m);
  }
  .about dt,
  .change dt {
    color: var(--_text-2);
  }
  .about dd {
    display: grid;
    gap: var(--_space-xs);
    justify-items: start;
    margin: 0;
    overflow-wrap: anywhere;
  }
  .about dd:has(> bdi) {
    display: block;
  }
  @container (width < 24em) {
    .about {
      gap: var(--_space-s);
    }
    .about > div {
      grid-template-columns: minmax(0, 1fr);
    }
    .about dt {
      font-size: var(--_small);
    }
  }
  .arguments {
    display: grid;
    gap: var(--_space-s);
    min-inline-size: 0;
  }
  h3 {
    margin: 0;
    font-size: 1em;
  }
  .change,
  .wholes {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-xs);
    inline-size: 100%;
  }
  .change + .change,
  .wholes {
    margin-block-start: var(--_space-s);
  }
  .change > strong {
    overflow-wrap: anywhere;
  }
  .change dl {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: var(--_space-xs) var(--_space-s);
    align-items: baseline;
    margin: 0;
  }
  .change dd {
    margin: 0;
  }
  mark {
    border-radius: 2px;
    color: inherit;
    background: color-mix(in oklab, var(--_warning) 22%, transparent);
    text-decoration: underline;
    text-decoration-color: var(--_warning);
    text-decoration-thickness: 2px;
  }
  .deliberate {
    padding: var(--_space-s) var(--_space-m);
    border: 1px solid var(--_line-2);
    border-radius: var(--_radius);
    font-weight: 600;
  }
  .covered ul {
    max-block-size: 8em;
    margin: var(--_space-xs) 0 0;
    padding-inline-start: 1.2em;
    overflow: auto;
    overflow-wrap: anywhere;
  }
`;
