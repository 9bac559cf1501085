/**
 * Requests that one diagnosis sends, not counting preflights, which the browser adds. At the limit the remaining tests
 * are left out, and the finding `request-limit` says so.
 */
export const MAX_DIAGNOSIS_REQUESTS = 28;
/**
 * Requests of {@link MAX_DIAGNOSIS_REQUESTS} that are reserved for closing sessions, so that an opened session can
 * always be closed.
 */
export const DIAGNOSIS_REQUESTS_FOR_CLOSING = 2;
/** Milliseconds within which each request of a diagnosis must be answered, unless `timeoutMs` is given. */
export const DIAGNOSIS_TIMEOUT_MS = 8000;
/** Rounds of probes: the result of one round can require another. After the last, open questions stay open. */
export const MAX_DIAGNOSIS_ROUNDS = 4;
/** Headers of the page that are tested one by one. Further ones are not tested. */
export const MAX_TESTED_PAGE_HEADERS = 4;
/** Bytes of an answer that are read. The rest is not received. */
export const MAX_DIAGNOSIS_BODY_BYTES: number = 16 * 1024;
/** Characters of an answer, or of one of its headers, that evidence quotes. The rest is cut. */
export const MAX_EVIDENCE_LENGTH = 300;

/** True for a wildcard address (0.0.0.0, ::). Servers listen on it, but clients cannot call it. */
export function isWildcard(hostname: string): boolean {
  return hostname === '0.0.0.0' || hostname === '[::]';
}

/** @see https://fetch.spec.whatwg.org/#port-blocking */
const BLOCKED_PORTS: ReadonlySet<string> = new Set(
  (
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 ' +
    '137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 ' +
    '1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080'
  ).split(' '),
);

interface Address {
  readonly url: string;
  /** Why the address cannot be called, and what to write instead; undefined for a valid address. */
  readonly trouble?: readonly [what: string, remedy: string];
}

/**
 * Parses and checks an address.
 * @param base the page's own address, for relative addresses
 */
export function readAddress(given: string, base?: string): Address {
  let url: URL;
  try {
    if (!given.trim()) throw new TypeError('empty');
    url = new URL(given, base);
  } catch {
    return {
      url: given,
      trouble: [
        `“${given.slice(0, MAX_EVIDENCE_LENGTH)}” is not a web address.`,
        'Write it whole, for example https://example.com/mcp.',
      ],
    };
  }
  const { protocol, username, password, port } = url;
  if (protocol !== 'https:' && protocol !== 'http:')
    return {
      url: given,
      trouble: [
        `“${given.slice(0, MAX_EVIDENCE_LENGTH)}” begins with ${protocol}, which no MCP server answers over HTTP.`,
        'Write https:// or http:// before the name of the server.',
      ],
    };
  url.hash = '';
  if (username || password) {
    url.username = url.password = '';
    return {
      url: url.href,
      trouble: [
        `The address of ${url.host} contains a user name or a password, and browsers do not send such requests.`,
        'Take them out of the address and give the server an Authorization header.',
      ],
    };
  }
  if (BLOCKED_PORTS.has(port))
    return {
      url: url.href,
      trouble: [
        `Browsers refuse to call port ${port} of any server, because it belongs to another protocol.`,
        'Let the server listen on another port, for example 3000.',
      ],
    };
  return { url: url.href };
}

/** What stops a client from working. The first such finding is the verdict. */
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

/** What is worth knowing but does not stop a client. */
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
  /** The first {@link MAX_EVIDENCE_LENGTH} characters of the body. Untrusted: show it as text only. */
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
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that each request may take. Default: 8000. */
  readonly timeoutMs?: number | undefined;
}

/** An observation as evidence: without the query, the body shortened. */
export function evidenceOf(seen: Observation): Evidence {
  const { method, url, sent, outcome, status, headers, body } = seen;
  return {
    request: `${method} ${withoutQuery(url)}`,
    sent,
    outcome,
    ...(status > 0 && { status }),
    headers,
    ...(body !== '' && { excerpt: body.slice(0, MAX_EVIDENCE_LENGTH) }),
  };
}

