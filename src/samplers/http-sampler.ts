import { createParser } from 'eventsource-parser';
import { modelFor } from '../approvals/queue.js';
import type { AnswerContext, Sampler, SamplerModel } from '../approvals/sampler.js';
import { asMcpError, type ErrorText, HttpError, isMcpError, McpError, type McpErrorCode } from '../errors.js';
import type { ContentBlock, JsonObject, SamplingRequest, SamplingResult, Tool } from '../protocol/model.js';
import { yieldToMain } from '../util/async.js';
import { isLocalHost } from '../util/hosts.js';
import { errorText } from './error-texts.js';
import { toJson } from '../util/json.js';

/**
 * Characters of one answer of a model, including tool arguments; models produce at most some 500,000 today. A longer
 * one fails with `limit`. It is also the limit of one event, which may hold the whole answer.
 */
const MAX_MODEL_ANSWER_LENGTH: number = 4 * 1024 * 1024;
/** Calls of tools in one answer of a model. With more it fails with `limit`. */
const MAX_MODEL_TOOL_CALLS = 128;
/** Bytes of an error response that are read for its reason. The rest is not received. */
const MAX_MODEL_REFUSAL_BYTES: number = 16 * 1024;
/** Characters of the endpoint’s own message that are shown. The rest is cut. */
const MAX_MODEL_REASON_LENGTH = 300;
/**
 * Milliseconds without a byte until the request fails with `timeout`: models that think first send keep-alive events or
 * begin within a minute.
 */
const MODEL_QUIET_MS = 120_000;
/** Milliseconds that one answer may take in all, the same as a call. Then it fails with `timeout`. */
const MODEL_ANSWER_MS = 600_000;

/** Milliseconds of reading events after which the page gets a turn. */
const MODEL_EVENTS_TURN_MS = 20;
/** The last event of an OpenAI-compatible stream. */
const DONE = '[DONE]';

/**
 * Reads a stream of JSON events to its end.
 * @throws McpError `limit` for an answer that is too long, `stream-ended` when the connection breaks, and whatever
 * `onEvent` throws
 */
async function readEvents(
  response: Response,
  host: string,
  onBytes: () => void,
  onEvent: (event: unknown) => void,
): Promise<void> {
  // Callbacks must not throw: the parser would stop in the middle of a piece. The error is thrown after `feed`.
  let failure: { readonly error: unknown } | undefined;
  const parser = createParser({
    maxBufferSize: MAX_MODEL_ANSWER_LENGTH,
    onEvent: ({ data }) => {
      if (failure || data === '' || data.trim() === DONE) return;
      try {
        onEvent(JSON.parse(data));
      } catch (error) {
        failure = { error };
      }
    },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') failure ??= { error: tooLong(host) };
    },
  });
  const decoder = new TextDecoder();
  let turn = performance.now();
  await readPieces(response, host, async (piece) => {
    onBytes();
    parser.feed(piece ? decoder.decode(piece, { stream: true }) : decoder.decode());
    // Some endpoints omit the empty line after the last event.
    if (!piece) parser.feed('\n\n');
    if (failure) throw failure.error;
    if (performance.now() - turn < MODEL_EVENTS_TURN_MS) return;
    await yieldToMain();
    turn = performance.now();
  });
}

/** Reads a complete answer that is not streamed. */
async function readWhole(response: Response, host: string, onBytes: () => void): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = '';
  await readPieces(response, host, async (piece) => {
    onBytes();
    text += piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new McpError('bad-message', errorText('samplers.notAModel', { host }), {
      remedy: errorText('samplers.checkAddress'),
    });
  }
}

/** @param use called with each piece, and with nothing at the end */
async function readPieces(
  { body }: Response,
  host: string,
  use: (piece: Uint8Array | undefined) => Promise<void>,
): Promise<void> {
  const reader = body?.getReader();
  let length = 0;
  try {
    while (reader) {
      const { done, value } = await reader.read().catch(() => {
        throw brokenOff(host);
      });
      if (done) break;
      // Event framing makes the stream several times longer than the model's text.
      if ((length += value.length) > 16 * MAX_MODEL_ANSWER_LENGTH) throw tooLong(host);
      await use(value);
    }
    await use(undefined);
  } finally {
    void reader?.cancel().catch(() => {});
  }
}

