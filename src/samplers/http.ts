import { createParser } from 'eventsource-parser';
import { modelFor } from '../approvals/queue.js';
import type { AnswerContext, Sampler, SamplerModel } from '../approvals/sampler.js';
import { asMcpError, type ErrorText, HttpError, isMcpError, McpError, type McpErrorCode } from '../errors.js';
import type { ContentBlock, JsonObject, SamplingRequest, SamplingResult, Tool } from '../protocol/model.js';
import { yieldToMain } from '../util/async.js';
import { isLocalHost } from '../util/hosts.js';
import { errorText } from './error-texts.js';

/**
 * Characters of one answer of a model, tools and all: a model of today says at most some 500,000. A longer one fails
 * with `limit`. One event of the stream may hold it whole.
 */
const MAX_MODEL_ANSWER_LENGTH: number = 4 * 1024 * 1024;
/** Tools that one answer may want used. With more it fails with `limit`. */
const MAX_MODEL_TOOL_CALLS = 128;
/** Bytes of a refusal that are read for its reason. The rest is not received. */
const MAX_MODEL_REFUSAL_BYTES: number = 16 * 1024;
/** Characters of the endpoint’s own words that are shown. The rest is cut. */
const MAX_MODEL_REASON_LENGTH = 300;
/**
 * Milliseconds without a byte before an endpoint is given up: models that think first send signs of life, or begin
 * within a minute.
 */
const MODEL_QUIET_MS = 120_000;
/** Milliseconds that one answer may take in all, as long as a call may. Then it fails with `timeout`. */
const MODEL_ANSWER_MS = 600_000;

/** Milliseconds that events may be read without a turn for the page. */
const MODEL_EVENTS_TURN_MS = 20;
/** What ends the stream of an OpenAI-compatible endpoint. */
const DONE = '[DONE]';

/**
 * Reads a stream of events, each of them JSON, to its end.
 * @throws McpError `limit` for too much, `stream-ended` where the connection breaks, and whatever `onEvent` throws
 */
async function readEvents(
  response: Response,
  host: string,
  alive: () => void,
  onEvent: (event: unknown) => void,
): Promise<void> {
  // The parser swallows nothing, but it must not be left in the middle of a piece.
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
    alive();
    parser.feed(piece ? decoder.decode(piece, { stream: true }) : decoder.decode());
    // Some do not send the empty line after the last event.
    if (!piece) parser.feed('\n\n');
    if (failure) throw failure.error;
    if (performance.now() - turn < MODEL_EVENTS_TURN_MS) return;
    await yieldToMain();
    turn = performance.now();
  });
}

