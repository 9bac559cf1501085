import { type TemplateResult, nothing } from 'lit';
import {
  type FieldState,
  isDeclaredSecret,
  MAX_JUDGED_TEXT_LENGTH,
  secrecyOfField,
  withoutCredentials,
} from '../../src/schema/index.js';
import { html } from '../internal/html.js';
import { t } from './messages.js';

/** The person's choice to store a value that may be a secret. */
export interface Storing {
  isShown(field: FieldState): boolean;
  press(field: FieldState, isOn: boolean): void;
}

/** The data for the note. `storing` is undefined if nothing is stored. */
interface SecrecyView {
  readonly field: FieldState;
  readonly storing: Storing | undefined;
}

/**
 * Returns a note that the value of a field is not stored. A value that only may be a secret gets a button to store it.
 */
export function secrecyNote(view: SecrecyView): TemplateResult | typeof nothing {
  const { storing, field } = view;
  const secrecy = secrecyToNote(view);
  if (!secrecy || !storing) return nothing;
  if (secrecy === 'secret')
    return html`<p id="secrecy" class="help quiet" part="note" data-name="secrecy">
      ${t('schemaField.thisHoldsAPassword')}
    </p>`;
  const isShown = storing.isShown(field);
  return html`<p class="help quiet" part="note" data-name="secrecy">
    <span id="secrecy">${isShown ? t('schemaField.thisMayBeA') : t('schemaField.thisMayBeASecret')}</span>
    <button
      class="plain label-button steady"
      part="button"
      data-name="store-button"
      type="button"
      aria-describedby="label"
      @click=${() => storing.press(field, !isShown)}
    >
      ${isShown ? t('schemaField.doNotStore') : t('schemaField.storeAsShown')}
    </button>
  </p>`;
}

/**
 * Returns undefined if the value is not a secret, if the field is empty, or if the input itself shows that the value is
 * a secret.
 */
export function secrecyToNote({ field, storing }: SecrecyView): 'secret' | 'maybe' | undefined {
  const { input, node } = field;
  if (!storing || (input.kind !== 'text' && input.kind !== 'held') || (input.kind === 'text' && input.text === ''))
    return undefined;
  if (node.kind === 'string' && node.base64) return undefined;
  const found = secrecyOfField(field);
  return found === 'none' || isDeclaredSecret(field) ? undefined : found;
}

/** True if the value of a field must be masked: it is declared secret, or it is only a credential. */
export function isMasked(field: FieldState, isUnmasked: boolean): boolean {
  if (isUnmasked) return false;
  if (isDeclaredSecret(field)) return true;
  const text = field.input.kind === 'text' ? field.input.text.slice(0, MAX_JUDGED_TEXT_LENGTH).trim() : '';
  return text !== '' && withoutCredentials(text, '').trim() === '';
}
