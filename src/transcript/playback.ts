import { defineErrorTexts, type ErrorText, McpError } from '../errors.js';
import { isRequest, rpcCodes, type RpcMessage, type RpcNotification, type RpcRequest } from '../jsonrpc/messages.js';
import { asNumber, asObject, asString } from '../protocol/decode/values.js';
import { isOwnMethod } from '../protocol/revisions.js';
import { MAX_DATE_MS, runInSlices } from '../util/async.js';
import { formatBytes } from '../util/numbers.js';
import { wordsOf } from '../util/json.js';
import { Redactor } from '../util/redactor.js';
import { type Readable, Store } from '../util/store.js';
import { BLOB_SIGN, type Body, MAX_BODY_DEPTH } from '../wire/body.js';
import type { MessageSchemas } from '../wire/message-schemas.js';
import { writeBody } from '../wire/write-body.js';
import {
  type Ended,
  entryId,
  MAX_BLOB_CHARACTERS,
  MAX_RECORDING_CHARACTERS,
  MAX_RECORDING_HEAD_CHARACTERS,
  MAX_RECORDING_ITEM_CHARACTERS,
  MAX_RECORDING_PROBLEMS,
  MAX_RECORDING_ENTRIES,
  type TranscriptEntry,
} from './entry.js';
import {
  type ExportLevel,
  isPublished,
  MESSAGE_LINES_FORMAT,
  type RecordedServer,
  RECORDING_FORMAT,
  RECORDING_VERSION,
  shapeOf,
} from './export.js';
import { keepBlobs } from './recorder.js';
import { type JsonPart, jsonParts } from './json-members.js';
import { intl } from '../format-message.js';

const errorText = defineErrorTexts({
  'transcript.chooseRecording': 'Choose a JSON file that was saved from a transcript.',
  'transcript.saveFewer': 'Save fewer entries: search or filter first.',
  'transcript.notJsonObject': 'This file is not a recording. It is not a JSON object.',
  'transcript.isHar': 'This file is not a recording. It is a HAR file: that has less in it than a recording.',
  'transcript.isMessageLines':
    'This file is not a recording. It is of `npx mcp-embed --record`, for other programs: one message on each line.',
  'transcript.otherFormat': 'This file is not a recording. It does not say “format”: “{format}”.',
  'transcript.otherVersion':
    'This file is not a recording. It has version {version} of the format; this page reads version {known}.',
  'transcript.fileTooLarge': 'This file has {size}; recordings of up to {limit} can be opened.',
});

const ENDS: readonly Ended[] = ['answered', 'error', 'cancelled', 'timed-out', 'stream-ended', 'failed', 'closed'];
/** Characters of a name, an address or a sentence that are read from a recording. The rest is cut. */
const MAX_RECORDED_TEXT_LENGTH = 2000;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads one entry of an untrusted file; unknown members are ignored.
 * @returns if it is not an entry, what is wrong with it, as the end of a sentence
 */
function readEntry(value: unknown, number: number, redactor: Redactor): TranscriptEntry | string {
  const raw = asObject(value) as Fields | undefined;
  if (!raw) return 'is no object';
  const own = (name: string): unknown => (Object.hasOwn(raw, name) ? raw[name] : undefined);
  const words = (name: string): string | undefined => {
    const text = asString(own(name))?.slice(0, MAX_RECORDED_TEXT_LENGTH);
    return text === undefined ? undefined : redactor.without(text);
  };
  const amount = (name: string): number | undefined => {
    const found = asNumber(own(name));
    return found !== undefined && found >= 0 ? found : undefined;
  };
  const method = words('method');
  const at = amount('at');
  const direction = own('direction');
  const kind = own('kind');
  if (!method) return 'has no method';
  if (at === undefined || at > MAX_DATE_MS) return 'has no time';
  if (direction !== 'sent' && direction !== 'received') return 'does not say who sent it';
  if (kind !== 'request' && kind !== 'notification') return 'is neither a request nor a notification';
  const requestId = own('requestId');
  const ended = own('ended') as Ended;
  const entry = {
    id: words('id') ?? entryId(at, 'file', number),
    session: words('session') ?? 'file',
    server: '',
    at,
    clock: amount('clock') ?? 0,
    revision: words('revision'),
    direction,
    kind,
    method,
    requestId: typeof requestId === 'number' ? requestId : words('requestId'),
    subject: words('subject'),
    params: readBody(own('params'), redactor),
    result: readBody(own('result'), redactor),
    error: readBody(own('error'), redactor),
    duration: amount('duration'),
    held: amount('held'),
    ended: ENDS.includes(ended) ? ended : undefined,
    isToolError: own('isToolError') === true || undefined,
    problem: words('problem'),
    about: words('about'),
    times: amount('times'),
    until: amount('until'),
  } as const;
  return Object.fromEntries(
    Object.entries(entry).filter(([, each]) => each !== undefined),
  ) as unknown as TranscriptEntry;
}

