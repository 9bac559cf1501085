import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { decodeBase64, type EncodedData } from '../../src/content/index.js';

/** A button that saves data as a file, and says when the data cannot be read. */
export class SaveButton implements ReactiveController {
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

  render(fileName: string, data: EncodedData, label: string = 'Download'): TemplateResult {
    return html`<button
        class="plain small"
        part="download-button"
        type="button"
        aria-label="${label} ${fileName}"
        @click=${() => this.#save(fileName, data)}
      >
        ${label}</button
      >${this.#problem ? html`<span class="small" role="alert">${this.#problem}</span>` : nothing}`;
  }

  async #save(fileName: string, data: EncodedData): Promise<void> {
    const bytes = 'text' in data ? data.text : await decodeBase64(data.base64);
    this.#problem = bytes === undefined ? 'The data is not valid base64.' : '';
    this.#host.requestUpdate();
    if (bytes === undefined) return;
    // A type that no browser shows: opened in this page's name, HTML or SVG of a server would run as the page.
    const url = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = fileName;
    link.click();
    // After the browser has taken it.
    setTimeout(() => URL.revokeObjectURL(url), REVOKE_MS);
  }
}

/** Milliseconds until the address of a saved file ends. */
const REVOKE_MS = 10_000;
