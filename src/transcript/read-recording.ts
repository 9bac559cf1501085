import { defineErrorTexts, type ErrorText, McpError } from '../errors.js';
import { asNumber, asObject, asString } from '../protocol/decode/values.js';
import { MAX_DATE_MS, runInSlices } from '../util/async.js';
import { describeJson, parseJson } from '../util/json.js';
import { formatBytes } from '../util/numbers.js';
import { Redactor } from '../secrets/redactor.js';
import { BLOB_SIGN, type Body, MAX_BODY_CHARACTERS } from '../wire/body.js';
import type { MessageSchemas } from '../wire/message-schemas.js';
import {
  type ExportLevel,
  type RecordedServer,
  RECORDING_FORMAT,
  RECORDING_VERSION,
} from '../wire/recording-format.js';
import { writeBody } from '../wire/write-body.js';
import {
  type Ended,
  entryId,
  MAX_BLOB_CHARACTERS,
  MAX_RECORDING_CHARACTERS,
  MAX_RECORDING_ENTRIES,
  MAX_RECORDING_HEAD_CHARACTERS,
  MAX_RECORDING_ITEM_CHARACTERS,
  MAX_RECORDING_PROBLEMS,
  type TranscriptEntry,
} from './entry.js';
import { type JsonPart, jsonParts } from './json-members.js';
import { headOfLines, readLines, type UncheckedHead } from './recording-lines.js';

const errorText = defineErrorTexts({
  'transcript.chooseRecording': 'Choose a file that was saved from a transcript or written by --record.',
  'transcript.saveFewer': 'Save fewer entries: search or filter first.',
  'transcript.notJsonObject': 'This file is not a recording. It is not a JSON object.',
  'transcript.isHar': 'This file is not a recording. It is a HAR file: that has less in it than a recording.',
  'transcript.otherFormat': 'This file is not a recording. It does not say “format”: “{format}”.',
  'transcript.otherVersion':
    'This file is not a recording. It has version {version} of the format; this page reads version {known}.',
  'transcript.fileTooLarge': 'This file has {size}; recordings of up to {limit} can be opened.',
});

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
  /** The parts that could not be read, as sentences. */
  readonly problems: readonly string[];
}

/**
 * Reads a recording from an untrusted file, in slices. A problem in one entry does not affect the others.
 * @throws McpError `invalid-input` for a file that is not a recording, `limit` for one that is too large
 */
export async function readRecording(text: string, signal?: AbortSignal): Promise<RecordingFile> {
  if (text.length > MAX_RECORDING_CHARACTERS) throw tooLarge(text.length);
  const head = headOfLines(text);
  const read = (await runInSlices(isOfLines(head) ? fileOfLines(text, head) : fileOfDocument(text), signal))!;
  signal?.throwIfAborted();
  return read;
}

/** True if a file consists of lines: a current recording, or one of the command, which had two names in version 1. */
function isOfLines(head: UncheckedHead | undefined): head is UncheckedHead {
  if (head?.format === OLD_FORMAT_OF_COMMAND) return true;
  return head?.format === RECORDING_FORMAT && (head.version === RECORDING_VERSION || head.version === 1);
}

const OLD_FORMAT_OF_COMMAND = 'mcp-embed-message-lines';

type Steps = Generator<undefined, RecordingFile, undefined>;

/** JSON Lines. */
function* fileOfLines(text: string, { level, server }: UncheckedHead): Steps {
  const content = new FileContent();
  const read = yield* readLines(text, {
    broken: (number, why) => content.report(`Line ${number} was left out: it ${why}.`),
    missing: (words) => content.report(words.slice(0, MAX_RECORDED_TEXT_LENGTH)),
    blob: (hash, base64) => content.addBlob(hash, base64),
  });
  for (const [at, raw] of read.entries.entries()) {
    yield;
    content.addEntry(at + 1, raw);
  }
  if (read.others.length > 0)
    content.report(`It has messages of other servers, which were left out: ${read.others.map(quoteName).join(', ')}.`);
  return content.file({
    // The command records values.
    level: level === 'shapes' ? 'shapes' : 'values',
    server: serverOf(server ?? { name: read.server }),
  });
}

function quoteName(name: string): string {
  return `“${name.slice(0, MAX_NAME_LENGTH)}”`;
}

/** One JSON document: version 1 of a saved transcript. */
function* fileOfDocument(text: string): Steps {
  const parts = yield* jsonParts(text, APART);
  if (!parts) throw noRecording(errorText('transcript.notJsonObject'));
  const head = headOf(text, parts);
  const content = new FileContent();
  let number = 0;
  for (const { member, name, start, end } of parts) {
    yield;
    if (!APART.has(member)) continue;
    const isTooLong = end - start > MAX_RECORDING_ITEM_CHARACTERS;
    const value = isTooLong ? undefined : parseJson(text.slice(start, end));
    if (member === 'blobs') content.addBlob(name ?? '', value);
    else content.addEntry(++number, value, isTooLong ? 'is too long' : value === undefined ? 'is not JSON' : undefined);
  }
  return content.file(head);
}

