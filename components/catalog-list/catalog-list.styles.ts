import { css, type CSSResult } from 'lit';
import { claimTones } from '../internal/claim.styles.js';

export const catalogListStyles: CSSResult = css`
  :host {
    --_row: calc(2.6em + 2 * var(--_space-s));
    display: flex;
    flex-direction: column;
    min-block-size: 0;
    max-block-size: 36em;
  }
  .top {
    flex: none;
    display: flex;
    align-items: center;
    gap: var(--_space-xs);
    margin: 0 0 var(--_space-s);
  }
  .search {
    display: block;
    flex: 1 1 auto;
  }
  .top > button {
    flex: none;
  }
  .top > button[aria-expanded='true'] {
    background: var(--_accent-soft);
  }
  .notices,
  .found {
    flex: none;
  }
  .found,
  .read {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0 var(--_space-s);
  }
  .found > .count {
    flex: 1 1 0;
    min-inline-size: min-content;
  }
  .found > button,
  .read > button {
    flex: none;
    min-block-size: max(24px, var(--_hit) * 0.7);
  }
  .read {
    min-block-size: max(24px, var(--_hit) * 0.7);
    padding-inline-start: 10px;
  }
  /* Below the rows: something that appears above them would move them. */
  /* Below the list, and before it by keyboard: what follows a chosen item is what it opened. */
  .age {
    flex: none;
    order: 1;
  }
  .age .notice {
    margin-block-start: var(--_space-s);
  }
  .notices > :not(.visually-hidden),
  .found:not(.visually-hidden) {
    margin-block-end: var(--_space-s);
  }
  .notice,
  .count {
    padding-inline: 10px;
  }
  .problems {
    display: grid;
    gap: var(--_space-xs);
    max-block-size: 10em;
    margin-block-start: var(--_space-xs);
    overflow: auto;
  }
  .list {
    flex: 1 1 auto;
    min-block-size: 0;
    border-radius: var(--_radius);
  }
  .heading {
    block-size: var(--_row);
    padding-inline: 10px;
    contain: strict;
  }
  .item {
    border-radius: var(--_radius);
  }
  .pictured {
    position: relative;
    padding-inline-start: calc(2em + 10px + var(--_space-s));
  }
  .claimed {
    position: relative;
  }
  /* A label has the direction of its text, the claim that of the list. */
  .claimed:dir(ltr) > .label {
    margin-right: 6em;
  }
  .claimed:dir(rtl) > .label {
    margin-left: 6em;
  }
  .item > .claim {
    position: absolute;
    inset-inline-end: 10px;
    inset-block-start: calc(50% - 1.25em);
    max-inline-size: 8em;
    padding-inline: 0.5em;
    border-radius: 1em;
    font-size: var(--_small);
  }
  ${claimTones}
  [role='tree'] .item:not(.group) {
    padding-inline-start: calc(1em + 10px + var(--_space-s));
  }
  [role='tree'] .pictured {
    padding-inline-start: calc(3em + 10px + var(--_space-s));
  }
  [role='tree'] .item > mcp-icon {
    inset-inline-start: calc(1em + 10px);
  }
  .group-line {
    display: flex;
    align-items: center;
    gap: var(--_space-xs);
    min-inline-size: 0;
    font-size: var(--_small);
  }
  .group-line > .label {
    overflow: hidden;
    text-overflow: ellipsis;
    unicode-bidi: isolate;
  }
  .group-line > svg,
  .group-line > .quiet {
    flex: none;
  }
  .closed .group-line > svg {
    rotate: -90deg;
  }
  .closed .group-line:dir(rtl) > svg {
    rotate: 90deg;
  }
  .item > mcp-icon {
    position: absolute;
    inset-inline-start: 10px;
    inset-block-start: calc(50% - 0.75em);
    /* The icon is 1.5em wide. */
    font-size: 1.34em;
    line-height: 1;
  }
  mcp-icon:not(:defined) {
    display: none;
  }
  .mark {
    color: var(--_accent);
    font-weight: 600;
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
  /* Invisible for the first 150 ms: a fast answer must not make it flash. */
  @keyframes wait {
    from,
    to {
      visibility: hidden;
    }
  }
  @media (forced-colors: active) {
    .skeleton i {
      border-block-end: 1px solid;
    }
  }
`;
