import { css, type CSSResult } from 'lit';

export const comboboxStyles: CSSResult = css`
  .combobox {
    position: relative;
  }
  .combobox > input {
    padding-inline-end: 2.4em;
  }
  .opener {
    position: absolute;
    inset-block: 1px;
    inset-inline-end: 1px;
    min-block-size: 0;
    inline-size: 2.2em;
    padding: 0;
    border: 0;
    background: none;
    color: var(--_text-2);
  }
  [role='listbox'] {
    position: absolute;
    inset-block-start: calc(100% + 4px);
    inset-inline: 0;
    z-index: 2;
    max-block-size: 17em;
    overflow: auto;
    padding: 4px;
    border: 1px solid var(--_line-2);
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: var(--_shadow);
  }
  [role='option'] {
    display: grid;
    align-content: center;
    min-block-size: max(28px, calc(var(--_hit) - 6px));
    padding: 3px 8px;
    border-inline-start: 2px solid transparent;
    border-radius: max(2px, calc(var(--_radius) - 2px));
    cursor: pointer;
  }
  [role='option']:hover {
    background: var(--_surface-2);
  }
  [role='option'].active {
    background: var(--_accent-soft);
    border-inline-start-color: var(--_accent);
  }
  [role='option'][aria-selected='true'] {
    font-weight: 600;
  }
  .about {
    font-weight: 400;
  }
  @media (forced-colors: active) {
    [role='option'].active {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
    [role='option'].active .quiet {
      color: inherit;
    }
  }
`;
