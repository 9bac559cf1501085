import { nothing, type TemplateResult } from 'lit';
import type { CatalogState, SessionState } from '../../src/index.js';
import { problem } from '../problem/problem.js';
import type { Noun } from '../words/counted.js';
import { html } from '../words/html.js';

export interface Sought {
  readonly noun: Noun;
  /** The name asked for, if any. */
  readonly name: string | undefined;
  readonly session: SessionState | undefined;
  readonly catalog: CatalogState<unknown> | undefined;
  readonly retry: () => void;
}

/** Why there is nothing to fill in, and what to do about it. */
export function missing({ noun, name, session, catalog, retry }: Sought): TemplateResult {
  if (!name) return empty(`No ${noun.one} chosen`, `Choose a ${noun.one} to see what it does and what it needs.`);
  if (!session || !catalog) {
    return empty('No server yet', `Inside <mcp-session>, or with its session property set, this shows ${name}.`);
  }
  switch (catalog.phase) {
    case 'failed':
      return problem(`The ${noun.other} could not be loaded.`, catalog.error, { label: 'Try again', run: retry });
    case 'unsupported':
      return empty(`No ${noun.other}`, `This server offers no ${noun.other}.`);
    case 'ready':
    case 'stale':
      return notThere(noun, name, catalog);
    default:
      if (session.phase === 'failed' || session.phase === 'closed' || session.phase === 'idle') {
        return empty('Not connected', `${name} shows here once the server is connected.`);
      }
      return html`<div class="skeleton" part="skeleton" role="status">
        <span class="visually-hidden">Loading ${name}.</span><i></i><i></i><i></i>
      </div>`;
  }
}

type Listed = Extract<CatalogState<unknown>, { phase: 'ready' | 'stale' }>;

function notThere(noun: Noun, name: string, catalog: Listed): TemplateResult {
  const fault = catalog.problems.find((each) => each.name === name);
  return html`<div class="note warning" part="empty">
    <strong>This server has no usable ${noun.one} <code>${name}</code>.</strong>
    <span>${fault ? fault.message : `It is not in the server’s list of ${noun.other}.`}</span>
    ${catalog.phase === 'stale' && catalog.refreshing ? html`<span class="quiet">Checking for changes.</span>` : nothing}
  </div>`;
}

function empty(title: string, words: string): TemplateResult {
  return html`<div class="empty" part="empty">
    <h2>${title}</h2>
    <p class="quiet">${words}</p>
  </div>`;
}
