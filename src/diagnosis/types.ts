import type { ErrorText } from '../errors.js';

/** Problems that stop a client from working. The first such finding is the verdict. */
export type Problem =
  | 'bad-address' // not an http(s) URL, or a port that browsers refuse
  | 'bad-headers' // the given headers cannot be sent
  | 'page-policy' // the page's own content security policy
  | 'offline'
  | 'mixed-content' // https page, plain http server
  | 'local-network' // the browser asks for, or refused, permission to reach the local network
  | 'unreachable' // no answer at all
  | 'timeout' // a host accepts the request and does not answer
  | 'cors-missing' // the server answers without CORS headers
  | 'cors-incomplete' // some answers are readable, but not the one that matters
  | 'preflight-refused' // the server refuses every preflight
  | 'cors-method-refused' // the server refuses preflights for POST
  | 'cors-header-refused' // the server does not allow certain request headers
  | 'session-id-hidden' // Mcp-Session-Id is not exposed
  | 'session-lost' // the server rejects its own session at once
  | 'unauthorized' // 401
  | 'forbidden' // 403
  | 'not-found' // 404
  | 'method-not-allowed' // 405
  | 'not-acceptable' // 406
  | 'media-type-refused' // 415
  | 'rate-limited' // 429
  | 'server-error' // 5xx
  | 'html'
  | 'not-mcp' // any other answer that is not an MCP message
  | 'redirect-elsewhere' // to another origin
  | 'unsupported-revision'
  | 'refused'; // an MCP server that answers with an error

/** Findings that do not stop a client. */
export type Note =
  | 'redirect-followed'
  | 'old-transport'
  | 'newer-headers-refused' // works, but in an older revision than the server could use
  | 'resume-header-refused' // broken streams cannot be resumed
  | 'delete-refused' // the page cannot close sessions
  | 'www-authenticate-hidden'
  | 'resource-metadata' // the server says where to sign in
  | 'no-resource-metadata'
  | 'resource-metadata-blocked'
  | 'found-elsewhere' // another path of this origin looks like an MCP server
  | 'request-limit'; // some tests were left out

export type FindingId = Problem | Note;
export type Verdict = 'works' | Problem;

/** One request and its result. Never contains a token, a session id or a query. */
export interface Evidence {
  /** The purpose of the request. */
  readonly step: Step;
  /** Method and address: `POST https://example.com/mcp`. */
  readonly request: string;
  /** Names of the request headers that the server had to allow, in lower case. */
  readonly sent: readonly string[];
  /** The HTTP status; undefined when there was no readable answer. */
  readonly status?: number | undefined;
  /** The result. `opaque`: the server answered, but the page may not read the answer. */
  readonly outcome: 'answered' | 'opaque' | 'blocked' | 'timed-out';
  /** The response headers that the page may read. */
  readonly headers: Readonly<Record<string, string>>;
  /** The first `MAX_EVIDENCE_LENGTH` characters of the body. Untrusted: show it as text only. */
  readonly excerpt?: string | undefined;
}

export type Framework =
  | 'Express'
  | 'Hono'
  | 'FastAPI or Starlette (Python SDK)'
  | 'nginx'
  | 'Cloudflare Worker'
  | 'ASP.NET Core'
  | 'Go net/http';

export interface Snippet {
  readonly framework: Framework;
  readonly code: string;
}

export interface Finding {
  readonly id: FindingId;
  readonly severity: 'error' | 'warning' | 'info';
  /** The problem, in English. */
  readonly what: string;
  /** The instruction for the user, in English. */
  readonly remedy: string;
  /** `what` by key and params, for its words in another language. */
  readonly whatText: ErrorText;
  /** `remedy` by key and params. */
  readonly remedyText: ErrorText;
  readonly evidence: readonly Evidence[];
  /** Response headers that the server must send, as complete lines. */
  readonly headerLines?: readonly string[] | undefined;
  /** Code for usual server frameworks that sends {@link headerLines}. */
  readonly snippets?: readonly Snippet[] | undefined;
}

/** The result of a diagnosis. Plain data: it can be stored, sent or shown. */
export interface Diagnosis {
  /** The address that was diagnosed, absolute. */
  readonly url: string;
  readonly verdict: Verdict;
  /** The negotiated revision, if the connection got that far. */
  readonly revision?: string | undefined;
  readonly transport?: 'streamable-http' | 'http-sse' | undefined;
  /** Errors first, then warnings, then information. */
  readonly findings: readonly Finding[];
  /** Number of requests that were sent, without preflights. */
  readonly requests: number;
}

export interface DiagnoseOptions {
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** The page's own headers, such as `Authorization`. They are sent to the origin of the address only. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Origin of the page that the diagnosis is about, for programs without one, whose `fetch` must ask as that page would. Default: that of this page. */
  readonly origin?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that each request may take. Default: 8000. */
  readonly timeoutMs?: number | undefined;
  /**
   * Called with each request once its outcome is known, to show the progress of the diagnosis. The body is not read
   * yet.
   */
  readonly onRequest?: ((request: Evidence) => void) | undefined;
}

/** The purpose of a request. */
export type Step =
  // Sent by every client that connects, with the same code.
  | 'discovery' // the first request of the newest revision
  | 'handshake' // the first request (`initialize`) of older revisions
  | 'message' // any later request or notification
  | 'stream' // GET
  | 'close-session' // DELETE
  // Sent by a diagnosis only.
  | 'redirect' // finds the target of a redirect; sent without the page's headers
  | 'reach' // no-cors: finds out whether the server answers at all
  | 'plain' // needs no preflight, so every page may send it
  | 'headers' // finds out whether a preflight allows these headers
  | 'sibling' // another path of the same origin
  | 'metadata'; // protected-resource metadata

/** One request and its result, as far as a page can see it. */
export interface Observation {
  readonly step: Step;
  readonly method: string;
  readonly url: string;
  /** Names, in lower case, of the headers for which a browser sends a preflight. */
  readonly sent: readonly string[];
  /** `opaque`: the server answered, but the page may not read the answer. */
  readonly outcome: 'answered' | 'opaque' | 'blocked' | 'timed-out';
  /** The HTTP status; 0 without a readable answer. */
  readonly status: number;
  /** The readable response headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Target of a redirect; `unknown` if the browser does not reveal it. */
  readonly redirectedTo?: string | undefined;
}

/** Facts about the page that runs the diagnosis. */
export interface PageFacts {
  /** Undefined outside a browser. */
  readonly origin: string | undefined;
  readonly online: boolean;
  /** State of the permission to reach the local network; undefined if the browser has no such permission. */
  readonly localNetwork: 'granted' | 'denied' | 'prompt' | undefined;
  /** The directive of the page's content security policy that blocked a request of the diagnosis. */
  readonly blockedBy: string | undefined;
}

/** Everything that decides the verdict. */
export interface Facts {
  readonly url: string;
  readonly page: PageFacts;
  /** Names of the caller's headers, in lower case. */
  readonly pageHeaders: readonly string[];
  readonly observations: readonly Observation[];
  /** The negotiated connection. It may have failed after that. */
  readonly opened?: { readonly revision: string; readonly transport: 'streamable-http' | 'http-sse' } | undefined;
  /** Why the connection failed, at the start or later. */
  readonly failure?: Failure | undefined;
  /** True when `MAX_DIAGNOSIS_REQUESTS` was reached. */
  readonly limited: boolean;
}

export interface Failure {
  readonly code: string;
  readonly words: ErrorText;
  readonly rpcCode?: number | undefined;
}
