import { nothing, type TemplateResult } from 'lit';
import { type CallClock, type McpError, type Progress, type Task } from '../../src/index.js';
import { html } from '../internal/html.js';
import { cut } from '../internal/text.js';
import { formatDuration, formatSeconds } from '../tool-result/result-text.js';
import { type RunState } from './call-runner.js';
import { formatter } from '../words/messages.js';
import { t as common } from '../words/common-words.js';
import { ticking } from '../internal/ticking.js';
import { t } from './messages.js';

/** Characters of a server's progress message that are shown. */
const SHOWN = 300;

/** The facts about a call that are shown beside its result. */
interface RunView<Result> {
  readonly state: RunState<Result>;
  /** True if a question waits for the person. */
  readonly isAsked: () => boolean;
  /** True if the connection is lost: no answer can come now. */
  readonly isLost: boolean;
  /** How a call that is over ended, in a few words. */
  readonly end: string;
  readonly isResultSeen: boolean;
  readonly cancel: () => void;
  readonly showResult: () => void;
}

/** The state of a call: its activity with a button to cancel it, or its end with a link to its result. */
export function runState<Result>(view: RunView<Result>): TemplateResult | typeof nothing {
  const { state, isAsked, isLost, end, isResultSeen, cancel, showResult } = view;
  if (state.phase === 'none') return nothing;
  if (state.phase !== 'running')
    return html`<div class="state ${isResultSeen ? 'seen' : ''}" part="text" data-name="state">
      <span class="words small quiet">${end}</span>
      <button
        class="plain small"
        part="button"
        data-name="show-result-button"
        type="button"
        ?hidden=${isResultSeen}
        @click=${showResult}
      >
        ${t('itemForm.showResult')}
      </button>
    </div>`;
  const { clock, progress, task } = state;
  return html`<div class="state running" part="progress" data-name="state">
    <span class="words small">
      <span class="quiet"
        >${isLost ? t('itemForm.waitingForConnection') : ticking(() => html`${doing(clock, isAsked())}`)}</span
      >
      ${progress ? html`<span>${progressInWords(progress)}</span>` : nothing}
      ${task ? html`<span data-name="task">${taskInWords(task)}</span>` : nothing}
    </span>
    <button class="cancel small" part="button cancel-button" type="button" @click=${cancel}>
      ${common('common.cancel')}
    </button>
  </div>`;
}

/** The activity of the call. The clock stops during a question. */
function doing(clock: CallClock, isAsked: boolean): string {
  if (clock.isHeld) return isAsked ? t('itemForm.waitingForYou') : t('itemForm.waitingForThisPage');
  const { serverMs } = clock;
  return serverMs === undefined ? t('itemForm.sending') : t('itemForm.running', { time: formatSeconds(serverMs) });
}

/** The bar of a call that runs. */
export function progressBar(progress: Progress | undefined, isHeld: boolean): TemplateResult | typeof nothing {
  const { total } = progress ?? {};
  const isMeasured = progress !== undefined && total !== undefined && total > 0;
  // Nothing moves while a question is open.
  if (!isMeasured && isHeld) return nothing;
  return html`<progress
    aria-label=${t('itemForm.progress')}
    max=${isMeasured ? total : nothing}
    value=${isMeasured ? Math.min(progress.progress, total) : nothing}
  ></progress>`;
}

/** Returns a text such as “2 of 5: “Indexing””, with the server's message as a quotation. */
function progressInWords({ progress, total, message }: Progress): string {
  const amount =
    total === undefined
      ? t('itemForm.done', { amount: round(progress) })
      : t('itemForm.of', { amount: round(progress), total: round(total) });
  return message ? `${amount}: “${cut(message, SHOWN)}”` : amount;
}

/** Returns a text such as “Runs as a task at the server: “Indexing””. */
function taskInWords({ status, statusMessage }: Task): string {
  const words = t(status === 'input_required' ? 'itemForm.taskWaits' : 'itemForm.taskRuns');
  return statusMessage ? `${words}: “${cut(statusMessage, SHOWN)}”` : words;
}

function round(amount: number): string {
  return formatter('NumberFormat', { maximumFractionDigits: 1 }).format(amount);
}

/** The words for the time of a call that is over: `12 ms`; empty if nothing was sent. */
export function timeInWords(words: string, serverMs: number | undefined): string {
  return serverMs === undefined ? words : `${words} · ${formatDuration(serverMs)}`;
}

/** Milliseconds between two announcements of progress. */
const PROGRESS_SPOKEN_MS = 5_000;

interface SpokenWords<Result> {
  /** Announced when a call starts. */
  readonly start: string;
  readonly result: (result: Result) => string;
  readonly failure: (error: McpError) => string;
}

/** Announces the state of a call briefly and not too often, because a screen reader reads every change aloud. */
export class Spoken<Result> {
  #text = '';
  #at = -Infinity;

  get text(): string {
    return this.#text;
  }

  say(text: string): void {
    this.#text = text;
    this.#at = -Infinity;
  }

  tell(state: RunState<Result>, { start, result, failure }: SpokenWords<Result>): void {
    if (state.phase === 'running' && (state.progress || state.task)) {
      const now = performance.now();
      if (now - this.#at < PROGRESS_SPOKEN_MS) return;
      this.#text = state.progress ? progressInWords(state.progress) : taskInWords(state.task!);
      this.#at = now;
    } else if (state.phase === 'running') this.say(start);
    else this.say(state.phase === 'done' ? result(state.result) : state.phase === 'failed' ? failure(state.error) : '');
  }
}
