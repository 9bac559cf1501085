import { nothing, type TemplateResult } from 'lit';
import type { Grant } from '../../src/consent/index.js';
import { asOf } from '../words/as-of.js';
import { cut, oneLine } from '../words/cut.js';
import { html } from '../words/html.js';
import { scopeWords, subjectOf, termWords } from './decision-words.js';

/** Characters of a description that are shown; a consent can be bound to far more than anybody reads. */
const SHOWN_DEFINITION = 20_000;
/** Names of tools that are shown of one decision. */
const SHOWN_TOOLS = 200;

/** One decision: what it allows or refuses, how long, what the tool was then, and the way to take it back. */
export function decisionView(grant: Grant, revoke: (grant: Grant) => void): TemplateResult {
  const isAllowed = grant.verdict === 'allow';
  return html`<li class="decision" part="decision">
    <div class="what">
      <span class="verdict ${isAllowed ? 'allowed' : 'refused'}">${isAllowed ? 'Allowed' : 'Refused'}</span>
      <bdi class=${grant.scope === 'read-only' ? '' : 'mono'}>${subjectOf(grant)}</bdi>
      <span class="quiet">${scopeWords(grant)}</span>
    </div>
    <button
      class="small"
      part="revoke-button"
      type="button"
      aria-label="Take back: ${isAllowed ? 'allowed' : 'refused'} ${subjectOf(grant)}"
      @click=${() => revoke(grant)}
    >
      Take back
    </button>
    <p class="small quiet">
      Since <time datetime=${new Date(grant.at).toISOString()}>${asOf(grant.at)}</time>, ${termWords(grant)}.
    </p>
    ${grant.scope === 'read-only' ? namesOf(grant) : definitionOf(grant)}
  </li>`;
}

function namesOf({ tools }: Grant): TemplateResult {
  const more = tools.length - SHOWN_TOOLS;
  return html`<details class="small">
    <summary>Which tools</summary>
    <ul class="names">
      ${tools.slice(0, SHOWN_TOOLS).map(({ name }) => html`<li><bdi class="mono">${oneLine(name, 200)}</bdi></li>`)}
      ${more > 0 ? html`<li>and ${more} more</li>` : nothing}
    </ul>
  </details>`;
}

function definitionOf({ definition }: Grant): TemplateResult | typeof nothing {
  if (!definition) return nothing;
  const { name: _name, description, ...rest } = definition;
  const said = typeof description === 'string' ? description : '';
  return html`<details class="small" part="definition">
    <summary>What the server said of it then</summary>
    <p class="said">${said ? cut(said, SHOWN_DEFINITION) : 'It gave no description.'}</p>
    <pre tabindex="0" role="group" aria-label="Everything else that it said">
${cut(JSON.stringify(rest, undefined, 2), SHOWN_DEFINITION)}</pre>
  </details>`;
}
