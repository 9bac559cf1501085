import { css, type CSSResult } from 'lit';

export const remoteMediaStyles: CSSResult = css`
  :host {
    display: inline-block;
    max-inline-size: 100%;
    vertical-align: top;
  }
  .held {
    display: grid;
    gap: var(--_space-xs);
    padding: var(--_space-s) var(--_space-m);
    border: 1px dashed var(--_line-2);
    border-radius: var(--_radius);
    color: var(--_text);
  }
  .held .row {
    gap: var(--_space-xs) var(--_space-s);
  }
  .held button {
    min-block-size: max(24px, calc(var(--_hit) - 8px));
    white-space: normal;
    text-align: start;
  }
  .from {
    display: block;
  }
`;
