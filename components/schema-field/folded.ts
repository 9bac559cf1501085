import { css, html, nothing, type CSSResult, type TemplateResult } from 'lit';

/**
 * A server's text, as text: short ones as they are, long ones as their beginning with the whole one press away.
 * @param id names the part that describes a control; of a long text that is its beginning
 */
export function folded(text: string | undefined, limit: number, id?: string): TemplateResult | typeof nothing {
  const trimmed = text?.trim();
  if (!trimmed) return nothing;
  if (trimmed.length <= limit) {
    return html`<p id=${id ?? nothing} class="help quiet" part="description" dir="auto">${trimmed}</p>`;
  }
  const start = trimmed.slice(0, limit * 0.8).replace(/\s+\S*$/, '');
  return html`<details class="help quiet" part="description">
    <summary><span class="start" id=${id ?? nothing} dir="auto">${start}…</span> <span class="more"></span></summary>
    <p dir="auto">${trimmed}</p>
  </details>`;
}

export const foldedStyles: CSSResult = css`
  .help {
    white-space: pre-line;
  }
  .help > summary {
    list-style: none;
    inline-size: fit-content;
  }
  .help > summary::-webkit-details-marker {
    display: none;
  }
  .help[open] > summary > .start {
    display: none;
  }
  .more {
    color: var(--_accent);
    font-weight: 550;
    white-space: nowrap;
  }
  .more::before {
    content: 'More';
  }
  .help[open] .more::before {
    content: 'Less';
  }
`;
