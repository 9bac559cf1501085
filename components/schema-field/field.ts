import { css, type CSSResult, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { hasHidden } from '../../src/content/index.js';
import {
  constraintsInWords,
  type FieldState,
  type FormNode,
  isDeclaredSecret,
  type NumberNode,
  secrecyOfField,
  type StringNode,
  withoutCredentials,
} from '../../src/schema/index.js';
import { hiddenNote, html } from '../internal/html.js';
import { cut } from '../internal/text.js';
import type { SuggestValues } from './combobox.js';
import { Toggle } from './control-memory.js';

/**
 * A date with a time as RFC 3339 writes it, taken apart: what a clock on the wall shows, which a native control can
 * edit, and where that clock hangs.
 */
export interface Moment {
  /** `2026-11-20T14:30` with seconds and a fraction as far as they were there. */
  readonly wall: string;
  /** `Z`, `+01:00`, or empty for no statement. */
  readonly offset: string;
}

/** The native controls for points in time. */
export type DateTimeInput = 'date' | 'time' | 'datetime-local';

const CONTROLS: ReadonlyMap<string, DateTimeInput> = new Map([
  ['date', 'date'],
  ['time', 'time'],
  ['date-time', 'datetime-local'],
]);

/** The control for a `format`; undefined where it is about something else. */
export function timeControlOf(format: string | undefined): DateTimeInput | undefined {
  return format === undefined ? undefined : CONTROLS.get(format);
}

const DATE = '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])';
const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,3})?)?';
const OFFSET = '(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)?';
const WALLS: { readonly [Control in DateTimeInput]: RegExp } = {
  date: new RegExp(`^(${DATE})()$`),
  time: new RegExp(`^(${TIME})(${OFFSET})$`),
  'datetime-local': new RegExp(`^(${DATE}[Tt ]${TIME})(${OFFSET})$`),
};

/**
 * Takes a text apart. Undefined when a native control could not show all of it: a half typed date, a day that no
 * calendar has, microseconds.
 */
export function readMoment(control: DateTimeInput, text: string): Moment | undefined {
  const [, wall, offset] = WALLS[control].exec(text) ?? [];
  if (wall === undefined || !isInCalendar(control, wall)) return undefined;
  return { wall: wall.toUpperCase().replace(' ', 'T'), offset: (offset ?? '').toUpperCase() };
}

/** The text to send. RFC 3339 wants seconds where a control leaves them out. */
export function writeMoment(control: DateTimeInput, { wall, offset }: Moment): string {
  if (control === 'date' || wall === '') return wall;
  return `${/:\d\d:/.test(wall) ? wall : `${wall}:00`}${offset}`;
}

/** The ways to write it, the one of RFC 3339 first: some servers want thousandths of a second, or no seconds. */
export function spellings(control: DateTimeInput, moment: Moment): readonly string[] {
  const usual = writeMoment(control, moment);
  const { wall, offset } = moment;
  if (control === 'date' || wall === '' || /:\d\d:\d\d\./.test(wall)) return [usual];
  const seconds = usual.slice(0, usual.length - offset.length);
  return [usual, `${seconds}.000${offset}`, `${seconds.replace(/:00$/, '')}${offset}`];
}

/** How far the browser's own clock is from UTC at that time there; now, where no date is given. */
export function offsetHere(wall: string): string {
  const moment = new Date(wall.includes('T') ? wall : Date.now());
  const minutes = Number.isNaN(moment.getTime()) ? 0 : -moment.getTimezoneOffset();
  if (minutes === 0) return 'Z';
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
}

/** `UTC`, `UTC+01:00`. */
export function offsetInWords(offset: string): string {
  if (offset === '') return 'no zone';
  return offset === 'Z' ? 'UTC' : `UTC${offset}`;
}

function isInCalendar(control: DateTimeInput, wall: string): boolean {
  if (control === 'time') return true;
  const date = wall.slice(0, 10);
  const moment = new Date(`${date}T00:00:00Z`);
  return date > '0001' && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(date);
}

/** The wall time as a native control gives it back: without seconds or a fraction that are zero. */
export function shortWall(wall: string): string {
  return wall
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace(/(:\d\d):00$/, '$1');
}

/**
 * A server's text, as text: short ones as they are, long ones as their beginning with the whole one press away.
 * @param id names the part that describes a control; of a long text that is its beginning
 */
