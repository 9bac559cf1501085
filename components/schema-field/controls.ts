import { nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { visibleText } from '../../src/content/index.js';
import {
  type BooleanNode,
  type ChoiceNode,
  type ConstantNode,
  type FieldState,
  type FormNode,
  type JsonNode,
  type ListNode,
  MAX_FORM_ROWS,
  type ObjectNode,
  type TupleNode,
  type UnionNode,
} from '../../src/schema/index.js';
import { html } from '../internal/html.js';
import { cut, shortened } from '../internal/text.js';
import {
  absenceOf,
  areShort,
  type LabelSide,
  describedBy,
  description,
  type FieldView,
  folded,
  grouped,
  HINT_ID,
  isBare,
  isOneLine,
  isOptional,
  labelled,
  message,
  MESSAGE_ID,
  presenceSegments,
  type Segment,
  segments,
} from './field.js';
import { chosenBox, textInput } from './inputs.js';
import { IncrementalRendering, Toggle } from './control-memory.js';
import { addButton, nested, rowsOf } from './rows.js';

/** Options that are listed. With more, one types to find one. */
const MAX_LISTED_OPTIONS = 12;

/** One of several given values: all in sight, in a list to open, or in one to search, as many as there are. */
function choiceControl(view: FieldView, node: ChoiceNode): TemplateResult {
  const { field } = view;
  if (node.options.length === 0) return grouped(view, html`<p class="quiet">The server accepts no value here.</p>`);
  if (node.options.length > MAX_LISTED_OPTIONS || field.input.kind === 'text')
    return labelled(view, chosenBox(view, node));
  const choices = choicesOf(view, node);
  const hasDescriptions = node.options.some((option) => option.description);
  if (hasDescriptions) return grouped(view, describedChoices(choices), { role: 'radiogroup' });
  if (areShort(choices.map(({ label }) => label))) return grouped(view, segments(choices), { role: 'radiogroup' });
  return labelled(view, selectBox(view, node));
}

function choicesOf(view: FieldView, node: ChoiceNode): readonly Segment[] {
  const { field } = view;
  const chosen = field.input.kind === 'option' ? field.input.index : -1;
  return [
    ...absenceOf(view),
    ...node.options.map((option, index) => ({
      ...option,
      isChosen: index === chosen,
      choose: () => field.setOption(index),
    })),
  ];
}

/** Where the server says what each choice means, that is read before choosing and not after. */
function describedChoices(choices: readonly Segment[]): TemplateResult {
  return html`<div class="described" part="input" data-name="control choices">
    ${choices.map(
      (choice, index) =>
        html`<label class="check">
          <input
            type="radio"
            name="choices"
            aria-describedby=${choice.description ? `about-${index}` : nothing}
            .checked=${live(choice.isChosen)}
            @change=${choice.choose}
          />
          <span>
            <span dir="auto">${choice.label}</span>
            ${choice.description ? html`<span id="about-${index}" class="about quiet small" dir="auto">${choice.description}</span>` : nothing}
          </span>
        </label>`,
    )}
  </div>`;
}

function selectBox(view: FieldView, node: ChoiceNode): TemplateResult {
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
  const absent = isOptional(field)
    ? html`<option value="absent" .selected=${input.kind === 'absent'}>Leave out</option>`
    : html`<option value="absent" disabled .selected=${input.kind === 'absent'}>Choose…</option>`;
  const none = html`<option value="null" .selected=${input.kind === 'null'}>None</option>`;
  return html`<select
    id="control"
    part="input"
    data-name="control"
    class=${input.kind === 'absent' ? 'unset' : ''}
    aria-describedby=${describedBy(view) ?? nothing}
    aria-invalid=${view.message === undefined ? nothing : 'true'}
    aria-required=${field.required ? 'true' : nothing}
    @change=${choose}
  >
    ${absent} ${node.nullable ? none : nothing}
    ${node.options.map(
      (option, index) =>
        html`<option value=${index} .selected=${index === chosen}>${visibleText(option.label)}</option>`,
    )}
  </select>`;
}

/** Yes or no; a plain checkbox only where there is no third answer. */
function booleanControl(view: FieldView, node: BooleanNode): TemplateResult {
  const { field } = view;
  const on = field.input.kind === 'flag' ? field.input.on : undefined;
  if (!isOptional(field) && !node.nullable && on !== undefined && !isBare(field)) return checkbox(view, on);
  const answers = [
    { label: 'Yes', isChosen: on === true, choose: () => field.setFlag(true) },
    { label: 'No', isChosen: on === false, choose: () => field.setFlag(false) },
  ];
  return grouped(view, segments([...absenceOf(view), ...answers]), { role: 'radiogroup' });
}

function checkbox(view: FieldView, on: boolean): TemplateResult {
  const { field } = view;
  return html`<div class="field" part="field">
    <label class="check">
      <input
        id="control"
        part="input"
        data-name="control"
        type="checkbox"
        aria-describedby=${describedBy(view) ?? nothing}
        aria-invalid=${view.message === undefined ? nothing : 'true'}
        .checked=${live(on)}
        @change=${(event: Event) => field.setFlag((event.target as HTMLInputElement).checked)}
      />
      <span id="label" part="label" dir="auto">${field.label}</span>
    </label>
    ${description(field.node)} ${message(view)}
  </div>`;
}

/** A value that cannot be changed: seen, and left out where that is allowed. */
function constantControl(view: FieldView, node: ConstantNode): TemplateResult {
  const shown = typeof node.value === 'string' ? node.value : JSON.stringify(node.value);
  const presence = presenceSegments(view, cut(shown, 80));
  if (presence !== nothing) return grouped(view, presence, { role: 'radiogroup' });
  return grouped(view, html`<p class="mono" dir="auto">${shown}</p>`);
}

export const NAME_ID = 'name';
/** Names that are offered at a time. */
const MAX_OFFERED_NAMES = 100;

/** A value whose name is free: the name is typed beside it. */
function entry(view: FieldView, value: unknown): TemplateResult {
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
      aria-label="Name"
      placeholder="Name"
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

/** Characters of a held value that are shown. */
const SHOWN = 2_000;

/** A value from elsewhere that the field cannot show: seen as it is, kept until it is replaced. */
function unsupportedValue(view: FieldView): TemplateResult {
  const { field } = view;
  const text = JSON.stringify(field.value, null, 2);
  const replace = (): void => {
    if (isOptional(field)) field.leaveOut();
    else field.include();
    view.focusNext('input, select, textarea, button');
  };
  return grouped(
    view,
    html`<pre class="held" tabindex="0" dir="ltr">${shortened(text, SHOWN)}</pre>
      <div class="row">
        <button part="button" data-name="replace-button" type="button" @click=${replace}>Replace</button>
      </div>`,
  );
}

/** What the person writes as JSON: anything at all, or what no field could be made of, with the reason. */
function jsonControl(view: FieldView, node: JsonNode): TemplateResult {
  const { field } = view;
  return labelled(
    view,
    html`<textarea
        id="control"
        part="input"
        data-name="control"
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

/** Whether given values are shown as rows: an order to arrange, or the same value twice. */
class AsRows extends Toggle {}

/** Any number of values: rows that come and go, or boxes to tick where the values are given. */
function listControl(view: FieldView, node: ListNode): TemplateResult {
  const { kind } = view.field.input;
  const asides = [asRowsButton(view, node), emptyListButton(view, node)].filter((each) => each !== undefined);
  if (!node.nullable) return grouped(view, items(view, node), { asides });
  const isThere = kind === 'present';
  return grouped(view, html`${presenceSegments(view, 'List')} ${isThere ? items(view, node) : nothing}`, {
    asides,
  });
}

/** Values in fixed places, and perhaps more after them. */
function tupleControl(view: FieldView, node: TupleNode): TemplateResult {
  const { field } = view;
  const isThere = field.input.kind === 'present';
  const inside = html`<div class="nested">
    ${rowsOf(view, field.rows, { canMove: false, canRemove: (row) => field.canRemove(row) })}
    ${isFull(field, node) ? nothing : addButton(view, () => field.addRow(), false)}
  </div>`;
  const asides = [emptyListButton(view, node)].filter((each) => each !== undefined);
  return grouped(view, html`${presenceSegments(view, 'Fill in')} ${isThere ? inside : nothing}`, { asides });
}

function items(view: FieldView, node: ListNode): TemplateResult {
  const { field } = view;
  const { item } = node;
  if (item.kind === 'choice' && areBoxes(view, node)) {
    // Values that are none of the choices came from elsewhere and can only be taken away.
    const strange = field.rows.filter((row) => row.input.kind !== 'option');
    return html`${boxes(field, item)} ${rowsOf(view, strange, { canMove: false, canRemove: () => true })}`;
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
      ${field.rows.length === 0 && field.input.kind === 'present' ? html`<span class="quiet small">Empty list.</span>` : nothing}
    </div>`;
}

/** As many as there can be, or as can be shown. */
function isFull({ rows }: FieldState, node: ListNode | TupleNode): boolean {
  const places = node.kind === 'list' || node.rest ? MAX_FORM_ROWS : node.prefix.length;
  return rows.length >= Math.min(node.maxItems ?? MAX_FORM_ROWS, places);
}

/** Few enough to see, and nothing twice: a box can only be ticked once. */
function areBoxes(view: FieldView, { item }: ListNode): boolean {
  if (!canBeBoxes(item) || view.keep(AsRows).isOn) return false;
  const indexes = view.field.rows.map((row) => (row.input.kind === 'option' ? row.input.index : -1));
  const chosen = indexes.filter((index) => index >= 0);
  return new Set(chosen).size === chosen.length && !view.field.rows.some(({ input }) => input.kind === 'absent');
}

function canBeBoxes(item: ListNode['item']): item is ChoiceNode {
  return item.kind === 'choice' && !item.nullable && item.options.length <= MAX_LISTED_OPTIONS;
}

function asRowsButton(view: FieldView, node: ListNode): LabelSide | undefined {
  if (!canBeBoxes(node.item) || (node.nullable && view.field.input.kind !== 'present')) return undefined;
  const { isOn, toggle } = view.keep(AsRows);
  return { label: 'Arrange', part: 'rows-button', isPressed: isOn, press: toggle };
}

/** An empty list is a value: to a server it may mean "clear them all". */
function emptyListButton({ field }: FieldView, node: ListNode | TupleNode): LabelSide | undefined {
  if (node.nullable || field.parts.length > 0 || (node.minItems ?? 0) > 0) return undefined;
  const isPressed = field.input.kind === 'present';
  // A list that has to be there is not left out again.
  if (isPressed && !isOptional(field)) return undefined;
  // Without a row to add, it is all that can be said.
  const isSteady = isOptional(field) ? isFull(field, node) : !isPressed;
  if (!isPressed && !isSteady && !field.touched) return undefined;
  return {
    label: 'Send empty list',
    part: 'empty-button',
    isSteady,
    isPressed,
    press: () => (isPressed ? field.leaveOut() : field.setValue([])),
  };
}

function boxes(field: FieldState, item: ChoiceNode): TemplateResult {
  const chosen = new Set(field.rows.map((row) => (row.input.kind === 'option' ? row.input.index : -1)));
  return html`<div class="boxes" part="input" data-name="control">
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

/** Named values, each a field of its own: those the server describes, and those whose names are free. */
function objectControl(view: FieldView, node: ObjectNode): TemplateResult {
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
      html`<div class="row">
        <button class="plain" part="button" data-name=${part} type="button" @click=${press}>${label}</button>
      </div>`,
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
    .keep(IncrementalRendering)
    .of(field.properties)
    .map((property) => nested(view, property));
  if (node.additional.kind === 'described') return html`${properties} ${entries(view, node)}`;
  if (field.entries.length > 0) {
    return html`${properties}
      <div class="others" part="item" data-name="other" role="group" aria-label="Also sent">
        <p class="small"><strong>Also sent</strong> <span class="quiet">not described by the server</span></p>
        ${entries(view, node)}
      </div>`;
  }
  return properties.length === 0 && field.parent
    ? html`<p class="quiet small">An empty object is sent.</p>`
    : properties;
}

/** A map: rows of a name and a value. */
function entries(view: FieldView, { additional, maxProperties }: ObjectNode): TemplateResult {
  const { field } = view;
  const isFull = field.entries.length + field.properties.length >= (maxProperties ?? Infinity);
  return html`<div class="entries">
    ${rowsOf(view, field.entries, { canMove: false, canRemove: () => true })}
    ${additional.kind === 'refused' ? nothing : addButton(view, () => field.addEntry(), isFull)}
  </div>`;
}

/** Names that the server neither describes nor refuses are rarely wanted. */
function otherButton({ field, focusNext }: FieldView, { additional }: ObjectNode): readonly LabelSide[] {
  if (additional.kind !== 'allowed' || field.entries.length > 0) return [];
  const press = (): void => {
    const added = field.addEntry();
    if (added) focusNext(added);
  };
  return [{ label: 'Add another value', part: 'other-button', press }];
}

/** Descriptions longer than this are folded. */
const SHORT = 180;

/** A value of one of several kinds: which one, and a field for it. What was typed in the others stays there. */
function unionControl(view: FieldView, node: UnionNode): TemplateResult {
  const { field } = view;
  const { input, chosen } = field;
  const index = input.kind === 'alternative' ? input.index : -1;
  const choices: readonly Segment[] = [
    ...absenceOf(view),
    ...node.alternatives.map(({ label }, each) => ({
      label,
      isChosen: each === index,
      choose: () => field.choose(each),
    })),
  ];
  const picker = areShort(choices.map(({ label }) => label))
    ? segments(choices, 'alternatives')
    : alternativeSelect(view, node, index);
  // What the chosen one is: where its own field says so itself, once is enough.
  const about = node.alternatives[index]?.description;
  return grouped(
    view,
    html`${picker} ${about === node.description ? nothing : folded(about, SHORT)}
    ${chosen ? html`<div class="chosen">${nested(view, chosen, index)}</div>` : nothing}`,
  );
}

function alternativeSelect(view: FieldView, node: UnionNode, index: number): TemplateResult {
  const { field } = view;
  const { kind } = field.input;
  const choose = (event: Event): void => {
    const { value } = event.target as HTMLSelectElement;
    if (value === 'absent') field.leaveOut();
    else if (value === 'null') field.setNull();
    else field.choose(Number(value));
  };
  return html`<select
    id="alternative"
    part="input"
    data-name="control alternatives"
    class=${kind === 'absent' ? 'unset' : ''}
    aria-labelledby="label"
    @change=${choose}
  >
    ${
      isOptional(field)
        ? html`<option value="absent" .selected=${kind === 'absent'}>Leave out</option>`
        : html`<option value="absent" disabled .selected=${kind === 'absent'}>Choose…</option>`
    }
    ${node.nullable ? html`<option value="null" .selected=${kind === 'null'}>None</option>` : nothing}
    ${node.alternatives.map(
      ({ label }, each) => html`<option value=${each} .selected=${each === index}>${visibleText(label)}</option>`,
    )}
  </select>`;
}

type Control<Node> = (view: FieldView, node: Node) => TemplateResult;

const CONTROLS: { readonly [Kind in FormNode['kind']]: Control<Extract<FormNode, { kind: Kind }>> } = {
  string: textInput,
  number: textInput,
  boolean: booleanControl,
  choice: choiceControl,
  constant: constantControl,
  list: listControl,
  tuple: tupleControl,
  object: objectControl,
  union: unionControl,
  json: jsonControl,
};

/** What a person sees of a field: by its node, and by what it holds where the node has no control for that. */
export function inputOfField(view: FieldView): TemplateResult {
  const { field } = view;
  const control = CONTROLS[field.node.kind] as Control<FormNode>;
  const shown = field.input.kind === 'held' ? unsupportedValue(view) : control(view, field.node);
  return field.role === 'entry' ? entry(view, shown) : shown;
}
