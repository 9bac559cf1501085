import { intl } from '../format-message.js';
import { isRequest, rpcCodes, type RpcMessage, type RpcNotification, type RpcRequest } from '../jsonrpc/messages.js';
import { asObject, asString } from '../protocol/decode/values.js';
import { isOwnMethod } from '../protocol/revisions.js';
import { Redactor } from '../secrets/redactor.js';
import { placeholderOf } from '../secrets/placeholders.js';
import { type Readable, Store } from '../util/store.js';
import { BLOB_SIGN, type Body, MAX_BODY_DEPTH } from '../wire/body.js';
import type { MessageSchemas } from '../wire/message-schemas.js';
import { redactedMessage } from '../wire/redacted.js';
import { writeBody } from '../wire/write-body.js';
import { MAX_RECORDING_CHARACTERS, type TranscriptEntry } from './entry.js';
import { isPublished, shapeOf } from './export.js';
import { readRecording, type RecordingFile, tooLarge } from './read-recording.js';
import { keepBlobs } from './recorder.js';

/**
 * Error code of a request that is not in the recording. No specification defines one; JSON-RPC leaves this range to
 * implementations.
 */
const NOT_RECORDED = -32004;

type Params = Readonly<Record<string, unknown>>;

const date = intl('DateTimeFormat', 'en', { dateStyle: 'medium' });
/** Open recordings by the URL that sessions use for them. */
const opened = new Map<string, WeakRef<Recording>>();

/** Characters of a server’s name in the name of its recording. The rest is cut. */
const MAX_RECORDING_NAME_LENGTH = 80;

/**
 * Plays back a recording like the recorded server: pass it to a session as the endpoint, any number of times. Nothing
 * leaves the page. It has the interface of a worker, to which a session can connect.
 * @example
 * const session = await connect(await openRecording(text));
 */
export class Recording extends EventTarget implements Worker {
  readonly #file: RecordingFile;
  readonly #playback: Playback;
  readonly #entries: Readable<readonly TranscriptEntry[]>;
  /** The URL that sessions use; it is shown where other servers have a host. */
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
    const who = (title || name || address || 'a server').slice(0, MAX_RECORDING_NAME_LENGTH);
    // No spaces: in the store a space separates address and identity.
    const words = `Recording of ${who}, ${file.at > 0 ? date.format(file.at) : 'no date'}`;
    let url = `port:${words.replace(/[\s\p{C}]+/gu, '\u00a0')}`;
    for (let count = 2; recordingOf(url); count++) url = `${url.replace(/\u00a0\(\d+\)$/, '')}\u00a0(${count})`;
    this.url = url;
    opened.set(url, new WeakRef(this));
  }

  get file(): RecordingFile {
    return this.#file;
  }

  /** The entries of the recording, oldest first. They never change. */
  get entries(): Readable<readonly TranscriptEntry[]> {
    return this.#entries;
  }

  /** A recording has no older entries. Elements that show a transcript call this. */
  async older(): Promise<readonly TranscriptEntry[]> {
    return [];
  }

  async blob(hash: string): Promise<string | undefined> {
    return this.#file.blobs.get(hash);
  }

  postMessage(message: unknown): void {
    const request = message as RpcMessage;
    if (!isRequest(request)) return;
    void this.#playback.answer(request).then((messages) => {
      // Sent as text, as a server would: no session can change the objects of the recording.
      for (const one of messages) this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(one) }));
    });
  }

  terminate(): void {}
}

/** Answers requests from a recording: a request with the same method and parameters gets the recorded response. */
class Playback {
  readonly #file: RecordingFile;
  readonly #redactor = new Redactor();
  /** Input schemas of tools, if the recording contains the tool list. */
  readonly #tools = new Map<string, unknown>();
  readonly #published: ReadonlySet<string>;
  /** Exchanges by method and parameters, in recorded order. */
  readonly #byRequest = new Map<string, TranscriptEntry[]>();
  readonly #byMethod = new Map<string, TranscriptEntry[]>();
  readonly #notifications = new Map<string, TranscriptEntry[]>();
  /** How often each request was repeated so far. */
  readonly #repeats = new Map<string, number>();