function readBody(value: unknown, redactor: Redactor): Body | undefined {
  const raw = asObject(value) as Fields | undefined;
  if (!raw) return undefined;
  const size = Math.max(0, asNumber(raw['size']) ?? 0);
  const isMore = raw['isMore'] === true && ({ isMore: true } as const);
  const beginning = asString(raw['beginning']);
  if (beginning !== undefined || !Object.hasOwn(raw, 'value')) {
    const {
      json,
      isCut: _cut,
      size: _size,
      found: _found,
      ...rest
    } = writeBody(beginning ?? '', { redactor, keepsBlobs: true });
    const text = JSON.parse(json.endsWith('"') ? json : '""') as string;
    return { ...rest, json: text, size, isCut: true, ...isMore };
  }
  const { found: _found, ...body } = writeBody(raw['value'], {
    redactor,
    schemas: shownIn(raw['shown']),
    keepsBlobs: true,
  });
  const blobs = [...new Set(body.json.match(BLOBS))].map((sign) => sign.slice(BLOB_SIGN.length));
  return { ...body, size: size || body.size, ...isMore, ...(blobs.length > 0 && { blobs }) };
}

/** The arguments that the file marks as stored: they are visible in the file anyway. */
function shownIn(shown: unknown): MessageSchemas {
  const pointers = new Set(Array.isArray(shown) ? (shown as readonly unknown[]) : []);
  return { isShown: (pointer) => pointers.has(pointer) };
}

const BLOBS = new RegExp(`${BLOB_SIGN}[0-9a-f]{64}`, 'g');

/** The content of a recording file. */
export interface RecordingFile {
  /** The recorded server, as the file describes it. */
  readonly server: RecordedServer;
  /** Time of the first entry, in milliseconds since 1970. */
  readonly at: number;
  readonly level: ExportLevel;
  /** Oldest first. */
  readonly entries: readonly TranscriptEntry[];
  readonly blobs: ReadonlyMap<string, string>;
  /** What could not be read, as sentences. */
  readonly problems: readonly string[];
}

const APART: ReadonlySet<string> = new Set(['entries', 'blobs']);

/**
 * Reads a recording from an untrusted file, in slices. A problem in one entry does not affect the others.
 * @throws McpError `invalid-input` for a file that is not a recording, `limit` for one that is too large
 */
async function readRecording(text: string, signal?: AbortSignal): Promise<RecordingFile> {
  if (text.length > MAX_RECORDING_CHARACTERS) throw tooLarge(text.length);
  const parts = await runInSlices(jsonParts(text, APART), signal);
  signal?.throwIfAborted();
  if (!parts) throw noRecording(errorText('transcript.notJsonObject'));
  const head = headOf(text, parts);
  const read = await runInSlices(readParts(text, parts), signal);
  signal?.throwIfAborted();
  const { entries, ...rest } = read!;
  const ordered = entries.toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
  return { ...head, at: ordered[0]?.at ?? 0, entries: ordered, ...rest };
}

