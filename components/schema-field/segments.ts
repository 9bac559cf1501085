import { nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { html } from '../words/html.js';
import { isOptional, type FieldView } from './field-view.js';

export interface Segment {
  readonly label: string;
  readonly description?: string | undefined;
  readonly isChosen: boolean;
  readonly choose: () => void;
}

/** More than this in a row is no longer read at a glance. */
const MAX_SEGMENTS = 5;
const MAX_LETTERS = 44;

/** True for a few short choices, which are better seen than opened. */
export function areShort(labels: readonly string[]): boolean {
  return labels.length <= MAX_SEGMENTS && labels.join('').length <= MAX_LETTERS;
}

/** A few exclusive choices in a row: radio buttons that look like one control. */
export function segments(choices: readonly Segment[], part = 'choices'): TemplateResult {
  return html`<div class="segments" part="control ${part}">
    ${choices.map(
      ({ label, isChosen, choose }) =>
        html`<label>
          <input type="radio" name=${part} .checked=${live(isChosen)} @change=${choose} />
          <span>${label}</span>
        </label>`,
    )}
  </div>`;
}

/** Left out and none, as far as they make sense. */
export function absenceOf({ field }: FieldView): readonly Segment[] {
  const { kind } = field.input;
  const choices: Segment[] = [];
  if (isOptional(field)) {
    choices.push({ label: 'Leave out', isChosen: kind === 'absent', choose: () => field.leaveOut() });
  }
  if (field.node.nullable) choices.push({ label: 'None', isChosen: kind === 'null', choose: () => field.setNull() });
  return choices;
}

/** Left out, none, or there; nothing where it can only be there. */
export function presenceSegments(view: FieldView, there: string): TemplateResult | typeof nothing {
  const { field } = view;
  const { kind } = field.input;
  const absence = absenceOf(view);
  const isThere = kind !== 'absent' && kind !== 'null';
  if (absence.length === 0 && isThere) return nothing;
  return segments([...absence, { label: there, isChosen: isThere, choose: () => field.include() }]);
}
