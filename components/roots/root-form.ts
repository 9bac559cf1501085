import { nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { MAX_ROOT_NAME, MAX_ROOT_URI, suggestRoot } from '../../src/consent/index.js';
import type { McpError } from '../../src/index.js';
import { shortened } from '../words/cut.js';
import { hiddenNote } from '../words/hidden-note.js';
import { html } from '../words/html.js';

/** What is being written, for a new root or in the place of one. */
export interface RootDraft {
  readonly uri: string;
  readonly name: string;
  /** What keeps it from being taken, and where. */
  readonly problem?: { readonly field: 'address' | 'name'; readonly error: McpError } | undefined;
}

export const NO_DRAFT: RootDraft = { uri: '', name: '' };

interface RootForm {
  readonly draft: RootDraft;
  readonly isEdit: boolean;
  /** Told what was typed. Both fields may be filled in at once. */
  readonly change: (typed: Partial<RootDraft>) => void;
  readonly submit: (event: Event) => void;
  readonly cancel: () => void;
}

/** The fields for one root. What was written stays as it was until it is taken. */
export function rootForm({ draft, isEdit, change, submit, cancel }: RootForm): TemplateResult {
  const { uri, name, problem } = draft;
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isEdit) return;
    // The dialog around stays.
    event.preventDefault();
    event.stopPropagation();
    cancel();
  };
  const inField = (field: 'address' | 'name'): boolean => problem?.field === field;
  return html`<form part="form" novalidate @submit=${submit} @keydown=${leave}>
    <div class="field">
      <label for="address">Address of the folder</label>
      <input
        id="address"
        part="field"
        class="mono"
        dir="ltr"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        placeholder="file:///home/me/project"
        aria-invalid=${inField('address') ? 'true' : nothing}
        aria-describedby="address-hidden problem"
        .value=${live(uri)}
        @input=${(event: InputEvent) => change({ uri: (event.target as HTMLInputElement).value })}
      />
      ${hiddenNote(uri.slice(0, MAX_ROOT_URI), 'address-hidden')}
    </div>
    <div class="field">
      <label for="name">Name <span class="quiet">(you may leave it empty)</span></label>
      <input
        id="name"
        part="field"
        dir="auto"
        autocomplete="off"
        aria-invalid=${inField('name') ? 'true' : nothing}
        aria-describedby="name-hidden problem"
        .value=${live(name)}
        @input=${(event: InputEvent) => change({ name: (event.target as HTMLInputElement).value })}
      />
      ${hiddenNote(name.slice(0, MAX_ROOT_NAME * 2), 'name-hidden')}
    </div>
    <div id="problem" role="alert" part="error" class=${problem ? 'note error' : ''}>
      ${problemWords(draft, change)}
    </div>
    <div class="row">
      <button type="submit" part="submit-button">${isEdit ? 'Save' : 'Add folder'}</button>
      ${isEdit ? html`<button type="button" class="plain" part="cancel-button" @click=${cancel}>Cancel</button>` : nothing}
    </div>
  </form>`;
}

function problemWords({ uri, problem }: RootDraft, change: RootForm['change']): TemplateResult | typeof nothing {
  if (!problem) return nothing;
  const { error, field } = problem;
  const guess = field === 'address' ? suggestRoot(uri.trim()) : undefined;
  return html`<strong>${error.message}</strong> ${error.remedy ? html`<span>${error.remedy}</span>` : nothing}
    ${
      guess === undefined
        ? nothing
        : html`<button type="button" part="suggestion-button" @click=${() => change({ uri: guess })}>
            Write <bdi class="mono" dir="ltr">${shortened(guess, 60)}</bdi> instead
          </button>`
    }`;
}
