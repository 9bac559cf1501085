// The controls of one field, found by what they are and say, as a person finds them.
import type { McpSchemaFieldElement } from '../../../components/schema-field/schema-field.js';
import type { Json } from '../../../src/index.js';
import type { FieldState } from '../../../src/schema/index.js';
import { leave, pick, press, typeText } from './keyboard.js';

/** The form has no way to say a value. */
export class Unsayable extends Error {
  constructor(
    readonly pointer: string,
    readonly reason: string,
  ) {
    super(`${pointer || '(the whole)'}: ${reason}`);
  }
}

const ABSENT = /^Leave out$/;
const NULL = /^Null$/;
const SELECT = 'select#control, select#alternative';

export function mustFind(
  element: McpSchemaFieldElement,
  field: FieldState,
  selector: string,
  what = `no ${selector}`,
): HTMLElement {
  const found = element.renderRoot.querySelector<HTMLElement>(selector);
  if (!found) throw new Unsayable(field.pointer, what);
  return found;
}

/** The radio buttons beside a field that say whether it is there. */
function answers(element: McpSchemaFieldElement): { label: string; control: HTMLInputElement }[] {
  return [...element.renderRoot.querySelectorAll<HTMLInputElement>('input[type="radio"]')].map((control) => ({
    control,
    label: labelOf(control),
  }));
}

function labelOf(control: HTMLElement): string {
  const label =
    control.getAttribute('aria-label') ?? control.closest('label')?.textContent ?? control.textContent ?? '';
  return label.replace(/\s+/g, ' ').trim();
}

export async function leaveOut(element: McpSchemaFieldElement, field: FieldState): Promise<void> {
  const isOut = (): boolean => field.input.kind === 'absent';
  if (isOut()) return;
  const radio = answers(element).find(({ label }) => ABSENT.test(label));
  const select = element.renderRoot.querySelector<HTMLSelectElement>(SELECT);
  const none = element.renderRoot.querySelector<HTMLElement>('[data-name~="none-button"][aria-pressed="true"]');
  const clear = [...element.renderRoot.querySelectorAll('button')].find((button) => ABSENT.test(labelOf(button)));
  if (radio) await press(radio.control);
  else if (none) await press(none);
  else if (clear) await press(clear);
  else if (select && [...select.options].some(({ value, disabled }) => value === 'absent' && !disabled))
    await pick(select, 'absent');
  else if (field.input.kind === 'null' && element.renderRoot.querySelector('[role="combobox"]'))
    await chooseFromList(element, field, ABSENT);
  else await empty(element, field, isOut);
  if (!isOut()) throw new Unsayable(field.pointer, 'it cannot be left out');
}

async function empty(element: McpSchemaFieldElement, field: FieldState, isOut: () => boolean): Promise<void> {
  const pressed = element.renderRoot.querySelector<HTMLElement>('[data-name~="empty-button"][aria-pressed="true"]');
  if (pressed) await press(pressed);
  for (const box of element.renderRoot.querySelectorAll<HTMLInputElement>('input[type="checkbox"]:checked')) {
    if (field.node.kind === 'list' && !isOut()) await press(box);
  }
  while (field.rows.length > 0) {
    const count = field.rows.length;
    await press(mustFind(element, field, '[data-name~="remove-button"]', 'no way to remove a row'));
    if (field.rows.length >= count) break;
  }
  const control = textInput(element);
  if (control && !isOut()) await typeText(control, '');
}

export async function sayNull(element: McpSchemaFieldElement, field: FieldState): Promise<void> {
  if (field.input.kind === 'null') return;
  const radio = answers(element).find(({ label }) => NULL.test(label));
  const select = element.renderRoot.querySelector<HTMLSelectElement>(SELECT);
  const button = element.renderRoot.querySelector<HTMLElement>('[data-name~="none-button"]');
  if (radio) await press(radio.control);
  else if (button) await press(button);
  else if (select) await pick(select, 'null');
  else await chooseFromList(element, field, NULL);
  if ((field.input as { kind: string }).kind !== 'null') throw new Unsayable(field.pointer, 'null cannot be said');
}

/** Brings a field in that is left out or null. */
export async function isIn(element: McpSchemaFieldElement, field: FieldState): Promise<void> {
  if (field.input.kind !== 'absent' && field.input.kind !== 'null') return;
  const there = answers(element).find(({ label }) => !ABSENT.test(label) && !NULL.test(label));
  if (there) await press(there.control);
}

/** Calendars and file pickers stand for a text that can also be typed. */
async function asText(element: McpSchemaFieldElement): Promise<void> {
  const button = element.renderRoot.querySelector<HTMLElement>(
    '[data-name~="as-text-button"]:not([aria-pressed="true"])',
  );
  if (button) await press(button);
}

/** What a calendar can say is said with it. */
async function pickDate(element: McpSchemaFieldElement, field: FieldState, text: string): Promise<boolean> {
  const control = element.renderRoot.querySelector<HTMLInputElement>('input#control');
  if (!control || !/^(?:date|datetime-local|time)$/.test(control.type)) return false;
  const [, local = text, offset] = /^(.*:\d\d(?:\.\d+)?)(Z|[+-]\d\d:\d\d)$/i.exec(text) ?? [];
  const offsets = element.renderRoot.querySelector<HTMLSelectElement>('select[data-name~="offset"]');
  if (offsets && [...offsets.options].some(({ value }) => value === offset)) await pick(offsets, offset ?? '');
  await pick(control, local);
  return field.input.kind === 'text' && field.input.text === text;
}

