import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { FieldView } from './field-view.js';

export interface Segment {
  readonly label: string;
  readonly isChosen: boolean;
  readonly choose: () => void;
}

/** A few exclusive choices in a row: radio buttons that look like one control. */
function segments(choices: readonly Segment[]): TemplateResult {
  return html`<div class="segments" part="control">
    ${choices.map(
      ({ label, isChosen, choose }) =>
        html`<label>
          <input type="radio" name="choice" .checked=${live(isChosen)} @change=${choose} />
          <span>${label}</span>
        </label>`,
    )}
  </div>`;
}

/** Left out, none, or there: as many of the three as make sense, and what stands for "there". */
export function presenceSegments(view: FieldView, there: readonly Segment[] | string): TemplateResult {
  const { field } = view;
  const { kind } = field.input;
  const choices: Segment[] = [];
  if (!field.required)
    choices.push({ label: 'Leave out', isChosen: kind === 'absent', choose: () => field.leaveOut() });
  if (field.node.nullable) choices.push({ label: 'None', isChosen: kind === 'null', choose: () => field.setNull() });
  if (typeof there !== 'string') choices.push(...there);
  else choices.push({ label: there, isChosen: kind !== 'absent' && kind !== 'null', choose: () => field.include() });
  return segments(choices);
}
