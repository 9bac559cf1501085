import { nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { supportedRevisions } from '../../src/index.js';
import { html } from '../internal/html.js';
import { notice } from '../internal/notice.js';
import { t } from './messages.js';
import { readServerAddress } from './server-address.js';
import { isReadOnTheWay, NO_SETTINGS, readSettings, type ServerSettings, SettingsProblem } from './server-settings.js';

/** The workspace, as the form uses it. */
interface AddressFormHost extends ReactiveControllerHost, HTMLElement {
  /** Connects to that server, with these settings. */
  connectTo(url: string, settings: ServerSettings): void;
  /** The settings of a listed server; undefined for any other one. */
  settingsFor(url: string): ServerSettings | undefined;
  /** Shows the servers in a pasted text, or why there are none. */
  readPasted(text: string): void;
}

/** A field with a value that cannot be used. */
type Problem = { readonly field: 'url' | keyof ServerSettings; readonly words: string };

/** An address as it can be typed. */
const EXAMPLE = 'localhost:3000/mcp';

/** `_meta` as it can be typed. */
const META_EXAMPLE = '{ "example.com/tenant": "docs" }';

/** Fields with long values. */
const WIDE: ReadonlySet<keyof ServerSettings> = new Set(['token', 'headers', 'meta']);

const STORAGES = ['', 'local', 'session', 'none'] as const;
const STORAGE_WORDS = {
  '': 'workspace.storageDefault',
  local: 'workspace.storageLocal',
  session: 'workspace.storageSession',
  none: 'workspace.storageNone',
} as const;

/** Links that install a server, also by way of the site of a program. */
const INSTALLS =
  /^\s*(?:(?:cursor|vscode|vscode-insiders|lmstudio|goose):|https:\/\/(?:[\w-]+\.)*(?:cursor\.com|vscode\.dev|lmstudio\.ai)\/\S*(?:install|redirect))/i;

/** Text that is no address: more than one line or word, JSON, or a link that installs a server. */
const isMoreThanAddress = (text: string): boolean =>
  /\S\s+\S/.test(text) || /^\s*[[{](?![\da-f]*:)/i.test(text) || INSTALLS.test(text);

/** The address of a server, and the settings for it. */
export class AddressForm {
  readonly #host: AddressFormHost;
  #url = '';
  #settings = NO_SETTINGS;
  #isOpen = false;
  #showsToken = false;
  #problem: Problem | undefined;
  /** True if the page gave the headers, which are not shown. */
  #hasPageHeaders = false;
  /** The address that was filled in, before the person typed. */
  #filledUrl = '';
  /** The person has typed a token or a header since then, for the address in the field. */
  #hasTypedSecrets = false;
  /** The person has changed another option since then. */
  #hasTypedOptions = false;

  constructor(host: AddressFormHost) {
    this.#host = host;
  }

  /** Shows that server. */
  fill(url: string, settings: ServerSettings, hasPageHeaders = false): void {
    this.#url = this.#filledUrl = url;
    this.#settings = settings;
    this.#hasTypedSecrets = this.#hasTypedOptions = false;
    this.#hasPageHeaders = hasPageHeaders;
    this.#problem = undefined;
    this.#showsToken = false;
    this.#host.requestUpdate();
  }

  /** Opens the options, and focuses the token if the focus is in this form: a page that loads must not take it from elsewhere. */
  async askForToken(): Promise<void> {
    const { hasFocus } = this;
    this.#isOpen = true;
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    if (hasFocus) this.#host.shadowRoot?.querySelector<HTMLElement>('#token')?.focus();
  }

  /** True while the form has changes that were not sent yet. */
  get isEdited(): boolean {
    return this.#url !== this.#filledUrl || this.#hasTypedSecrets || this.#hasTypedOptions;
  }

  /** True while the focus is in the form. */
  get hasFocus(): boolean {
    return !!this.#host.shadowRoot?.activeElement?.closest('form.address');
  }

  /** Selects the address that is shown: the next one is typed or pasted over it. */
  focus(): void {
    const input = this.#host.shadowRoot?.querySelector<HTMLInputElement>('#url');
    input?.focus();
    input?.select();
  }

  readonly #submit = (event: Event): void => {
    event.preventDefault();
    const typed = this.#url.trim();
    this.#problem = undefined;
    if (isMoreThanAddress(typed)) {
      this.#host.readPasted(typed);
      // The servers are listed below. A single server's address is in the field already.
      if (this.#url.trim() === typed) this.#url = '';
      return this.#host.requestUpdate();
    }
    const address = addressIn(typed);
    if (!address)
      this.#problem = { field: 'url', words: t(typed === '' ? 'workspace.noAddress' : 'workspace.addressInvalid') };
    else if (this.accepts(address.href, this.#settings)) this.#host.connectTo(address.href, this.#settings);
    this.#host.requestUpdate();
    this.#focusProblem();
  };

  /**
   * True if these settings can be used. Otherwise the form shows the problem.
   * @param url absolute
   */
  accepts(url: string, settings: ServerSettings): boolean {
    this.#problem = undefined;
    try {
      readSettings(settings);
      return true;
    } catch (error) {
      if (!(error instanceof SettingsProblem)) throw error;
      this.fill(url, settings, this.#hasPageHeaders);
      this.#problem = { field: error.field, words: error.message };
      this.#isOpen = true;
      this.#focusProblem();
      return false;
    }
  }

  #focusProblem(): void {
    const { field } = this.#problem ?? {};
    if (field)
      void this.#host.updateComplete.then(() =>
        this.#host.shadowRoot?.querySelector<HTMLElement>(`#${field}`)?.focus(),
      );
  }

  readonly #paste = (event: ClipboardEvent): void => {
    const text = event.clipboardData?.getData('text') ?? '';
    // An input holds one line only: several lines would arrive as an unreadable one.
    if (!isMoreThanAddress(text)) return;
    event.preventDefault();
    this.#host.readPasted(text);
  };

  readonly #type = ({ target }: Event): void => {
    const { id, value } = target as HTMLInputElement;
    if (id === 'url') {
      this.#url = value;
      this.#takeSettingsOf(readServerAddress(value)?.href);
    } else {
      this.#settings = { ...this.#settings, [id]: value };
      if (id === 'token' || id === 'headers') this.#hasTypedSecrets = true;
      else this.#hasTypedOptions = true;
    }
    if (this.#problem?.field === id) this.#problem = undefined;
    this.#host.requestUpdate();
  };

  /** A token belongs to its server: another address gets the token of its own server, or none. Typed settings stay. */
  #takeSettingsOf(url: string | undefined): void {
    const own = (url !== undefined && this.#host.settingsFor(url)) || NO_SETTINGS;
    if (!this.#hasTypedSecrets) this.#settings = { ...this.#settings, token: own.token, headers: own.headers };
    if (!this.#hasTypedOptions)
      this.#settings = { ...own, token: this.#settings.token, headers: this.#settings.headers };
  }

  render(): TemplateResult {
    return html`<form
      class="address"
      part="bar"
      data-name="address"
      novalidate
      @submit=${this.#submit}
      @input=${this.#type}
    >
      <label for="url">${t('workspace.address')}</label>
      <div class="line">
        <input
          id="url"
          part="input"
          type="text"
          inputmode="url"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          dir="ltr"
          placeholder=${EXAMPLE}
          aria-invalid=${this.#isWrong('url')}
          aria-describedby="url-problem url-hint"
          .value=${this.#url}
          @paste=${this.#paste}
        />
        <button class="primary" type="submit" part="button" data-name="connect-button">
          ${t('workspace.connect')}
        </button>
        <button
          type="button"
          class="plain"
          part="button"
          data-name="options-button"
          aria-expanded=${this.#isOpen ? 'true' : 'false'}
          aria-controls="options"
          @click=${() => {
            this.#isOpen = !this.#isOpen;
            this.#host.requestUpdate();
          }}
        >
          ${t('workspace.options')}
        </button>
      </div>
      ${this.#problemAt('url')}
      <p class="small quiet" id="url-hint">${t('workspace.addressHint')}</p>
      ${this.#renderWarning()}
      <div class="options" id="options" part="details" ?hidden=${!this.#isOpen}>${this.#renderOptions()}</div>
    </form>`;
  }

  #renderOptions(): TemplateResult {
    const { token, headers, revision, timeout, meta, storage } = this.#settings;
    return html`${this.#hasPageHeaders ? notice({ lines: [t('workspace.ofThePage')] }) : nothing}
      ${this.#field(
        'token',
        t('workspace.token'),
        html`<div class="line">
          <input
            id="token"
            part="input"
            type=${this.#showsToken ? 'text' : 'password'}
            autocomplete="off"
            spellcheck="false"
            dir="ltr"
            aria-invalid=${this.#isWrong('token')}
            aria-describedby="token-problem token-hint"
            .value=${token}
          />
          <button
            type="button"
            class="plain"
            part="button"
            data-name="show-button"
            aria-pressed=${this.#showsToken ? 'true' : 'false'}
            @click=${() => {
              this.#showsToken = !this.#showsToken;
              this.#host.requestUpdate();
            }}
          >
            ${t('workspace.show')}
          </button>
        </div>`,
        t('workspace.tokenHint'),
      )}
      ${this.#field('headers', t('workspace.headers'), this.#lines('headers', headers), t('workspace.headersHint'))}
      <p class="small quiet wide">${t('workspace.secretsStay')}</p>
      ${this.#field(
        'revision',
        t('workspace.revision'),
        choice('revision', revision, ['', ...supportedRevisions], (id) => id || t('workspace.revisionAuto')),
      )}
      ${this.#field(
        'timeout',
        t('workspace.timeout'),
        html`<input
          id="timeout"
          part="input"
          type="text"
          inputmode="decimal"
          autocomplete="off"
          aria-invalid=${this.#isWrong('timeout')}
          aria-describedby="timeout-problem timeout-hint"
          .value=${timeout}
        />`,
        t('workspace.timeoutHint'),
      )}
      ${this.#field(
        'storage',
        t('workspace.storage'),
        choice('storage', storage, STORAGES, (kind) => t(STORAGE_WORDS[kind])),
      )}
      ${this.#field('meta', t('workspace.meta'), this.#lines('meta', meta, META_EXAMPLE), t('workspace.metaHint'))}`;
  }

  /** Outside the options, which may be closed while a token from a list goes out. */
  #renderWarning(): TemplateResult | typeof nothing {
    const address = addressIn(this.#url);
    return address && isReadOnTheWay(address.href, this.#settings)
      ? notice({ tone: 'warning', part: 'warning', role: 'status', lines: [t('workspace.readOnTheWay')] })
      : nothing;
  }

  #field(id: keyof ServerSettings, label: string, input: TemplateResult, hint?: string): TemplateResult {
    return html`<div class="field ${WIDE.has(id) ? 'wide' : ''}" part="field">
      <label for=${id}>${label}</label>
      ${input} ${this.#problemAt(id)}
      ${hint === undefined ? nothing : html`<p class="small quiet" id=${`${id}-hint`}>${hint}</p>`}
    </div>`;
  }

  /** A field for several lines. */
  #lines(id: 'headers' | 'meta', value: string, example = ''): TemplateResult {
    return html`<textarea
      id=${id}
      part="input"
      rows="2"
      autocomplete="off"
      spellcheck="false"
      dir="ltr"
      placeholder=${example || nothing}
      aria-invalid=${this.#isWrong(id)}
      aria-describedby=${`${id}-problem ${id}-hint`}
      .value=${value}
    ></textarea>`;
  }

  #isWrong(field: Problem['field']): 'true' | 'false' {
    return this.#problem?.field === field ? 'true' : 'false';
  }

  #problemAt(field: Problem['field']): TemplateResult {
    return html`<p class="problem small" id=${`${field}-problem`} role="alert">
      ${this.#problem?.field === field ? this.#problem.words : nothing}
    </p>`;
  }
}

/** A list to choose from. */
const choice = <T extends string>(
  id: keyof ServerSettings,
  chosen: string,
  all: readonly T[],
  words: (one: T) => string,
): TemplateResult =>
  html`<select id=${id} part="input">
    ${all.map((one) => html`<option value=${one} .selected=${one === chosen}>${words(one)}</option>`)}
  </select>`;

/** The address in the field; also `/mcp`, of a server beside the page. */
function addressIn(typed: string): URL | undefined {
  const isRelative = typed.startsWith('/') && URL.canParse(typed, document.baseURI);
  return readServerAddress(typed) ?? (isRelative ? new URL(typed, document.baseURI) : undefined);
}
