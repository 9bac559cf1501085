import { nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { asMcpError, type JsonObject, type McpError, type Session } from '../../src/index.js';
import type { LoggedMessage } from '../../src/messages/index.js';
import { isPlainObject, toJson } from '../../src/util/json.js';
import { t as common } from '../internal/common-words.js';
import { html } from '../internal/html.js';
import { problem } from '../internal/problem.js';
import { sendByPerson } from '../internal/send-by-person.js';
import { t } from './messages.js';

/** A request that the person edits as JSON, and sends. */
export class EditAndSend {
  readonly #host: ReactiveControllerHost;
  #method = '';
  #params = '';
  /** What is wrong with what was typed. */
  #mistake = '';
  #failure: McpError | undefined;
  #state: 'idle' | 'sending' | 'sent' = 'idle';
  #isOpen = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Begins with a request as it was sent, without what the client adds. */
  open({ method, message }: LoggedMessage): void {
    const params = 'params' in message ? (message.params ?? {}) : {};
    const { _meta, ...rest } = params as Readonly<Record<string, unknown>>;
    this.#method = method;
    this.#params = toJson(rest, undefined, 2);
    this.#mistake = '';
    this.#failure = undefined;
    this.#state = 'idle';
    this.#isOpen = true;
    this.#host.requestUpdate();
  }

  close(): void {
    this.#isOpen = false;
    this.#host.requestUpdate();
  }

  render(session: Session): TemplateResult | typeof nothing {
    if (!this.#isOpen) return nothing;
    const isConnected = session.state.get().phase === 'ready';
    const isSending = this.#state === 'sending';
    return html`<form
      class="edit"
      @submit=${(event: Event) => {
        event.preventDefault();
        void this.#send(session);
      }}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.stopPropagation();
        void this.#send(session);
      }}
    >
      <label class="field"
        ><span class="small">${t('messageLog.method')}</span
        ><input
          part="input"
          class="mono"
          name="method"
          autocomplete="off"
          spellcheck="false"
          .value=${this.#method}
          @input=${({ target }: Event) => (this.#method = (target as HTMLInputElement).value)}
      /></label>
      <label class="field"
        ><span class="small">${t('messageLog.params')}</span
        ><textarea
          part="input"
          class="mono"
          name="params"
          rows="8"
          dir="ltr"
          autocomplete="off"
          spellcheck="false"
          aria-describedby="edit-help"
          .value=${this.#params}
          @input=${({ target }: Event) => (this.#params = (target as HTMLTextAreaElement).value)}
        ></textarea>
      </label>
      <p class="small quiet" id="edit-help">${isConnected ? t('messageLog.editHelp') : t('messageLog.notConnected')}</p>
      <div aria-live="polite">
        ${this.#mistake ? html`<p class="note error small" part="error">${this.#mistake}</p>` : nothing}
        ${this.#failure ? problem(t('messageLog.notSent', { method: this.#method }), this.#failure) : nothing}
        ${this.#state === 'sent' ? html`<p class="small">${t('messageLog.sent')}</p>` : nothing}
      </div>
      <div class="row">
        <button
          class="primary"
          part="button"
          data-name="send-button"
          type="submit"
          aria-disabled=${isSending || !isConnected ? 'true' : nothing}
        >
          ${isSending ? t('messageLog.sending') : t('messageLog.send')}
        </button>
        <button part="button" data-name="cancel-button" type="button" @click=${() => this.close()}>
          ${common('common.cancel')}
        </button>
      </div>
    </form>`;
  }

  #readParams(): JsonObject | undefined {
    if (this.#method.trim() === '') return this.#wrong(t('messageLog.noMethod'));
    let params: unknown;
    try {
      params = JSON.parse(this.#params.trim() || '{}');
    } catch (error) {
      return this.#wrong(t('messageLog.notJson', { problem: (error as Error).message }));
    }
    return isPlainObject(params) ? (params as JsonObject) : this.#wrong(t('messageLog.notObject'));
  }

  #wrong(mistake: string): undefined {
    this.#mistake = mistake;
  }

  async #send(session: Session): Promise<void> {
    if (this.#state === 'sending' || session.state.get().phase !== 'ready') return;
    this.#mistake = '';
    this.#failure = undefined;
    this.#state = 'idle';
    const params = this.#readParams();
    this.#host.requestUpdate();
    if (!params) return;
    this.#state = 'sending';
    try {
      await sendByPerson(session, this.#method.trim(), params);
      this.#state = 'sent';
    } catch (error) {
      this.#failure = asMcpError(error);
      this.#state = 'idle';
    }
    this.#host.requestUpdate();
  }
}
