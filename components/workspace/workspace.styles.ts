import { css, type CSSResult } from 'lit';

export const workspaceStyles: CSSResult = css`
  :host {
    font-size: var(--mcp-client-font-size, 0.875em);
  }
  [part~='base'] {
    container: mcp-workspace / inline-size;
    display: flex;
    flex-direction: column;
    block-size: 100%;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-l);
    background: var(--_surface);
    overflow: clip;
  }
  .address {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-xs);
  }
  .address label {
    font-size: var(--_small);
    font-weight: 600;
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-s);
    min-inline-size: 0;
  }
  .line > input,
  .line > .command {
    flex: 1 1 14em;
    min-inline-size: 0;
  }
  .command {
    overflow-wrap: anywhere;
    padding: var(--_space-xs) var(--_space-s);
    border-radius: var(--_radius);
    background: var(--_surface-2);
  }
  .options {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 15em), 1fr));
    align-items: start;
    gap: var(--_space-m);
    padding: var(--_space-m);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .options > :is(.wide, .note) {
    grid-column: 1 / -1;
  }
  .field {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 2px;
  }
  textarea {
    resize: vertical;
  }
  .problem {
    color: var(--_danger);
  }
  .problem:empty {
    display: none;
  }
  .recent,
  .servers {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-xs);
    min-inline-size: 0;
  }
  .recent button {
    max-inline-size: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  /* As wide as the others, so that none moves when another one gets its name. */
  .server {
    flex: 0 0 auto;
    display: flex;
    align-items: center;
    inline-size: 12em;
    min-inline-size: 0;
    border-radius: var(--_radius);
  }
  .server:has(> [aria-current='true']) {
    background: var(--_accent-soft);
  }
  .server > .choose {
    flex: 1 1 auto;
    display: flex;
    align-items: center;
    gap: var(--_space-s);
    min-inline-size: 0;
    border-color: transparent;
    background: none;
    font-weight: normal;
    text-align: start;
  }
  .server > .choose[aria-current='true'] {
    font-weight: 600;
  }
  .server .names {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    line-height: 1.25;
  }
  .server .names > * {
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  .server .names > .small {
    font-weight: normal;
  }
  .outcome:empty {
    display: none;
  }
  /* One line of 48 px: who is connected, a way to add a server, and what the page puts there. */
  .head {
    position: relative;
    display: flex;
    align-items: center;
    gap: var(--_space-s);
    min-block-size: 48px;
    min-inline-size: 0;
    padding: var(--_space-xs) var(--_space-m);
    border-block-end: 1px solid var(--_line);
    background: var(--_surface);
    color: var(--_text);
  }
  .head.empty {
    display: none;
  }
  .head > slot {
    flex: none;
  }
  .head > .servers {
    flex: 0 1 auto;
    flex-wrap: nowrap;
    overflow-x: auto;
    scrollbar-width: thin;
    /* Words for assistive technology are positioned: they scroll with their server. */
    position: relative;
    /* Room for the focus ring. */
    margin: -3px;
    padding: 3px;
  }
  .head .add {
    flex: none;
    inline-size: var(--_hit);
    padding: 0;
    font-size: var(--_large);
  }
  .space {
    flex: 1 1 0;
  }
  .adding {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-s);
    padding: var(--_space-m);
    border-block-end: 1px solid var(--_line);
    background: var(--_surface-2);
  }
  .adding[hidden] {
    display: none;
  }
  .palette {
    position: relative;
    flex: 0 1 18em;
    min-inline-size: 8em;
  }
  .palette > .search {
    display: block;
  }
  .palette input {
    padding-inline-end: 4em;
    background: var(--_surface-2);
    border-color: var(--_line);
  }
  .palette kbd {
    position: absolute;
    inset-block-start: calc(50% - 0.85em);
    inset-inline-end: 8px;
    padding: 0 0.4em;
    border: 1px solid var(--_line);
    border-radius: 4px;
    background: var(--_surface);
    color: var(--_text-2);
    font-family: inherit;
    line-height: 1.5;
    pointer-events: none;
  }
  .palette.open kbd {
    display: none;
  }
  .results {
    position: absolute;
    z-index: 3;
    inset-block-start: calc(100% + 4px);
    inset-inline-end: 0;
    inline-size: 26em;
    padding: var(--_space-s);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    box-shadow: var(--_shadow);
    background: var(--_surface);
  }
  .results > [role='status'] {
    padding-inline: var(--_space-s);
  }
  .found {
    max-block-size: 22em;
    overflow: auto;
  }
  .entry-found {
    display: grid;
    padding: var(--_space-xs) var(--_space-s);
    border-radius: var(--_radius);
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  .entry-found:hover {
    background: var(--_surface-2);
  }
  .entry-found.active {
    background: var(--_accent-soft);
  }
  .dot {
    flex: none;
    inline-size: 0.6em;
    block-size: 0.6em;
    border: 1px solid var(--_line-2);
    border-radius: 50%;
  }
  .dot[data-phase='ready'] {
    border-color: var(--_success);
    background: var(--_success);
  }
  .dot[data-phase='failed'] {
    border-color: var(--_danger);
    background: var(--_danger);
  }
  .dot[data-phase='lost'] {
    border-color: var(--_warning);
    background: var(--_warning);
  }
  .dot[data-phase='connecting'] {
    border-color: var(--_accent);
  }
  .pasted {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-s);
    padding: var(--_space-m);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .entries {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-s);
    max-block-size: 30em;
    overflow: auto;
    overflow-wrap: anywhere;
  }
  .entry {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: 0 var(--_space-s);
    padding-block: var(--_space-xs);
    border-block-start: 1px solid var(--_line);
  }
  .entry > strong,
  .entry > :is(p, .line, .variables) {
    grid-column: 1 / -1;
  }
  .variables {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-xs);
  }
  /* A client takes the height that the page gives to the workspace. Where it gives none, that of a client alone. */
  .clients {
    flex: 1 1 48em;
    min-block-size: 20.5em;
    max-block-size: 100dvh;
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
  }
  /* One frame, of the workspace. */
  .clients > mcp-client::part(base) {
    border: 0;
    border-radius: 0;
  }
  .clients > mcp-client {
    /* Not smaller a second time. */
    font-size: inherit;
    block-size: auto;
    min-block-size: 0;
    max-block-size: none;
  }
  .none {
    display: grid;
    align-content: center;
    justify-items: center;
    gap: var(--_space-s);
    min-block-size: 14em;
    padding: var(--_space-l);
    text-align: center;
  }
  .none ul {
    display: grid;
    gap: var(--_space-s);
    max-inline-size: 44em;
    margin: 0;
    padding: 0;
    padding-inline-start: 1.2em;
    text-align: start;
  }
  .none code {
    display: block;
    margin-block-start: var(--_space-xs);
    padding: var(--_space-s) var(--_space-m);
    border-radius: var(--_radius);
    background: var(--_surface-2);
    color: var(--_text);
    font-size: var(--_data);
    overflow-wrap: anywhere;
  }
  /* On a phone the shown server has the head. The others are a swipe away. */
  @container mcp-workspace (width < 38em) {
    .head > .servers {
      flex: 1 1 auto;
    }
    .server {
      inline-size: 10em;
    }
    .palette:not(.open),
    .space {
      display: none;
    }
    .palette.open {
      position: absolute;
      inset-inline: var(--_space-m);
      z-index: 3;
    }
    .results {
      inline-size: 100%;
    }
  }
  @media (forced-colors: active) {
    .dot[data-phase='ready'] {
      background: Highlight;
    }
    .server:has(> [aria-current='true']),
    .entry-found.active {
      outline: 2px solid Highlight;
    }
  }
`;