/** The URL without its query, which may contain keys or session ids. */
export function withoutQuery(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search && '?…'}`;
}

/** The purpose of a request. */
export type Step =
  // Sent by every client that connects, with the same code.
  | 'discovery' // the first request of the newest revision
  | 'handshake' // the first request (`initialize`) of older revisions
  | 'message' // any later request or notification
  | 'stream' // GET
  | 'goodbye' // DELETE
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
  /** True when {@link MAX_DIAGNOSIS_REQUESTS} was reached. */
  readonly limited: boolean;
}

export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly rpcCode?: number | undefined;
}

export function typeOf({ headers }: Observation): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/** True if the page may read the answer: the server's CORS rules allowed this request with these headers. */
export function isAnswered({ outcome }: Observation): boolean {
  return outcome === 'answered';
}

/** True if at least one answer from the diagnosed address was readable. */
export function hasAnswered({ observations }: Facts): boolean {
  return observations.some((seen) => isAnswered(seen) && seen.step !== 'sibling' && seen.step !== 'metadata');
}

/** True for requests that every client sends, false for probes. */
export function isHandshake({ step }: Observation): boolean {
  return step === 'discovery' || step === 'handshake' || step === 'message' || step === 'stream';
}

export function isCrossOrigin({ url, page }: Facts): boolean {
  return page.origin !== undefined && new URL(url).origin !== page.origin;
}

/**
 * Address of the protected-resource metadata, from the challenge of a 401. Only addresses of the diagnosed origin are
 * accepted: a server must not choose what else this browser requests.
 * @see https://www.rfc-editor.org/rfc/rfc9728
 */
export function challengeMetadata({ headers, url }: Observation): string | undefined {
  const named = /resource_metadata\s*=\s*(?:"([^"]*)"|([^\s,]+))/i.exec(headers['www-authenticate'] ?? '');
  const address = named?.[1] ?? named?.[2];
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { origin, href } = new URL(address);
  return origin === new URL(url).origin ? href : undefined;
}

/** The authorization servers that the metadata names; undefined if the answer is not valid metadata. */
export function authorizationServers(seen: Observation): readonly string[] | undefined {
  if (!isAnswered(seen) || seen.status !== 200) return undefined;
  try {
    const { authorization_servers: servers } = JSON.parse(seen.body) as { authorization_servers?: unknown };
    return Array.isArray(servers) ? servers.filter((one) => typeof one === 'string') : undefined;
  } catch {
    return undefined;
  }
}

/** The answer that explains the failure best, and the problem it shows. */
export interface InformativeAnswer {
  readonly id: Problem;
  readonly seen: Observation;
}

const BY_STATUS: Readonly<Record<number, Problem>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  406: 'not-acceptable',
  410: 'not-found',
  415: 'media-type-refused',
  429: 'rate-limited',
};
/** Problems that are decisive whenever they occur, even if later answers failed differently. */
const DECISIVE: ReadonlySet<Problem> = new Set(['unauthorized', 'forbidden', 'rate-limited', 'server-error']);

/** @returns undefined when no answer was readable, or nothing failed */
export function mostInformativeAnswer({ observations, failure }: Facts): InformativeAnswer | undefined {
  if (!failure) return undefined;
  const answers = observations
    .filter((seen) => isHandshake(seen) && isAnswered(seen))
    .map((seen) => ({ seen, id: meaningOf(seen) }));
  const among = (step: Observation['step']): InformativeAnswer | undefined =>
    answers.findLast(({ seen }) => seen.step === step);
  return (
    answers.find(({ seen }) => leadsElsewhere(seen)) ??
    answers.find(({ id }) => DECISIVE.has(id)) ??
    among('message') ??
    among('handshake') ??
    among('discovery')
  );
}

export function leadsElsewhere({ redirectedTo, url }: Observation): boolean {
  return (
    redirectedTo !== undefined && (redirectedTo === 'unknown' || new URL(redirectedTo).origin !== new URL(url).origin)
  );
}

function meaningOf(seen: Observation): Problem {
  const { status, body } = seen;
  if (leadsElsewhere(seen)) return 'redirect-elsewhere';
  if (status >= 500) return 'server-error';
  const known = BY_STATUS[status];
  // A server that answers with JSON-RPC is at the right path, whatever the status.
  if (isRpc(body) && (known === 'not-found' || known === undefined)) return 'refused';
  if (known) return known;
  if (typeOf(seen) === 'text/html') return 'html';
  return status >= 400 ? 'refused' : 'not-mcp';
}

export function isRpc(body: string): boolean {
  return /^\s*[[{]/.test(body) && /"jsonrpc"\s*:\s*"2\.0"/.test(body);
}
