import { css, type CSSResult } from 'lit';

/** Plain text in boxes, which scroll if the text is long. */
export const boxStyles: CSSResult = css`
  .text {
    white-space: pre-wrap;
  }
  .code,
  .unseen > .whole {
    max-block-size: var(--mcp-content-box-size, 28em);
    max-inline-size: 100%;
    overflow: auto;
    padding: var(--_space-s) var(--_space-m);
    border-radius: var(--_radius);
    background: var(--_surface-2);
    white-space: pre-wrap;
    tab-size: 2;
  }
  .unseen > .whole {
    margin-block: var(--_space-xs) 0;
  }
  .code.long {
    font-family: var(--_mono);
    font-size: var(--_data);
  }
  .code.unwrapped {
    white-space: pre;
  }
  .text.long {
    max-block-size: max(var(--mcp-content-box-size, 28em), 36em);
    overflow: auto;
  }
  .piece {
    contain: content;
    content-visibility: auto;
  }
  .unwrapped > .piece {
    inline-size: max-content;
    min-inline-size: 100%;
  }
  .note .code {
    background: var(--_surface);
  }
  .note details {
    inline-size: 100%;
  }
`;

export const documentStyles: CSSResult = css`
  /* The look of a server's own markup. It comes from this library, and nothing may leave the box. */
  .document {
    contain: content;
    overflow-x: auto;
    border-radius: var(--_radius);
  }
  .document ~ * {
    margin-block-start: var(--_space-xs);
  }
  .document blockquote {
    margin: 0;
  }
  .document > div > * + *,
  .document .group + .group,
  .document .group > * + *,
  .document :is(blockquote, li, td) > :is(p, ul, ol, pre, blockquote, table, .code-block):not(:first-child) {
    margin-block-start: var(--_space-s);
  }
  /* A long text is in groups, which are laid out when they come into view. */
  .document .group {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 60em;
  }
  .document :is(h1, h2, h3, h4, h5, h6) {
    margin: var(--_space-m) 0 0;
    font-size: 1em;
    font-weight: 600;
  }
  .document h1 {
    font-size: var(--_large);
  }
  .document h2 {
    font-size: 1em;
  }
  .document > div > :first-child,
  .document .group:first-child > :first-child {
    margin-block-start: 0;
  }
  .document :is(ul, ol) {
    padding-inline-start: 1.5em;
  }
  .document ul {
    list-style: disc;
  }
  .document ol {
    list-style: decimal;
  }
  .document li + li {
    margin-block-start: 2px;
  }
  .document li > :is(ul, ol) {
    margin-block-start: 2px !important;
  }
  .document blockquote {
    padding-inline-start: var(--_space-m);
    border-inline-start: 3px solid var(--_line);
  }
  /* What is nested deep stays in sight on a narrow screen. */
  .document :is(blockquote, li) :is(blockquote, li) :is(blockquote, li) :is(blockquote, li) blockquote {
    padding-inline-start: 2px;
    border-inline-start-width: 1px;
  }
  .document :is(blockquote, li) :is(blockquote, li) :is(blockquote, li) :is(blockquote, li) :is(ul, ol) {
    padding-inline-start: 0.75em;
    list-style-position: inside;
  }
  .document pre {
    overflow-x: auto;
    padding: var(--_space-s) var(--_space-m);
    border-radius: var(--_radius);
    background: var(--_surface-2);
  }
  .document .code-block {
    overflow: hidden;
    border-radius: var(--_radius);
    background: var(--_surface-2);
  }
  .document .code-block > pre {
    padding-block-start: 0;
    border-radius: 0;
  }
  .document .code-head {
    display: flex;
    align-items: center;
    justify-content: space-between;
    padding-inline: var(--_space-m) var(--_space-xs);
  }
  .document .alert {
    --_hue: var(--_blue);
    border-inline-start-color: var(--_hue);
  }
  .document .alert.tip {
    --_hue: var(--_green);
  }
  .document .alert.important {
    --_hue: var(--_magenta);
  }
  .document .alert.warning {
    --_hue: var(--_yellow);
  }
  .document .alert.caution {
    --_hue: var(--_red);
  }
  .document .alert-title + p {
    margin-block-start: var(--_space-xs) !important;
  }
  .document .alert-title {
    color: var(--_hue);
    font-weight: 600;
  }
  .document li.task {
    list-style: none;
  }
  .document li.task input {
    inline-size: 1em;
    block-size: 1em;
    min-block-size: 0;
    margin: 0 0.35em 0 -1.35em;
    vertical-align: -0.12em;
  }
  .document .footnotes {
    color: var(--_text-2);
    font-size: var(--_data);
  }
  .document .footnotes:not(.group + .group .footnotes) {
    padding-block-start: var(--_space-s);
    border-block-start: 1px solid var(--_line);
  }
  .document .note-link {
    padding-inline: 0.15em;
  }
  .document .inline-picture {
    display: inline-block;
    max-inline-size: 100%;
    block-size: auto;
    vertical-align: middle;
  }
  .document table {
    border-collapse: collapse;
  }
  .document :is(th, td) {
    padding: var(--_space-xs) var(--_space-s);
    border: 1px solid var(--_line);
    text-align: start;
    vertical-align: top;
  }
  .document th {
    background: var(--_surface-2);
  }
  .document [align='left'] {
    text-align: left;
  }
  .document [align='center'] {
    text-align: center;
  }
  .document [align='right'] {
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
  .document a[href] {
    color: var(--_accent);
  }
  .document .link-host {
    color: var(--_text-2);
  }
  .document .not-loaded {
    display: inline-block;
    padding: var(--_space-xs) var(--_space-s);
    border: 1px dashed var(--_line-2);
    border-radius: var(--_radius);
    color: var(--_text-2);
  }
  .document hr {
    border: 0;
    border-block-start: 1px solid var(--_line);
  }
`;

/** Links with the look of buttons, because a press of one is a decision. */
export const linkStyles: CSSResult = css`
  a.button {
    display: inline-block;
    min-block-size: var(--_hit);
    padding: calc((var(--_hit) - 1.45em) / 2 - 1px) var(--_space-m);
    border: 1px solid var(--_line-2);
    border-radius: var(--_radius);
    color: inherit;
    font-weight: 600;
    text-decoration: none;
  }
  a.button:hover {
    background: var(--_surface-2);
  }
`;

export const contentStyles: CSSResult = css`
  .actions:not(:has(*)) {
    display: none;
  }
  /* The text of the buttons is in line with the text above; their boxes stand out. */
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
  .actions button.plain {
    font-weight: 400;
  }
  .more-button svg {
    margin-inline-start: 0.3em;
    vertical-align: -0.15em;
  }
  .more-button[aria-expanded='true'] svg {
    transform: rotate(180deg);
  }
  .more-actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    padding-inline-start: var(--_space-xs);
    border-inline-start: 1px solid var(--_line);
  }
  .more-actions[hidden] {
    display: none;
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
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-xs);
  }
  .uri {
    color: var(--_text-2);
  }
  .uri strong {
    color: var(--_text);
  }
  .own {
    contain: content;
    overflow: auto;
  }

  dialog.page {
    /* Its height is the room of what scrolls inside it. */
    container-type: size;
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
    --_room: calc(100cqb - 10em);
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
