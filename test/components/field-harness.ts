import { aTimeout, fixture, html } from '@open-wc/testing';
import '../../components/define/mcp-schema-field.js';
import type { McpSchemaFieldElement } from '../../components/schema-field/schema-field.js';
import type { Json } from '../../src/index.js';
import { buildForm, FormState, type FieldState } from '../../src/schema/index.js';

export interface Shown {
  readonly element: McpSchemaFieldElement;
  readonly form: FormState;
}

/** A form for a schema, in the page. */
export async function show(schema: unknown, initial?: Json): Promise<Shown> {
  const form = new FormState(buildForm(schema), initial);
  const element = await fixture<McpSchemaFieldElement>(
    html`<mcp-schema-field .node=${form.node} .form=${form}></mcp-schema-field>`,
  );
  await settled();
  return { element, form };
}

/** The same with every field in sight, in the order of the schema. */
export async function showAll(schema: unknown, initial?: Json): Promise<Shown> {
  const shown = await show(schema, initial);
  shown.element.asGiven = true;
  await settled();
  return shown;
}

/** A form with one property, which gets looked at. */
export async function showOne(
  schema: unknown,
  initial?: Json,
): Promise<Shown & { field: FieldState; at: McpSchemaFieldElement }> {
  const whole = { type: 'object', properties: { it: schema } };
  const shown = await showAll(whole, initial === undefined ? undefined : { it: initial });
  const field = shown.form.field('/it');
  if (!field) throw new Error('there is no field');
  return { ...shown, field, at: fieldAt(shown.element, '/it') };
}

/** Everything that is rendered after what was just done, is. */
export async function settled(): Promise<void> {
  await aTimeout(20);
}

export function inside(element: McpSchemaFieldElement): McpSchemaFieldElement[] {
  return [...element.renderRoot.querySelectorAll<McpSchemaFieldElement>('mcp-schema-field')];
}

/** The element of the field at a JSON Pointer, at any depth. */
export function fieldAt(element: McpSchemaFieldElement, pointer: string): McpSchemaFieldElement {
  const next = inside(element).find(
    ({ field }) => field && (pointer === field.pointer || pointer.startsWith(`${field.pointer}/`)),
  );
  if (!next) throw new Error(`there is no field ${pointer}`);
  return next.field?.pointer === pointer ? next : fieldAt(next, pointer);
}

/** The field of the alternative that is chosen in a union. */
export function chosenIn(element: McpSchemaFieldElement): McpSchemaFieldElement {
  const [found] = inside(element);
  if (!found) throw new Error('nothing is chosen');
  return found;
}

export function part<E extends HTMLElement>(element: McpSchemaFieldElement, selector: string): E {
  const found = element.renderRoot.querySelector<E>(selector);
  if (!found) throw new Error(`there is no ${selector}`);
  return found;
}

export function partNamed<E extends HTMLElement>(element: McpSchemaFieldElement, name: string): E {
  return part<E>(element, `:is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`);
}

export const has = (element: McpSchemaFieldElement, selector: string): boolean =>
  element.renderRoot.querySelector(selector) !== null;

export const text = (element: McpSchemaFieldElement): string =>
  element.renderRoot.textContent?.replace(/\s+/g, ' ').trim() ?? '';

/** The labels of exclusive choices. */
export const choices = (element: McpSchemaFieldElement): string[] =>
  [...element.renderRoot.querySelectorAll('label:has([type=radio])')].map((label) => label.textContent?.trim() ?? '');

export async function choose(element: McpSchemaFieldElement, label: string): Promise<void> {
  const found = [...element.renderRoot.querySelectorAll<HTMLLabelElement>('label:has([type=radio])')].find(
    (each) => each.textContent?.trim() === label,
  );
  if (!found) throw new Error(`there is no choice ${label}`);
  found.click();
  await settled();
}

export async function press(element: McpSchemaFieldElement, name: string): Promise<void> {
  partNamed(element, name).click();
  await settled();
}

export function type(element: McpSchemaFieldElement, value: string, selector = 'input, textarea'): void {
  const control = part<HTMLInputElement>(element, selector);
  control.value = value;
  control.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** The innermost element with focus. */
export function focused(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}
