import { nothing, type TemplateResult } from 'lit';
import { formatBytes } from '../../src/content/index.js';
import type { Erased, Usage } from '../../src/kept/index.js';
import { placeOf } from '../consents/decision-words.js';
import { asOf } from '../words/as-of.js';
import { html } from '../words/html.js';
import { byImportance, isKnownKind, kindInWords } from './kind-words.js';

export interface ServerView {
  readonly server: string;
  readonly usage: readonly Usage[];
  /** What the person is asked whether to erase. */
  readonly asking: Erased | undefined;
  readonly ask: (what: Erased) => void;
  readonly erase: (what: Erased, words: string) => void;
  readonly keep: () => void;
}

export const bytesOf = (usage: readonly Usage[]): number => usage.reduce((sum, { bytes }) => sum + bytes, 0);
export const isSameErased = (one: Erased | undefined, other: Erased): boolean =>
  one !== undefined && one.server === other.server && one.kind === other.kind;

/** What is kept about one server, by kind. */
export function serverView(view: ServerView): TemplateResult {
  const { server, usage } = view;
  return html`<section class="server" aria-label="Kept about ${hostOf(server)}">
    ${serverHead(view)}
    <ul class="kinds">
      ${usage.toSorted(byImportance).map((one) => kindRow(one, view))}
    </ul>
  </section>`;
}

/** A server with how much there is, and the way to erase all of it. */
export function serverHead(view: ServerView): TemplateResult {
  const { server, usage } = view;
  const { identity } = placeOf(server);
  const host = hostOf(server);
  return html`<div class="head">
    <h3><bdi class="mono">${host}</bdi></h3>
    ${identity === undefined ? nothing : html`<span class="small quiet">as <bdi>${identity}</bdi></span>`}
    <span class="small quiet bytes">${formatBytes(bytesOf(usage))}</span>
    ${eraser(view, { server }, `everything about ${host}`, 'Erase all')}
  </div>`;
}

function kindRow({ server, kind, count, bytes, oldest, newest }: Usage, view: ServerView): TemplateResult {
  const words = kindInWords(kind, count);
  const [from, to] = [asOf(oldest), asOf(newest)];
  return html`<li class="kind" part="kind">
    <span>${words}</span>
    <span class="small quiet">
      ${formatBytes(bytes)} ·
      <time datetime=${new Date(newest).toISOString()}>${from === to ? to : `${from} – ${to}`}</time>
    </span>
    ${isKnownKind(kind) ? eraser(view, { server, kind }, words, 'Erase') : nothing}
  </li>`;
}

/** The button that asks, or, once it is pressed, the question. */
export function eraser(
  { asking, ask, erase, keep }: Pick<ServerView, 'asking' | 'ask' | 'erase' | 'keep'>,
  what: Erased,
  words: string,
  label: string,
): TemplateResult {
  if (!isSameErased(asking, what))
    return html`<button
      class="plain small erase"
      part="erase-button"
      type="button"
      aria-label="${label}: ${words}"
      @click=${() => ask(what)}
    >
      ${label}
    </button>`;
  return html`<div class="row asking" role="group" aria-label="Erase ${words}?">
    <span>Erase ${words} for good?</span>
    <button class="small" part="confirm-button" type="button" @click=${() => erase(what, words)}>Erase</button>
    <button class="small" part="keep-button" type="button" @click=${keep}>Keep</button>
  </div>`;
}

function hostOf(server: string): string {
  const { host, url } = placeOf(server);
  return host || url;
}