/** The content of a file that has been read so far. */
class FileContent {
  readonly #redactor = new Redactor();
  readonly #entries = new Map<string, TranscriptEntry>();
  readonly #blobs = new Map<string, string>();
  readonly #problems: string[] = [];
  #entryCount = 0;
  #problemCount = 0;

  /** @param problem its error, if known already, as the end of a sentence */
  addEntry(number: number, value: unknown, problem?: string): void {
    this.#entryCount++;
    if (this.#entries.size >= MAX_RECORDING_ENTRIES) return;
    const entry = problem ?? readEntry(value, number, this.#redactor);
    if (typeof entry === 'string') this.report(`Entry ${number} was left out: it ${entry}.`);
    else this.#entries.set(this.#entries.has(entry.id) ? `${entry.id}-${number}` : entry.id, entry);
  }

  addBlob(hash: string, base64: unknown): void {
    if (typeof base64 === 'string' && base64.length <= MAX_BLOB_CHARACTERS && HASH.test(hash))
      this.#blobs.set(hash, base64);
    else this.report('A blob could not be read.');
  }

  report(problem: string): void {
    if (++this.#problemCount <= MAX_RECORDING_PROBLEMS) this.#problems.push(this.#redactor.without(problem));
  }

  file(head: Pick<RecordingFile, 'server' | 'level'>): RecordingFile {
    const problems = [...this.#problems];
    if (this.#entryCount > MAX_RECORDING_ENTRIES)
      problems.push(`It has ${this.#entryCount} entries; the first ${MAX_RECORDING_ENTRIES} were read.`);
    if (this.#problemCount > MAX_RECORDING_PROBLEMS)
      problems.push(`${this.#problemCount - MAX_RECORDING_PROBLEMS} more were left out.`);
    const entries = [...this.#entries]
      .map(([id, entry]) => ({ ...entry, id }))
      .toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
    return { ...head, at: entries[0]?.at ?? 0, entries, blobs: this.#blobs, problems };
  }
}

const APART: ReadonlySet<string> = new Set(['entries', 'blobs']);

function headOf(text: string, parts: readonly JsonPart[]): Pick<RecordingFile, 'server' | 'level'> {
  const head = new Map<string, unknown>();
  for (const { member, start, end } of parts)
    if (!APART.has(member) && end - start <= MAX_RECORDING_HEAD_CHARACTERS)
      head.set(member, parseJson(text.slice(start, end)));
  if (head.has('log')) throw noRecording(errorText('transcript.isHar'));
  if (head.get('format') !== RECORDING_FORMAT)
    throw noRecording(errorText('transcript.otherFormat', { format: RECORDING_FORMAT }));
  const version = head.get('version');
  if (version !== 1)
    throw noRecording(
      errorText('transcript.otherVersion', {
        version: describeJson(version, 20),
        known: `1–${RECORDING_VERSION}`,
      }),
    );
  return { level: head.get('level') === 'values' ? 'values' : 'shapes', server: serverOf(head.get('server')) };
}

function serverOf(value: unknown): RecordedServer {
  const raw = asObject(value);
  const field = (name: string): string | undefined => asString(raw?.[name])?.slice(0, MAX_NAME_LENGTH);
  return {
    address: field('address') ?? '',
    name: field('name'),
    title: field('title'),
    version: field('version'),
  };
}

/** Characters of a server's name for itself. The rest is cut. */
const MAX_NAME_LENGTH = 300;

const ENDS: readonly Ended[] = ['answered', 'error', 'cancelled', 'timed-out', 'stream-ended', 'failed', 'closed'];
/** Characters of a name, an address or a sentence that are read from a recording. The rest is cut. */
const MAX_RECORDED_TEXT_LENGTH = 2000;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads one entry of an untrusted file; unknown members are ignored.
 * @returns if it is not an entry, its error, as the end of a sentence
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
    const json = redactor.without((beginning ?? '').slice(0, MAX_BODY_CHARACTERS));
    return { json, size, isCut: true, ...isMore };
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

const HASH = /^[0-9a-f]{64}$/;

function noRecording(what: ErrorText): McpError {
  return new McpError('invalid-input', what, {
    remedy: errorText('transcript.chooseRecording'),
  });
}

export function tooLarge(size: number): McpError {
  const what = errorText('transcript.fileTooLarge', {
    size: formatBytes(size),
    limit: formatBytes(MAX_RECORDING_CHARACTERS),
  });
  return new McpError('limit', what, { remedy: errorText('transcript.saveFewer') });
}
