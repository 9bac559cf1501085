// How long a form is, and what of it has to be scrolled to.
import type { McpToolFormElement } from '../../../components/tool-form/tool-form.js';
import { fieldOf } from './form-page.js';

/** The width of the form, of a pane beside a list. */
const WIDTH_PX = 520;
/** The height of a window on a usual screen. */
const WINDOW_PX = 900;

export interface FormLook {
  readonly height: number;
  /** Fields of the arguments. */
  readonly fields: number;
  /** Boxes of one-of-several that are drawn. */
  readonly radios: number;
  /** True if something required lies below the first window. */
  readonly hasRequiredBelow: boolean;
  /** True if an optional field stands before a required one. */
  readonly hasRequiredAfterOptional: boolean;
}

export function lookOf(form: McpToolFormElement): FormLook {
  form.style.display = 'block';
  form.style.inlineSize = `${WIDTH_PX}px`;
  const box = form.getBoundingClientRect();
  const shown = [...elementsIn(form)].filter((element) => element.checkVisibility());
  const fields = shown
    .filter((element) => element.localName === 'mcp-schema-field')
    .flatMap((element) => {
      const field = fieldOf(element as Parameters<typeof fieldOf>[0]);
      return field && field.parent?.parent === undefined && field.role === 'property' ? [{ field, element }] : [];
    });
  const required = fields.map(({ field }) => field.required);
  return {
    height: Math.round(box.height),
    fields: fields.length,
    radios: shown.filter((element) => element.matches('input[type="radio"]')).length,
    hasRequiredBelow: fields.some(
      ({ field, element }) => field.required && element.getBoundingClientRect().bottom - box.top > WINDOW_PX,
    ),
    hasRequiredAfterOptional: required.lastIndexOf(true) > required.indexOf(false) && required.includes(false),
  };
}

function* elementsIn(root: Element): Generator<Element> {
  for (const element of (root.shadowRoot ?? root).querySelectorAll('*')) {
    yield element;
    if (element.shadowRoot) yield* elementsIn(element);
  }
}
