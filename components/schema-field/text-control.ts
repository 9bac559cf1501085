import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { FormNode, NumberNode, StringNode } from '../../src/schema/index.js';
import { asideButton, grouped, labelled } from './field-frame.js';
import { CONTROL_ID, describedBy, LABEL_ID, type FieldView } from './field-view.js';
import { presenceSegments } from './segments.js';

/** Text and numbers: what is typed stays as typed until it is sent. */
export function textControl(view: FieldView, node: StringNode | NumberNode): TemplateResult {
  const { field } = view;
  if (!node.nullable) return labelled(view, textBox(view, node, false), emptyTextButton(view, node));
  const isThere = field.input.kind === 'text';
  return grouped(view, html`${presenceSegments(view, 'Value')} ${isThere ? textBox(view, node, true) : nothing}`);
}

function textBox(view: FieldView, node: StringNode | NumberNode, isInGroup: boolean): TemplateResult {
  const { field } = view;
  const text = field.input.kind === 'text' ? field.input.text : '';
  const type = (event: Event): void => field.setText((event.target as HTMLInputElement | HTMLTextAreaElement).value);
  const placeholder = placeholderOf(view, node);
  const invalid = view.message === undefined ? nothing : 'true';
  // A line break in a one-line box would be dropped without a word.
  if (node.kind === 'string' && (node.multiline || text.includes('\n'))) {
    return html`<textarea
      id=${CONTROL_ID}
      part="control"
      rows="3"
      placeholder=${placeholder}
      aria-labelledby=${isInGroup ? LABEL_ID : nothing}
      aria-describedby=${describedBy(view) ?? nothing}
      aria-invalid=${invalid}
      aria-required=${field.required ? 'true' : nothing}
      .value=${live(text)}
      @input=${type}
    ></textarea>`;
  }
  return html`<input
    id=${CONTROL_ID}
    part="control"
    class=${node.kind}
    type="text"
    inputmode=${inputModeOf(node)}
    placeholder=${placeholder}
    autocomplete="off"
    autocapitalize="off"
    spellcheck="false"
    aria-labelledby=${isInGroup ? LABEL_ID : nothing}
    aria-describedby=${describedBy(view) ?? nothing}
    aria-invalid=${invalid}
    aria-required=${field.required ? 'true' : nothing}
    .value=${live(text)}
    @input=${type}
  />`;
}

/** An empty text is a value that no key types. Offered once the person has passed by and left the box empty. */
function emptyTextButton(view: FieldView, node: FormNode): unknown {
  const { field } = view;
  if (node.kind !== 'string' || field.isRow || (node.minLength ?? 0) > 0 || node.format) return nothing;
  const isEmptyText = field.input.kind === 'text' && field.input.text === '';
  if (!isEmptyText && !(field.touched && field.input.kind === 'absent')) return nothing;
  return asideButton('Send empty text', isEmptyText, () => (isEmptyText ? field.leaveOut() : field.setEmptyText()));
}

function placeholderOf({ field }: FieldView, node: StringNode | NumberNode): string | typeof nothing {
  if (field.input.kind === 'text' && field.input.text === '' && node.kind === 'string') return 'Empty text';
  const { default: usual } = node;
  return typeof usual === 'string' || typeof usual === 'number' ? `Default: ${String(usual).slice(0, 80)}` : nothing;
}

function inputModeOf(node: StringNode | NumberNode): string | typeof nothing {
  if (node.kind === 'string') return node.format === 'email' ? 'email' : node.format === 'uri' ? 'url' : nothing;
  // Number pads of phones have no minus sign.
  const least = node.minimum ?? node.exclusiveMinimum ?? -1;
  return least < 0 ? nothing : node.integer ? 'numeric' : 'decimal';
}
