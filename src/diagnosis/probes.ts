import { AUTHORIZATION, PROTOCOL_HEADERS } from '../transport/cors-rules.js';
import type { Recorder } from './recorder.js';
import { type Facts, type Observation, type Problem, type Step } from './types.js';
import { mostInformativeAnswer } from './classify-answer.js';
import { challengeMetadata, hasAnswered, isAnswered, isCrossOrigin, isClientRequest } from './observations.js';
import { MAX_TESTED_PAGE_HEADERS } from './diagnosis-limits.js';

/** The header of a token, in lower case. */
export const TOKEN_HEADER: string = AUTHORIZATION.toLowerCase();

/** A request that the diagnosis should send next. */
export interface Probe {
  readonly step: Step;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly mode: 'cors' | 'no-cors';
  /** Names of headers to send, besides those that need no preflight. */
  readonly headers: readonly string[];
}

/**
 * The requests to send next, judged by the facts so far. Pure. An empty list ends the diagnosis. No probe changes
 * anything on a server: each is a GET, an empty POST, or the request for the server's capabilities.
 */
export function nextProbes(facts: Facts): readonly Probe[] {
  const probes = [
    ...reachProbes(facts),
    ...headerProbes(facts),
    ...tokenProbes(facts),
    ...siblingProbes(facts),
    ...metadataProbes(facts),
  ];
  return probes.filter((probe) => !facts.observations.some((seen) => isAnswerTo(seen, probe)));
}

function isAnswerTo(seen: Observation, { step, method, url, headers }: Probe): boolean {
  return seen.step === step && seen.method === method && seen.url === url && sameNames(seen.sent, headers);
}

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name) => b.includes(name));
}

/** No POST of the client was answered: tests whether the server can be reached and whether any answer is readable. */
function reachProbes({ url, page, opened, failure, observations }: Facts): readonly Probe[] {
  const opening = observations.filter(isClientRequest);
  const posts = opening.filter(({ method }) => method === 'POST');
  const silent = posts.length > 0 && posts.every(({ outcome }) => outcome === 'blocked');
  if (opened || !silent || page.blockedBy || failure?.code === 'invalid-input') return [];
  const plain = { step: 'plain', url, mode: 'cors', headers: [] } as const;
  const others: readonly Probe[] = [
    { step: 'reach', method: 'GET', url, mode: 'no-cors', headers: [] },
    { ...plain, method: 'GET' },
  ];
  return [{ ...plain, method: 'POST' }, ...(opening.some(isAnswered) ? [] : others)];
}

/** Tests which headers the preflight accepts: all that are needed together, then each alone. */
function headerProbes(facts: Facts): readonly Probe[] {
  const { url, opened, observations } = facts;
  if (!isCrossOrigin(facts) || !hasAnswered(facts)) return [];
  const ask = (headers: readonly string[]): Probe => ({ step: 'headers', method: 'POST', url, mode: 'cors', headers });
  const doubtful = unprovenHeaders(facts);
  if (doubtful.length === 0) return [];
  const testedTogether = observations.some(({ step, sent }) => step === 'headers' && sent.length > 1);
  const blocked = observations.some((seen) => isClientRequest(seen) && seen.outcome === 'blocked');
  if (opened && !blocked && !testedTogether && doubtful.length > 1) return [ask(doubtful)];
  if (!opened && !blocked) return [];
  const alone = doubtful.map((name) => ask([name]));
  // Some servers refuse every preflight for POST. A GET shows whether the method or the header is refused.
  const hopeless = alone.every((probe) => observations.some((seen) => isAnswerTo(seen, probe)));
  return hopeless && doubtful.includes('content-type') ? [{ ...ask(['mcp-protocol-version']), method: 'GET' }] : alone;
}

/** The server wants a sign-in: tests whether it allows the header that carries the token after one. */
function tokenProbes(facts: Facts): readonly Probe[] {
  const wantsToken = !facts.opened && mostInformativeAnswer(facts)?.id === 'unauthorized';
  if (!wantsToken || !isCrossOrigin(facts) || facts.pageHeaders.includes(TOKEN_HEADER)) return [];
  return [{ step: 'headers', method: 'POST', url: facts.url, mode: 'cors', headers: [TOKEN_HEADER] }];
}

