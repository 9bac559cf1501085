import { nothing, type TemplateResult } from 'lit';
import { isDeclaredSecret, secrecyOfField, withoutCredentials, type FieldState } from '../../src/schema/index.js';
import { html } from '../words/html.js';
import type { FieldView } from './field-view.js';

/** How the person has what may be secret stored as shown. */
export interface Storing {
  isShown(field: FieldState): boolean;
  press(field: FieldState, isOn: boolean): void;
}

/** Says that what stands in a field is not stored, and offers to store what only may be a secret. */
export function secrecyNote(view: FieldView): TemplateResult | typeof nothing {
  const { storing, field } = view;
  const why = whyNotStored(view);
  if (!why || !storing) return nothing;
  if (why === 'secret')
    return html`<p id="secrecy" class="help quiet" part="secrecy">
      This holds a password or key: it is sent, but never stored.
    </p>`;
  const isShown = storing.isShown(field);
  return html`<p class="help quiet" part="secrecy">
    <span id="secrecy"
      >${isShown ? 'This may be a secret. It is stored as shown.' : 'This may be a secret: it is sent, but not stored.'}</span
    >
    <button
      class="plain aside steady"
      part="store-button"
      type="button"
      aria-describedby="label"
      @click=${() => storing.press(field, !isShown)}
    >
      ${isShown ? 'Do not store' : 'Store as shown'}
    </button>
  </p>`;
}

/** Undefined where it is stored, where nothing stands there, and where the control itself says that it is a secret. */
export function whyNotStored({ field, storing }: FieldView): 'secret' | 'maybe' | undefined {
  const { input, node } = field;
  if (!storing || (input.kind !== 'text' && input.kind !== 'held') || (input.kind === 'text' && input.text === ''))
    return undefined;
  if (node.kind === 'string' && node.base64) return undefined;
  const found = secrecyOfField(field);
  return found === 'none' || isDeclaredSecret(field) ? undefined : found;
}

/** Whether what stands in a field is not to be readable on the screen: it is declared secret, or is a credential and no more. */
export function isMasked({ field, isUnmasked }: FieldView): boolean {
  if (isUnmasked) return false;
  if (isDeclaredSecret(field)) return true;
  const text = field.input.kind === 'text' ? field.input.text.trim() : '';
  return text !== '' && withoutCredentials(text, '').trim() === '';
}
