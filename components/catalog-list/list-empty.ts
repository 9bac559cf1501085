import { nothing, type TemplateResult } from 'lit';
import type { CatalogState, SessionState } from '../../src/index.js';
import type { Noun } from '../words/counted.js';
import { html } from '../words/html.js';

/** Says what would be here, and why it is not. */
export function listEmpty(
  noun: Noun,
  states: readonly CatalogState<unknown>[],
  connection: SessionState['phase'] | undefined,
): TemplateResult | typeof nothing {
  // A list that failed says so itself.
  if (states.some((state) => state.phase === 'failed')) return nothing;
  return html`<div class="empty" part="empty">${reason(noun, states, connection)}</div>`;
}

function reason(
  noun: Noun,
  states: readonly CatalogState<unknown>[],
  connection: SessionState['phase'] | undefined,
): string {
  if (connection === undefined)
    return `No server yet. The ${noun.other} of a server show here when this element stands inside <mcp-session>, or has its session property set.`;
  if (states.every((state) => state.phase === 'unsupported')) return `This server offers no ${noun.other}.`;
  if (states.some((state) => state.phase === 'ready' || state.phase === 'stale'))
    return `This server has no ${noun.other} at the moment.`;
  return `Not connected. The ${noun.other} of the server show here once it is.`;
}

/** Stands where the items will be. Named to assistive technology by the list's own words. */
export const listSkeleton: TemplateResult = html`<div class="skeleton" part="skeleton" aria-hidden="true">
  <i></i><i></i><i></i><i></i><i></i><i></i>
</div>`;
