import { nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ArgumentSet } from '../../src/kept/index.js';
import { downIcon, searchIcon } from '../icons/icons.js';
import { formatCount } from '../words/counted.js';
import { html } from '../words/html.js';
import type { Naming } from './earlier-arguments.js';
import { earlierRow } from './earlier-row.js';
import { nameForm } from './name-form.js';
import { isSought } from './set-words.js';

/** From that many on they can be searched. */
const MANY = 8;

export interface EarlierPanel {
  readonly sets: readonly ArgumentSet[];
  readonly isOpen: boolean;
  readonly sought: string;
  /** The row that the keyboard is at. */
  readonly active: number;
  readonly naming: Naming | undefined;
  readonly problem: string;
  readonly isAsking: boolean;
  readonly said: string;
  readonly toggle: () => void;
  readonly close: () => void;
  readonly seek: (text: string) => void;
  readonly go: (row: number) => void;
  readonly choose: (set: ArgumentSet) => void;
  readonly name: (naming: Naming | undefined) => void;
  readonly keepAs: (name: string) => void;
  readonly remove: (set: ArgumentSet) => void;
  readonly askToRemoveAll: (isAsking: boolean) => void;
  readonly removeAll: () => void;
}

/** The button that shows the argument sets, and they themselves while it is pressed. */
export function earlierPanel(panel: EarlierPanel): TemplateResult {
  const { sets, isOpen, said, toggle, close } = panel;
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  return html`<button
      class="plain small earlier-toggle"
      part="earlier-button"
      type="button"
      aria-expanded=${isOpen ? 'true' : 'false'}
      @click=${toggle}
    >
      ${downIcon}Earlier
      arguments${sets.length > 0 ? html` <span class="quiet">${formatCount(sets.length)}</span>` : nothing}
    </button>
    <span class="small quiet said" role="status">${said}</span>
    ${
      isOpen
        ? html`<div class="earlier" part="earlier" role="group" aria-label="Earlier arguments" @keydown=${onKey}>
            ${content(panel)}
          </div>`
        : nothing
    }`;
}

function content(panel: EarlierPanel): TemplateResult {
  const { sets, sought, naming, problem, name, keepAs } = panel;
  const found = sets.filter((set) => isSought(set, sought));
  return html`${
    sets.length >= MANY
      ? html`<label class="seek">
          ${searchIcon}<span class="visually-hidden">Search earlier arguments</span>
          <input
            type="search"
            autocomplete="off"
            spellcheck="false"
            placeholder="Search earlier arguments"
            .value=${sought}
            @input=${({ target }: Event) => panel.seek((target as HTMLInputElement).value)}
          />
        </label>`
      : nothing
  }
  ${
    sets.length === 0
      ? html`<p class="small quiet">None yet. What you run stands here afterwards.</p>`
      : found.length === 0
        ? html`<p class="small quiet" role="status">None of them has that in it.</p>`
        : rows(panel, found)
  }
  ${
    naming === 'form'
      ? nameForm({ problem, keepAs, cancel: () => name(undefined) })
      : html`<div class="row">
          <button class="plain small" part="keep-form-button" type="button" @click=${() => name('form')}>
            Keep what stands here as…
          </button>
          ${sets.length > 0 ? removeAll(panel) : nothing}
        </div>`
  }`;
}

function rows(panel: EarlierPanel, found: readonly ArgumentSet[]): TemplateResult {
  const active = Math.min(panel.active, found.length - 1);
  const onKey = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLInputElement) return;
    const { key } = event;
    const row =
      key === 'ArrowDown'
        ? active + 1
        : key === 'ArrowUp'
          ? active - 1
          : key === 'Home'
            ? 0
            : key === 'End'
              ? Infinity
              : -2;
    if (row === -2) return;
    event.preventDefault();
    panel.go(Math.max(0, Math.min(row, found.length - 1)));
  };
  return html`<ul @keydown=${onKey}>
    ${repeat(
      found,
      (set) => set.id,
      (set, row) => earlierRow(set, { row, isActive: row === active, panel }),
    )}
  </ul>`;
}

function removeAll({ isAsking, sets, askToRemoveAll, removeAll: remove }: EarlierPanel): TemplateResult {
  if (!isAsking)
    return html`<button class="plain small" part="remove-all-button" type="button" @click=${() => askToRemoveAll(true)}>
      Remove all…
    </button>`;
  const named = sets.filter(({ name }) => name !== undefined).length;
  const also = named > 0 ? `, ${formatCount(named)} of them with a name` : '';
  return html`<span class="small" role="alert">Remove all ${formatCount(sets.length)}${also}?</span>
    <button class="small" type="button" part="remove-all-now-button" @click=${remove}>Remove all</button>
    <button class="small" type="button" part="keep-all-button" @click=${() => askToRemoveAll(false)}>
      Keep them
    </button>`;
}
