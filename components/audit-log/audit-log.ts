import { consume } from '@lit/context';
import { type CSSResultGroup, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { McpElement } from '../internal/mcp-element.js';
import {
  type AuditLog,
  AUDIT_DAYS,
  MAX_AUDIT_ENTRIES,
  type AuditedValue,
  type AuditEntry,
} from '../../src/approvals/index.js';
import { visibleText } from '../../src/content/index.js';
import type { Session } from '../../src/index.js';
import { placeOf } from '../permissions/place.js';
import { sessionContext } from '../context.js';
import { FocusFallback } from '../internal/focus-fallback.js';
import { collapsedContent } from '../internal/details.js';
import { PermissionsController } from '../internal/permissions-controller.js';
import { html } from '../internal/html.js';
import { RefreshOnReturn, StoreController } from '../internal/store-controller.js';
import { base, controls, preferredWidth, tokens } from '../internal/styles.js';
import { panelStyles } from '../internal/panel.styles.js';
import { fetchedAt, formatCount, oneLine } from '../internal/text.js';
import { fileStamp, giveFile } from '../internal/give-file.js';
import { formatDuration } from '../tool-result/result-text.js';
import { auditLogStyles } from './audit-log.styles.js';
import { barStyles, searchField, selectField } from '../internal/bar.js';
import { eraseQuestion } from '../internal/erase-question.js';
import { toJson } from '../../src/util/json.js';
import { t as common } from '../words/common-words.js';
import { t } from './messages.js';

const KINDS: readonly AuditEntry['kind'][] = ['tool-call', 'tool-result', 'sampling', 'elicitation', 'roots'];
const ANSWERS: readonly AuditEntry['answer'][] = ['allowed', 'refused', 'withdrawn'];

interface EntryView {
  readonly entry: AuditEntry;
  /** The question is open whether to erase it. */
  readonly isErasing: boolean;
  readonly askToErase: (entry: AuditEntry) => void;
  readonly erase: (entry: AuditEntry) => void;
  readonly cancelErase: () => void;
}

/** The names that the audit log stores, and their messages. */
const VALUES = {
  'system prompt': 'systemPrompt',
  messages: 'messages',
  'last message': 'lastMessage',
  'tools offered': 'toolsOffered',
  'length limit': 'lengthLimit',
  'context wanted': 'contextWanted',
  message: 'message',
  page: 'page',
  'fields asked for': 'fieldsAskedFor',
  folders: 'folders',
  answer: 'answer',
  model: 'model',
} as const;

interface FilterBar {
  readonly filter: EntryFilter;
  readonly entries: readonly AuditEntry[];
  readonly change: (filter: Partial<EntryFilter>) => void;
}

/** The filter of the entries. `undefined` matches all. */
interface EntryFilter {
  readonly text: string;
  readonly kind: AuditEntry['kind'] | undefined;
  readonly server: string | undefined;
  readonly answer: AuditEntry['answer'] | undefined;
}

const ALL_ENTRIES: EntryFilter = { text: '', kind: undefined, server: undefined, answer: undefined };

/** Entries that are shown at first, and further ones after each press. */
const ENTRIES_PER_STEP = 50;

/**
 * @summary The audit log of what was asked and decided: who, what, when, on whose word; to search, save and erase.
 *
 * The log belongs to the session around it, or without one to the page. Possible secrets are not in it.
 *
 * @csspart base - The whole contents.
 * @csspart details - A part that expands and collapses.
 * @csspart bar - The search field and the filters.
 * @csspart search - The search field.
 * @csspart select - A select.
 * @csspart item - One item of a list.
 * @csspart button - Every button.
 * @csspart empty - The text without items.
 * @csspart hidden-character - A sign in place of hidden characters.
 */
export class McpAuditLogElement extends McpElement {
  static override styles: CSSResultGroup = [
    tokens,
    base,
    controls,
    barStyles,
    panelStyles,
    auditLogStyles,
    preferredWidth(36),
  ];

  readonly #permissions = new PermissionsController(
    this,
    () => this.session,
    () => this.#refresh(),
  );
  readonly #all = new StoreController(this, () => this.#auditLog()?.all);
  readonly #fresh = new RefreshOnReturn(this, () => this.#refresh());
  readonly #focus = new FocusFallback(this, ['[data-name~="keep-button"]', '[part~="search"]', '[part~="base"]']);

  @state() private isRead = false;
  @state() private filter: EntryFilter = ALL_ENTRIES;
  @state() private shown = ENTRIES_PER_STEP;
  /** The entry, by its id, or all entries that the person is asked about before they are erased. */
  @state() private erasing: string | undefined;
  @state() private outcome = '';

  /** The session whose audit log is shown; by default that of the surrounding element. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  /** An audit log from `openAuditLog()` of `mcp-embed/storage`. Then all its entries are shown, of every server. */
  @property({ attribute: false })
  auditLog: AuditLog | undefined;

  /** Shows nothing while there are no entries, otherwise a `<details>` with their number. */
  @property({ type: Boolean, reflect: true })
  quiet = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('auditLog')) this.#refresh();
  }

  #auditLog(): AuditLog | undefined {
    return this.auditLog ?? this.#permissions.value?.auditLog;
  }

  #refresh(): void {
    void this.#auditLog()
      ?.refresh()
      .then(() => (this.isRead = true));
  }

  #entries(): readonly AuditEntry[] {
    const all = this.isRead ? (this.#all.value ?? []) : [];
    const permissions = this.#permissions.value;
    return this.auditLog ? all : all.filter(({ server }) => permissions?.isVisible(server));
  }

  readonly #change = (filter: Partial<EntryFilter>): void => {
    this.filter = { ...this.filter, ...filter };
    this.shown = ENTRIES_PER_STEP;
  };

  readonly #askToErase = (target: string): void => {
    this.erasing = target;
    this.outcome = '';
  };

  readonly #cancelErase = (): void => {
    const selector = this.erasing === ALL ? '.foot' : `[data-id="${this.erasing}"]`;
    this.erasing = undefined;
    // The focus returns to the button that opened the question.
    void this.updateComplete.then(() =>
      this.renderRoot
        .querySelector<HTMLElement>(
          `${selector} [data-name~="erase-button"], ${selector} [data-name~="erase-all-button"]`,
        )
        ?.focus(),
    );
  };

  readonly #erase = ({ id }: AuditEntry): void => {
    this.erasing = undefined;
    this.outcome = t('auditLog.erasedOneEntry');
    void this.#auditLog()?.erase(id);
  };

  readonly #eraseAll = (entries: readonly AuditEntry[]): void => {
    this.erasing = undefined;
    this.filter = ALL_ENTRIES;
    this.outcome = t('auditLog.erased', { entries: t('auditLog.entries', { count: entries.length }) });
    for (const server of new Set(entries.map((entry) => entry.server))) void this.#auditLog()?.eraseAll(server);
  };

  override render(): TemplateResult | typeof nothing {
    const entries = this.#entries();
    if (this.quiet && entries.length === 0 && !this.outcome) return nothing;
    return html`<div part="base" tabindex="-1" role="group" aria-label=${t('auditLog.auditLog')}>
      ${
        this.quiet && entries.length > 0
          ? collapsedContent(t('auditLog.auditLog3', { count: entries.length }), this.#renderAll(entries))
          : this.#renderAll(entries)
      }
      <p class="small quiet" role="status">${this.outcome}</p>
    </div>`;
  }

  #renderAll(entries: readonly AuditEntry[]): TemplateResult | typeof nothing {
    if (!this.isRead) return nothing;
    if (entries.length === 0) return this.quiet ? nothing : empty();
    const matching = matchingEntries(entries, this.filter);
    return html`<div class="all">
      ${filterBar({ filter: this.filter, entries, change: this.#change })}
      ${matching.length > 0 ? this.#renderEntries(matching) : this.#renderNoMatch()}
      ${this.#renderFoot(entries, matching)}
    </div>`;
  }

  #renderEntries(matching: readonly AuditEntry[]): TemplateResult {
    return html`<ol class="entries">
        ${repeat(
          matching.slice(0, this.shown),
          ({ id }) => id,
          (entry) =>
            entryView({
              entry,
              isErasing: this.erasing === entry.id,
              askToErase: ({ id }) => this.#askToErase(id),
              erase: this.#erase,
              cancelErase: this.#cancelErase,
            }),
        )}
      </ol>
      ${
        matching.length > this.shown
          ? html`<button
              type="button"
              part="button"
              data-name="more-button"
              @click=${() => (this.shown += ENTRIES_PER_STEP)}
            >
              ${t('auditLog.showOlderEntries')}
            </button>`
          : nothing
      }`;
  }

  #renderNoMatch(): TemplateResult {
    return html`<div class="row" part="empty">
      <span class="quiet">${t('auditLog.noEntriesMatch')}</span>
      <button type="button" @click=${() => this.#change(ALL_ENTRIES)}>${t('auditLog.showAllEntries')}</button>
    </div>`;
  }

  #renderFoot(entries: readonly AuditEntry[], matching: readonly AuditEntry[]): TemplateResult {
    const shown = Math.min(matching.length, this.shown);
    if (this.erasing === ALL)
      return eraseQuestion({
        label: t('auditLog.eraseAllEntries'),
        question: t('auditLog.eraseForGoodWhat', { entries: t('auditLog.entries', { count: entries.length }) }),
        confirm: t('auditLog.eraseAll'),
        erase: () => this.#eraseAll(entries),
        keep: this.#cancelErase,
      });
    return html`<div class="foot">
      <p class="small quiet">
        ${t(shown === entries.length ? 'auditLog.keptAll' : 'auditLog.keptShown', {
          shown: formatCount(shown),
          entries: t('auditLog.entries', { count: entries.length }),
          days: AUDIT_DAYS,
          most: MAX_AUDIT_ENTRIES,
        })}
      </p>
      <button
        class="plain small"
        part="button"
        data-name="download-button"
        type="button"
        ?disabled=${matching.length === 0}
        aria-label=${t('auditLog.saveAsJson', { entries: t('auditLog.entries', { count: matching.length }) })}
        @click=${() => saveAuditLog(matching)}
      >
        ${common('common.save')}
      </button>
      <button
        class="plain small"
        part="button"
        data-name="erase-all-button"
        type="button"
        @click=${() => this.#askToErase(ALL)}
      >
        ${t('auditLog.eraseAll')}
      </button>
    </div>`;
  }
}

