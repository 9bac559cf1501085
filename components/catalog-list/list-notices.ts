import { nothing, type TemplateResult } from 'lit';
import type { CatalogState, ItemProblem, SessionState } from '../../src/index.js';
import { html } from '../internal/html.js';
import { errorMessage } from '../words/messages.js';
import { problem } from '../internal/problem.js';
import { countedItems, itemsIn, type Noun, t as common } from '../words/common-words.js';
import { fetchedAt } from '../internal/text.js';
import { t } from './messages.js';

/** Broken items that are listed one by one. A server may send thousands. */
const SHOWN_PROBLEMS = 20;

interface NoticeFacts {
  readonly noun: Noun;
  /**
   * False without a connection: the element that shows the connection gives the reason, so the list does not repeat it.
   */
  readonly connected: boolean;
  readonly retry: () => void;
}

/** Shown until the items arrive. The status line says it to assistive technology. */
export const listSkeleton: TemplateResult = html`<div class="skeleton" part="skeleton" aria-hidden="true">
  <i></i><i></i><i></i><i></i><i></i><i></i>
</div>`;

interface AgeFacts {
  readonly states: readonly CatalogState<unknown>[];
  /** Undefined without a connection. */
  readonly refresh: (() => void) | undefined;
  /** True while a refresh by the person runs. */
  readonly isRefreshing: boolean;
}

/** Names the missing items, and the error. */
export function listNotices(state: CatalogState<unknown>, facts: NoticeFacts): TemplateResult | typeof nothing {
  const { noun, connected, retry } = facts;
  const again = { label: common('common.tryAgain'), run: retry };
  switch (state.phase) {
    case 'failed':
      return problem(t('catalogList.notLoaded', { items: itemsIn(noun) }), state.error, again, { brief: !connected });
    case 'stale':
      return html`${
        state.error && connected
          ? problem(t('catalogList.notRefreshed', { items: itemsIn(noun) }), state.error, again)
          : nothing
      }${partialNotice(state.items.length, state.problems, facts)}`;
    case 'ready':
      return partialNotice(state.items.length, state.problems, facts);
    case 'loading':
      return state.items.length > 0
        ? html`<p class="notice small quiet">
            ${t.rich('catalogList.soFar', { counted: countedItems(state.items.length, noun) })}
          </p>`
        : nothing;
    default:
      return nothing;
  }
}

/** Says why the list is empty. */
export function listEmpty(
  noun: Noun,
  states: readonly CatalogState<unknown>[],
  connection: SessionState['phase'] | undefined,
): TemplateResult | typeof nothing {
  // A list that failed has its own error.
  if (states.some((state) => state.phase === 'failed')) return nothing;
  return html`<div class="empty" part="empty">${reason(noun, states, connection)}</div>`;
}

function reason(
  noun: Noun,
  states: readonly CatalogState<unknown>[],
  connection: SessionState['phase'] | undefined,
): string {
  if (connection === undefined) return t('catalogList.noServer', { items: itemsIn(noun) });
  if (states.every((state) => state.phase === 'unsupported'))
    return t('catalogList.notOffered', { items: itemsIn(noun) });
  if (states.some((state) => state.phase === 'ready' || state.phase === 'stale'))
    return t('catalogList.none', { items: itemsIn(noun) });
  return t('catalogList.notConnected', { items: itemsIn(noun) });
}

/** Shown while the server waits for an answer before it gives its list. */
export function listWaits(noun: Noun): TemplateResult {
  return html`<p class="empty" part="empty" role="status" data-name="waits">
    ${t('catalogList.waitsForYou', { items: itemsIn(noun) })}
  </p>`;
}

/** Says when the list was read, with a button that reads it again. */
export function ageNotice({ states, refresh, isRefreshing }: AgeFacts): TemplateResult | typeof nothing {
  const read = states.filter((state) => state.phase === 'ready' || state.phase === 'stale');
  if (read.length === 0) return nothing;
  const oldest = Math.min(...read.map((state) => state.fetchedAt));
  const isChecking = read.some((state) => state.phase === 'stale' && state.refreshing);
  return html`<div class="read small quiet" part="age">
    <span
      >${t.rich(isChecking ? 'catalogList.readAtChecking' : 'catalogList.readAt', { time: html`<time datetime=${new Date(oldest).toISOString()}>${fetchedAt(oldest)}</time>` })}</span
    >
    ${
      refresh
        ? html`<button
            class="plain small"
            part="button"
            data-name="refresh-button"
            type="button"
            aria-disabled=${isRefreshing ? 'true' : nothing}
            @click=${() => isRefreshing || refresh()}
          >
            ${isRefreshing ? t('catalogList.refreshing') : t('catalogList.refresh')}
          </button>`
        : nothing
    }
  </div>`;
}

function partialNotice(
  shown: number,
  problems: readonly ItemProblem[],
  { noun, connected, retry }: NoticeFacts,
): TemplateResult | typeof nothing {
  if (problems.length === 0) return nothing;
  const items = problems.filter((each) => each.index >= 0);
  const ofTheList = problems.filter((each) => each.index < 0);
  return html`${ofTheList.map((each) => html`<p class="note warning small">${errorMessage(each)}</p>`)}${
    items.length > 0
      ? html`<details class="notice small" part="error" data-name="problems">
          <summary>
            ${t.rich('catalogList.notShown', { missing: items.length, counted: countedItems(shown + items.length, noun) })}
          </summary>
          <ul class="problems">
            ${items.slice(0, SHOWN_PROBLEMS).map(
              (each) =>
                html`<li>
                  ${each.name === undefined ? nothing : html`<bdi class="mono">${each.name}</bdi>`}
                  <bdi class="quiet">${errorMessage(each)}</bdi>
                </li>`,
            )}
            ${
              items.length > SHOWN_PROBLEMS
                ? html`<li class="quiet">${t.rich('catalogList.more', { more: items.length - SHOWN_PROBLEMS })}</li>`
                : nothing
            }
          </ul>
        </details>`
      : nothing
  }${
    connected
      ? html`<button
          class="plain small"
          part="button retry-button"
          data-name="read-again-button"
          type="button"
          @click=${retry}
        >
          ${common('common.tryAgain')}
        </button>`
      : nothing
  }`;
}
