import { css, type CSSResult } from 'lit';

/** The colours of a claim of a server about its tool that a person must weigh. */
export const claimTones: CSSResult = css`
  .claim.writes {
    background: var(--_warning-soft);
    color: var(--_warning);
  }
  .claim.destroys {
    background: var(--_danger-soft);
    color: var(--_danger);
  }
`;
