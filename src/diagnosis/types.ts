/**
 * Requests that one diagnosis makes. Preflights, which the browser makes by itself, come on top. Tests beyond are left
 * out, and the report says so.
 */
export const MAX_DIAGNOSIS_REQUESTS = 28;
/**
 * Requests of {@link MAX_DIAGNOSIS_REQUESTS} that only closing may use, so that a session that was opened can always be
 * closed.
 */
export const DIAGNOSIS_REQUESTS_FOR_CLOSING = 2;
/** Milliseconds that each request of a diagnosis may take to be answered, where the caller names no other number. */
export const DIAGNOSIS_TIMEOUT_MS = 8000;
/** Rounds of requests: findings may lead to further ones. What is not known then stays open. */
export const MAX_DIAGNOSIS_ROUNDS = 4;
/** Headers of the page that are tested one by one. The others are not tested. */
export const MAX_TESTED_PAGE_HEADERS = 4;
/** Bytes of an answer that are read. The rest is not received. */
export const MAX_DIAGNOSIS_BODY_BYTES: number = 16 * 1024;
/** Characters of an answer, or of one of its headers, that evidence quotes. The rest is cut. */
export const MAX_EVIDENCE_LENGTH = 300;

/** What servers listen on and nobody can call. */
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
  /** Why it cannot be asked, and what to write instead; undefined when it can. */
  readonly trouble?: readonly [what: string, remedy: string];
}

/**
 * An address as it can be asked, or what is wrong with it.
 * @param base the page's own address, for relative ones
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

/** An observation as others may see it. */
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

/** Some servers take keys, and some give out session ids, in the query. */
export function withoutQuery(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search && '?…'}`;
}

/** What a request was for. */
export type Step =
  // What every client does to connect, done by the same code.
  | 'discovery' // the first words of the newest revision
  | 'handshake' // the first words of the older ones
  | 'message' // what follows them
  | 'stream' // GET
  | 'goodbye' // DELETE
  // What only a diagnosis does.
  | 'redirect' // where does it lead? asked without the headers of the page
  | 'reach' // no-cors: does anything answer at all?
  | 'plain' // readable for any page, no preflight
  | 'headers' // does a preflight allow these headers?
  | 'sibling' // another path of the same origin
  | 'metadata'; // who signs people in

/** One request and what came of it, as far as a page can see. */
export interface Observation {
  readonly step: Step;
  readonly method: string;
  readonly url: string;
  /** Names, in lower case, of the headers that a preflight asks for. */
  readonly sent: readonly string[];
  /** `opaque`: something answered, and nothing of it can be read. */
  readonly outcome: 'answered' | 'opaque' | 'blocked' | 'timed-out';
  /** 0 where there is none. */
  readonly status: number;
  /** What could be read, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Where a redirect led; `unknown` where the browser does not say. */
  readonly redirectedTo?: string | undefined;
}

/** What is known of the page that asks. */
export interface PageFacts {
  /** Undefined outside of a browser. */
  readonly origin: string | undefined;
  readonly online: boolean;
  /** The permission to reach the local network, where the browser has one. */
  readonly localNetwork: 'granted' | 'denied' | 'prompt' | undefined;
  /** The directive of the page's content security policy that blocked a request of ours. */
  readonly blockedBy: string | undefined;
}

/** Everything a verdict is made of. */
export interface Facts {
  readonly url: string;
  readonly page: PageFacts;
  /** Names of the headers that the caller gave, in lower case. */
  readonly pageHeaders: readonly string[];
  readonly observations: readonly Observation[];
  /** It came to a connection; something may have failed after that. */
  readonly opened?: { readonly revision: string; readonly transport: 'streamable-http' | 'http-sse' } | undefined;
  /** Why it did not, or did not last. */
  readonly failure?: Failure | undefined;
  /** The limit on requests was reached. */
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

/** Readable for the page: the server's CORS rules let this request pass with these headers. */
export function isAnswered({ outcome }: Observation): boolean {
  return outcome === 'answered';
}

/** Something of the address itself can be read. */
export function hasAnswered({ observations }: Facts): boolean {
  return observations.some((seen) => isAnswered(seen) && seen.step !== 'sibling' && seen.step !== 'metadata');
}

/** Part of what every client does, in contrast to the tests. */
export function isHandshake({ step }: Observation): boolean {
  return step === 'discovery' || step === 'handshake' || step === 'message' || step === 'stream';
}

export function isCrossOrigin({ url, page }: Facts): boolean {
  return page.origin !== undefined && new URL(url).origin !== page.origin;
}

/**
 * Where the challenge of a 401 says that the protected-resource metadata is. Only in the origin
 * that was asked: what else a browser asks is not for a server to choose.
 * @see https://www.rfc-editor.org/rfc/rfc9728
 */
export function challengeMetadata({ headers, url }: Observation): string | undefined {
  const named = /resource_metadata\s*=\s*(?:"([^"]*)"|([^\s,]+))/i.exec(headers['www-authenticate'] ?? '');
  const address = named?.[1] ?? named?.[2];
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { origin, href } = new URL(address);
  return origin === new URL(url).origin ? href : undefined;
}

/** The authorization servers that metadata names; undefined when it is none. */
export function authorizationServers(seen: Observation): readonly string[] | undefined {
  if (!isAnswered(seen) || seen.status !== 200) return undefined;
  try {
    const { authorization_servers: servers } = JSON.parse(seen.body) as { authorization_servers?: unknown };
    return Array.isArray(servers) ? servers.filter((one) => typeof one === 'string') : undefined;
  } catch {
    return undefined;
  }
}

/** The answer that says most about why it did not work, and what it says. */
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
/** Who refuses us, or is in trouble, says so at once; whatever else was tried after that is less. */
const DECISIVE: ReadonlySet<Problem> = new Set(['unauthorized', 'forbidden', 'rate-limited', 'server-error']);

/** Undefined when nothing was answered readably, or nothing failed. */
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
  // A server that speaks JSON-RPC is at the right path, whatever it says.
  if (isRpc(body) && (known === 'not-found' || known === undefined)) return 'refused';
  if (known) return known;
  if (typeOf(seen) === 'text/html') return 'html';
  return status >= 400 ? 'refused' : 'not-mcp';
}

export function isRpc(body: string): boolean {
  return /^\s*[[{]/.test(body) && /"jsonrpc"\s*:\s*"2\.0"/.test(body);
}
