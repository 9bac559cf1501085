import type { ErrorText } from '../../src/index.js';
import { errorWords } from '../words/messages.js';
import { t } from './messages.js';

/** The label of a field or of an alternative, in the language in use unless it comes from the server. */
export function labelOf(labelled: { readonly label: string; readonly labelText: ErrorText | undefined }): string {
  const { labelText } = labelled;
  return labelText ? errorWords(labelText) : labelled.label;
}

/** The choice that leaves a value out. The same word is used for every field that is not sent. */
export const notSent = (): string => t('schemaField.notSent');

/** The choice that sends `null`. Not “None”: servers list that as a value of their own. */
export const sentAsNull = (): string => t('schemaField.null');

/** The first line of a select without a choice, if one is required. */
export const chooseOne = (): string => t('schemaField.choose');

/** The line in place of optional fields: `12 optional fields · 2 filled in · 1 by default`. */
export function optionalFieldsInWords(
  count: number,
  { filled, byDefault, isRest }: { readonly filled: number; readonly byDefault: number; readonly isRest: boolean },
): string {
  return [
    t(isRest ? 'schemaField.moreOptionalFields' : 'schemaField.optionalFields', { count }),
    filled > 0 ? t('schemaField.filledIn', { filled }) : undefined,
    byDefault > 0 ? t('schemaField.byDefault', { byDefault }) : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

/** The reason why a form with values from a link or a call is not sent yet. */
export function unseenInWords(count: number): string {
  return t('schemaField.notInSight', { count });
}
