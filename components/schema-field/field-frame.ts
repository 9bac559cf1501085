import { type ReactiveControllerHost, type TemplateResult, nothing } from 'lit';
import { hasHidden } from '../../src/content/index.js';
import { type FieldState, type FormNode, constraintsInWords } from '../../src/schema/index.js';
import { collapsedText } from '../internal/text.js';
import { hiddenNote, html } from '../internal/html.js';
import type { SuggestValues } from './combobox.js';
import { dateTimeInputOf } from './date-time.js';
import { type Storing, secrecyNote, secrecyToNote } from './secrecy-note.js';

/** What the templates of a field are given: the field, and what the element around it knows. */
export interface FieldView {
  readonly field: FieldState;
  /** What is wrong, once it may be shown. */
  readonly message: string | undefined;
  readonly isDisabled: boolean;
  /** Secrets are shown as they are typed. */
  readonly isUnmasked: boolean;
  /** Gives values that could be meant, while something is typed. */
  readonly suggest: SuggestValues | undefined;
  /** Stores what is typed, and asks about what may be secret. Undefined where nothing is stored. */
  readonly storing: Storing | undefined;
  /** Moves focus to a field inside, or to what a selector finds, after the next rendering. */
  readonly focusNext: (target: FieldState | string) => void;
  /** State of a control that is not part of the value, such as an open list. It is made when first asked for. */
  readonly stateOf: <State>(kind: new (host: ReactiveControllerHost) => State) => State;
}

/**
 * Ids are the same in every field: each has a shadow root of its own, so no name from a server ever becomes one. Templates
 * write them out: what is bound costs in each of hundreds of fields.
 */
export const CONTROL_ID = 'control';
const FACTS_ID = 'facts';
const HELP_ID = 'help';
export const MESSAGE_ID = 'message';

/** The note about hidden characters in the value. */
const HIDDEN_ID = 'hidden';

/** The note that the value is not stored. */
const SECRECY_ID = 'secrecy';

/** A line of the control about itself, such as what is sent. */
export const HINT_ID = 'hint';

/** Each rendering needs them twice: to show them, and to say that they describe the control. */
const factsByView = new WeakMap<FieldView, readonly string[]>();

/** What the person needs to know before typing, as short phrases. */
function factsOf(view: FieldView): readonly string[] {
  const facts = factsByView.get(view) ?? factsOfField(view.field);
  factsByView.set(view, facts);
  return facts;
}

function factsOfField(field: FieldState): readonly string[] {
  const { node } = field;
  const constraints = constraintsInWords(node);
  // A date input shows by itself that it wants a date, and in the person's order of day and month.
  const isShownByInput = node.kind === 'string' && dateTimeInputOf(node.format) !== undefined;
  const words = [
    isOptional(field) ? 'optional' : undefined,
    // Where the kinds of value are listed, none is one of them.
    node.nullable && node.kind !== 'union' ? 'can be none' : undefined,
    ...(isShownByInput ? constraints.slice(0, -1) : constraints),
    node.readOnly ? 'set by the server' : undefined,
    node.deprecated ? 'no longer in use' : undefined,
  ];
  return words.filter((phrase) => phrase !== undefined);
}

/** The text in the field's input; empty where the value is none. */
export function textOf({ field }: FieldView): string {
  return field.input.kind === 'text' ? field.input.text : '';
}

/** Whether the value may be left out; rows and entries are there or are taken away. */
export function isOptional(field: FieldState): boolean {
  return !field.required && field.role === 'property';
}

/** The ids of everything that describes the control. */
export function describedBy(view: FieldView, ...more: readonly string[]): string | undefined {
  const { field, message } = view;
  const ids = [
    factsOf(view).length > 0 ? FACTS_ID : undefined,
    field.node.description && !isBare(field) ? HELP_ID : undefined,
    ...more,
    secrecyToNote(view) ? SECRECY_ID : undefined,
    hasHidden(textOf(view)) ? HIDDEN_ID : undefined,
    message === undefined ? undefined : MESSAGE_ID,
  ].filter((id) => id !== undefined);
  return ids.join(' ') || undefined;
}

/** Whether a field shows no label and description, because the field around it shows them. */
export function isBare(field: FieldState): boolean {
  if (field.role === 'row') return field.parent?.node.kind === 'list' && isOneLine(field);
  return field.role === 'alternative' || field.role === 'entry';
}

