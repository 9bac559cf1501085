import { nothing, type TemplateResult } from 'lit';
import type { CoveredTools } from '../../src/consent/index.js';
import { displayName, type Remember, type RememberScope, type ToolCallApproval } from '../../src/index.js';
import { howLong, oneOf, summaryOf, type Term } from '../approval-queue/how-long.js';
import { formatCount } from '../words/counted.js';
import { oneLine } from '../words/cut.js';
import { html } from '../words/html.js';

/** Characters of a tool's name in the list of those that a decision covers. */
const NAME_LENGTH = 200;

/** What the person chose of a decision's reach; undefined: this once. */
export interface RememberChoice {
  readonly term: Term;
  readonly scope: RememberScope;
}

/** What is to be remembered, if anything. */
export function rememberOf({ term, scope }: RememberChoice): Remember | undefined {
  return term === 'once' ? undefined : { term, scope };
}

/** The quiet second step: whether to ask again, and about what. Folded, and "only this time" where nobody touches it. */
export function rememberChoice(
  { covered, lastSaid }: ToolCallApproval,
  choice: RememberChoice,
  change: (choice: RememberChoice) => void,
  never: () => void,
): TemplateResult {
  const scopes: readonly (readonly [RememberScope, string])[] = [
    ['arguments', 'this tool with exactly these arguments'],
    ['tool', 'this tool with any arguments'],
    // Alone it would be the same as the one before.
    ...(covered && covered.tools.length > 1 ? ([['read-only', coveredWords(covered)]] as const) : []),
  ];
  const neverButton = html`<button type="button" class="plain" part="never-button" @click=${never}>
    Never run this tool
  </button>`;
  if (lastSaid !== undefined)
    return html`<details class="remember" part="remember">
      <summary>Ask again next time</summary>
      <p class="small quiet">
        You are asked each time, until the server says what this tool is. What it is not known to be cannot be allowed
        for longer.
      </p>
      ${neverButton}
    </details>`;
  return html`<details class="remember" part="remember">
    <summary>${summaryOf(choice.term)}</summary>
    ${howLong('How long your decision holds', choice.term, (term) => change({ ...choice, term }))}
    ${
      choice.term === 'once'
        ? nothing
        : html`<fieldset>
              <legend>What it holds for</legend>
              ${scopes.map(([scope, label]) =>
                oneOf('scope', label, choice.scope === scope, () => change({ ...choice, scope })),
              )}
            </fieldset>
            ${covered && covered.tools.length > 1 ? coveredList(covered) : nothing}`
    }
    <p class="small quiet">
      A decision ends by itself when the server describes the tool differently. You can take it back at any time under
      “Decisions”.
    </p>
    ${neverButton}
  </details>`;
}

function coveredWords({ tools, of }: CoveredTools): string {
  return tools.length < of
    ? `${formatCount(tools.length)} of the ${formatCount(of)} tools of this server that it says read only`
    : `all tools of this server that it says read only: these ${formatCount(of)}`;
}

/** By name, before anybody decides: whoever allows them should be able to see which they are. */
function coveredList({ tools, of }: CoveredTools): TemplateResult {
  const left = of - tools.length;
  return html`<details class="small covered" part="covered">
    <summary>Which tools read only (${formatCount(tools.length)})</summary>
    <ul>
      ${tools.map((tool) => {
        const label = oneLine(displayName(tool), NAME_LENGTH);
        const name = oneLine(tool.name, NAME_LENGTH);
        return html`<li>
          <bdi class="mono">${name}</bdi>${label === name ? nothing : html` <bdi class="quiet">${label}</bdi>`}
        </li>`;
      })}
    </ul>
    ${left > 0 ? html`<p>${formatCount(left)} more are not covered: they are asked about.</p>` : nothing}
  </details>`;
}
