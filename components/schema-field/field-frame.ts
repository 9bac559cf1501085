import { nothing, type TemplateResult } from 'lit';
import type { FormNode } from '../../src/schema/index.js';
import { hiddenNote } from '../words/hidden-note.js';
import { html } from '../words/html.js';
import { folded } from './folded.js';
import { secrecyNote } from './storing.js';
import { describedBy, factsOf, HELP_ID, HIDDEN_ID, isBare, typedText, type FieldView } from './field-view.js';

/** Descriptions longer than this are folded. */
const SHORT = 180;
/** Patterns longer than this say nothing to anybody. */
const READABLE_PATTERN = 48;

/** A field with one control, which must have the id `control`. */
export function labelled(view: FieldView, control: unknown, asides: readonly Aside[] = []): TemplateResult {
  const bare = isBare(view.field);
  const beside = [facts(view), buttons(asides)];
  return html`<div class="field" part="field">
    <div class=${headClass(bare, beside)}>
      <label id="label" class=${bare ? 'visually-hidden' : nothing} part="label" for="control"
        >${view.field.label}</label
      >${beside[0]}${beside[1]}
    </div>
    ${bare ? nothing : description(view.field.node)} ${control} ${hiddenNote(typedText(view), HIDDEN_ID)}
    ${secrecyNote(view)} ${message(view)}
  </div>`;
}

/** Silent where there is nothing in it to see. */
function headClass(isBare: boolean, beside: readonly unknown[]): string {
  if (!isBare) return 'head';
  return beside.every((each) => each === nothing) ? 'head bare silent' : 'head bare';
}

export interface GroupOptions {
  readonly role?: 'radiogroup';
  /** Beside the label. */
  readonly asides?: readonly Aside[];
}

/** A field with several controls; `radiogroup` where they are radio buttons and nothing else. */
export function grouped(view: FieldView, content: unknown, { role, asides = [] }: GroupOptions = {}): TemplateResult {
  const bare = isBare(view.field);
  const beside = [facts(view), buttons(asides)];
  return html`<fieldset
    class="field"
    role=${role ?? nothing}
    aria-invalid=${role && view.message !== undefined ? 'true' : nothing}
    aria-required=${role && view.field.required ? 'true' : nothing}
    part="field"
    aria-labelledby="label"
    aria-describedby=${describedBy(view) ?? nothing}
  >
    <legend>
      <span class=${headClass(bare, beside)}
        ><span id="label" class=${bare ? 'visually-hidden' : nothing} part="label">${view.field.label}</span
        >${beside[0]}${beside[1]}</span
      >
    </legend>
    ${bare ? nothing : description(view.field.node)} ${content} ${secrecyNote(view)} ${message(view)}
  </fieldset>`;
}

function facts(view: FieldView): unknown {
  const words = factsOf(view);
  const shown = pattern(view.field.node, words.length > 0);
  if (words.length === 0 && shown === nothing) return nothing;
  return html`<span id="facts" class="asked quiet">${words.join(' · ')}${shown}</span>`;
}

function pattern(node: FormNode, hasWords: boolean): unknown {
  if (node.kind !== 'string' || !node.pattern || node.pattern.length > READABLE_PATTERN) return nothing;
  return html`${hasWords ? ' · ' : nothing}pattern <code dir="ltr">${node.pattern}</code>`;
}

export function description(node: FormNode): unknown {
  return folded(node.description, SHORT, HELP_ID);
}

export function message(view: FieldView): unknown {
  if (view.message === undefined) return nothing;
  return html`<p id="message" class="message" part="error">${view.message}</p>`;
}

export interface Aside {
  readonly label: string;
  readonly part: string;
  readonly press: () => void;
  /** Undefined where it does something instead of being something. */
  readonly isPressed?: boolean | undefined;
  /** Always in sight; otherwise when the person is at the field, or while it is pressed. */
  readonly isSteady?: boolean;
}

/** Small buttons at the end of the label's line: something that no key types, or another way to type. */
function buttons(asides: readonly Aside[]): TemplateResult | typeof nothing {
  if (asides.length === 0) return nothing;
  // What is always in sight stands at the end, with no gap after it.
  const [passing, steady] = [asides.filter((each) => !each.isSteady), asides.filter((each) => each.isSteady)];
  return html`<span class="asides">${[...passing, ...steady].map(button)}</span>`;
}

function button({ label, part, press, isPressed, isSteady }: Aside): TemplateResult {
  return html`<button
    class="plain aside ${isSteady ? 'steady' : ''}"
    part=${part}
    type="button"
    aria-pressed=${isPressed === undefined ? nothing : isPressed ? 'true' : 'false'}
    aria-describedby="label"
    @click=${press}
  >
    ${label}
  </button>`;
}
