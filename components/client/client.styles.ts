import { css, type CSSResult } from 'lit';

/** The layout, by the size of the client and never by the size of the window. */
export const clientLayoutStyles: CSSResult = css`
  /* A pane keeps its place while another one covers it, so that its scroll position and its form stay. */
  .list-pane,
  .detail-pane {
    grid-area: pane;
    min-block-size: 0;
    min-inline-size: 0;
  }
  .away,
  .frame[data-showing='detail'] .list-pane,
  .frame[data-showing='list'] .detail-pane {
    visibility: hidden;
  }
  .list-pane {
    display: flex;
    flex-direction: column;
    padding: var(--_space-s) var(--_space-s) 0;
  }
  .list-pane > slot {
    display: contents;
  }
  .elsewhere {
    flex: none;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--_space-xs);
    padding-inline: 10px 0;
  }
  .list-pane > slot > *,
  .list-pane ::slotted(*) {
    flex: 1;
    min-block-size: 0;
    max-block-size: none;
  }
  .detail-pane {
    overflow: auto;
    padding: var(--_space-l);
    scrollbar-width: thin;
  }
  .detail-pane:focus-visible {
    outline-offset: -2px;
  }

  /* One pane at a time. */
  @container mcp-client (width < 38em) {
    .header {
      padding-inline: var(--_space-m);
    }
    .frame[data-showing='detail'] .back {
      display: block;
    }
    .frame[data-showing='detail'] slot[name='status'] {
      flex: none;
      inline-size: 2.1em;
      margin-inline-start: auto;
    }
    .frame[data-showing='detail'] .body {
      grid-template-areas: 'pane' 'pane';
    }
    .frame[data-showing='detail'] .sections {
      display: none;
    }
  }
  /* The amount is below the name, so that the sections fit into 320 px. */
  @container mcp-client (width < 32em) {
    mcp-connection-status:not(:defined) {
      min-block-size: calc(max(24px, var(--_hit) - 8px) + 1.25em);
    }
  }
  @container mcp-client (width < 30em) {
    .sections:has(> button) {
      min-block-size: 3.36em;
    }
    .sections svg {
      display: none;
    }
    .sections button {
      flex: 1 0 auto;
      flex-direction: column;
      justify-content: center;
      gap: 0;
      padding: 2px var(--_tab, var(--_space-xs));
      line-height: 1.2;
    }
  }
  @container mcp-client (width < 24em) {
    .sections {
      gap: 0;
      --_tab: 2px;
      padding-inline: 2px;
      font-size: var(--_small);
    }
    .sections .amount {
      font-size: inherit;
    }
  }
  @container mcp-client (width >= 38em) {
    .frame .body {
      grid-template: auto minmax(0, 1fr) / minmax(14em, 40%) minmax(0, 1fr);
      grid-template-areas: 'sections sections' 'list detail';
    }
    .list-pane {
      grid-area: list;
      border-inline-end: 1px solid var(--_line);
    }
    .list-pane.alone {
      grid-column: list-start / detail-end;
      border-inline-end: none;
    }
    .detail-pane {
      grid-area: detail;
      padding: var(--_space-l) calc(var(--_space-l) + var(--_space-xs));
    }
    .frame .list-pane:not(.away),
    .frame .detail-pane:not(.away) {
      visibility: visible;
    }
  }
  @container mcp-client (width >= 51em) {
    .frame .body {
      grid-template: minmax(0, 1fr) / minmax(11.75em, max-content) minmax(16em, 21.5em) minmax(0, 1fr);
      grid-template-areas: 'sections list detail';
    }
    .frame .body.single {
      grid-template: minmax(0, 1fr) / minmax(16em, 21.5em) minmax(0, 1fr);
      grid-template-areas: 'list detail';
    }
    .sections {
      flex-flow: column nowrap;
      gap: 2px;
      padding: var(--_space-s);
      border-block-end: none;
      border-inline-end: 1px solid var(--_line);
    }
    .sections .amount {
      margin-inline-start: auto;
    }
    /* The log beside the room that is open. */
    .frame .body.with-log {
      grid-template: minmax(0, 1fr) / minmax(10em, max-content) minmax(13em, 17em) minmax(0, 1fr) var(--_log);
      grid-template-areas: 'sections list detail log';
    }
  }
  .frame .list-pane.beside {
    position: relative;
    grid-area: log;
    visibility: visible;
    padding-block-start: 0;
    border-inline: 1px solid var(--_line);
    border-inline-end: none;
  }
  .log-head {
    flex: none;
    display: flex;
    align-items: center;
    gap: var(--_space-s);
    min-block-size: var(--_hit);
    padding-inline-start: 10px;
  }
  .log-head h2 {
    flex: 1;
    margin: 0;
    font-size: 1em;
    font-weight: 600;
  }
  .handle {
    position: absolute;
    inset-block: 0;
    inset-inline-start: -5px;
    z-index: 1;
    inline-size: 9px;
    cursor: col-resize;
    touch-action: none;
  }
  .handle:hover {
    background: linear-gradient(to right, transparent 3px, var(--_accent) 3px 6px, transparent 6px);
  }
  .handle:focus-visible {
    outline-offset: -1px;
  }
`;

