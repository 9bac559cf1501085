import { nothing, type TemplateResult } from 'lit';
import type { RootsState } from '../../src/consent/index.js';
import { counted } from '../words/counted.js';
import { html } from '../words/html.js';
import { FOLDER } from './root-words.js';

/** What the server gets without a question, if anything, and the way to be asked again. */
export function consentLine({ roots, consent }: RootsState, askAgain: () => void): TemplateResult | typeof nothing {
  if (!consent) return nothing;
  const until = consent.term === 'session' ? 'until this page is closed or reloaded' : 'until you take it back';
  return html`<div class="note" part="consent">
    <span>${consent.verdict === 'deny' ? 'This server is refused without a question' : told()}, ${until}.</span>
    <button class="small" part="ask-again-button" type="button" @click=${askAgain}>Ask me again</button>
  </div>`;

  function told(): string {
    const shared = roots.filter(({ uri }) => consent!.shared.includes(uri)).length;
    const fresh = roots.filter(({ uri }) => !consent!.shared.includes(uri) && !consent!.leftOut.includes(uri)).length;
    const words = `This server is told ${counted(shared, FOLDER)} of ${roots.length} without a question`;
    return fresh > 0 ? `${words} once you have allowed or left out the new ${counted(fresh, FOLDER)}` : words;
  }
}
