import { css, type CSSResult } from 'lit';

export const workspaceStyles: CSSResult = css`
  :host {
    font-size: var(--mcp-client-font-size, 0.9375em);
  }
  [part~='base'] {
    container: mcp-workspace / inline-size;
    display: flex;
    flex-direction: column;
    gap: var(--_space-m);
    block-size: 100%;
  }
  .address {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-xs);
  }
  .address label {
    font-size: var(--_small);
    font-weight: 550;
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
  .server {
    display: flex;
    align-items: stretch;
    max-inline-size: min(100%, 22em);
    min-inline-size: 0;
  }
  .server > .choose {
    display: flex;
    align-items: center;
    gap: var(--_space-s);
    min-inline-size: 0;
    padding-block: var(--_space-xs);
    text-align: start;
  }
  .server > .choose[aria-current='true'] {
    border-color: var(--_accent);
    box-shadow: inset 0 0 0 1px var(--_accent);
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
  .end {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
  }
  .outcome:empty {
    display: none;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-s) var(--_space-m);
    min-inline-size: 0;
  }
  .row:not(:has(*)) {
    display: none;
  }
  .row > .servers {
    max-inline-size: 100%;
  }
  .tool-search {
    flex: 1 1 15em;
    display: grid;
    grid-template-columns: minmax(0, 26em) minmax(0, 1fr);
    align-items: center;
    gap: var(--_space-xs) var(--_space-m);
    min-inline-size: 0;
  }
  /* Below the servers, what was found has the whole width. */
  .row:has(.found) > .tool-search {
    flex-basis: 100%;
  }
  .found {
    grid-column: 1 / -1;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    max-block-size: 18em;
    margin: 0;
    padding: 0;
    overflow: auto;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    list-style: none;
  }
  .found button {
    display: grid;
    inline-size: 100%;
    padding: var(--_space-xs) var(--_space-m);
    border-radius: 0;
    text-align: start;
  }
  .found .small {
    font-weight: normal;
    overflow-wrap: anywhere;
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
    flex: 1 1 42em;
    min-block-size: 18em;
    max-block-size: 100dvh;
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
  }
  .clients.with-messages {
    flex-basis: 50.6em;
  }
  .clients > mcp-client {
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
    border: 1px dashed var(--_line-2);
    border-radius: var(--_radius);
    text-align: center;
  }
  /* One row that scrolls: on a phone, the client below stays in sight. */
  @container mcp-workspace (width < 38em) {
    .servers {
      /* Words for assistive technology are positioned: they scroll with their server. */
      position: relative;
      flex-wrap: nowrap;
      overflow-x: auto;
      scrollbar-width: thin;
      padding-block: 2px;
    }
    .server {
      flex: none;
      max-inline-size: 80%;
    }
    .row > .tool-search {
      flex-basis: 100%;
      grid-template-columns: minmax(0, 1fr);
    }
    .end {
      flex: none;
      flex-wrap: nowrap;
    }
    .servers > .note {
      flex: none;
      max-inline-size: 100%;
    }
  }
  @media (forced-colors: active) {
    .dot[data-phase='ready'] {
      background: Highlight;
    }
    .server > .choose[aria-current='true'] {
      outline: 2px solid Highlight;
    }
  }
`;
