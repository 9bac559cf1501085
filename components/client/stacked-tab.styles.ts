import { css, type CSSResult } from 'lit';

/** The declarations of a tab in a narrow client: the amount is below the name, so that the sections fit into 320 px. */
export const stackedTab: CSSResult = css`
  flex: 1 0 auto;
  flex-direction: column;
  justify-content: center;
  gap: 0;
  padding: 2px var(--_tab, var(--_space-xs));
  line-height: 1.2;
`;
