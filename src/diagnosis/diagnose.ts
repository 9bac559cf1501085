import { asMcpError, errorTextOf, type McpError, type ProtocolError } from '../errors.js';
import type { Connection } from '../protocol/era.js';
import { open } from '../protocol/negotiate.js';
import { reachOf } from '../util/hosts.js';
import { requireServerAllowed } from '../policy/site-policy.js';
import { Redactor } from '../secrets/redactor.js';
import { secretsInHeader } from '../secrets/addresses.js';
import { withHidden } from './error-texts.js';
import { findingOf } from './finding.js';
import { decide } from './findings.js';
import { evidenceOf } from './observations.js';
import { nextProbes, runProbe } from './probes.js';
import { Recorder } from './recorder.js';
import {
  type DiagnoseOptions,
  type Diagnosis,
  type Evidence,
  type Facts,
  type Failure,
  type Finding,
  type Observation,
  type PageFacts,
} from './types.js';
import { readAddress } from './server-address.js';
import { DIAGNOSIS_TIMEOUT_MS, MAX_DIAGNOSIS_ROUNDS } from './diagnosis-limits.js';

/**
 * Names of the permission to reach local hosts: Chromium first had `local-network-access`, then split it in two. A
 * query for an unknown name throws.
 */
const PERMISSIONS = {
  loopback: ['loopback-network', 'local-network-access'],
  private: ['local-network', 'local-network-access'],
} as const;

interface PageWatch {
  facts(): Promise<PageFacts>;
  stop(): void;
}

interface OpeningOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Finds out why a page cannot use an MCP server, or confirms that it can. Each finding says what happened, to what, and
 * what to do, with the response headers that the server must add. It connects once as a session would, closes what it
 * opened, and sends only requests that change nothing: at most {@link MAX_DIAGNOSIS_REQUESTS}.
 * @param url absolute, or relative to the page
 * @throws McpError `cancelled` when `signal` aborts; `declined` where the site policy does not allow the server. Every other problem is a finding.
 * @example
 * const { verdict, findings } = await diagnose('https://example.com/mcp');
 */
export async function diagnose(url: string, options: DiagnoseOptions = {}): Promise<Diagnosis> {
  const location = globalThis.location as Location | undefined;
  const address = readAddress(url, location?.href);
  if (address.trouble) {
    const finding = findingOf('bad-address', 'error', address.trouble, []);
    return { url: address.url, verdict: 'bad-address', findings: [finding], requests: 0 };
  }
  requireServerAllowed(address.url);
  const life = new AbortController();
  const watch = watchPage(address.url, options.origin ?? location?.origin);
  try {
    return await investigate(address.url, options, life.signal, watch);
  } catch (error) {
    throw asMcpError(error);
  } finally {
    watch.stop();
    // Ends streams that are still open.
    life.abort();
  }
}

/** Watches for policy violations of the page while requests to `url` run. */
function watchPage(url: string, pageOrigin: string | undefined): PageWatch {
  let blockedBy: string | undefined;
  const { origin } = new URL(url);
  const onViolation = (event: SecurityPolicyViolationEvent): void => {
    if (event.disposition === 'enforce' && originOf(event.blockedURI) === origin) blockedBy = event.effectiveDirective;
  };
  // The event bubbles from the document to the window. A worker dispatches it on its global scope.
  const target = globalThis as Partial<Pick<typeof globalThis, 'addEventListener' | 'removeEventListener'>>;
  target.addEventListener?.('securitypolicyviolation', onViolation as EventListener);
  return {
    async facts() {
      // The violation event is dispatched after the request has failed.
      await new Promise((resolve) => setTimeout(resolve, 20));
      return {
        origin: pageOrigin,
        online: globalThis.navigator?.onLine ?? true,
        localNetwork: await localNetworkPermission(url),
        blockedBy,
      };
    },
    stop() {
      target.removeEventListener?.('securitypolicyviolation', onViolation as EventListener);
    },
  };
}

function originOf(uri: string): string {
  return URL.canParse(uri) ? new URL(uri).origin : '';
}

async function localNetworkPermission(url: string): Promise<PageFacts['localNetwork']> {
  const reach = reachOf(new URL(url).hostname);
  if (reach === 'public') return undefined;
  for (const name of PERMISSIONS[reach]) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the second name is asked only if the first is unknown
      const { state } = await globalThis.navigator.permissions.query({ name: name as PermissionName });
      return state;
    } catch {
      continue;
    }
  }
  return undefined;
}

/**
 * Connects with the code that every session uses, sends one ping and closes the connection. The recorder observes the
 * requests.
 */
