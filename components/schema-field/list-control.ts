import { type TemplateResult, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import {
  type ChoiceNode,
  type FieldState,
  type ListNode,
  MAX_FORM_ROWS,
  type TupleNode,
} from '../../src/schema/index.js';
import { html } from '../internal/html.js';
import { MAX_LISTED_OPTIONS } from './choice-control.js';
import { Toggle } from './control-memory.js';
import { type FieldView, type LabelButton, fieldGroup, isOptional } from './field-frame.js';
import { addButton, rowsOf } from './rows.js';
import { presenceSegments } from './segments.js';
import { t } from './messages.js';

/** Shows given values as rows, so that the person can order or repeat them. */
class AsRows extends Toggle {}

/** Returns the control for a list: rows, or checkboxes if the possible values are given. */
export function listControl(view: FieldView, node: ListNode): TemplateResult {
  const { kind } = view.field.input;
  const buttons = [asRowsButton(view, node), emptyListButton(view, node)].filter((each) => each !== undefined);
  if (!node.nullable) return fieldGroup(view, items(view, node), { buttons });
  const isThere = kind === 'present';
  return fieldGroup(
    view,
    html`${presenceSegments(view, t('schemaField.list'))} ${isThere ? items(view, node) : nothing}`,
    {
      buttons,
    },
  );
}

/** Returns the control for a tuple: values in fixed places, and possibly more after them. */
export function tupleControl(view: FieldView, node: TupleNode): TemplateResult {
  const { field } = view;
  const isThere = field.input.kind === 'present';
  const inside = html`<div class="nested">
    ${rowsOf(view, field.rows, { canMove: false, canRemove: (row) => field.canRemove(row) })}
    ${isFull(field, node) ? nothing : addButton(view, () => field.addRow(), false)}
  </div>`;
  const buttons = [emptyListButton(view, node)].filter((each) => each !== undefined);
  return fieldGroup(view, html`${presenceSegments(view, t('schemaField.fillIn'))} ${isThere ? inside : nothing}`, {
    buttons,
  });
}

function items(view: FieldView, node: ListNode): TemplateResult {
  const { field } = view;
  const { item } = node;
  if (item.kind === 'choice' && showsCheckboxes(view, node)) {
    // Values that are not among the choices can only be removed.
    const unlisted = field.rows.filter((row) => row.input.kind !== 'option');
    return html`${checkboxes(field, item)} ${rowsOf(view, unlisted, { canMove: false, canRemove: () => true })}`;
  }
  const hasAll = isFull(field, node);
  return html`${rowsOf(view, field.rows, {
      canMove: true,
      canRemove: () => true,
      onEnter: (row) => {
        const added = hasAll ? undefined : field.insertRow(field.rows.indexOf(row) + 1);
        if (added) view.focusNext(added);
      },
    })}
    <div class="row">
      ${addButton(view, () => field.addRow(), hasAll)}
      ${field.rows.length === 0 && field.input.kind === 'present' ? html`<span class="quiet small">${t('schemaField.emptyList')}</span>` : nothing}
    </div>`;
}

/** True if the list has as many rows as are allowed or can be shown. */
export function isFull({ rows }: FieldState, node: ListNode | TupleNode): boolean {
  const places = node.kind === 'list' || node.rest ? MAX_FORM_ROWS : node.prefix.length;
  return rows.length >= Math.min(node.maxItems ?? MAX_FORM_ROWS, places);
}

/** True if the options are few and no value is repeated: a checkbox can be ticked only once. */
function showsCheckboxes(view: FieldView, { item }: ListNode): boolean {
  if (!canBeCheckboxes(item) || view.stateOf(AsRows).isOn) return false;
  const indexes = view.field.rows.map((row) => (row.input.kind === 'option' ? row.input.index : -1));
  const chosen = indexes.filter((index) => index >= 0);
  return new Set(chosen).size === chosen.length && !view.field.rows.some(({ input }) => input.kind === 'absent');
}

function canBeCheckboxes(item: ListNode['item']): item is ChoiceNode {
  return item.kind === 'choice' && !item.nullable && item.options.length <= MAX_LISTED_OPTIONS;
}

function asRowsButton(view: FieldView, node: ListNode): LabelButton | undefined {
  if (!canBeCheckboxes(node.item) || (node.nullable && view.field.input.kind !== 'present')) return undefined;
  const { isOn, toggle } = view.stateOf(AsRows);
  return { label: t('schemaField.arrange'), part: 'rows-button', isPressed: isOn, press: toggle };
}

/** An empty list is a value: a server may understand it as “remove all”. */
function emptyListButton({ field }: FieldView, node: ListNode | TupleNode): LabelButton | undefined {
  if (node.nullable || field.parts.length > 0 || (node.minItems ?? 0) > 0) return undefined;
  const isPressed = field.input.kind === 'present';
  // A required list cannot be left out again.
  if (isPressed && !isOptional(field)) return undefined;
  // If no row can be added, this button is the only possible answer.
  const isSteady = isOptional(field) ? isFull(field, node) : !isPressed;
  if (!isPressed && !isSteady && !field.touched) return undefined;
  return {
    label: t('schemaField.sendEmptyList'),
    part: 'empty-button',
    isSteady,
    isPressed,
    press: () => (isPressed ? field.leaveOut() : field.setValue([])),
  };
}

function checkboxes(field: FieldState, item: ChoiceNode): TemplateResult {
  const chosen = new Set(field.rows.map((row) => (row.input.kind === 'option' ? row.input.index : -1)));
  return html`<div class="checkboxes" part="input" data-name="control">
    ${item.options.map(
      (option, index) =>
        html`<label class="check">
          <input
            type="checkbox"
            .checked=${live(chosen.has(index))}
            @change=${(event: Event) => tick(field, item, index, (event.target as HTMLInputElement).checked)}
          />
          <span dir="auto">${option.label}</span>
        </label>`,
    )}
  </div>`;
}

function tick(field: FieldState, item: ChoiceNode, index: number, on: boolean): void {
  if (on) field.addRow(item.options[index]?.value);
  else for (const row of field.rows) if (row.input.kind === 'option' && row.input.index === index) field.removeRow(row);
}
