import { css, type CSSResult } from 'lit';

export const approvalQueueStyles: CSSResult = css`
  dialog {
    inline-size: min(var(--mcp-approval-queue-width, 36rem), 100vw - 2 * var(--_space-s));
    max-inline-size: none;
    max-block-size: calc(100dvh - 2 * var(--_space-s));
    padding: 0;
    border: 0;
    border-radius: var(--_radius-l);
    box-shadow: var(--_shadow);
    color: var(--_text);
    background: var(--_surface);
    overflow: auto;
    overscroll-behavior: contain;
    /* The buttons stick to the end: what has the focus must not hide behind them. */
    scroll-padding-block-end: 9rem;
  }
  /* Where focus lands when a question comes; there is nothing to press on it. */
  dialog:focus-visible {
    outline: none;
  }
  dialog::backdrop {
    background: rgb(10 15 25 / 0.45);
  }
  .others {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-s) var(--_space-m);
    padding: var(--_space-s) var(--_space-l) var(--_space-m);
    color: var(--_text-2);
    font-size: var(--_small);
  }
  .others p {
    flex: 1 1 12rem;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  .bar {
    position: fixed;
    inset: auto 0 var(--_space-l) 0;
    inline-size: min(30rem, 100vw - 2 * var(--_space-s));
    margin: 0 auto;
    padding: var(--_space-s) var(--_space-s) var(--_space-s) var(--_space-l);
    border: 1px solid var(--_line);
    border-radius: var(--_radius-l);
    box-shadow: var(--_shadow);
    color: var(--_text);
    background: var(--_surface);
    overflow: visible;
  }
  .bar:popover-open,
  .bar.inline {
    display: flex;
    align-items: center;
    gap: var(--_space-m);
  }
  .bar.inline {
    position: static;
    inline-size: auto;
    box-shadow: none;
  }
  .bar p {
    flex: 1;
    min-inline-size: 0;
  }
`;
