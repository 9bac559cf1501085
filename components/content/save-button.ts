import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { decodeBase64, type EncodedData } from '../../src/content/index.js';
import { giveFile } from '../files/give-file.js';
import { html } from '../words/html.js';

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
    const bytes = 'text' in data ? data.text : await decodeBase64(data.base64).catch(() => undefined);
    this.#problem = bytes === undefined ? 'The data is not valid base64, or too much for this browser.' : '';
    this.#host.requestUpdate();
    if (bytes === undefined) return;
    giveFile(fileName, [bytes]);
  }
}