/** Whether a field is one control on one line. */
export function isOneLine({ node }: FieldState): boolean {
  return node.kind !== 'object' && node.kind !== 'list' && node.kind !== 'tuple' && node.kind !== 'union';
}

/** Characters of a description; the rest of a longer one shows after a press on “More”. */
export const MAX_DESCRIPTION_LENGTH = 180;

/** Characters of a pattern. Longer ones are not shown: nobody can read them. */
const MAX_SHOWN_PATTERN_LENGTH = 48;

/** A small button at the end of the label's line. */
export interface LabelButton {
  readonly label: string;
  readonly part: string;
  readonly press: () => void;
  /** Undefined where it is not a toggle. */
  readonly isPressed?: boolean | undefined;
  /** Always shown. Otherwise it shows while the field has focus or the pointer, or while it is pressed. */
  readonly isSteady?: boolean;
}

/** A field with one control, which must have the id `control`. */
export function labelledField(view: FieldView, control: unknown, buttons: readonly LabelButton[] = []): TemplateResult {
  const bare = isBare(view.field);
  const beside = [factsLine(view), labelButtons(buttons)];
  return html`<div class="field" part="field">
    <div class=${headClass(bare, beside)}>
      <label id="label" class=${bare ? 'visually-hidden' : nothing} part="label" for="control"
        >${view.field.label}</label
      >${beside[0]}${beside[1]}
    </div>
    ${bare ? nothing : descriptionOf(view.field.node)} ${control} ${hiddenNote(textOf(view), HIDDEN_ID)}
    ${secrecyNote(view)} ${messageOf(view)}
  </div>`;
}

/** `silent` takes no room: there is nothing in it to see. */
function headClass(isBare: boolean, beside: readonly unknown[]): string {
  if (!isBare) return 'head';
  return beside.every((each) => each === nothing) ? 'head bare silent' : 'head bare';
}

interface GroupOptions {
  readonly role?: 'radiogroup';
  /** Buttons beside the label. */
  readonly buttons?: readonly LabelButton[];
}

/** A field with several controls; `radiogroup` where they are radio buttons and nothing else. */
export function fieldGroup(
  view: FieldView,
  content: unknown,
  { role, buttons = [] }: GroupOptions = {},
): TemplateResult {
  const bare = isBare(view.field);
  const beside = [factsLine(view), labelButtons(buttons)];
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
    ${bare ? nothing : descriptionOf(view.field.node)} ${content} ${secrecyNote(view)} ${messageOf(view)}
  </fieldset>`;
}

function factsLine(view: FieldView): unknown {
  const words = factsOf(view);
  const shownPattern = pattern(view.field.node, words.length > 0);
  if (words.length === 0 && shownPattern === nothing) return nothing;
  return html`<span id="facts" class="facts quiet">${words.join(' · ')}${shownPattern}</span>`;
}

function pattern(node: FormNode, hasWords: boolean): unknown {
  if (node.kind !== 'string' || !node.pattern || node.pattern.length > MAX_SHOWN_PATTERN_LENGTH) return nothing;
  return html`${hasWords ? ' · ' : nothing}pattern <code dir="ltr">${node.pattern}</code>`;
}

export function descriptionOf(node: FormNode): unknown {
  return collapsedText(node.description, MAX_DESCRIPTION_LENGTH, HELP_ID);
}

export function messageOf(view: FieldView): unknown {
  if (view.message === undefined) return nothing;
  return html`<p id="message" class="message" part="error">${view.message}</p>`;
}

/** Small buttons at the end of the label's line: for a value that no key types, or for another way to type. */
function labelButtons(buttons: readonly LabelButton[]): TemplateResult | typeof nothing {
  if (buttons.length === 0) return nothing;
  // Those that always show come last, so that no gap follows them.
  const [onDemand, steady] = [buttons.filter((each) => !each.isSteady), buttons.filter((each) => each.isSteady)];
  return html`<span class="label-buttons">${[...onDemand, ...steady].map(labelButton)}</span>`;
}

function labelButton({ label, part, press, isPressed, isSteady }: LabelButton): TemplateResult {
  return html`<button
    class="plain label-button ${isSteady ? 'steady' : ''}"
    part="button"
    data-name=${part}
    type="button"
    aria-pressed=${isPressed === undefined ? nothing : isPressed ? 'true' : 'false'}
    aria-describedby="label"
    @click=${press}
  >
    ${label}
  </button>`;
}
