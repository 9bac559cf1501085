import { type TemplateResult, nothing } from 'lit';
import { type CoveredTools, GRANT_DAYS } from '../../src/approvals/index.js';
import { type Remember, type RememberScope, type ToolCallApproval, displayName } from '../../src/index.js';
import { type DecisionDuration, grantDurationChoice, oneOf, summaryOf } from '../approval-queue/question.js';
import { mayRemember } from '../../src/util/site-policy.js';
import { html } from '../internal/html.js';
import { formatCount, oneLine } from '../internal/text.js';

/** Characters of a tool's name in the list of tools that a decision covers. */
const NAME_LENGTH = 200;

/** How long and for what the decision holds. */
export interface RememberChoice {
  readonly duration: DecisionDuration;
  readonly scope: RememberScope;
}

/** What is stored, if anything. */
export function rememberOf({ duration, scope }: RememberChoice): Remember | undefined {
  return duration === 'once' ? undefined : { duration, scope };
}

/**
 * The second step: how long the decision holds, and for what. Collapsed, and "only this time" by default. Nothing on a
 * site where no decision is remembered.
 */
export function rememberChoice(
  { covered, lastSaid }: ToolCallApproval,
  choice: RememberChoice,
  change: (choice: RememberChoice) => void,
  never: () => void,
): TemplateResult | typeof nothing {
  if (!mayRemember()) return nothing;
  const scopes: readonly (readonly [RememberScope, string])[] = [
    ['arguments', 'this tool with exactly these arguments'],
    ['tool', 'this tool with any arguments'],
    // With one tool it would equal the option above.
    ...(covered && covered.tools.length > 1 ? ([['read-only', coveredWords(covered)]] as const) : []),
  ];
  const neverButton = html`<button type="button" class="plain" part="button" data-name="never-button" @click=${never}>
    Never run this tool
  </button>`;
  if (lastSaid !== undefined)
    return html`<details class="remember" part="field" data-name="remember">
      <summary>Ask again next time</summary>
      <p class="small quiet">
        You are asked each time, until the server says what this tool is. What it is not known to be cannot be allowed
        for longer.
      </p>
      ${neverButton}
    </details>`;
  return html`<details class="remember" part="field" data-name="remember">
    <summary>${summaryOf(choice.duration)}</summary>
    ${grantDurationChoice('How long your decision holds', choice.duration, (term) => change({ ...choice, duration: term }))}
    ${
      choice.duration === 'once'
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
      What you allow ends by itself after ${GRANT_DAYS} days, or when the server describes the tool differently. What
      you refuse stays refused. You can take both back at any time under “Decisions”.
    </p>
    ${neverButton}
  </details>`;
}

function coveredWords({ tools, of }: CoveredTools): string {
  return tools.length < of
    ? `${formatCount(tools.length)} of the ${formatCount(of)} tools of this server that it says read only`
    : `all tools of this server that it says read only: these ${formatCount(of)}`;
}

/** By name, so that the person sees before the decision which tools it covers. */
function coveredList({ tools, of }: CoveredTools): TemplateResult {
  const left = of - tools.length;
  return html`<details class="small covered" part="note" data-name="covered">
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

export const ONCE: RememberChoice = { duration: 'once', scope: 'arguments' };
