import { nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { NumberNode } from '../../src/schema/index.js';
import { html } from '../words/html.js';
import { describedBy, type FieldView } from './field-view.js';
import { placeholderOf, textOf, typeInto, type Box } from './text-box.js';

/** A slider with more stops than this cannot be set by hand. */
const MAX_STOPS = 20;

/** A number as text: a native number box loses “1.”, “-” and every digit it cannot hold. */
export function numberBox(view: FieldView, node: NumberNode): Box {
  const box = html`<input
    id="control"
    part="control"
    class="number"
    type="text"
    inputmode=${inputModeOf(node)}
    placeholder=${placeholderOf(view, node) ?? nothing}
    autocomplete="off"
    autocapitalize="off"
    spellcheck="false"
    dir="ltr"
    aria-describedby=${describedBy(view) ?? nothing}
    aria-invalid=${view.message === undefined ? nothing : 'true'}
    aria-required=${view.field.required ? 'true' : nothing}
    .value=${live(textOf(view))}
    @input=${(event: Event) => typeInto(view, (event.target as HTMLInputElement).value)}
  />`;
  const stops = stopsOf(node);
  return { control: stops ? html`<div class="beside">${box}${slider(view, stops)}</div>` : box };
}

interface Stops {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** From where to where in which steps; undefined where bounds are missing, mean nothing, or lie too far apart. */
function stopsOf(node: NumberNode): Stops | undefined {
  const { minimum: from, maximum: to } = node;
  const step = node.multipleOf ?? (node.integer ? 1 : undefined);
  if (from === undefined || to === undefined || step === undefined || node.exclusiveMinimum !== undefined)
    return undefined;
  const count = (to - from) / step;
  return count >= 2 && count <= MAX_STOPS && Number.isInteger(from / step) ? { from, to, step } : undefined;
}

/** Says roughly what the box beside it says exactly. While nothing is typed it stands at the start and counts for nothing. */
function slider(view: FieldView, { from, to, step }: Stops): TemplateResult {
  const text = textOf(view);
  const isSet = text.trim() !== '' && Number.isFinite(Number(text));
  return html`<input
    class=${isSet ? 'slider' : 'slider unset'}
    part="slider"
    type="range"
    min=${from}
    max=${to}
    step=${step}
    aria-label="${view.field.label}, slider"
    aria-valuetext=${isSet ? nothing : 'not set'}
    .value=${live(String(isSet ? Number(text) : from))}
    @input=${(event: Event) => typeInto(view, (event.target as HTMLInputElement).value)}
  />`;
}

function inputModeOf(node: NumberNode): string | typeof nothing {
  // Number pads of phones have no minus sign.
  const least = node.minimum ?? node.exclusiveMinimum ?? -1;
  return least < 0 ? nothing : node.integer ? 'numeric' : 'decimal';
}
