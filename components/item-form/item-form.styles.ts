import { css, type CSSResult } from 'lit';

/** For the forms that run something on a server: tools and prompts. */
export const itemFormStyles: CSSResult = css`
  article,
  .form {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--mcp-form-gap, var(--_space-l));
  }
  /* Text has its own direction, a server's and ours, and stands where the page's does. */
  p,
  li,
  strong {
    unicode-bidi: plaintext;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .json {
    display: grid;
    gap: var(--_space-xs);
  }
  .json label {
    font-weight: 550;
  }
  .json textarea {
    field-sizing: content;
    min-block-size: 9em;
    max-block-size: 32em;
  }
  .message {
    color: var(--_danger);
    font-size: var(--_small);
  }
  [aria-disabled='true'] {
    opacity: 0.55;
    cursor: default;
  }
  .primary {
    overflow-wrap: anywhere;
    padding-block: var(--_space-xs);
  }

  /* While a call runs. Shown late, so that a fast one does not flash. */
  .running {
    display: grid;
    gap: var(--_space-s);
    padding-block-start: var(--_space-m);
    border-block-start: 1px solid var(--_line);
    animation: late 150ms;
    font-variant-numeric: tabular-nums;
  }
  progress {
    appearance: none;
    inline-size: 100%;
    block-size: 4px;
    border: 0;
    border-radius: 2px;
    background: var(--_surface-3);
    overflow: hidden;
  }
  progress::-webkit-progress-bar {
    background: var(--_surface-3);
  }
  progress::-webkit-progress-value {
    background: var(--_accent);
  }
  progress::-moz-progress-bar {
    background: var(--_accent);
  }
  progress:indeterminate {
    background: linear-gradient(90deg, transparent 30%, var(--_accent) 50%, transparent 70%) 0 / 300% var(--_surface-3);
    animation: along 1.6s linear infinite;
  }
  progress:indeterminate::-webkit-progress-bar,
  progress:indeterminate::-moz-progress-bar {
    background: none;
  }
  @media (forced-colors: active) {
    progress {
      appearance: auto;
      block-size: auto;
    }
  }
  .result:has(*) {
    padding-block-start: var(--_space-m);
    border-block-start: 1px solid var(--_line);
  }

  /* Nothing to fill in. */
  .empty {
    display: grid;
    gap: var(--_space-xs);
  }
  .skeleton {
    display: grid;
    gap: var(--_space-m);
    animation: late 150ms !important;
  }
  .skeleton i {
    block-size: 1em;
    inline-size: 40%;
    border-radius: 4px;
    background: var(--_surface-3);
  }
  .skeleton i:nth-of-type(2) {
    inline-size: 85%;
  }
  .skeleton i:nth-of-type(3) {
    block-size: 2.2em;
    inline-size: 100%;
  }
  /* Not seen yet, but there for the keyboard. */
  @keyframes late {
    from,
    to {
      opacity: 0;
    }
  }
  @keyframes along {
    from {
      background-position: 100% 0;
    }
    to {
      background-position: 0 0;
    }
  }
`;