function headOf(text: string, parts: readonly JsonPart[]): Pick<RecordingFile, 'server' | 'level'> {
  const head = new Map<string, unknown>();
  for (const { member, start, end } of parts)
    if (!APART.has(member) && end - start <= MAX_RECORDING_HEAD_CHARACTERS)
      head.set(member, parse(text.slice(start, end)));
  if (head.has('log')) throw noRecording(errorText('transcript.isHar'));
  if (head.get('format') === MESSAGE_LINES_FORMAT) throw noRecording(errorText('transcript.isMessageLines'));
  if (head.get('format') !== RECORDING_FORMAT)
    throw noRecording(errorText('transcript.otherFormat', { format: RECORDING_FORMAT }));
  const version = head.get('version');
  if (version !== RECORDING_VERSION)
    throw noRecording(
      errorText('transcript.otherVersion', {
        version: wordsOf(version, 20),
        known: RECORDING_VERSION,
      }),
    );
  const raw = asObject(head.get('server'));
  const field = (name: string): string | undefined => asString(raw?.[name])?.slice(0, 300);
  return {
    level: head.get('level') === 'values' ? 'values' : 'shapes',
    server: {
      address: field('address') ?? '',
      name: field('name'),
      title: field('title'),
      version: field('version'),
    },
  };
}

type Read = Pick<RecordingFile, 'entries' | 'blobs' | 'problems'>;

function* readParts(text: string, parts: readonly JsonPart[]): Generator<undefined, Read, undefined> {
  const redactor = new Redactor();
  const entries = new Map<string, TranscriptEntry>();
  const blobs = new Map<string, string>();
  const problems: string[] = [];
  let [number, bad] = [0, 0];
  const report = (problem: string): void => {
    if (++bad <= MAX_RECORDING_PROBLEMS) problems.push(problem);
  };
  for (const { member, name, start, end } of parts) {
    yield;
    if (!APART.has(member)) continue;
    const isTooLong = end - start > MAX_RECORDING_ITEM_CHARACTERS;
    const value = isTooLong ? undefined : parse(text.slice(start, end));
    if (member === 'blobs') {
      if (typeof value === 'string' && value.length <= MAX_BLOB_CHARACTERS && HASH.test(name ?? ''))
        blobs.set(name!, value);
      else report(`A blob could not be read${isTooLong ? ': it is too long' : ''}.`);
      continue;
    }
    number++;
    if (entries.size >= MAX_RECORDING_ENTRIES) continue;
    const entry = isTooLong ? 'is too long' : value === undefined ? 'is not JSON' : readEntry(value, number, redactor);
    if (typeof entry === 'string') report(`Entry ${number} was left out: it ${entry}.`);
    else entries.set(entries.has(entry.id) ? `${entry.id}-${number}` : entry.id, entry);
  }
  if (number > MAX_RECORDING_ENTRIES)
    problems.push(`It has ${number} entries; the first ${MAX_RECORDING_ENTRIES} were read.`);
  if (bad > MAX_RECORDING_PROBLEMS) problems.push(`${bad - MAX_RECORDING_PROBLEMS} more were left out.`);
  return { entries: [...entries].map(([id, entry]) => ({ ...entry, id })), blobs, problems };
}

const HASH = /^[0-9a-f]{64}$/;

function parse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

function noRecording(what: ErrorText): McpError {
  return new McpError('invalid-input', what, {
    remedy: errorText('transcript.chooseRecording'),
  });
}

function tooLarge(size: number): McpError {
  const what = errorText('transcript.fileTooLarge', {
    size: formatBytes(size),
    limit: formatBytes(MAX_RECORDING_CHARACTERS),
  });
  return new McpError('limit', what, { remedy: errorText('transcript.saveFewer') });
}

/**
 * Error code of a request that is not in the recording. No specification defines one; JSON-RPC leaves this range to
 * implementations.
 */
const NOT_RECORDED = -32004;