  constructor(file: RecordingFile) {
    this.#file = file;
    const published = new Set<string>();
    for (const entry of file.entries) {
      if (entry.kind === 'notification' && entry.direction === 'received' && entry.about !== undefined)
        put(this.#notifications, entry.about, entry);
      if (entry.kind !== 'request' || entry.direction !== 'sent') continue;
      put(this.#byMethod, entry.method, entry);
      put(this.#byRequest, requestKey(entry.method, read(entry.params)), entry);
      const tools = entry.method === 'tools/list' && asObject(read(entry.result))?.['tools'];
      for (const one of Array.isArray(tools) ? tools : []) {
        const name = asString(asObject(one)?.['name']);
        if (name !== undefined) this.#tools.set(name, asObject(one)?.['inputSchema']);
      }
      const resources = entry.method === 'resources/list' && asObject(read(entry.result))?.['resources'];
      for (const one of Array.isArray(resources) ? resources : []) {
        const uri = asString(asObject(one)?.['uri']);
        if (uri !== undefined) published.add(uri);
      }
    }
    this.#published = published;
  }

  /** The messages for a request, in order: its notifications, then its response. */
  async answer(request: RpcRequest): Promise<readonly RpcMessage[]> {
    const { id, method } = request;
    const entry = await this.#findEntry(request);
    const notifications = (entry && this.#notifications.get(entry.id)) ?? [];
    const messages = notifications.flatMap((one) => this.#makeNotifications(one, request));
    // A stream that was still open at the end of the recording stays open.
    if (entry && !entry.result && !entry.error && isOwnMethod(method)) return messages;
    return [...messages, { jsonrpc: '2.0', id, ...this.#readOutcome(entry, request) }];
  }

  async #findEntry({ method, params }: RpcRequest): Promise<TranscriptEntry | undefined> {
    // For connection methods the parameters are ignored: the client and its capabilities may differ now.
    if (isOwnMethod(method)) return this.#byMethod.get(method)?.findLast(({ result, ended }) => result || !ended);
    const { _meta, ...parameters } = (params ?? {}) as Params;
    const input = method === 'tools/call' ? this.#tools.get(asString(parameters['name']) ?? '') : undefined;
    const redactor = this.#redactor;
    const isWhole = this.#file.level === 'values' || isPublished(method);
    const keyOf = async (value: unknown, schemas: MessageSchemas): Promise<string> => {
      const { body } = await keepBlobs(writeBody(value, { redactor, schemas }));
      const recorded = body.isCut ? body.json : (JSON.parse(body.json) as unknown);
      return requestKey(method, isWhole ? recorded : shapeOf(recorded, this.#published));
    };
    // The command writes a name such as $MCP_PASSWORD in the place of a secret.
    const message = { jsonrpc: '2.0', id: 0, method, params: parameters } as const;
    const { params: named } = redactedMessage(
      { message, direction: 'sent', schemas: { arguments: input } },
      redactor,
      placeholderOf,
    );
    // The parameters as recorded, with and without the arguments that the user chose to store.
    const candidates = [
      keyOf(parameters, { arguments: input }),
      keyOf(parameters, { arguments: input, isShown: () => true }),
      keyOf(named, {}),
    ];
    const keys = await Promise.all(candidates);
    const key = keys.find((one) => this.#byRequest.has(one)) ?? keys[0]!;
    const found = this.#byRequest.get(key)?.filter(({ result, error }) => result ?? error) ?? [];
    const times = this.#repeats.get(key) ?? 0;
    this.#repeats.set(key, times + 1);
    return found[Math.min(times, found.length - 1)];
  }

  #readOutcome(entry: TranscriptEntry | undefined, { method, params }: RpcRequest): object {
    if (method === 'ping') return { result: {} };
    const name = asObject(params)?.['name'] ?? asObject(params)?.['uri'];
    const what = typeof name === 'string' ? `${method} ${name.slice(0, 200)}` : method;
    if (!entry) {
      if (isOwnMethod(method))
        return { error: { code: rpcCodes.methodNotFound, message: `Not in this recording: ${method}` } };
      const message = `This recording has no answer to ${what}${params === undefined ? '' : ' with these arguments'}.`;
      return { error: { code: NOT_RECORDED, message } };
    }
    const { result, error } = entry;
    if ((result ?? error)!.isCut) {
      const message = `This recording has only the beginning of the answer to ${what}: it was too long.`;
      return { error: { code: NOT_RECORDED, message } };
    }
    if (!error) return { result: this.#readValue(result!) };
    const { code, message, data } = asObject(this.#readValue(error)) ?? {};
    return {
      error: {
        code: typeof code === 'number' ? code : rpcCodes.internalError,
        message: typeof message === 'string' ? message : 'It failed.',
        ...(data !== undefined && { data }),
      },
    };
  }

  #makeNotifications(entry: TranscriptEntry, request: RpcRequest): readonly RpcNotification[] {
    const params = asObject(entry.params && this.#readValue(entry.params)) as Params | undefined;
    const token = asObject(request.params?.['_meta'])?.['progressToken'];
    const isProgress = params?.['progressToken'] !== undefined;
    if (isProgress && token === undefined) return [];
    const now = isProgress ? { ...params, progressToken: token } : params;
    return [{ jsonrpc: '2.0', method: entry.method, ...(now && { params: now }) }];
  }

  #readValue(body: Body): unknown {
    return this.#insertBlobs(read(body), 0);
  }

  #insertBlobs(value: unknown, depth: number): unknown {
    if (typeof value === 'string')
      return value.startsWith(BLOB_SIGN) ? (this.#file.blobs.get(value.slice(BLOB_SIGN.length)) ?? value) : value;
    if (typeof value !== 'object' || value === null || depth > MAX_BODY_DEPTH) return value;
    if (Array.isArray(value)) return value.map((item) => this.#insertBlobs(item, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]: [string, unknown]) => [name, this.#insertBlobs(inner, depth + 1)]),
    );
  }
}

function put(map: Map<string, TranscriptEntry[]>, key: string, entry: TranscriptEntry): void {
  const list = map.get(key);
  if (list) list.push(entry);
  else map.set(key, [entry]);
}

function read(body: Body | undefined): unknown {
  return body && !body.isCut ? (JSON.parse(body.json) as unknown) : undefined;
}

/** The same text for the same request, whatever the order of members. */
function requestKey(method: string, params: unknown): string {
  const { _meta, ...parameters } = asObject(params) ?? {};
  return `${method} ${JSON.stringify(inOrder(parameters))}`;
}

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]: [string, unknown]) => [name, inOrder(inner)]),
  );
}

/** The recording that a session plays back, by its URL. */
export function recordingOf(url: string): Recording | undefined {
  const found = opened.get(url)?.deref();
  if (!found) opened.delete(url);
  return found;
}

/**
 * Opens a recording that was saved from a transcript.
 * @param source the text of the file, or the file
 * @throws McpError `invalid-input` for a file that is not a recording, `limit` for one that is too large
 */
export async function openRecording(source: string | Blob, signal?: AbortSignal): Promise<Recording> {
  // The size of a file is known before it is read.
  const text = typeof source === 'string' ? source : await readFileText(source);
  return new Recording(await readRecording(text, signal));
}

async function readFileText(file: Blob): Promise<string> {
  if (file.size > MAX_RECORDING_CHARACTERS * 4) throw tooLarge(file.size);
  return file.text();
}
