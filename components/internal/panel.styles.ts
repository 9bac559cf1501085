import { css, type CSSResult } from 'lit';

/** The panels that list what is stored: decisions, folders, the audit log, the storage. */
export const panelStyles: CSSResult = css`
  button.small {
    min-block-size: max(24px, calc(var(--_hit) - 8px));
  }
  /* Nothing to say yet: it must take no room in a grid with gaps. */
  [role='status']:empty {
    display: none;
  }
  /* Items in a frame, with a line between them. */
  .framed {
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .framed > li + li {
    border-block-start: 1px solid var(--_line);
  }
  details > summary {
    inline-size: fit-content;
    min-block-size: 24px;
    color: var(--_text-2);
  }
  :host([quiet]) [part~='base'],
  [data-name~='fold'] > summary ~ * {
    margin-block-start: var(--_space-s);
  }
`;
