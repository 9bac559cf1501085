import { nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { hiddenNote } from '../words/hidden-note.js';
import { html } from '../words/html.js';
import type { JsonText } from './tool-draft.js';

/** All arguments of a tool as one text. */
export function jsonEditor({ text, problem }: JsonText, type: (text: string) => void): TemplateResult {
  const isBad = problem !== undefined;
  return html`<div class="json" part="field">
    <label for="json" part="label">Arguments as JSON</label>
    <textarea
      id="json"
      class="mono"
      part="control"
      rows="6"
      spellcheck="false"
      autocapitalize="off"
      aria-invalid=${isBad ? 'true' : nothing}
      aria-describedby="json-problem json-hidden"
      .value=${live(text)}
      @input=${(event: Event) => type((event.target as HTMLTextAreaElement).value)}
    ></textarea>
    ${hiddenNote(text, 'json-hidden')}
    ${isBad ? html`<p id="json-problem" class="message" part="error">${problem}</p>` : nothing}
  </div>`;
}
