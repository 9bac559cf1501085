import { type LitElement, nothing, type TemplateResult } from 'lit';
import type { AuditEntry } from '../../src/approvals/index.js';
import { jsonLine } from '../../src/content/index.js';
import type { LogMessage, Session } from '../../src/index.js';
import {
  type HttpExchange,
  type LoggedMessage,
  placeholderOf,
  redactedMessage,
  SNIPPET_LANGUAGES,
  type SnippetLanguage,
  snippetOf,
  textOfMessage,
} from '../../src/messages/index.js';
import type { Body, Redactor, TranscriptEntry } from '../../src/transcript/index.js';
import { toJson } from '../../src/util/json.js';
import { ansiText } from '../internal/ansi-text.js';
import { closeDetailsOnEscape } from '../internal/close-on-escape.js';
import { html } from '../internal/html.js';
import { cut, dateOf } from '../internal/text.js';
import { richErrorWords } from '../words/messages.js';
import { t as common } from '../words/common-words.js';
import { canRunAgain } from './again.js';
import { differenceOf } from './comparison.js';
import { decisionDetail } from './decision.js';
import { EditAndSend } from './edit-and-send.js';
import { sideOf, sizeInWords, stateOf } from './entry-words.js';
import { exchangeView, whyRevision } from './exchange-view.js';
import type { RowRelations } from './filter.js';
import { hasSigns } from './log-text.js';
import { factsOf as factsOfMessage, hide, mask, titleOf as titleOfMessage } from './message-words.js';
import { t } from './messages.js';
import { titleOf } from './row-words.js';
import type { EntryRow, LogRow } from './rows.js';

/** Characters of an incomplete body that are shown. */
const MAX_INCOMPLETE_CHARACTERS = 20_000;
/** Characters of the data of a line that are shown. The session keeps no more. */
const MAX_LINE_CHARACTERS = 100_000;

export interface DetailView {
  readonly row: LogRow;
  readonly relations: RowRelations;
  readonly session: Session | undefined;
  /** True if there is a connection on which a request can be run again. */
  readonly isLive: boolean;
  readonly isRunning: boolean;
  readonly isPinned: boolean;
  readonly togglePin: () => void;
  readonly goTo: (row: LogRow) => void;
  readonly runAgain: (entry: TranscriptEntry, isEdit: boolean) => void;
  readonly erase: (decision: AuditEntry) => void;
  readonly close: () => void;
}

/** The details of the chosen row, and what the person chose in them. */
export class RowDetail {
  readonly #host: LitElement;
  readonly #editing: EditAndSend;
  #key = '';
  /** True if secrets are shown. */
  #isWhole = false;
  #areClaimsShown = false;
  #isErasing = false;
  #told = '';
  /** The message that the next chosen one is compared with. */
  #comparedWith: LoggedMessage | undefined;

  constructor(host: LitElement) {
    this.#host = host;
    this.#editing = new EditAndSend(host);
  }

  /** Begins anew: secrets are hidden. @param key that of the row which is shown now */
  show(key: string | undefined): void {
    this.#key = key ?? '';
    this.#isWhole = false;
    this.#areClaimsShown = false;
    this.#isErasing = false;
    this.#told = '';
    this.#editing.close();
  }

  /** Forgets the message to compare with. */
  reset(): void {
    this.#comparedWith = undefined;
    this.show(undefined);
  }

  render(view: DetailView): TemplateResult {
    const { row, session, isPinned, togglePin, close } = view;
    const title = titleOf(row, session?.redactor);
    return html`<section
      class="detail appears"
      part="details"
      data-name="detail"
      tabindex="-1"
      aria-label=${title}
      @keydown=${closeDetailsOnEscape(close)}
    >
      <div class="detail-head">
        <h2><bdi>${title}</bdi></h2>
        <button class="plain small" part="button" data-name="pin-button" type="button" @click=${togglePin}>
          ${isPinned ? t('log.unpin') : t('log.pin')}
        </button>
        <button class="plain small" part="button" data-name="close-button" type="button" @click=${close}>
          ${common('common.close')}
        </button>
      </div>
      ${this.#renderBody(view)}
    </section>`;
  }