export function folded(text: string | undefined, limit: number, id?: string): TemplateResult | typeof nothing {
  const trimmed = text?.trim();
  if (!trimmed) return nothing;
  if (trimmed.length <= limit) {
    return html`<p id=${id ?? nothing} class="help quiet" part="description">${trimmed}</p>`;
  }
  const start = cut(trimmed, limit * 0.8).replace(/\s+\S*$/, '');
  return html`<details class="help quiet" part="description">
    <summary><span class="start" id=${id ?? nothing}>${start}…</span> <span class="more"></span></summary>
    <p>${trimmed}</p>
  </details>`;
}

export const collapsedStyles: CSSResult = css`
  .help {
    white-space: pre-line;
    unicode-bidi: plaintext;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .help > summary {
    list-style: none;
    inline-size: fit-content;
  }
  .help > summary::-webkit-details-marker {
    display: none;
  }
  .help[open] > summary > .start {
    display: none;
  }
  .more {
    color: var(--_accent);
    font-weight: 550;
    white-space: nowrap;
  }
  .more::before {
    content: 'More';
  }
  .help[open] .more::before {
    content: 'Less';
  }
`;

/** How the person has what may be secret stored as shown. */
export interface Storing {
  isShown(field: FieldState): boolean;
  press(field: FieldState, isOn: boolean): void;
}

/** Says that what stands in a field is not stored, and offers to store what only may be a secret. */
function secrecyNote(view: FieldView): TemplateResult | typeof nothing {
  const { storing, field } = view;
  const why = whyNotStored(view);
  if (!why || !storing) return nothing;
  if (why === 'secret')
    return html`<p id="secrecy" class="help quiet" part="note" data-name="secrecy">
      This holds a password or key: it is sent, but never stored.
    </p>`;
  const isShown = storing.isShown(field);
  return html`<p class="help quiet" part="note" data-name="secrecy">
    <span id="secrecy"
      >${isShown ? 'This may be a secret. It is stored as shown.' : 'This may be a secret: it is sent, but not stored.'}</span
    >
    <button
      class="plain aside steady"
      part="button"
      data-name="store-button"
      type="button"
      aria-describedby="label"
      @click=${() => storing.press(field, !isShown)}
    >
      ${isShown ? 'Do not store' : 'Store as shown'}
    </button>
  </p>`;
}

/** Undefined where it is stored, where nothing stands there, and where the control itself says that it is a secret. */
function whyNotStored({ field, storing }: FieldView): 'secret' | 'maybe' | undefined {
  const { input, node } = field;
  if (!storing || (input.kind !== 'text' && input.kind !== 'held') || (input.kind === 'text' && input.text === ''))
    return undefined;
  if (node.kind === 'string' && node.base64) return undefined;
  const found = secrecyOfField(field);
  return found === 'none' || isDeclaredSecret(field) ? undefined : found;
}

/** Whether what stands in a field is not to be readable on the screen: it is declared secret, or is a credential and no more. */
function isMasked({ field, isUnmasked }: FieldView): boolean {
  if (isUnmasked) return false;
  if (isDeclaredSecret(field)) return true;
  const text = field.input.kind === 'text' ? field.input.text.trim() : '';
  return text !== '' && withoutCredentials(text, '').trim() === '';
}

/** What the templates of a field are given: the field, and what the element around it knows. */
export interface FieldView {
  readonly field: FieldState;
  /** What is wrong, once it may be shown. */
  readonly message: string | undefined;
  readonly isDisabled: boolean;
  /** Secrets are shown as they are typed. */
  readonly isUnmasked: boolean;
  /** Who knows values that could be meant while something is typed. */
  readonly suggest: SuggestValues | undefined;
  /** Who stores what is typed, and is asked about what may be secret; undefined where nobody does. */
  readonly storing: Storing | undefined;
  /** Moves focus to a field inside, or to what a selector finds, after the next rendering. */
  readonly focusNext: (target: FieldState | string) => void;
  /** What a control remembers that is no part of the value, such as an open list; made when first asked for. */
  readonly keep: <Kept>(kind: new (host: ReactiveControllerHost) => Kept) => Kept;
}

/**
 * Ids are the same in every field: each has a shadow root of its own, so no name from a server ever becomes one. Templates
 * write them out: what is bound costs in each of hundreds of fields.
 */
export const CONTROL_ID = 'control';
const FACTS_ID = 'facts';
const HELP_ID = 'help';
export const MESSAGE_ID = 'message';
/** Says what of a value does not show in its box. */
const HIDDEN_ID = 'hidden';
/** Says whether it is stored. */
const SECRECY_ID = 'secrecy';
/** What a control says of itself: what is sent, what was chosen. */
export const HINT_ID = 'hint';

