import { type ReactiveControllerHost, type TemplateResult, nothing } from 'lit';
import type { ErrorText } from '../../src/index.js';
import { hasHidden } from '../../src/content/index.js';
import { type FieldState, type FormNode, constraintsInWords } from '../../src/schema/index.js';
import { jsonLine } from '../../src/util/json.js';
import { shortened } from '../internal/text.js';
import { collapsedText } from '../internal/long-text.js';
import { hiddenNote } from '../internal/hidden-note.js';
import { html } from '../internal/html.js';
import { languageInUse, onMessages, richErrorWords } from '../words/messages.js';
import type { SuggestValues } from './combobox.js';
import { dateTimeInputOf } from './date-time.js';
import type { FilledValues } from './filled-values.js';
import { PATTERN_ID, hasPatternHint, patternHint } from './pattern-hint.js';
import { type Storing, secrecyNote, secrecyToNote } from './secrecy-note.js';
import { t } from './messages.js';
import { labelOf } from './words.js';

/** The data for a field's templates: the state of the field and the settings of its element. */
export interface FieldView {
  readonly field: FieldState;
  /** The error message, once it may be shown. */
  readonly message: ErrorText | undefined;
  readonly isDisabled: boolean;
  /** True if secrets are not masked. */
  readonly isUnmasked: boolean;
  /** True if all fields are shown, in the order of the schema. */
  readonly isAsGiven: boolean;
  /** Returns suggestions while the person types. */
  readonly suggest: SuggestValues | undefined;
  /** Reads and changes whether a possible secret is stored. Undefined if nothing is stored. */
  readonly storing: Storing | undefined;
  /** Set if the person did not fill in the values: each must be seen whole. */
  readonly filled: FilledValues | undefined;
  /** Moves focus to a nested field, or to the first match of a selector, after the next rendering. */
  readonly focusNext: (target: FieldState | string) => void;
  /** Returns state of a control that is not part of the value, such as an open list. Created on first use. */
  readonly stateOf: <State>(kind: new (host: ReactiveControllerHost) => State) => State;
}

/**
 * IDs are the same in every field, because each field has its own shadow root. So no ID contains a name from a server.
 * Templates contain the IDs as literal text, because each binding costs time in hundreds of fields.
 */
export const CONTROL_ID = 'control';
const EXACT_NAME_ID = 'exact-name';
const FACTS_ID = 'facts';
const HELP_ID = 'help';
export const MESSAGE_ID = 'message';

/** The note about hidden characters in the value. */
const HIDDEN_ID = 'hidden';

/** The note that the value is not stored. */
const SECRECY_ID = 'secrecy';

/** A hint from the control itself, such as the text that is sent. */
export const HINT_ID = 'hint';

/** Each rendering needs the facts twice: as visible text and for `aria-describedby`. */
const factsByView = new WeakMap<FieldView, readonly unknown[]>();

/** The constraints of a schema, in words of one language. */
interface Demands {
  readonly language: string;
  readonly words: readonly unknown[];
}

/** A field is rendered with each key, and its schema stays the same. A page may give other words at any time. */
let demands = new WeakMap<FormNode, Demands>();
onMessages(() => {
  demands = new WeakMap<FormNode, Demands>();
});

function demandsInWords(node: FormNode): readonly unknown[] {
  const language = languageInUse();
  const known = demands.get(node);
  if (known?.language === language) return known.words;
  const words = constraintsInWords(node).map(richErrorWords);
  demands.set(node, { language, words });
  return words;
}

/** Returns the facts that the person needs before typing, as short phrases. */
function factsOf(view: FieldView): readonly unknown[] {
  const facts = factsByView.get(view) ?? factsOfField(view.field);
  factsByView.set(view, facts);
  return facts;
}

