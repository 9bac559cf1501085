import { type TemplateResult, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { type NumberNode, unitOf } from '../../src/schema/index.js';
import { html } from '../internal/html.js';
import { errorWords } from '../words/messages.js';
import { type FieldView, HINT_ID, describedBy, readInputText } from './field-frame.js';
import { type InputView, placeholderOf, typeInto } from './text-input.js';
import { t } from './messages.js';
import { labelOf } from './words.js';

/** Stops of a slider. A range with more stops has no slider, because it would be hard to set by hand. */
const MAX_SLIDER_STOPS = 20;

/**
 * Returns a text input for a number, because a native number input loses “1.”, “-” and each digit that it cannot hold.
 */
export function numberInput(view: FieldView, node: NumberNode): InputView {
  const unit = unitOf(node, view.field.name);
  const input = html`<input
    id="control"
    part="input"
    data-name="control"
    class="number"
    type="text"
    inputmode=${inputModeOf(node)}
    placeholder=${placeholderOf(view, node) ?? nothing}
    autocomplete="off"
    autocapitalize="off"
    spellcheck="false"
    dir="ltr"
    aria-describedby=${describedBy(view, ...(unit === undefined ? [] : [HINT_ID])) ?? nothing}
    aria-invalid=${view.message === undefined ? nothing : 'true'}
    aria-required=${view.field.required ? 'true' : nothing}
    .value=${live(readInputText(view))}
    @input=${(event: Event) => typeInto(view, (event.target as HTMLInputElement).value)}
  />`;
  const stops = stopsOf(node);
  if (!stops && unit === undefined) return { input };
  const words = unit === undefined ? nothing : html`<bdi id="hint" class="unit quiet">${errorWords(unit)}</bdi>`;
  return { input: html`<div class="beside">${input}${words}${stops ? slider(view, stops) : nothing}</div>` };
}

interface Stops {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/**
 * Returns the bounds and the step of a slider, or undefined if a bound is missing or there are too few or too many
 * stops.
 */
function stopsOf(node: NumberNode): Stops | undefined {
  const { minimum: from, maximum: to } = node;
  const step = node.multipleOf ?? (node.integer ? 1 : undefined);
  if (from === undefined || to === undefined || step === undefined || node.exclusiveMinimum !== undefined)
    return undefined;
  const count = (to - from) / step;
  return count >= 2 && count <= MAX_SLIDER_STOPS && Number.isInteger(from / step) ? { from, to, step } : undefined;
}

/** A slider beside the input. While the input is empty, the slider shows the minimum and sets no value. */
function slider(view: FieldView, { from, to, step }: Stops): TemplateResult {
  const text = readInputText(view);
  const isSet = text.trim() !== '' && Number.isFinite(Number(text));
  return html`<input
    class=${isSet ? 'slider' : 'slider unset'}
    part="input"
    data-name="slider"
    type="range"
    min=${from}
    max=${to}
    step=${step}
    aria-label=${t('schemaField.slider', { label: labelOf(view.field) })}
    aria-valuetext=${isSet ? nothing : t('schemaField.notSet')}
    .value=${live(String(isSet ? Number(text) : from))}
    @input=${(event: Event) => typeInto(view, (event.target as HTMLInputElement).value)}
  />`;
}

function inputModeOf(node: NumberNode): string | typeof nothing {
  // Number pads of phones have no minus sign.
  const least = node.minimum ?? node.exclusiveMinimum ?? -1;
  return least < 0 ? nothing : node.integer ? 'numeric' : 'decimal';
}