async function tryOpening(options: OpeningOptions): Promise<Pick<Facts, 'opened' | 'failure'>> {
  const { url, headers, fetch, timeoutMs, signal } = options;
  const endpoint = { url, fetch, headers: async () => headers, onProblem: () => {} };
  let connection: Connection;
  try {
    connection = await open({
      endpoint,
      client: { name: 'mcp-embed', version: 'diagnosis' },
      capabilities: () => ({}),
      answerServerRequest: async () => () => undefined,
      onNotification: () => {},
      onStreamEnd: () => {},
      onProblem: () => {},
      signal,
      timeoutMs,
    });
  } catch (error) {
    return { failure: failureOf(asMcpError(error)) };
  }
  const opened = {
    revision: connection.protocol.revision.id,
    transport: connection.kind === 'http-sse' ? ('http-sse' as const) : ('streamable-http' as const),
  };
  try {
    await ping(connection, signal, timeoutMs);
    return { opened };
  } catch (error) {
    const failure = failureOf(asMcpError(error));
    // A JSON-RPC error is still an answer, so the session works.
    return failure.code === 'server-error' ? { opened } : { opened, failure };
  } finally {
    await connection.peer.close(connection.era.headers(connection.protocol));
  }
}

/** Sends the first request after the handshake: some servers complete the handshake and then reject its session. */
async function ping({ era, protocol, peer }: Connection, signal: AbortSignal, timeoutMs: number): Promise<void> {
  const request = { method: 'ping' };
  if (era.methods.has(request.method)) await peer.request(era.encodeRequest(request, protocol), { signal, timeoutMs });
}

function failureOf(error: McpError): Failure {
  return { code: error.code, words: errorTextOf(error), rpcCode: (error as Partial<ProtocolError>).rpcCode };
}

/**
 * Collects the values that no finding may contain: headers, session ids and query parameters. Servers repeat them in
 * answers.
 */
export function secretsOf(
  url: string,
  headers: Readonly<Record<string, string>>,
  sessions: Iterable<string>,
): Redactor {
  const sent = Object.entries(headers).flatMap(([name, value]) => secretsInHeader(name, value));
  const known = new Redactor();
  for (const value of [...sent, ...sessions, ...new URL(url).searchParams.values()])
    // `server` keeps the value in this redactor only; other sessions of the page do not need it.
    if (value) known.add(value, 'server');
  return known;
}

function evidenceWithout({ headers, excerpt, ...rest }: Evidence, hide: (text: string) => string): Evidence {
  return {
    ...rest,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hide(value)])),
    ...(excerpt !== undefined && { excerpt: hide(excerpt) }),
  };
}

/** The finding with known secrets removed from everything that may quote the server. */
function redactStored(finding: Finding, known: Redactor): Finding {
  const { whatText, remedyText, evidence, ...rest } = finding;
  const hide = (text: string): string => known.withoutKnown(text);
  const [what, remedy] = [withHidden(whatText, hide), withHidden(remedyText, hide)];
  return {
    ...rest,
    what: what.text,
    remedy: remedy.text,
    whatText: what,
    remedyText: remedy,
    evidence: evidence.map((one) => evidenceWithout(one, hide)),
  };
}

async function investigate(
  url: string,
  options: DiagnoseOptions,
  life: AbortSignal,
  watch: PageWatch,
): Promise<Diagnosis> {
  const { fetch = globalThis.fetch, headers = {}, timeoutMs = DIAGNOSIS_TIMEOUT_MS } = options;
  const signal = AbortSignal.any([life, ...(options.signal ? [options.signal] : [])]);
  signal.throwIfAborted();
  const pageHeaders = Object.keys(headers).map((name) => name.toLowerCase());
  const recorder = new Recorder({ fetch, url, pageHeaders, timeoutMs, signal, onObservation });
  function onObservation(seen: Observation): void {
    if (!options.onRequest) return;
    const known = secretsOf(url, headers, recorder.sessions);
    try {
      options.onRequest(evidenceWithout(evidenceOf(seen), (text) => known.withoutKnown(text)));
    } catch (error) {
      // A mistake of the page must not count as a request without an answer.
      reportError(error);
    }
  }
  const outcome = await tryOpening({ url, headers, fetch: recorder.fetch, timeoutMs, signal });
  const look = async (): Promise<Facts> => {
    await recorder.settled();
    signal.throwIfAborted();
    const { observations, limited } = recorder;
    return { url, page: await watch.facts(), pageHeaders, observations, limited, ...outcome };
  };
  let facts = await look();
  for (let round = 0; round < MAX_DIAGNOSIS_ROUNDS; round++) {
    const probes = nextProbes(facts);
    if (probes.length === 0) break;
    // oxlint-disable-next-line no-await-in-loop -- each round depends on the results of the last
    await Promise.all(probes.map((probe) => runProbe(probe, recorder, headers)));
    // oxlint-disable-next-line no-await-in-loop -- each round depends on the results of the last
    facts = await look();
  }
  const { findings, ...rest } = decide(facts);
  const known = secretsOf(url, headers, recorder.sessions);
  return { url, ...rest, findings: findings.map((one) => redactStored(one, known)), requests: recorder.count };
}
