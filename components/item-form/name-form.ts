import { nothing, type TemplateResult } from 'lit';
import { MAX_PRESET_NAME } from '../../src/kept/index.js';
import { html } from '../words/html.js';

export interface NameForm {
  /** What is wrong with the name that was tried. */
  readonly problem: string;
  readonly keepAs: (name: string) => void;
  readonly cancel: () => void;
}

/** Asks for the name under which arguments are kept. */
export function nameForm({ problem, keepAs, cancel }: NameForm): TemplateResult {
  const keep = (event: Event): void => {
    const box = (event.currentTarget as HTMLElement).closest('.naming')?.querySelector('input');
    if (box) keepAs(box.value);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') keep(event);
    else cancel();
  };
  return html`<div class="naming row">
    <label class="small" for="preset-name">Keep as</label>
    <input
      id="preset-name"
      part="preset-name"
      autocomplete="off"
      maxlength=${MAX_PRESET_NAME}
      aria-invalid=${problem ? 'true' : nothing}
      aria-describedby=${problem ? 'preset-problem' : nothing}
      @keydown=${onKey}
    />
    <button class="small" type="button" part="keep-button" @click=${keep}>Keep</button>
    <button class="plain small" type="button" @click=${cancel}>Cancel</button>
    ${problem ? html`<p id="preset-problem" class="message">${problem}</p>` : nothing}
  </div>`;
}
