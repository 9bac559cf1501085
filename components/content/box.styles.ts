import { css, type CSSResult } from 'lit';

/** Text as it is, in boxes that scroll where it is much. */
export const boxStyles: CSSResult = css`
  .text {
    white-space: pre-wrap;
  }
  .code {
    max-block-size: var(--mcp-content-box-size, 24rem);
    max-inline-size: 100%;
    overflow: auto;
    padding: var(--_space-s) var(--_space-m);
    border-radius: var(--_radius);
    background: var(--_surface-2);
    white-space: pre-wrap;
    tab-size: 2;
  }
  .code.long {
    font-family: var(--_mono);
    font-size: 0.92em;
  }
  .code.unwrapped {
    white-space: pre;
  }
  .text.long {
    max-block-size: max(var(--mcp-content-box-size, 24rem), 60dvh);
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