function tooLong(host: string): McpError {
  return new McpError(
    'limit',
    errorText('samplers.answerTooLong', { host, megabytes: MAX_MODEL_ANSWER_LENGTH / 1024 / 1024 }),
    {
      remedy: errorText('samplers.fewerTokens'),
    },
  );
}

/** The error for a connection that ended before the answer was complete. */
function brokenOff(host: string): McpError {
  return new McpError('stream-ended', errorText('samplers.brokenOff', { host }), {
    remedy: errorText('samplers.useWhatCame'),
  });
}

interface Call {
  id: string;
  name: string;
  json: string;
  /** Arguments that arrived as an object instead of JSON text. */
  input?: JsonObject;
}

/** An answer that is assembled piece by piece, for either API. */
export class Answer {
  readonly #host: string;
  readonly #names: ToolNames;
  readonly #context: AnswerContext;
  readonly #calls = new Map<number, Call>();
  #text = '';
  #length = 0;
  #input = 0;
  #output = 0;
  #wasCounted = false;
  model: string;
  /** The stop reason in MCP's terms; undefined until it is known. */
  stopReason: string | undefined;

  constructor(host: string, model: string, names: ToolNames, context: AnswerContext) {
    this.#host = host;
    this.model = model;
    this.#names = names;
    this.#context = context;
  }

  get text(): string {
    return this.#text;
  }

  say(text: unknown): void {
    if (typeof text !== 'string' || text === '') return;
    this.#grow(text);
    this.#text += text;
    this.#context.onPartial?.(this.#text);
  }

