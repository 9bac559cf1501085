import { counted } from '../internal/text.js';

/** The choice that leaves a value out of what is sent. The same word stands wherever a field is not sent. */
export const NOT_SENT = 'Not sent';

/** The choice that sends `null`. Not “None”: servers list that as a value of their own. */
export const SENT_AS_NULL = 'Null';

/** The first line of a select without a choice, where one is required. */
export const CHOOSE = 'Choose…';

const OPTIONAL_FIELDS = { one: 'optional field', other: 'optional fields' };
const MORE_OPTIONAL_FIELDS = { one: 'more optional field', other: 'more optional fields' };

/** What a line says that stands for optional fields: `12 optional fields · 2 filled in · 1 by default`. */
export function optionalFieldsInWords(
  count: number,
  { filled, byDefault, isRest }: { readonly filled: number; readonly byDefault: number; readonly isRest: boolean },
): string {
  return [
    counted(count, isRest ? MORE_OPTIONAL_FIELDS : OPTIONAL_FIELDS),
    filled > 0 ? `${filled} filled in` : undefined,
    byDefault > 0 ? `${byDefault} by default` : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

/** What the line begins with that stands for values that are not for the person to choose. */
export const SET_BY_SERVER = 'Set by the server';

/** The fold with the server's words about each choice. */
export const ABOUT_CHOICES = 'What each choice means';

export const NO_COLOR = 'The browser does not know this colour. It is sent as it is.';

export function pickerLabel(label: string): string {
  return `${label}, colour picker`;
}
