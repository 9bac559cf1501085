/** What keeps a client from working. The first of them is the verdict. */
export type Problem =
  | 'bad-address' // no http(s) URL, or a port that browsers refuse
  | 'bad-headers' // the headers given cannot be sent
  | 'page-policy' // the page's own content security policy
  | 'offline'
  | 'mixed-content' // https page, plain http server
  | 'local-network' // the browser asks for, or refused, the permission to reach the local network
  | 'unreachable' // nothing answers at all
  | 'timeout' // something accepts the request and does not answer
  | 'cors-missing' // it answers, and allows no page to read that
  | 'cors-incomplete' // some of its answers may be read, the one that matters may not
  | 'preflight-refused' // it allows no request that needs a preflight
  | 'cors-method-refused' // it answers no preflight for a POST
  | 'cors-header-refused' // it does not allow certain request headers
  | 'session-id-hidden' // Mcp-Session-Id is not exposed
  | 'session-lost' // it forgets a session at once
  | 'unauthorized' // 401
  | 'forbidden' // 403
  | 'not-found' // 404
  | 'method-not-allowed' // 405
  | 'not-acceptable' // 406
  | 'media-type-refused' // 415
  | 'rate-limited' // 429
  | 'server-error' // 5xx
  | 'html'
  | 'not-mcp' // any other answer that is no MCP message
  | 'redirect-elsewhere' // to another origin
  | 'unsupported-revision'
  | 'refused'; // an MCP server that says no, in its own words

/** What is worth knowing besides. */
export type Note =
  | 'redirect-followed'
  | 'old-transport'
  | 'newer-headers-refused' // works, in an older revision than it could
  | 'resume-header-refused' // broken streams cannot be taken up again
  | 'delete-refused' // sessions cannot be closed
  | 'www-authenticate-hidden'
  | 'resource-metadata' // where to sign in is known
  | 'no-resource-metadata'
  | 'resource-metadata-blocked'
  | 'found-elsewhere' // another path of this origin looks like MCP
  | 'request-limit'; // some tests were left out

export type FindingId = Problem | Note;
export type Verdict = 'works' | Problem;

/** One request and what came of it. Never contains a token, a session id or a query. */
export interface Evidence {
  /** Method and address: `POST https://example.com/mcp`. */
  readonly request: string;
  /** Names of the request headers that the server had to allow, in lower case. */
  readonly sent: readonly string[];
  /** The HTTP status; undefined when the browser gave us no answer to read. */
  readonly status?: number | undefined;
  /** Why there is no status. `opaque`: something answered, unreadably. */
  readonly outcome: 'answered' | 'opaque' | 'blocked' | 'timed-out';
  /** The response headers that the browser let us read. */
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of the body. Text from a stranger: show it as text. */
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
  /** What happened, to what. */
  readonly what: string;
  /** What to do. */
  readonly remedy: string;
  readonly evidence: readonly Evidence[];
  /** Response headers the server must send, whole lines. */
  readonly headerLines?: readonly string[] | undefined;
  /** The same for the usual server frameworks. */
  readonly snippets?: readonly Snippet[] | undefined;
}

/** What a diagnosis found out. Plain data: it can be stored, sent or shown. */
export interface Diagnosis {
  /** The address that was asked, absolute. */
  readonly url: string;
  readonly verdict: Verdict;
  /** The revision that was agreed, where it came to that. */
  readonly revision?: string | undefined;
  readonly transport?: 'streamable-http' | 'http-sse' | undefined;
  /** The worst first. */
  readonly findings: readonly Finding[];
  /** How many requests it took. */
  readonly requests: number;
}

export interface DiagnoseOptions {
  /** Replaces `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** The page's own headers, `Authorization` for one. They go to the origin of the address and nowhere else. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds each request may take; 8000 by default. */
  readonly timeoutMs?: number | undefined;
}
