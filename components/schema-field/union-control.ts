import { nothing, type TemplateResult } from 'lit';
import { visibleText } from '../../src/content/index.js';
import type { UnionNode } from '../../src/schema/index.js';
import { html } from '../words/html.js';
import { grouped } from './field-frame.js';
import { isOptional, type FieldView } from './field-view.js';
import { folded } from './folded.js';
import { nested } from './nested.js';
import { absenceOf, areShort, segments, type Segment } from './segments.js';

/** Descriptions longer than this are folded. */
const SHORT = 180;

/** A value of one of several kinds: which one, and a field for it. What was typed in the others stays there. */
export function unionControl(view: FieldView, node: UnionNode): TemplateResult {
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
    : selectBox(view, node, index);
  // What the chosen one is: where its own field says so itself, once is enough.
  const about = node.alternatives[index]?.description;
  return grouped(
    view,
    html`${picker} ${about === node.description ? nothing : folded(about, SHORT)}
    ${chosen ? html`<div class="chosen">${nested(view, chosen, index)}</div>` : nothing}`,
  );
}

function selectBox(view: FieldView, node: UnionNode, index: number): TemplateResult {
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
    part="control alternatives"
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
