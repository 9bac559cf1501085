import {
  fillTemplate,
  formatList,
  formatNumber,
  type Message,
  type Messages,
  type ParamsOf,
  templateFor,
} from './format-message.js';

/**
 * All kinds of errors, as a closed list. A code is the kind of failure; the message describes the failure, its subject
 * and the remedy.
 */
export type McpErrorCode =
  | 'invalid-input' // the caller's own arguments cannot be used
  | 'network' // no answer at all: down, blocked by CORS, mixed content, offline
  | 'http' // an HTTP status that says no, without an MCP message in it
  | 'unauthorized' // 401
  | 'forbidden' // 403
  | 'not-mcp' // an answer, but not an MCP one: HTML, plain text, another protocol
  | 'bad-message' // a message that breaks JSON-RPC or the MCP schema
  | 'server-error' // a JSON-RPC error: the server understood and refused
  | 'unsupported-version' // no protocol revision in common
  | 'unsupported-method' // this server, or its revision, has no such method
  | 'session-lost' // the server no longer knows our session
  | 'stream-ended' // the connection closed before the answer: the outcome is unknown
  | 'timeout'
  | 'cancelled' // by the caller, or by the person
  | 'declined' // the person, or the policy of the page or its site, refused it
  | 'closed' // the session is not open
  | 'limit' // one of our documented limits was reached
  | 'load' // a file of this library did not load; says nothing about the server
  | 'internal' // a mistake in this library; says nothing about the server
  | 'storage'
  | 'server-changed'; // nothing failed: the server is not what it was at the last visit

/** Characters of an error’s message: it may quote a server, which decides the length of its text. The rest is cut. */
export const MAX_ERROR_MESSAGE_LENGTH = 4000;
/** Entries of a list in the params of an error. The others are left out. */
export const MAX_ERROR_LIST_ENTRIES = 100;

/** A number, a text (often from the server: show it as text), a list, or a sentence with its own key. */
export type ErrorParam = string | number | ErrorText | readonly (string | ErrorText)[];
export type ErrorParams = Readonly<Record<string, ErrorParam>>;

/** The text of an error: the key of a sentence, its values, and the English text. */
export interface ErrorText {
  /**
   * `auth.noAnswer`, for example: module and sentence. `docs/errors.md` lists them. `verbatim`: text from elsewhere,
   * not translated.
   */
  readonly key: string;
  readonly params: ErrorParams;
  /** English, at most {@link MAX_ERROR_MESSAGE_LENGTH} characters. */
  readonly text: string;
}

/** Makes the texts of one catalogue. */
export type ErrorTexts<Templates extends Messages> = <Key extends keyof Templates & string>(
  key: Key,
  ...params: ParamsOf<Templates[Key], ErrorParam>
) => ErrorText;

/** The English sentences of all catalogues, by key. */
const english = new Map<string, Message>();

/** The English sentence of a key, before params are in it; undefined for a key of no catalogue here. */
export function englishMessage(key: string): Message | undefined {
  return english.get(key);
}

/**
 * A catalogue of sentences, by key: gives the function that makes an {@link ErrorText} of a key and its params. Each
 * `{name}` in a template is a param, which the types ask for. A list reads “a, b and c”; `{name, unit}` writes it “a, b, c”,
 * `{name, disjunction}` “a, b or c”, `{name, number}` writes 4096 as “4,096”, `{name, bytes}` as “4.1 kB”. A sentence with a number
 * may have plural forms: an object with a template for each plural category of `count`.
 * @example
 * const errorText = defineErrorTexts({ 'auth.noAnswer': 'No answer from {host}.' });
 * throw new McpError('network', errorText('auth.noAnswer', { host }));
 */
export function defineErrorTexts<const Templates extends Messages>(templates: Templates): ErrorTexts<Templates> {
  for (const [key, message] of Object.entries<Message>(templates)) english.set(key, message);
  const always = new Map<string, ErrorText>();
  return (key, ...[given]) => {
    if (given) return makeErrorText(key, templates[key]!, given);
    const text = always.get(key) ?? makeErrorText(key, templates[key]!, {});
    always.set(key, text);
    return text;
  };
}

function makeErrorText(key: string, message: Message, given: ErrorParams): ErrorText {
  const params: Record<string, ErrorParam> = {};
  for (const name of Object.keys(given)) params[name] = bounded(given[name]!);
  let written: string | undefined;
  return {
    key,
    params,
    // Written when it is read: a form makes thousands of sentences to count them, and shows a few.
    get text() {
      return (written ??= inEnglish(message, params));
    },
  };
}

function inEnglish(message: Message, params: ErrorParams): string {
  const template = templateFor(message, params['count'], 'en');
  return fillTemplate(template, (name, format) =>
    writeErrorParam(params[name]!, format, 'en', ({ text }) => text),
  ).slice(0, MAX_ERROR_MESSAGE_LENGTH);
}

/**
 * A copy of a piece of text. The result of `slice` holds the whole text in memory, which may be a message of a server.
 */
export function detached(piece: string): string {
  return JSON.parse(JSON.stringify(piece)) as string;
}

function bounded(value: ErrorParam): ErrorParam {
  if (isErrorList(value)) return value.slice(0, MAX_ERROR_LIST_ENTRIES).map(bounded) as readonly (string | ErrorText)[];
  // Also where nothing is cut: it may be a piece of a message already.
  if (typeof value !== 'string') return value;
  return detached(value.slice(0, MAX_ERROR_MESSAGE_LENGTH));
}

