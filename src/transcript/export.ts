import { VERSION } from '../util/version.js';
import { asObject } from '../protocol/decode/values.js';
import { isOwnMethod } from '../protocol/revisions.js';
import { MAX_DATE_MS, runInSlices } from '../util/async.js';
import { Redactor, SECRET_SIGN } from '../secrets/redactor.js';
import { redactAddress } from '../secrets/addresses.js';
import { BLOB_SIGN, type Body } from '../wire/body.js';
import {
  type ExportLevel,
  type MessageLine,
  type RecordedServer,
  RECORDING_FORMAT,
  RECORDING_VERSION,
  type RecordingHead,
  type RecordingLine,
} from '../wire/recording-format.js';
import { writeBody } from '../wire/write-body.js';
import { blobsOf, type TranscriptEntry } from './entry.js';
import { toJson } from '../util/json.js';

/** Members that are exported unchanged: protocol words, names of what was requested, and amounts. */
const STAYS =
  /^(?:name|type|role|mimeType|method|action|resultType|level|code|progress|total|isError|progressToken|requestId|cursor|nextCursor|ttlMs|cacheScope|status|taskId|protocolVersion|\w+ListChanged)$/;
/** Items of a list that an export contains. Further ones are left out. */
const MAX_TRACE_ITEMS = 50;
/** Levels of a value that an export contains. Deeper ones are written as “(more)”. */
const MAX_TRACE_LEVELS = 12;

/** True for methods whose messages contain only what a server publishes: its information and its lists. */
export function isPublished(method: string): boolean {
  return isOwnMethod(method) || /^(?:tools|prompts|resources(?:\/templates)?)\/list$/.test(method) || method === 'ping';
}

/**
 * The structure of a message without its values: `(text, 12 characters)`. Names of members and words of the protocol
 * are kept.
 * @param published URIs in a list of the server: that one of them was read reveals nothing more
 */
export function shapeOf(value: unknown, published: ReadonlySet<string>): unknown {
  return shape(value, published, MAX_TRACE_LEVELS);
}

function shape(value: unknown, published: ReadonlySet<string>, levels: number): unknown {
  if (typeof value === 'string') return ofText(value);
  if (typeof value === 'number') return '(number)';
  if (typeof value === 'boolean') return '(yes or no)';
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return '(more)';
  if (Array.isArray(value)) return value.slice(0, MAX_TRACE_ITEMS).map((item) => shape(item, published, levels - 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => {
      const isPublic = name === 'uri' && typeof inner === 'string' && published.has(inner);
      const isWord = isPublic || (STAYS.test(name) && (typeof inner !== 'object' || inner === null));
      return [name, isWord ? inner : shape(inner, published, levels - 1)];
    }),
  );
}