/** What the person needs to know before typing, as short phrases. */
function factsOf(view: FieldView): readonly string[] {
  const known = knownFacts.get(view) ?? factsOfField(view.field);
  knownFacts.set(view, known);
  return known;
}

/** Asked for twice in each rendering: to show them, and to say that they describe the control. */
const knownFacts = new WeakMap<FieldView, readonly string[]>();

function factsOfField(field: FieldState): readonly string[] {
  const { node } = field;
  const asked = constraintsInWords(node);
  // A calendar asks for a date by itself, and in the person's own order of day and month.
  const isAskedByControl = node.kind === 'string' && timeControlOf(node.format) !== undefined;
  const words = [
    isOptional(field) ? 'optional' : undefined,
    // Where the kinds of value are listed, none is one of them.
    node.nullable && node.kind !== 'union' ? 'can be none' : undefined,
    ...(isAskedByControl ? asked.slice(0, -1) : asked),
    node.readOnly ? 'set by the server' : undefined,
    node.deprecated ? 'no longer in use' : undefined,
  ];
  return words.filter((phrase) => phrase !== undefined);
}

/** The text in the field's box, where it holds one. */
function typedText({ field }: FieldView): string {
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
    whyNotStored(view) ? SECRECY_ID : undefined,
    hasHidden(typedText(view)) ? HIDDEN_ID : undefined,
    message === undefined ? undefined : MESSAGE_ID,
  ].filter((id) => id !== undefined);
  return ids.join(' ') || undefined;
}

/** Shown without its label and description: what it is part of says them already. */
export function isBare(field: FieldState): boolean {
  if (field.role === 'row') return field.parent?.node.kind === 'list' && isOneLine(field);
  return field.role === 'alternative' || field.role === 'entry';
}

/** One control and no more, so that a row of a list is a row. */
export function isOneLine({ node }: FieldState): boolean {
  return node.kind !== 'object' && node.kind !== 'list' && node.kind !== 'tuple' && node.kind !== 'union';
}

/** Descriptions longer than this are folded. */
const SHORT = 180;
/** Patterns longer than this say nothing to anybody. */
const READABLE_PATTERN = 48;

