import { type TemplateResult, nothing } from 'lit';
import { visibleText } from '../../src/content/index.js';
import type { UnionNode } from '../../src/schema/index.js';
import { collapsedText } from '../internal/long-text.js';
import { html } from '../internal/html.js';
import { type FieldView, fieldGroup, MAX_DESCRIPTION_LENGTH, isOptional } from './field-frame.js';
import { nested } from './rows.js';
import { type Segment, absenceChoices, fitSegments, segments } from './segments.js';
import { chooseOne, labelOf, notSent, sentAsNull } from './words.js';

/**
 * Returns a choice between alternatives, and the field of the chosen one. The other alternatives keep what was typed
 * into them.
 */
export function unionControl(view: FieldView, node: UnionNode): TemplateResult {
  const { field } = view;
  const { input, chosen } = field;
  const index = input.kind === 'alternative' ? input.index : -1;
  const choices: readonly Segment[] = [
    ...absenceChoices(view),
    ...node.alternatives.map((alternative, each) => ({
      label: labelOf(alternative),
      isChosen: each === index,
      choose: () => field.choose(each),
    })),
  ];
  const picker = fitSegments(
    choices.map(({ label }) => label),
    node.alternatives.length,
  )
    ? segments(choices, 'alternatives')
    : alternativeSelect(view, node, index);
  // The description of the chosen alternative is not shown if it only repeats the description of the union.
  const about = node.alternatives[index]?.description;
  return fieldGroup(
    view,
    html`${picker} ${about === node.description ? nothing : collapsedText(about, MAX_DESCRIPTION_LENGTH)}
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
        ? html`<option value="absent" .selected=${kind === 'absent'}>${notSent()}</option>`
        : html`<option value="absent" disabled .selected=${kind === 'absent'}>${chooseOne()}</option>`
    }
    ${node.nullable ? html`<option value="null" .selected=${kind === 'null'}>${sentAsNull()}</option>` : nothing}
    ${node.alternatives.map(
      (alternative, each) =>
        html`<option value=${each} .selected=${each === index}>${visibleText(labelOf(alternative))}</option>`,
    )}
  </select>`;
}