/** The title of an entry: the requested action. */
function titleOf({ kind, about }: AuditEntry): string {
  const name = oneLine(about, 200);
  if (kind === 'tool-call') return t('auditLog.run', { name });
  if (kind === 'tool-result') return t('auditLog.passOnTheResult', { name });
  if (kind === 'sampling') return t('auditLog.askYourModel');
  return kind === 'roots' ? t('auditLog.tellYourFolders') : t('auditLog.answerAQuestion');
}

/** The initiator, and the call that was running. */
function initiatorOf({ initiator, during }: AuditEntry): string {
  return during
    ? t(`auditLog.initiatorsDuring.${initiator}`, { during: oneLine(during, 200) })
    : t(`auditLog.initiators.${initiator}`);
}

/** The decision, and who made it. */
function decisionOf({ answer, authorizedBy, decidedAfter, kind }: AuditEntry): string {
  if (answer === 'withdrawn')
    return authorizedBy === 'person' ? t('auditLog.nobodyDecidedBeforeIt') : t('auditLog.itFailed');
  switch (authorizedBy) {
    case 'person': {
      const duration = formatDuration(decidedAfter);
      if (answer === 'refused') return t('auditLog.refusedAfter', { duration });
      const isCall = kind === 'tool-call' || kind === 'tool-result';
      return t(isCall ? 'auditLog.allowedAfter' : 'auditLog.answeredAfter', { duration });
    }
    case 'button':
      return t('auditLog.runByYou');
    case 'remembered':
      return t(answer === 'allowed' ? 'auditLog.allowedEarlier' : 'auditLog.refusedEarlier');
    case 'page':
      return t('auditLog.runByThisPage');
    case 'nobody':
      return t('auditLog.refusedThereWasNobody');
    case 'policy':
      return t(answer === 'allowed' ? 'auditLog.allowedByRules' : 'auditLog.refusedByRules');
  }
}

