import { consume } from '@lit/context';
import { type CSSResultGroup, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import {
  diagnose,
  type Diagnosis,
  diagnosisReport,
  type Evidence,
  type Finding,
  type Framework,
} from '../../src/diagnosis/index.js';
import { asMcpError, type McpError, type Session } from '../../src/index.js';
import { sessionContext } from '../context.js';
import { CopyButton } from '../internal/copy-button.js';
import { FocusFallback } from '../internal/focus-fallback.js';
import { html } from '../internal/html.js';
import { McpElement } from '../internal/mcp-element.js';
import { richErrorWords } from '../words/messages.js';
import { notice } from '../internal/notice.js';
import { problem } from '../internal/problem.js';
import { StoreController } from '../internal/store-controller.js';
import { base, controls, preferredWidth, tokens } from '../internal/styles.js';
import { formatHost } from '../internal/text.js';
import { t as common } from '../words/common-words.js';
import { diagnosisStyles } from './diagnosis.styles.js';
import { t } from './messages.js';

type Check =
  | { readonly phase: 'idle' | 'running' | 'stopped' }
  | { readonly phase: 'done'; readonly diagnosis: Diagnosis }
  | { readonly phase: 'failed'; readonly error: McpError };

/** The sign before a request: it differs in shape, not only in colour. */
const SIGNS: Readonly<Record<Evidence['outcome'], string>> = {
  answered: '✓',
  opaque: '✕',
  blocked: '✕',
  'timed-out': '✕',
};

/**
 * @summary Finds out why a page cannot use a server: asks it step by step, and ends in a verdict with evidence and the fix to copy.
 *
 * It sends nothing before a press, or `autorun`. It sends the requests of a client that connects, then a few harmless
 * requests (see `diagnose()`), and no token of a sign-in.
 *
 * @csspart base - The whole contents.
 * @csspart button - Every button.
 * @csspart error - An error with its remedy.
 * @csspart warning - A problem that does not stop a client.
 * @csspart note - A notice or a hint.
 * @csspart details - A part that expands and collapses.
 * @csspart item - One entry of a list.
 * @csspart list - A list.
 * @csspart code - Text to copy into the server.
 * @csspart retry-button - The button that starts it again.
 * @csspart empty - What is shown when there is nothing.
 * @csspart hidden-character - A sign in place of hidden characters.
 */
export class McpDiagnosisElement extends McpElement {
  static override styles: CSSResultGroup = [tokens, base, controls, diagnosisStyles, preferredWidth(32)];

  /** The session whose server is checked; by default that of the surrounding element. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  /** The address of the server, absolute or relative to the page; by default that of the session. */
  @property()
  url: string | undefined;

  /** Checks at once, and not only on a press. */
  @property({ type: Boolean })
  autorun = false;

  @state() private check: Check = { phase: 'idle' };
  @state() private seen: readonly Evidence[] = [];
  @state() private framework: Framework = 'Express';

  readonly #connection = new StoreController(this, () => this.session?.state);
  readonly #copyButtons = new Map<string, CopyButton>();
  readonly #focus = new FocusFallback(this, ['[part~="retry-button"]', '[part~="base"]']);
  #running: AbortController | undefined;

  get #address(): string | undefined {
    return this.url || this.session?.url;
  }

  /**
   * Checks the connection. A running check is stopped.
   * @returns the diagnosis; undefined if it was stopped or there is nothing to check. A failure is shown.
   */
  async run(): Promise<Diagnosis | undefined> {
    this.stop();
    const address = this.#address;
    if (!address || !isHttp(address)) return undefined;
    const life = (this.#running = new AbortController());
    this.seen = [];
    this.check = { phase: 'running' };
    try {
      const own = this.session?.options;
      const headers = typeof own?.headers === 'function' ? await own.headers() : own?.headers;
      const diagnosis = await diagnose(address, {
        signal: life.signal,
        // The headers and the `fetch` of a page are for the server of its session.
        ...(!this.url && { fetch: own?.fetch, headers }),
        onRequest: (one) => {
          if (!life.signal.aborted) this.seen = [...this.seen, one];
        },
      });
      if (life.signal.aborted) return undefined;
      this.check = { phase: 'done', diagnosis };
      return diagnosis;
    } catch (error) {
      if (!life.signal.aborted) this.check = { phase: 'failed', error: asMcpError(error, 'internal') };
      return undefined;
    } finally {
      if (this.#running === life) this.#running = undefined;
    }
  }

  /** Ends a running check. */
  stop(): void {
    if (!this.#running) return;
    this.#running.abort();
    this.#running = undefined;
    this.check = { phase: 'stopped' };
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // The findings about one server say nothing about another.
    const other = (changed.has('session') && changed.get('session')) || (changed.has('url') && changed.get('url'));
    if (other) {
      this.stop();
      this.check = { phase: 'idle' };
    }
    if (this.autorun && this.check.phase === 'idle' && this.#address) void this.run();
  }

  readonly #start = (): void => void this.run();
  readonly #stop = (): void => this.stop();
  readonly #connect = (): void => {
    // An error becomes the state of the session, which is shown.
    this.session?.connect().catch(() => {});
  };

  override render(): TemplateResult {
    return html`<div part="base" tabindex="-1" role="group" aria-label=${t('diagnosis.label')}>
      <div class="visually-hidden" role="status">${this.#spoken()}</div>
      ${this.#renderCheck()}
    </div>`;
  }

  /** The announcement for screen readers: the start or a stop, not each request. */
  #spoken(): string {
    const { check } = this;
    if (check.phase === 'running') return t('diagnosis.asking', { host: formatHost(this.#address), count: 0 });
    return check.phase === 'stopped' ? t('diagnosis.stopped') : '';
  }

  #renderCheck(): unknown {
    const { check } = this;
    if (!this.#address) return html`<p class="quiet" part="empty">${t('diagnosis.noServer')}</p>`;
    if (!isHttp(this.#address)) return html`<p class="quiet" part="empty">${t('diagnosis.notOverHttp')}</p>`;
    switch (check.phase) {
      case 'idle':
        return this.#renderStart(t('diagnosis.check'));
      case 'running':
        return html`<div class="head">
            <span aria-hidden="true"
              >${t.rich('diagnosis.asking', { host: formatHost(this.#address), count: this.seen.length })}</span
            >
            <button class="small" part="button retry-button" type="button" @click=${this.#stop}>
              ${t('diagnosis.stop')}
            </button>
          </div>
          ${this.#renderSteps(this.seen)}`;
      case 'stopped':
        return html`<p class="quiet" part="note">${t('diagnosis.stopped')}</p>
          ${this.#renderStart(t('diagnosis.checkAgain'))}`;
      case 'failed':
        return html`<div aria-live="polite">
          ${problem(t('diagnosis.failed'), check.error, { label: t('diagnosis.checkAgain'), run: this.#start })}
        </div>`;
      case 'done':
        return this.#renderDiagnosis(check.diagnosis);
    }
  }

  #renderStart(label: string): TemplateResult {
    return html`<div class="row">
      <button part="button retry-button" type="button" @click=${this.#start}>${label}</button>
    </div>`;
  }

  #renderDiagnosis(diagnosis: Diagnosis): TemplateResult {
    const { verdict, findings, revision } = diagnosis;
    const mayConnect = verdict === 'works' && this.session && this.#connection.value?.phase !== 'ready';
    return html`<div role="status">
        ${
          verdict === 'works'
            ? notice({
                part: 'note',
                name: 'works',
                title: t.rich('diagnosis.works', { host: formatHost(diagnosis.url) }),
                lines: [revision && t('diagnosis.worksWith', { revision })],
              })
            : nothing
        }
        <ul class="findings" part="list" role="list">
          ${findings.map((finding, at) => this.#renderFinding(finding, findings.slice(0, at)))}
        </ul>
      </div>
      ${
        this.session?.options.auth && !this.url
          ? html`<p class="small quiet" part="note">${t('diagnosis.unsigned')}</p>`
          : nothing
      }
      <div class="row">
        ${
          mayConnect
            ? html`<button
                class="primary"
                part="button"
                data-name="connect-button"
                type="button"
                @click=${this.#connect}
              >
                ${t('diagnosis.connect')}
              </button>`
            : nothing
        }
        <button part="button retry-button" type="button" @click=${this.#start}>${t('diagnosis.checkAgain')}</button>
        ${this.#copyButton('diagnosis.copyReport').render(() => diagnosisReport(diagnosis))}
      </div>
      <details part="details" data-name="requests">
        <summary class="small quiet">${t('diagnosis.requests', { count: this.seen.length })}</summary>
        ${this.#renderSteps(this.seen)}
      </details>`;
  }

  /** @param before the findings above it: the fix that they show is not shown twice */
  #renderFinding(finding: Finding, before: readonly Finding[]): TemplateResult {
    const { id, severity, whatText, remedyText, headerLines, snippets, evidence } = finding;
    const tone = severity === 'info' ? undefined : severity;
    const isRepeated = before.some((one) => one.headerLines?.join('\n') === headerLines?.join('\n'));
    return html`<li class="finding" data-name="finding">
      ${notice({
        ...(tone && { tone }),
        part: tone ?? 'note',
        title: html`<span class="visually-hidden">${t(`diagnosis.severity.${severity}`)}: </span>${richErrorWords(
            whatText,
          )}`,
        lines: [richErrorWords(remedyText)],
        more:
          id === 'found-elsewhere'
            ? this.#copyButton('diagnosis.copyAddress').render(() => remedyText.params['address'] as string)
            : nothing,
      })}
      ${headerLines && !isRepeated ? this.#renderFix(headerLines, snippets) : nothing}
      ${
        severity === 'error' && evidence.length > 0
          ? html`<ul class="steps" role="list" data-name="evidence">
              ${evidence.slice(-SHOWN_EVIDENCE).map(stepView)}
            </ul>`
          : nothing
      }
    </li>`;
  }

  #renderFix(headerLines: readonly string[], snippets: Finding['snippets']): TemplateResult {
    const lines = headerLines.join('\n');
    const code = snippets?.find(({ framework }) => framework === this.framework)?.code;
    return html`<div class="fix">
      <div class="head">
        <span class="small quiet">${t('diagnosis.headersToSend')}</span>
        ${this.#copyButton('diagnosis.copyHeaders').render(() => lines)}
      </div>
      <pre
        class="lines"
        part="code"
        data-name="headers"
        tabindex="0"
        role="group"
        aria-label=${t('diagnosis.headersToSend')}
        dir="ltr"
      >
${lines}</pre>
      ${
        snippets && code !== undefined
          ? html`<div class="head">
                <label class="small quiet" for="framework">${t('diagnosis.codeFor')}</label>
                <select id="framework" @change=${this.#chooseFramework}>
                  ${snippets.map(
                    ({ framework }) =>
                      html`<option .value=${framework} .selected=${framework === this.framework}>${framework}</option>`,
                  )}
                </select>
                ${this.#copyButton('diagnosis.copyCode').render(() => code)}
              </div>
              <pre
                part="code"
                data-name="code"
                tabindex="0"
                role="group"
                aria-label=${t('diagnosis.code', { framework: this.framework })}
                dir="ltr"
              >
${code}</pre>`
          : nothing
      }
    </div>`;
  }

  #renderSteps(steps: readonly Evidence[]): TemplateResult {
    return html`<ol class="steps" part="list" role="list" data-name="requests">
      ${steps.map(stepView)}
    </ol>`;
  }

  readonly #chooseFramework = ({ currentTarget }: Event): void => {
    this.framework = (currentTarget as HTMLSelectElement).value as Framework;
  };

  #copyButton(label: CopyLabel): CopyButton {
    let button = this.#copyButtons.get(label);
    if (!button) {
      button = new CopyButton(this, () => t(label));
      this.#copyButtons.set(label, button);
    }
    return button;
  }
}

/** An answer that is a refusal is neither a success nor a failure to get one. */
const signOf = ({ outcome, status = 0 }: Evidence): string => (status >= 400 ? '•' : SIGNS[outcome]);

/** One request and its outcome. */
function stepView(one: Evidence): TemplateResult {
  const headers = Object.entries(one.headers);
  const hasMore = one.sent.length > 0 || headers.length > 0 || one.excerpt !== undefined;
  return html`<li class="step" part="item" data-name="request" data-outcome=${one.outcome}>
    <span class="sign" aria-hidden="true">${signOf(one)}</span>
    <span>${t(`diagnosis.step.${one.step}`)}</span>
    <span class="mono small" dir="ltr">${one.request}</span>
    <span class="small quiet">${outcomeWords(one)}</span>
    ${
      hasMore
        ? html`<details class="small">
            <summary class="quiet">${common('common.details')}</summary>
            <dl class="facts">
              ${
                one.sent.length > 0
                  ? html`<dt>${t('diagnosis.headersAsked')}</dt>
                      <dd class="mono" dir="ltr">${one.sent.join(', ')}</dd>`
                  : nothing
              }
              ${
                headers.length > 0
                  ? html`<dt>${t('diagnosis.headersRead')}</dt>
                      ${headers.map(([name, value]) => html`<dd class="mono" dir="ltr">${`${name}: ${value}`}</dd>`)}`
                  : nothing
              }
              ${
                one.excerpt === undefined
                  ? nothing
                  : html`<dt>${t('diagnosis.answerBegins')}</dt>
                      <dd class="mono" dir="auto">${one.excerpt}</dd>`
              }
            </dl>
          </details>`
        : nothing
    }
  </li>`;
}

function outcomeWords({ outcome, status }: Evidence): string {
  return outcome === 'answered'
    ? t('diagnosis.outcome.answered', { status: String(status) })
    : t(`diagnosis.outcome.${outcome}`);
}

type CopyLabel = `diagnosis.copy${'Report' | 'Address' | 'Headers' | 'Code'}`;

/** Requests that are shown below a problem as its evidence. All are in the list at the end. */
const SHOWN_EVIDENCE = 3;

/** Also true for an invalid address: the diagnosis reports that. */
function isHttp(address: string): boolean {
  return !URL.canParse(address, document.baseURI) || /^https?:/.test(new URL(address, document.baseURI).protocol);
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-diagnosis': McpDiagnosisElement;
  }
}
