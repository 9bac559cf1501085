import { constraintsInWords, type FieldState } from '../../src/schema/index.js';

/** What the templates of a field are given: the field, and what the element around it knows. */
export interface FieldView {
  readonly field: FieldState;
  /** What is wrong, once it may be shown. */
  readonly message: string | undefined;
  /** Moves focus to a row, or to what a selector finds, after the next rendering. */
  readonly focusNext: (target: FieldState | string) => void;
}

/** Ids are the same in every field: each has a shadow root of its own, so no name from a server ever becomes one. */
export const CONTROL_ID = 'control';
export const LABEL_ID = 'label';
export const FACTS_ID = 'facts';
export const HELP_ID = 'help';
export const MESSAGE_ID = 'message';

/** What the person needs to know before typing, as short phrases. */
export function factsOf({ field }: FieldView): readonly string[] {
  const { node } = field;
  const words = node.nullable ? ['can be none', ...constraintsInWords(node)] : constraintsInWords(node);
  return field.required ? words : ['optional', ...words];
}

/** The ids of everything that describes the control. */
export function describedBy(view: FieldView): string | undefined {
  const { field, message } = view;
  const ids = [
    factsOf(view).length > 0 ? FACTS_ID : undefined,
    field.node.description && !field.isRow ? HELP_ID : undefined,
    message === undefined ? undefined : MESSAGE_ID,
  ].filter((id) => id !== undefined);
  return ids.join(' ') || undefined;
}
