import { nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import type { StringNode } from '../../src/schema/index.js';
import { html } from '../internal/html.js';
import { type FieldView, describedBy, HINT_ID, readInputText } from './field-frame.js';
import { type InputView, placeholderOf, typeInto } from './text-input.js';
import { t } from './messages.js';
import { labelOf } from './words.js';

/** Characters of a colour that the browser is asked about. A longer text is none. */
const MAX_COLOR_LENGTH = 100;

/** Returns a box for a colour as text, and the picker of the browser beside it. Any text is sent as it is. */
export function colorInput(view: FieldView, node: StringNode): InputView {
  const text = readInputText(view);
  const isUnknown = text !== '' && !isColor(text);
  return {
    input: html`<div class="beside">
        <input
          class=${text === '' || isUnknown ? 'swatch unset' : 'swatch'}
          part="input"
          data-name="color-picker"
          type="color"
          aria-label=${t('schemaField.colourPicker', { label: labelOf(view.field) })}
          .value=${live(hexOf(text))}
          @input=${(event: Event) => typeInto(view, (event.target as HTMLInputElement).value)}
        />
        <input
          id="control"
          class="number"
          part="input"
          data-name="control"
          type="text"
          placeholder=${placeholderOf(view, node) ?? nothing}
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          dir="ltr"
          aria-describedby=${describedBy(view, ...(isUnknown ? [HINT_ID] : [])) ?? nothing}
          aria-invalid=${view.message === undefined ? nothing : 'true'}
          aria-required=${view.field.required ? 'true' : nothing}
          .value=${live(text)}
          @input=${(event: Event) => typeInto(view, (event.target as HTMLInputElement).value)}
        />
      </div>
      ${isUnknown ? html`<p id="hint" class="help quiet">${t('schemaField.noColor')}</p>` : nothing}`,
  };
}

function isColor(text: string): boolean {
  return text.length <= MAX_COLOR_LENGTH && CSS.supports('color', text.trim());
}

/** The colour as the picker takes it; black if it has another format. */
function hexOf(text: string): string {
  const [, short, long] = /^#(?:([\da-f]{3})[\da-f]?|([\da-f]{6})(?:[\da-f]{2})?)$/i.exec(text.trim()) ?? [];
  if (long) return `#${long.toLowerCase()}`;
  return short ? `#${[...short.toLowerCase()].map((digit) => digit + digit).join('')}` : '#000000';
}
