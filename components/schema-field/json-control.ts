import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { JsonNode } from '../../src/schema/index.js';
import { labelled } from './field-frame.js';
import { CONTROL_ID, describedBy, type FieldView } from './field-view.js';

/** Anything without a faithful field: typed as JSON, with the reason. */
export function jsonControl(view: FieldView, node: JsonNode): TemplateResult {
  const { field } = view;
  return labelled(
    view,
    html`<textarea
        id=${CONTROL_ID}
        part="control"
        class="mono"
        rows="3"
        spellcheck="false"
        autocapitalize="off"
        placeholder=${placeholderOf(node)}
        aria-describedby="reason ${describedBy(view) ?? ''}"
        aria-invalid=${view.message === undefined ? nothing : 'true'}
        aria-required=${field.required ? 'true' : nothing}
        .value=${live(field.input.kind === 'text' ? field.input.text : '')}
        @input=${(event: Event) => field.setText((event.target as HTMLTextAreaElement).value)}
      ></textarea>
      <p id="reason" class="help quiet">${node.reason} Type it as JSON.</p>`,
  );
}

function placeholderOf({ types }: JsonNode): string | typeof nothing {
  if (types[0] === 'object') return '{ }';
  return types[0] === 'array' ? '[ ]' : nothing;
}
