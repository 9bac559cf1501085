import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { decodeBase64, type DownloadPlan } from '../../src/content/index.js';
import { html } from '../words/html.js';

/** Milliseconds that the other tab has to take the file. */
const REVOKE_MS = 60_000;

/**
 * A button that opens a PDF in a tab of its own, where the browser shows it as it shows any PDF. Only what begins like a PDF
 * gets here, and the tab is told that it is one: the same bytes as HTML would run in this page's name.
 */
export class OpenButton implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #problem = '';

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.forget();
  }

  /** For another piece of content. */
  forget(): void {
    this.#problem = '';
  }

  render(plan: DownloadPlan): TemplateResult | typeof nothing {
    if (plan.opens !== 'pdf') return nothing;
    return html`<button
        class="plain small"
        part="open-button"
        type="button"
        aria-label="Open ${plan.fileName} in a new tab"
        @click=${() => this.#open(plan)}
      >
        Open in a new tab</button
      >${this.#problem ? html`<span class="small" role="alert">${this.#problem}</span>` : nothing}`;
  }

  async #open({ data }: DownloadPlan): Promise<void> {
    const bytes = 'text' in data ? data.text : await decodeBase64(data.base64).catch(() => undefined);
    this.#problem = bytes === undefined ? 'The data is not valid base64.' : '';
    this.#host.requestUpdate();
    if (bytes === undefined) return;
    const url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
    const link = document.createElement('a');
    link.href = url;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), REVOKE_MS);
  }
}
