import { inTurns } from '../util/in-turns.js';
import { Redactor } from '../util/redactor.js';
import { pageTurn } from '../util/page-turn.js';
import { Store, type Readable } from '../util/store.js';
import { blobsOf, charactersOf, type TranscriptBlob, type TranscriptEntry } from './entry.js';
import { MAX_CHARACTERS, MAX_IN_MEMORY, PAGE } from './limits.js';
import { EntryNotes } from './note-entries.js';
import type { Fact } from './onlooker.js';
import type { TranscriptStore } from './transcript-store.js';
import { TranscriptWriter } from './transcript-writer.js';

export interface TranscriptOptions {
  /** What the server is called in the store. */
  readonly server: string;
  /** Knows what was secret in the session. */
  readonly redactor?: Redactor | undefined;
  /** Without one, the transcript ends with the page. */
  readonly store?: TranscriptStore | undefined;
}

/**
 * What was said in one session, as a list of exchanges and notifications; what was said in earlier ones is read from the
 * store. Nothing that looks secret is in it, and no header. Never throws: what the store does not take holds for the page.
 */
export class Transcript {
  /** Of the session whose transcript it is. */
  readonly session: string = globalThis.crypto.getRandomValues(new Uint32Array(2)).join('-');
  readonly server: string;
  readonly #store: TranscriptStore | undefined;
  readonly #writer: TranscriptWriter | undefined;
  readonly #notes: EntryNotes;
  readonly #redactor: Redactor;
  readonly #entries = new Store<readonly TranscriptEntry[]>([]);
  /** By id, in the order in which they came. */
  readonly #recent = new Map<string, TranscriptEntry>();
  readonly #blobs = new Map<string, string>();
  #characters = 0;
  #facts: Fact[] = [];
  #noting: Promise<unknown> | undefined;
  #isChanged = false;

  constructor({ server, store, redactor = new Redactor() }: TranscriptOptions) {
    this.server = server;
    this.#store = store;
    this.#writer = store && new TranscriptWriter(store, server);
    this.#redactor = redactor;
    this.#notes = new EntryNotes({ redactor, server, session: this.session, put: (...put) => this.#put(...put) });
  }

  /** The last entries of this session, oldest first: {@link MAX_IN_MEMORY}, or fewer where they are long. */
  get entries(): Readable<readonly TranscriptEntry[]> {
    return this.#entries;
  }

  /**
   * Notes what is put into that list, and takes it out.
   * @returns what is to be called after something was put in: it is noted when the page has time
   */
  hear(facts: Fact[]): () => void {
    this.#facts = facts;
    return this.#wake;
  }

  readonly #wake = (): void => {
    this.#noting ??= pageTurn()
      .then(() => inTurns(this.#note()))
      .finally(() => {
        this.#noting = undefined;
        this.#tell();
      });
  };

  /** Notes and writes everything that happened until now. */
  async flush(): Promise<void> {
    this.#wake();
    await this.#noting;
    await this.#notes.settled();
    this.#tell();
    await this.#writer?.write();
  }

  /** Whether nothing is in these texts that would be left out here, by all that was said until now. */
  async isFreeOfSecrets(texts: readonly string[]): Promise<boolean> {
    this.#wake();
    await this.#noting;
    return !texts.some((text) => this.#redactor.without(text) !== text);
  }

  /**
   * Entries of this server from the store, newest first, those of earlier sessions too.
   * @param before only those before that moment, in epoch milliseconds @param limit default {@link PAGE}
   */
  async older(before?: number, limit: number = PAGE): Promise<readonly TranscriptEntry[]> {
    return (await this.#store?.pageTranscript(this.server, { before, limit }).catch(() => undefined)) ?? [];
  }

  /** A blob of one of its entries, as base64. Undefined where it is not kept any more. */
  async blob(hash: string): Promise<string | undefined> {
    return this.#blobs.get(hash) ?? (await this.#store?.getTranscriptBlob(this.server, hash).catch(() => undefined));
  }

  /** Erases everything that was said with this server, also in earlier sessions. */
  async erase(): Promise<void> {
    await this.flush();
    this.#recent.clear();
    this.#blobs.clear();
    this.#characters = 0;
    this.#isChanged = true;
    this.#notes.forget();
    this.#tell();
    await this.#writer?.erase();
  }

  *#note(): Generator<undefined, void, undefined> {
    for (let at = 0; at < this.#facts.length; at++) {
      this.#notes.take(this.#facts[at]!);
      // Not one by one: taking the first of thousands costs as much as noting it.
      if (at >= 500) at -= this.#facts.splice(0, at + 1).length;
      yield;
    }
    this.#facts.length = 0;
  }

  #put(entry: TranscriptEntry, blobs: readonly TranscriptBlob[] = []): void {
    if (this.#notes.isOld(entry)) return;
    const before = this.#recent.get(entry.id);
    const [oldest] = this.#recent.keys();
    // What has left the memory already is brought up to date in the store only.
    if (before || oldest === undefined || entry.id > oldest) {
      this.#recent.set(entry.id, entry);
      this.#characters += charactersOf(entry) - (before ? charactersOf(before) : 0);
    }
    for (const { hash, text } of blobs) {
      if (!this.#blobs.has(hash)) this.#characters += text.length;
      this.#blobs.set(hash, text);
    }
    this.#isChanged = true;
    this.#writer?.put(entry, blobs);
  }

  #tell(): void {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    for (const [id, entry] of this.#recent) {
      if (this.#recent.size <= MAX_IN_MEMORY && (this.#characters <= MAX_CHARACTERS || this.#recent.size <= 1)) break;
      this.#recent.delete(id);
      this.#characters -= charactersOf(entry);
      for (const hash of blobsOf(entry)) {
        this.#characters -= this.#blobs.get(hash)?.length ?? 0;
        this.#blobs.delete(hash);
      }
    }
    this.#entries.set([...this.#recent.values()]);
  }
}
