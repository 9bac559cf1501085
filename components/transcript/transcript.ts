import { consume } from '@lit/context';
import { type CSSResultGroup, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { McpElement } from '../internal/mcp-element.js';
import { visibleText } from '../../src/content/index.js';
import type { McpError, Session } from '../../src/index.js';
import {
  type EntryKind,
  MAX_STORED_ENTRIES,
  Recording,
  type TranscriptEntry,
  type TranscriptFilter,
  toolOf,
} from '../../src/transcript/index.js';
import { mayLoadAgain } from '../../src/util/load-once.js';
import { sessionContext } from '../context.js';
import { FocusFallback } from '../internal/focus-fallback.js';
import { collapsedContent } from '../internal/details.js';
import { html } from '../internal/html.js';
import { ListNavigation } from '../list/list.js';
import { problem } from '../internal/problem.js';
import { StoreController } from '../internal/store-controller.js';
import { base, controls, preferredWidth, tokens } from '../internal/styles.js';
import { formatCount, formatHost } from '../internal/text.js';
import { virtualRows } from '../list/virtual-list.js';
import { FileDrop } from './actions.js';
import { Again, entryDetail, entryList } from './entries.js';
import { KINDS, titleOf } from './entry-words.js';
import { EVERYTHING, ShownEntries, TranscriptFinder, WholeTranscript } from './shown-entries.js';
import { transcriptStyles } from './transcript.styles.js';
import { notice } from '../internal/notice.js';
import { checkboxField, searchField, selectField } from '../internal/bar.js';
import { eraseQuestion } from '../internal/erase-question.js';
import { t as common } from '../words/common-words.js';
import { t } from './messages.js';

interface TranscriptBar {
  readonly host: Element;
  readonly filter: TranscriptFilter;
  /** Tools that were called. */
  readonly tools: readonly string[];
  readonly change: (some: TranscriptFilter) => void;
  /** Focuses the list and makes the first entry active. */
  readonly toList: () => void;
}

interface TranscriptFoot {
  readonly shown: number;
  readonly all: number;
  readonly hasMore: boolean;
  readonly isReading: boolean;
  readonly isRecording: boolean;
  readonly whole: WholeTranscript;
  readonly readMore: () => void;
}

/**
 * @summary Shows the messages between this page and its server: each request with its response, to search, run again, save and play back.
 *
 * By default, these are the messages of the surrounding session, without headers and without anything that looks
 * secret.
 *
 * @fires {McpRunAgainRequestEvent} mcp-run-again-request - The person wants to run something again. If prevented, nothing is run.
 * @fires {McpToolSelectEvent} mcp-tool-select - The person wants to edit the arguments of that tool first.
 * @fires {McpRecordingOpenEvent} mcp-recording-open - The person opened or closed a recording.
 * @csspart base - The whole contents.
 * @csspart details - A part that expands and collapses.
 * @csspart bar - The search field and the filters.
 * @csspart search - The search field.
 * @csspart select - A select.
 * @csspart checkbox - A check box.
 * @csspart list - A list.
 * @csspart item - One item of a list.
 * @csspart text - Text.
 * @csspart button - Every button.
 * @csspart count - The number of entries.
 * @csspart actions - The buttons.
 * @csspart note - A notice or a hint.
 * @csspart empty - The text when there is nothing.
 * @csspart error - An error with its remedy.
 * @cssprop [--mcp-transcript-size=23em] - Height at which the entries begin to scroll. They use more height if it is available.
 * @csspart retry-button - The button that tries again.
 * @csspart hidden-character - A sign in place of hidden characters.
 */
export class McpTranscriptElement extends McpElement {
  static override styles: CSSResultGroup = [tokens, base, controls, transcriptStyles, preferredWidth(50)];

  readonly #finder = new TranscriptFinder(
    this,
    () => this.session,
    () => this.recording,
  );
  readonly #connection = new StoreController(this, () => this.session?.state);
  readonly #shown = new ShownEntries(this, () => this.#finder.value?.timeline);
  readonly #whole = new WholeTranscript(this, {
    kept: () => this.#finder.value,
    entries: () => this.#shown.all.toReversed(),
  });
  readonly #again = new Again(this, this.#whole);
  readonly #drop = new FileDrop(this, (file) => void this.#whole.open(file));
  readonly #focus = new FocusFallback(this, ['[data-name~="keep-button"]', '[part~="search"]', '[part~="base"]']);
  readonly #virtualRows = virtualRows(this, { scroller: () => this.list, count: () => this.#shown.count });
  readonly #navigation = new ListNavigation(this, {
    count: () => this.#shown.count,
    label: (row) => titleOf(this.#shown.at(row)!),
    pageSize: () => this.#virtualRows.pageSize,
    reveal: (row) => this.#virtualRows.reveal(row),
    choose: (row) => this.#choose(this.#shown.at(row)),
  });

  @query('[role="listbox"]') private readonly list!: HTMLElement | null;
  @query('input[type="search"]') private readonly search!: HTMLInputElement | null;

  @state() private chosen: string | undefined;
  /** The entry that the person ran again, and the last one like it then. The one that this makes takes its place. */
  #ranAgain: { readonly entry: TranscriptEntry; readonly last: string | undefined } | undefined;

  /** The name of a tool: its last call is opened as soon as it is there, and gets the focus. */
  @property({ attribute: false })
  openCall: string | undefined;

  /** The session whose transcript is shown; by default that of the surrounding element. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  /** A recording to show instead, from `openRecording()` of `mcp-embed/transcript`. */
  @property({ attribute: false })
  recording: Recording | undefined;

  /** True if the content is collapsed at first, for places with little room. */
  @property({ type: Boolean, reflect: true })
  quiet = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#showNewRun();
    this.#showWanted();
    if (!changed.has('session') && !changed.has('recording')) return;
    this.chosen = undefined;
    this.#ranAgain = undefined;
    this.#whole.reset();
    this.#shown.filter = {};
  }

  /** Focuses the search field. */
  focusSearch(): void {
    this.search?.focus();
    this.search?.select();
  }

  #showWanted(): void {
    const tool = this.openCall;
    const entry = tool === undefined ? undefined : this.#shown.all.find((one) => toolOf(one) === tool);
    if (!entry) return;
    this.openCall = undefined;
    this.#choose(entry);
  }

  override focus(options?: FocusOptions): void {
    (this.list ?? this.search)?.focus(options);
  }

  readonly #change = (some: TranscriptFilter): void => {
    this.#shown.filter = { ...this.#shown.filter, ...some };
    this.#navigation.moveTo(-1);
    this.#virtualRows.scrollToItem(0);
    this.requestUpdate();
  };

  readonly #toList = (): void => {
    this.list?.focus();
    this.#navigation.moveToFirst();
  };

  readonly #handlers = {
    onKeydown: (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !this.chosen) return this.#navigation.onKeydown(event);
      event.stopPropagation();
      this.#choose(undefined);
    },
    onFocus: (): void => {
      if (this.#navigation.active < 0 && this.list?.matches(':focus-visible')) this.#navigation.moveToFirst();
    },
    onClick: (event: Event): void => {
      const row = (event.target as Element).closest<HTMLElement>('[role="option"]')?.dataset['row'];
      if (row === undefined) return;
      this.#navigation.moveTo(Number(row));
      this.#choose(this.#shown.at(Number(row)));
    },
  };

  #choose(entry: TranscriptEntry | undefined): void {
    this.chosen = entry?.id;
    // If there is room for only one of list and details, focus moves to the visible one.
    void this.updateComplete.then(() => {
      if (this.list?.checkVisibility()) this.list.focus();
      else this.renderRoot.querySelector<HTMLElement>('.detail')?.focus();
    });
  }

  #runAgain(entry: TranscriptEntry, isEdit: boolean): void {
    this.#ranAgain = isEdit ? undefined : { entry, last: this.#lastLike(entry)?.id };
    void this.#again.run(entry, isEdit);
  }

  #lastLike({ method, subject }: TranscriptEntry): TranscriptEntry | undefined {
    return this.#shown.all.find((one) => one.direction === 'sent' && one.method === method && one.subject === subject);
  }

  /** The details go on to the new entry, unless the person chose another one meanwhile. The focus stays on the button. */
  #showNewRun(): void {
    const { entry, last } = this.#ranAgain ?? {};
    if (!entry) return;
    if (this.chosen !== entry.id) {
      this.#ranAgain = undefined;
      return;
    }
    const newest = this.#lastLike(entry);
    if (newest === undefined || newest.id === last) return;
    this.#ranAgain = undefined;
    this.chosen = newest.id;
  }

  override render(): TemplateResult {
    if (!this.quiet) return this.#renderAll();
    return collapsedContent(
      t('transcript.transcript', { entries: t('transcript.entriesCount', { count: this.#shown.count }) }),
      this.#renderAll(),
    );
  }

  #renderAll(): TemplateResult {
    const kept = this.#finder.value;
    const state = kept?.timeline.state.get();
    const total = state?.entries.length ?? 0;
    const recording = kept?.source instanceof Recording ? kept.source : undefined;
    const { filter, count } = this.#shown;
    const { failure, outcome } = this.#whole;
    const missing = this.#finder.problem;
    return html`<div
      part="base"
      class=${this.#drop.isOver ? 'dropping' : ''}
      tabindex="-1"
      role="group"
      aria-label=${t('transcript.transcript2')}
    >
      ${recording ? recordingBanner(recording, canLeave(this) ? () => this.#whole.show(undefined) : undefined) : nothing}
      ${
        total > 0
          ? transcriptBar({ host: this, filter, tools: this.#shown.tools, change: this.#change, toList: this.#toList })
          : nothing
      }
      <div aria-live="polite">
        ${failure ? problem(failure.headline, failure.error) : nothing}${missing ? this.#renderMissing(missing) : nothing}
      </div>
      ${total === 0 && !missing && !state?.isReading ? nothingSaid(this.session !== undefined, this.#finder.isNone) : nothing}
      ${total > 0 && count === 0 && !this.#shown.isSearching ? nothingFits(() => this.#change(EVERYTHING)) : nothing}
      ${count > 0 ? this.#renderPanes(recording) : nothing}
      ${transcriptFoot({
        shown: count,
        all: total,
        hasMore: state?.hasMore === true && total > 0,
        isReading: state?.isReading === true,
        isRecording: recording !== undefined,
        whole: this.#whole,
        readMore: () => void kept?.timeline.readMore(),
      })}
      <p class="small quiet" role="status">${outcome}</p>
    </div>`;
  }

  #renderMissing(error: McpError): TemplateResult {
    const again = { label: common('common.tryAgain'), run: () => this.#finder.retry() };
    return problem(t('transcript.thereIsNoTranscript'), error, mayLoadAgain(error) ? again : undefined);
  }

  #renderPanes(recording: Recording | undefined): TemplateResult {
    const { first, end } = this.#virtualRows;
    const { active } = this.#navigation;
    const entry = this.#shown.find(this.chosen);
    const isLive = this.#connection.value?.phase === 'ready' && !recording;
    return html`<div class="panes ${entry ? 'chosen' : ''}">
      ${entryList({
        entries: this.#shown.slice(first, end),
        first,
        count: this.#shown.count,
        active: active >= first && active < end ? active : -1,
        chosen: this.chosen,
        isBusy: this.#shown.isSearching,
        ...this.#handlers,
      })}
      ${
        entry
          ? entryDetail({
              entry,
              about: this.#shown.find(entry.about),
              isLive,
              isRunning: this.#again.isRunning,
              show: (each) => this.#choose(each),
              runAgain: (each, isEdit) => this.#runAgain(each, isEdit),
              close: () => this.#choose(undefined),
            })
          : nothing
      }
    </div>`;
  }
}

/** Returns the search field and the filters. The tool filter offers only tools that were called. */
function transcriptBar({ host, filter, tools, change, toList }: TranscriptBar): TemplateResult {
  const onSearchKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && filter.text) {
      // Escape first clears the search. Only without a search does it reach the elements around.
      event.stopPropagation();
      change({ text: '' });
    } else if (event.key === 'ArrowDown' || event.key === 'Enter') toList();
    else return;
    event.preventDefault();
  };
  const { kind, tool, failed, text = '' } = filter;
  const names = tool === undefined || tools.includes(tool) ? tools : [tool, ...tools];
  return html`<div class="bar" part="bar">
    ${searchField({
      label: t('transcript.searchTheTranscript'),
      of: host,
      value: text,
      onInput: (sought) => change({ text: sought }),
      onKeydown: onSearchKey,
    })}
    ${selectField<EntryKind | undefined>({
      label: t('transcript.what'),
      name: 'kind-select',
      options: [
        [undefined, t('transcript.everything')],
        ...KINDS.map((each) => [each, t(`transcript.kind.${each}`)] as const),
      ],
      selected: kind,
      onChange: (chosen) => change({ kind: chosen }),
    })}
    ${
      names.length > 0
        ? selectField<string | undefined>({
            label: t('transcript.tool'),
            name: 'tool-select',
            options: [[undefined, t('transcript.all')], ...names.map((name) => [name, visibleText(name)] as const)],
            selected: tool,
            onChange: (chosen) => change({ tool: chosen }),
          })
        : nothing
    }
    ${checkboxField({
      label: t('transcript.onlyWhatFailed'),
      name: 'failed-check',
      checked: failed === true,
      onChange: (checked) => change({ failed: checked }),
    })}
  </div>`;
}