type Params = Readonly<Record<string, unknown>>;

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
    const entry = await this.#find(request);
    const notifications = (entry && this.#notifications.get(entry.id)) ?? [];
    const messages = notifications.flatMap((one) => this.#notification(one, request));
    // A stream that was still open at the end of the recording stays open.
    if (entry && !entry.result && !entry.error && isOwnMethod(method)) return messages;
    return [...messages, { jsonrpc: '2.0', id, ...this.#end(entry, request) }];
  }

  async #find({ method, params }: RpcRequest): Promise<TranscriptEntry | undefined> {
    // For connection methods the parameters are ignored: the client and its capabilities may differ now.
    if (isOwnMethod(method)) return this.#byMethod.get(method)?.findLast(({ result, ended }) => result || !ended);
    const { _meta, ...parameters } = (params ?? {}) as Params;
    const input = method === 'tools/call' ? this.#tools.get(asString(parameters['name']) ?? '') : undefined;
    // The parameters as recorded, with and without the arguments that the user chose to store.
    const candidates = [false, true].map(async (isShown) => {
      const rules = { redactor: this.#redactor, schemas: { arguments: input, isShown: () => isShown } };
      const { body } = await keepBlobs(writeBody(parameters, rules));
      const recorded = body.isCut ? body.json : (JSON.parse(body.json) as unknown);
      const isWhole = this.#file.level === 'values' || isPublished(method);
      return requestKey(method, isWhole ? recorded : shapeOf(recorded, this.#published));
    });
    const keys = await Promise.all(candidates);
    const key = keys.find((one) => this.#byRequest.has(one)) ?? keys[0]!;
    const found = this.#byRequest.get(key)?.filter(({ result, error }) => result ?? error) ?? [];
    const times = this.#repeats.get(key) ?? 0;
    this.#repeats.set(key, times + 1);
    return found[Math.min(times, found.length - 1)];
  }

  #end(entry: TranscriptEntry | undefined, { method, params }: RpcRequest): object {
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
    if (!error) return { result: this.#value(result!) };
    const { code, message, data } = asObject(this.#value(error)) ?? {};
    return {
      error: {
        code: typeof code === 'number' ? code : rpcCodes.internalError,
        message: typeof message === 'string' ? message : 'It failed.',
        ...(data !== undefined && { data }),
      },
    };
  }

  #notification(entry: TranscriptEntry, request: RpcRequest): readonly RpcNotification[] {
    const params = asObject(entry.params && this.#value(entry.params)) as Params | undefined;
    const token = asObject(request.params?.['_meta'])?.['progressToken'];
    const isProgress = params?.['progressToken'] !== undefined;
    if (isProgress && token === undefined) return [];
    const now = isProgress ? { ...params, progressToken: token } : params;
    return [{ jsonrpc: '2.0', method: entry.method, ...(now && { params: now }) }];
  }

  #value(body: Body): unknown {
    return this.#withBlobs(read(body), 0);
  }

  #withBlobs(value: unknown, depth: number): unknown {
    if (typeof value === 'string')
      return value.startsWith(BLOB_SIGN) ? (this.#file.blobs.get(value.slice(BLOB_SIGN.length)) ?? value) : value;
    if (typeof value !== 'object' || value === null || depth > MAX_BODY_DEPTH) return value;
    if (Array.isArray(value)) return value.map((item) => this.#withBlobs(item, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]: [string, unknown]) => [name, this.#withBlobs(inner, depth + 1)]),
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

const date = intl('DateTimeFormat', 'en', { dateStyle: 'medium' });
/** Open recordings by the URL that sessions use for them. */
const opened = new Map<string, WeakRef<Recording>>();

/** The recording that a session plays back, by its URL. */
export function recordingOf(url: string): Recording | undefined {
  const found = opened.get(url)?.deref();
  if (!found) opened.delete(url);
  return found;
}

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

/**
 * Opens a recording that was saved from a transcript.
 * @param source the text of the file, or the file
 * @throws McpError `invalid-input` for a file that is not a recording, `limit` for one that is too large
 */
export async function openRecording(source: string | Blob, signal?: AbortSignal): Promise<Recording> {
  // The size of a file is known before it is read.
  const text = typeof source === 'string' ? source : await textOf(source);
  return new Recording(await readRecording(text, signal));
}

async function textOf(file: Blob): Promise<string> {
  if (file.size > MAX_RECORDING_CHARACTERS * 4) throw tooLarge(file.size);
  return file.text();
}
