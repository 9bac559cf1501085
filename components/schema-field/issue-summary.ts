import { css, html, nothing, type CSSResult, type TemplateResult } from 'lit';
import type { FormIssue } from '../../src/schema/index.js';
import { counted, formatCount } from '../words/counted.js';

/** Issues that are listed one by one. */
const SHOWN = 10;
const THINGS = { one: 'thing keeps', other: 'things keep' };

/**
 * What keeps a form from being sent, each with a way to its field. Takes focus as a whole: `.summary`.
 * @param goTo focuses the field at a JSON Pointer
 */
export function issueSummary(
  issues: readonly FormIssue[],
  goTo: (pointer: string) => void,
): TemplateResult | typeof nothing {
  if (issues.length === 0) return nothing;
  return html`<div class="note error summary" part="error-summary" role="group" tabindex="-1" aria-labelledby="summary">
    <strong id="summary">${counted(issues.length, THINGS)} this from being sent.</strong>
    <ul>
      ${issues
        .slice(0, SHOWN)
        .map(
          ({ pointer, label, message }) =>
            html`<li>
              <button class="link" type="button" @click=${() => goTo(pointer)}>${label}</button>: ${message}
            </li>`,
        )}
      ${issues.length > SHOWN ? html`<li>And ${formatCount(issues.length - SHOWN)} more.</li>` : nothing}
    </ul>
  </div>`;
}

export const issueSummaryStyles: CSSResult = css`
  .link {
    min-block-size: 24px;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font-weight: 550;
    text-align: start;
    text-decoration: underline;
    text-underline-offset: 0.15em;
  }
  .link:hover {
    background: none;
    text-decoration-thickness: 2px;
  }
`;