/** The look of the client. `clientLayoutStyles` has the layout. */
export const clientStyles: CSSResult = css`
  :host {
    /* 42em of the page’s text: its documentation reserves this place before the code arrives. */
    block-size: 48em;
    max-block-size: 100dvh;
    min-block-size: 20.5em;
    font-size: var(--mcp-client-font-size, 0.875em);
  }
  :host([theme='light']) {
    color-scheme: light;
  }
  :host([theme='dark']) {
    color-scheme: dark;
  }
  :host([density='compact']) {
    --_density: 0.75;
  }
  .frame {
    container: mcp-client / inline-size;
    display: grid;
    grid-template: auto minmax(0, max-content) minmax(0, 1fr) / minmax(0, 1fr);
    block-size: 100%;
    overflow: hidden;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-l);
    background: var(--_surface);
    /* A page that colours the element itself, with “!important” too, would colour only what stands in its own shadow root. */
    color: var(--_text);
  }
  /*
   * A long diagnosis scrolls: below it stays room to work with what an earlier visit left. The question of a sign-in does
   * not: its buttons count only where they are in sight.
   */
  .frame:has(> .notices > mcp-diagnosis):has(> .work > .body) {
    grid-template-rows: auto minmax(0, max-content) minmax(min(20em, 50%), 1fr);
  }
  .frame:focus-visible {
    outline-offset: -2px;
  }
  /*
   * What the page wrote into the element: text that stands there until the element is registered, or for ever where that
   * cannot be, is not shown any more.
   */
  .rest {
    display: block;
    block-size: 0;
    visibility: hidden;
  }
  .rest::slotted(*) {
    visibility: visible;
  }
  .rest::slotted(:is(p, span, a, img, noscript)) {
    display: none;
  }
  .header {
    display: flex;
    align-items: center;
    gap: var(--_space-s);
    padding: max(6px, var(--_space-xs)) var(--_space-l);
    border-block-end: 1px solid var(--_line);
  }
  .header slot[name='status'] {
    display: block;
    flex: 1;
    min-inline-size: 0;
  }
  /* Until their file has come, the line is there and empty: nothing moves when it comes. */
  mcp-connection-status:not(:defined) {
    min-block-size: var(--_hit);
    padding: 0;
  }
  mcp-connection-status:not(:defined) > button,
  :is(mcp-approval-queue, mcp-sign-in):not(:defined):empty {
    display: none;
  }
  /* The body has the error and the button. */
  mcp-connection-status::part(error) {
    display: none;
  }
  .back {
    display: none;
    flex: none;
    margin-inline-start: calc(-1 * var(--_space-s));
  }
  .back:dir(rtl) svg {
    transform: scaleX(-1);
  }
  .back svg {
    vertical-align: -0.12em;
    margin-inline-end: 2px;
  }
  .notices {
    grid-row: 2;
    min-block-size: 0;
    overflow: auto;
  }
  /* The question is shown here, where it has room. */
  mcp-connection-status::part(note) {
    display: none;
  }
  mcp-sign-in {
    padding-inline: var(--_space-l);
  }
  mcp-diagnosis {
    padding: var(--_space-m) var(--_space-l);
    border-block-end: 1px solid var(--_line);
  }
  .banner .note {
    border-radius: 0;
    padding: var(--_space-m) var(--_space-l);
    border-block-end: 1px solid var(--_line);
  }
  /* Visible even if the reasons are long. */
  .banner [part~='retry-button'] {
    position: sticky;
    inset-block-end: var(--_space-m);
  }
  .work {
    grid-row: 3;
    display: grid;
    grid-template: minmax(0, 1fr) auto / minmax(0, 1fr);
    min-block-size: 0;
  }
  .log-line {
    grid-row: 2;
    display: flex;
    align-items: center;
    gap: var(--_space-s);
    min-block-size: 32px;
    padding: 0 var(--_space-l);
    border-radius: 0;
    border-block-start: 1px solid var(--_line);
    background: var(--_surface);
    color: var(--_text-2);
    text-align: start;
  }
  .log-line:hover {
    background: var(--_surface-2);
  }
  .log-line:focus-visible {
    outline-offset: -2px;
  }
  .log-line .fold {
    display: grid;
    transform: scaleY(-1);
  }
  .log-line .said {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
    font-weight: 400;
    text-align: start;
  }
  .body {
    grid-row: 1;
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
    grid-template-areas: 'sections' 'pane';
    min-block-size: 0;
  }

  /* Tabs above the panes, or a rail beside them in a wide client. */
  .sections {
    grid-area: sections;
    display: flex;
    gap: var(--_space-xs);
    padding: var(--_space-xs) var(--_space-s);
    /* In a narrow client with many sections none of them may be out of sight. */
    flex-wrap: wrap;
    overflow: auto;
    border-block-end: 1px solid var(--_line);
    background: var(--_surface-2);
    scrollbar-width: thin;
  }
  .sections button {
    display: flex;
    align-items: center;
    gap: var(--_space-s);
    flex: none;
    padding: 0 var(--_space-s);
    border-color: transparent;
    background: none;
    font-weight: 400;
    text-align: start;
  }
  .sections button:hover {
    background: var(--_surface-3);
  }
  .sections button[aria-current] {
    background: var(--_accent-soft);
    color: var(--_accent);
    font-weight: 600;
  }
  @media (forced-colors: active) {
    .sections button[aria-current] {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
  }
  .sections svg {
    color: var(--_text-2);
  }
  .sections button[aria-current] svg,
  .sections button[aria-current] .amount {
    color: inherit;
  }
  .amount {
    flex: none;
    color: var(--_text-2);
    font-size: var(--_small);
    font-variant-numeric: tabular-nums;
  }

  .hint {
    display: grid;
    align-content: center;
    justify-items: center;
    gap: var(--_space-s);
    min-block-size: 100%;
    text-align: center;
    text-wrap: balance;
  }
  .sign {
    display: grid;
    place-items: center;
    inline-size: 3em;
    block-size: 3em;
    border-radius: 50%;
    background: var(--_surface-2);
    color: var(--_text-2);
  }
  .sign svg {
    inline-size: 1.4em;
    block-size: 1.4em;
  }
  .sign mcp-icon {
    font-size: 1.4em;
  }
  .hint h2 {
    max-inline-size: 100%;
    margin: 0;
    overflow-wrap: anywhere;
    font-size: var(--_large);
    font-weight: 600;
  }
  .saying {
    max-inline-size: 41em;
    white-space: pre-line;
  }
  kbd {
    padding: 0 0.4em;
    border: 1px solid var(--_line);
    border-radius: 4px;
    font: inherit;
    white-space: nowrap;
  }
  .help {
    inline-size: min(34em, 100% - 2 * var(--_space-s));
    max-inline-size: none;
    max-block-size: calc(100% - 2 * var(--_space-s));
    padding: var(--_space-l);
    overflow: auto;
    overscroll-behavior: contain;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-l);
    box-shadow: var(--_shadow);
    background: var(--_surface);
    color: var(--_text);
  }
  .help::backdrop {
    background: var(--_backdrop);
  }
  .help h3 {
    margin-block: var(--_space-m) var(--_space-xs);
  }
  .help dl > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--_space-m);
    padding-block: 2px;
  }
  .help dt {
    flex: 0 0 13em;
  }
  .help dd {
    flex: 1 1 14em;
    min-inline-size: 0;
  }
  .help > p {
    margin-block-start: var(--_space-m);
  }
  @media (pointer: coarse) {
    .keys {
      display: none;
    }
  }

  /* Shown instead of the panes. */
  .whole {
    grid-row: 1;
    align-self: start;
    display: grid;
    gap: var(--_space-m);
    justify-items: start;
    padding: var(--_space-xl) var(--_space-l);
    overflow: auto;
    max-block-size: 100%;
  }
  .whole > * {
    max-inline-size: 43em;
  }
  .whole .note {
    inline-size: 100%;
    padding: var(--_space-l);
  }
  .whole code {
    padding: var(--_space-s) var(--_space-m);
    border-radius: var(--_radius);
    background: var(--_surface-2);
  }
  .skeleton,
  .late {
    animation: wait 150ms !important;
  }
  .skeleton i {
    display: block;
    block-size: 0.8em;
    inline-size: 60%;
    margin-block-end: 1.3em;
    border-radius: 4px;
    background: var(--_surface-3);
  }
  .skeleton i:nth-child(2n) {
    inline-size: 80%;
  }
  .skeleton i:nth-child(3n) {
    inline-size: 45%;
  }
  .list-pane.skeleton,
  .detail-pane.skeleton {
    display: block;
    padding: var(--_space-xl) var(--_space-l);
  }
  @keyframes wait {
    from,
    to {
      visibility: hidden;
    }
  }
  /* On paper, all of the list or of what was chosen in it, however long it is. */
  @media print {
    :host,
    :host([theme='dark']) {
      color-scheme: light;
      block-size: auto;
      max-block-size: none;
      min-block-size: 0;
    }
    .frame,
    .list-pane,
    .detail-pane,
    .whole,
    .notices,
    .banner {
      block-size: auto;
      max-block-size: none;
      overflow: visible;
    }
    .frame .body {
      display: block;
    }
    .work {
      display: block;
    }
    .frame .away,
    .frame .beside,
    .frame .log-line,
    .frame .sections,
    .frame[data-showing='detail'] .list-pane,
    .frame[data-showing='list'] .detail-pane {
      display: none;
    }
    .frame .list-pane,
    .frame .detail-pane {
      visibility: visible;
      border: none;
    }
  }
`;
