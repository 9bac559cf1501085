import { css, type CSSResult } from 'lit';

/** One root in a list, also outside of `<mcp-roots>`. */
export const rootStyles: CSSResult = css`
  .root-words {
    display: grid;
    gap: 2px;
    min-inline-size: 0;
    justify-items: start;
    overflow-wrap: anywhere;
  }
  .name {
    font-weight: 600;
  }
  .whole {
    color: var(--_warning);
  }
`;

export const rootsStyles: CSSResult = css`
  [part~='base'] {
    container: mcp-roots / inline-size;
  }
  [part~='base'],
  .all,
  form {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-s);
  }
  .all {
    gap: var(--_space-m);
  }
  .root {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: var(--_space-xs) var(--_space-m);
    align-items: start;
    padding: var(--_space-s) var(--_space-m);
  }
  .root.edited {
    grid-template-columns: minmax(0, 1fr);
  }
  .acts {
    display: flex;
    gap: var(--_space-xs);
  }
  form {
    max-inline-size: 42em;
  }
  /* Inside a scroll container, a ring outside of the field would be cut off. */
  input:focus-visible {
    outline-offset: -1px;
  }
  .field {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 2px;
  }
  label {
    font-weight: 600;
  }
  label .quiet {
    font-weight: 400;
  }
  #problem:empty {
    display: none;
  }
  #problem {
    grid-template-columns: minmax(0, 1fr);
  }
  #problem > * {
    max-inline-size: 100%;
  }
  #problem button {
    min-block-size: var(--_hit);
    text-align: start;
    overflow-wrap: anywhere;
  }
  [data-name~='consent'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-xs) var(--_space-s);
  }
  @container mcp-roots (width < 28em) {
    .root {
      grid-template-columns: minmax(0, 1fr);
    }
    .acts {
      margin-inline-start: calc(-1 * var(--_space-s));
    }
  }
`;
