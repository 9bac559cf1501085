import type { RpcId } from './messages.js';

/**
 * The purpose of a request: a message, the GET stream, the end of the session, a step of a sign-in, or a check of the
 * CORS rules.
 */
export type ExchangePurpose = 'message' | 'stream' | 'end-session' | 'sign-in' | 'cors-check';

/** The steps of a sign-in, as the specification names them. All but `authorization` go through `fetch`. */
export type SignInPhase =
  | 'resource-metadata'
  | 'authorization-server-metadata'
  | 'client-registration'
  /** The page of the authorization server, which the person visits. */
  | 'authorization'
  | 'token'
  | 'token-revocation'
  | 'user-info'
  | 'other';

/** One event of an event stream. */
export interface ExchangeEvent {
  /** Milliseconds of `performance.now()`. */
  readonly at: number;
  readonly id?: string | undefined;
  /** The type; absent for `message`. */
  readonly event?: string | undefined;
  /** Characters of its data. */
  readonly size: number;
}

/**
 * Events of one exchange that are listed one by one. Further ones are only counted: a stream that stays open for days has
 * no end.
 */
export const MAX_EXCHANGE_EVENTS = 1000;
/** Characters of a body that are stored, if it contains no message: an error page, a step of a sign-in. */
export const MAX_EXCHANGE_BODY = 64_000;

/**
 * One HTTP request, and the readable part of the answer. It changes until it has ended. Headers have their real values.
 */
export interface HttpExchange {
  readonly purpose: ExchangePurpose;
  /** For `sign-in` only. */
  readonly phase?: SignInPhase | undefined;
  /** Milliseconds of `performance.now()` when it was sent. */
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: readonly (readonly [string, string])[];
  /** The body, unless it is a JSON-RPC message; cut after {@link MAX_EXCHANGE_BODY}. */
  readonly requestBody?: string | undefined;
  /** Characters of the body. */
  readonly requestSize: number;
  /** The JSON-RPC message that it carries: method and id. */
  readonly carries?: { readonly method?: string | undefined; readonly id?: RpcId | undefined } | undefined;
  /** Of the answer; 0 for a redirect, which a browser hides. Absent while there is none. */
  status?: number | undefined;
  statusText?: string | undefined;
  /** Those that CORS lets this page see. */
  responseHeaders?: readonly (readonly [string, string])[] | undefined;
  /** True for a redirect that was not followed. */
  isRedirect?: boolean | undefined;
  /** Milliseconds of `performance.now()` when the headers of the answer came, and when its body had come. */
  answeredAt?: number | undefined;
  endedAt?: number | undefined;
  /** Characters of the body that came so far. */
  responseSize: number;
  /** The body, if it contains no message; cut after {@link MAX_EXCHANGE_BODY}. */
  responseBody?: string | undefined;
  /** For `authorization` only: the address with which the person came back from the page at `url`. */
  callback?: string | undefined;
  /** Events of an event stream: the first {@link MAX_EXCHANGE_EVENTS}. */
  readonly events: readonly ExchangeEvent[];
  /** All events, also those that are not listed. */
  eventCount: number;
  /** The reason for a missing answer, or for its early end, as the browser's text. */
  failure?: string | undefined;
}

/** The exchange, and the event of its stream, with which a message came. */
export interface MessageSource {
  readonly exchange: HttpExchange;
  /** Absent for a body that is one message, or a list of them. */
  readonly event: ExchangeEvent | undefined;
}
