import { css, type CSSResult } from 'lit';

export const diagnosisStyles: CSSResult = css`
  [part~='base'] {
    container: mcp-diagnosis / inline-size;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-m);
  }
  .finding {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-s);
    overflow-wrap: anywhere;
  }
  .findings {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-m);
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .fix {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-xs);
    padding-inline-start: var(--_space-m);
    border-inline-start: 2px solid var(--_line-2);
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--_space-s);
  }
  .head select {
    inline-size: auto;
    max-inline-size: 100%;
  }
  pre {
    margin: 0;
    max-block-size: 22em;
    overflow: auto;
    padding: var(--_space-s) var(--_space-m);
    border-radius: var(--_radius);
    background: var(--_surface-2);
    font-family: var(--_mono);
    font-size: var(--_data);
    tab-size: 2;
  }
  .fix pre.lines {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .steps {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-xs);
    margin: var(--_space-xs) 0 0;
    padding: 0;
    list-style: none;
  }
  .step {
    display: grid;
    grid-template-columns: 1.4em minmax(0, 1fr);
    overflow-wrap: anywhere;
  }
  .step > * {
    grid-column: 2;
  }
  .step > .sign {
    grid-column: 1;
    font-weight: 600;
    color: var(--_text-2);
  }
  .step[data-outcome='answered'] > .sign {
    color: var(--_success);
  }
  .step:is([data-outcome='blocked'], [data-outcome='opaque'], [data-outcome='timed-out']) > .sign {
    color: var(--_danger);
  }
  .step .facts {
    margin-block: var(--_space-xs) var(--_space-s);
  }
`;
