import type { ReactiveController, ReactiveControllerHost, TemplateResult } from 'lit';
import { runInSlices } from '../../src/content/index.js';
import type { LogMessage } from '../../src/index.js';
import type { Redactor } from '../../src/transcript/index.js';
import { html } from '../internal/html.js';
import { fileStamp, giveFile } from '../internal/give-file.js';
import { savedText } from './log-text.js';
import { t as common } from '../words/common-words.js';
import { t } from './messages.js';

/**
 * Characters of the newest lines that are copied to the clipboard. Other programs freeze when they receive more. A file
 * contains all lines.
 */
export const MAX_LOG_COPIED = 5_000_000;

/** Lines that are converted to text between two checks of the elapsed time. */
const LINES_PER_STEP = 32;

/** Milliseconds for which the outcome of copying or saving is shown. */
const LOG_COPY_TOLD_MS = 4000;

/** Returns the shown lines, oldest first, for one export. */
type GetLines = () => readonly LogMessage[];

/** Copies and saves lines in slices, without the secrets of the session, and shows the outcome. */
export class LineExport implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #redactor: () => Pick<Redactor, 'without'> | undefined;
  #outcome = '';
  #running: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param redactor returns the redactor of the session that the lines come from */
  constructor(host: ReactiveControllerHost, redactor: () => Pick<Redactor, 'without'> | undefined) {
    this.#host = host;
    this.#redactor = redactor;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#running?.abort();
    this.#announce('');
  }

  /** @param count the number of lines that can be exported */
  render(count: number, getLines: GetLines): TemplateResult {
    return html`<span class="small quiet outcome" role="status">${this.#outcome}</span>
      <button
        class="plain small"
        part="button"
        data-name="copy-button"
        type="button"
        ?disabled=${count === 0}
        aria-label=${t('log.copy', { lines: t('log.lines', { count }) })}
        @click=${() => this.#copy(getLines())}
      >
        ${common('common.copy')}
      </button>
      <button
        class="plain small"
        part="button"
        data-name="download-button"
        type="button"
        ?disabled=${count === 0}
        aria-label=${t('log.saveAsAFile', { lines: t('log.lines', { count }) })}
        @click=${() => this.#save(getLines())}
      >
        ${common('common.save')}
      </button>`;
  }

  async #copy(lines: readonly LogMessage[]): Promise<void> {
    const texts = await this.#textsOf(lines.toReversed(), MAX_LOG_COPIED);
    if (!texts) return;
    try {
      await navigator.clipboard.writeText(texts.toReversed().join(''));
      const isAll = texts.length === lines.length;
      this.#announce(
        isAll
          ? t('log.copied', { lines: t('log.lines', { count: texts.length }) })
          : t('log.copiedTheNewestOf', { count: texts.length, lines: t('log.lines', { count: lines.length }) }),
      );
    } catch {
      this.#announce(t('log.notCopiedTheBrowser'));
    }
  }

  async #save(lines: readonly LogMessage[]): Promise<void> {
    const texts = await this.#textsOf(lines, Infinity);
    if (!texts) return;
    giveFile(`log-${fileStamp()}.txt`, texts);
    this.#announce(t('log.saved', { lines: t('log.lines', { count: texts.length }) }));
  }

  /** Returns undefined if another export was started. */
  async #textsOf(lines: readonly LogMessage[], limit: number): Promise<string[] | undefined> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    const texts: string[] = [];
    await runInSlices(write(lines, limit, texts, this.#redactor()), running.signal);
    return running.signal.aborted ? undefined : texts;
  }

  #announce(outcome: string): void {
    clearTimeout(this.#timer);
    this.#outcome = outcome;
    this.#timer = outcome === '' ? undefined : setTimeout(() => this.#announce(''), LOG_COPY_TOLD_MS);
    this.#host.requestUpdate();
  }
}

function* write(
  lines: readonly LogMessage[],
  limit: number,
  texts: string[],
  redactor: Pick<Redactor, 'without'> | undefined,
): Generator<undefined, void, undefined> {
  let characters = 0;
  for (const line of lines) {
    const plain = savedText(line);
    const text = redactor?.without(plain) ?? plain;
    characters += text.length;
    if (characters > limit && texts.length > 0) return;
    texts.push(text);
    if (texts.length % LINES_PER_STEP === 0) yield;
  }
}
