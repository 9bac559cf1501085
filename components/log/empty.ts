import { nothing, type TemplateResult } from 'lit';
import { AUDIT_DAYS, MAX_AUDIT_ENTRIES } from '../../src/approvals/index.js';
import type { SessionState } from '../../src/index.js';
import { MAX_LOGGED_CHARACTERS, MAX_LOGGED_ROWS } from '../../src/messages/index.js';
import { MAX_STORED_ENTRIES, type Recording } from '../../src/transcript/index.js';
import { html } from '../internal/html.js';
import { notice } from '../internal/notice.js';
import { formatHost } from '../internal/text.js';
import type { LogFilter } from './filter.js';
import { MAX_LOG_LINES } from './log-book.js';
import { t } from './messages.js';

interface WhyEmpty {
  readonly isAuditLog: boolean;
  readonly phase: SessionState['phase'] | undefined;
  /** The session keeps neither a transcript nor messages. */
  readonly isNone: boolean;
  readonly canSetLevel: boolean;
}

/** Says what would be here, and why it is not. */
export function nothingShown({ isAuditLog, phase, isNone, canSetLevel }: WhyEmpty): TemplateResult {
  const words = isAuditLog
    ? [t('log.nothingIsRecordedEach')]
    : phase === undefined
      ? [t('log.insideMcpSessionOr')]
      : [
          isNone ? t('log.thisPageKeepsNo') : t('log.nothingWasSaidYet'),
          ...(phase === 'ready' ? [canSetLevel ? t('log.nothingLoggedYetSay') : t('log.thisServerKeepsNo')] : []),
        ];
  return html`<div class="empty" part="empty">${words.map((each) => html`<p class="quiet">${each}</p>`)}</div>`;
}

export function nothingFits({ kind }: LogFilter, canSetLevel: boolean, showAll: () => void): TemplateResult {
  return html`<div class="empty" part="empty">
    <span>${t('log.noEntriesMatch')} ${kind === 'log' && canSetLevel ? t('log.nothingLoggedYetSay') : nothing}</span>
    <button part="button" data-name="show-all-button" type="button" @click=${showAll}>
      ${t('log.showAllEntries')}
    </button>
  </div>`;
}

interface RowCounts {
  readonly shown: number;
  readonly total: number;
  readonly isSearching: boolean;
  /** What came during the pause; undefined if the log is not paused. */
  readonly waiting: number | undefined;
  readonly droppedLines: number;
  readonly droppedMessages: number;
  readonly isStored: boolean;
  readonly hasMessages: boolean;
  readonly hasDecisions: boolean;
}

/** How many rows there are, what was dropped, and what of them is kept where. */
export function rowCounts(counts: RowCounts): TemplateResult {
  const { shown, total, isSearching, waiting, droppedLines, droppedMessages } = counts;
  const entries = t('log.entriesCount', { count: total });
  const words = isSearching
    ? t('log.searching', { all: entries })
    : shown === total
      ? entries
      : t('log.shownOf', { shown, all: entries });
  const kept = [
    counts.isStored && t('log.withoutHeadersAndSecrets', { most: MAX_STORED_ENTRIES }),
    counts.hasMessages && t('log.messagesInMemory'),
    counts.hasDecisions && t('log.decisionsKept', { days: AUDIT_DAYS, most: MAX_AUDIT_ENTRIES }),
  ].filter((each) => each !== false);
  return html`<p class="small quiet" part="count" title=${kept.join(' ')}>
    ${words}${waiting === undefined ? nothing : html` · <strong>${t.rich('log.pausedNew', { waiting })}</strong>`}${
      droppedLines > 0
        ? html` · ${t('log.theOldestWereDropped', { dropped: droppedLines, maxLogLines: MAX_LOG_LINES })}`
        : nothing
    }${
      droppedMessages > 0
        ? html` ·
          ${t('log.dropped', { count: droppedMessages, most: MAX_LOGGED_ROWS, characters: MAX_LOGGED_CHARACTERS })}`
        : nothing
    }<span class="visually-hidden"> ${kept.join(' ')}</span>
  </p>`;
}

/**
 * Explains that this is a recording, and lists what could not be read.
 * @param leave undefined if the page opened the recording
 */
export function recordingBanner(recording: Recording, leave: (() => void) | undefined): TemplateResult {
  const { problems, level } = recording.file;
  const shapes = level === 'shapes' ? t('log.onlyKindsOfValues') : '';
  return notice({
    part: 'note',
    name: 'recording',
    title: formatHost(recording.url).replaceAll('\u00a0', ' '),
    lines: [html`<span class="small">${t('log.nothingHereGoesTo')} ${shapes}</span>`],
    more: html`${
      problems.length > 0
        ? html`<details class="small">
            <summary>${t('log.partsOfTheFile', { count: problems.length })}</summary>
            <ul>
              ${problems.map((each) => html`<li>${each}</li>`)}
            </ul>
          </details>`
        : nothing
    }
    ${leave ? html`<button class="small" part="button" data-name="leave-button" type="button" @click=${leave}>${t('log.closeTheRecording')}</button>` : nothing}`,
  });
}
