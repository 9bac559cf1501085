/**
 * Everything that can go wrong, as a closed list. A code says what kind of failure it was; the message says what
 * happened, to what, and what to do.
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
  | 'declined' // the person, or the page's policy, refused what the server asked for
  | 'closed' // the session is not open
  | 'limit' // one of our documented limits was reached
  | 'load' // a file of this library did not load; says nothing about the server
  | 'internal' // a mistake in this library; says nothing about the server
  | 'storage';

export interface McpErrorOptions {
  cause?: unknown;
  /** What the reader can do about it, as a sentence. */
  remedy?: string | undefined;
}

const BRAND = Symbol.for('mcp-embed.error');

/** Characters of a message that are kept: it may quote a server, which decides how much it says. */
export const MAX_MESSAGE_LENGTH = 4000;

/** The base of every error this library throws on purpose. Recognise it with {@link isMcpError}, never by `instanceof`. */
export class McpError extends Error {
  override readonly name: string = 'McpError';
  readonly code: McpErrorCode;
  readonly remedy: string | undefined;

  constructor(code: McpErrorCode, message: string, options?: McpErrorOptions) {
    super(message.slice(0, MAX_MESSAGE_LENGTH), options);
    this.code = code;
    this.remedy = options?.remedy;
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
    message: string,
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
  /** Characters of the body kept for diagnosis. */
  static readonly EXCERPT_LENGTH: number = 2000;

  constructor(
    code: McpErrorCode,
    message: string,
    options: McpErrorOptions & { status: number; contentType?: string; excerpt?: string },
  ) {
    super(code, message, options);
    this.status = options.status;
    this.contentType = options.contentType ?? '';
    this.excerpt = (options.excerpt ?? '').slice(0, HttpError.EXCERPT_LENGTH);
  }
}

/** True for an error of this library, also one made by another copy of it in the same page. */
export function isMcpError(error: unknown): error is McpError {
  return typeof error === 'object' && error !== null && (error as { [BRAND]?: unknown })[BRAND] === true;
}

/** Any thrown value as an `McpError`; what the platform throws for an abort or a time-out becomes that. */
export function asMcpError(error: unknown, code: McpErrorCode = 'bad-message'): McpError {
  if (isMcpError(error)) return error;
  const name = error instanceof DOMException && error.name;
  if (name === 'AbortError') return new McpError('cancelled', 'The call was cancelled.', { cause: error });
  if (name === 'TimeoutError') return new McpError('timeout', 'The server did not answer in time.', { cause: error });
  return new McpError(code, error instanceof Error ? error.message : String(error), { cause: error });
}
