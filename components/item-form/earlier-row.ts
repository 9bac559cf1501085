import { nothing, type TemplateResult } from 'lit';
import type { ArgumentSet } from '../../src/kept/index.js';
import { asOf } from '../words/as-of.js';
import { html } from '../words/html.js';
import type { EarlierPanel } from './earlier-panel.js';
import { nameForm } from './name-form.js';
import { describeSet, valuesOf } from './set-words.js';

export interface RowPlace {
  readonly row: number;
  /** One row has the tab stops. */
  readonly isActive: boolean;
  readonly panel: EarlierPanel;
}

/** One argument set, with what can be done with it. */
export function earlierRow(set: ArgumentSet, { row, isActive, panel }: RowPlace): TemplateResult {
  const { naming, problem, choose, name, keepAs, remove } = panel;
  const tabindex = isActive ? 0 : -1;
  const about = describeSet(set);
  return html`<li>
    <button
      class="set"
      part="earlier-set"
      type="button"
      data-row=${row}
      tabindex=${tabindex}
      @click=${() => choose(set)}
    >
      ${set.name === undefined ? nothing : html`<strong>${set.name}</strong>`}
      <span class="values">${valuesOf(set)}</span>
      <time class="small quiet" datetime=${new Date(set.at).toISOString()}>${asOf(set.at)}</time>
    </button>
    ${
      set.name === undefined
        ? html`<button
            class="plain small"
            part="keep-as-button"
            type="button"
            tabindex=${tabindex}
            aria-label="Keep as… ${about}"
            @click=${() => name(set)}
          >
            Keep as…
          </button>`
        : nothing
    }
    <button
      class="plain small"
      part="remove-set-button"
      type="button"
      tabindex=${tabindex}
      aria-label="Remove ${about}"
      @click=${() => remove(set)}
    >
      Remove
    </button>
    ${
      typeof naming === 'object' && naming.id === set.id
        ? nameForm({ problem, keepAs, cancel: () => name(undefined) })
        : nothing
    }
  </li>`;
}