function ofText(text: string): string {
  if (text === SECRET_SIGN || /^\((?:text|base64|number|yes or no|more)\b/.test(text)) return text;
  if (text.startsWith(BLOB_SIGN)) return '(base64)';
  return `(text, ${text.length} ${text.length === 1 ? 'character' : 'characters'})`;
}

/** A body as a value, or the beginning of its JSON if it was cut. */
interface ExportedBody {
  readonly value?: unknown;
  readonly beginning?: string | undefined;
  readonly size: number;
  /** JSON pointers of arguments that could be secret but are included, because the user chose to store them. */
  readonly shown?: readonly string[] | undefined;
  readonly isMore?: true | undefined;
}

/** An entry as it is written to a file. */
interface ExportedEntry extends Omit<TranscriptEntry, 'params' | 'result' | 'error' | 'server'> {
  readonly params?: ExportedBody | undefined;
  readonly result?: ExportedBody | undefined;
  readonly error?: ExportedBody | undefined;
}

/** Prepares entries for a file: searches for secrets once more, and leaves out what the level does not include. */
class Exporter {
  readonly #level: ExportLevel;
  readonly #redactor = new Redactor();
  readonly #published = new Set<string>();

  constructor(level: ExportLevel, entries: readonly TranscriptEntry[]) {
    this.#level = level;
    for (const { method, result } of entries) {
      if (level === 'values' || !method.startsWith('resources/') || !isPublished(method)) continue;
      const { resources } = asObject(parse(result)) ?? {};
      for (const one of Array.isArray(resources) ? resources : []) {
        const uri = asObject(one)?.['uri'];
        if (typeof uri === 'string') this.#published.add(uri);
      }
    }
  }

  take(entry: TranscriptEntry): ExportedEntry {
    const { server: _server, params, result, error, subject, problem, ...rest } = entry;
    const isWhole = this.#level === 'values' || isPublished(entry.method);
    const body = (name: 'params' | 'result' | 'error', of: Body | undefined): object =>
      of ? { [name]: this.#body(of, isWhole) } : {};
    const isTold = isWhole || !/^\w+:/.test(subject ?? '') || this.#published.has(subject!);
    return {
      ...rest,
      ...(subject !== undefined && { subject: isTold ? this.#redactor.without(subject) : '(address)' }),
      ...(problem !== undefined && { problem: isWhole ? this.#redactor.without(problem) : '(words)' }),
      ...body('params', params),
      ...body('result', result),
      ...body('error', error),
    };
  }

  #body(body: Body, isWhole: boolean): ExportedBody {
    const { size, isCut, isMore, shown } = body;
    const more = { size, ...(isMore && { isMore }), ...(isWhole && shown && { shown }) };
    if (isCut) return { ...more, beginning: isWhole ? this.#redactor.without(body.json) : '' };
    const schemas = { isShown: (pointer: string): boolean => shown?.includes(pointer) === true };
    const again = writeBody(parse(body), { redactor: this.#redactor, schemas, keepsBlobs: true });
    if (again.isCut) return { ...more, beginning: isWhole ? again.json : '' };
    const value: unknown = JSON.parse(again.json);
    return { value: isWhole ? value : shapeOf(value, this.#published), ...more };
  }
}

function parse(body: Body | undefined): unknown {
  try {
    return body && !body.isCut ? (JSON.parse(body.json) as unknown) : undefined;
  } catch {
    return undefined;
  }
}

/** The address of a server from its name in the store, without possible secrets. */
function safeAddress(server: string): string {
  // A space separates the address and the identity.
  const [url = ''] = server.split(' ');
  return URL.canParse(url) ? redactAddress(url).replace(/#.*/, '') : '';
}

export interface HarOptions {
  /** Default: `shapes`. */
  readonly level?: ExportLevel | undefined;
  readonly signal?: AbortSignal | undefined;
}

const NOT_KNOWN =
  'Made from what was said, not from the wire: status, headers and the times within an exchange were not recorded. ' +
  'Secrets are replaced.';

/**
 * The requests that this client sent, as the parts of a HAR 1.2 file. Unknown values are 0, -1 or empty, as the format
 * requires, and `comment` says so.
 * @param entries oldest first, of one server
 * @returns undefined when `signal` aborts
 * @see http://www.softwareishard.com/blog/har-12-spec/
 */
export async function saveHar(
  entries: readonly TranscriptEntry[],
  { level = 'shapes', signal }: HarOptions = {},
): Promise<readonly string[] | undefined> {
  const comment = level === 'shapes' ? `${NOT_KNOWN} Of arguments and results only the shape is here.` : NOT_KNOWN;
  const head = { version: '1.2', creator: { name: 'mcp-embed', version: VERSION }, comment };
  const pieces = [`{"log":${toJson(head).slice(0, -1)},"entries":[`];
  const url = safeAddress(entries[0]?.server ?? '') || 'about:blank';
  function* write(): Generator<undefined, true, undefined> {
    const exporter = new Exporter(level, entries);
    for (const entry of entries) {
      if (entry.direction !== 'sent') continue;
      pieces.push(`${pieces.length > 1 ? ',' : ''}\n${toJson(harEntry(exporter.take(entry), url))}`);
      yield;
    }
    return true;
  }
  if (!(await runInSlices(write(), signal))) return undefined;
  pieces.push('\n]}}\n');
  return pieces;
}

function harEntry(entry: ExportedEntry, url: string): object {
  const { at, duration, method, params, result, error, requestId, ended, problem, kind } = entry;
  const id = kind === 'request' ? { id: requestId } : {};
  const sent = toJson({ jsonrpc: '2.0', ...id, method, ...(params && { params: valueOf(params) }) });
  const answer = result ?? error;
  const received = answer
    ? toJson({ jsonrpc: '2.0', ...id, [error ? 'error' : 'result']: valueOf(answer) })
    : undefined;
  const end = ended === undefined || ended === 'answered' || ended === 'error' ? '' : ` It ended: ${ended}.`;
  const time = Math.round((duration ?? 0) * 1000) / 1000;
  return {
    startedDateTime: isoTime(at),
    time,
    request: {
      method: 'POST',
      url,
      httpVersion: 'unknown',
      cookies: [],
      headers: [],
      queryString: [],
      postData: { mimeType: 'application/json', text: sent, ...commentOn(params) },
      headersSize: -1,
      bodySize: -1,
    },
    response: {
      // Browsers write 0 if the status is unknown.
      status: 0,
      statusText: '',
      httpVersion: 'unknown',
      cookies: [],
      headers: [],
      content: {
        size: received === undefined ? 0 : new TextEncoder().encode(received).length,
        mimeType: received === undefined ? 'x-unknown' : 'application/json',
        ...(received !== undefined && { text: received }),
        ...commentOn(answer),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
      comment: `The status is not known.${end}${problem ? ` ${problem}` : ''}`,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0, comment: 'Only the whole is known.' },
    ...(entry.revision && { comment: `MCP ${entry.revision}` }),
  };
}

function valueOf({ value, beginning }: ExportedBody): unknown {
  return value === undefined ? beginning : value;
}

function commentOn(body: ExportedBody | undefined): { readonly comment?: string } {
  if (!body || body.beginning === undefined) return {};
  return { comment: `Too long to be recorded: the beginning of ${body.size} bytes.` };
}

export interface SaveOptions {
  /** Default: `shapes`. */
  readonly level?: ExportLevel | undefined;
  readonly server?: Pick<RecordedServer, 'name' | 'title' | 'version'> | undefined;
  /** Returns blobs. Without it, and for `shapes`, the file contains none. */
  readonly blob?: ((hash: string) => Promise<string | undefined>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A recording as the parts of a file: JSON Lines. It runs in slices: 10,000 entries take about a second.
 * @param entries oldest first, of one server
 * @returns undefined when `signal` aborts
 */
export async function saveRecording(
  entries: readonly TranscriptEntry[],
  { level = 'shapes', server, blob, signal }: SaveOptions = {},
): Promise<readonly string[] | undefined> {
  const pieces: string[] = [];
  const put = (line: RecordingHead | RecordingLine): unknown => pieces.push(`${toJson(line)}\n`);
  put({
    format: RECORDING_FORMAT,
    version: RECORDING_VERSION,
    time: new Date().toISOString(),
    by: VERSION,
    level,
    server: { address: safeAddress(entries[0]?.server ?? ''), ...server },
  });
  function* write(): Generator<undefined, true, undefined> {
    const exporter = new Exporter(level, entries);
    for (const entry of entries) {
      for (const line of messageLines(exporter.take(entry))) put(line);
      yield;
    }
    return true;
  }
  if (!(await runInSlices(write(), signal))) return undefined;
  const hashes = level === 'values' && blob ? new Set(entries.flatMap(blobsOf)) : [];
  for (const hash of hashes) {
    // oxlint-disable-next-line no-await-in-loop -- one at a time: each may be megabytes
    const base64 = await blob!(hash);
    if (signal?.aborted) return undefined;
    if (base64 !== undefined) put({ blob: hash, base64 });
  }
  return pieces;
}

/** The message that began an entry, and its answer. */
function* messageLines(entry: ExportedEntry): Generator<MessageLine> {
  const { id, at, kind, requestId, method, params, result, error, isToolError: _, subject, ...rest } = entry;
  const { session, direction, ended, duration, ...more } = rest;
  const of = kind === 'request' ? { jsonrpc: '2.0', id: requestId } : { jsonrpc: '2.0' };
  const answer = result ?? error;
  yield {
    ...{ time: isoTime(at), session, direction, entry: id },
    message: { ...of, method, ...(params?.value !== undefined && { params: params.value }) },
    ...more,
    ...(params?.beginning !== undefined && { subject }),
    ...aboutBody(params),
    duration,
    ...(!answer && { ended }),
  };
  if (!answer) return;
  yield {
    ...{ time: isoTime(at + (duration ?? 0)), session },
    direction: direction === 'sent' ? 'received' : 'sent',
    // A body that was cut is in `beginning`. Its place still has to say whether it was a result or an error.
    message: {
      ...of,
      ...(error ? { error: error.value ?? { code: 0, message: '' } } : { result: answer.value ?? null }),
    },
    ...aboutBody(answer),
  };
}

/** Stored data may hold any number, and `toISOString` throws on a time that no date has. */
function isoTime(ms: number): string {
  return new Date(Math.min(Math.max(ms, -MAX_DATE_MS), MAX_DATE_MS)).toISOString();
}

function aboutBody(body: ExportedBody | undefined): Omit<ExportedBody, 'value'> | undefined {
  if (!body) return undefined;
  const { value: _, ...rest } = body;
  return rest;
}
