import type { ReactiveControllerHost } from 'lit';
import { hasHidden } from '../../src/content/index.js';
import { constraintsInWords, type FieldState } from '../../src/schema/index.js';
import type { SuggestValues } from './completions.js';
import { whyNotStored, type Storing } from './storing.js';
import { timeControlOf } from './date-time.js';

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
export const FACTS_ID = 'facts';
export const HELP_ID = 'help';
export const MESSAGE_ID = 'message';
/** Says what of a value does not show in its box. */
export const HIDDEN_ID = 'hidden';
/** Says whether it is stored. */
export const SECRECY_ID = 'secrecy';
/** What a control says of itself: what is sent, what was chosen. */
export const HINT_ID = 'hint';

/** What the person needs to know before typing, as short phrases. */
export function factsOf(view: FieldView): readonly string[] {
  const known = facts.get(view) ?? factsOfField(view.field);
  facts.set(view, known);
  return known;
}

/** Asked for twice in each rendering: to show them, and to say that they describe the control. */
const facts = new WeakMap<FieldView, readonly string[]>();

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
export function typedText({ field }: FieldView): string {
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
