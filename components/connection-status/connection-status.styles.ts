import { css, type CSSResult } from 'lit';

export const connectionStatusStyles: CSSResult = css`
  [part~='base'] {
    container: mcp-connection-status / inline-size;
  }
  .bar {
    display: grid;
    /* A name and a host that are too long share the room: a server must not push its host out with a long name. */
    grid-template:
      'dot name place . words action' auto / auto minmax(0, max-content) minmax(0, max-content) minmax(0, 1fr)
      max-content max-content;
    align-items: center;
    column-gap: 10px;
    min-block-size: var(--_hit);
  }
  .dot {
    grid-area: dot;
    display: grid;
    place-items: center;
    inline-size: 12px;
    block-size: 12px;
    color: var(--_text-2);
  }
  .dot::before {
    content: '';
    inline-size: 9px;
    block-size: 9px;
    border: 1.5px solid currentColor;
    border-radius: 50%;
  }
  .dot[data-phase='ready'] {
    color: var(--_success);
  }
  .dot[data-phase='ready']::before {
    background: currentColor;
  }
  .dot[data-phase='connecting'] {
    color: var(--_accent);
  }
  .dot[data-phase='connecting']::before {
    border-block-start-color: transparent;
    border-inline-end-color: transparent;
    animation: turn 0.9s linear infinite;
  }
  .dot[data-phase='lost'] {
    color: var(--_warning);
  }
  .dot[data-phase='lost']::before {
    background: linear-gradient(currentColor 50%, transparent 50%);
  }
  .again {
    font-variant-numeric: tabular-nums;
  }
  /* One line where there is room. */
  .note[data-name='lost'],
  .note[data-name='waiting'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-xs) var(--_space-m);
  }
  .note[data-name='waiting'] {
    margin-block: var(--_space-xs) var(--_space-s);
  }
  .note > details[open] {
    flex-basis: 100%;
  }
  .dot[data-phase='failed'] {
    color: var(--_danger);
  }
  .dot[data-phase='failed']::before {
    border-radius: 1px;
    background: currentColor;
    rotate: 45deg;
    scale: 0.9;
  }
  /* Filled or hollow is what it says. */
  @media (forced-colors: active) {
    .dot[data-phase] {
      forced-color-adjust: none;
      color: CanvasText;
    }
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  /* The name is where its facts are found. */
  button.fold {
    grid-area: name;
    display: flex;
    align-items: center;
    gap: var(--_space-xs);
    min-inline-size: 0;
    margin-inline-start: calc(-1 * var(--_space-xs));
    padding: 0 var(--_space-xs);
    color: inherit;
    font-size: inherit;
    text-align: start;
  }
  /* Before a server is known its name is no button, and as high. */
  .fold,
  .bar > .name {
    min-block-size: var(--_fold, var(--_hit));
    align-content: center;
  }
  .fold > svg {
    flex: none;
    color: var(--_text-2);
  }
  .fold[aria-expanded='true'] > svg {
    rotate: 180deg;
  }
  .name {
    grid-area: name;
    font-weight: 600;
  }
  .name mcp-icon {
    font-size: var(--_small);
    margin-inline-end: 0.4em;
    vertical-align: -0.3em;
  }
  :not(:defined) {
    display: none;
  }
  mcp-allowed-hosts {
    margin-block-start: var(--_space-s);
  }
  /* Where there is no room for all of it, the revision is on a second line, which is not seen. */
  .place {
    grid-area: place;
    display: flex;
    flex-wrap: wrap;
    min-inline-size: 0;
    block-size: 1lh;
    overflow: hidden;
  }
  .name,
  .host,
  .revision {
    min-inline-size: 0;
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
    unicode-bidi: isolate;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  /* Of a long host the end is shown: it says whose it is. */
  .host {
    flex: none;
    max-inline-size: 100%;
    direction: rtl;
  }
  .revision {
    flex: none;
    white-space: pre;
  }
  .words {
    grid-area: words;
    white-space: nowrap;
  }
  .action {
    grid-area: action;
    display: flex;
    align-items: center;
    gap: var(--_space-xs);
  }
  .details,
  .note:is(.error, .warning) {
    margin-block: var(--_space-xs) var(--_space-s);
  }
  .details {
    max-block-size: 26em;
    overflow: auto;
    padding: var(--_space-m) 0 0;
    border-block-start: 1px solid var(--_line);
  }
  .details .facts {
    margin: 0;
  }
  .details h2 {
    margin: 0 0 var(--_space-s);
    font-size: inherit;
    font-weight: 600;
  }
  .details section {
    min-inline-size: 0;
  }
  .remembered {
    margin-block-start: var(--_space-l);
  }
  @container mcp-connection-status (min-width: 52em) {
    .details {
      display: grid;
      grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
      gap: var(--_space-l);
    }
    .remembered {
      margin-block-start: 0;
    }
  }
  /* Inside a client the lists below keep their room. */
  mcp-diagnosis {
    margin-block: var(--_space-s);
    max-block-size: 30em;
    overflow: auto;
  }
  .when-narrow {
    display: none;
  }
  @container mcp-connection-status (max-width: 32em) {
    .fold,
    .bar > .name {
      --_fold: max(24px, calc(var(--_hit) - 8px));
    }
    .bar {
      grid-template:
        'dot name name action' auto 'dot words place action' auto / auto max-content minmax(0, 1fr)
        max-content;
      gap: 0 6px;
    }
    /* The text first, then as much of the host as fits. */
    .words {
      justify-self: start;
    }
    .revision {
      display: none;
    }
    .name {
      display: -webkit-box;
      white-space: normal;
      line-height: 1.25;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 2;
    }
    .bar > .name {
      display: block;
    }
    /* Disconnecting is rare: its button is in the details, so that the name has the room. */
    [data-name~='disconnect-button'] {
      display: none;
    }
    .when-narrow {
      display: block;
      margin-block-start: var(--_space-s);
    }
    .when-narrow button {
      display: block;
      margin-inline-start: calc(-1 * var(--_space-s));
    }
  }
  /* The sign says that it is connected, so that the host has the line. */
  @container mcp-connection-status (6em < width < 20em) {
    .dot[data-phase='ready'] ~ .words {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .dot[data-phase='ready'] ~ .place {
      grid-column-start: words;
    }
  }
  /* There is room only for an icon. */
  @container mcp-connection-status (max-width: 6em) {
    .bar {
      grid-template: 'dot' auto / auto;
      justify-content: end;
    }
    button.fold,
    .name,
    .place,
    .action,
    .details,
    .note:is([data-name='lost'], [data-name='waiting']) {
      display: none;
    }
    .words {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
`;