/** Returns the number of entries, and the actions on the whole transcript. */
function transcriptFoot(foot: TranscriptFoot): TemplateResult {
  const { shown, all, hasMore, isReading, isRecording, whole, readMore } = foot;
  if (whole.isAsking)
    return eraseQuestion({
      label: t('transcript.eraseTheTranscript'),
      question: t('transcript.eraseEverythingThatWas'),
      confirm: t('transcript.eraseAll'),
      erase: whole.erase,
      keep: whole.keep,
    });
  return html`<div class="foot">
    <p class="small quiet" part="count">
      ${t(shown === all ? 'transcript.countAll' : 'transcript.countShown', { shown: formatCount(shown), entries: t('transcript.entriesCount', { count: all }) })}
      ${isRecording ? nothing : t('transcript.withoutHeadersAndSecrets', { most: MAX_STORED_ENTRIES })}
    </p>
    ${
      hasMore
        ? html`<button
            class="plain small"
            type="button"
            part="button"
            data-name="more-button"
            aria-disabled=${isReading ? 'true' : nothing}
            @click=${() => isReading || readMore()}
          >
            ${t('transcript.readOlderEntries')}
          </button>`
        : nothing
    }
    ${openButton(whole.open)}
    ${
      isRecording
        ? nothing
        : html`<button
            class="plain small"
            part="button"
            data-name="erase-button"
            type="button"
            ?disabled=${all === 0}
            @click=${whole.ask}
          >
            ${common('common.erase')}
          </button>`
    }
    ${shown > 0 ? saving(foot) : nothing}
  </div>`;
}

