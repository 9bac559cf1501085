import { css, type CSSResult } from 'lit';

/** The details of one row. */
export const detailStyles: CSSResult = css`
  .detail {
    display: grid;
    align-content: start;
    gap: var(--_space-s);
    min-inline-size: 0;
    padding: var(--_space-xs) 2px var(--_space-m);
    overflow: auto;
    scrollbar-width: thin;
  }
  .detail-head {
    display: flex;
    align-items: start;
    gap: var(--_space-xs);
  }
  .detail-head h2 {
    flex: 1;
    min-inline-size: 0;
    margin: 0;
    font-size: 1em;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  h3 {
    margin: var(--_space-xs) 0 0;
    font-size: var(--_small);
    font-weight: 600;
  }
  .answer {
    font-weight: 600;
  }
  .answer.allowed {
    color: var(--_success);
  }
  summary {
    inline-size: fit-content;
    min-block-size: 24px;
    color: var(--_text-2);
    cursor: pointer;
  }
  .http[open] {
    display: grid;
    gap: var(--_space-s);
  }
  .http > * {
    margin-block: var(--_space-xs);
  }
  dl,
  dl.facts {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 2px;
    margin: 0;
  }
  dl > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--_space-s);
  }
  .facts dt {
    flex: 0 0 6em;
  }
  .said dt {
    flex-basis: 10em;
    color: var(--_text-2);
  }
  dd {
    min-inline-size: 0;
    margin: 0;
    overflow-wrap: anywhere;
  }
  .said dd {
    white-space: pre-wrap;
  }
  .headers {
    font-size: var(--_small);
  }
  .headers dt {
    color: var(--_text-2);
  }
  .events ol {
    margin: 0;
    padding-inline-start: 2.5em;
    overflow-wrap: anywhere;
  }
  .edit {
    display: grid;
    gap: var(--_space-s);
    padding: var(--_space-m);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .field {
    display: grid;
    gap: 2px;
  }
  .edit textarea {
    min-block-size: 8em;
    resize: vertical;
  }
  .body {
    display: grid;
    gap: var(--_space-xs);
    min-inline-size: 0;
  }
  .detail pre {
    max-block-size: 23em;
    overflow: auto;
    padding: var(--_space-s);
    border-radius: var(--_radius);
    background: var(--_surface-2);
    font-family: var(--_mono);
    font-size: var(--_small);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    tab-size: 2;
  }
`;