/** An answer in one piece. */
async function readWhole(response: Response, host: string, alive: () => void): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = '';
  await readPieces(response, host, async (piece) => {
    alive();
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

/** @param use gets each piece, and nothing at the end */
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
      // Framing and repeated names weigh several times what the model says.
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

/** The connection ended before the model was done. */
function brokenOff(host: string): McpError {
  return new McpError('stream-ended', errorText('samplers.brokenOff', { host }), {
    remedy: errorText('samplers.useWhatCame'),
  });
}

interface Call {
  id: string;
  name: string;
  json: string;
  /** What came whole, and not as text to be put together. */
  input?: JsonObject;
}

/** An answer that comes piece by piece, in the words of either wire. */
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
  /** Why it stopped, in our words; undefined while it has not. */
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

  /** A tool is to be used; its parts come under the same number. */
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

  /** What it took; a wire tells it in parts. */
  count(input: unknown, output: unknown): void {
    if (isCount(input)) this.#input = input;
    if (isCount(output)) this.#output = output;
    this.#wasCounted ||= isCount(input) || isCount(output);
  }

  /** Tells the price as far as it is known, whole answer or not. */
  tellUsage(models: readonly SamplerModel[], asked: string): void {
    if (!this.#wasCounted) return;
    const price = models.find(({ id }) => id === asked)?.cost;
    this.#context.onUsage?.({
      inputTokens: this.#input,
      outputTokens: this.#output,
      ...(price && { cost: (this.#input * price.input + this.#output * price.output) / 1e6 }),
    });
  }

  /** @throws McpError `stream-ended` where the end is missing; `bad-message` for a use of a tool that cannot be read */
  finish(): SamplingResult {
    if (this.stopReason === undefined) throw brokenOff(this.#host);
    const uses = [...this.#calls.values()].map((call, at) => this.#block(call, at));
    const said: ContentBlock[] = this.#text || uses.length === 0 ? [{ type: 'text', text: this.#text }] : [];
    // Some endpoints say that they are done, although they want a tool used.
    const stopReason = uses.length > 0 && this.stopReason === 'endTurn' ? 'toolUse' : this.stopReason;
    return { role: 'assistant', content: [...said, ...uses], model: this.model, stopReason };
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

/** Where a model is asked over HTTP. */
export interface EndpointOptions {
  /**
   * The key, or a function that is asked for it before each request; leave it out where none is needed. Whoever reads the
   * page’s memory can read it: every script of the page and every extension. For pages that only their owner opens, or with
   * a key the person types in (see {@link KEY_IN_PAGE_WARNING}); otherwise put a server of your own between.
   */
  readonly key?: KeySource | undefined;
  /** The model that is asked where nobody chooses another. */
  readonly model: string;
  /** What the person can choose from, with prices where they are known. Default: `model` alone. */
  readonly models?: readonly SamplerModel[] | undefined;
  /** Replaces `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** More headers, for a gateway in between. Their values are kept out of errors only where they are the key. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds without a byte before the endpoint is given up. Default 120,000. */
  readonly quietMs?: number | undefined;
  /** Milliseconds that one answer may take in all. Default 600,000. */
  readonly wholeMs?: number | undefined;
}

/** @throws McpError `invalid-input` for what is no address, or one over which a key would travel in the clear */
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

/**
 * What somebody must know before they type a key into a page: for pages that ask for one. Plain words, to be shown beside
 * the field.
 */
export const KEY_IN_PAGE_WARNING: string =
  'Every script of this page, and every extension of your browser, can read a key that you give it, and can spend with it. ' +
  'Use a key of its own with a low limit, and take it back when you are done.';

/**
 * A key, or where it is had: a function is asked before each request. It is kept in memory only, is sent to the endpoint
 * and nowhere else, and is never written into an error.
 */
export type KeySource = string | (() => string | undefined | Promise<string | undefined>);

/** @throws McpError `invalid-input` for what no header can carry; `unauthorized` where there is none to be had */
async function readKey(source: KeySource | undefined, host: string): Promise<string | undefined> {
  let key: string | undefined;
  try {
    key = (typeof source === 'function' ? await source() : source)?.trim();
  } catch {
    // What was thrown may quote the key.
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

/** What looks like a key, whole or half masked: endpoints like to repeat the one they refuse. */
const KEY_LIKE = /\b(?:sk|pk|key|api|gsk|xai)[-_][\w*.…-]{4,}/gi;

/** A text of the endpoint without the key in it. */
function withoutKey(text: string, key: string | undefined): string {
  const plain = key ? text.replaceAll(key, '…') : text;
  return plain.replace(KEY_LIKE, '…');
}

/** What an endpoint said instead of an answer. */
interface Reason {
  readonly type: string;
  readonly words: string;
}

/** A status that says no, in words. */
async function refusalOf(response: Response, host: string, key: string | undefined): Promise<McpError> {
  const { status, headers } = response;
  const text = withoutKey(await beginningOf(response), key);
  const { type, words } = reasonIn(text);
  const [code, what, remedy] = explain(status, type, host, waitOf(headers));
  // Who is refused for their key is told which one it was, if only in part.
  const said = words && code !== 'unauthorized' ? errorText('samplers.saying', { what, words }) : what;
  return new HttpError(code, said, {
    status,
    contentType: headers.get('content-type')?.split(';')[0] ?? '',
    excerpt: code === 'unauthorized' ? '' : text,
    remedy,
  });
}

/** An error that comes in the middle of an answer, when the status has long said yes. */
function brokenBy(error: unknown, host: string, key: string | undefined): McpError {
  const { type, words } = reasonIn(withoutKey(JSON.stringify({ error }), key));
  const isBusy = /overload|rate_limit|capacity|unavailable/i.test(`${type} ${words}`);
  const what = words ? errorText('samplers.stoppedSaying', { host, words }) : errorText('samplers.stopped', { host });
  return new McpError('server-error', what, {
    remedy: isBusy ? errorText('samplers.tryInAMinute') : errorText('samplers.askAgainOrOtherModel'),
  });
}

/** The model, or who runs it, does not want to answer this. */
function unwilling(host: string, words: string): McpError {
  const what = errorText('samplers.unwilling', { host });
  const said = words ? errorText('samplers.saying', { what, words: words.slice(0, MAX_MODEL_REASON_LENGTH) }) : what;
  return new McpError('server-error', said, {
    remedy: errorText('samplers.afterUnwilling'),
  });
}

/** No answer at all. The browser hides why, so the sentence names what it can be. */
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
  const said = { host, status };
  switch (true) {
    case status === 401:
      return ['unauthorized', errorText('samplers.keyRefused', said), errorText('samplers.checkKey')];
    case status === 402 || type === 'insufficient_quota' || type === 'billing_error':
      return ['http', errorText('samplers.noCredit', said), errorText('samplers.addCredit')];
    case status === 403:
      return ['forbidden', errorText('samplers.keyNotAllowed', said), errorText('samplers.otherKey')];
    case status === 404:
      return ['http', errorText('samplers.noSuchModel', said), errorText('samplers.checkModel')];
    case status === 413:
      return ['http', errorText('samplers.requestTooLarge', said), errorText('samplers.leaveOutParts')];
    case status === 429:
      return ['http', errorText('samplers.tooManyRequests', said), wait];
    case status === 529 || status === 503:
      return ['http', errorText('samplers.busy', said), wait];
    case status >= 500:
      return ['http', errorText('samplers.failed', said), errorText('samplers.tryLater')];
    case status >= 300 && status < 400:
      return ['http', errorText('samplers.redirected', said), errorText('samplers.giveTarget')];
    default:
      return ['http', errorText('samplers.requestRefused', said), errorText('samplers.editRequest')];
  }
}

/** When to try again, where the endpoint says it and its CORS rules let it be read. */
function waitOf(headers: Headers): ErrorText {
  const soon = errorText('samplers.tryInOneMinute');
  const said = headers.get('retry-after');
  if (!said) return soon;
  const exact = /^\d+(\.\d+)?$/.test(said) ? Number(said) : (Date.parse(said) - Date.now()) / 1000;
  if (!(exact >= 0) || exact > 86_400) return soon;
  const seconds = Math.ceil(exact);
  if (seconds === 1) return errorText('samplers.tryInOneSecond');
  return seconds < 120
    ? errorText('samplers.tryInSeconds', { seconds })
    : errorText('samplers.tryInMinutes', { minutes: Math.ceil(seconds / 60) });
}

/** Both wires have `{error: {type, message}}`; some that imitate them have a text. */
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
    // What came is enough.
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
  /** The headers that carry the key. */
  readonly headers: (key: string | undefined) => Readonly<Record<string, string>>;
  /** One event of the stream, parsed. */
  readonly onEvent: (event: unknown) => void;
  /** An answer that came in one piece, because the endpoint does not stream. */
  readonly onWhole: (answer: unknown) => void;
}

/** Puts one request to a model and reads what comes. Errors are in words, and without the key. */
async function post({ url, body, signal, options, headers, onEvent, onWhole }: Posting): Promise<void> {
  const { fetch = globalThis.fetch, quietMs = MODEL_QUIET_MS, wholeMs = MODEL_ANSWER_MS } = options;
  const { host } = url;
  const key = await readKey(options.key, host);
  const patience = new AbortController();
  const giveUp = (ms: number): ReturnType<typeof setTimeout> => setTimeout(() => patience.abort(tooSlow(host, ms)), ms);
  const whole = giveUp(wholeMs);
  let quiet = giveUp(quietMs);
  const alive = (): void => {
    clearTimeout(quiet);
    quiet = giveUp(quietMs);
  };
  const ends = AbortSignal.any([signal, patience.signal]);
  const sent = { 'content-type': 'application/json', ...options.headers, ...headers(key) };
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: sent,
      body: JSON.stringify(body),
      signal: ends,
      // A redirect would take the key along; cookies and the page's address are nobody's business there.
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    }).catch((error: unknown) => {
      if (ends.aborted) throw error;
      // Not as the cause: what is thrown may quote the headers.
      throw unreachable(host, Object.keys(sent));
    });
    alive();
    if (!response.ok) throw await refusalOf(response, host, key);
    if (/^text\/event-stream\b/i.test(response.headers.get('content-type') ?? ''))
      await readEvents(response, host, alive, (event) => {
        const { error } = (event ?? {}) as { error?: unknown };
        if (error) throw brokenBy(error, host, key);
        onEvent(event);
      });
    else onWhole(await readWhole(response, host, alive));
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

/** What both wires accept as the name of a tool. Servers may use dots, slashes and more. */
const ACCEPTED = /^[\w-]{1,64}$/;

/** The names of tools as the wire has them, and back. */
export class ToolNames {
  readonly #toWire = new Map<string, string>();
  readonly #fromWire = new Map<string, string>();

  /** @param used names of tools that the conversation has used, offered or not */
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

/** Reads one wire's events into an answer. */
interface EventReader {
  read(event: unknown): void;
  /** Why the model did not want to, in its words; undefined where it did. */
  unwilling(): string | undefined;
}

/** What the wires differ in. */
interface Wire {
  body(request: SamplingRequest, names: ToolNames, model: string, host: string): unknown;
  headers(key: string | undefined): Readonly<Record<string, string>>;
  reader(answer: Answer): EventReader;
}

/** A sampler that asks a model over HTTP. */
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

/** The one that is asked where nobody chooses comes first: who shows them chooses that one beforehand. */
function modelsOf({ model, models = [] }: EndpointOptions): readonly SamplerModel[] {
  const first = models.find(({ id }) => id === model) ?? { id: model };
  return [first, ...models.filter((one) => one !== first)];
}

/** What is shown must be what is sent: a part that the wire has no words for is not left out quietly. */
export function unsendable(what: ErrorText): McpError {
  return new McpError('invalid-input', what, {
    remedy: errorText('samplers.leaveOut'),
  });
}
