import { consume } from '@lit/context';
import { LitElement, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { McpError, Session } from '../../src/index.js';
import { Recording, type TranscriptEntry, type TranscriptFilter } from '../../src/recording/index.js';
import { sessionContext } from '../contexts/session-context.js';
import { FocusFallback } from '../controllers/focus-fallback.js';
import { foldInSight } from '../controllers/fold-in-sight.js';
import { ListNavigation } from '../controllers/list-navigation.js';
import { RowWindow } from '../controllers/row-window.js';
import { StoreController } from '../controllers/store-controller.js';
import { mayLoadAgain } from '../../src/util/load-once.js';
import { problem } from '../problem/problem.js';
import { base } from '../styles/base.styles.js';
import { controls } from '../styles/controls.styles.js';
import { tokens } from '../styles/tokens.styles.js';
import { counted } from '../words/counted.js';
import { html } from '../words/html.js';
import { Again } from './again.js';
import { entryDetail } from './entry-detail.js';
import { entryList } from './entry-list.js';
import { titleOf } from './entry-words.js';
import { FileDrop } from './file-drop.js';
import { TranscriptFinder } from './kept-transcript.js';
import { EVERYTHING, ShownEntries } from './shown-entries.js';
import { transcriptBar } from './transcript-bar.js';
import { canLeave, nothingFits, nothingSaid, recordingBanner } from './transcript-states.js';
import { transcriptFoot } from './transcript-foot.js';
import { transcriptStyles } from './transcript.styles.js';
import { ENTRY, WholeTranscript } from './whole-transcript.js';

/**
 * @summary What was said between this page and its server: each request with its answer, to search, do again, save and play back.
 *
 * That of the session around it. Nothing that looks secret is in it, and no header.
 *
 * @fires mcp-run-again {McpRunAgainEvent} - The person wants to do something again. Prevented, nothing is done.
 * @fires mcp-tool-select {McpToolSelectEvent} - They want to edit the arguments of that tool first.
 * @fires mcp-recording-open {McpRecordingOpenEvent} - They opened a recording, or closed it.
 * @csspart base - Everything.
 * @csspart fold - The fold that a quiet one is in.
 * @csspart bar - Search and choices.
 * @csspart search - The search field.
 * @csspart kind-select - What kind of entries is shown.
 * @csspart tool-select - Of which tool.
 * @csspart failed-check - Shows only what failed.
 * @csspart list - The list of entries, newest first.
 * @csspart entry - One entry.
 * @csspart detail - The entry that was chosen.
 * @csspart body - What was sent, or what came.
 * @csspart close-button - Closes the entry.
 * @csspart run-button - Does it again.
 * @csspart edit-button - Puts the arguments into the form of the tool.
 * @csspart count - How many entries there are.
 * @csspart more-button - Reads older entries.
 * @csspart save - What is saved, and how.
 * @csspart values-check - Puts what was sent and received into the file.
 * @csspart json-button - Saves a recording.
 * @csspart har-button - Saves a HAR file.
 * @csspart open-button - Opens a recording.
 * @csspart erase-button - Asks whether to erase everything.
 * @csspart confirm-button - Erases.
 * @csspart keep-button - Does not.
 * @csspart recording - Says that this is a recording.
 * @csspart leave-button - Closes the recording.
 * @csspart empty - What is said when there is nothing.
 * @csspart error - Why a recording could not be opened, or something not be done again.
 * @cssprop [--mcp-transcript-size=22rem] - Height at which the entries begin to scroll; they take more where there is more.
 * @csspart retry-button - Tries again.
 * @csspart hidden-character - Stands for characters that nobody would see.
 */
export class McpTranscriptElement extends LitElement {
  static override styles: CSSResultGroup = [tokens, base, controls, transcriptStyles];

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
  readonly #focus = new FocusFallback(this, ['[part="keep-button"]', '[part="search"]', '[part="base"]']);
  readonly #window = new RowWindow(this, { scroller: () => this.list, count: () => this.#shown.count });
  readonly #navigation = new ListNavigation(this, {
    count: () => this.#shown.count,
    label: (row) => titleOf(this.#shown.at(row)!),
    pageSize: () => this.#window.inView,
    reveal: (row) => this.#window.reveal(row),
    choose: (row) => this.#choose(this.#shown.at(row)),
  });

  @query('[role="listbox"]') private readonly list!: HTMLElement | null;
  @query('input[type="search"]') private readonly search!: HTMLInputElement | null;

  @state() private chosen: string | undefined;

  /** The session whose transcript is shown; by default that of the element around. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  /** A recording that is shown instead, from `openRecording()` of `mcp-embed/transcript`. */
  @property({ attribute: false })
  recording: Recording | undefined;

  /** A fold, for where there is little room. */
  @property({ type: Boolean, reflect: true })
  quiet = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('session') && !changed.has('recording')) return;
    this.chosen = undefined;
    this.#whole.reset();
    this.#shown.filter = {};
  }

  /** Puts the keyboard into the search field. */
  focusSearch(): void {
    this.search?.select();
  }

  override focus(options?: FocusOptions): void {
    (this.list ?? this.search)?.focus(options);
  }

  readonly #change = (some: TranscriptFilter): void => {
    this.#shown.filter = { ...this.#shown.filter, ...some };
    this.#navigation.moveTo(-1);
    this.#window.toTop();
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
    // Where there is room for one of the two, focus goes along.
    void this.updateComplete.then(() => {
      if (this.list?.checkVisibility()) this.list.focus();
      else this.renderRoot.querySelector<HTMLElement>('.detail')?.focus();
    });
  }

  override render(): TemplateResult {
    if (!this.quiet) return this.#renderAll();
    return html`<details part="fold" @toggle=${foldInSight}>
      <summary>Transcript (${counted(this.#shown.count, ENTRY)})</summary>
      ${this.#renderAll()}
    </details>`;
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
      aria-label="Transcript"
    >
      ${recording ? recordingBanner(recording, canLeave(this) ? () => this.#whole.show(undefined) : undefined) : nothing}
      ${
        total > 0
          ? transcriptBar({ filter, tools: this.#shown.tools, change: this.#change, toList: this.#toList })
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
    const again = { label: 'Try again', run: () => this.#finder.retry() };
    return problem('There is no transcript.', error, mayLoadAgain(error) ? again : undefined);
  }

  #renderPanes(recording: Recording | undefined): TemplateResult {
    const { first, end } = this.#window;
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
              runAgain: (each, isEdit) => void this.#again.run(each, isEdit),
              close: () => this.#choose(undefined),
            })
          : nothing
      }
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-transcript': McpTranscriptElement;
  }
}
