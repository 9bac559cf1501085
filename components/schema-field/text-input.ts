import { type TemplateResult, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { type NumberNode, type StringNode, serverNumber } from '../../src/schema/index.js';
import { html } from '../internal/html.js';
import { cut } from '../internal/text.js';
import { Toggle } from './control-memory.js';
import { CONTROL_ID, type FieldView, type LabelButton, describedBy, readInputText } from './field-frame.js';
import { isMasked } from './secrecy-note.js';
import { needsWholeText } from './what-is-sent.js';
import { sentAsNull } from './words.js';
import { t } from './messages.js';

/** An input, and the button beside its label. */
export interface InputView {
  readonly input: TemplateResult;
  readonly button?: LabelButton | undefined;
}

/** Stores whether a secret is shown. It is masked at first. */
export class Reveal extends Toggle {}

export function revealButton({ isOn, toggle }: Reveal): LabelButton {
  return { label: t('schemaField.show'), part: 'reveal-button', isPressed: isOn, isSteady: true, press: toggle };
}

/** Characters of a default or an example that an empty input shows; the rest is cut. */
const MAX_PLACEHOLDER_LENGTH = 80;

/**
 * Sets the text of a field. An empty text leaves the value out, except in a row or an entry, which exists until it is
 * removed.
 */
export function typeInto({ field }: FieldView, text: string): void {
  if (text === '' && !field.isItem) field.leaveOut();
  else field.setText(text);
}

/** Returns a text area if the schema suggests one or the text has several lines, and a text input otherwise. */
export function textInput(view: FieldView, node: StringNode): InputView {
  const text = readInputText(view);
  // Uses the same template as for other text, so that the input keeps focus when the typed text turns out to be a key.
  const reveal = isMasked(view.field, view.isUnmasked) ? view.stateOf(Reveal) : undefined;
  const isHidden = reveal?.isOn === false;
  const isLong = node.multiline || text.includes('\n');
  return {
    input: isLong ? multilineInput(view, node, isHidden) : singleLineInput(view, node, isHidden),
    button: reveal && revealButton(reveal),
  };
}

export function multilineInput(view: FieldView, node: StringNode | NumberNode, isHidden = false): TemplateResult {
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
    .value=${live(readInputText(view))}
    @input=${(event: Event) => typeInto(view, (event.target as HTMLTextAreaElement).value)}
  ></textarea>`;
}

function singleLineInput(view: FieldView, node: StringNode, isHidden: boolean): TemplateResult {
  const text = readInputText(view);
  return html`<input
    id="control"
    part="input"
    data-name="control"
    type=${isHidden ? 'password' : typeOf(node, text)}
    inputmode=${inputModes.get(node.format ?? '') ?? nothing}
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

/** Inputs of the types email and url remove spaces at both ends. So a text with such spaces needs the type text. */
function typeOf({ format }: StringNode, text: string): string {
  if (text !== text.trim()) return 'text';
  return inputModes.get(format ?? '') ?? 'text';
}

/** The type of an input and its keyboard on a phone have the same name. */
const inputModes: ReadonlyMap<string, string> = new Map([
  ['email', 'email'],
  ['uri', 'url'],
  ['phone', 'tel'],
  ['tel', 'tel'],
]);

/**
 * An input with one line would remove line breaks without notice. So this function sets the pasted text, and a text
 * area replaces the input.
 */
export function pasteLines(view: FieldView, event: ClipboardEvent): void {
  const pasted = event.clipboardData?.getData('text/plain').replaceAll('\r\n', '\n') ?? '';
  const input = event.target as HTMLInputElement;
  if (!pasted.trimEnd().includes('\n')) return;
  event.preventDefault();
  const from = input.selectionStart ?? input.value.length;
  typeInto(view, input.value.slice(0, from) + pasted + input.value.slice(input.selectionEnd ?? from));
  view.focusNext(`#${CONTROL_ID}`);
}

/** Returns the placeholder of an empty input: the value that is sent instead of a text, the default, or an example. */
export function placeholderOf({ field }: FieldView, node: StringNode | NumberNode): string | undefined {
  if (field.input.kind === 'null') return sentAsNull();
  if (field.input.kind === 'text' && field.input.text === '' && node.kind === 'string')
    return t('schemaField.emptyText');
  const { default: defaultValue, examples } = node;
  if (canBePlaceholder(defaultValue)) return t('schemaField.default', { text: placeholderText(defaultValue) });
  const [example] = examples;
  return canBePlaceholder(example) ? t('schemaField.example', { text: placeholderText(example) }) : undefined;
}

function placeholderText(value: string | number): string {
  return cut(typeof value === 'number' ? serverNumber(value) : value, MAX_PLACEHOLDER_LENGTH);
}

function canBePlaceholder(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** Returns an input that masks a password or key. A text with several lines, such as a private key, keeps its lines. */
export function secretInput(view: FieldView, node: StringNode | NumberNode): InputView {
  const reveal = view.stateOf(Reveal);
  const button = revealButton(reveal);
  if (needsWholeText(view) || readInputText(view).includes('\n'))
    return { input: multilineInput(view, node, !reveal.isOn), button };
  const input = html`<input
    id="control"
    part="input"
    data-name="control"
    type=${reveal.isOn ? 'text' : 'password'}
    placeholder=${placeholderOf(view, node) ?? nothing}
    autocomplete="off"
    autocapitalize="off"
    spellcheck="false"
    inputmode=${node.kind === 'number' ? 'decimal' : nothing}
    dir="ltr"
    aria-describedby=${describedBy(view) ?? nothing}
    aria-invalid=${view.message === undefined ? nothing : 'true'}
    aria-required=${view.field.required ? 'true' : nothing}
    .value=${live(readInputText(view))}
    @input=${(event: Event) => typeInto(view, (event.target as HTMLInputElement).value)}
    @paste=${(event: ClipboardEvent) => pasteLines(view, event)}
  />`;
  return { input, button };
}
