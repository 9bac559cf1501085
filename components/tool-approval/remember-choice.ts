import { type TemplateResult, nothing } from 'lit';
import { type CoveredTools, GRANT_DAYS } from '../../src/approvals/index.js';
import { type Remember, type RememberScope, type ToolCallApproval, displayName } from '../../src/index.js';
import { toolName } from '../approval-queue/headings.js';
import { type DecisionDuration, oneOf, rememberChoice } from '../approval-queue/question.js';
import { mayRemember } from '../../src/policy/site-policy.js';
import { html } from '../internal/html.js';
import { oneLine } from '../internal/text.js';
import { t } from './messages.js';

/** Characters of a tool's name in the list of tools that a decision covers. */
const NAME_LENGTH = 200;

/** The duration and the scope of the decision. */
export interface RememberChoice {
  readonly duration: DecisionDuration;
  readonly scope: RememberScope;
}

/** The decision to store, if any. */
export function rememberOf({ duration, scope }: RememberChoice): Remember | undefined {
  return duration === 'once' ? undefined : { duration, scope };
}

/**
 * The choice to remember the decision, how long, and for which calls. Renders nothing on a site where no decision is
 * remembered.
 */
export function rememberCall(
  { asked, covered, lastSaid, requestingServer }: ToolCallApproval,
  choice: RememberChoice,
  change: (choice: RememberChoice) => void,
  never: () => void,
): TemplateResult | typeof nothing {
  if (!mayRemember()) return nothing;
  const neverButton = html`<button type="button" class="plain" part="button" data-name="never-button" @click=${never}>
    ${t('toolApproval.neverRunThisTool')}
  </button>`;
  if (lastSaid !== undefined)
    return html`<div class="remember row" part="field" data-name="remember">
      <span class="quiet">${t('toolApproval.youAreAskedEach')}</span> ${neverButton}
    </div>`;
  const { duration } = choice;
  const name = html`<bdi class="mono">${toolName(asked.tool.name)}</bdi>`;
  const scopes: readonly (readonly [RememberScope, unknown])[] = [
    ['arguments', html`${t.rich('toolApproval.withExactlyTheseArguments', { name })}`],
    ['tool', html`${t.rich('toolApproval.withAnyArguments', { name })}`],
    // With one tool it would equal the option above.
    ...(covered && covered.tools.length > 1 ? ([['read-only', coveredWords(covered)]] as const) : []),
  ];
  return rememberChoice({
    duration,
    change: (term) => change({ ...choice, duration: term }),
    scope: html`<div role="radiogroup" aria-label=${t('toolApproval.whatItHoldsFor')}>
        ${scopes.map(([scope, label]) =>
          oneOf('scope', label, choice.scope === scope, () => change({ ...choice, scope })),
        )}
      </div>
      ${covered && covered.tools.length > 1 ? coveredList(covered) : nothing}
      <p class="quiet">
        ${t.rich('toolApproval.onHost', { host: requestingServer.host })}
        ${duration === 'once' ? nothing : t(`toolApproval.ends.${duration}`, { days: GRANT_DAYS })}
      </p>
      ${neverButton}`,
  });
}

function coveredWords({ tools, of }: CoveredTools): string {
  return tools.length < of
    ? t('toolApproval.ofTheToolsOf', { count: tools.length, of })
    : t('toolApproval.allToolsThatReadOnly', { of });
}

/** By name, so that the person sees before the decision which tools it covers. */
function coveredList({ tools, of }: CoveredTools): TemplateResult {
  const left = of - tools.length;
  return html`<details class="small covered" part="note" data-name="covered">
    <summary>${t.rich('toolApproval.whichToolsReadOnly', { count: tools.length })}</summary>
    <ul>
      ${tools.map((tool) => {
        const label = oneLine(displayName(tool), NAME_LENGTH);
        const name = oneLine(tool.name, NAME_LENGTH);
        return html`<li>
          <bdi class="mono">${name}</bdi>${label === name ? nothing : html` <bdi class="quiet">${label}</bdi>`}
        </li>`;
      })}
    </ul>
    ${left > 0 ? html`<p>${t.rich('toolApproval.moreAreNotCovered', { left })}</p>` : nothing}
  </details>`;
}

export const ONCE: RememberChoice = { duration: 'once', scope: 'arguments' };