function factsOfField(field: FieldState): readonly unknown[] {
  const { node } = field;
  const constraints = demandsInWords(node);
  // A date input shows by itself that it expects a date, in the format of the person's locale.
  const isShownByInput = node.kind === 'string' && dateTimeInputOf(node.format) !== undefined;
  const words = [
    isOptional(field) ? t('schemaField.optional') : undefined,
    // A union lists “Null” among its alternatives.
    node.nullable && node.kind !== 'union' ? t('schemaField.canBeNull') : undefined,
    ...(isShownByInput ? constraints.slice(0, -1) : constraints),
    node.readOnly ? ownerInWords(field) : undefined,
    defaultInWords(node),
    node.deprecated ? t('schemaField.noLongerInUse') : undefined,
  ];
  return words.filter((phrase) => phrase !== undefined);
}

/** Characters of a default that a fact names; the rest is cut. */
const MAX_NAMED_DEFAULT_LENGTH = 60;

/** Returns whether a value that the server sets itself is sent. */
function ownerInWords({ node, input }: FieldState): string {
  if (input.kind !== 'absent') return t('schemaField.setSentAsHere');
  if (node.default === undefined) return t('schemaField.setNotSent');
  const value = typeof node.default === 'string' ? node.default : jsonLine(node.default, MAX_NAMED_DEFAULT_LENGTH).text;
  return t('schemaField.setToNotSent', { value: shortened(value, MAX_NAMED_DEFAULT_LENGTH) });
}

/** Why the field does not begin with the default that the schema has. */
function defaultInWords({ default: usable, schema }: FormNode): string | undefined {
  if (usable !== undefined || typeof schema !== 'object' || schema === null) return undefined;
  const value = Object.hasOwn(schema, 'default') ? (schema as { readonly default: unknown }).default : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  return t(Object.keys(value).length === 0 ? 'schemaField.defaultLeftOut' : 'schemaField.defaultTooLarge');
}

/** Returns the text in the field's input, or an empty string if the field does not hold text. */
export function readInputText({ field }: FieldView): string {
  return field.input.kind === 'text' ? field.input.text : '';
}

/** Characters that are searched for hidden ones. A longer text is not in a box, and its beginning shows them. */
const MAX_SEARCHED_LENGTH = 100_000;

function textInBox(view: FieldView): string {
  const text = readInputText(view);
  return text.length > MAX_SEARCHED_LENGTH ? '' : text;
}

/** True if the value may be left out. Rows and entries are removed instead. */
export function isOptional(field: FieldState): boolean {
  return !field.required && field.role === 'property';
}

/** Returns the IDs of all elements that describe the control. */
export function describedBy(view: FieldView, ...more: readonly string[]): string | undefined {
  const { field, message } = view;
  const ids = [
    exactNameOf(view) === undefined ? undefined : EXACT_NAME_ID,
    factsOf(view).length > 0 ? FACTS_ID : undefined,
    field.node.description && !isBare(field) ? HELP_ID : undefined,
    hasPatternHint(field) ? PATTERN_ID : undefined,
    ...more,
    secrecyToNote(view) ? SECRECY_ID : undefined,
    hasHidden(textInBox(view)) ? HIDDEN_ID : undefined,
    message === undefined ? undefined : MESSAGE_ID,
  ].filter((id) => id !== undefined);
  return ids.join(' ') || undefined;
}

/** Characters of a name that is shown beside a label; the rest is cut. */
const MAX_EXACT_NAME_LENGTH = 80;

/**
 * The name that is sent, if the label is another text. A title that differs only in capitals is enough. The answer to a
 * question needs the title alone.
 */
function exactNameOf({ field, isAsGiven }: FieldView): string | undefined {
  const { name, label, role, node } = field;
  if (role !== 'property' || !name || (isAsGiven && node.title !== undefined)) return undefined;
  return name.toLowerCase() === label.toLowerCase() ? undefined : shortened(name, MAX_EXACT_NAME_LENGTH);
}

