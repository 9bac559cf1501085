import { css, type CSSResult } from 'lit';

/** What is typed into, picked or moved. */
export const boxStyles: CSSResult = css`
  /* The colour that tells what is wrong is gone then. */
  @media (forced-colors: active) {
    [aria-invalid='true']:not(fieldset) {
      border-width: 2px;
    }
  }
  /* Grows with what is typed, where the browser can. */
  textarea {
    field-sizing: content;
    min-block-size: 4em;
    max-block-size: 24em;
  }
  .masked {
    -webkit-text-security: disc;
  }
  input.number {
    max-inline-size: 16em;
  }
  input.time {
    inline-size: auto;
    flex: 0 1 auto;
    justify-self: start;
    min-inline-size: 11em;
    max-inline-size: 100%;
  }
  select.offset {
    inline-size: auto;
    flex: none;
  }
  input[type='file'] {
    max-inline-size: 100%;
    min-block-size: var(--_hit);
    padding-block: 6px;
  }
  input[type='file']::file-selector-button {
    font: inherit;
    font-weight: 550;
    color: inherit;
    margin-inline-end: var(--_space-s);
    padding: 3px 10px;
    border: 1px solid var(--_line-2);
    border-radius: var(--_radius);
    background: var(--_surface);
    cursor: pointer;
  }
  .picked {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--_space-s);
    min-block-size: var(--_hit);
    padding-inline: 10px 2px;
    border: 1px solid var(--_line-2);
    border-radius: var(--_radius);
  }
  .beside {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-s);
  }
  .slider {
    flex: 1 1 8em;
    max-inline-size: 20em;
    min-block-size: 24px;
    accent-color: var(--_accent);
  }
  .slider.unset {
    opacity: 0.5;
  }
  .unset {
    color: var(--_text-2);
  }
`;