/** How an allowed call ended; undefined if the entry is not about a call. */
function outcomeOf({ kind, answer, outcome, took = 0 }: AuditEntry): string | undefined {
  if (kind !== 'tool-call' || answer !== 'allowed') return undefined;
  if (outcome === 'done') return t('auditLog.doneIn', { duration: formatDuration(took) });
  if (outcome === 'tool-error') return t('auditLog.theToolSaidAfter', { duration: formatDuration(took) });
  return outcome === 'failed'
    ? t('auditLog.failedAfter', { duration: formatDuration(took) })
    : t('auditLog.noEndIsKnown');
}

/** One entry: the action, the server, the decision and, collapsed, the shown data and the answer. */
function entryView(view: EntryView): TemplateResult {
  const { entry } = view;
  const outcome = outcomeOf(entry);
  const times = entry.times ?? 1;
  return html`<li class="entry ${entry.answer}" part="item" data-name="entry" data-id=${entry.id}>
    <time class="small quiet" datetime=${new Date(entry.at).toISOString()}>${fetchedAt(entry.at)}</time>
    <div class="what">
      <strong>${titleOf(entry)}</strong>
      ${times > 1 ? html`<span class="small quiet">${t.rich('auditLog.timesLastAt', { times, time: fetchedAt(entry.until!) })}</span>` : nothing}
      <p class="small">
        <span class="answer">${decisionOf(entry)}.</span> ${outcome ? html`<span>${outcome}.</span> ` : nothing}
      </p>
      <p class="small quiet">
        ${initiatorOf(entry)} · <bdi>${oneLine(entry.serverName, 100)}</bdi> <bdi class="mono">${entry.host}</bdi>
      </p>
      ${details(view)}
    </div>
  </li>`;
}

