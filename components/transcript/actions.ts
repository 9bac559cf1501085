import type { LitElement, ReactiveController } from 'lit';
import type { Session } from '../../src/index.js';
import { type ExportLevel, saveHar, saveRecording, type TranscriptEntry } from '../../src/transcript/index.js';
import { fileStamp, giveFile } from '../internal/give-file.js';
import { t } from './messages.js';

/** Accepts a file that is dropped on its host. */
export class FileDrop implements ReactiveController {
  readonly #host: LitElement;
  readonly #take: (file: File) => void;
  #isOver = false;
  #life: AbortController | undefined;

  constructor(host: LitElement, take: (file: File) => void) {
    this.#host = host;
    this.#take = take;
    host.addController(this);
  }

  /** True while a file is dragged over the host. */
  get isOver(): boolean {
    return this.#isOver;
  }

  hostConnected(): void {
    const { signal } = (this.#life = new AbortController());
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes(t('transcript.files'))) return;
      event.preventDefault();
      this.#become(true);
    };
    this.#host.addEventListener('dragenter', over, { signal });
    this.#host.addEventListener('dragover', over, { signal });
    this.#host.addEventListener('dragleave', () => this.#become(false), { signal });
    this.#host.addEventListener(
      'drop',
      (event) => {
        const [file] = event.dataTransfer?.files ?? [];
        this.#become(false);
        if (!file) return;
        event.preventDefault();
        this.#take(file);
      },
      { signal },
    );
  }

  hostDisconnected(): void {
    this.#life?.abort();
    this.#isOver = false;
  }

  #become(isOver: boolean): void {
    if (isOver === this.#isOver) return;
    this.#isOver = isOver;
    this.#host.requestUpdate();
  }
}

interface Saving {
  /** Oldest first. */
  readonly entries: readonly TranscriptEntry[];
  readonly level: ExportLevel;
  readonly format: 'json' | 'har';
  readonly session: Session | undefined;
  readonly blob: (hash: string) => Promise<string | undefined>;
}

/** Saves the shown entries as a file. */
export async function saveFile({ entries, level, format, session, blob }: Saving): Promise<void> {
  const state = session?.state.get();
  const known = state && 'server' in state ? state.server : undefined;
  // A server may also repeat secrets in its own name.
  const server = known && session?.redactor.withoutIn({ name: known.name, title: known.title, version: known.version });
  const pieces =
    format === 'har' ? await saveHar(entries, { level }) : await saveRecording(entries, { level, server, blob });
  if (!pieces) return;
  giveFile(`transcript-${fileStamp()}.${format === 'har' ? 'har' : 'recording.jsonl'}`, pieces);
}
