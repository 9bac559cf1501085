import type { TemplateResult } from 'lit';
import type { FieldState } from '../../src/schema/index.js';
import { html } from '../words/html.js';
import type { FieldView } from './field-view.js';

/**
 * A field inside a field, as an element of its own. Its parts are handed on so that a page can style them at any depth.
 * @param place where it stands, if its label says so
 */
export function nested(view: FieldView, field: FieldState, place?: number): TemplateResult {
  return html`<mcp-schema-field
    exportparts="field, label, description, control, error, choices, alternatives, name, offset, slider, listbox, other, add-button, remove-button, up-button, down-button, empty-button, none-button, split-button, as-text-button, reveal-button, store-button, secrecy, clear-button, rows-button, other-button, replace-button"
    .field=${field}
    .place=${place}
    .suggest=${view.suggest}
    .storing=${view.storing}
    .disabled=${view.isDisabled}
    .unmasked=${view.isUnmasked}
  ></mcp-schema-field>`;
}
