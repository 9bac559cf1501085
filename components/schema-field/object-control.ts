import { html, nothing, type TemplateResult } from 'lit';
import type { ObjectNode } from '../../src/schema/index.js';
import { grouped } from './field-frame.js';
import type { FieldView } from './field-view.js';
import { NESTED_PARTS } from './nested.js';
import { presenceSegments } from './segments.js';

/** Characters of a value without a field that are shown. */
const SHOWN = 200;

/** Named values, each a field of its own. */
export function objectControl(view: FieldView, node: ObjectNode): TemplateResult {
  const { field } = view;
  const isThere = field.input.kind === 'present';
  if (!field.parent) return html`<div class="fields">${isThere ? inside(view) : nothing}</div>`;
  const isSure = field.required && !node.nullable && isThere;
  return grouped(
    view,
    html`${isSure ? nothing : presenceSegments(view, 'Fill in')}
    ${isThere ? html`<div class="fields nested">${inside(view)}</div>` : nothing}`,
  );
}

function inside(view: FieldView): unknown {
  const { field } = view;
  if (field.parent && field.properties.length === 0 && field.others.size === 0) {
    return html`<p class="quiet small">An empty object is sent.</p>`;
  }
  return html`${field.properties.map(
    (property) => html`<mcp-schema-field exportparts=${NESTED_PARTS} .field=${property}></mcp-schema-field>`,
  )}
  ${field.others.size > 0 ? others(view) : nothing}`;
}

/** What is sent besides the fields: nothing leaves unseen. */
function others({ field, message, focusNext }: FieldView): TemplateResult {
  const remove = (name: string): void => {
    field.removeOther(name);
    focusNext('.others button, mcp-schema-field');
  };
  return html`<div class="others" part="other" role="group" aria-label="Also sent">
    <p class="small"><strong>Also sent</strong> <span class="quiet">not described by the server</span></p>
    ${[...field.others].map(
      ([name, value]) =>
        html`<div class="row small">
          <code>${name}: ${JSON.stringify(value).slice(0, SHOWN)}</code>
          <button class="plain" part="remove-button" type="button" @click=${() => remove(name)}>
            Remove<span class="visually-hidden"> ${name}</span>
          </button>
        </div>`,
    )}
    ${message !== undefined && !field.parent ? html`<p class="message" part="error">${message}</p>` : nothing}
  </div>`;
}
