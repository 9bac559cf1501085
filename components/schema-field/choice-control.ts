import { type TemplateResult, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { visibleText } from '../../src/content/index.js';
import { type BooleanNode, type ChoiceNode, type ConstantNode, serverJson } from '../../src/schema/index.js';
import { html } from '../internal/html.js';
import { cut } from '../internal/text.js';
import { collapsedText } from '../internal/long-text.js';
import { optionCombobox } from './combobox-input.js';
import {
  type FieldView,
  HINT_ID,
  MAX_DESCRIPTION_LENGTH,
  describedBy,
  descriptionOf,
  exactName,
  fieldGroup,
  isBare,
  isOptional,
  labelledField,
  messageOf,
} from './field-frame.js';
import { type Segment, absenceChoices, fitSegments, presenceSegments, segments } from './segments.js';
import { chooseOne, labelOf, notSent, sentAsNull } from './words.js';
import { t } from './messages.js';

/** Options in a list. With more options, the person types to search. */
export const MAX_LISTED_OPTIONS = 12;

/**
 * Returns the control for one of several given values: radio buttons, a select or a combobox, depending on the number
 * of options.
 */
export function choiceControl(view: FieldView, node: ChoiceNode): TemplateResult {
  const { field } = view;
  if (node.options.length === 0)
    return fieldGroup(view, html`<p class="quiet">${t('schemaField.theServerAcceptsNo')}</p>`);
  if (node.options.length > MAX_LISTED_OPTIONS || field.input.kind === 'text')
    return labelledField(view, optionCombobox(view, node));
  const choices = choicesOf(view, node);
  if (
    fitSegments(
      choices.map(({ label }) => label),
      node.options.length,
    )
  )
    return fieldGroup(view, html`${segments(choices)} ${aboutChoices(view, node)}`, { role: 'radiogroup' });
  return labelledField(view, html`${selectBox(view, node)} ${aboutChoices(view, node)}`);
}

function choicesOf(view: FieldView, node: ChoiceNode): readonly Segment[] {
  const { field } = view;
  const chosen = field.input.kind === 'option' ? field.input.index : -1;
  return [
    ...absenceChoices(view),
    ...node.options.map((option, index) => ({
      ...option,
      isChosen: index === chosen,
      choose: () => field.setOption(index),
    })),
  ];
}

/** Choices whose descriptions are shown without a press, so that the person reads them before choosing. */
const MAX_OPEN_CHOICES = 3;
/** Characters of all these descriptions together. */
const MAX_OPEN_LENGTH = 200;

/** The server's description of the chosen option, and a list of all descriptions. */
function aboutChoices({ field }: FieldView, { options }: ChoiceNode): TemplateResult | typeof nothing {
  const described = options.filter(({ description }) => description?.trim());
  if (described.length === 0) return nothing;
  const length = described.reduce((sum, { description = '' }) => sum + description.length, 0);
  const isOpen = options.length <= MAX_OPEN_CHOICES && length <= MAX_OPEN_LENGTH;
  const chosen = field.input.kind === 'option' ? options[field.input.index]?.description : undefined;
  return html`${isOpen ? nothing : collapsedText(chosen, MAX_DESCRIPTION_LENGTH, HINT_ID)}
    <details class="pattern quiet" part="note" data-name="about-choices" ?open=${isOpen}>
      <summary>${t('schemaField.whatEachMeans')}</summary>
      <dl class="about-choices">
        ${described.map(
          ({ label, description }) =>
            html`<div>
              <dt dir="auto">${label}</dt>
              <dd dir="auto">${description}</dd>
            </div>`,
        )}
      </dl>
    </details>`;
}

/** True if there is a description of the choice that is made. */
function hasHint({ field }: FieldView, { options }: ChoiceNode): boolean {
  return field.input.kind === 'option' && Boolean(options[field.input.index]?.description?.trim());
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
  // Only an optional field can go back to “Not sent”.
  const absent = isOptional(field)
    ? html`<option value="absent" .selected=${input.kind === 'absent'}>${notSent()}</option>`
    : html`<option value="absent" disabled .selected=${input.kind === 'absent'}>${chooseOne()}</option>`;
  const none = html`<option value="null" .selected=${input.kind === 'null'}>${sentAsNull()}</option>`;
  return html`<select
    id="control"
    part="input"
    data-name="control"
    class=${input.kind === 'absent' ? 'unset' : ''}
    aria-describedby=${describedBy(view, ...(hasHint(view, node) ? [HINT_ID] : [])) ?? nothing}
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

/** Returns a checkbox if yes and no are the only answers, and radio buttons otherwise. */
export function booleanControl(view: FieldView, node: BooleanNode): TemplateResult {
  const { field } = view;
  const on = field.input.kind === 'flag' ? field.input.on : undefined;
  if (!isOptional(field) && !node.nullable && on !== undefined && !isBare(field)) return checkbox(view, on);
  const answers = [
    { label: t('schemaField.yes'), isChosen: on === true, choose: () => field.setFlag(true) },
    { label: t('schemaField.no'), isChosen: on === false, choose: () => field.setFlag(false) },
  ];
  return fieldGroup(view, segments([...absenceChoices(view), ...answers]), { role: 'radiogroup' });
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
      <span id="label" part="label" dir="auto">${labelOf(field)}</span>
    </label>
    ${exactName(view)} ${descriptionOf(field.node)} ${messageOf(view)}
  </div>`;
}

/** Returns a constant value as text, with a choice to leave it out if the schema allows it. */
export function constantControl(view: FieldView, node: ConstantNode): TemplateResult {
  const shown = typeof node.value === 'string' ? node.value : serverJson(node.value);
  const presence = presenceSegments(view, cut(shown, 80));
  if (presence !== nothing) return fieldGroup(view, presence, { role: 'radiogroup' });
  return fieldGroup(view, html`<p class="mono" dir="auto">${shown}</p>`);
}
