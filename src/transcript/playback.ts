import { rpcCodes } from '../jsonrpc/codes.js';
import type { RpcMessage, RpcNotification, RpcRequest } from '../jsonrpc/messages.js';
import { isOwnMethod } from '../protocol/all-methods.js';
import { asObject, asString } from '../protocol/check/object.js';
import { BLOB_SIGN, type Body, type TranscriptEntry } from './entry.js';
import { keepBlobs } from './keep-blobs.js';
import { MAX_DEPTH } from './limits.js';
import type { RecordingFile } from './read-recording.js';
import { Redactor } from '../util/redactor.js';
import { isPublished, shapeOf } from './shape.js';
import { writeBody } from './write-body.js';

/** The code of an answer that is not in the recording: no specification has one; JSON-RPC leaves these to us. */
const NOT_RECORDED = -32004;

type Params = Readonly<Record<string, unknown>>;

/** Answers requests from a recording: the same method with the same parameters gives what it gave then. */
export class Playback {
  readonly #file: RecordingFile;
  readonly #redactor = new Redactor();
  /** What goes into each tool, as far as its list is there. */
  readonly #tools = new Map<string, unknown>();
  readonly #published: ReadonlySet<string>;
  /** Exchanges by what was asked, in the order in which they were. */
  readonly #byQuestion = new Map<string, TranscriptEntry[]>();
  readonly #byMethod = new Map<string, TranscriptEntry[]>();
  readonly #news = new Map<string, TranscriptEntry[]>();
  /** How often each was asked already. */
  readonly #asked = new Map<string, number>();

  constructor(file: RecordingFile) {
    this.#file = file;
    const published = new Set<string>();
    for (const entry of file.entries) {
      if (entry.kind === 'notification' && entry.direction === 'received' && entry.about !== undefined)
        put(this.#news, entry.about, entry);
      if (entry.kind !== 'request' || entry.direction !== 'sent') continue;
      put(this.#byMethod, entry.method, entry);
      put(this.#byQuestion, questionOf(entry.method, read(entry.params)), entry);
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

  /** What comes back on a request, in order. */
  async answer(request: RpcRequest): Promise<readonly RpcMessage[]> {
    const { id, method } = request;
    const entry = await this.#find(request);
    const news = (entry && this.#news.get(entry.id)) ?? [];
    const told = news.flatMap((one) => this.#notification(one, request));
    // A stream that was open to the end of the recording stays open.
    if (entry && !entry.result && !entry.error && isOwnMethod(method)) return told;
    return [...told, { jsonrpc: '2.0', id, ...this.#end(entry, request) }];
  }

  async #find({ method, params }: RpcRequest): Promise<TranscriptEntry | undefined> {
    // Who asks and what they can do may be different this time.
    if (isOwnMethod(method)) return this.#byMethod.get(method)?.findLast(({ result, ended }) => result || !ended);
    const { _meta, ...asked } = (params ?? {}) as Params;
    const input = method === 'tools/call' ? this.#tools.get(String(asked['name'])) : undefined;
    // With what the person had stored as shown, and without.
    const questions = [false, true].map(async (isShown) => {
      const rules = { redactor: this.#redactor, schemas: { arguments: input, isShown: () => isShown } };
      const { body } = await keepBlobs(writeBody(asked, rules));
      const known = body.isCut ? body.json : (JSON.parse(body.json) as unknown);
      const isWhole = this.#file.level === 'values' || isPublished(method);
      return questionOf(method, isWhole ? known : shapeOf(known, this.#published));
    });
    const known = await Promise.all(questions);
    const question = known.find((one) => this.#byQuestion.has(one)) ?? known[0]!;
    const found = this.#byQuestion.get(question)?.filter(({ result, error }) => result ?? error) ?? [];
    const times = this.#asked.get(question) ?? 0;
    this.#asked.set(question, times + 1);
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
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
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

/** The same text for the same question, in whatever order its members stand. */
function questionOf(method: string, params: unknown): string {
  const { _meta, ...asked } = asObject(params) ?? {};
  return `${method} ${JSON.stringify(inOrder(asked))}`;
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
