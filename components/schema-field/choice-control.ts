import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { BooleanNode, ChoiceNode, ConstantNode } from '../../src/schema/index.js';
import { description, grouped, labelled } from './field-frame.js';
import { CONTROL_ID, describedBy, LABEL_ID, MESSAGE_ID, type FieldView } from './field-view.js';
import { presenceSegments } from './segments.js';

/** One of several given values. */
export function choiceControl(view: FieldView, node: ChoiceNode): TemplateResult {
  const { field } = view;
  const { input } = field;
  const chosen = input.kind === 'option' ? input.index : -1;
  const choose = (event: Event): void => {
    const { value } = event.target as HTMLSelectElement;
    if (value === 'absent') field.leaveOut();
    else if (value === 'null') field.setNull();
    else field.setOption(Number(value));
  };
  // Left out can be gone back to only where that is allowed.
  const absent = field.required
    ? html`<option value="absent" disabled .selected=${input.kind === 'absent'}>Choose…</option>`
    : html`<option value="absent" .selected=${input.kind === 'absent'}>Leave out</option>`;
  const none = html`<option value="null" .selected=${input.kind === 'null'}>None</option>`;
  const picked = node.options[chosen]?.description;
  return labelled(
    view,
    html`<select
        id=${CONTROL_ID}
        part="control"
        class=${input.kind === 'absent' ? 'unset' : ''}
        aria-describedby=${describedBy(view) ?? nothing}
        aria-invalid=${view.message === undefined ? nothing : 'true'}
        aria-required=${field.required ? 'true' : nothing}
        @change=${choose}
      >
        ${absent} ${node.nullable ? none : nothing}
        ${node.options.map(
          (option, index) => html`<option value=${index} .selected=${index === chosen}>${option.label}</option>`,
        )}
      </select>
      ${picked ? html`<p class="help quiet">${picked}</p>` : nothing}`,
  );
}

/** Yes or no; a plain checkbox only where there is no third answer. */
export function booleanControl(view: FieldView, node: BooleanNode): TemplateResult {
  const { field } = view;
  const on = field.input.kind === 'flag' ? field.input.on : undefined;
  if (field.required && !node.nullable && on !== undefined) return checkbox(view, on);
  const answers = [
    { label: 'Yes', isChosen: on === true, choose: () => field.setFlag(true) },
    { label: 'No', isChosen: on === false, choose: () => field.setFlag(false) },
  ];
  return grouped(view, presenceSegments(view, answers), { role: 'radiogroup' });
}

function checkbox(view: FieldView, on: boolean): TemplateResult {
  const { field } = view;
  return html`<div class="field" part="field">
    <label class="check">
      <input
        id=${CONTROL_ID}
        part="control"
        type="checkbox"
        aria-describedby=${describedBy(view) ?? nothing}
        .checked=${live(on)}
        @change=${(event: Event) => field.setFlag((event.target as HTMLInputElement).checked)}
      />
      <span id=${LABEL_ID} part="label">${field.label}</span>
    </label>

    ${field.isRow ? nothing : description(field.node)}
    ${view.message === undefined ? nothing : html`<p id=${MESSAGE_ID} class="message" part="error">${view.message}</p>`}
  </div>`;
}

/** A value that cannot be changed: seen, and left out where that is allowed. */
export function constantControl(view: FieldView, node: ConstantNode): TemplateResult {
  const { field } = view;
  const shown = typeof node.value === 'string' ? node.value : JSON.stringify(node.value);
  if (!field.required || node.nullable)
    return grouped(view, presenceSegments(view, shown.slice(0, 80)), { role: 'radiogroup' });
  return grouped(view, html`<p class="mono">${shown}</p>`);
}
