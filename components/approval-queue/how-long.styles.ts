import { css, type CSSResult } from 'lit';

/** For the fold that asks how long an answer holds. */
export const howLongStyles: CSSResult = css`
  legend {
    padding: 0;
    color: var(--_text-2);
    font-size: 0.9em;
  }
  .choice {
    display: flex;
    align-items: start;
    gap: var(--_space-s);
    min-block-size: 24px;
  }
  @media (pointer: coarse) {
    .choice {
      padding-block: var(--_space-s);
    }
  }
  .choice input {
    flex: none;
    /* Beside the first line, however many there are. */
    margin: calc((1lh - 1.15em) / 2) 0 0;
  }
  .remember > * + * {
    margin-block-start: var(--_space-s);
  }
`;
