import { css, type CSSResult } from 'lit';

export const samplingApprovalStyles: CSSResult = css`
  dl {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-m);
  }
  .item {
    display: grid;
    grid-template-columns: 9em minmax(0, 1fr) auto;
    gap: 0 var(--_space-m);
    align-items: start;
  }
  dt {
    color: var(--_text-2);
  }
  dt .small {
    display: block;
  }
  .edited {
    color: var(--_accent);
    font-weight: 600;
  }
  .item > dd:nth-child(2):last-child {
    grid-column: 2 / -1;
  }
  .item button.plain {
    --_hit: 24px;
    margin-inline-start: calc(-1 * var(--_space-s));
  }
  .action button.plain {
    margin-inline-end: calc(-1 * var(--_space-s));
  }
  .item textarea {
    field-sizing: content;
    max-block-size: 20em;
  }
  .tools {
    display: grid;
    gap: var(--_space-s);
    margin-block-start: var(--_space-xs);
  }
  .limits {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: var(--_space-m);
  }
  .limits .wide {
    grid-column: 1 / -1;
  }
  .action {
    display: grid;
    justify-items: end;
  }
  select {
    max-inline-size: 100%;
  }
  .tools select {
    margin-block: var(--_space-xs);
  }
  .stream {
    max-block-size: 20em;
    overflow: auto;
    overscroll-behavior: contain;
    padding: var(--_space-m);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .budget {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space-xs) var(--_space-l);
    padding: 0;
    list-style: none;
    color: var(--_text-2);
    font-variant-numeric: tabular-nums;
  }
  .budget li {
    display: grid;
    flex: 1 1 9em;
    gap: 2px;
    max-inline-size: 16em;
  }
  meter {
    inline-size: 100%;
    block-size: 8px;
  }
  progress {
    inline-size: 100%;
    accent-color: var(--_accent);
  }
  .by-hand {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-m);
  }
  .by-hand label {
    display: grid;
    gap: var(--_space-xs);
  }
  .by-hand label > span:first-child,
  .tool-use legend {
    font-weight: 600;
  }
  .tool-choice {
    flex: 1 1 12em;
    min-inline-size: 0;
  }
  .by-hand .row {
    align-items: end;
  }
  .tool-use {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-s);
    padding: var(--_space-s) var(--_space-m);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .tool-use legend {
    padding-inline: var(--_space-xs);
    overflow-wrap: anywhere;
  }
  .tool-use > button {
    justify-self: start;
    margin-inline-start: calc(-1 * var(--_space-s));
  }
  @container (width < 26em) {
    .item {
      grid-template-columns: minmax(0, 1fr) auto;
    }
    .item > dd:nth-child(2),
    .item > dd:nth-child(2):last-child {
      grid-column: 1 / -1;
      grid-row: 2;
    }
    dt {
      grid-area: 1 / 1;
    }
    .action {
      grid-area: 1 / 2;
      display: flex;
      flex-wrap: wrap;
      justify-content: end;
      gap: 0 var(--_space-s);
    }
    .action button.plain + button.plain {
      margin-inline-start: 0;
    }
    dt .small {
      display: inline;
    }
  }
`;
