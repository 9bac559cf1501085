import { nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { NumberNode, StringNode } from '../../src/schema/index.js';
import { cut } from '../words/cut.js';
import { html } from '../words/html.js';
import type { Aside } from './field-frame.js';
import { isMasked } from './storing.js';
import { CONTROL_ID, describedBy, type FieldView } from './field-view.js';
import { Toggle } from './toggle.js';

/** What is typed into, and what stands beside the label for it. */
export interface Box {
  readonly control: TemplateResult;
  readonly aside?: Aside | undefined;
}

/** Whether a secret may be seen, which it may not until the person says so. */
export class Reveal extends Toggle {}

export function revealButton({ isOn, toggle }: Reveal): Aside {
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
export function textBox(view: FieldView, node: StringNode): Box {
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
    part="control"
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
    part="control"
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
