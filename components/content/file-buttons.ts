import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { decodeBase64, decodeText, type DownloadPlan, type EncodedData } from '../../src/content/index.js';
import type { ResourceContents } from '../../src/index.js';
import { html } from '../internal/html.js';
import { giveFile } from '../internal/give-file.js';
import { t } from './messages.js';

/** Milliseconds after which the object URL is revoked. The other tab has loaded the file by then. */
const TAB_URL_MS = 60_000;

/** A button for a file, which says if the data cannot be decoded. */
abstract class FileButton implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #problem = '';

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.forget();
  }

  /** Call it before another piece of content is shown. */
  forget(): void {
    this.#problem = '';
  }

  protected renderButton(name: string, label: string, ariaLabel: string, onClick: () => unknown): TemplateResult {
    return html`<button
        class="plain small"
        part="button"
        data-name=${name}
        type="button"
        aria-label=${ariaLabel}
        @click=${onClick}
      >
        ${label}</button
      >${this.#problem ? html`<span class="small" role="alert">${this.#problem}</span>` : nothing}`;
  }

  /** Decodes the data. Undefined, with `problem` beside the button, if it cannot be decoded. */
  protected async decode(data: EncodedData, problem: string): Promise<string | Uint8Array<ArrayBuffer> | undefined> {
    const bytes = 'text' in data ? data.text : await decodeBase64(data.base64).catch(() => undefined);
    this.#problem = bytes === undefined ? problem : '';
    this.#host.requestUpdate();
    return bytes;
  }
}

/**
 * A button that opens a PDF in a new tab, in the browser's own viewer. Only data that begins like a PDF gets this
 * button, and the tab gets it with that MIME type: the same bytes as HTML would run with the origin of this page.
 */
export class OpenButton extends FileButton {
  render(plan: DownloadPlan): TemplateResult | typeof nothing {
    if (plan.opens !== 'pdf') return nothing;
    const ariaLabel = t('content.openInANew', { fileName: plan.fileName });
    return this.renderButton('open-button', t('content.openInANewTab'), ariaLabel, () => this.#open(plan));
  }

  async #open({ data }: DownloadPlan): Promise<void> {
    const bytes = await this.decode(data, t('content.theDataIsNot'));
    if (bytes === undefined) return;
    const url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
    const link = document.createElement('a');
    link.href = url;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), TAB_URL_MS);
  }
}

/** A button that saves data as a file. */
export class SaveButton extends FileButton {
  render(fileName: string, data: EncodedData, label: string = t('content.download')): TemplateResult {
    return this.renderButton('download-button', label, `${label} ${fileName}`, () => this.#save(fileName, data));
  }

  async #save(fileName: string, data: EncodedData): Promise<void> {
    const bytes = await this.decode(data, t('content.theDataIsNotValid'));
    if (bytes !== undefined) giveFile(fileName, [bytes]);
  }
}

type FileAsTextState =
  { readonly phase: 'closed' | 'loading' | 'failed' } | { readonly phase: 'open'; readonly contents: ResourceContents };

/** Decodes a file as text when the person asks for it. */
export class FileAsText implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #state: FileAsTextState = { phase: 'closed' };
  #decoding: AbortController | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  get state(): FileAsTextState {
    return this.#state;
  }

  hostDisconnected(): void {
    this.close();
  }

  close(): void {
    this.#decoding?.abort();
    this.#set({ phase: 'closed' });
  }

  async open(plan: DownloadPlan, uri: string): Promise<void> {
    this.#decoding?.abort();
    const { signal } = (this.#decoding = new AbortController());
    this.#set({ phase: 'loading' });
    const bytes =
      'base64' in plan.data ? await decodeBase64(plan.data.base64, { signal }).catch(() => undefined) : undefined;
    if (signal.aborted) return;
    const text = bytes && decodeText(bytes, plan.mimeType);
    this.#set(
      text === undefined
        ? { phase: 'failed' }
        : { phase: 'open', contents: { uri, mimeType: plan.mimeType || undefined, text } },
    );
  }

  #set(state: FileAsTextState): void {
    this.#state = state;
    this.#host.requestUpdate();
  }
}