/**
 * A param in its form for a sentence.
 * @param language a BCP 47 tag
 * @param say gives the words of a sentence in that language
 */
export function writeErrorParam(
  value: ErrorParam,
  format: string | undefined,
  language: string,
  say: (text: ErrorText) => string,
): string {
  if (typeof value === 'number') return formatNumber(value, format, language);
  if (typeof value === 'string') return value;
  if (!isErrorList(value)) return say(value);
  return formatList(
    value.map((one) => writeErrorParam(one, undefined, language, say)),
    language,
    format,
  );
}

export function isErrorList(value: ErrorParam): value is readonly (string | ErrorText)[] {
  return Array.isArray(value);
}

const errorText = defineErrorTexts({
  verbatim: '{text}',
  'errors.cancelled': 'The call was cancelled.',
  'errors.timeout': 'The server did not answer in time.',
});

/** Words that no catalogue has: those of a server, of an exception, or of a page for its own errors. */
export function verbatim(text: string): ErrorText {
  return errorText('verbatim', { text });
}

/** A sentence as the fields of an issue of a form, or of a reading that failed: the other way round than {@link errorTextOf}. */
export function said({ key, params, text }: ErrorText): Pick<McpError, 'message' | 'key' | 'params'> {
  return { message: text, key, params };
}

/** The text of an error or of a form's problem, for use in another sentence. */
export function errorTextOf({ key, params, message }: Pick<McpError, 'key' | 'params' | 'message'>): ErrorText {
  return { key, params, text: message };
}

export interface McpErrorOptions {
  cause?: unknown;
  /** The instruction for the reader, as a sentence. */
  remedy?: ErrorText | undefined;
  /** The instruction for whoever builds the page, as a sentence. */
  developer?: ErrorText | undefined;
}

const BRAND = Symbol.for('mcp-embed.error');

/** The base of every error this library throws on purpose. Recognise it with {@link isMcpError}, never by `instanceof`. */
export class McpError extends Error {
  override readonly name: string = 'McpError';
  readonly code: McpErrorCode;
  /** Which sentence `message` is, for its words in another language; `docs/errors.md` lists them. */
  readonly key: string;
  /** The values in the sentence. May contain text from the server: show them as text. */
  readonly params: ErrorParams;
  /** The instruction for the reader, in English. */
  readonly remedy: string | undefined;
  /** `remedy` by key and params. */
  readonly remedyText: ErrorText | undefined;
  /** What whoever builds the page can do, such as set an option. Elements show it among the details. */
  readonly developerText: ErrorText | undefined;

  constructor(code: McpErrorCode, { key, params, text }: ErrorText, options?: McpErrorOptions) {
    super(text, options);
    this.code = code;
    this.key = key;
    this.params = params;
    this.remedyText = options?.remedy;
    this.remedy = options?.remedy?.text;
    this.developerText = options?.developer;
  }

  static {
    Object.defineProperty(this.prototype, BRAND, { value: true });
  }
}

/** The server answered with a JSON-RPC error. The code and the words are the server's own. */
export class ProtocolError extends McpError {
  override readonly name: string = 'ProtocolError';
  /** The JSON-RPC error code, as sent. */
  readonly rpcCode: number;
  readonly data: unknown;
  /** The HTTP status it came with, where it came over HTTP. */
  readonly status: number | undefined;

  constructor(
    rpcCode: number,
    message: ErrorText,
    options: McpErrorOptions & { data?: unknown; status?: number | undefined; code?: McpErrorCode } = {},
  ) {
    super(options.code ?? 'server-error', message, options);
    this.rpcCode = rpcCode;
    this.data = options.data;
    this.status = options.status;
  }
}

/** An HTTP answer that is not an MCP message. */
export class HttpError extends McpError {
  override readonly name: string = 'HttpError';
  readonly status: number;
  /** Essence of the content type (`text/html`), or empty. */
  readonly contentType: string;
  /** The first {@link HttpError.EXCERPT_LENGTH} characters of the body. Text from a stranger: show it as text. */
  readonly excerpt: string;
  /** Characters of the body that are stored for diagnosis. */
  static readonly EXCERPT_LENGTH: number = 2000;
  /** The server's reason for the refusal, if the body contains it in a common form: show it as a quotation. */
  readonly serverWords: string | undefined;

  constructor(
    code: McpErrorCode,
    message: ErrorText,
    options: McpErrorOptions & {
      status: number;
      contentType?: string;
      serverWords?: string | undefined;
      excerpt?: string;
    },
  ) {
    super(code, message, options);
    this.status = options.status;
    this.contentType = options.contentType ?? '';
    this.excerpt = (options.excerpt ?? '').slice(0, HttpError.EXCERPT_LENGTH);
    this.serverWords = options.serverWords;
  }
}

/** True for an error of this library, also one made by another copy of it in the same page. */
export function isMcpError(error: unknown): error is McpError {
  return typeof error === 'object' && error !== null && (error as { [BRAND]?: unknown })[BRAND] === true;
}

/** Any thrown value as an `McpError`; an abort or a time-out of the platform becomes `cancelled` or `timeout`. */
export function asMcpError(error: unknown, code: McpErrorCode = 'bad-message'): McpError {
  if (isMcpError(error)) return error;
  const name = error instanceof DOMException && error.name;
  if (name === 'AbortError') return new McpError('cancelled', errorText('errors.cancelled'), { cause: error });
  if (name === 'TimeoutError') return new McpError('timeout', errorText('errors.timeout'), { cause: error });
  return new McpError(code, verbatim(error instanceof Error ? error.message : String(error)), { cause: error });
}