function saving({ shown, whole }: TranscriptFoot): TemplateResult {
  const { level } = whole;
  return html`<details class="saving" part="actions" data-name="save">
    <summary class="small">
      ${t.rich('transcript.save', { shown: t('transcript.entriesCount', { count: shown }) })}
    </summary>
    ${checkboxField({
      label: t('transcript.includeArgumentsAndResults'),
      name: 'values-check',
      className: 'small',
      checked: level === 'values',
      onChange: (checked) => whole.setLevel(checked ? 'values' : 'shapes'),
    })}
    <p class="small quiet">
      ${level === 'values' ? t('transcript.argumentsAndResultsAre') : t('transcript.valuesAreReplacedBy')}
    </p>
    <div class="row">
      <button class="small" part="button" data-name="json-button" type="button" @click=${() => whole.save('json')}>
        ${t('transcript.saveAsJson')}
      </button>
      <button class="small" part="button" data-name="har-button" type="button" @click=${() => whole.save('har')}>
        ${t('transcript.saveAsHar')}
      </button>
    </div>
    <p class="small quiet">${t('transcript.jsonCanBeOpened')}</p>
  </details>`;
}

/** A real file input: it also accepts a dropped file, and screen readers announce its name. */
function openButton(open: (file: File) => unknown): TemplateResult {
  const chosen = ({ target }: Event): void => {
    const field = target as HTMLInputElement;
    const [file] = field.files ?? [];
    // Without this, the same file could not be chosen again.
    field.value = '';
    if (file) open(file);
  };
  return html`<label class="open small" part="button" data-name="open-button"
    >${t('transcript.openARecording')}<input
      class="visually-hidden"
      type="file"
      accept=".jsonl,.json,application/json"
      @change=${chosen}
  /></label>`;
}

