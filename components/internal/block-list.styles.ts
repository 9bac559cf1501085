import { css, type CSSResult } from 'lit';

export const blockListStyles: CSSResult = css`
  .blocks {
    display: flex;
    flex-flow: row wrap;
    align-items: flex-start;
    gap: var(--_space-m);
    min-inline-size: 0;
  }
  .blocks > * {
    flex: 1 1 100%;
    min-inline-size: 0;
  }
  .blocks > .beside {
    flex: 0 1 auto;
    max-inline-size: 21em;
  }
  .others {
    justify-self: start;
  }
`;
