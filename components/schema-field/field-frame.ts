import { html, nothing, type TemplateResult } from 'lit';
import type { FormNode } from '../../src/schema/index.js';
import { folded } from './folded.js';
import {
  CONTROL_ID,
  describedBy,
  factsOf,
  FACTS_ID,
  HELP_ID,
  LABEL_ID,
  MESSAGE_ID,
  type FieldView,
} from './field-view.js';

/** Descriptions longer than this are folded. */
const SHORT = 180;
/** Patterns longer than this say nothing to anybody. */
const READABLE_PATTERN = 48;

/** A field with one control, which must have the id `control`. */
export function labelled(view: FieldView, control: unknown, aside: unknown = nothing): TemplateResult {
  return html`<div class="field" part="field">
    <div class="head ${view.field.isRow ? 'visually-hidden' : ''}">
      <label id=${LABEL_ID} part="label" for=${CONTROL_ID}>${view.field.label}</label>${facts(view)}${aside}
    </div>
    ${view.field.isRow ? nothing : description(view.field.node)} ${control} ${message(view)}
  </div>`;
}

export interface GroupOptions {
  readonly role?: 'radiogroup';
  /** Beside the label. */
  readonly aside?: unknown;
}

/** A field with several controls; `radiogroup` where they are radio buttons and nothing else. */
export function grouped(view: FieldView, content: unknown, { role, aside }: GroupOptions = {}): TemplateResult {
  return html`<fieldset
    class="field"
    role=${role ?? nothing}
    aria-invalid=${role && view.message !== undefined ? 'true' : nothing}
    aria-required=${role && view.field.required ? 'true' : nothing}
    part="field"
    aria-labelledby=${LABEL_ID}
    aria-describedby=${describedBy(view) ?? nothing}
  >
    <legend>
      <span class="head"
        ><span id=${LABEL_ID} part="label">${view.field.label}</span>${facts(view)}${aside ?? nothing}</span
      >
    </legend>
    ${view.field.isRow ? nothing : description(view.field.node)} ${content} ${message(view)}
  </fieldset>`;
}

function facts(view: FieldView): unknown {
  const words = factsOf(view);
  const shown = pattern(view.field.node, words.length > 0);
  if (words.length === 0 && shown === nothing) return nothing;
  return html`<span id=${FACTS_ID} class="asked quiet">${words.join(' · ')}${shown}</span>`;
}

function pattern(node: FormNode, hasWords: boolean): unknown {
  if (node.kind !== 'string' || !node.pattern || node.pattern.length > READABLE_PATTERN) return nothing;
  return html`${hasWords ? ' · ' : nothing}pattern <code>${node.pattern}</code>`;
}

export function description(node: FormNode): unknown {
  return folded(node.description, SHORT, HELP_ID);
}

function message(view: FieldView): unknown {
  if (view.message === undefined) return nothing;
  return html`<p id=${MESSAGE_ID} class="message" part="error">${view.message}</p>`;
}

/** Something that no key types, such as an empty text. Quiet until the person is at the field; pressed, it stays in sight. */
export function asideButton(label: string, isPressed: boolean, press: () => void): TemplateResult {
  return html`<button
    class="plain aside"
    part="empty-button"
    type="button"
    aria-pressed=${isPressed ? 'true' : 'false'}
    aria-describedby=${LABEL_ID}
    @click=${press}
  >
    ${label}
  </button>`;
}
