import { css, type CSSResult } from 'lit';

/** A quotation of a server: set apart from our sentences by a bar and by the words above it. */
export const serverQuoteStyles: CSSResult = css`
  .said {
    margin: 0;
    padding-inline-start: var(--_space-m);
    border-inline-start: 3px solid var(--_line-2);
    color: var(--_text);
    font-weight: 400;
    overflow-wrap: anywhere;
  }
  .said > .by {
    display: block;
    color: var(--_text-2);
    font-size: var(--_small);
  }
  .said q {
    white-space: pre-line;
    unicode-bidi: isolate;
  }
  .said .more,
  .said .less {
    color: var(--_accent);
    font-size: var(--_small);
  }
  .said details:not([open]) .less,
  .said details[open] :is(.more, .start) {
    display: none;
  }
`;
