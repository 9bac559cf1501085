import { isRequest, type RpcMessage } from '../jsonrpc/messages.js';
import { Store, type Readable } from '../util/store.js';
import type { TranscriptEntry } from './entry.js';
import { MAX_FILE } from './limits.js';
import { Playback } from './playback.js';
import { readRecording, tooLarge, type RecordingFile } from './read-recording.js';

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
/** By what sessions call them. */
const opened = new Map<string, WeakRef<Recording>>();

/** The recording that a session plays back, by its address. */
export function recordingOf(url: string): Recording | undefined {
  const found = opened.get(url)?.deref();
  if (!found) opened.delete(url);
  return found;
}

/** Characters of a server's name in the name of its recording. */
const MAX_NAME = 80;

/**
 * A recording that answers like the server it recorded: give it to a session as its endpoint, as often as you like.
 * Nothing leaves the page. It looks like a worker, which is what a session speaks to within a page.
 * @example
 * const session = await connect(await openRecording(text));
 */
export class Recording extends EventTarget implements Worker {
  readonly #file: RecordingFile;
  readonly #playback: Playback;
  readonly #entries: Readable<readonly TranscriptEntry[]>;
  /** What a session calls it, and what stands where other servers have a host. */
  readonly url: string;
  onmessage: Worker['onmessage'] = null;
  onmessageerror: Worker['onmessageerror'] = null;
  onerror: Worker['onerror'] = null;

  constructor(file: RecordingFile) {
    super();
    this.#file = file;
    this.#playback = new Playback(file);
    this.#entries = new Store(file.entries);
    const { title, name, address } = file.server;
    const who = (title || name || address || 'a server').slice(0, MAX_NAME);
    // No space: behind one an identity would stand.
    const words = `Recording of ${who}, ${file.at > 0 ? date.format(file.at) : 'no date'}`;
    let url = `port:${words.replace(/[\s\p{C}]+/gu, '\u00a0')}`;
    for (let count = 2; recordingOf(url); count++) url = `${url.replace(/\u00a0\(\d+\)$/, '')}\u00a0(${count})`;
    this.url = url;
    opened.set(url, new WeakRef(this));
  }

  get file(): RecordingFile {
    return this.#file;
  }

  /** What is in it, oldest first. It never changes. */
  get entries(): Readable<readonly TranscriptEntry[]> {
    return this.#entries;
  }

  /** There is nothing but {@link entries}: what an element asks of a transcript. */
  async older(): Promise<readonly TranscriptEntry[]> {
    return [];
  }

  async blob(hash: string): Promise<string | undefined> {
    return this.#file.blobs.get(hash);
  }

  postMessage(message: unknown): void {
    const said = message as RpcMessage;
    if (!isRequest(said)) return;
    void this.#playback.answer(said).then((messages) => {
      // As text, as a server would: what one session does with it changes nothing for the next.
      for (const one of messages) this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(one) }));
    });
  }

  terminate(): void {}
}

/**
 * Opens a recording that was saved from a transcript.
 * @param source the text of the file, or the file
 * @throws McpError `invalid-input` for what is no recording, `limit` for what is too large
 */
export async function openRecording(source: string | Blob, signal?: AbortSignal): Promise<Recording> {
  // Its size is known before it is read.
  const text = typeof source === 'string' ? source : await textOf(source);
  return new Recording(await readRecording(text, signal));
}

async function textOf(file: Blob): Promise<string> {
  if (file.size > MAX_FILE * 4) throw tooLarge(file.size);
  return file.text();
}
