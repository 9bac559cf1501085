import { nothing, type TemplateResult } from 'lit';
import type { SessionState } from '../../src/index.js';
import { hostOf } from '../words/host-of.js';
import { html } from '../words/html.js';

export interface SubmitRow {
  readonly label: string;
  readonly canSubmit: boolean;
  readonly press: (event: Event) => void;
  /** Buttons beside the one that acts. */
  readonly more: unknown;
}

/** The button that acts. */
export function submitRow({ label, canSubmit, press, more }: SubmitRow): TemplateResult {
  // Keeping focus where it is keeps messages from moving the button away under the pointer.
  return html`<div class="row" part="actions">
    <button
      class="primary"
      part="submit-button"
      type="button"
      aria-disabled=${canSubmit ? nothing : 'true'}
      @mousedown=${(event: Event) => event.preventDefault()}
      @click=${press}
    >
      ${label}
    </button>
    ${more}
  </div>`;
}

/** Why the button does nothing at the moment. */
export function connectionNote(
  url: string | undefined,
  phase: SessionState['phase'] | undefined,
): TemplateResult | typeof nothing {
  if (url === undefined || phase === 'ready') return nothing;
  const words = phase === 'connecting' ? 'Connecting to' : 'Not connected to';
  return html`<p class="small quiet" role="status">${words} ${hostOf(url)}. What you typed stays.</p>`;
}
