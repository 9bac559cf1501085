import { nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { html } from '../words/html.js';
import { isOneLine, MESSAGE_ID, type FieldView } from './field-view.js';

export const NAME_ID = 'name';
/** Names that are offered at a time. */
const MAX_NAMES = 100;

/** A value whose name is free: the name is typed beside it. */
export function entry(view: FieldView, value: unknown): TemplateResult {
  const { field } = view;
  const known = field.parent?.node.kind === 'object' ? field.parent.node.others.suggestions : [];
  const sought = (field.name ?? '').toLowerCase();
  const suggestions = known.filter((name) => name.toLowerCase().includes(sought)).slice(0, MAX_NAMES);
  const isWrong = view.message !== undefined && field.issues[0]?.part === 'name';
  return html`<div class=${isOneLine(field) ? 'entry' : 'entry block'}>
    <input
      id=${NAME_ID}
      part="name"
      class="mono"
      type="text"
      aria-label="Name"
      placeholder="Name"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      list=${suggestions.length > 0 ? 'names' : nothing}
      aria-invalid=${isWrong ? 'true' : nothing}
      aria-describedby=${isWrong ? MESSAGE_ID : nothing}
      .value=${live(field.name ?? '')}
      @input=${(event: Event) => field.rename((event.target as HTMLInputElement).value)}
    />
    ${
      suggestions.length > 0
        ? html`<datalist id="names">${suggestions.map((name) => html`<option value=${name}></option>`)}</datalist>`
        : nothing
    }
    <div class="value">${value}</div>
  </div>`;
}
