import { css, nothing, type CSSResult, type TemplateResult } from 'lit';
import { cut } from '../words/cut.js';
import { html } from '../words/html.js';

/**
 * A server's text, as text: short ones as they are, long ones as their beginning with the whole one press away.
 * @param id names the part that describes a control; of a long text that is its beginning
 */
export function folded(text: string | undefined, limit: number, id?: string): TemplateResult | typeof nothing {
  const trimmed = text?.trim();
  if (!trimmed) return nothing;
  if (trimmed.length <= limit) {
    return html`<p id=${id ?? nothing} class="help quiet" part="description">${trimmed}</p>`;
  }
  const start = cut(trimmed, limit * 0.8).replace(/\s+\S*$/, '');
  return html`<details class="help quiet" part="description">
    <summary><span class="start" id=${id ?? nothing}>${start}…</span> <span class="more"></span></summary>
    <p>${trimmed}</p>
  </details>`;
}

export const foldedStyles: CSSResult = css`
  .help {
    white-space: pre-line;
    unicode-bidi: plaintext;
    text-align: -webkit-match-parent;
    text-align: match-parent;
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
