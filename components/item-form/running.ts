import { nothing, type TemplateResult } from 'lit';
import type { Progress } from '../../src/index.js';
import { cut } from '../words/cut.js';
import { html } from '../words/html.js';

/** Characters of a server's progress message that are shown. */
const SHOWN = 300;

const seconds = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** How far a call has come, and the way to stop it. */
export function running(elapsedMs: number, progress: Progress | undefined, cancel: () => void): TemplateResult {
  const { total } = progress ?? {};
  const isMeasured = progress !== undefined && total !== undefined && total > 0;
  return html`<div class="running" part="progress">
    <p class="small quiet">Running · ${seconds.format(elapsedMs / 1000)} s</p>
    <progress
      aria-label="Progress"
      max=${isMeasured ? total : nothing}
      value=${isMeasured ? Math.min(progress.progress, total) : nothing}
    ></progress>
    ${progress ? html`<p>${progressInWords(progress)}</p>` : nothing}
    <div class="row"><button class="cancel" part="cancel-button" type="button" @click=${cancel}>Cancel</button></div>
  </div>`;
}

/** “2 of 5: “Indexing””, with the server's message marked as a quotation. */
export function progressInWords({ progress, total, message }: Progress): string {
  const amount = total === undefined ? `${round(progress)} done` : `${round(progress)} of ${round(total)}`;
  return message ? `${amount}: “${cut(message, SHOWN)}”` : amount;
}

function round(amount: number): string {
  return new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(amount);
}
