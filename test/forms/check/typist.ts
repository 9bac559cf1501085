import type { McpSchemaFieldElement } from '../../../components/schema-field/schema-field.js';
import type { Json, JsonObject } from '../../../src/index.js';
import { checkValue, type FieldState, type FormNode } from '../../../src/schema/index.js';
import { fieldOf } from './form-page.js';
import { leave, pause, press, tick, typeText } from './keyboard.js';
import {
  chooseOption,
  isIn,
  leaveOut,
  mustFind,
  putIn,
  sayEmptyList,
  sayNull,
  tickBoxes,
  Unsayable,
} from './controls.js';

/** Rounds over the fields of an object: what one says may bring others. */
const ROUNDS = 3;
/** Milliseconds in which a field that counts is on the screen. */
const ARRIVES_WITHIN = 1_500;
const CLOSED_FOLD = '[data-name~="fold-button"][aria-expanded="false"]';
const ADD_NAME = '[data-name~="add-button"]:not([disabled]), [data-name~="other-button"]';

/** Fills in a form through its controls until it says a value; throws {@link Unsayable} where it has no way to. */
export async function say(element: McpSchemaFieldElement, value: Json | undefined): Promise<void> {
  const field = fieldOf(element);
  if (!field) throw new Unsayable('', 'nothing is shown');
  if (value === undefined) return leaveOut(element, field);
  if (field.input.kind === 'held') {
    await press(mustFind(element, field, '[data-name~="replace-button"]'));
    return say(element, value);
  }
  const { node } = field;
  if (value === null && node.nullable) return sayNull(element, field);
  switch (node.kind) {
    case 'string':
    case 'number':
      return sayText(element, field, value);
    case 'json':
      return putIn(element, field, JSON.stringify(value));
    case 'boolean':
    case 'choice':
      return chooseOption(element, field, value);
    case 'constant':
      await isIn(element, field);
      if (JSON.stringify(node.value) !== JSON.stringify(value))
        throw new Unsayable(field.pointer, 'it has one value only');
      return undefined;
    case 'list':
    case 'tuple':
      if (!Array.isArray(value)) throw new Unsayable(field.pointer, 'only a list can be said');
      return sayList(element, field, value);
    case 'object':
      if (!isObject(value)) throw new Unsayable(field.pointer, 'only an object can be said');
      return sayObject(element, field, value);
    case 'union':
      return sayAlternative(element, field, value);
  }
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function sayText(element: McpSchemaFieldElement, field: FieldState, value: Json): Promise<void> {
  // Text in a box for numbers can be typed, to see that it is refused; a number in a box for text would be text.
  const isText = typeof value === 'string';
  if (!isText && (field.node.kind === 'string' || typeof value !== 'number'))
    throw new Unsayable(field.pointer, 'another kind of value');
  await putIn(element, field, String(value));
}

async function sayList(element: McpSchemaFieldElement, field: FieldState, list: readonly Json[]): Promise<void> {
  await isIn(element, field);
  if (await tickBoxes(element, field, list)) return;
  while (field.rows.length > list.length) await press(removeButton(element, field, field.rows.length - 1));
  for (const [index, item] of list.entries()) {
    if (field.rows.length <= index) await press(mustFind(element, field, '[data-name~="add-button"]:not([disabled])'));
    const row = await arriving(element, (inner) => inner.field === field.rows[index]);
    if (!row) throw new Unsayable(field.pointer, `no row ${index + 1}`);
    await say(row, item);
  }
  // The last row of an optional list takes the list with it.
  if (list.length === 0) await sayEmptyList(element, field);
}

function removeButton(element: McpSchemaFieldElement, field: FieldState, index: number): HTMLElement {
  const buttons = [...element.renderRoot.querySelectorAll<HTMLElement>('[data-name~="remove-button"]:not([disabled])')];
  const button = buttons[index] ?? buttons.at(-1);
  if (!button) throw new Unsayable(field.pointer, 'no way to remove a row');
  return button;
}

async function sayObject(element: McpSchemaFieldElement, field: FieldState, object: JsonObject): Promise<void> {
  await isIn(element, field);
  const said = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const waiting = field.properties.filter(({ name }) => !said.has(name ?? ''));
    if (waiting.length === 0) break;
    for (const fold of element.renderRoot.querySelectorAll<HTMLElement>(CLOSED_FOLD)) await press(fold);
    for (const property of waiting) {
      const name = property.name ?? '';
      said.add(name);
      const value = Object.hasOwn(object, name) ? object[name] : undefined;
      const inner = await arriving(element, ({ field: shown }) => shown === property);
      if (inner) await say(inner, value);
      else if (value !== undefined) throw new Unsayable(property.pointer, 'the field is not shown');
    }
    await tick();
  }
  await sayEntries(
    element,
    field,
    Object.entries(object).filter(([name]) => !said.has(name)),
  );
}

/** Names of the person's own. */
async function sayEntries(
  element: McpSchemaFieldElement,
  field: FieldState,
  entries: readonly [string, Json][],
): Promise<void> {
  while (field.entries.length > 0) {
    const count = field.entries.length;
    await press(removeButton(element, field, count - 1));
    if (field.entries.length >= count) throw new Unsayable(field.pointer, 'a name cannot be taken away');
  }
  for (const [name, value] of entries) {
    const before = field.entries.length;
    await press(mustFind(element, field, ADD_NAME, 'a name cannot be added'));
    const shown = (): Promise<McpSchemaFieldElement | undefined> =>
      arriving(element, (inner) => inner.field !== undefined && inner.field === field.entries[before]);
    const box = (await shown())?.renderRoot.querySelector<HTMLInputElement>('input[data-name~="name"]');
    if (!box) throw new Unsayable(field.pointer, 'no box for the name');
    await typeText(box, name);
    await leave(box);
    // The name may decide what kind of value it is.
    const inner = await shown();
    if (!inner) throw new Unsayable(field.pointer, 'the new entry is not shown');
    await say(inner, value);
  }
}

async function sayAlternative(element: McpSchemaFieldElement, field: FieldState, value: Json): Promise<void> {
  if (field.node.kind !== 'union') return;
  const { alternatives } = field.node;
  const fitting = alternatives.map((_, index) => index).filter((index) => fits(alternatives[index]?.node, value));
  let problem = new Unsayable(field.pointer, 'it fits none of the alternatives');
  for (const index of fitting) {
    try {
      await chooseOption(element, field, value, index);
      const inner = await arriving(element, ({ field: shown }) => shown !== undefined && shown === field.chosen);
      if (!inner) throw new Unsayable(field.pointer, 'the chosen alternative is not shown');
      await say(inner, value);
      return;
    } catch (error) {
      if (!(error instanceof Unsayable)) throw error;
      problem = error;
    }
  }
  throw problem;
}

function fits(node: FormNode | undefined, value: Json): boolean {
  return node !== undefined && checkValue(node, value).length === 0;
}

/** The fields of a long form come by and by; somebody who types waits for the one they want. */
async function arriving(
  element: McpSchemaFieldElement,
  is: (inner: McpSchemaFieldElement) => boolean,
): Promise<McpSchemaFieldElement | undefined> {
  const deadline = performance.now() + ARRIVES_WITHIN;
  for (;;) {
    const found = [...element.renderRoot.querySelectorAll('mcp-schema-field')].find(is);
    if (found || performance.now() > deadline) return found;
    await pause();
  }
}
