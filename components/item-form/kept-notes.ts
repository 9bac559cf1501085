import { nothing, type TemplateResult } from 'lit';
import type { NotKept } from '../../src/kept/index.js';
import { asOf } from '../words/as-of.js';
import { cut } from '../words/cut.js';
import { html } from '../words/html.js';
import type { DraftKeeper, KeepableDraft } from './draft-keeper.js';

/** Characters of a value that has no field any more, and such values that are shown. */
const SHOWN = 500;
const MOST = 20;

export interface KeptNotes {
  readonly keeper: Pick<DraftKeeper, 'restoredAt' | 'restoredWithout' | 'isTooLarge'>;
  readonly draft: Pick<KeepableDraft, 'notKept' | 'displaced'>;
  readonly earlier: unknown;
  readonly outlivesPage: boolean;
  readonly undo: { readonly label: string; readonly press: () => void } | undefined;
  /** Undefined where there is nothing to clear. */
  readonly clear: (() => void) | undefined;
}

const WHY = { secret: 'a secret', maybe: 'may be a secret', file: 'a file' } as const;

/** Which fields, and why. */
export function inWords(fields: readonly NotKept[]): string {
  return fields
    .slice(0, MOST)
    .map(({ label, why }) => `${cut(label, 100)} (${WHY[why] ?? WHY.maybe})`)
    .join(', ');
}

/** What is kept of a form, and the ways back to what was filled in earlier. */
export function keptNotes(notes: KeptNotes): TemplateResult {
  const { keeper, draft, earlier, outlivesPage, undo, clear } = notes;
  const button = (part: string, label: string, press: () => void): TemplateResult =>
    html`<button class="plain small" part=${part} type="button" @click=${press}>${label}</button>`;
  const { notKept, displaced } = draft;
  const { restoredAt, restoredWithout } = keeper;
  return html`<div class="kept" part="kept">
    ${earlier}
    <div class="row">
      ${undo ? button('undo-button', undo.label, undo.press) : nothing}
      ${clear ? button('clear-form-button', 'Clear all', clear) : nothing}
      ${
        restoredAt === undefined
          ? nothing
          : html`<span class="small quiet" part="restored"
              >As you left it at <time datetime=${new Date(restoredAt).toISOString()}>${asOf(restoredAt)}</time>.${
                restoredWithout.length > 0 ? html` Left out when it was stored: ${inWords(restoredWithout)}.` : nothing
              }</span
            >`
      }
    </div>
    ${
      outlivesPage && notKept.length > 0
        ? html`<p class="small quiet" part="not-kept">Not kept for your next visit: ${inWords(notKept)}.</p>`
        : nothing
    }
    ${
      outlivesPage && keeper.isTooLarge
        ? html`<p class="small quiet" part="not-kept">
            Not kept for your next visit: what stands here is too large, or the browser has no room.
          </p>`
        : nothing
    }
    ${
      displaced.length > 0
        ? html`<details class="note warning small" part="displaced" open>
            <summary>
              ${displaced.length === 1 ? 'One field is' : `${displaced.length} fields are`} no longer part of this form
            </summary>
            <dl class="facts">
              ${displaced.slice(0, MOST).map(
                ({ pointer, value }) =>
                  html`<dt class="mono">${cut(pointer.slice(1), 100)}</dt>
                    <dd>${cut(typeof value === 'string' ? value : JSON.stringify(value), SHOWN)}</dd>`,
              )}
            </dl>
            ${displaced.length > MOST ? html`<p>And ${displaced.length - MOST} more.</p>` : nothing}
          </details>`
        : nothing
    }
  </div>`;
}