  /** Asks for the message to compare with. */
  renderNote(redactor: Redactor | undefined): TemplateResult | typeof nothing {
    const one = this.#comparedWith;
    if (!one || !redactor) return nothing;
    const title = `#${one.number} ${titleOfMessage(one, redactor)}`;
    return html`<div class="note" part="note" role="status">
      <span>${t('log.compareWith', { title })}</span> ${this.#stopButton()}
    </div>`;
  }

  #stopButton(): TemplateResult {
    return html`<button
      class="small"
      part="button"
      data-name="stop-button"
      type="button"
      @click=${() => this.#compare(undefined)}
    >
      ${t('log.stopComparing')}
    </button>`;
  }

  #renderBody(view: DetailView): unknown {
    const { row, session } = view;
    switch (row.kind) {
      case 'entry':
        return this.#renderEntry(row, view);
      case 'message':
        return [
          factLine(row.at, factsOfMessage(row.message, session!.redactor)),
          related(row, view),
          this.#renderWhole(row.message, view),
        ];
      case 'exchange':
        return [
          factLine(row.at, factsOfMessage(row.exchange, session!.redactor)),
          html`<div class="row" part="actions">${this.#secretsButton()}</div>`,
          this.#renderExchanges([row.exchange.exchange], session!, true),
        ];
      case 'line':
        return lineDetail(row.line);
      case 'decision':
        return decisionDetail({
          decision: row.decision,
          isErasing: this.#isErasing,
          askToErase: () => this.#askToErase(true),
          erase: () => view.erase(row.decision),
          keep: () => this.#askToErase(false),
        });
    }
  }

  #askToErase(isAsked: boolean): void {
    this.#isErasing = isAsked;
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() =>
      this.#host.renderRoot
        .querySelector<HTMLElement>(`.detail [data-name~="${isAsked ? 'keep' : 'erase-entry'}-button"]`)
        ?.focus(),
    );
  }

  #renderEntry(row: EntryRow, view: DetailView): TemplateResult {
    const { entry } = row;
    const { relations, session } = view;
    const { revision, requestId, problem } = entry;
    const whole = session && relations.wholeOf(row);
    return html`<p class="small quiet">
        ${factWords([dateOf(entry.at), sideOf(entry), stateOf(entry), revision && t('log.mcp', { revision })])}${
          requestId === undefined
            ? nothing
            : html` ·
                <bdi>${t.rich('log.requestId', { id: html`<bdi class="mono">${String(requestId)}</bdi>` })}</bdi>`
        }
      </p>
      ${problem ? html`<p class="small note ${entry.ended === 'cancelled' ? '' : 'error'}"><bdi>${problem}</bdi></p>` : nothing}
      ${related(row, view)} ${again(entry, view)}
      ${
        whole
          ? this.#renderWhole(whole, view)
          : html`${body(t('log.request'), entry.direction === 'sent' ? entry.params : (entry.result ?? entry.error))}
            ${body(t('log.response'), entry.direction === 'sent' ? (entry.result ?? entry.error) : entry.params)}`
      }`;
  }

  /** A message as it was, with its answer and the HTTP exchanges under both. */
  #renderWhole(message: LoggedMessage, { row, session, close }: DetailView): TemplateResult {
    const { answer, failure, isCancelled } = message;
    const other = this.#comparedWith;
    const exchanges = [...new Set([...message.exchanges, ...(answer?.exchanges ?? [])])];
    const isNews = row.kind === 'message' && failure !== undefined;
    return html`${isNews ? html`<p class="small note ${isCancelled ? '' : 'error'}"><bdi>${hide(failure, session!.redactor)}</bdi></p>` : nothing}
      ${this.#renderActions(message, session!, close)} ${this.#editing.render(session!)}
      ${other ? this.#renderComparison(other, message, session!) : nothing}
      ${
        other
          ? nothing
          : html`${this.#renderMessage(t(message.type === 'request' ? 'log.request' : 'log.message'), message, session!)}
            ${answer ? this.#renderMessage(t('log.response'), answer, session!) : nothing}`
      }
      ${this.#renderExchanges(exchanges, session!, false)}
      <p class="small quiet">${t('log.revision')}: ${whyRevision(message)}</p>`;
  }

  #renderExchanges(exchanges: readonly HttpExchange[], session: Session, isOpen: boolean): readonly TemplateResult[] {
    return exchanges.map((exchange) =>
      exchangeView({
        exchange,
        session,
        isWhole: this.#isWhole,
        isOpen,
        areClaimsShown: this.#areClaimsShown,
        showClaims: () => {
          this.#areClaimsShown = true;
          this.#host.requestUpdate();
        },
      }),
    );
  }

  #secretsButton(): TemplateResult {
    return html`<button
      class="small"
      part="button"
      data-name="secrets-button"
      type="button"
      @click=${() => {
        this.#isWhole = !this.#isWhole;
        this.#host.requestUpdate();
      }}
    >
      ${this.#isWhole ? t('log.hideSecrets') : t('log.showSecrets')}
    </button>`;
  }

  #renderActions(message: LoggedMessage, session: Session, close: () => void): TemplateResult {
    const isOurs = message.direction === 'sent' && message.type === 'request';
    const copy = (name: CopyForm): TemplateResult =>
      html`<button
        class="plain small"
        part="button"
        data-name="copy-${name}-button"
        type="button"
        @click=${() => void this.#copy(message, name, session)}
      >
        ${t(`log.language.${name}`)}
      </button>`;
    const act = (name: string, label: string, run: () => void): TemplateResult =>
      html`<button class="small" part="button" data-name=${name} type="button" @click=${run}>${label}</button>`;
    return html`<div class="row" part="actions">
        ${this.#secretsButton()}
        ${isOurs ? act('edit-send-button', t('log.editAndSend'), () => this.#editing.open(message, session)) : nothing}
        ${this.#comparedWith ? nothing : act('compare-button', t('log.compare'), () => this.#beginCompare(message, close))}
      </div>
      <div class="row" role="group" aria-labelledby="copy-as">
        <span class="small quiet" id="copy-as">${t('log.copyAs')}</span>
        ${isOurs && message.exchanges.length > 0 ? SNIPPET_LANGUAGES.map(copy) : nothing}
        ${copy('json')}${message.answer ? copy('answer') : nothing}
      </div>
      <p class="small" role="status">${this.#told}</p>`;
  }

  #beginCompare(message: LoggedMessage, close: () => void): void {
    this.#compare(message);
    // Where there is room for only one of both, the person must see the list to choose from.
    if (!this.#host.renderRoot.querySelector('[role="listbox"]')?.checkVisibility({ visibilityProperty: true }))
      close();
  }

  #compare(message: LoggedMessage | undefined): void {
    this.#comparedWith = message;
    this.#host.requestUpdate();
  }

  async #copy(message: LoggedMessage, form: CopyForm, { redactor }: Session): Promise<void> {
    const key = this.#key;
    const tell = (words: string): void => {
      if (this.#key === key) this.#told = words;
      this.#host.requestUpdate();
    };
    const asJson = (one: LoggedMessage): { code: string; variables: readonly string[] } => ({
      code: toJson(redactedMessage(one, redactor, placeholderOf), undefined, 2),
      variables: [],
    });
    try {
      const snippet =
        form === 'json'
          ? asJson(message)
          : form === 'answer'
            ? asJson(message.answer!)
            : snippetOf(message, form, redactor);
      if (typeof snippet === 'string') return tell(t(`log.noSnippet.${snippet}`, { method: message.method }));
      const { code, variables } = snippet;
      await navigator.clipboard.writeText(code);
      tell(
        variables.length > 0
          ? t('log.copiedVariables', { count: variables.length, names: variables.join(', ') })
          : t('log.copied'),
      );
    } catch {
      // Pages without encryption have no clipboard.
      tell(t('log.notCopied'));
    }
  }

  #renderComparison(one: LoggedMessage, message: LoggedMessage, { redactor }: Session): TemplateResult {
    const title = `#${one.number} ${titleOfMessage(one, redactor)}`;
    if (message === one) return this.renderNote(redactor) as TemplateResult;
    const difference = differenceOf(one, message, redactor, this.#isWhole);
    return html`<h3>${t('log.compared', { title })}</h3>
      ${
        difference
          ? html`<mcp-code-view language="diff" .text=${difference}></mcp-code-view>`
          : html`<p role="status">${difference === '' ? t('log.same') : t('log.tooDifferent')}</p>`
      }
      <p>${this.#stopButton()}</p>`;
  }

  #renderMessage(title: string, row: LoggedMessage, { redactor }: Session): TemplateResult {
    return html`<div class="body" part="text" data-name="body">
      <h3>${title}</h3>
      ${this.#isWhole ? html`<mcp-json-view .source=${textOfMessage(row.message)}></mcp-json-view>` : safeMessage(row, redactor)}
    </div>`;
  }
}

type CopyForm = SnippetLanguage | 'json' | 'answer';

function safeMessage(row: LoggedMessage, redactor: Session['redactor']): TemplateResult {
  const safe = redactedMessage(row, redactor, mask);
  const isTooLong = [safe['params'], safe['result'], safe['error']].some((part) => typeof part === 'string');
  return isTooLong
    ? html`<p class="small note" part="note">${t('log.tooLong')}</p>`
    : html`<mcp-json-view .source=${toJson(safe)}></mcp-json-view>`;
}

function factLine(at: number, facts: readonly string[]): TemplateResult {
  return html`<p class="small quiet">${factWords([dateOf(at), ...facts])}</p>`;
}

function factWords(facts: readonly (string | undefined)[]): readonly TemplateResult[] {
  return facts.filter(Boolean).map((fact, at) => html`${at > 0 ? ' · ' : nothing}<bdi>${fact}</bdi>`);
}

/** A way to the request that a row belongs to. */
function related(row: LogRow, { relations, goTo, session }: DetailView): TemplateResult | typeof nothing {
  const about = relations.aboutOf(row);
  if (!about) return nothing;
  return html`<p class="small">
    ${t('log.belongsTo')}
    <button class="plain small" part="button" data-name="related-button" type="button" @click=${() => goTo(about)}>
      <bdi>${titleOf(about, session?.redactor)}</bdi>
    </button>
  </p>`;
}

function again(entry: TranscriptEntry, { isLive, isRunning, runAgain }: DetailView): TemplateResult | typeof nothing {
  const can = isLive ? canRunAgain(entry) : 'no';
  if (can === 'no') return nothing;
  return html`<div class="row">
    ${
      can === 'as it was'
        ? html`<button
            class="small"
            part="button"
            data-name="run-button"
            type="button"
            aria-disabled=${isRunning ? 'true' : nothing}
            @click=${() => isRunning || runAgain(entry, false)}
          >
            ${t('log.runAgain')}
          </button>`
        : html`<span class="small quiet">${t('log.itHadASecret')}</span>`
    }
    ${
      entry.method === 'tools/call'
        ? html`<button
            class="small"
            part="button"
            data-name="edit-button"
            type="button"
            @click=${() => runAgain(entry, true)}
          >
            ${t('log.editAndRunAgain')}
          </button>`
        : nothing
    }
  </div>`;
}

function body(title: string, of: Body | undefined): TemplateResult | typeof nothing {
  if (!of) return nothing;
  return html`<div class="body" part="text" data-name="body">
    <h3>${title} <span class="small quiet">${sizeInWords(of)}</span></h3>
    ${
      of.isCut
        ? html`<p class="small quiet">${t('log.tooLongToBe')}</p>
            <pre class="mono" tabindex="0" aria-label=${title}>${cut(of.json, MAX_INCOMPLETE_CHARACTERS)}</pre>`
        : html`<mcp-json-view .source=${of.json}></mcp-json-view>`
    }
    ${of.blobs && of.blobs.length > 0 ? html`<p class="small quiet">${t('log.picturesAndFilesIn')}</p>` : nothing}
  </div>`;
}

function lineDetail({ level, logger, data, at, issues }: LogMessage): TemplateResult {
  return html`<p class="small quiet">${factWords([dateOf(at), level, logger])}</p>
    ${issues?.map((issue) => html`<p class="small fault">${richErrorWords(issue)}</p>`) ?? nothing} ${dataView(data)}`;
}

function dataView(data: unknown): TemplateResult {
  if (typeof data === 'object' && data !== null)
    return html`<mcp-json-view .source=${jsonLine(data, MAX_LINE_CHARACTERS).text}></mcp-json-view>`;
  const text = String(data);
  return html`<pre tabindex="0" aria-label=${t('log.message')} dir="auto">${ansiText(text)}</pre>
    ${
      hasSigns(text)
        ? html`<details>
            <summary class="small quiet">${t('log.asTheServerSent')}</summary>
            <pre tabindex="0" aria-label=${t('log.asTheServerSent')} dir="auto">${text}</pre>
          </details>`
        : nothing
    }`;
}
