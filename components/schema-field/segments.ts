import { type TemplateResult, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { html } from '../internal/html.js';
import { type FieldView, isOptional } from './field-frame.js';
import { notSent, sentAsNull } from './words.js';

/** One choice. */
export interface Segment {
  readonly label: string;
  readonly description?: string | undefined;
  readonly isChosen: boolean;
  readonly choose: () => void;
}

/** Options that are shown as segments, in one row with what else can be chosen. More options are shown in a select. */
const MAX_SEGMENTED_OPTIONS = 3;

/** Characters of all these labels together. Longer labels are shown in a select. */
const MAX_SEGMENTED_LETTERS = 44;

/**
 * True if the choices are few and short enough to be shown side by side.
 * @param labels of all choices @param options the number of those that the server names
 */
export function fitSegments(labels: readonly string[], options: number): boolean {
  return options <= MAX_SEGMENTED_OPTIONS && labels.join('').length <= MAX_SEGMENTED_LETTERS;
}

/** Returns a few exclusive choices in a row: radio buttons that look like one control. */
export function segments(choices: readonly Segment[], part = 'choices'): TemplateResult {
  return html`<div class="segments" part="input" data-name="control ${part}">
    ${choices.map(
      ({ label, isChosen, choose }) =>
        html`<label>
          <input type="radio" name=${part} .checked=${live(isChosen)} @change=${choose} />
          <span>${label}</span>
        </label>`,
    )}
  </div>`;
}

/** Returns “Not sent” and “Null” if the schema allows them. */
export function absenceChoices({ field }: FieldView): readonly Segment[] {
  const { kind } = field.input;
  const choices: Segment[] = [];
  if (isOptional(field)) {
    choices.push({ label: notSent(), isChosen: kind === 'absent', choose: () => field.leaveOut() });
  }
  if (field.node.nullable)
    choices.push({ label: sentAsNull(), isChosen: kind === 'null', choose: () => field.setNull() });
  return choices;
}

/**
 * Returns the choices to leave the value out, to set it to `null`, or to fill it in. Returns nothing if the value must
 * be present.
 */
export function presenceSegments(view: FieldView, presentLabel: string): TemplateResult | typeof nothing {
  const { field } = view;
  const { kind } = field.input;
  const absence = absenceChoices(view);
  const isPresent = kind !== 'absent' && kind !== 'null';
  if (absence.length === 0 && isPresent) return nothing;
  return segments([...absence, { label: presentLabel, isChosen: isPresent, choose: () => field.include() }]);
}
