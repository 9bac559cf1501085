import { nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { runInSlices } from '../../src/content/index.js';
import type { Session } from '../../src/index.js';
import { type LoggedRow, messagesAsHar, messagesAsJson } from '../../src/messages/index.js';
import { html } from '../internal/html.js';
import { notice } from '../internal/notice.js';
import { fileStamp, giveFile } from '../internal/give-file.js';
import { t } from './messages.js';

/** Parts of a file as the browser keeps them. All of them at once would take it 50 ms for 20 MB. */
function* blobsOf(pieces: readonly string[]): Generator<undefined, readonly Blob[], undefined> {
  const blobs: Blob[] = [];
  for (const piece of pieces) {
    blobs.push(new Blob([piece]));
    yield;
  }
  return blobs;
}

/** Saves the shown rows: without secrets, or with them after a warning. */
export class Saving {
  readonly #host: ReactiveControllerHost;
  #isWarned = false;
  outcome = '';

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  render(count: number, session: Session, rows: () => readonly LoggedRow[]): TemplateResult | typeof nothing {
    if (count === 0) return nothing;
    const button = (name: string, label: string, format: 'json' | 'har', raw: boolean): TemplateResult =>
      html`<button
        class="small"
        part="button"
        data-name=${name}
        type="button"
        @click=${() => void this.#save(session, rows(), format, raw)}
      >
        ${label}
      </button>`;
    return html`<details class="saving" part="actions" data-name="save">
      <summary class="small">${t('messageLog.save', { count })}</summary>
      <p class="small quiet">${t('messageLog.saveHelp')}</p>
      <div class="row">
        ${button('json-button', t('messageLog.saveAsJson'), 'json', false)}
        ${button('har-button', t('messageLog.saveAsHar'), 'har', false)}
        ${
          this.#isWarned
            ? nothing
            : html`<button class="plain small" part="button" data-name="raw-button" type="button" @click=${this.#warn}>
                ${t('messageLog.withSecrets')}
              </button>`
        }
      </div>
      ${
        this.#isWarned
          ? notice({
              tone: 'warning',
              part: 'warning',
              role: 'status',
              lines: [t('messageLog.secretsWarning')],
              more: html`<div class="row">
                ${button('raw-json-button', t('messageLog.rawJson'), 'json', true)}
                ${button('raw-har-button', t('messageLog.rawHar'), 'har', true)}
              </div>`,
            })
          : nothing
      }
    </details>`;
  }

  /** Call it when another session is shown. */
  reset(): void {
    this.#isWarned = false;
    this.outcome = '';
  }

  readonly #warn = (): void => {
    this.#isWarned = true;
    this.#host.requestUpdate();
  };

  async #save(session: Session, rows: readonly LoggedRow[], format: 'json' | 'har', raw: boolean): Promise<void> {
    const { redactor } = session;
    this.outcome = '';
    try {
      const pieces = await (format === 'har' ? messagesAsHar : messagesAsJson)(rows, { redactor, raw });
      const parts = pieces && (await runInSlices(blobsOf(pieces)));
      const file = `messages-${fileStamp()}.${format}`;
      if (parts) giveFile(file, parts);
      this.outcome = t('messageLog.saved', { file });
    } catch {
      this.outcome = t('messageLog.notSaved');
    }
    this.#isWarned = false;
    this.#host.requestUpdate();
  }
}
