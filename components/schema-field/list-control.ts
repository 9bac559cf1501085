import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { MAX_ROWS, type ChoiceNode, type FieldState, type ListNode } from '../../src/schema/index.js';
import { asideButton, grouped } from './field-frame.js';
import type { FieldView } from './field-view.js';
import { NESTED_PARTS } from './nested.js';
import { presenceSegments } from './segments.js';

/** Any number of values: rows that come and go, or boxes to tick where the values are given. */
export function listControl(view: FieldView, node: ListNode): TemplateResult {
  const { kind } = view.field.input;
  if (!node.nullable) return grouped(view, items(view, node), { aside: emptyListButton(view, node) });
  const isThere = kind === 'present';
  return grouped(view, html`${presenceSegments(view, 'List')} ${isThere ? items(view, node) : nothing}`);
}

function items(view: FieldView, node: ListNode): TemplateResult {
  const { field } = view;
  if (node.item.kind !== 'choice' || node.item.nullable) {
    return html`${rows(view, field.rows)}
      <div class="row">
        <button
          class="plain add"
          part="add-button"
          type="button"
          ?disabled=${field.rows.length >= MAX_ROWS}
          @click=${() => add(view)}
        >
          + Add<span class="visually-hidden"> to ${field.label}</span>
        </button>
        ${field.rows.length === 0 && field.input.kind === 'present' ? html`<span class="quiet small">Empty list.</span>` : nothing}
      </div>`;
  }
  // Values that are none of the choices came from elsewhere and can only be taken away.
  const strange = field.rows.filter((row) => row.input.kind !== 'option');
  return html`${boxes(field, node.item)} ${rows(view, strange)}`;
}

function rows(view: FieldView, shown: readonly FieldState[]): unknown {
  if (shown.length === 0) return nothing;
  return html`<ul class="rows">
    ${repeat(
      shown,
      (row) => row,
      (row) =>
        html`<li>
          <mcp-schema-field
            exportparts=${NESTED_PARTS}
            .field=${row}
            @keydown=${(event: KeyboardEvent) => addOnEnter(view, event)}
          ></mcp-schema-field>
          <button
            class="remove"
            part="remove-button"
            type="button"
            aria-label="Remove ${row.label}"
            @click=${() => remove(view, row)}
          >
            <svg viewBox="0 0 16 16" aria-hidden="true"><path d="m4 4 8 8m0-8-8 8" /></svg>
          </button>
        </li>`,
    )}
  </ul>`;
}

/** An empty list is a value: to a server it may mean "clear them all". */
function emptyListButton({ field }: FieldView, node: ListNode): unknown {
  if (field.required || field.rows.length > 0 || (node.minItems ?? 0) > 0) return nothing;
  const isEmptyList = field.input.kind === 'present';
  if (!isEmptyList && !field.touched) return nothing;
  return asideButton('Send empty list', isEmptyList, () => (isEmptyList ? field.leaveOut() : field.include()));
}

function boxes(field: FieldState, item: ChoiceNode): TemplateResult {
  const chosen = new Set(field.rows.map((row) => (row.input.kind === 'option' ? row.input.index : -1)));
  return html`<div class="boxes" part="control">
    ${item.options.map(
      (option, index) =>
        html`<label class="check">
          <input
            type="checkbox"
            .checked=${live(chosen.has(index))}
            @change=${(event: Event) => tick(field, item, index, (event.target as HTMLInputElement).checked)}
          />
          <span>${option.label}</span>
        </label>`,
    )}
  </div>`;
}

function tick(field: FieldState, item: ChoiceNode, index: number, on: boolean): void {
  if (on) field.addRow(item.options[index]?.value);
  else for (const row of field.rows) if (row.input.kind === 'option' && row.input.index === index) field.removeRow(row);
}

function add(view: FieldView): void {
  const row = view.field.addRow();
  if (row) view.focusNext(row);
}

function addOnEnter(view: FieldView, event: KeyboardEvent): void {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey && !event.isComposing;
  const [origin] = event.composedPath();
  if (event.key !== 'Enter' || !isPlain || !(origin instanceof HTMLInputElement) || origin.type !== 'text') return;
  event.preventDefault();
  event.stopPropagation();
  add(view);
}

/** Focus goes to the row that moved up, or to the one before, or to what adds a row: never to nowhere. */
function remove(view: FieldView, row: FieldState): void {
  const { field } = view;
  const index = field.rows.indexOf(row);
  field.removeRow(row);
  view.focusNext(field.rows[index] ?? field.rows[index - 1] ?? '.add, input');
}
