import type { TemplateResult } from 'lit';
import { html } from '../words/html.js';
import { closeOnEscape, editActions, editButton, item } from './item.js';
import { fieldId, type OpenEdits } from './open-edits.js';

/** What can be chosen, and in words. */
export type ChoiceOptions = readonly (readonly [value: string, words: string])[];

/** One of a few, named for those who do not see what stands beside it. */
export function choice(
  id: string,
  label: string,
  value: string,
  options: ChoiceOptions,
  choose: (value: string) => void,
): TemplateResult {
  return html`<select
    id=${id}
    part="field"
    aria-label=${label}
    .value=${value}
    @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}
  >
    ${options.map(([each, words]) => html`<option value=${each} ?selected=${each === value}>${words}</option>`)}
  </select>`;
}

export interface EditableChoice {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly original: string;
  readonly options: ChoiceOptions;
  /** How it reads. While it is edited, the choice stands above. */
  readonly body: unknown;
  /** Something else about it changed. */
  readonly edited?: boolean;
  /** Absent while it can only be read. */
  readonly set?: ((value: string) => void) | undefined;
}

/** One of a few, in words until it is opened for editing. */
export function editableChoice(edits: OpenEdits, one: EditableChoice): TemplateResult {
  const { key, label, value, original, options, body, set } = one;
  const isOther = value !== original;
  const edited = isOther || one.edited === true;
  if (!set || !edits.isOpen(key))
    return item({ label, edited, body, action: set && editButton(edits, key, label, () => set(value)) });
  return item({
    label,
    edited,
    body: html`<div @keydown=${closeOnEscape(edits, key)}>${choice(fieldId(key), label, value, options, set)}</div>
      ${editActions(edits, key, label, isOther, () => set(original))} ${body}`,
  });
}
