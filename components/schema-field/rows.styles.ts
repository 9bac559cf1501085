import { css, type CSSResult } from 'lit';

/** Rows of a list, places of a tuple, names and values of a map. */
export const rowStyles: CSSResult = css`
  .rows {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-xs);
  }
  .rows > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: start;
    gap: var(--_space-xs);
  }
  .tools {
    display: flex;
  }
  .tool {
    inline-size: var(--_hit);
    padding: 0;
    border-color: transparent;
    background: none;
    color: var(--_text-2);
  }
  .tool:hover {
    background: var(--_surface-2);
    color: var(--_text);
  }
  .tool svg {
    vertical-align: -0.12em;
  }
  .move {
    inline-size: max(24px, calc(var(--_hit) * 0.7));
  }
  .move:disabled {
    opacity: 0.3;
  }

  /* Places of a tuple say what they are. */
  .rows > .named {
    align-items: end;
  }
  .rows:has(> .named) {
    gap: var(--_space-m);
  }

  /* A row with fields of its own: a card, its buttons beside its name. */
  .rows:has(> .block) {
    gap: var(--_space-s);
  }
  .rows > .block {
    --_row-tools: calc(var(--_hit) * 2.6);
    --_indent: 0px;
    --_bar: 0px;
    position: relative;
    display: block;
    padding: var(--_space-s) var(--_space-m) var(--_space-m);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .block > .tools {
    position: absolute;
    inset-block-start: 2px;
    inset-inline-end: 2px;
  }
  .add {
    justify-self: start;
    margin-inline-start: calc(-1 * var(--_space-s));
  }
  /* There it has a border, which stands in line. */
  @media (forced-colors: active) {
    .add {
      margin-inline-start: 0;
    }
  }

  .entries {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-xs);
    justify-items: stretch;
  }
  .entries > .rows {
    gap: var(--_space-s);
  }
  .entry {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space-xs);
  }
  .entry > input {
    flex: 1 1 8em;
    inline-size: auto;
    min-inline-size: 0;
  }
  .entry > .value {
    flex: 2 1 14em;
    min-inline-size: 0;
  }
  .entry.block {
    display: grid;
    gap: var(--_space-s);
  }
  .entry.block > input {
    margin-inline-end: calc(var(--_hit) * 0.8);
  }
  .others {
    display: grid;
    gap: var(--_space-xs);
    padding: var(--_space-s) var(--_space-m);
    border: 1px dashed var(--_line-2);
    border-radius: var(--_radius);
  }
`;
