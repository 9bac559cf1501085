import { type TemplateResult, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import type { ObjectNode } from '../../src/schema/index.js';
import { html } from '../internal/html.js';
import { IncrementalRendering } from './control-memory.js';
import { Arrangement, type ArrangedFields, folds } from './folds.js';
import {
  type FieldView,
  type LabelButton,
  MESSAGE_ID,
  fieldGroup,
  isBare,
  isOneLine,
  messageOf,
} from './field-frame.js';
import { addButton, nested, rowsOf } from './rows.js';
import { presenceSegments } from './segments.js';
import { t } from './messages.js';

export const NAME_ID = 'name';

/** Names that are offered at once. */
const MAX_OFFERED_NAMES = 100;

/** Returns a value with a free name: an input for the name, and the value's control. */
export function namedValue(view: FieldView, value: unknown): TemplateResult {
  const { field } = view;
  const known = field.parent?.node.kind === 'object' ? field.parent.node.additional.suggestions : [];
  const sought = (field.name ?? '').toLowerCase();
  const suggestions = known.filter((name) => name.toLowerCase().includes(sought)).slice(0, MAX_OFFERED_NAMES);
  const isWrong = view.message !== undefined && field.issues[0]?.part === 'name';
  return html`<div class=${isOneLine(field) ? 'entry' : 'entry block'}>
    <input
      id=${NAME_ID}
      part="title"
      data-name="name"
      class="mono"
      type="text"
      aria-label=${t('schemaField.name')}
      placeholder=${t('schemaField.name')}
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      list=${suggestions.length > 0 ? 'names' : nothing}
      aria-invalid=${isWrong ? 'true' : nothing}
      aria-describedby=${isWrong ? MESSAGE_ID : nothing}
      .value=${live(field.name ?? '')}
      @input=${(event: Event) => field.rename((event.target as HTMLInputElement).value)}
    />
    ${
      suggestions.length > 0
        ? html`<datalist id="names">${suggestions.map((name) => html`<option value=${name}></option>`)}</datalist>`
        : nothing
    }
    <div class="value">${value}</div>
  </div>`;
}

/** Returns the control for an object, with a field for each property of the schema and for each additional property. */
export function objectControl(view: FieldView, node: ObjectNode): TemplateResult {
  const { field } = view;
  const isThere = field.input.kind === 'present';
  if (!field.parent)
    return html`<div class="fields">
      ${isThere ? [propertiesOf(view, node), additionalButtonBelow(view, node)] : nothing} ${rootError(view)}
    </div>`;
  return fieldGroup(
    view,
    html`${presenceSegments(view, t('schemaField.fillIn'))}
    ${isThere ? html`<div class="fields nested">${propertiesOf(view, node)}${isBare(field) ? additionalButtonBelow(view, node) : nothing}</div>` : nothing}`,
    { buttons: isThere && !isBare(field) ? additionalButtons(view, node) : [] },
  );
}

interface RootSchema {
  readonly additionalProperties?: unknown;
  readonly allOf?: readonly unknown[];
}

/** These keywords can describe properties that have no field at the moment. */
const CONDITIONS = ['if', 'dependentSchemas', 'dependencies'];

/**
 * The button of objects without a label line. Most schemas accept other names only because they do not forbid them, so
 * the button needs a further sign that the server wants such names.
 */
function additionalButtonBelow(view: FieldView, node: ObjectNode): unknown {
  const { additionalProperties, allOf = [], ...rest } = Object(node.schema) as RootSchema;
  const isConditional = [rest, ...allOf].some((schema) => CONDITIONS.some((keyword) => keyword in Object(schema)));
  const isSaid = additionalProperties === true || isEmptySchema(additionalProperties);
  if (!isSaid && !isConditional && node.minProperties === undefined) return nothing;
  return additionalButtons(view, node).map(
    ({ label, part, press }) =>
      html`<div class="row">
        <button class="plain" part="button" data-name=${part} type="button" @click=${press}>${label}</button>
      </div>`,
  );
}

function isEmptySchema(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && Object.keys(schema).length === 0;
}

/** The error of the root object, which has no frame to show it. */
function rootError(view: FieldView): unknown {
  return view.message === undefined ? nothing : html`<div>${messageOf(view)}</div>`;
}

function propertiesOf(view: FieldView, node: ObjectNode): unknown {
  const { field } = view;
  const arranged: ArrangedFields = view.isAsGiven
    ? { shown: field.properties, optional: [], given: [] }
    : view.stateOf(Arrangement).of(field.properties);
  const shown = view
    .stateOf(IncrementalRendering)
    .of(arranged.shown)
    .map((property) => nested(view, property));
  const properties = shown.length < field.properties.length ? html`${shown} ${folds(view, arranged)}` : shown;
  if (node.additional.kind === 'described') return html`${properties} ${namedValues(view, node)}`;
  if (field.entries.length > 0) {
    return html`${properties}
      <div class="additional" part="item" data-name="other" role="group" aria-label=${t('schemaField.alsoSent')}>
        <p class="small">
          <strong>${t('schemaField.alsoSent')}</strong> <span class="quiet">${t('schemaField.notDescribedByThe')}</span>
        </p>
        ${namedValues(view, node)}
      </div>`;
  }
  return field.properties.length === 0 && field.parent
    ? html`<p class="quiet small">${t('schemaField.anEmptyObjectIs')}</p>`
    : properties;
}

/** A map: one row for each name and value. */
function namedValues(view: FieldView, { additional, maxProperties }: ObjectNode): TemplateResult {
  const { field } = view;
  const isFull = field.entries.length + field.properties.length >= (maxProperties ?? Infinity);
  return html`<div class="entries">
    ${rowsOf(view, field.entries, { canMove: false, canRemove: () => true })}
    ${additional.kind === 'refused' ? nothing : addButton(view, () => field.addEntry(), isFull)}
  </div>`;
}

/** Names that the schema neither describes nor forbids are rarely needed, so they only get a button. */
function additionalButtons({ field, focusNext }: FieldView, { additional }: ObjectNode): readonly LabelButton[] {
  if (additional.kind !== 'allowed' || field.entries.length > 0) return [];
  const press = (): void => {
    const added = field.addEntry();
    if (added) focusNext(added);
  };
  return [{ label: t('schemaField.addAnotherValue'), part: 'other-button', press }];
}
