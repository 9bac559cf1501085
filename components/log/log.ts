import { consume } from '@lit/context';
import { type CSSResultGroup, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { visibleText } from '../../src/content/index.js';
import {
  type LogLevel,
  type LogMessage,
  type McpError,
  serverOffers,
  type Session,
  type SessionState,
} from '../../src/index.js';
import { sessionContext } from '../context.js';
import { McpErrorEvent } from '../events.js';
import { FocusFallback } from '../internal/focus-fallback.js';
import { html } from '../internal/html.js';
import { McpElement } from '../internal/mcp-element.js';
import { problem } from '../internal/problem.js';
import { StoreController } from '../internal/store-controller.js';
import { base, controls, preferredWidth, tokens } from '../internal/styles.js';
import { hues } from '../internal/hues.styles.js';
import { bookOf, type LogBook, MAX_LOG_LINES } from './log-book.js';
import { LineExport } from './log-export.js';
import { EVERYTHING, type LineFilter, FilteredLines } from './log-filter.js';
import { LEVELS, RequestedLogLevel } from './log-level.js';
import { logLines, onLineKey } from './log-lines.js';
import { LogUpdates, LineAnnouncer } from './log-updates.js';
import { logStyles } from './log.styles.js';
import { VirtualList } from '../list/virtual-list.js';
import { LogLayout } from './log-layout.js';
import { barStyles, searchField, selectField } from '../internal/bar.js';
import { t as common } from '../words/common-words.js';
import { t } from './messages.js';

interface LogBarView {
  readonly host: Element;
  readonly filter: LineFilter;
  readonly loggers: readonly string[];
  /**
   * The level that was requested from the server; undefined if nothing was requested yet, null if it was requested to
   * stop.
   */
  readonly requestedLevel: LogLevel | null | undefined;
  /** True if the server accepts requests for a level. */
  readonly canSetLevel: boolean;
  readonly isPaused: boolean;
  readonly change: (filter: Partial<LineFilter>) => void;
  readonly request: (level: LogLevel | undefined) => void;
  readonly pause: (isPaused: boolean) => void;
}

interface LogCounts {
  /** Lines that are shown. */
  readonly shown: number;
  /** Lines that are stored. */
  readonly kept: number;
  readonly dropped: number;
  readonly isSearching: boolean;
  /** Lines that arrived during the pause; undefined if the log is not paused. */
  readonly waiting: number | undefined;
}

/** Lines that are rendered before and after the visible ones, so that scrolling shows no gap. */
const LINES_AROUND = 20;
/** Lines by which the rendered range moves, so that scrolling rarely causes a rendering. */
const LINES_STEP = 10;
/** Lines that count as visible before the height of a line is known. */
const LINES_BEFORE_MEASURED = 40;

/**
 * @summary Shows a server's log, line by line as it arrives, with search, levels, loggers, pause and 100,000 lines.
 *
 * Once the first such element exists, the session stores lines, even while no such element is in the page.
 *
 * @fires {McpErrorEvent} mcp-error - The server refused the requested level. The element shows the error.
 * @csspart base - The whole contents.
 * @csspart bar - The filters and the requested level.
 * @csspart search - The search field.
 * @csspart button - Every button.
 * @csspart select - A select.
 * @csspart list - A list.
 * @csspart row - A row of data.
 * @csspart label - The label of a field or value.
 * @csspart text - Text.
 * @csspart details - A part that expands and collapses.
 * @csspart count - The number of lines, and of dropped ones.
 * @csspart empty - The text when there is no line to show.
 * @csspart error - An error with its remedy.
 * @csspart retry-button - The button that requests the level again.
 * @csspart hidden-character - A sign in place of hidden characters.
 */
export class McpLogElement extends McpElement {
  static override styles: CSSResultGroup = [tokens, base, controls, hues, barStyles, logStyles, preferredWidth(50)];

  readonly #connection = new StoreController(this, () => this.session?.state);
  readonly #lines = new FilteredLines(() => this.requestUpdate());
  readonly #layout = new LogLayout(this.#lines);
  readonly #virtualLines = new VirtualList(this, {
    scroller: () => this.grid,
    count: () => this.#lines.count,
    layout: this.#layout,
    allUpTo: 0,
    around: LINES_AROUND,
    step: LINES_STEP,
    inViewAtFirst: LINES_BEFORE_MEASURED,
    keys: {
      keyAt: (row) => this.#lines.numberAt(row),
      indexOf: (number) => this.#lines.rowOf(number),
      has: (number) => this.#lines.has(number),
    },
  });
  readonly #updates = new LogUpdates(this, () => this.#linesCame());
  readonly #announcer = new LineAnnouncer(this);
  readonly #export = new LineExport(this, () => this.session && this.session.redactor);
  readonly #serverLevel = new RequestedLogLevel(this, (error) => this.dispatchEvent(new McpErrorEvent(error)));
  readonly #focus = new FocusFallback(this, ['[role="treegrid"]', 'input']);
  #book: LogBook | undefined;

  @query('[role="treegrid"]') private grid!: HTMLElement | null;
  @query('input') private search!: HTMLInputElement | null;

  @state() private filter: LineFilter = EVERYTHING;
  /** The number of the active line. */
  @state() private active = -1;

  /** The session whose log is shown; by default that of the surrounding element. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  /** True if the shown lines do not change. New lines are counted, and shown when this is false again. */
  @property({ type: Boolean, reflect: true })
  paused = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('session')) this.#begin();
    if (changed.has('paused')) this.#lines.pausedAt = this.paused ? (this.#book?.end ?? 0) : Infinity;
    this.#lines.show(this.#book, this.filter);
  }

  #begin(): void {
    this.#book = this.session && bookOf(this.session);
    this.#updates.follow(this.#book);
    this.#layout.collapseAll();
    this.#virtualLines.followEnd();
    this.filter = EVERYTHING;
    this.active = -1;
    this.#serverLevel.follow(this.session);
    if (this.paused) this.#lines.pausedAt = this.#book?.end ?? 0;
  }

  #linesCame(): void {
    this.#lines.bookChanged();
    if (this.#book) this.#announcer.linesCame(this.#book);
    this.requestUpdate();
  }

  /** Drops the lines of the session, for every element that shows them. */
  clear(): void {
    this.#layout.collapseAll();
    this.active = -1;
    this.#book?.clear();
    if (this.paused) this.#lines.pausedAt = this.#book?.end ?? 0;
  }

  /** Focuses the search field. */
  focusSearch(): void {
    this.search?.focus();
    this.search?.select();
  }

  override focus(options?: FocusOptions): void {
    (this.#lines.count > 0 ? this.grid : this.search)?.focus(options);
  }

  readonly #change = (filter: Partial<LineFilter>): void => {
    this.filter = { ...this.filter, ...filter };
  };

  readonly #pause = (isPaused: boolean): void => {
    this.paused = isPaused;
  };

  readonly #onKeydown = (event: KeyboardEvent): void => {
    const shown = this.#lines;
    onLineKey(event, {
      count: shown.count,
      page: this.#virtualLines.pageSize,
      active: this.active < 0 ? -1 : shown.rowOf(this.active),
      goTo: (row) => {
        this.active = shown.numberAt(row);
        this.#virtualLines.reveal(row);
      },
      expand: (row, isExpanded) => this.#expand(shown.numberAt(row), isExpanded),
    });
  };

  #expand(number: number, isExpanded: boolean | 'other'): void {
    if (!this.#lines.has(number)) return;
    this.#layout.expand(number, isExpanded === 'other' ? !this.#layout.isExpanded(number) : isExpanded);
    // A person who reads one line does not want it to scroll away when the next one arrives.
    this.#virtualLines.stopFollowing();
  }

  readonly #press = (number: number): void => {
    this.active = number;
    this.#expand(number, 'other');
  };

  override render(): TemplateResult {
    const phase = this.#connection.value?.phase;
    const state = this.#connection.value;
    const canSetLevel = state?.phase === 'ready' && serverOffers(state.server.capabilities, 'logging/setLevel');
    const kept = this.#book?.count ?? 0;
    const shown = this.#lines.count;
    const { paused } = this;
    return html`<div part="base">
      ${
        kept > 0 || canSetLevel
          ? logBar({
              host: this,
              filter: this.filter,
              loggers: this.#book?.loggers ?? [],
              requestedLevel: this.#serverLevel.value,
              canSetLevel,
              isPaused: paused,
              change: this.#change,
              request: (level) => void this.#serverLevel.request(level),
              pause: this.#pause,
            })
          : nothing
      }
      <div aria-live="polite">${this.#serverLevel.error ? this.#refusal(this.#serverLevel.error) : nothing}</div>
      ${shown === 0 ? logEmpty(phase, canSetLevel, kept, () => this.#change(EVERYTHING)) : nothing}
      <div class="log" role="log" aria-live="off" aria-label=${t('log.log')} ?hidden=${shown === 0}>
        ${
          this.#book
            ? logLines({
                book: this.#book,
                lines: this.#lines,
                shown: this.#virtualLines,
                isExpanded: (number) => this.#layout.isExpanded(number),
                active: this.active,
                onKeydown: this.#onKeydown,
                press: this.#press,
              })
            : nothing
        }
        ${
          this.#virtualLines.isFollowing
            ? nothing
            : html`<button
                class="newest"
                part="button"
                data-name="newest-button"
                type="button"
                @click=${() => this.#virtualLines.followEnd()}
              >
                ${t('log.jumpToTheNewest')}
              </button>`
        }
      </div>
      ${kept > 0 ? this.#renderFoot(kept, shown) : nothing}
      <span class="spoken visually-hidden" role="status">${this.#announcer.text}</span>
    </div>`;
  }

  #refusal(error: McpError): TemplateResult {
    const retry =
      error.code === 'unsupported-method'
        ? undefined
        : { label: common('common.tryAgain'), run: this.#serverLevel.retry };
    return problem(t('log.theServerDidNot'), error, retry);
  }

  #renderFoot(kept: number, shown: number): TemplateResult {
    const book = this.#book!;
    const waiting = this.paused ? book.end - this.#lines.pausedAt : undefined;
    const { dropped } = book;
    return html`<div class="row foot">
      ${logCounts({ shown, kept, dropped, isSearching: this.#lines.isSearching, waiting })}
      <span class="end"></span>
      ${this.#export.render(shown, () => this.#shownMessages())}
      <button class="plain small" part="button" data-name="clear-button" type="button" @click=${this.clear}>
        ${t('log.clear')}
      </button>
    </div>`;
  }

  #shownMessages(): readonly LogMessage[] {
    const rows = Array.from({ length: this.#lines.count }, (_, row) => this.#book?.at(this.#lines.numberAt(row)));
    return rows.filter((message) => message !== undefined);
  }
}

