import { css, type CSSResult } from 'lit';

/** Where things are, by the room the client has: never by the size of the window. */
export const clientLayoutStyles: CSSResult = css`
  /* Every pane keeps its place while another one covers it: what was scrolled to and typed stays. */
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
  @container mcp-client (width < 36rem) {
    .header {
      padding-inline: var(--_space-m);
    }
    .frame[data-showing='detail'] .back {
      display: block;
    }
    .frame[data-showing='detail'] slot[name='status'] {
      flex: none;
      inline-size: 2rem;
      margin-inline-start: auto;
    }
    .frame[data-showing='detail'] .body {
      grid-template-areas: 'pane' 'pane';
    }
    .frame[data-showing='detail'] .sections {
      display: none;
    }
  }
  @container mcp-client (width < 26rem) {
    .sections button > svg {
      display: none;
    }
    /* The number below the name: four sections beside each other at 320 px. */
    .sections button {
      flex: 1 0 auto;
      flex-direction: column;
      justify-content: center;
      gap: 0;
      padding: 2px var(--_space-xs);
      line-height: 1.2;
    }
  }
  @container mcp-client (width >= 36rem) {
    .frame .body {
      grid-template: auto minmax(0, 1fr) / minmax(13rem, 38%) minmax(0, 1fr);
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
  @container mcp-client (width >= 48rem) {
    .frame .body {
      grid-template: minmax(0, 1fr) / 11rem minmax(15rem, 18.5rem) minmax(0, 1fr);
      grid-template-areas: 'sections list detail';
    }
    .frame .body.single {
      grid-template: minmax(0, 1fr) / minmax(15rem, 18.5rem) minmax(0, 1fr);
      grid-template-areas: 'list detail';
    }
    .sections {
      flex-direction: column;
      gap: 2px;
      padding: var(--_space-s);
      border-block-end: none;
      border-inline-end: 1px solid var(--_line);
    }
    .sections .amount {
      margin-inline-start: auto;
    }
  }
`;
