import { consume } from '@lit/context';
import { type CSSResultGroup, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { AuditEntry, AuditLog } from '../../src/approvals/index.js';
import { type McpError, serverOffers, type Session } from '../../src/index.js';
import type { LoggedRow } from '../../src/messages/index.js';
import { Recording, type TranscriptEntry, toolOf } from '../../src/transcript/index.js';
import { mayLoadAgain } from '../../src/util/load-once.js';
import { sessionContext } from '../context.js';
import { McpErrorEvent } from '../events.js';
import { menuStyles } from '../internal/menu.js';
import { collapsedContent } from '../internal/details.js';
import { FocusFallback } from '../internal/focus-fallback.js';
import { html } from '../internal/html.js';
import { McpElement } from '../internal/mcp-element.js';
import { problem } from '../internal/problem.js';
import { StoreController } from '../internal/store-controller.js';
import { base, controls, preferredWidth, tokens } from '../internal/styles.js';
import { ListNavigation } from '../list/list.js';
import { listBox } from '../list/list-box.js';
import { EqualRows, VirtualList } from '../list/virtual-list.js';
import { t as common } from '../words/common-words.js';
import { Again } from './again.js';
import { logBar } from './bar.js';
import { RowDetail } from './detail.js';
import { nothingFits, nothingShown, recordingBanner, rowCounts } from './empty.js';
import { FileDrop } from './file-drop.js';
import { isEmptyFilter, type LogFilter, toolIn } from './filter.js';
import { RequestedLogLevel } from './log-level.js';
import { LineAnnouncer, LogUpdates } from './log-updates.js';
import { hues } from '../internal/hues.styles.js';
import { logStyles } from './log.styles.js';
import { eraseAsked, logMenu } from './menu.js';
import { t } from './messages.js';
import { logRow } from './row-view.js';
import { titleOf } from './row-words.js';
import type { LogRow } from './rows.js';
import { LogSaving } from './saving.js';
import { ShownRows } from './shown-rows.js';
import { LogSources } from './sources.js';
import { WholeLog } from './whole-log.js';

/** Rows around the visible ones that are in the DOM, and by which the range moves. */
const ROWS_AROUND = 12;
/** Tools that the select offers. */
const MAX_OFFERED_TOOLS = 200;

/**
 * @summary One history of a server: each request with its answer, HTTP, log lines, progress, questions and decisions, to search, save and play back.
 *
 * Without `messages` of the session it has no headers and nothing that looks secret. With it, each message is there as it was, in
 * memory only, and secrets are hidden until the person shows them.
 *
 * @fires {McpErrorEvent} mcp-error - The server refused the requested log level. The element shows the error.
 * @fires {McpRunAgainRequestEvent} mcp-run-again-request - The person wants to run something again. If prevented, nothing is run.
 * @fires {McpToolSelectEvent} mcp-tool-select - The person wants to edit the arguments of that tool first.
 * @fires {McpRecordingOpenEvent} mcp-recording-open - The person opened or closed a recording.
 * @csspart base - The whole contents.
 * @csspart bar - The search field and the filters.
 * @csspart search - The search field.
 * @csspart select - A select.
 * @csspart checkbox - A check box.
 * @csspart list - A list.
 * @csspart item - One item of a list.
 * @csspart details - A part that expands and collapses.
 * @csspart text - Text.
 * @csspart input - Every input.
 * @csspart button - Every button.
 * @csspart actions - The buttons.
 * @csspart note - A notice or a hint.
 * @csspart warning - A notice of something that may harm.
 * @csspart count - The number of rows, and of dropped ones.
 * @csspart empty - The text when there is nothing to show.
 * @csspart error - An error with its remedy.
 * @csspart retry-button - The button that tries again.
 * @csspart hidden-character - A sign in place of hidden characters.
 * @cssprop [--mcp-log-size=32em] - Height of the element, outside of a client.
 */
export class McpLogElement extends McpElement {
  static override styles: CSSResultGroup = [tokens, base, controls, menuStyles, hues, logStyles, preferredWidth(50)];

  readonly #connection = new StoreController(this, () => this.session?.state);
  readonly #sources = new LogSources(this);
  readonly #shown = new ShownRows(this, this.#sources);
  readonly #virtual = new VirtualList(this, {
    scroller: () => this.list,
    count: () => this.#shown.rows.length,
    layout: new EqualRows(),
    allUpTo: 0,
    around: ROWS_AROUND,
    step: ROWS_AROUND,
    inViewAtFirst: 24,
    keys: {
      keyAt: (place) => this.#shown.rows[place]?.number ?? -1,
      indexOf: (number) => this.#shown.placeOf(number),
      has: (number) => this.#shown.has(number),
    },
  });
  readonly #navigation = new ListNavigation(this, {
    count: () => this.#shown.rows.length,
    label: (place) => this.#titleAt(place),
    pageSize: () => this.#virtual.pageSize,
    reveal: (place) => this.#virtual.reveal(place),
    choose: (place) => this.#choose(this.#shown.rows[place]),
  });
  readonly #updates = new LogUpdates(this, () => this.#takeNews());
  readonly #announcer = new LineAnnouncer(this);
  readonly #serverLevel = new RequestedLogLevel(this, (error) => this.dispatchEvent(new McpErrorEvent(error)));
  readonly #focus = new FocusFallback(this, ['[data-name~="keep-button"]', '[part~="search"]', '[part~="base"]']);
  readonly #whole = new WholeLog(this, this.#sources);
  readonly #again = new Again(this, this.#whole);
  readonly #drop = new FileDrop(this, (file) => void this.#whole.open(file));
  readonly #detail = new RowDetail(this);
  readonly #saving = new LogSaving(this, this.#savedRows(), this.#whole.tell);

  @query('[role="listbox"]') private readonly list!: HTMLElement | null;
  @query('input[type="search"]') private readonly search!: HTMLInputElement | null;

  /** The key of the chosen row. */
  @state() private chosen: string | undefined;
  @state() private pinned: ReadonlySet<string> = new Set();
  /** The entry that the person ran again, and the last one like it then. The one that this makes takes its place. */
  #ranAgain: { readonly key: string; readonly last: string | undefined } | undefined;

  /** The session whose log is shown; by default that of the surrounding element. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  /** A recording to show instead, from `openRecording()` of `mcp-embed/transcript`. */
  @property({ attribute: false })
  recording: Recording | undefined;

  /** An audit log from `openAuditLog()` of `mcp-embed/storage`: then all its decisions are shown, of every server, and nothing else. */
  @property({ attribute: false })
  auditLog: AuditLog | undefined;

  /** The name of a tool: its last call is opened as soon as it is there, and gets the focus. */
  @property({ attribute: false })
  openCall: string | undefined;

  /** True if the shown rows do not change. New ones are shown when this is false again. */
  @property({ type: Boolean, reflect: true })
  paused = false;

  /** True if the content is collapsed at first, for places with little room. */
  @property({ type: Boolean, reflect: true })
  quiet = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('session') || changed.has('recording') || changed.has('auditLog')) this.#begin();
    if (changed.has('paused') && !this.paused) this.#sources.bringTo(this.#shown);
    this.#showNewRun();
    this.#showWanted();
  }

  #begin(): void {
    this.#updates.follow(this.#sources);
    this.#whole.reset();
    this.#saving.reset();
    this.#detail.reset();
    this.#virtual.followEnd();
    this.#shown.filter = {};
    this.#serverLevel.follow(this.session);
    this.pinned = new Set();
    this.#ranAgain = undefined;
    this.chosen = undefined;
  }

  #takeNews(): void {
    if (!this.paused) this.#sources.bringTo(this.#shown);
    const { book } = this.#sources;
    if (book) this.#announcer.linesCame(book);
    this.requestUpdate();
  }

  /** Erases what was said with the server, also at earlier visits, and the lines, for every element that shows them. */
  clear(): void {
    void this.#whole.eraseSaid();
    this.pinned = new Set();
    this.#show(undefined);
  }

  /** Focuses the search field. */
  focusSearch(): void {
    this.search?.focus();
    this.search?.select();
  }

  override focus(options?: FocusOptions): void {
    (this.#shown.rows.length > 0 ? this.list : this.search)?.focus(options);
  }

  #titleAt(place: number): string {
    const row = this.#shown.rows[place];
    return row ? titleOf(row, this.session?.redactor) : '';
  }

  readonly #change = (some: LogFilter): void => {
    const { keys } = some;
    this.#shown.filter = { ...this.#shown.filter, ...some, ...(keys && { keys: this.pinned }) };
    // Older entries that are not loaded yet may match too.
    if (!isEmptyFilter(this.#shown.filter)) void this.#sources.told?.timeline.readAll();
    this.#navigation.moveTo(-1);
    this.requestUpdate();
  };

  readonly #showAll = (): void => {
    this.#shown.filter = {};
    this.requestUpdate();
  };

  #show(key: string | undefined): void {
    this.chosen = key;
    this.#detail.show(key);
  }

  #choose(row: LogRow | undefined): void {
    this.#show(row?.key);
    if (row) this.#virtual.stopFollowing();
    // If there is room for only one of list and details, focus moves to the visible one.
    void this.updateComplete.then(() => {
      if (this.list?.checkVisibility({ visibilityProperty: true })) this.list.focus();
      else this.renderRoot.querySelector<HTMLElement>('.detail')?.focus();
    });
  }

  /** Shows the target row of a link, also if the filter hides it. */
  #goTo(row: LogRow): void {
    if (!this.#shown.isShown(row)) this.#showAll();
    this.#show(row.key);
    void this.updateComplete.then(() => {
      const place = this.#shown.placeOf(row.number);
      this.#navigation.moveTo(place);
      this.#virtual.reveal(place);
      this.renderRoot.querySelector<HTMLElement>('.detail')?.focus();
    });
  }

  #togglePin(key: string): void {
    const pinned = new Set(this.pinned);
    if (!pinned.delete(key)) pinned.add(key);
    this.pinned = pinned;
    if (this.#shown.filter.keys) this.#shown.filter = { ...this.#shown.filter, keys: pinned };
  }

  #showWanted(): void {
    const tool = this.openCall;
    const row =
      tool === undefined
        ? undefined
        : this.#shown.all.findLast((one) => one.kind === 'entry' && toolOf(one.entry) === tool);
    if (!row) return;
    this.openCall = undefined;
    if (!this.#shown.isShown(row)) this.#shown.filter = {};
    this.#choose(row);
  }

  #runAgain(row: LogRow, entry: TranscriptEntry, isEdit: boolean): void {
    this.#ranAgain = isEdit ? undefined : { key: row.key, last: this.#lastLike(entry)?.key };
    void this.#again.run(entry, isEdit);
  }

  #lastLike({ method, subject }: TranscriptEntry): LogRow | undefined {
    return this.#shown.all.findLast(
      ({ kind, ...row }) =>
        kind === 'entry' &&
        'entry' in row &&
        row.entry.direction === 'sent' &&
        row.entry.method === method &&
        row.entry.subject === subject,
    );
  }

  /** The details go on to the new entry, unless the person chose another one meanwhile. The focus stays on the button. */
  #showNewRun(): void {
    const { key, last } = this.#ranAgain ?? {};
    const row = this.#shown.find(key);
    if (row?.kind !== 'entry') return;
    if (this.chosen !== key) {
      this.#ranAgain = undefined;
      return;
    }
    const newest = this.#lastLike(row.entry);
    if (newest === undefined || newest.key === last) return;
    this.#ranAgain = undefined;
    this.chosen = newest.key;
    this.#detail.show(newest.key);
  }

  readonly #handlers = {
    onKeydown: (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || this.chosen === undefined) return this.#navigation.onKeydown(event);
      event.stopPropagation();
      this.#choose(undefined);
    },
    onFocus: (): void => {
      if (this.#navigation.active < 0 && this.list?.matches(':focus-visible'))
        this.#navigation.moveTo(Math.max(0, this.#virtual.firstInView));
    },
    onClick: (event: Event): void => {
      const place = (event.target as Element).closest<HTMLElement>('[role="option"]')?.dataset['row'];
      if (place === undefined) return;
      this.#navigation.moveTo(Number(place));
      this.#choose(this.#shown.rows[Number(place)]);
    },
  };

  #savedRows(): ConstructorParameters<typeof LogSaving>[1] {
    const element = this;
    const rows = (): readonly LogRow[] => element.#shown.rows;
    return {
      get session() {
        return element.session;
      },
      blob: async (hash) => element.#sources.told?.source.blob(hash),
      entries: () => element.#entriesShown(),
      messages: () => messagesOf(rows(), element.#sources),
      lines: () => rows().flatMap((row) => (row.kind === 'line' ? [row.line] : [])),
      decisions: () => decisionsOf(rows()),
    };
  }

  /** The entries that fit the filter, also those whose rows are of another kind. */
  #entriesShown(): readonly TranscriptEntry[] {
    const entries = this.#sources.told?.timeline.state.get().entries ?? [];
    if (isEmptyFilter(this.#shown.filter)) return entries;
    const shown = new Set(this.#shown.rows.flatMap((row) => (row.kind === 'entry' ? [row.entry.id] : [])));
    return entries.filter(({ id, about }) => shown.has(id) || (about !== undefined && shown.has(about)));
  }

  override render(): TemplateResult {
    if (!this.quiet) return this.#renderAll();
    const count = this.#shown.rows.length;
    return collapsedContent(t('log.logOf', { entries: t('log.entriesCount', { count }) }), this.#renderAll());
  }

  #renderAll(): TemplateResult {
    const sources = this.#sources;
    const source = sources.told?.source;
    const recording = source instanceof Recording ? source : undefined;
    const { rows, total, isSearching, filter } = this.#shown;
    const { failure, outcome, asking } = this.#whole;
    const isEmpty = rows.length === 0;
    return html`<div
      part="base"
      class=${this.#drop.isOver ? 'dropping' : ''}
      tabindex="-1"
      role="group"
      aria-label=${t('log.log')}
    >
      <div class="whole">
        ${recording ? recordingBanner(recording, this.#canLeave ? () => this.#whole.show(undefined) : undefined) : nothing}
        ${this.#renderBar(recording !== undefined)}
        <div aria-live="polite">
          ${failure ? problem(failure.headline, failure.error) : nothing}
          ${sources.problem ? this.#renderMissing(sources.problem) : nothing}
          ${this.#serverLevel.error ? this.#renderRefusal(this.#serverLevel.error) : nothing}
        </div>
        ${eraseAsked(this.#whole, sources.decisions.length)}
        ${this.chosen === undefined ? this.#detail.renderNote(this.session?.redactor) : nothing}
        ${isEmpty && isEmptyFilter(filter) && !sources.problem && !sources.isReading ? this.#renderEmpty() : nothing}
        ${isEmpty && !isEmptyFilter(filter) && !isSearching ? nothingFits(filter, this.#canSetLevel, this.#showAll) : nothing}
        ${isEmpty ? nothing : this.#renderPanes(recording !== undefined)}
        <div class="row foot">
          ${total > 0 && !asking ? this.#renderCounts() : nothing}
          <span class="small quiet outcome" role="status">${outcome}</span>
        </div>
      </div>
      <span class="spoken visually-hidden" role="status">${this.#announcer.text}</span>
    </div>`;
  }

  get #canSetLevel(): boolean {
    const state = this.#connection.value;
    return state?.phase === 'ready' && serverOffers(state.server.capabilities, 'logging/setLevel');
  }

  /** Only the page can remove a recording from its own session. */
  get #canLeave(): boolean {
    const around = this.getRootNode();
    return this.recording !== undefined || (around instanceof ShadowRoot && around.host.localName === 'mcp-client');
  }

  #renderBar(isRecording: boolean): TemplateResult {
    const sources = this.#sources;
    const { decisions, told } = sources;
    const { total } = this.#shown;
    const state = told?.timeline.state.get();
    const menu = logMenu({
      whole: this.#whole,
      saving: this.#saving,
      amounts: this.#amounts(),
      total,
      decisions: decisions.length,
      isRecording,
      isPaused: this.paused,
      pause: (isPaused) => (this.paused = isPaused),
      requestedLevel: this.#serverLevel.value,
      canSetLevel: this.#canSetLevel,
      request: (level) => void this.#serverLevel.request(level),
      readMore: state?.hasMore && total > 0 ? () => void told!.timeline.readMore() : undefined,
    });
    return logBar({
      host: this,
      filter: this.#shown.filter,
      change: this.#change,
      toList: () => {
        this.list?.focus();
        if (this.#navigation.active < 0) this.#navigation.moveTo(Math.max(0, this.#virtual.firstInView));
      },
      menu,
      loggers: sources.book?.loggers ?? [],
      tools: this.#tools(),
      servers: [...new Set(decisions.map(({ server }) => server))],
      hasRows: total > 0 || !isEmptyFilter(this.#shown.filter),
      hasPins: this.pinned.size > 0,
    });
  }

  #tools(): readonly string[] {
    if (!this.#shown.filter.kind) return [];
    const names = new Set<string>();
    for (const row of this.#shown.all) {
      const name = names.size < MAX_OFFERED_TOOLS ? toolIn(row, this.#sources) : undefined;
      if (name !== undefined) names.add(name);
    }
    return [...names].toSorted();
  }

  #amounts(): { entries: number; messages: number; lines: number; decisions: number } {
    const amounts = { entries: 0, messages: 0, lines: 0, decisions: 0 };
    for (const row of this.#shown.rows) {
      if (row.kind === 'entry') amounts.entries++;
      else if (row.kind === 'line') amounts.lines++;
      else if (row.kind === 'decision') amounts.decisions++;
      if (row.kind === 'message' || row.kind === 'exchange' || this.#sources.wholeOf(row)) amounts.messages++;
    }
    return amounts;
  }

  #renderMissing(error: McpError): TemplateResult {
    const again = { label: common('common.tryAgain'), run: () => this.#sources.retry() };
    return problem(t('log.thereIsNoTranscript'), error, mayLoadAgain(error) ? again : undefined);
  }

  #renderRefusal(error: McpError): TemplateResult {
    const isFinal = error.code === 'unsupported-method';
    const again = isFinal ? undefined : { label: common('common.tryAgain'), run: this.#serverLevel.retry };
    return problem(t('log.theServerDidNot'), error, again);
  }

  #renderEmpty(): TemplateResult {
    return nothingShown({
      isAuditLog: this.auditLog !== undefined,
      phase: this.#connection.value?.phase,
      isNone: this.#sources.isNone && !this.#sources.messages,
      canSetLevel: this.#canSetLevel,
    });
  }

  #renderPanes(isRecording: boolean): TemplateResult {
    const { first, end } = this.#virtual;
    const { active } = this.#navigation;
    const { rows } = this.#shown;
    const row = this.#shown.find(this.chosen);
    const of = rows.length;
    const place = { of, redactor: this.session?.redactor, relations: this.#sources };
    return html`<div class="panes ${row ? 'chosen' : ''}">
      <div class="rows-pane">
        ${listBox({
          label: t('log.list'),
          active: active >= first && active < end ? active : undefined,
          isBusy: this.#shown.isSearching,
          ...this.#handlers,
          rows: repeat(
            rows.slice(first, end),
            ({ key }) => key,
            (each, at) =>
              logRow(each, {
                ...place,
                index: first + at,
                isActive: first + at === active,
                isSelected: each.key === this.chosen,
                isPinned: this.pinned.has(each.key),
              }),
          ),
        })}
        ${
          this.#virtual.isFollowing
            ? nothing
            : html`<button
                class="newest small"
                part="button"
                data-name="newest-button"
                type="button"
                @click=${() => this.#virtual.followEnd()}
              >
                ${t('log.jumpToTheNewest')}
              </button>`
        }
      </div>
      ${row ? this.#renderDetail(row, isRecording) : nothing}
    </div>`;
  }

  #renderDetail(row: LogRow, isRecording: boolean): TemplateResult {
    return this.#detail.render({
      row,
      relations: this.#sources,
      session: this.session,
      isLive: this.#connection.value?.phase === 'ready' && !isRecording,
      isRunning: this.#again.isRunning,
      isPinned: this.pinned.has(row.key),
      togglePin: () => this.#togglePin(row.key),
      goTo: (each) => this.#goTo(each),
      runAgain: (entry, isEdit) => this.#runAgain(row, entry, isEdit),
      erase: ({ id }) => {
        this.#whole.tell(t('log.erasedOneEntry'));
        this.#choose(undefined);
        void this.#sources.audit?.erase(id);
      },
      close: () => this.#choose(undefined),
    });
  }

  #renderCounts(): TemplateResult {
    const { book, messages, told } = this.#sources;
    return rowCounts({
      shown: this.#shown.rows.length,
      total: this.#shown.total,
      isSearching: this.#shown.isSearching,
      waiting: this.paused ? this.#sources.waiting : undefined,
      droppedLines: book?.dropped ?? 0,
      droppedMessages: messages?.dropped ?? 0,
      isStored: told !== undefined && !(told.source instanceof Recording),
      hasMessages: messages !== undefined,
      hasDecisions: this.#sources.decisions.length > 0,
    });
  }
}

function decisionsOf(rows: readonly LogRow[]): readonly AuditEntry[] {
  return rows.flatMap((row) => (row.kind === 'decision' ? [row.decision] : [])).toReversed();
}

/** The messages of rows as they were, with the answers, in their order. */
function messagesOf(rows: readonly LogRow[], sources: LogSources): readonly LoggedRow[] {
  const found = rows.flatMap((row): readonly LoggedRow[] => {
    if (row.kind === 'exchange') return [row.exchange];
    const whole = sources.wholeOf(row);
    return whole ? [whole, ...(whole.answer ? [whole.answer] : [])] : [];
  });
  return found.toSorted((one, other) => one.number - other.number);
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-log': McpLogElement;
  }
}
