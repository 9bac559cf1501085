import { css, type CSSResult } from 'lit';

/** Buttons, inputs and notes: the same word for the same role everywhere. */
export const controls: CSSResult = css`
  button,
  input,
  select,
  textarea {
    font: inherit;
    color: inherit;
  }
  button,
  summary {
    cursor: pointer;
  }
  button {
    min-block-size: var(--_hit);
    padding: 0 var(--_space-m);
    border: 1px solid var(--_line-2);
    border-radius: var(--_radius);
    background: var(--_surface);
    font-weight: 550;
  }
  button:hover {
    background: var(--_surface-2);
  }
  button.primary {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_on-accent);
  }
  button.danger {
    border-color: var(--_danger);
    background: var(--_danger);
    color: var(--_on-danger);
  }
  button.primary:hover,
  button.danger:hover {
    filter: brightness(1.08);
  }
  button.plain {
    border-color: transparent;
    background: none;
    color: var(--_accent);
    padding: 0 var(--_space-s);
  }
  button.plain:hover {
    background: var(--_accent-soft);
  }
  button:disabled {
    opacity: 0.55;
    cursor: default;
  }
  input:not([type='checkbox'], [type='radio'], [type='range'], [type='file']),
  select,
  textarea {
    inline-size: 100%;
    min-block-size: var(--_hit);
    padding: 6px 10px;
    border: 1px solid var(--_line-2);
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  input::placeholder,
  textarea::placeholder {
    color: var(--_text-2);
    opacity: 1;
  }
  textarea {
    min-block-size: 5.5em;
    resize: vertical;
  }
  textarea.mono {
    font-family: var(--_mono);
    font-size: 0.92em;
    tab-size: 2;
  }
  input[type='checkbox'],
  input[type='radio'] {
    inline-size: 1.15em;
    block-size: 1.15em;
    accent-color: var(--_accent);
  }
  [aria-invalid='true'] {
    border-color: var(--_danger) !important;
  }
  .note {
    display: grid;
    gap: var(--_space-xs);
    justify-items: start;
    padding: 10px var(--_space-m);
    border-radius: var(--_radius);
    background: var(--_surface-2);
  }
  .note.error {
    background: var(--_danger-soft);
  }
  .note.error > strong:first-child {
    color: var(--_danger);
  }
  .note.warning {
    background: var(--_warning-soft);
  }
  .note.warning > strong:first-child {
    color: var(--_warning);
  }
  summary {
    border-radius: var(--_radius);
  }
  /* Names and values, side by side. */
  .facts {
    display: grid;
    grid-template-columns: minmax(5em, max-content) minmax(0, 1fr);
    gap: var(--_space-xs) var(--_space-m);
    margin-block-start: var(--_space-s);
  }
  .facts dt {
    color: var(--_text-2);
  }
  @media (forced-colors: active) {
    button.primary,
    button.danger {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
      border-color: Highlight;
    }
    .note {
      border: 1px solid;
    }
  }
`;