/** Returns the exact name beside the label. A screen reader reads it with the description of the control. */
export function exactName(view: FieldView): TemplateResult | typeof nothing {
  const name = exactNameOf(view);
  return name === undefined
    ? nothing
    : html`<span class="exact-name quiet"
        ><bdi><code id="exact-name" dir="ltr">${name}</code></bdi></span
      >`;
}

/** True if the surrounding field shows this field's label and description. */
export function isBare(field: FieldState): boolean {
  if (field.role === 'row') return field.parent?.node.kind === 'list' && isOneLine(field);
  return field.role === 'alternative' || field.role === 'entry';
}

/** True if a field is a single control on one line. */
export function isOneLine({ node }: FieldState): boolean {
  return node.kind !== 'object' && node.kind !== 'list' && node.kind !== 'tuple' && node.kind !== 'union';
}

/** Characters of a description that are shown. “More” shows the rest. */
export const MAX_DESCRIPTION_LENGTH = 180;

/** A small button at the end of the label's line. */
export interface LabelButton {
  readonly label: string;
  readonly part: string;
  readonly press: () => void;
  /** Undefined if the button is not a toggle. */
  readonly isPressed?: boolean | undefined;
  /**
   * True if the button is always shown. Otherwise, it shows while the field has focus or the pointer, or while the
   * button is pressed.
   */
  readonly isSteady?: boolean;
}

/** Returns a field with one control, which must have the ID `control`. */
export function labelledField(view: FieldView, control: unknown, buttons: readonly LabelButton[] = []): TemplateResult {
  const bare = isBare(view.field);
  const beside = [factsLine(view), labelButtons(buttons)];
  return html`<div class="field" part="field">
    <div class=${headClass(bare, beside)}>
      <label id="label" class=${bare ? 'visually-hidden' : nothing} part="label" for="control"
        ><bdi>${labelOf(view.field)}</bdi></label
      >${exactName(view)}${beside[0]}${beside[1]}
    </div>
    ${bare ? nothing : descriptionOf(view.field.node)} ${patternHint(view.field)} ${control}
    ${hiddenNote(textInBox(view), HIDDEN_ID, view.filled !== undefined)} ${secrecyNote(view)} ${messageOf(view)}
  </div>`;
}

/** A `silent` head has no visible content and takes no space. */
function headClass(isBare: boolean, beside: readonly unknown[]): string {
  if (!isBare) return 'head';
  return beside.every((each) => each === nothing) ? 'head bare silent' : 'head bare';
}

interface GroupOptions {
  readonly role?: 'radiogroup';
  /** Buttons beside the label. */
  readonly buttons?: readonly LabelButton[];
}

/** Returns a field with several controls. The role is `radiogroup` if all of them are radio buttons. */
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
        ><span id="label" class=${bare ? 'visually-hidden' : nothing} part="label"
          ><bdi>${labelOf(view.field)}</bdi></span
        >${exactName(view)}${beside[0]}${beside[1]}</span
      >
    </legend>
    ${bare ? nothing : descriptionOf(view.field.node)} ${content} ${secrecyNote(view)} ${messageOf(view)}
  </fieldset>`;
}

function factsLine(view: FieldView): unknown {
  const words = factsOf(view);
  if (words.length === 0) return nothing;
  return html`<span id="facts" class="facts quiet"
    >${words.map((phrase, index) => (index > 0 ? [' · ', phrase] : phrase))}</span
  >`;
}

export function descriptionOf(node: FormNode): unknown {
  return collapsedText(node.description, MAX_DESCRIPTION_LENGTH, HELP_ID);
}

export function messageOf(view: FieldView): unknown {
  if (view.message === undefined) return nothing;
  return html`<p id="message" class="message" part="error">${richErrorWords(view.message)}</p>`;
}

/** Small buttons at the end of the label's line: for a value that cannot be typed, or for another way to type. */
function labelButtons(buttons: readonly LabelButton[]): TemplateResult | typeof nothing {
  if (buttons.length === 0) return nothing;
  // Steady buttons come last, so that no gap follows them.
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