/**
 * Explains that this is a recording, and lists what could not be read.
 * @param leave undefined if the page opened the recording
 */
function recordingBanner(recording: Recording, leave: (() => void) | undefined): TemplateResult {
  const { problems, level } = recording.file;
  const shapes = level === 'shapes' ? t('transcript.onlyKindsOfValues') : '';
  return notice({
    part: 'note',
    name: 'recording',
    title: formatHost(recording.url).replaceAll('\u00a0', ' '),
    lines: [html`<span class="small">${t('transcript.nothingHereGoesTo')} ${shapes}</span>`],
    more: html`${
      problems.length > 0
        ? html`<details class="small">
            <summary>${t('transcript.partsOfTheFile', { count: problems.length })}</summary>
            <ul>
              ${problems.map((each) => html`<li>${each}</li>`)}
            </ul>
          </details>`
        : nothing
    }
    ${leave ? html`<button class="small" part="button" data-name="leave-button" type="button" @click=${leave}>${t('transcript.closeTheRecording')}</button>` : nothing}`,
  });
}

/**
 * True if the person can close the recording: it was set on this element, or a surrounding client plays it. Only the
 * page can remove a recording from its own session.
 */
function canLeave(element: HTMLElement & { readonly recording: Recording | undefined }): boolean {
  const around = element.getRootNode();
  return element.recording !== undefined || (around instanceof ShadowRoot && around.host.localName === 'mcp-client');
}

/** Explains why there are no entries. */
function nothingSaid(hasSession: boolean, isNone: boolean): TemplateResult {
  const words = !hasSession
    ? t('transcript.insideMcpSessionOr')
    : isNone
      ? t('transcript.thisPageKeepsNo')
      : t('transcript.nothingWasSaidYet');
  return html`<p class="quiet" part="empty">${words}</p>`;
}

function nothingFits(showAll: () => void): TemplateResult {
  return html`<div class="empty" part="empty">
    <span>${t('transcript.noEntriesMatch')}</span>
    <button type="button" @click=${showAll}>${t('transcript.showAllEntries')}</button>
  </div>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-transcript': McpTranscriptElement;
  }
}