/** Returns the bar with the filters, the requested level and the pause button. */
function logBar(view: LogBarView): TemplateResult {
  const { filter, isPaused, change, pause } = view;
  const onSearchKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !filter.text) return;
    // Escape first clears the search. Only without a search does it reach the elements around.
    event.stopPropagation();
    event.preventDefault();
    change({ text: '' });
  };
  return html`<div class="bar" part="bar">
    ${searchField({
      label: t('log.searchTheLog'),
      of: view.host,
      value: filter.text,
      onInput: (text) => change({ text }),
      onKeydown: onSearchKey,
    })}
    <button part="button" data-name="pause-button" type="button" @click=${() => pause(!isPaused)}>
      ${isPaused ? t('log.resume') : t('log.pause')}
    </button>
    <div class="choices">${levelChoice(view)}${loggerChoice(view)}${serverLevelChoice(view)}</div>
  </div>`;
}

const levelOptions = (): readonly (readonly [LogLevel, string])[] =>
  LEVELS.map((level, rank) => [
    level,
    rank === 0 ? t('log.allLevels') : rank === LEVELS.length - 1 ? level : t('log.andAbove', { level }),
  ]);

function levelChoice({ filter, change }: LogBarView): TemplateResult {
  return selectField({
    label: t('log.show'),
    name: 'level-select',
    options: levelOptions(),
    selected: filter.level,
    onChange: (level) => change({ level }),
  });
}