/** A field with one control, which must have the id `control`. */
export function labelled(view: FieldView, control: unknown, asides: readonly LabelSide[] = []): TemplateResult {
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

interface GroupOptions {
  readonly role?: 'radiogroup';
  /** Beside the label. */
  readonly asides?: readonly LabelSide[];
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

export interface LabelSide {
  readonly label: string;
  readonly part: string;
  readonly press: () => void;
  /** Undefined where it does something instead of being something. */
  readonly isPressed?: boolean | undefined;
  /** Always in sight; otherwise when the person is at the field, or while it is pressed. */
  readonly isSteady?: boolean;
}

/** Small buttons at the end of the label's line: something that no key types, or another way to type. */
function buttons(asides: readonly LabelSide[]): TemplateResult | typeof nothing {
  if (asides.length === 0) return nothing;
  // What is always in sight stands at the end, with no gap after it.
  const [passing, steady] = [asides.filter((each) => !each.isSteady), asides.filter((each) => each.isSteady)];
  return html`<span class="asides">${[...passing, ...steady].map(button)}</span>`;
}

function button({ label, part, press, isPressed, isSteady }: LabelSide): TemplateResult {
  return html`<button
    class="plain aside ${isSteady ? 'steady' : ''}"
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

export interface Segment {
  readonly label: string;
  readonly description?: string | undefined;
  readonly isChosen: boolean;
  readonly choose: () => void;
}

/** Options that stand in a row as segments: more are no longer read at a glance. */
const MAX_SEGMENTED_OPTIONS = 5;
/** Letters that these options have in all. */
const MAX_SEGMENTED_LETTERS = 44;

/** True for a few short choices, which are better seen than opened. */
export function areShort(labels: readonly string[]): boolean {
  return labels.length <= MAX_SEGMENTED_OPTIONS && labels.join('').length <= MAX_SEGMENTED_LETTERS;
}

/** A few exclusive choices in a row: radio buttons that look like one control. */
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

/** What is typed into, and what stands beside the label for it. */
export interface InputView {
  readonly control: TemplateResult;
  readonly aside?: LabelSide | undefined;
}

/** Whether a secret may be seen, which it may not until the person says so. */
export class Reveal extends Toggle {}

export function revealButton({ isOn, toggle }: Reveal): LabelSide {
  return { label: 'Show', part: 'reveal-button', isPressed: isOn, isSteady: true, press: toggle };
}

/** Characters of a default or an example that are shown in an empty box. */
const SHOWN = 80;

export function textOf({ field }: FieldView): string {
  return field.input.kind === 'text' ? field.input.text : '';
}

/** An empty box leaves the value out; a row or an entry is there as long as it is there. */
export function typeInto({ field }: FieldView, text: string): void {
  if (text === '' && !field.isItem) field.leaveOut();
  else field.setText(text);
}

/** A box for text of any kind: one line, or several where that is likely or already so. */
export function textBox(view: FieldView, node: StringNode): InputView {
  const text = textOf(view);
  // The same box as before: what turns out to be a key while it is typed keeps its focus.
  const reveal = isMasked(view) ? view.keep(Reveal) : undefined;
  const isHidden = reveal?.isOn === false;
  const isLong = node.multiline || text.includes('\n');
  return {
    control: isLong ? linesBox(view, node, isHidden) : lineBox(view, node, isHidden),
    aside: reveal && revealButton(reveal),
  };
}

/** Several lines. */
export function linesBox(view: FieldView, node: StringNode | NumberNode, isHidden = false): TemplateResult {
  return html`<textarea
    id="control"
    part="input"
    data-name="control"
    class=${isHidden ? 'masked' : ''}
    rows="3"
    dir="auto"
    placeholder=${placeholderOf(view, node) ?? nothing}
    aria-describedby=${describedBy(view) ?? nothing}
    aria-invalid=${view.message === undefined ? nothing : 'true'}
    aria-required=${view.field.required ? 'true' : nothing}
    .value=${live(textOf(view))}
    @input=${(event: Event) => typeInto(view, (event.target as HTMLTextAreaElement).value)}
  ></textarea>`;
}

function lineBox(view: FieldView, node: StringNode, isHidden: boolean): TemplateResult {
  const text = textOf(view);
  return html`<input
    id="control"
    part="input"
    data-name="control"
    type=${isHidden ? 'password' : typeOf(node, text)}
    inputmode=${node.format === 'email' ? 'email' : node.format === 'uri' ? 'url' : nothing}
    placeholder=${placeholderOf(view, node) ?? nothing}
    autocomplete="off"
    autocapitalize="off"
    spellcheck="false"
    dir=${node.format === undefined ? 'auto' : 'ltr'}
    aria-describedby=${describedBy(view) ?? nothing}
    aria-invalid=${view.message === undefined ? nothing : 'true'}
    aria-required=${view.field.required ? 'true' : nothing}
    .value=${live(text)}
    @input=${(event: Event) => typeInto(view, (event.target as HTMLInputElement).value)}
    @paste=${(event: ClipboardEvent) => pasteLines(view, event)}
  />`;
}

/** Native controls for addresses drop blanks at the ends: what has some is shown as it is. */
function typeOf({ format }: StringNode, text: string): string {
  if (text !== text.trim()) return 'text';
  return format === 'email' ? 'email' : format === 'uri' ? 'url' : 'text';
}

/** A line break in a one-line box would be dropped without a word: the box becomes one of several lines. */
export function pasteLines(view: FieldView, event: ClipboardEvent): void {
  const pasted = event.clipboardData?.getData('text/plain').replaceAll('\r\n', '\n') ?? '';
  const box = event.target as HTMLInputElement;
  if (!pasted.trimEnd().includes('\n')) return;
  event.preventDefault();
  const from = box.selectionStart ?? box.value.length;
  typeInto(view, box.value.slice(0, from) + pasted + box.value.slice(box.selectionEnd ?? from));
  view.focusNext(`#${CONTROL_ID}`);
}

/** What an empty box says: what is sent instead of a text, or what could stand there. */
export function placeholderOf({ field }: FieldView, node: StringNode | NumberNode): string | undefined {
  if (field.input.kind === 'null') return 'None';
  if (field.input.kind === 'text' && field.input.text === '' && node.kind === 'string') return 'Empty text';
  const { default: usual, examples } = node;
  if (isSayable(usual)) return `Default: ${cut(String(usual), SHOWN)}`;
  const [example] = examples;
  return isSayable(example) ? `Example: ${cut(String(example), SHOWN)}` : undefined;
}

function isSayable(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}
