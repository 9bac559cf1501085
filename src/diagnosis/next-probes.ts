import { isAnswered, isCrossOrigin, isOpening, type Facts, type Observation, type Step } from './observation.js';
import { MAX_TESTED_PAGE_HEADERS } from './limits.js';
import { challengeMetadata } from './sign-in.js';
import { tellingAnswer } from './telling-answer.js';

/** One more question, before anybody knows how it is asked. */
export interface Probe {
  readonly step: Step;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly mode: 'cors' | 'no-cors';
  /** Names of headers to send, besides those that every page may. */
  readonly headers: readonly string[];
}

/** What a browser client sends over time, whichever revision it comes to. */
const PROTOCOL_HEADERS = [
  'content-type',
  'mcp-protocol-version',
  'mcp-session-id',
  'mcp-method',
  'mcp-name',
  'last-event-id',
] as const;

/**
 * What to ask next, judging by what is known. Pure. An empty answer ends the diagnosis.
 * Nothing here changes anything on a server: a GET, or the question who it is.
 */
export function nextProbes(facts: Facts): readonly Probe[] {
  const probes = [...reachProbes(facts), ...headerProbes(facts), ...siblingProbes(facts), ...metadataProbes(facts)];
  return probes.filter((probe) => !facts.observations.some((seen) => isAnswerTo(seen, probe)));
}

function isAnswerTo(seen: Observation, { step, method, url, headers }: Probe): boolean {
  return seen.step === step && seen.method === method && seen.url === url && sameNames(seen.sent, headers);
}

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name) => b.includes(name));
}

/** Nothing that the client said was answered: is anybody there, and may a page read anything of it? */
function reachProbes({ url, page, opened, failure, observations }: Facts): readonly Probe[] {
  const opening = observations.filter(isOpening);
  const silent = opening.length > 0 && opening.every(({ outcome }) => outcome === 'blocked');
  if (opened || !silent || page.blockedBy || failure?.code === 'invalid-input') return [];
  const plain = { step: 'plain', url, mode: 'cors', headers: [] } as const;
  return [
    { step: 'reach', method: 'GET', url, mode: 'no-cors', headers: [] },
    { ...plain, method: 'GET' },
    { ...plain, method: 'POST' },
  ];
}

/** Which headers the preflight lets pass: all that are needed at once, then each for itself. */
function headerProbes(facts: Facts): readonly Probe[] {
  const { url, opened, observations } = facts;
  if (!isCrossOrigin(facts) || !observations.some(isAnswered)) return [];
  const ask = (headers: readonly string[]): Probe => ({ step: 'headers', method: 'POST', url, mode: 'cors', headers });
  const doubtful = unprovenHeaders(facts);
  if (doubtful.length === 0) return [];
  const testedTogether = observations.some(({ step, sent }) => step === 'headers' && sent.length > 1);
  const blocked = observations.some((seen) => isOpening(seen) && seen.outcome === 'blocked');
  if (opened && !blocked && !testedTogether && doubtful.length > 1) return [ask(doubtful)];
  if (!opened && !blocked) return [];
  return doubtful.map((name) => ask([name]));
}

/** Headers that no readable answer has followed yet. */
export function unprovenHeaders({ observations, pageHeaders }: Facts): readonly string[] {
  const proven = new Set(observations.filter(isAnswered).flatMap(({ sent }) => sent));
  const wanted = new Set([...PROTOCOL_HEADERS, ...pageHeaders.slice(0, MAX_TESTED_PAGE_HEADERS)]);
  return [...wanted].filter((name) => !proven.has(name));
}

/** Nothing of MCP at this path: the usual others, on this origin only. */
function siblingProbes(facts: Facts): readonly Probe[] {
  if (facts.opened) return [];
  const telling = tellingAnswer(facts);
  if (!telling || !['not-found', 'method-not-allowed', 'html', 'not-mcp'].includes(telling.id)) return [];
  const { origin, pathname } = new URL(facts.url);
  const here = pathname.replace(/\/+$/, '');
  const post = [...new Set([`${origin}${here}/mcp`, `${origin}/mcp`])];
  const probes: Probe[] = [
    ...post.map((url) => ({ method: 'POST', url, headers: ['content-type'] }) as const),
    { method: 'GET', url: `${origin}/sse`, headers: [] } as const,
  ].map((probe) => ({ step: 'sibling', mode: 'cors', ...probe }));
  return probes.filter(({ url }) => url !== facts.url);
}

/** Where people sign in, if the server says it anywhere. Asked without any header of the page. */
function metadataProbes(facts: Facts): readonly Probe[] {
  const telling = tellingAnswer(facts);
  if (facts.opened || telling?.id !== 'unauthorized') return [];
  const { origin, pathname } = new URL(facts.url);
  const wellKnown = `${origin}/.well-known/oauth-protected-resource`;
  const named = challengeMetadata(telling.seen);
  const urls = named ? [named] : [...new Set([`${wellKnown}${pathname.replace(/\/$/, '')}`, wellKnown])];
  return urls.map((url) => ({ step: 'metadata', method: 'GET', url, mode: 'cors', headers: [] }));
}
