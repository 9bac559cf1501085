import { css, type CSSResult } from 'lit';

export const contentStyles: CSSResult = css`
  .actions:not(:has(*)) {
    display: none;
  }
  /* Words of buttons stand in line with the text above them; their boxes stick out. */
  .actions {
    gap: var(--_space-xs) 0;
    margin-block-start: var(--_space-xs);
    margin-inline-start: calc(-1 * var(--_space-s));
  }
  .actions > span:not(.visually-hidden) {
    padding-inline: var(--_space-s);
  }
  .actions > :is(button, a):not(.plain) {
    margin-inline-start: var(--_space-s);
  }
  .actions > button.plain {
    font-weight: 450;
  }
  button.small {
    min-block-size: max(24px, calc(var(--_hit) - 8px));
  }
  button[aria-pressed='true'] {
    background: var(--_accent-soft);
  }
  .annotations {
    margin-block-start: var(--_space-xs);
  }
  .card {
    display: grid;
    gap: var(--_space-xs);
    padding: var(--_space-s) var(--_space-m);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .card > *,
  .resource > * {
    min-inline-size: 0;
  }
  .resource {
    display: grid;
    gap: var(--_space-xs);
  }
  .uri {
    color: var(--_text-2);
  }
  .uri strong {
    color: var(--_text);
  }
  img,
  audio,
  video {
    display: block;
    max-inline-size: 100%;
  }
  img,
  video {
    max-block-size: var(--mcp-content-image-size, 32rem);
    border-radius: var(--_radius);
  }
  audio {
    inline-size: min(100%, 28rem);
  }
  /* A drawing or photograph with much that is transparent must be seen in both schemes. */
  img {
    background: var(--_surface-2);
  }
  .own {
    contain: content;
    overflow: auto;
  }

  dialog.page {
    box-sizing: border-box;
    inline-size: 100%;
    block-size: 100%;
    max-inline-size: none;
    max-block-size: none;
    margin: 0;
    padding: 0 var(--_space-l) var(--_space-l);
    border: 0;
    overflow: auto;
    background: var(--_surface);
    color: var(--_text);
  }
  .page-head {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    flex-wrap: nowrap;
    padding-block: var(--_space-s);
    background: var(--_surface);
  }
  .page-head strong {
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .page-head button {
    flex: none;
  }
  :host([whole]) {
    --_room: calc(100dvh - 9rem);
  }
  :host([whole]) :is(.code, .text.long) {
    max-block-size: var(--_room);
  }
  :host([whole]) :is(img, video) {
    max-block-size: var(--_room);
    margin-inline: auto;
  }
  :host([whole]) mcp-json-view {
    --mcp-json-view-size: var(--_room);
  }
  :host([whole]) mcp-table-view {
    --mcp-table-view-size: var(--_room);
  }
  :host([whole]) mcp-code-view {
    --mcp-content-box-size: var(--_room);
  }
`;
