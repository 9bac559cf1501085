import { nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { readPasted } from '../../src/config/pasted.js';
import type { ReadConfig, ServerEntry } from '../../src/config/read-config.js';
import { commandLineOf } from '../../src/config/write-config.js';
import { asMcpError, type McpError } from '../../src/index.js';
import { t as common } from '../words/common-words.js';
import { copyOnPress } from '../internal/copy-button.js';
import { html } from '../internal/html.js';
import { errorWords } from '../words/messages.js';
import { notice } from '../internal/notice.js';
import { problem } from '../internal/problem.js';
import { visibleText } from '../../src/content/index.js';
import { t } from './messages.js';
import { readSettings, type ServerSettings, settingsOf, SettingsProblem } from './server-settings.js';

interface PastedServersHost extends ReactiveControllerHost {
  /** Adds a server of the text. @returns whether there was room, and nothing wrong with it */
  add(server: { readonly url: string; readonly name: string; readonly settings: ServerSettings }): boolean;
}

/** The servers of a pasted text: those with an address can be added; for the others, it shows how they start. */
export class PastedServers {
  readonly #host: PastedServersHost;
  #text: string | undefined;
  #found: ReadConfig | McpError | undefined;
  /** Values for the variables of the text. They stay in memory. */
  #env: Readonly<Record<string, string>> = {};
  #added: ReadonlySet<string> = new Set();
  /** The variables that each server lacked at first: their fields stay while the person fills them in. */
  #wanted: ReadonlyMap<string, readonly string[]> = new Map();

  constructor(host: PastedServersHost) {
    this.#host = host;
  }

  /** Shows the servers of a text, or why there are none. */
  read(text: string): void {
    this.#text = text;
    this.#env = {};
    this.#added = new Set();
    this.#readAgain();
    this.#wanted = new Map(this.#entries.map(({ name, missing }) => [name, missing]));
    const [only, ...others] = this.#entries;
    // One server that can be used as it is needs no further press here.
    if (
      only &&
      others.length === 0 &&
      only.server.kind === 'http' &&
      only.missing.length === 0 &&
      !this.#problems.length
    ) {
      this.#add([only]);
      this.clear();
    }
  }

  clear(): void {
    this.#text = undefined;
    this.#found = undefined;
    this.#env = {};
    this.#host.requestUpdate();
  }

  get #entries(): readonly ServerEntry[] {
    return this.#found && 'entries' in this.#found ? this.#found.entries : [];
  }

  get #problems(): ReadConfig['problems'] {
    return this.#found && 'problems' in this.#found ? this.#found.problems : [];
  }

  #readAgain(): void {
    try {
      this.#found = readPasted(this.#text ?? '', {
        file: t('workspace.pastedText'),
        alone: t('workspace.pastedName'),
        env: this.#env,
      });
    } catch (error) {
      this.#found = asMcpError(error);
    }
    this.#host.requestUpdate();
  }

  #add(entries: readonly ServerEntry[]): void {
    for (const { name, server } of entries) {
      if (server.kind !== 'http' || this.#added.has(name)) continue;
      if (this.#host.add({ url: server.url, name, settings: settingsOf(server.headers) }))
        this.#added = new Set([...this.#added, name]);
    }
    this.#host.requestUpdate();
  }

  /** True while there is something pasted to look at. */
  get isShown(): boolean {
    return this.#found !== undefined;
  }

  /** With a line that announces the result to assistive technology. */
  render(): TemplateResult {
    const found = this.#found;
    const count = found && 'entries' in found ? t('workspace.pasted', { count: found.entries.length }) : '';
    return html`<span class="visually-hidden" role="status">${count}</span
      >${found ? this.#renderFound(found) : nothing}`;
  }

  #renderFound(found: ReadConfig | McpError): TemplateResult {
    const close = html`<button
      type="button"
      class="plain"
      part="button"
      data-name="close-button"
      @click=${() => this.clear()}
    >
      ${common('common.close')}
    </button>`;
    if (!('entries' in found))
      return html`<div class="pasted" role="alert">
        ${problem(t('workspace.pastedUnreadable'), found, undefined, { first: close })}
      </div>`;
    const usable = found.entries.filter((entry) => isUsable(entry));
    return html`<section class="pasted" part="details" data-name="pasted" aria-labelledby="pasted-title">
      <div class="row">
        <h3 id="pasted-title">${t('workspace.pasted', { count: found.entries.length })}</h3>
        <span class="end row">
          ${
            usable.length > 1
              ? html`<button type="button" part="button" data-name="add-all-button" @click=${() => this.#add(usable)}>
                  ${t('workspace.addAll')}
                </button>`
              : nothing
          }
          ${close}
        </span>
      </div>
      <ul class="entries" part="list">
        ${found.entries.map((entry) => this.#renderEntry(entry))}
      </ul>
      ${
        found.problems.length > 0
          ? notice({ tone: 'warning', part: 'warning', lines: found.problems.map((words) => errorWords(words)) })
          : nothing
      }
    </section>`;
  }

  #renderEntry(entry: ServerEntry): TemplateResult {
    const { name, server } = entry;
    const isAdded = this.#added.has(name);
    const fault = faultOf(entry);
    return html`<li class="entry" part="item" data-name="entry">
      <strong><bdi>${name}</bdi></strong>
      ${
        server.kind === 'http'
          ? html`<bdi class="mono small" dir="ltr">${server.url}</bdi>
              <button
                type="button"
                part="button"
                data-name="add-button"
                aria-label=${`${t(isAdded ? 'workspace.added' : 'workspace.add')}: ${name}`}
                aria-disabled=${isAdded || !isUsable(entry) ? 'true' : nothing}
                @click=${() => isUsable(entry) && this.#add([entry])}
              >
                ${t(isAdded ? 'workspace.added' : 'workspace.add')}
              </button>
              ${fault === undefined ? nothing : html`<p class="problem small">${fault}</p>`}
              ${this.#wanted.get(name)?.length ? this.#renderVariables(name) : nothing}`
          : program(entry)
      }
    </li>`;
  }

  #renderVariables(name: string): TemplateResult {
    return html`<div class="variables">
      <p class="small">${t('workspace.variables')}</p>
      ${repeat(
        this.#wanted.get(name) ?? [],
        (variable) => variable,
        (variable) =>
          html`<label class="field" part="field"
            ><span class="mono">${variable}</span
            ><input
              part="input"
              type="password"
              autocomplete="off"
              dir="ltr"
              data-name=${`variable ${variable}`}
              .value=${this.#env[variable] ?? ''}
              @input=${({ target }: Event) => {
                const { value } = target as HTMLInputElement;
                const { [variable]: _before, ...others } = this.#env;
                this.#env = value === '' ? others : { ...others, [variable]: value };
                this.#readAgain();
              }}
          /></label>`,
      )}
    </div>`;
  }
}

const isUsable = (entry: ServerEntry): boolean =>
  entry.server.kind === 'http' && entry.missing.length === 0 && faultOf(entry) === undefined;

/** Why no page can use this server, such as a header that browsers let no page send. */
function faultOf({ server, missing }: ServerEntry): string | undefined {
  if (server.kind !== 'http' || missing.length > 0) return undefined;
  try {
    readSettings(settingsOf(server.headers));
    return undefined;
  } catch (error) {
    if (error instanceof SettingsProblem) return error.message;
    throw error;
  }
}

/** How a server is started that is a program: with the command of this package. */
function program({ server, written }: ServerEntry): TemplateResult {
  const env = server.kind === 'stdio' ? Object.keys(server.env) : [];
  // Names alone: the values may be secrets.
  const variables = env.flatMap((name) => ['-e', `${name}="$${name}"`]);
  const command = ['npx mcp-embed', ...variables, '--', commandLineOf(written ?? [])].join(' ');
  return html`<p class="small quiet">${t('workspace.isProgram')}</p>
    <div class="line">
      <code class="mono command" part="code" dir="ltr">${command}</code>
      <button
        type="button"
        class="plain small"
        part="button"
        data-name="copy-button"
        .textContent=${visibleText(common('common.copy'))}
        @click=${copyOnPress(() => command)}
      ></button>
    </div>`;
}
