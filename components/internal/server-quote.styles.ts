import { css, type CSSResult } from 'lit';

/** A quotation of a server: set apart from our sentences by a bar and by the words above it. */
export const serverQuoteStyles: CSSResult = css`
  .server-words {
    margin: 0;
    padding-inline-start: var(--_space-m);
    border-inline-start: 3px solid var(--_line-2);
    color: var(--_text);
    font-weight: 400;
    overflow-wrap: anywhere;
  }
  .server-words > .by {
    display: block;
    color: var(--_text-2);
    font-size: var(--_small);
  }
  .server-words q {
    white-space: pre-line;
    unicode-bidi: isolate;
  }
  .server-words summary {
    list-style: none;
    cursor: pointer;
  }
  .server-words summary::-webkit-details-marker {
    display: none;
  }
  .server-words .more,
  .server-words .less {
    color: var(--_accent);
    font-size: var(--_small);
  }
  .server-words details:not([open]) .less,
  .server-words details[open] :is(.more, .start) {
    display: none;
  }
`;
