import type { TranscriptBlob, TranscriptEntry } from './entry.js';
import { MAX_STORED, MAX_STORED_CHARACTERS, WRITE_EVERY_MS } from './limits.js';
import type { TranscriptStore } from './transcript-store.js';

/** Entries written between two looks at how much there is: a look goes through all that is kept. */
const TRIM_EVERY = 1000;

/** Those that have something to write when the page goes. */
const unwritten = new Set<TranscriptWriter>();
globalThis.addEventListener?.('pagehide', () => unwritten.forEach((writer) => void writer.write()));

/** Writes entries to the store, many at a time. What it does not take is tried again with what comes next. */
export class TranscriptWriter {
  readonly #store: TranscriptStore;
  readonly #server: string;
  readonly #entries = new Map<string, TranscriptEntry>();
  readonly #blobs = new Map<string, TranscriptBlob>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  /** From anywhere: a page that says little at each visit comes to it as well. */
  #untrimmed: number = Math.random() * TRIM_EVERY;

  constructor(store: TranscriptStore, server: string) {
    this.#store = store;
    this.#server = server;
  }

  put(entry: TranscriptEntry, blobs: readonly TranscriptBlob[]): void {
    this.#entries.set(entry.id, entry);
    for (const blob of blobs) this.#blobs.set(blob.hash, blob);
    unwritten.add(this);
    this.#timer ??= setTimeout(() => void this.write(), WRITE_EVERY_MS);
    // In Node it must not keep a program from ending.
    (this.#timer as { unref?(): void }).unref?.();
  }

  /** Writes what there is, after what is being written. Never throws. */
  write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return (this.#writing = this.#writing.then(() => this.#writeNow()));
  }

  /** Drops what there is, and everything of the server in the store. */
  async erase(): Promise<void> {
    this.#entries.clear();
    this.#blobs.clear();
    await this.write();
    await this.#store.eraseTranscript(this.#server).catch(() => {});
  }

  async #writeNow(): Promise<void> {
    unwritten.delete(this);
    const entries = [...this.#entries.values()];
    const blobs = [...this.#blobs.values()];
    if (entries.length === 0) return;
    const limits = { entries: MAX_STORED, characters: MAX_STORED_CHARACTERS };
    try {
      await this.#store.appendTranscript(entries, blobs);
      for (const entry of entries) if (this.#entries.get(entry.id) === entry) this.#entries.delete(entry.id);
      for (const { hash } of blobs) this.#blobs.delete(hash);
      this.#untrimmed += entries.length;
      if (this.#untrimmed < TRIM_EVERY) return;
      this.#untrimmed = 0;
      await this.#store.trimTranscript(this.#server, limits);
    } catch {
      // Of what a store refuses again and again, the newest is what counts.
      for (const id of [...this.#entries.keys()].slice(0, -MAX_STORED / 10)) this.#entries.delete(id);
    }
  }
}
