import { nothing, type TemplateResult } from 'lit';
import type { CatalogState, ItemProblem } from '../../src/index.js';
import { problem } from '../problem/problem.js';
import { asOf } from '../words/as-of.js';
import { counted, formatCount, type Noun } from '../words/counted.js';
import { html } from '../words/html.js';

/** Broken items that are listed one by one; a server may send thousands. */
const SHOWN_PROBLEMS = 20;

export interface NoticeFacts {
  readonly noun: Noun;
  /** False while there is no connection: whoever shows the connection says why, and a list need not repeat it. */
  readonly connected: boolean;
  readonly retry: () => void;
}

/** How old what is shown is, where any of it is not fresh. */
export function ageNotice(states: readonly CatalogState<unknown>[]): TemplateResult | typeof nothing {
  const stale = states.filter((state) => state.phase === 'stale');
  if (stale.length === 0) return nothing;
  const oldest = Math.min(...stale.map((state) => state.asOf));
  const refreshing = stale.some((state) => state.refreshing);
  return html`<p class="notice small quiet" part="age">
    As of <time datetime=${new Date(oldest).toISOString()}>${asOf(oldest)}</time>${
      refreshing ? ', checking for changes.' : '.'
    }
  </p>`;
}

/** What is missing from a list, and what went wrong with it. */
export function listNotices(state: CatalogState<unknown>, facts: NoticeFacts): TemplateResult | typeof nothing {
  const { noun, connected, retry } = facts;
  const again = { label: 'Try again', run: retry };
  switch (state.phase) {
    case 'failed':
      return problem(`The ${noun.other} could not be loaded.`, state.error, again, { brief: !connected });
    case 'stale':
      return html`${
        state.error && connected ? problem(`The ${noun.other} could not be refreshed.`, state.error, again) : nothing
      }${partialNotice(state.items.length, state.problems, noun)}`;
    case 'ready':
      return partialNotice(state.items.length, state.problems, noun);
    case 'loading':
      return state.items.length > 0
        ? html`<p class="notice small quiet">${counted(state.items.length, noun)} so far, loading more.</p>`
        : nothing;
    default:
      return nothing;
  }
}

function partialNotice(shown: number, problems: readonly ItemProblem[], noun: Noun): TemplateResult | typeof nothing {
  if (problems.length === 0) return nothing;
  const items = problems.filter((each) => each.index >= 0);
  const ofTheList = problems.filter((each) => each.index < 0);
  return html`${ofTheList.map((each) => html`<p class="note warning small">${each.message}</p>`)}${
    items.length > 0
      ? html`<details class="notice small" part="problems">
          <summary>${formatCount(items.length)} of ${counted(shown + items.length, noun)} could not be shown</summary>
          <ul class="problems">
            ${items.slice(0, SHOWN_PROBLEMS).map(
              (each) =>
                html`<li>
                  ${each.name === undefined ? nothing : html`<span class="mono">${each.name}</span>`}
                  <span class="quiet">${each.message}</span>
                </li>`,
            )}
            ${
              items.length > SHOWN_PROBLEMS
                ? html`<li class="quiet">And ${formatCount(items.length - SHOWN_PROBLEMS)} more.</li>`
                : nothing
            }
          </ul>
        </details>`
      : nothing
  }`;
}
