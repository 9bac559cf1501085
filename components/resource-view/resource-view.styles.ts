import { css, type CSSResult } from 'lit';

export const resourceViewStyles: CSSResult = css`
  :host {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-m);
  }
  :host > * {
    min-inline-size: 0;
  }
  .header,
  .item {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-xs);
  }
  form {
    display: grid;
    gap: var(--_space-m);
  }
  .preview {
    display: grid;
    gap: var(--_space-xs);
    padding: var(--_space-s) var(--_space-m);
    border-radius: var(--_radius);
    background: var(--_surface-2);
  }
  button.small {
    min-block-size: max(24px, calc(var(--_hit) - 8px));
  }
  [aria-disabled='true'] {
    opacity: 0.55;
    cursor: default;
  }
  [aria-live] > * {
    margin-block-start: var(--_space-s);
  }
  .reading > .row:first-child {
    flex-wrap: nowrap;
  }
  .reading button {
    flex: none;
  }
  .following {
    gap: var(--_space-xs) var(--_space-l);
  }
  .choice {
    display: inline-flex;
    align-items: center;
    gap: var(--_space-s);
    min-block-size: max(24px, calc(var(--_hit) - 8px));
  }
  .updated {
    color: var(--_accent);
    font-weight: 600;
  }
  .skeleton {
    display: grid;
    gap: var(--_space-s);
  }
  .skeleton i {
    block-size: 1em;
    border-radius: var(--_radius);
    background: var(--_surface-3);
  }
  .skeleton i:last-child {
    inline-size: 60%;
  }
`;
