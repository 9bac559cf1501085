import { css, type CSSResult } from 'lit';

export const catalogListStyles: CSSResult = css`
  :host {
    --_row: calc(2.6em + 2 * var(--_space-s));
    display: flex;
    flex-direction: column;
    min-block-size: 0;
    max-block-size: 36rem;
  }
  .search {
    position: relative;
    display: block;
    flex: none;
    margin: 0 0 var(--_space-s);
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
  .notices,
  .count {
    flex: none;
  }
  /* Below: what comes and goes above the rows moves them. */
  .age {
    flex: none;
  }
  .age > * {
    margin-block-start: var(--_space-s);
  }
  .notices > :not(.visually-hidden),
  .count:not(.visually-hidden) {
    margin-block-end: var(--_space-s);
  }
  .notice,
  .count {
    padding-inline: 10px;
  }
  .problems {
    display: grid;
    gap: var(--_space-xs);
    max-block-size: 10rem;
    margin-block-start: var(--_space-xs);
    overflow: auto;
  }
  .list {
    flex: 1 1 auto;
    min-block-size: 0;
    overflow: auto;
    overscroll-behavior: contain;
    /* Rows come and go above what is in view: the browser must not scroll along with them. */
    overflow-anchor: none;
    border-radius: var(--_radius);
    scrollbar-width: thin;
  }
  .list:focus-visible {
    /* The ring is on the active row. */
    outline: none;
  }
  .rows {
    padding-block: calc(var(--_before, 0) * var(--_row)) calc(var(--_after, 0) * var(--_row));
  }
  .item,
  .heading {
    block-size: var(--_row);
    padding-inline: 10px;
    contain: strict;
  }
  .item {
    display: flex;
    flex-direction: column;
    justify-content: center;
    border-radius: var(--_radius);
    cursor: pointer;
  }
  .pictured {
    position: relative;
    padding-inline-start: calc(2em + 10px + var(--_space-s));
  }
  .item > mcp-icon {
    position: absolute;
    inset-inline-start: 10px;
    inset-block-start: calc(50% - 0.75em);
    /* Its edge is 1.5em. */
    font-size: 1.34em;
    line-height: 1;
  }
  mcp-icon:not(:defined) {
    display: none;
  }
  .item > * {
    line-height: 1.3;
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
    unicode-bidi: isolate;
  }
  .label {
    font-weight: 550;
  }
  .line {
    color: var(--_text-2);
    font-size: var(--_small);
    min-block-size: 0;
  }
  .mark {
    color: var(--_accent);
    font-weight: 600;
  }
  .item:hover {
    background: var(--_surface-2);
  }
  .item[aria-selected='true'] {
    background: var(--_accent-soft);
  }
  .item[aria-selected='true'] .label {
    color: var(--_accent);
  }
  .list:focus-visible .item.active {
    outline: 2px solid var(--_focus);
    outline-offset: -2px;
  }
  .heading {
    display: flex;
    align-items: end;
    padding-block-end: var(--_space-xs);
    color: var(--_text-2);
    font-weight: 600;
  }
  .heading span {
    font-size: var(--_small);
  }
  .empty {
    display: grid;
    gap: var(--_space-s);
    justify-items: start;
    padding: var(--_space-s) 10px;
    color: var(--_text-2);
  }
  .skeleton {
    display: grid;
    padding-inline: 10px;
    animation: wait 150ms !important;
  }
  .skeleton i {
    display: block;
    block-size: var(--_row);
    background:
      linear-gradient(var(--_surface-3) 0 0) 0 calc(50% - 0.65em) / var(--_w1, 55%) 0.7em no-repeat,
      linear-gradient(var(--_surface-2) 0 0) 0 calc(50% + 0.65em) / var(--_w2, 80%) 0.6em no-repeat;
  }
  .skeleton i:nth-child(2n) {
    --_w1: 38%;
    --_w2: 66%;
  }
  .skeleton i:nth-child(3n) {
    --_w1: 47%;
    --_w2: 90%;
  }
  /* Nothing for the first 150 ms: what comes fast must not flash. */
  @keyframes wait {
    from,
    to {
      visibility: hidden;
    }
  }
  @media (forced-colors: active) {
    .item[aria-selected='true'] {
      outline: 2px solid SelectedItem;
      outline-offset: -2px;
    }
    .skeleton i {
      border-block-end: 1px solid;
    }
  }
`;
