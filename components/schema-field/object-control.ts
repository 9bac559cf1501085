import { nothing, type TemplateResult } from 'lit';
import type { ObjectNode } from '../../src/schema/index.js';
import { html } from '../words/html.js';
import { Arrival } from './arrival.js';
import { grouped, message, type Aside } from './field-frame.js';
import { isBare, type FieldView } from './field-view.js';
import { nested } from './nested.js';
import { addButton, rowsOf } from './rows.js';
import { presenceSegments } from './segments.js';

/** Named values, each a field of its own: those the server describes, and those whose names are free. */
export function objectControl(view: FieldView, node: ObjectNode): TemplateResult {
  const { field } = view;
  const isThere = field.input.kind === 'present';
  if (!field.parent)
    return html`<div class="fields">
      ${isThere ? [inside(view, node), otherBelow(view, node)] : nothing} ${rootMessage(view)}
    </div>`;
  return grouped(
    view,
    html`${presenceSegments(view, 'Fill in')}
    ${isThere ? html`<div class="fields nested">${inside(view, node)}${isBare(field) ? otherBelow(view, node) : nothing}</div>` : nothing}`,
    { asides: isThere && !isBare(field) ? otherButton(view, node) : [] },
  );
}

interface RootSchema {
  readonly additionalProperties?: unknown;
  readonly allOf?: readonly unknown[];
}

/** Under one of these there may be arguments that are described, and have no field at the moment. */
const CONDITIONS = ['if', 'dependentSchemas', 'dependencies'];

/** For objects without a line of their own. Most servers do not say that they accept other names, and do not mean to; some do. */
function otherBelow(view: FieldView, node: ObjectNode): unknown {
  const { additionalProperties, allOf = [], ...rest } = Object(node.schema) as RootSchema;
  const isConditional = [rest, ...allOf].some((schema) => CONDITIONS.some((keyword) => keyword in Object(schema)));
  const isSaid = additionalProperties === true || isEmptySchema(additionalProperties);
  if (!isSaid && !isConditional && node.minProperties === undefined) return nothing;
  return otherButton(view, node).map(
    ({ label, part, press }) =>
      html`<div class="row"><button class="plain" part=${part} type="button" @click=${press}>${label}</button></div>`,
  );
}

function isEmptySchema(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && Object.keys(schema).length === 0;
}

/** What is wrong with all of it, where no frame around it says so. */
function rootMessage(view: FieldView): unknown {
  return view.message === undefined ? nothing : html`<div>${message(view)}</div>`;
}

function inside(view: FieldView, node: ObjectNode): unknown {
  const { field } = view;
  const properties = view
    .keep(Arrival)
    .of(field.properties)
    .map((property) => nested(view, property));
  if (node.others.kind === 'described') return html`${properties} ${entries(view, node)}`;
  if (field.entries.length > 0) {
    return html`${properties}
      <div class="others" part="other" role="group" aria-label="Also sent">
        <p class="small"><strong>Also sent</strong> <span class="quiet">not described by the server</span></p>
        ${entries(view, node)}
      </div>`;
  }
  return properties.length === 0 && field.parent
    ? html`<p class="quiet small">An empty object is sent.</p>`
    : properties;
}

/** A map: rows of a name and a value. */
function entries(view: FieldView, { others, maxProperties }: ObjectNode): TemplateResult {
  const { field } = view;
  const isFull = field.entries.length + field.properties.length >= (maxProperties ?? Infinity);
  return html`<div class="entries">
    ${rowsOf(view, field.entries, { canMove: false, canRemove: () => true })}
    ${others.kind === 'refused' ? nothing : addButton(view, () => field.addEntry(), isFull)}
  </div>`;
}

/** Names that the server neither describes nor refuses are rarely wanted. */
function otherButton({ field, focusNext }: FieldView, { others }: ObjectNode): readonly Aside[] {
  if (others.kind !== 'allowed' || field.entries.length > 0) return [];
  const press = (): void => {
    const added = field.addEntry();
    if (added) focusNext(added);
  };
  return [{ label: 'Add another value', part: 'other-button', press }];
}
