import { nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { FieldState } from '../../src/schema/index.js';
import { html } from '../internal/html.js';
import { removeIcon, moveDownIcon, moveUpIcon } from '../internal/icons.js';
import { type FieldView, isBare, isOneLine } from './field-frame.js';
import { IncrementalRows } from './control-memory.js';
import { t } from './messages.js';
import { labelOf } from './words.js';

/**
 * Returns a nested field as its own element. It exports its parts, so that a page can style them at any depth.
 * @param place the place of the field, if its label shows it
 */
export function nested(view: FieldView, field: FieldState, place?: number): TemplateResult {
  return html`<mcp-schema-field
    exportparts="field, label, description, input, error, title, listbox, item, button, note"
    .field=${field}
    .place=${place}
    .suggest=${view.suggest}
    .storing=${view.storing}
    .disabled=${view.isDisabled}
    .unmasked=${view.isUnmasked}
    .asGiven=${view.isAsGiven}
    .filled=${view.filled}
  ></mcp-schema-field>`;
}

/** Announces changes of rows to screen readers. */
class RowAnnouncement {
  readonly #host: ReactiveControllerHost;
  text = '';

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  announce(text: string): void {
    this.text = text;
    this.#host.requestUpdate();
  }
}

interface RowOptions {
  readonly canMove: boolean;
  readonly canRemove: (row: FieldState) => boolean;
  /** Called on Enter in a row with one line. */
  readonly onEnter?: (row: FieldState) => void;
}

/** Returns a list of fields that can be added, removed and moved. */
export function rowsOf(view: FieldView, rows: readonly FieldState[], options: RowOptions): TemplateResult {
  const announcement = view.stateOf(RowAnnouncement);
  return html`${
      rows.length === 0
        ? nothing
        : html`<ul class="rows">
            ${repeat(
              view.stateOf(IncrementalRows).of(rows),
              (row) => row,
              (row, index) => rowOf(view, row, index, options),
            )}
          </ul>`
    }<span class="visually-hidden" role="status">${announcement.text}</span>`;
}

function rowOf(view: FieldView, row: FieldState, index: number, options: RowOptions): TemplateResult {
  const { canMove } = options;
  const shape = isOneLine(row) ? (isBare(row) ? '' : 'named') : 'block';
  const last = view.field.rows.length - 1;
  const label = labelOf(row);
  const go = (to: number): void => move(view, row, to, 'button');
  return html`<li class=${shape} @keydown=${(event: KeyboardEvent) => onKeydown(view, row, options, event)}>
    ${nested(view, row, index)}
    <span class="tools">
      ${
        canMove && last > 0
          ? html`<button
                class="tool move up"
                part="button"
                data-name="up-button"
                type="button"
                aria-label=${t('schemaField.moveUp', { label })}
                ?disabled=${index === 0}
                @click=${() => go(index - 1)}
              >
                ${moveUpIcon}</button
              ><button
                class="tool move down"
                part="button"
                data-name="down-button"
                type="button"
                aria-label=${t('schemaField.moveDown', { label })}
                ?disabled=${index === last}
                @click=${() => go(index + 1)}
              >
                ${moveDownIcon}
              </button>`
          : nothing
      }
      ${
        options.canRemove(row)
          ? html`<button
              class="tool remove"
              part="button"
              data-name="remove-button"
              type="button"
              aria-label=${t('schemaField.remove', { label })}
              @click=${() => remove(view, row)}
            >
              ${removeIcon}
            </button>`
          : nothing
      }
    </span>
  </li>`;
}

/** Alt with an arrow key moves a row. Enter in a row with one line adds the next row. */
function onKeydown(view: FieldView, row: FieldState, { canMove, onEnter }: RowOptions, event: KeyboardEvent): void {
  const [origin] = event.composedPath();
  if (event.defaultPrevented || event.isComposing || !isTextInput(origin)) return;
  const isMove = canMove && event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown');
  const isEnter = event.key === 'Enter' && !event.altKey && !event.shiftKey && !event.ctrlKey && !event.metaKey;
  if (!isMove && !(isEnter && onEnter && isBare(row))) return;
  event.preventDefault();
  event.stopPropagation();
  if (isEnter) onEnter?.(row);
  else move(view, row, view.field.rows.indexOf(row) + (event.key === 'ArrowUp' ? -1 : 1), 'field');
}

function isTextInput(target: EventTarget | undefined): boolean {
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'file'].includes(target.type);
}

/**
 * Focus follows the row or the pressed button. If that button is disabled now, focus goes to the button that moves the
 * row back.
 */
function move(view: FieldView, row: FieldState, to: number, keep: 'button' | 'field'): void {
  const { field } = view;
  const from = field.rows.indexOf(row);
  const last = field.rows.length - 1;
  if (to < 0 || to > last) return;
  field.moveRow(row, to);
  view.stateOf(RowAnnouncement).announce(t('schemaField.movedTo', { place: to + 1, of: last + 1 }));
  if (keep === 'field') return view.focusNext(row);
  const isUp = to === 0 ? false : to === last ? true : to < from;
  view.focusNext(`.rows > li:nth-child(${to + 1}) .${isUp ? 'up' : 'down'}`);
}

/** Focus goes to the row that moved up, to the row before, or to the button that adds a row. It must never be lost. */
function remove(view: FieldView, row: FieldState): void {
  const { field } = view;
  const isEntry = row.role === 'entry';
  const all = isEntry ? field.entries : field.rows;
  const index = all.indexOf(row);
  if (isEntry) field.removeEntry(row);
  else field.removeRow(row);
  const left = isEntry ? field.entries : field.rows;
  view
    .stateOf(RowAnnouncement)
    .announce(
      left.length === 0 ? t('schemaField.removedNothingIsLeft') : t('schemaField.removedLeft', { count: left.length }),
    );
  view.focusNext(left[index] ?? left[index - 1] ?? '.add:enabled');
}

/** Returns a button that adds a row at the end. */
export function addButton(
  view: FieldView,
  add: () => FieldState | undefined,
  isFull: boolean,
  what: string = t('schemaField.add'),
): TemplateResult {
  const press = (): void => {
    const added = add();
    if (added) view.focusNext(added);
  };
  return html`<button
    class="plain add"
    part="button"
    data-name="add-button"
    type="button"
    aria-label=${t('schemaField.to', { what, label: labelOf(view.field) })}
    ?disabled=${isFull}
    @click=${press}
  >
    + ${what}
  </button>`;
}
