import { nothing, type TemplateResult } from 'lit';
import type { Remember, RememberScope, Tool } from '../../src/index.js';
import { howLong, oneOf, summaryOf, type Term } from '../approval-queue/how-long.js';
import { html } from '../words/html.js';

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
  tool: Tool,
  choice: RememberChoice,
  change: (choice: RememberChoice) => void,
  never: () => void,
): TemplateResult {
  const scopes: readonly (readonly [RememberScope, string])[] = [
    ['arguments', 'this tool with exactly these arguments'],
    ['tool', 'this tool with any arguments'],
    ...(tool.annotations?.readOnlyHint === true
      ? ([['read-only', 'all tools of this server that it says read only']] as const)
      : []),
  ];
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
          </fieldset>`
    }
    <p class="small quiet">
      A decision ends by itself when the server describes the tool differently. You can take it back at any time under
      “Decisions”.
    </p>
    <button type="button" class="plain" part="never-button" @click=${never}>Never run this tool</button>
  </details>`;
}
