import { css, type CSSResult } from 'lit';

export const elicitationApprovalStyles: CSSResult = css`
  .address {
    padding: 10px var(--_space-m);
    border-radius: var(--_radius);
    background: var(--_surface-2);
    color: var(--_text-2);
    overflow-wrap: anywhere;
  }
  .address strong {
    color: var(--_text);
    font-weight: 600;
  }
`;
