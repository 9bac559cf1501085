import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { AuditEntry } from '../../src/approvals/index.js';
import { runInSlices } from '../../src/content/index.js';
import type { LogMessage, Session } from '../../src/index.js';
import { type LoggedRow, messagesAsHar, messagesAsJson } from '../../src/messages/index.js';
import {
  type ExportLevel,
  type Redactor,
  saveHar,
  saveRecording,
  type TranscriptEntry,
} from '../../src/transcript/index.js';
import { fileStamp, giveFile } from '../internal/give-file.js';
import { decisionsAsJson } from './decision.js';
import { savedText } from './log-text.js';
import { t } from './messages.js';

/**
 * Characters of the newest lines that are copied to the clipboard. Other programs freeze when they receive more. A file
 * contains all lines.
 */
export const MAX_LOG_COPIED = 5_000_000;

/** Lines that are converted to text between two checks of the elapsed time. */
const LINES_PER_STEP = 32;

/** The things of a log that are saved, each in files of its own. */
export type Saved = 'entries' | 'messages' | 'lines' | 'decisions';

/** The shown rows, oldest first. */
export interface SavedRows {
  readonly session: Session | undefined;
  blob(hash: string): Promise<string | undefined>;
  entries(): readonly TranscriptEntry[];
  messages(): readonly LoggedRow[];
  lines(): readonly LogMessage[];
  decisions(): readonly AuditEntry[];
}

/** Copies and saves what is shown: without secrets, or with them after a warning. */
export class LogSaving implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #rows: SavedRows;
  readonly #tell: (outcome: string) => void;
  /** The values of a recording, or only their kinds. */
  level: ExportLevel = 'shapes';
  /** The person knows what a file with secrets is. */
  isWarned = false;
  #running: AbortController | undefined;

  constructor(host: ReactiveControllerHost, rows: SavedRows, tell: (outcome: string) => void) {
    this.#host = host;
    this.#rows = rows;
    this.#tell = tell;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#running?.abort();
    this.reset();
  }

  /** Call it when another session is shown. */
  reset(): void {
    this.isWarned = false;
  }

  setLevel(level: ExportLevel): void {
    this.level = level;
    this.#host.requestUpdate();
  }

  readonly warn = (): void => {
    this.isWarned = true;
    this.#host.requestUpdate();
  };

  async saveEntries(format: 'json' | 'har'): Promise<void> {
    const { level } = this;
    const { session } = this.#rows;
    const entries = this.#rows.entries();
    const state = session?.state.get();
    const known = state && 'server' in state ? state.server : undefined;
    // A server may also repeat secrets in its own name.
    const server =
      known && session?.redactor.withoutIn({ name: known.name, title: known.title, version: known.version });
    const blob = (hash: string): Promise<string | undefined> => this.#rows.blob(hash);
    const pieces =
      format === 'har' ? await saveHar(entries, { level }) : await saveRecording(entries, { level, server, blob });
    if (!pieces) return;
    giveFile(`transcript-${fileStamp()}.${format === 'har' ? 'har' : 'recording.jsonl'}`, pieces);
    this.#tell(t('log.savedEntries', { entries: t('log.entriesCount', { count: entries.length }) }));
  }

  /** @param raw with secrets */
  async saveMessages(format: 'json' | 'har', raw: boolean): Promise<void> {
    const { redactor } = this.#rows.session!;
    this.#tell('');
    try {
      const pieces = await (format === 'har' ? messagesAsHar : messagesAsJson)(this.#rows.messages(), {
        redactor,
        raw,
      });
      const parts = pieces && (await runInSlices(blobsOf(pieces)));
      const file = `messages-${fileStamp()}.${format}`;
      if (parts) giveFile(file, parts);
      this.isWarned = false;
      this.#tell(t('log.saved', { file }));
    } catch {
      this.isWarned = false;
      this.#tell(t('log.notSaved'));
    }
  }

  async copyLines(): Promise<void> {
    const lines = this.#rows.lines();
    const texts = await this.#textsOf(lines.toReversed(), MAX_LOG_COPIED);
    if (!texts) return;
    try {
      await navigator.clipboard.writeText(texts.toReversed().join(''));
      const count = texts.length;
      this.#tell(
        count === lines.length
          ? t('log.copiedLines', { lines: t('log.lines', { count }) })
          : t('log.copiedTheNewestOf', { count, lines: t('log.lines', { count: lines.length }) }),
      );
    } catch {
      this.#tell(t('log.notCopiedTheBrowser'));
    }
  }

  async saveLines(): Promise<void> {
    const texts = await this.#textsOf(this.#rows.lines(), Infinity);
    if (!texts) return;
    giveFile(`log-${fileStamp()}.txt`, texts);
    this.#tell(t('log.savedLines', { lines: t('log.lines', { count: texts.length }) }));
  }

  saveDecisions(): void {
    const decisions = this.#rows.decisions();
    giveFile(`audit-log-${fileStamp()}.json`, [decisionsAsJson(decisions)]);
    this.#tell(t('log.savedEntries', { entries: t('log.entriesCount', { count: decisions.length }) }));
  }

  /** In slices, without the secrets of the session. Returns undefined if another export was started. */
  async #textsOf(lines: readonly LogMessage[], limit: number): Promise<string[] | undefined> {
    this.#running?.abort();
    const running = (this.#running = new AbortController());
    const texts: string[] = [];
    await runInSlices(write(lines, limit, texts, this.#rows.session?.redactor), running.signal);
    return running.signal.aborted ? undefined : texts;
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

/** Parts of a file as the browser keeps them. All of them at once would take it 50 ms for 20 MB. */
function* blobsOf(pieces: readonly string[]): Generator<undefined, readonly Blob[], undefined> {
  const blobs: Blob[] = [];
  for (const piece of pieces) {
    blobs.push(new Blob([piece]));
    yield;
  }
  return blobs;
}
