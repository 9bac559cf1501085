import { nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { JsonNode } from '../../src/schema/index.js';
import { html } from '../words/html.js';
import { labelled } from './field-frame.js';
import { describedBy, HINT_ID, type FieldView } from './field-view.js';

/** What the person writes as JSON: anything at all, or what no field could be made of, with the reason. */
export function jsonControl(view: FieldView, node: JsonNode): TemplateResult {
  const { field } = view;
  return labelled(
    view,
    html`<textarea
        id="control"
        part="control"
        class="mono"
        rows="3"
        dir="ltr"
        spellcheck="false"
        autocapitalize="off"
        placeholder=${placeholderOf(node)}
        aria-describedby=${describedBy(view, HINT_ID) ?? nothing}
        aria-invalid=${view.message === undefined ? nothing : 'true'}
        aria-required=${field.required ? 'true' : nothing}
        .value=${live(field.input.kind === 'text' ? field.input.text : '')}
        @input=${(event: Event) => field.setText((event.target as HTMLTextAreaElement).value)}
      ></textarea>
      <p id="hint" class="help quiet">${node.reason} Type it as JSON.</p>`,
  );
}

function placeholderOf({ types }: JsonNode): string | typeof nothing {
  if (types[0] === 'object') return '{ }';
  return types[0] === 'array' ? '[ ]' : nothing;
}