function loggerChoice({ filter, loggers, change }: LogBarView): TemplateResult | typeof nothing {
  const { logger } = filter;
  if (loggers.length === 0 && logger === undefined) return nothing;
  // The chosen logger stays in the list when its last line is dropped.
  const names = logger === undefined || loggers.includes(logger) ? loggers : [logger, ...loggers];
  return selectField<string | undefined>({
    label: t('log.logger'),
    name: 'logger-select',
    options: [[undefined, t('log.all')], ...names.map((name) => [name, visibleText(name)] as const)],
    selected: logger,
    onChange: (chosen) => change({ logger: chosen }),
  });
}

function serverLevelChoice({ requestedLevel, canSetLevel, request }: LogBarView): TemplateResult | typeof nothing {
  if (!canSetLevel) return nothing;
  return selectField<LogLevel | undefined>({
    label: t('log.askServerFor'),
    name: 'server-level-select',
    options: [
      [undefined, requestedLevel === undefined ? t('log.nothingYet') : t('log.asLittleAsItCan')],
      ...levelOptions(),
    ],
    selected: requestedLevel || undefined,
    onChange: request,
  });
}

/** Shows how many lines there are, and how many were dropped. */
function logCounts({ shown, kept, dropped, isSearching, waiting }: LogCounts): TemplateResult {
  const held = kept - (waiting ?? 0);
  const lines =
    shown === held || isSearching
      ? t('log.lines', { count: held })
      : t('log.shownOf', { shown, lines: t('log.lines', { count: held }) });
  return html`<p class="small quiet count" part="count">
    ${isSearching ? t('log.searching', { lines }) : lines}${
      waiting === undefined ? nothing : html` · <strong>${t.rich('log.pausedNew', { waiting })}</strong>`
    }${dropped === 0 ? nothing : html` · ${droppedWords(dropped)}`}
  </p>`;
}

function droppedWords(dropped: number): string {
  return t('log.theOldestWereDropped', { dropped, maxLogLines: MAX_LOG_LINES });
}

/** Explains why no lines are shown. */
function logEmpty(
  connection: SessionState['phase'] | undefined,
  canSetLevel: boolean,
  kept: number,
  clear: () => void,
): TemplateResult {
  if (kept > 0)
    return html`<div class="empty" part="empty">
      <span>${t('log.noLinesMatch')}</span>
      <button type="button" @click=${clear}>${t('log.showAllLines')}</button>
    </div>`;
  return html`<div class="empty" part="empty">${emptyReason(connection, canSetLevel)}</div>`;
}

function emptyReason(connection: SessionState['phase'] | undefined, canSetLevel: boolean): string {
  if (connection === undefined) return t('log.noServerYetWhat');
  if (connection !== 'ready') return t('log.notConnectedWhatThe');
  return canSetLevel ? t('log.nothingLoggedYetSay') : t('log.thisServerKeepsNo');
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-log': McpLogElement;
  }
}