/** Headers that no readable answer has confirmed yet. */
export function unprovenHeaders({ observations, opened, pageHeaders }: Facts): readonly string[] {
  const answered = observations.filter(
    (seen) => isAnswered(seen) && (isClientRequest(seen) || (seen.step === 'headers' && seen.method === 'POST')),
  );
  const proven = new Set(answered.flatMap(({ sent }) => sent));
  // HTTP+SSE, the oldest transport, has no headers of its own.
  const own = opened?.transport === 'http-sse' ? ['Content-Type'] : PROTOCOL_HEADERS;
  const wanted = new Set([...own.map((name) => name.toLowerCase()), ...pageHeaders.slice(0, MAX_TESTED_PAGE_HEADERS)]);
  return [...wanted].filter((name) => !proven.has(name));
}

const WRONG_PATH: ReadonlySet<Problem | undefined> = new Set(['not-found', 'method-not-allowed', 'html', 'not-mcp']);

/** No MCP server at this path: tests the other usual paths of the same origin. */
function siblingProbes(facts: Facts): readonly Probe[] {
  if (facts.opened) return [];
  // An unreadable answer may come from a wrong path: often only the right path sends CORS headers.
  const unreadable = !hasAnswered(facts) && facts.observations.some(({ outcome }) => outcome === 'opaque');
  if (!unreadable && !WRONG_PATH.has(mostInformativeAnswer(facts)?.id)) return [];
  const { origin, pathname } = new URL(facts.url);
  const here = pathname.replace(/\/+$/, '');
  const post = [...new Set([`${origin}${here}/mcp`, `${origin}/mcp`])];
  const probes: Probe[] = [
    ...post.map((url) => ({ method: 'POST', url, headers: siblingHeaders(url, facts) }) as const),
    { method: 'GET', url: `${origin}/sse`, headers: [] } as const,
  ].map((probe) => ({ step: 'sibling', mode: 'cors', ...probe }));
  return probes.filter(({ url }) => url !== facts.url);
}

/** Headers for the newest first request. If CORS blocks it, none: an empty POST, which older servers answer too. */
function siblingHeaders(at: string, { observations }: Facts): readonly string[] {
  const newest = ['content-type', 'mcp-protocol-version', 'mcp-method'];
  const blocked = observations.some(
    ({ step, url, outcome }) => step === 'sibling' && url === at && outcome === 'blocked',
  );
  return blocked ? ['content-type'] : newest;
}

/** Requests for the protected-resource metadata, without any header of the page. */
function metadataProbes(facts: Facts): readonly Probe[] {
  const informative = mostInformativeAnswer(facts);
  if (facts.opened || informative?.id !== 'unauthorized') return [];
  const { origin, pathname } = new URL(facts.url);
  const wellKnown = `${origin}/.well-known/oauth-protected-resource`;
  const named = challengeMetadata(informative.seen);
  const urls = named ? [named] : [...new Set([`${wellKnown}${pathname.replace(/\/$/, '')}`, wellKnown])];
  return urls.map((url) => ({ step: 'metadata', method: 'GET', url, mode: 'cors', headers: [] }));
}

/** The value of a test header: only the header's name matters. */
const ANY_VALUE = 'diagnosis';

/**
 * Sends one probe. The recorder notes the result.
 * @throws only when the whole diagnosis ends
 */
export async function runProbe(
  { step, method, url, mode, headers: names }: Probe,
  recorder: Recorder,
  pageHeaders: Readonly<Record<string, string>>,
): Promise<void> {
  const given = new Headers(pageHeaders);
  const headers = new Headers({ Accept: 'application/json, text/event-stream' });
  for (const name of names) headers.set(name, given.get(name) ?? recorder.sample?.headers.get(name) ?? ANY_VALUE);
  // An empty POST is enough to learn what the preflight says. It also has no content type.
  const body = names.includes('mcp-method') && step === 'sibling' ? recorder.sample?.body : undefined;
  const init = {
    method,
    mode,
    headers,
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  } as const;
  try {
    const response = await recorder.send(step, url, body === undefined ? init : { ...init, body });
    // A stream would stay open. The recorder reads other bodies from a copy.
    response.body?.cancel().catch(() => {});
  } catch {
    // The recorder has noted the failure as an observation.
  }
}
