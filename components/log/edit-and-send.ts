import { type LitElement, nothing, type TemplateResult } from 'lit';
import { asMcpError, type JsonObject, type McpError, type Session } from '../../src/index.js';
import { type LoggedMessage, redactedMessage } from '../../src/messages/index.js';
import { ownMeta } from '../../src/session/request-meta.js';
import { isPlainObject, toJson } from '../../src/util/json.js';
import { t as common } from '../words/common-words.js';
import { html } from '../internal/html.js';
import { problem } from '../internal/problem.js';
import { sendByPerson } from '../internal/send-by-person.js';
import { t } from './messages.js';
import { mask } from './message-words.js';

/** A request that the person edits as JSON, and sends. */
export class EditAndSend {
  readonly #host: LitElement;
  #method = '';
  #params = '';
  /** The error in the typed text. */
  #mistake = '';
  #failure: McpError | undefined;
  #state: 'idle' | 'sending' | 'sent' = 'idle';
  #isOpen = false;
  /** Counts the openings, so that the end of an earlier request is not reported for a later one. */
  #opening = 0;
  /** The parameters with their secrets, and as they were shown. */
  #original: unknown;
  #masked: unknown;

  constructor(host: LitElement) {
    this.#host = host;
  }

  /** Begins with a sent request, without the parts that the client adds. Secrets are hidden, but still sent. */
  open(row: LoggedMessage, { redactor, options }: Session): void {
    const withOwnMeta = (params: unknown): object => {
      const { _meta, ...rest } = isPlainObject(params) ? params : {};
      const own = ownMeta(_meta, options.meta);
      return own ? { ...rest, _meta: own } : rest;
    };
    const { message } = row;
    this.#original = withOwnMeta('params' in message ? message.params : undefined);
    this.#masked = withOwnMeta(redactedMessage(row, redactor, mask)['params']);
    this.#method = row.method;
    this.#params = toJson(this.#masked, undefined, 2);
    this.#mistake = '';
    this.#failure = undefined;
    this.#state = 'idle';
    this.#isOpen = true;
    this.#opening++;
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() => {
      const box = this.#host.renderRoot.querySelector<HTMLTextAreaElement>('.edit textarea');
      box?.focus({ preventScroll: true });
      box?.setSelectionRange(0, 0);
      box?.form?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    });
  }

  #cancel(): void {
    this.close();
    this.#host.renderRoot.querySelector<HTMLElement>('[data-name="edit-send-button"]')?.focus();
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
        ><span class="small">${t('log.method')}</span
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
        ><span class="small">${t('log.params')}</span
        ><textarea
          part="input"
          class="mono"
          name="params"
          rows="8"
          dir="ltr"
          autocomplete="off"
          spellcheck="false"
          aria-describedby="edit-help edit-mistake"
          aria-invalid=${this.#mistake ? 'true' : nothing}
          .value=${this.#params}
          @input=${({ target }: Event) => (this.#params = (target as HTMLTextAreaElement).value)}
        ></textarea>
      </label>
      <p class="small quiet" id="edit-help">${isConnected ? t('log.editHelp') : t('log.notConnected')}</p>
      <div aria-live="polite">
        ${this.#mistake ? html`<p class="note error small" part="error" id="edit-mistake">${this.#mistake}</p>` : nothing}
        ${this.#failure ? problem(t('log.notSent', { method: this.#method }), this.#failure) : nothing}
        ${this.#state === 'sent' ? html`<p class="small">${t('log.sent')}</p>` : nothing}
      </div>
      <div class="row">
        <button
          class="primary"
          part="button"
          data-name="send-button"
          type="submit"
          aria-disabled=${isSending || !isConnected ? 'true' : nothing}
        >
          ${isSending ? t('log.sending') : t('log.send')}
        </button>
        <button part="button" data-name="cancel-button" type="button" @click=${() => this.#cancel()}>
          ${common('common.cancel')}
        </button>
      </div>
    </form>`;
  }

  #readParams(): JsonObject | undefined {
    if (this.#method.trim() === '') return this.#wrong(t('log.noMethod'));
    let params: unknown;
    try {
      params = JSON.parse(this.#params.trim() || '{}');
    } catch (error) {
      return this.#wrong(t('log.notJson', { problem: (error as Error).message }));
    }
    if (!isPlainObject(params)) return this.#wrong(t('log.notObject'));
    const whole = withSecrets(params, this.#masked, this.#original);
    return toJson(whole).includes(mask()) ? this.#wrong(t('log.hiddenMoved')) : (whole as JsonObject);
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
    const opening = this.#opening;
    let failure: McpError | undefined;
    try {
      await sendByPerson(session, this.#method.trim(), params);
    } catch (error) {
      failure = asMcpError(error);
    }
    if (opening !== this.#opening) return;
    this.#failure = failure;
    this.#state = failure ? 'idle' : 'sent';
    this.#host.requestUpdate();
  }
}

/** Restores the hidden secrets that the person did not change. */
function withSecrets(typed: unknown, masked: unknown, original: unknown): unknown {
  if (typeof typed === 'string') return typed === masked && typed.includes(mask()) ? original : typed;
  if (Array.isArray(typed))
    return typed.map((item, at) =>
      withSecrets(
        item,
        Array.isArray(masked) ? masked[at] : undefined,
        Array.isArray(original) ? original[at] : undefined,
      ),
    );
  if (!isPlainObject(typed)) return typed;
  const [shown, whole] = [isPlainObject(masked) ? masked : {}, isPlainObject(original) ? original : {}];
  return Object.fromEntries(
    Object.entries(typed).map(([name, inner]) => [name, withSecrets(inner, shown[name], whole[name])]),
  );
}
