import { isMcpError } from '../../src/errors.js';
import { diagnose, secretsOf } from '../../src/diagnosis/diagnose.js';
import { DIAGNOSIS_TIMEOUT_MS } from '../../src/diagnosis/diagnosis-limits.js';
import { TOKEN_HEADER } from '../../src/diagnosis/probes.js';
import { withoutValues } from '../../src/diagnosis/report.js';
import { isFurtherOut } from '../../src/diagnosis/silence-findings.js';
import type { Finding, Verdict } from '../../src/diagnosis/types.js';
import { isLocalHost, reachOf } from '../../src/util/hosts.js';
import { redactAddress } from '../../src/secrets/addresses.js';
import { checkedAddresses } from '../relay/upstream-address.js';
import { checkCors, type CorsCheck } from './cors-check.js';
import { checkHandshakes, type HandshakeCheck } from './handshake-check.js';
import { PageFetch } from './page-fetch.js';
import { checkSignIn, type SignInCheck } from './sign-in-check.js';

/** A finding of the diagnosis, without the code for frameworks. */
export type CheckFinding = Omit<Finding, 'whatText' | 'remedyText' | 'snippets'>;

/**
 * The result of a check, which `--json` prints: plain data without secrets. Members are added in later versions; those that are
 * here keep their meaning while `version` is 1.
 */
export interface CheckResult {
  readonly format: 'mcp-embed-check';
  readonly version: 1;
  /** The address of the server, without the values of its query. */
  readonly url: string;
  /** The origin of the page. */
  readonly origin: string;
  /** True if a page of that origin can use the server, possibly after a sign-in. */
  readonly works: boolean;
  /** `works`, `works-after-sign-in`, or the problem, by the name that the diagnosis has for it. */
  readonly verdict: Verdict | 'works-after-sign-in';
  /** `unreadable`: CORS hides the answers. `none`: there was none. */
  readonly reach: 'readable' | 'unreadable' | 'none';
  /** The error code of the network, where nothing answers: `ECONNREFUSED`, for one. */
  readonly networkError?: string | undefined;
  /** True where the browser asks the person before the page may call that far into their network. */
  readonly asksForLocalNetwork: boolean;
  /** Absent where nothing answers. */
  readonly cors?: CorsCheck | undefined;
  /** Absent where the server wants no sign-in, or took the token that was given. */
  readonly signIn?: SignInCheck | undefined;
  /** One of each era. Absent where nothing answers, or a sign-in comes first. */
  readonly handshakes?: readonly HandshakeCheck[] | undefined;
  /** The findings of the diagnosis: errors first, then warnings, then information. */
  readonly findings: readonly CheckFinding[];
  /** Requests that were sent, preflights included. */
  readonly requests: number;
}

export interface CheckOptions {
  /** The origin of the page: `https://site.example`, or `null` for a page opened from disk. */
  readonly origin: string;
  /** Headers that the page sends with each request to the server, such as `Authorization`. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds that each request may take. Default: 8000. */
  readonly timeoutMs?: number | undefined;
  /** Replaces the `fetch` of Node. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Verdicts for a server without any answer. */
const SILENT: ReadonlySet<Verdict> = new Set([
  'bad-address',
  'bad-headers',
  'offline',
  'mixed-content',
  'local-network',
  'unreachable',
  'timeout',
]);

/**
 * Checks whether a server works from a page of an origin: reachability, CORS, sign-in, and the handshake of each era.
 * The diagnosis of the library decides the findings, from the view of the page. Nothing on the server is changed, and
 * sessions that were opened are closed.
 * @param url absolute, http or https
 * @throws never for faults of a server: they are in the result
 * @example const { works, findings } = await checkServer('https://example.com/mcp', { origin: 'https://site.example'
 * });
 */
export async function checkServer(url: string, options: CheckOptions): Promise<CheckResult> {
  const { origin, headers = {}, timeoutMs = DIAGNOSIS_TIMEOUT_MS } = options;
  const sessions = new Set<string>();
  const page = new PageFetch(origin, noting(guarded(url, options.fetch ?? globalThis.fetch), sessions));
  const diagnosis = await diagnose(url, { origin, headers, timeoutMs, fetch: page.fetch });
  const { verdict } = diagnosis;
  const isSilent = SILENT.has(verdict);
  const target = { url: diagnosis.url, headers, timeoutMs, page };
  const cors = isSilent ? undefined : await checkCors(target, origin);
  const signIn = verdict === 'unauthorized' ? await checkSignIn(target, diagnosis.findings) : undefined;
  const handshakes = isSilent || signIn ? undefined : await checkHandshakes(target);
  const hasToken = Object.keys(headers).some((name) => name.toLowerCase() === TOKEN_HEADER);
  const worksAfter = signIn?.isPossible === true && !hasToken;
  const result: CheckResult = {
    format: 'mcp-embed-check',
    version: 1,
    url: withoutValues(diagnosis.url),
    origin,
    works: verdict === 'works' || worksAfter,
    verdict: worksAfter ? 'works-after-sign-in' : verdict,
    reach: isSilent ? 'none' : verdict === 'cors-missing' ? 'unreadable' : 'readable',
    ...(isSilent && page.failure !== undefined && { networkError: page.failure }),
    asksForLocalNetwork: asksForLocalNetwork(diagnosis.url, origin),
    ...(cors && { cors }),
    ...(signIn && { signIn }),
    ...(handshakes && { handshakes }),
    findings: diagnosis.findings.map(({ id, severity, what, remedy, headerLines, evidence }) => ({
      ...{ id, severity, what, remedy, evidence },
      ...(headerLines && { headerLines }),
    })),
    requests: page.count,
  };
  return withoutSecrets(result, url, headers, sessions);
}

function asksForLocalNetwork(url: string, origin: string): boolean {
  if (!URL.canParse(url)) return false;
  const reach = reachOf(new URL(url).hostname);
  return reach !== 'public' && isFurtherOut({ origin }, reach);
}

/** The `fetch`, with the session ids noted that come through it, also those that CORS hides from a page: they are secrets. */
function noting(fetch: typeof globalThis.fetch, sessions: Set<string>): typeof globalThis.fetch {
  return async (...request) => {
    const response = await fetch(...request);
    const session = response.headers.get('mcp-session-id');
    if (session) sessions.add(session);
    return response;
  };
}

/**
 * A `fetch` that refuses foreign host names in the local network, unless the server is there too: the server chooses
 * those names. The connection looks the name up again, so this does not stop an owner who changes the name in between.
 */
function guarded(server: string, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  const own = URL.canParse(server) ? new URL(server) : undefined;
  return async (input, init) => {
    const url = new URL(input as string);
    if (own && url.host !== own.host && !isLocalHost(own.hostname))
      await checkedAddresses(url, {}).catch((error: unknown) => {
        if (isMcpError(error) && error.code === 'declined') throw new TypeError(error.message);
      });
    return fetch(input, init);
  };
}

/** The result is printed, and pasted into the issues of others. */
function withoutSecrets(
  result: CheckResult,
  url: string,
  headers: Readonly<Record<string, string>>,
  sessions: Iterable<string>,
): CheckResult {
  if (!URL.canParse(url)) return result;
  const known = secretsOf(url, headers, sessions);
  const { origin, pathname } = new URL(url);
  for (const segment of pathname.split('/'))
    if (redactAddress(`${origin}/${segment}`) !== `${origin}/${segment}`) known.add(segment, 'server');
  return known.withoutIn(result);
}