function textInput(element: McpSchemaFieldElement): HTMLInputElement | HTMLTextAreaElement | undefined {
  return (
    element.renderRoot.querySelector<HTMLInputElement | HTMLTextAreaElement>(
      'input#control:not([type="checkbox"], [type="file"]), textarea#control',
    ) ?? undefined
  );
}

export async function putIn(element: McpSchemaFieldElement, field: FieldState, text: string): Promise<void> {
  await isIn(element, field);
  if (await pickDate(element, field, text)) return;
  const none = element.renderRoot.querySelector<HTMLElement>('[data-name~="none-button"][aria-pressed="true"]');
  if (text === '' && none) await press(none);
  await asText(element);
  const control = textInput(element);
  if (!control) throw new Unsayable(field.pointer, 'no box to type into');
  await typeText(control, text);
  await leave(textInput(element));
  const { input } = field;
  if (text === '' && !(input.kind === 'text' && input.text === '')) {
    await press(mustFind(element, field, '[data-name~="empty-button"]', 'an empty text cannot be said'));
  }
}

/** Chooses by place where the field has alternatives, by value where it has options. */
export async function chooseOption(
  element: McpSchemaFieldElement,
  field: FieldState,
  value: Json,
  alternative?: number,
): Promise<void> {
  const { node } = field;
  if (node.kind === 'boolean') return chooseFlag(element, field, value);
  const options = node.kind === 'choice' ? node.options : node.kind === 'union' ? node.alternatives : [];
  const same = JSON.stringify(value);
  const index =
    alternative ??
    (node.kind === 'choice' ? node.options.findIndex((option) => JSON.stringify(option.value) === same) : -1);
  const option = options[index];
  if (!option) throw new Unsayable(field.pointer, 'it is none of the choices');
  const { input } = field;
  if ((input.kind === 'option' || input.kind === 'alternative') && input.index === index) return;
  const select = element.renderRoot.querySelector<HTMLSelectElement>(SELECT);
  // Left out and null come first.
  const radios = answers(element);
  if (select) await pick(select, String(index));
  else if (radios.length >= options.length) await press(radios.at(index - options.length)?.control as HTMLElement);
  else await chooseFromList(element, field, option.label);
}

async function chooseFlag(element: McpSchemaFieldElement, field: FieldState, value: Json): Promise<void> {
  if (typeof value !== 'boolean') throw new Unsayable(field.pointer, 'only yes or no can be said');
  const box = element.renderRoot.querySelector<HTMLInputElement>('input[type="checkbox"]');
  const radio = answers(element).find(({ label }) => (value ? /^yes$/i : /^no$/i).test(label));
  if (radio) return press(radio.control);
  if (!box) throw new Unsayable(field.pointer, 'no box to tick');
  if (box.checked !== value || field.input.kind !== 'flag') await press(box);
  if (box.checked !== value) await press(box);
}

async function chooseFromList(
  element: McpSchemaFieldElement,
  field: FieldState,
  wanted: string | RegExp,
): Promise<void> {
  const box = element.renderRoot.querySelector<HTMLInputElement>('[role="combobox"]');
  if (!box) throw new Unsayable(field.pointer, 'no control to choose with');
  box.focus();
  if (typeof wanted === 'string') await typeText(box, wanted);
  else await press(box);
  const lines = [...element.renderRoot.querySelectorAll<HTMLElement>('[role="option"]')];
  const says = (line: HTMLElement): string =>
    (line.firstElementChild ?? line).textContent?.replace(/\s+/g, ' ').trim() ?? '';
  const line = lines.find((each) =>
    typeof wanted === 'string' ? says(each) === wanted.replace(/\s+/g, ' ').trim() : wanted.test(says(each)),
  );
  if (!line) throw new Unsayable(field.pointer, 'the choice is not in the list');
  await press(line);
}

/** A list of given values may be boxes to tick. False where it is not. */
export async function tickBoxes(
  element: McpSchemaFieldElement,
  field: FieldState,
  list: readonly Json[],
): Promise<boolean> {
  const boxes = [
    ...element.renderRoot.querySelectorAll<HTMLInputElement>('[data-name~="control"] input[type="checkbox"]'),
  ];
  if (boxes.length === 0 || field.node.kind !== 'list' || field.node.item.kind !== 'choice') return false;
  const { options } = field.node.item;
  const places = list.map((item) =>
    options.findIndex((option) => JSON.stringify(option.value) === JSON.stringify(item)),
  );
  if (places.includes(-1)) throw new Unsayable(field.pointer, 'an item is none of the choices');
  if (new Set(places).size < places.length) {
    // Boxes cannot say the same thing twice; as rows the list can.
    await press(mustFind(element, field, '[data-name~="rows-button"]', 'the same choice twice'));
    return false;
  }
  // In the order of the list: that is the order they are sent in.
  for (const box of boxes) if (box.checked) await press(box);
  for (const place of places) await press(boxes[place] as HTMLElement);
  if (list.length === 0) await sayEmptyList(element, field);
  return true;
}

export async function sayEmptyList(element: McpSchemaFieldElement, field: FieldState): Promise<void> {
  const isEmpty = (): boolean => field.input.kind === 'present' && field.rows.length === 0;
  if (isEmpty()) return;
  // Offered to whoever has been here.
  const first = element.renderRoot.querySelector<HTMLElement>('[data-name~="add-button"], input, select');
  first?.focus();
  await leave(first);
  await press(mustFind(element, field, '[data-name~="empty-button"]', 'an empty list cannot be said'));
  if (!isEmpty()) throw new Unsayable(field.pointer, 'an empty list cannot be said');
}
