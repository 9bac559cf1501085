import type { TemplateResult } from 'lit';
import { howLong, summaryOf, type Term } from '../approval-queue/how-long.js';
import { html } from '../words/html.js';

/** The quiet second step: whether to ask again. Folded, and "only this time" where nobody touches it. */
export function termChoice(term: Term, change: (term: Term) => void, never: () => void): TemplateResult {
  return html`<details class="remember" part="remember">
    <summary>${summaryOf(term)}</summary>
    ${howLong('How long your answer holds', term, change)}
    <p class="small quiet">
      It holds for the folders that stand here. When you add one, you are asked again. You can take it back at any time
      under “Folders”.
    </p>
    <button type="button" class="plain" part="never-button" @click=${never}>
      Never share folders with this server
    </button>
  </details>`;
}