function details({ entry, isErasing, askToErase, erase, cancelErase }: EntryView): TemplateResult {
  return html`<details class="small" part="details">
    <summary>
      ${t('auditLog.details')}<span class="visually-hidden">
        ${t.rich('auditLog.of', { title: titleOf(entry), time: fetchedAt(entry.at) })}</span
      >
    </summary>
    ${values(t('auditLog.whatWasToBe'), shownOf(entry))} ${values(t('auditLog.whatWasAnswered'), givenOf(entry))}
    ${entry.shown.length + (entry.given?.length ?? 0) === 0 ? html`<p class="quiet">${t('auditLog.itHadNoArguments')}</p>` : nothing}
    ${
      isErasing
        ? eraseQuestion({
            label: t('auditLog.eraseThisEntry'),
            question: t('auditLog.eraseThisEntryFor'),
            erase: () => erase(entry),
            keep: cancelErase,
            size: 'small',
          })
        : html`<button
            class="plain small"
            part="button"
            data-name="erase-button"
            type="button"
            @click=${() => askToErase(entry)}
          >
            ${t('auditLog.eraseThisEntry4')}
          </button>`
    }
  </details>`;
}

/** The members of a request have our names, which are shown in the language of the page. Arguments have a server’s names. */
function shownOf({ kind, shown }: AuditEntry): readonly AuditedValue[] {
  return kind === 'tool-call' || kind === 'tool-result' ? shown : shown.map(inWords);
}

/** The fields of a form have a server’s names; everything else that is answered has ours. */
function givenOf({ kind, answer, given = [] }: AuditEntry): readonly AuditedValue[] {
  const isOurs = kind === 'sampling' || kind === 'roots' || (kind === 'elicitation' && answer === 'refused');
  return isOurs ? given.map(inWords) : given;
}

