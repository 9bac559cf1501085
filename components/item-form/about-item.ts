import { css, type CSSResult, nothing, type TemplateResult } from 'lit';
import { type CatalogState, type SessionState } from '../../src/index.js';
import { html } from '../internal/html.js';
import { errorMessage } from '../words/messages.js';
import { notice } from '../internal/notice.js';
import { problem } from '../internal/problem.js';
import { itemIn, itemsIn, type Noun, t as common } from '../words/common-words.js';
import { collapsedText } from '../internal/long-text.js';
import { t } from './messages.js';

/** Characters of a description that are shown. “More” shows the rest. */
const SHORT = 480;

interface ItemFacts {
  readonly title: string;
  readonly name: string;
  readonly description: string | undefined;
  /** The server's host; empty without a connection. */
  readonly host: string;
  /** The server's claims about the item, if there are any. */
  readonly claims?: TemplateResult | undefined;
  /** Ways to fill in the form. */
  readonly modes?: unknown;
}

/** Shows the server's name and description of the item, and the server's host. */
export function itemHeader({ title, name, description, host, claims, modes }: ItemFacts): TemplateResult {
  return html`<header part="header">
    <div class="title">
      <h2 part="title"><bdi>${title}</bdi></h2>
      ${claims ?? nothing} ${modes ?? nothing}
    </div>
    <p class="where small quiet">
      ${title === name ? nothing : html`<code>${name}</code>`}
      ${host ? html`<span>${t.rich('itemForm.on', { host })}</span>` : nothing}
    </p>
    ${collapsedText(description, SHORT)}
  </header>`;
}

export const itemHeaderStyles: CSSResult = css`
  header {
    display: grid;
    gap: var(--_space-xs);
  }
  .where {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 var(--_space-s);
  }
  .where > span {
    unicode-bidi: plaintext;
  }
  .where:not(:has(*)) {
    display: none;
  }
  .title {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-xs) var(--_space-s);
  }
  /* One of two ways: the other one is a press away. */
  .modes {
    flex: none;
    display: flex;
    margin-inline-start: auto;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  @container mcp-item (width < 34em) {
    .title > .claims {
      order: 1;
      flex-basis: 100%;
    }
  }
  .modes > button {
    min-block-size: max(24px, calc(var(--_hit) - 4px));
    border: 0;
    background: none;
    color: var(--_text-2);
    font-size: var(--_small);
    font-weight: 400;
  }
  .modes > [aria-pressed='true'] {
    background: var(--_surface-3);
    color: var(--_text);
    font-weight: 600;
  }
  @media (forced-colors: active) {
    .modes > [aria-pressed='true'] {
      outline: 2px solid Highlight;
    }
  }
`;

interface Sought {
  readonly noun: Noun;
  /** The requested name, if there is one. */
  readonly name: string | undefined;
  readonly session: SessionState | undefined;
  readonly catalog: CatalogState<unknown> | undefined;
  readonly retry: () => void;
}

/** Explains why there is no form, and what the person can do. */
export function missing({ noun, name, session, catalog, retry }: Sought): TemplateResult {
  if (!name)
    return empty(t('itemForm.noChosen', { item: itemIn(noun) }), t('itemForm.chooseAToSee', { item: itemIn(noun) }));
  if (!session || !catalog) {
    return empty(t('itemForm.noServerYet'), t('itemForm.insideMcpSessionOr', { name }));
  }
  switch (catalog.phase) {
    case 'failed':
      return problem(t('itemForm.theCouldNotBe', { items: itemsIn(noun) }), catalog.error, {
        label: common('common.tryAgain'),
        run: retry,
      });
    case 'unsupported':
      return empty(
        t('itemForm.no', { items: itemsIn(noun) }),
        t('itemForm.thisServerOffersNo', { items: itemsIn(noun) }),
      );
    case 'ready':
    case 'stale':
      return notThere(noun, name, catalog);
    default:
      if (session.phase === 'failed' || session.phase === 'closed' || session.phase === 'idle') {
        return empty(t('itemForm.notConnected'), t('itemForm.showsHereOnceThe', { name }));
      }
      return html`<div class="skeleton" part="skeleton" role="status">
        <span class="visually-hidden">${t.rich('itemForm.loading', { name })}</span><i></i><i></i><i></i>
      </div>`;
  }
}

type Listed = Extract<CatalogState<unknown>, { phase: 'ready' | 'stale' }>;

function notThere(noun: Noun, name: string, catalog: Listed): TemplateResult {
  const fault = catalog.problems.find((each) => each.name === name);
  return notice({
    tone: 'warning',
    part: 'empty',
    title: html`${t.rich('itemForm.noUsable', { item: itemIn(noun), name: html`<code>${name}</code>` })}`,
    lines: [fault ? errorMessage(fault) : t('itemForm.itIsNotIn', { items: itemsIn(noun) })],
    more:
      catalog.phase === 'stale' && catalog.refreshing
        ? html`<span class="quiet">${t('itemForm.checkingForChanges')}</span>`
        : nothing,
  });
}

function empty(title: string, words: string): TemplateResult {
  return html`<div class="empty" part="empty">
    <h2>${title}</h2>
    <p class="quiet">${words}</p>
  </div>`;
}
