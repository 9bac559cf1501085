import { css, type CSSResult } from 'lit';

/** A search field with its sign, in a bar of choices. */
export const searchStyles: CSSResult = css`
  .search {
    position: relative;
    flex: 1 1 12rem;
    min-inline-size: 0;
  }
  .search svg {
    position: absolute;
    inset-block-start: calc(50% - 0.5em);
    inset-inline-start: 10px;
    color: var(--_text-2);
    pointer-events: none;
  }
  .search input {
    padding-inline-start: calc(1em + 20px) !important;
    appearance: none;
  }
`;