  /** Adds a part of a tool call; parts with the same index belong together. */
  use(
    index: number,
    { id, name, json, input }: { id?: unknown; name?: unknown; json?: unknown; input?: unknown },
  ): void {
    const call = this.#calls.get(index) ?? { id: '', name: '', json: '' };
    this.#calls.set(index, call);
    if (this.#calls.size > MAX_MODEL_TOOL_CALLS)
      throw new McpError(
        'limit',
        errorText('samplers.tooManyTools', { host: this.#host, limit: MAX_MODEL_TOOL_CALLS }),
      );
    if (typeof id === 'string' && id) call.id = id;
    if (typeof name === 'string' && name) call.name = name;
    if (isObject(input)) call.input = input;
    if (typeof json !== 'string') return;
    this.#grow(json);
    call.json += json;
  }

  /** Adds token counts; an API may send them in several events. */
  count(input: unknown, output: unknown): void {
    if (isCount(input)) this.#input = input;
    if (isCount(output)) this.#output = output;
    this.#wasCounted ||= isCount(input) || isCount(output);
  }

  /** Reports tokens and price as far as they are known, also for an incomplete answer. */
  tellUsage(models: readonly SamplerModel[], asked: string): void {
    if (!this.#wasCounted) return;
    const price = models.find(({ id }) => id === asked)?.cost;
    this.#context.onUsage?.({
      inputTokens: this.#input,
      outputTokens: this.#output,
      ...(price && { cost: (this.#input * price.input + this.#output * price.output) / 1e6 }),
    });
  }

  /** @throws McpError `stream-ended` without a stop reason; `bad-message` for tool arguments that are not JSON */
  finish(): SamplingResult {
    if (this.stopReason === undefined) throw brokenOff(this.#host);
    const uses = [...this.#calls.values()].map((call, at) => this.#block(call, at));
    const textBlocks: ContentBlock[] = this.#text || uses.length === 0 ? [{ type: 'text', text: this.#text }] : [];
    // Some endpoints report a normal end although the answer contains tool calls.
    const stopReason = uses.length > 0 && this.stopReason === 'endTurn' ? 'toolUse' : this.stopReason;
    return { role: 'assistant', content: [...textBlocks, ...uses], model: this.model, stopReason };
  }

  #block({ id, name, json, input }: Call, at: number): ContentBlock {
    const read = json.trim() ? parse(json) : (input ?? {});
    if (!name || !isObject(read))
      throw new McpError('bad-message', errorText('samplers.toolArgumentsUnreadable', { host: this.#host }), {
        remedy:
          this.stopReason === 'maxTokens' ? errorText('samplers.allowMoreTokens') : errorText('samplers.askAgain'),
      });
    return { type: 'tool_use', id: id || `call-${at + 1}`, name: this.#names.fromWire(name), input: read };
  }

  #grow(piece: string): void {
    this.#length += piece.length;
    if (this.#length > MAX_MODEL_ANSWER_LENGTH) throw tooLong(this.#host);
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** Options of samplers that ask a model over HTTP. */
export interface EndpointOptions {
  /**
   * The API key, or a function that is called for it before each request; omit it if the endpoint needs none. Every
   * script of the page and every browser extension can read it. Use it in pages that only their owner opens, or with a
   * key that the user types in (see {@link KEY_IN_PAGE_WARNING}); otherwise send requests through a server of your own.
   */
  readonly key?: KeySource | undefined;
  /** The model that is used unless the user chooses another. */
  readonly model: string;
  /** Models that the user can choose from, with prices if they are known. Default: `model` alone. */
  readonly models?: readonly SamplerModel[] | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Additional headers, for a gateway. Their values may appear in errors unless they equal the key. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds without a byte until the request fails with `timeout`. Default: 120,000. */
  readonly quietMs?: number | undefined;
  /** Milliseconds that one answer may take in all. Default: 600,000. */
  readonly wholeMs?: number | undefined;
}

/** @throws McpError `invalid-input` for an invalid address, or an unencrypted one when there is a key */
function readAddress(address: string, hasKey: boolean): URL {
  const url = URL.canParse(address, globalThis.location?.href)
    ? new URL(address, globalThis.location?.href)
    : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new McpError('invalid-input', errorText('samplers.addressNotHttp'));
  if (url.username || url.password)
    throw new McpError('invalid-input', errorText('samplers.passwordInAddress'), {
      remedy: errorText('samplers.giveAsKey'),
    });
  if (hasKey && url.protocol === 'http:' && !isLocalHost(url.host))
    throw new McpError('invalid-input', errorText('samplers.keyUnencrypted', { host: url.host }), {
      remedy: errorText('samplers.giveHttps'),
    });
  return url;
}

/** What users must know before they type a key into a page: show it beside the field. */
export const KEY_IN_PAGE_WARNING: string =
  'Every script of this page, and every extension of your browser, can read a key that you give it, and can spend with it. ' +
  'Use a key of its own with a low limit, and take it back when you are done.';

/**
 * A key, or a function that is called for it before each request. The key is kept in memory only, is sent to the
 * endpoint only, and never appears in an error.
 */
export type KeySource = string | (() => string | undefined | Promise<string | undefined>);

/** @throws McpError `invalid-input` for a key that a header cannot contain; `unauthorized` when there is no key */
async function readKey(source: KeySource | undefined, host: string): Promise<string | undefined> {
  let key: string | undefined;
  try {
    key = (typeof source === 'function' ? await source() : source)?.trim();
  } catch {
    // The error is not passed on as `cause`: it may quote the key.
    throw new McpError('unauthorized', errorText('samplers.keyNotGot', { host }), {
      remedy: errorText('samplers.giveKeyAgain'),
    });
  }
  if (source !== undefined && !key)
    throw new McpError('unauthorized', errorText('samplers.noKey', { host }), {
      remedy: errorText('samplers.giveKey'),
    });
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    throw new McpError('invalid-input', errorText('samplers.keyCharacters', { host }), {
      remedy: errorText('samplers.copyKeyAgain'),
    });
  return key;
}

/** Text that looks like a key, complete or partly masked: endpoints quote the key that they refuse. */
const KEY_LIKE = /\b(?:sk|pk|key|api|gsk|xai)[-_][\w*.…-]{4,}/gi;

/** The endpoint's text without the key. */
function withoutKey(text: string, key: string | undefined): string {
  const plain = key ? text.replaceAll(key, '…') : text;
  return plain.replace(KEY_LIKE, '…');
}

/** The endpoint's error message and its type. */
interface Reason {
  readonly type: string;
  readonly words: string;
}

/** The error for an HTTP error status. */
async function refusalOf(response: Response, host: string, key: string | undefined): Promise<McpError> {
  const { status, headers } = response;
  const text = withoutKey(await beginningOf(response), key);
  const { type, words } = reasonIn(text);
  const [code, what, remedy] = explain(status, type, host, waitOf(headers));
  // With 401, endpoints quote the refused key, sometimes masked, so their message is not shown.
  const message = words && code !== 'unauthorized' ? errorText('samplers.saying', { what, words }) : what;
  return new HttpError(code, message, {
    status,
    contentType: headers.get('content-type')?.split(';')[0] ?? '',
    excerpt: code === 'unauthorized' ? '' : text,
    remedy,
  });
}

/** The error for an `error` event after a successful status. */
function brokenBy(error: unknown, host: string, key: string | undefined): McpError {
  const { type, words } = reasonIn(withoutKey(toJson({ error }), key));
  const isBusy = /overload|rate_limit|capacity|unavailable/i.test(`${type} ${words}`);
  const what = words ? errorText('samplers.stoppedSaying', { host, words }) : errorText('samplers.stopped', { host });
  return new McpError('server-error', what, {
    remedy: isBusy ? errorText('samplers.tryInAMinute') : errorText('samplers.askAgainOrOtherModel'),
  });
}

/** The error for an answer that the model or its operator refuses to give. */
function unwilling(host: string, words: string): McpError {
  const what = errorText('samplers.unwilling', { host });
  const message = words ? errorText('samplers.saying', { what, words: words.slice(0, MAX_MODEL_REASON_LENGTH) }) : what;
  return new McpError('server-error', message, {
    remedy: errorText('samplers.afterUnwilling'),
  });
}

/** The error for a failed `fetch`. The browser does not reveal the reason, so the message names the possible ones. */
function unreachable(host: string, headers: readonly string[]): McpError {
  const origin = globalThis.location?.origin ?? errorText('samplers.thisPage');
  return new McpError('network', errorText('samplers.noAnswer', { host }), {
    remedy: errorText('samplers.allowCors', { origin, headers: headers.join(', ') }),
  });
}

function explain(
  status: number,
  type: string,
  host: string,
  wait: ErrorText,
): readonly [McpErrorCode, what: ErrorText, remedy: ErrorText] {
  const params = { host, status };
  switch (true) {
    case status === 401:
      return ['unauthorized', errorText('samplers.keyRefused', params), errorText('samplers.checkKey')];
    case status === 402 || type === 'insufficient_quota' || type === 'billing_error':
      return ['http', errorText('samplers.noCredit', params), errorText('samplers.addCredit')];
    case status === 403:
      return ['forbidden', errorText('samplers.keyNotAllowed', params), errorText('samplers.otherKey')];
    case status === 404:
      return ['http', errorText('samplers.noSuchModel', params), errorText('samplers.checkModel')];
    case status === 413:
      return ['http', errorText('samplers.requestTooLarge', params), errorText('samplers.leaveOutParts')];
    case status === 429:
      return ['http', errorText('samplers.tooManyRequests', params), wait];
    case status === 529 || status === 503:
      return ['http', errorText('samplers.busy', params), wait];
    case status >= 500:
      return ['http', errorText('samplers.failed', params), errorText('samplers.tryLater')];
    case status >= 300 && status < 400:
      return ['http', errorText('samplers.redirected', params), errorText('samplers.giveTarget')];
    default:
      return ['http', errorText('samplers.requestRefused', params), errorText('samplers.editRequest')];
  }
}

/** When to try again, if the endpoint sends it and its CORS rules let the page read it. */
function waitOf(headers: Headers): ErrorText {
  const inOneMinute = errorText('samplers.tryInOneMinute');
  const retryAfter = headers.get('retry-after');
  if (!retryAfter) return inOneMinute;
  const exact = /^\d+(\.\d+)?$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000;
  if (!(exact >= 0) || exact > 86_400) return inOneMinute;
  const seconds = Math.ceil(exact);
  if (seconds === 1) return errorText('samplers.tryInOneSecond');
  return seconds < 120
    ? errorText('samplers.tryInSeconds', { seconds })
    : errorText('samplers.tryInMinutes', { minutes: Math.ceil(seconds / 60) });
}

/** Both APIs send `{error: {type, message}}`; some compatible endpoints send plain text. */
function reasonIn(text: string): Reason {
  try {
    const { error } = JSON.parse(text) as { error?: { type?: unknown; code?: unknown; message?: unknown } | string };
    if (typeof error === 'string') return { type: '', words: error.slice(0, MAX_MODEL_REASON_LENGTH) };
    const { type, code, message } = error ?? {};
    const kind = [code, type].find((one) => typeof one === 'string');
    return {
      type: String(kind ?? ''),
      words: typeof message === 'string' ? message.slice(0, MAX_MODEL_REASON_LENGTH) : '',
    };
  } catch {
    return { type: '', words: '' };
  }
}

async function beginningOf({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (reader && text.length < MAX_MODEL_REFUSAL_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // The rest of the body is not needed.
  } finally {
    void reader?.cancel().catch(() => {});
  }
  return text.slice(0, MAX_MODEL_REFUSAL_BYTES);
}

interface Posting {
  readonly url: URL;
  readonly body: unknown;
  readonly signal: AbortSignal;
  readonly options: EndpointOptions;
  /** The headers that contain the key. */
  readonly headers: (key: string | undefined) => Readonly<Record<string, string>>;
  /** Called with each parsed event of the stream. */
  readonly onEvent: (event: unknown) => void;
  /** Called with a complete answer, if the endpoint does not stream. */
  readonly onWhole: (answer: unknown) => void;
}

/** Sends one request and reads the answer. Errors have a readable message and never contain the key. */
async function post({ url, body, signal, options, headers, onEvent, onWhole }: Posting): Promise<void> {
  const { fetch = globalThis.fetch, quietMs = MODEL_QUIET_MS, wholeMs = MODEL_ANSWER_MS } = options;
  const { host } = url;
  const key = await readKey(options.key, host);
  const patience = new AbortController();
  const giveUp = (ms: number): ReturnType<typeof setTimeout> => setTimeout(() => patience.abort(tooSlow(host, ms)), ms);
  const whole = giveUp(wholeMs);
  let quiet = giveUp(quietMs);
  const onBytes = (): void => {
    clearTimeout(quiet);
    quiet = giveUp(quietMs);
  };
  const ends = AbortSignal.any([signal, patience.signal]);
  const sent = { 'content-type': 'application/json', ...options.headers, ...headers(key) };
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: sent,
      body: toJson(body),
      signal: ends,
      // Following a redirect would send the key to another address. Cookies and the page's address are not sent either.
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    }).catch((error: unknown) => {
      if (ends.aborted) throw error;
      // The error of `fetch` is not passed on as `cause`: it may quote the headers.
      throw unreachable(host, Object.keys(sent));
    });
    onBytes();
    if (!response.ok) throw await refusalOf(response, host, key);
    if (/^text\/event-stream\b/i.test(response.headers.get('content-type') ?? ''))
      await readEvents(response, host, onBytes, (event) => {
        const { error } = (event ?? {}) as { error?: unknown };
        if (error) throw brokenBy(error, host, key);
        onEvent(event);
      });
    else onWhole(await readWhole(response, host, onBytes));
  } catch (error) {
    if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
    if (patience.signal.aborted) throw patience.signal.reason;
    throw isMcpError(error) ? error : new McpError('bad-message', errorText('samplers.answerUnreadable', { host }));
  } finally {
    clearTimeout(whole);
    clearTimeout(quiet);
  }
}

function tooSlow(host: string, ms: number): McpError {
  return new McpError('timeout', errorText('samplers.timeout', { host, seconds: Math.round(ms / 1000) }), {
    remedy: errorText('samplers.fasterModel'),
  });
}

/** Tool names that both APIs accept. MCP servers may use dots, slashes and more. */
const ACCEPTED = /^[\w-]{1,64}$/;

/** Maps tool names to names that the API accepts, and back. */
export class ToolNames {
  readonly #toWire = new Map<string, string>();
  readonly #fromWire = new Map<string, string>();

  /** @param used names of tools in the conversation, whether offered now or not */
  constructor(tools: readonly Tool[], used: readonly string[]) {
    const names = [...new Set([...tools.map(({ name }) => name), ...used])];
    const accepted = names.filter((name) => ACCEPTED.test(name));
    for (const name of accepted) this.#put(name, name);
    for (const name of names) if (!this.#toWire.has(name)) this.#put(name, this.#free(name));
  }

  toWire(name: string): string {
    return this.#toWire.get(name) ?? name;
  }

  fromWire(name: string): string {
    return this.#fromWire.get(name) ?? name;
  }

  #free(name: string): string {
    const plain = name.replace(/[^\w-]/g, '_').slice(0, 58) || 'tool';
    for (let count = 0; ; count++) {
      const candidate = count === 0 ? plain : `${plain}_${count}`;
      if (!this.#fromWire.has(candidate)) return candidate;
    }
  }

  #put(name: string, wire: string): void {
    this.#toWire.set(name, wire);
    this.#fromWire.set(wire, name);
  }
}

/** Reads the events of one API into an answer. */
interface EventReader {
  read(event: unknown): void;
  /** The model's reason for a refusal, perhaps empty; undefined if it did not refuse. */
  unwilling(): string | undefined;
}

/** The differences between the two APIs. */
interface Wire {
  body(request: SamplingRequest, names: ToolNames, model: string, host: string): unknown;
  headers(key: string | undefined): Readonly<Record<string, string>>;
  reader(answer: Answer): EventReader;
}

/** A sampler that asks a model over HTTP. @throws McpError `invalid-input` for an address that cannot be used */
export function httpSampler(address: string, options: EndpointOptions, wire: Wire): Sampler {
  const url = readAddress(address, options.key !== undefined);
  const models = modelsOf(options);
  const sampler: Sampler = async (request, context) => {
    const model = context.model ?? modelFor(request.modelPreferences, models)?.id ?? options.model;
    const used = request.messages.flatMap(({ content }) =>
      content.flatMap((b) => (b.type === 'tool_use' ? [b.name] : [])),
    );
    const names = new ToolNames(request.tools ?? [], used);
    const answer = new Answer(url.host, model, names, context);
    const reader = wire.reader(answer);
    const read = (event: unknown): void => reader.read(event);
    const { signal } = context;
    const body = wire.body(request, names, model, url.host);
    try {
      await post({ url, body, signal, options, headers: wire.headers, onEvent: read, onWhole: read });
    } finally {
      answer.tellUsage(models, model);
    }
    const words = reader.unwilling();
    if (words !== undefined) throw unwilling(url.host, words);
    return answer.finish();
  };
  return Object.assign(sampler, { models });
}

/** The default model comes first: dialogs preselect the first one. */
function modelsOf({ model, models = [] }: EndpointOptions): readonly SamplerModel[] {
  const first = models.find(({ id }) => id === model) ?? { id: model };
  return [first, ...models.filter((one) => one !== first)];
}

/**
 * The error for content that the API cannot express. It must not be dropped: the user approved the request as a whole.
 */
export function unsendable(what: ErrorText): McpError {
  return new McpError('invalid-input', what, {
    remedy: errorText('samplers.leaveOut'),
  });
}