function inWords({ name, value }: AuditedValue): AuditedValue {
  return {
    name: Object.hasOwn(VALUES, name) ? t(`auditLog.values.${VALUES[name as keyof typeof VALUES]}`) : name,
    value,
  };
}

function values(title: string, some: readonly AuditedValue[]): TemplateResult | typeof nothing {
  if (some.length === 0) return nothing;
  return html`<p class="quiet">${title}</p>
    <dl class="facts">
      ${some.map(
        ({ name, value }) =>
          html`<dt><bdi>${name}</bdi></dt>
            <dd class="mono">${value}</dd>`,
      )}
    </dl>`;
}

/** The search field and the selects, which offer only values that some entry has. */
function filterBar({ filter, entries, change }: FilterBar): TemplateResult {
  const servers = [...new Set(entries.map(({ server }) => server))];
  const { kind, answer, server } = filter;
  return html`<div class="bar" part="bar">
    ${searchField({ label: t('auditLog.searchTheAuditLog'), value: filter.text, onInput: (text) => change({ text }) })}
    ${choice(
      t('auditLog.what'),
      'kind-select',
      KINDS.map((each) => [each, t(`auditLog.kind.${each}`)] as const),
      kind,
      (chosen) => change({ kind: chosen }),
    )}
    ${choice(
      t('auditLog.decision'),
      'answer-select',
      ANSWERS.map((each) => [each, t(`auditLog.answer.${each}`)] as const),
      answer,
      (chosen) => change({ answer: chosen }),
    )}
    ${
      servers.length > 1
        ? choice(t('auditLog.server'), 'server-select', servers.map(named), server, (chosen) =>
            change({ server: chosen }),
          )
        : nothing
    }
  </div>`;
}

function named(server: string): [server: string, words: string] {
  const { url, identity } = placeOf(server);
  return [server, visibleText(identity === undefined ? url : t('auditLog.as', { url, identity }))];
}

function choice<K extends string>(
  label: string,
  name: string,
  words: readonly (readonly [key: K, words: string])[],
  chosen: K | undefined,
  choose: (key: K | undefined) => void,
): TemplateResult {
  return selectField<K | undefined>({
    label,
    name,
    options: [[undefined, t('auditLog.all')], ...words],
    selected: chosen,
    onChange: choose,
  });
}

/** Returns the entries that match, in their order. Every typed word must occur somewhere in an entry. */
function matchingEntries(entries: readonly AuditEntry[], filter: EntryFilter): readonly AuditEntry[] {
  const { kind, server, answer } = filter;
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(
    (entry) =>
      (kind === undefined || entry.kind === kind) &&
      (server === undefined || entry.server === server) &&
      (answer === undefined || entry.answer === answer) &&
      (words.length === 0 || containsAll(entry, words)),
  );
}

function containsAll(entry: AuditEntry, words: readonly string[]): boolean {
  const values = [...shownOf(entry), ...givenOf(entry)].flatMap(({ name, value }) => [name, value]);
  const { about, serverName, host } = entry;
  const text = [about, serverName, host, titleOf(entry), initiatorOf(entry), decisionOf(entry), ...values]
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The entries as JSON for other programs, newest first. Values that look secret are never in an audit log. */
export function auditLogAsJson(entries: readonly AuditEntry[]): string {
  const readable = entries.map(({ at, until, ...rest }) => ({
    at: new Date(at).toISOString(),
    ...(until !== undefined && { until: new Date(until).toISOString() }),
    ...rest,
  }));
  return toJson({ format: 'mcp-embed-audit-log', version: 1, entries: readable }, undefined, 2);
}

/** Downloads the entries as a JSON file. */
function saveAuditLog(entries: readonly AuditEntry[]): void {
  giveFile(`audit-log-${fileStamp()}.json`, [auditLogAsJson(entries)]);
}

/** Different from the id of every entry. */
const ALL = 'all';

const empty = (): TemplateResult => html`<p class="quiet" part="empty">${t('auditLog.nothingIsRecordedEach')}</p>`;

declare global {
  interface HTMLElementTagNameMap {
    'mcp-audit-log': McpAuditLogElement;
  }
}
