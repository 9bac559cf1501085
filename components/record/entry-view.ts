import { nothing, type TemplateResult } from 'lit';
import type { RecordEntry, RecordedValue } from '../../src/consent/index.js';
import { asOf } from '../words/as-of.js';
import { formatCount } from '../words/counted.js';
import { oneLine } from '../words/cut.js';
import { html } from '../words/html.js';
import { decisionOf, outcomeOf, titleOf, wishOf } from './entry-words.js';

/** Where an entry stands in its element. */
export interface EntryView {
  readonly entry: RecordEntry;
  /** The person is asked whether to erase it. */
  readonly isAsking: boolean;
  readonly ask: (entry: RecordEntry) => void;
  readonly erase: (entry: RecordEntry) => void;
  readonly keep: () => void;
}

/** One entry: what, for whom, what was decided, and folded what was shown and answered. */
export function entryView(view: EntryView): TemplateResult {
  const { entry } = view;
  const outcome = outcomeOf(entry);
  const times = entry.times ?? 1;
  return html`<li class="entry ${entry.answer}" part="entry" data-id=${entry.id}>
    <time class="small quiet" datetime=${new Date(entry.at).toISOString()}>${asOf(entry.at)}</time>
    <div class="what">
      <strong>${titleOf(entry)}</strong>
      ${times > 1 ? html`<span class="small quiet">${formatCount(times)} times, last at ${asOf(entry.until!)}</span>` : nothing}
      <p class="small">
        <span class="answer">${decisionOf(entry)}.</span> ${outcome ? html`<span>${outcome}.</span> ` : nothing}
      </p>
      <p class="small quiet">
        ${wishOf(entry)} · <bdi>${oneLine(entry.serverName, 100)}</bdi> <bdi class="mono">${entry.host}</bdi>
      </p>
      ${details(view)}
    </div>
  </li>`;
}

function details({ entry, isAsking, ask, erase, keep }: EntryView): TemplateResult {
  return html`<details class="small" part="details">
    <summary>Details<span class="visually-hidden"> of ${titleOf(entry)}, ${asOf(entry.at)}</span></summary>
    ${values('What was to be decided', entry.shown)} ${values('What was answered', entry.given ?? [])}
    ${entry.shown.length + (entry.given?.length ?? 0) === 0 ? html`<p class="quiet">It had no arguments.</p>` : nothing}
    ${
      isAsking
        ? html`<div class="row" role="group" aria-label="Erase this entry?">
            <span>Erase this entry for good?</span>
            <button class="small" part="confirm-button" type="button" @click=${() => erase(entry)}>Erase</button>
            <button class="small" part="keep-button" type="button" @click=${keep}>Keep</button>
          </div>`
        : html`<button class="plain small" part="erase-button" type="button" @click=${() => ask(entry)}>
            Erase this entry
          </button>`
    }
  </details>`;
}

function values(title: string, some: readonly RecordedValue[]): TemplateResult | typeof nothing {
  if (some.length === 0) return nothing;
  return html`<p class="quiet">${title}</p>
    <dl class="facts">
      ${some.map(
        ({ name, value }) =>
          html`<dt><bdi>${name}</bdi></dt>
            <dd class="mono">${value}</dd>`,
      )}
    </dl>`;
}
