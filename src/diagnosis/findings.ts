import { corsRulesFor, headerLines } from '../transport/cors-rules.js';
import { reachOf } from '../util/hosts.js';
import { unprovenHeaders } from './probes.js';
import { snippets } from './recipe.js';
import {
  authorizationServers,
  type Diagnosis,
  evidenceOf,
  type Facts,
  type Finding,
  type FindingId,
  hasAnswered,
  isAnswered,
  isCrossOrigin,
  isHandshake,
  isRpc,
  isWildcard,
  leadsElsewhere,
  MAX_DIAGNOSIS_REQUESTS,
  type Observation,
  type PageFacts,
  type Problem,
  mostInformativeAnswer,
  type InformativeAnswer,
  typeOf,
  type Verdict,
  withoutQuery,
} from './types.js';

/** Findings about CORS rules, where at least one answer was readable. Pure. */
function explainCors(facts: Facts): readonly Finding[] {
  if (!isCrossOrigin(facts) || !hasAnswered(facts)) return [];
  return facts.opened && !facts.failure ? whenOpened(facts) : whenBlocked(facts);
}

/** The connection works: findings about CORS rules that will cause problems later. */
function whenOpened(facts: Facts): readonly Finding[] {
  const { observations, opened, url } = facts;
  const { host } = new URL(url);
  const refused = refusedHeaders(facts);
  const older = observations.some((seen) => seen.step === 'handshake' && isAnswered(seen));
  const findings: Finding[] = [];
  const say = (
    id: FindingId,
    severity: Finding['severity'],
    names: readonly string[],
    words: [string, string],
  ): void => {
    if (names.length > 0) findings.push(corsFinding(facts, id, severity, words, testsOf(observations, names)));
  };
  const newer = refused.filter((name) => name === 'mcp-method' || name === 'mcp-name');
  if (older) {
    if (opened?.transport === 'streamable-http')
      say('newer-headers-refused', 'info', newer, [
        `${host} works, but its CORS rules do not allow ${namesOf(newer)}, which newer revisions need.`,
        'Nothing to do now. When the server learns a newer revision, it must allow these headers too.',
      ]);
    const resume = refused.filter((name) => name === 'last-event-id' && hasSession(observations));
    say('resume-header-refused', 'warning', resume, [
      `The CORS rules of ${host} do not allow ${namesOf(resume)}, so a stream that breaks cannot be taken up again.`,
      `Add ${namesOf(resume)} to Access-Control-Allow-Headers.`,
    ]);
  } else say('cors-header-refused', 'error', newer, headerWords(host, newer));
  const blockedDeletes = observations.filter(({ step, outcome }) => step === 'goodbye' && outcome === 'blocked');
  if (blockedDeletes.length > 0)
    findings.push(
      corsFinding(
        facts,
        'delete-refused',
        'warning',
        [
          `The CORS rules of ${host} do not allow DELETE, so this page cannot close its sessions; they stay until the server forgets them.`,
          'Add DELETE to Access-Control-Allow-Methods.',
        ],
        blockedDeletes,
      ),
    );
  return findings;
}

/** The connection does not work, and the page may not read some of the answers. */
function whenBlocked(facts: Facts): readonly Finding[] {
  const { observations, failure, url } = facts;
  const { host } = new URL(url);
  const blocked = observations.filter((seen) => isHandshake(seen) && seen.outcome === 'blocked');
  if (blocked.length === 0) return [];
  const posts = blocked.filter(({ method }) => method === 'POST');
  const answeredPosts = observations.filter((seen) => isHandshake(seen) && seen.method === 'POST' && isAnswered(seen));
  const refused = refusedHeaders(facts);
  const postPasses = observations.some(
    (seen) => isAnswered(seen) && seen.step !== 'sibling' && seen.method === 'POST' && seen.sent.length > 0,
  );
  const plainPost = observations.find(({ step, method }) => step === 'plain' && method === 'POST');

  if (answeredPosts.length > 0) {
    // Either the handshake passed and a later message was blocked, or the server refused it with an error code of a
    // newer revision.
    const stuck = blocked.some(({ step }) => step === 'message') || isNewerRefusal(failure?.rpcCode);
    const names = refused.filter((name) => posts.some(({ sent }) => sent.includes(name)));
    if (names.length > 0)
      return [
        corsFinding(
          facts,
          'cors-header-refused',
          stuck ? 'error' : 'warning',
          headerWords(host, names),
          testsOf(observations, names),
        ),
      ];
    return stuck ? [incomplete(facts, posts)] : [];
  }
  // A blocked GET alone is no problem: servers may refuse the GET stream.
  if (posts.length === 0) return [];
  const getPasses = observations.some(
    ({ step, method, outcome }) => step === 'headers' && method === 'GET' && outcome === 'answered',
  );
  if (refused.length > 0 && getPasses && !postPasses && plainPost && isAnswered(plainPost))
    return [
      corsFinding(
        facts,
        'cors-method-refused',
        'error',
        [
          `${host} lets this page GET, but refuses the preflight of a POST.`,
          'Add POST to the methods of its CORS rules (Access-Control-Allow-Methods).',
        ],
        posts,
      ),
    ];
  if (refused.length > 0 && postPasses)
    return [
      corsFinding(facts, 'cors-header-refused', 'error', headerWords(host, refused), testsOf(observations, refused)),
    ];
  if (refused.length > 0 && plainPost && isAnswered(plainPost))
    return [
      corsFinding(
        facts,
        'preflight-refused',
        'error',
        [
          `${host} answers this page, but not the question (an OPTIONS request, the preflight) that browsers ask before they send JSON, or it allows none of the headers asked for.`,
          'Answer OPTIONS requests at this address with 204 and these headers, before authentication and without a redirect.',
        ],
        [plainPost, ...posts],
      ),
    ];
  return [incomplete(facts, posts)];
}

function incomplete(facts: Facts, posts: readonly Observation[]): Finding {
  const { host } = new URL(facts.url);
  return corsFinding(
    facts,
    'cors-incomplete',
    'error',
    [
      `${host} lets this page read some of its answers, but not those to what an MCP client sends: their CORS headers are missing, or the connection broke.`,
      'Send the CORS headers with every answer, errors (401, 404, 500) and redirects included, and look in the log of the server for failures.',
    ],
    [...posts, ...facts.observations.filter(isAnswered)],
  );
}

/** Headers that failed when they were tested alone. */
function refusedHeaders(facts: Facts): readonly string[] {
  const unproven = unprovenHeaders(facts);
  return facts.observations
    .filter(
      ({ step, method, sent, outcome }) =>
        step === 'headers' && method === 'POST' && sent.length === 1 && outcome === 'blocked',
    )
    .map(({ sent }) => sent[0]!)
    .filter((name) => unproven.includes(name));
}

function testsOf(observations: readonly Observation[], names: readonly string[]): readonly Observation[] {
  return observations.filter(({ sent, outcome }) => outcome === 'blocked' && sent.some((name) => names.includes(name)));
}

function headerWords(host: string, names: readonly string[]): [what: string, remedy: string] {
  return [
    `The CORS rules of ${host} do not allow ${namesOf(names)}, so the browser did not send the requests that carry ${names.length > 1 ? 'them' : 'it'}.`,
    `Add ${namesOf(names)} to Access-Control-Allow-Headers.`,
  ];
}

const SPELLING: Readonly<Record<string, string>> = {
  'content-type': 'Content-Type',
  'mcp-protocol-version': 'MCP-Protocol-Version',
  'mcp-session-id': 'Mcp-Session-Id',
  'mcp-method': 'Mcp-Method',
  'mcp-name': 'Mcp-Name',
  'last-event-id': 'Last-Event-ID',
  authorization: 'Authorization',
};

function namesOf(names: readonly string[]): string {
  return names.map((name) => SPELLING[name] ?? name).join(', ');
}

function hasSession(observations: readonly Observation[]): boolean {
  return observations.some(({ sent }) => sent.includes('mcp-session-id'));
}

/** True for error codes that only servers of the newest revisions send. */
function isNewerRefusal(code: number | undefined): boolean {
  return code !== undefined && code <= -32020 && code >= -32099;
}

function corsFinding(
  { page, pageHeaders }: Facts,
  id: FindingId,
  severity: Finding['severity'],
  [what, remedy]: [what: string, remedy: string],
  seen: readonly Observation[],
): Finding {
  const recipe = corsRulesFor(page.origin, pageHeaders);
  const evidence = seen.map(evidenceOf);
  return { id, severity, what, remedy, evidence, headerLines: headerLines(recipe), snippets: snippets(recipe) };
}

type Words = [what: string, remedy: string];

/** Explains a readable answer that ended the connection. Pure. */
function explainAnswer(facts: Facts): Finding | undefined {
  const { observations, failure } = facts;
  if (!failure || !hasAnswered(facts)) return undefined;
  const late = observations.filter((seen) => isHandshake(seen) && seen.outcome === 'timed-out');
  const informative = mostInformativeAnswer(facts);
  if (informative && observations.some(({ step, outcome }) => step === 'message' && outcome === 'blocked'))
    return undefined;
  if ((late.length > 0 || failure.code === 'timeout') && !isDecisive(informative)) return timeoutFinding(facts, late);
  if (!informative) return undefined;
  const { seen } = informative;
  const id = problemOf(facts, informative);
  const words = wordsFor(id, seen, facts);
  if (id === 'session-id-hidden') return corsFinding(facts, id, 'error', words, [...handshakes(facts), seen]);
  const [what, remedy] = words;
  return { id, severity: 'error', what, remedy, evidence: [evidenceOf(seen)] };
}

function isDecisive(informative: InformativeAnswer | undefined): boolean {
  return (
    informative !== undefined && ['unauthorized', 'forbidden', 'server-error', 'rate-limited'].includes(informative.id)
  );
}

function timeoutFinding({ url }: Facts, late: readonly Observation[]): Finding {
  return {
    id: 'timeout',
    severity: 'error',
    what: `${new URL(url).host} answers, but what an MCP client asks first it did not answer in time.`,
    remedy: 'Look in the log of the server where it hangs, and whether a proxy on the way holds streamed answers back.',
    evidence: late.map(evidenceOf),
  };
}

/** The problem, judged by the answer and by the requests before it. */
function problemOf(facts: Facts, { id, seen }: InformativeAnswer): Problem {
  const { code } = facts.failure!;
  if (code === 'unsupported-version') return 'unsupported-revision';
  if (code === 'session-lost') return 'session-lost';
  const aboutSession =
    seen.step === 'message' && (seen.status === 400 || seen.status === 404) && /session/i.test(seen.body);
  const readable = handshakes(facts).some(({ headers }) => 'mcp-session-id' in headers);
  if (aboutSession) return readable ? 'session-lost' : 'session-id-hidden';
  return id;
}

function handshakes({ observations }: Facts): readonly Observation[] {
  return observations.filter((seen) => seen.step === 'handshake' && isAnswered(seen));
}

const CHECK_PATH = 'Check the path: most MCP servers have one such as /mcp.';

function wordsFor(id: Problem, seen: Observation, { url, page, pageHeaders, failure }: Facts): Words {
  const { host, pathname } = new URL(url);
  const { status, redirectedTo, method } = seen;
  const origin = page.origin ?? 'this program';
  switch (id) {
    case 'unauthorized':
      return pageHeaders.includes('authorization')
        ? [
            `${host} refused the Authorization header it was given (401).`,
            'Get a new token for this server, and check that it was issued for this address.',
          ]
        : [`${host} wants to know who you are (401).`, 'Sign in, or give this page a token for that server.'];
    case 'forbidden':
      return [
        `${host} refused the request (403). Often that is the list of origins it admits, without ${origin} in it; it may also be a missing right of the token.`,
        `Add ${origin} to the allowed origins of the server and ${host} to its allowed hosts, and check the rights of the token.`,
      ];
    case 'not-found':
      return [`${host} has nothing at ${pathname} (${status}).`, CHECK_PATH];
    case 'method-not-allowed':
      return [
        `${pathname} of ${host} does not take a POST (405) and sends no events either, so it is no MCP endpoint.`,
        CHECK_PATH,
      ];
    case 'not-acceptable':
      return [
        `${host} says that it cannot answer in a form the client takes (406), although the client takes JSON and event streams.`,
        'Look for a proxy or a framework that changes or drops the Accept header; the server must see "application/json, text/event-stream".',
      ];
    case 'media-type-refused':
      return [
        `${host} does not take JSON at ${pathname} (415).`,
        `${CHECK_PATH} If it is right, look for a proxy that changes or drops Content-Type: application/json.`,
      ];
    case 'rate-limited':
      return [`${host} is asked too often (429).`, 'Wait a little and try again, or raise the limit of the server.'];
    case 'server-error':
      return [
        `${host} failed to handle the ${method} (${status}).`,
        'Look in the log of the server; behind a proxy, 502 to 504 mean that the server itself does not run.',
      ];
    case 'html':
      return [
        `${host} answered with a web page at ${pathname}, not with an MCP message.`,
        `${CHECK_PATH} A login page in front of the server must let requests of MCP clients pass.`,
      ];
    case 'not-mcp':
      return [
        `${host} answered with ${typeOf(seen) || 'something without a type'} at ${pathname} (${status}), not with an MCP message.`,
        CHECK_PATH,
      ];
    case 'redirect-elsewhere':
      return [
        `${host} redirects to ${redirectedTo === undefined || redirectedTo === 'unknown' ? 'somewhere that the browser does not tell' : withoutQuery(redirectedTo)}; messages and tokens for one origin are not sent to another.`,
        'If you trust that address, use it instead. If it is a login page, let requests of MCP clients pass it.',
      ];
    case 'unsupported-revision':
      return [failure!.message, 'Update the server, or this client, so that they have a revision in common.'];
    case 'session-lost':
      return [
        `${host} opened a session and did not know it with the next request (${status}).`,
        'Keep sessions where every instance of the server finds them, send the requests of one session to one instance, or run the server without sessions.',
      ];
    case 'session-id-hidden':
      return [
        `${host} wants a session id with every request (${status}), but the browser was not allowed to read the one it gave out.`,
        'Add Mcp-Session-Id to Access-Control-Expose-Headers.',
      ];
    default:
      return [
        `${host} answered ${method} with ${status}, and no connection came of it: ${failure!.message}`,
        'Its own words say why. Check what the server expects, and that the address is that of its MCP endpoint.',
      ];
  }
}

function redirects({ observations }: Facts): readonly Observation[] {
  return observations.filter((seen) => isHandshake(seen) && seen.redirectedTo !== undefined && !leadsElsewhere(seen));
}

/** Findings that are worth knowing whether the connection works or not. Pure. */
function notes(facts: Facts): readonly Finding[] {
  return [
    ...redirectNote(facts),
    ...transportNote(facts),
    ...signInNotes(facts),
    ...siblingNote(facts),
    ...limitNote(facts),
  ];
}

function redirectNote(facts: Facts): readonly Finding[] {
  const seen = redirects(facts).at(0);
  if (!seen) return [];
  const address = withoutQuery(seen.redirectedTo!);
  return [
    {
      id: 'redirect-followed',
      severity: 'warning',
      what: `${withoutQuery(facts.url)} redirects to ${address}, with every request anew.`,
      remedy: `Use ${address} as the address. A redirect with 301 or 302 also turns a POST into a GET; 307 and 308 do not.`,
      evidence: [evidenceOf(seen)],
    },
  ];
}

function transportNote({ opened, url, observations }: Facts): readonly Finding[] {
  if (opened?.transport !== 'http-sse') return [];
  return [
    {
      id: 'old-transport',
      severity: 'info',
      what: `${new URL(url).host} speaks the first transport of MCP (HTTP+SSE), which is deprecated and cannot take up a broken connection.`,
      remedy: 'Nothing to do now. If you run the server, offer Streamable HTTP as well.',
      evidence: observations.filter(({ step }) => step === 'stream').map(evidenceOf),
    },
  ];
}

function signInNotes(facts: Facts): readonly Finding[] {
  const informative = mostInformativeAnswer(facts);
  if (informative?.id !== 'unauthorized') return [];
  const { host, origin } = new URL(facts.url);
  const metadataRequests = facts.observations.filter(({ step }) => step === 'metadata');
  const findings: Finding[] = [];
  if (isCrossOrigin(facts) && !('www-authenticate' in informative.seen.headers))
    findings.push(
      corsFinding(
        facts,
        'www-authenticate-hidden',
        'warning',
        [
          `${host} sent no WWW-Authenticate header with its 401 that this page may read, so it cannot learn from it where to sign in.`,
          'Send WWW-Authenticate with every 401, and add it to Access-Control-Expose-Headers.',
        ],
        [informative.seen],
      ),
    );
  const servers = metadataRequests.flatMap((seen) => authorizationServers(seen) ?? []);
  if (servers.length > 0)
    findings.push({
      id: 'resource-metadata',
      severity: 'info',
      what: `${host} says where to sign in: ${servers.slice(0, 3).join(', ')}.`,
      remedy: 'Sign in there, or give this page a token for that server.',
      evidence: metadataRequests.map(evidenceOf),
    });
  else if (metadataRequests.length > 0) findings.push(missingMetadata(facts, metadataRequests, origin));
  return findings;
}

function missingMetadata(facts: Facts, metadataRequests: readonly Observation[], origin: string): Finding {
  const { host, pathname } = new URL(facts.url);
  const evidence = metadataRequests.map(evidenceOf);
  if (!metadataRequests.some(isAnswered))
    return {
      id: 'resource-metadata-blocked',
      severity: 'warning',
      what: `This page may not read the protected-resource metadata of ${host}, if there is any: no answer to it was readable.`,
      remedy: 'Send Access-Control-Allow-Origin: * with the metadata; it is public.',
      evidence,
      headerLines: ['Access-Control-Allow-Origin: *'],
    };
  return {
    id: 'no-resource-metadata',
    severity: 'warning',
    what: `${host} wants a sign-in and does not say where: it has no protected-resource metadata.`,
    remedy: `Serve JSON with "resource" and "authorization_servers" at ${origin}/.well-known/oauth-protected-resource${pathname === '/' ? '' : pathname} and name that address in WWW-Authenticate (resource_metadata), or give this page a token.`,
    evidence,
  };
}

function siblingNote({ observations }: Facts): readonly Finding[] {
  const found = observations.filter(
    (seen) =>
      seen.step === 'sibling' &&
      isAnswered(seen) &&
      (typeOf(seen) === 'text/event-stream' ? seen.status === 200 : isRpc(seen.body)),
  );
  if (found.length === 0) return [];
  const addresses = found.map(({ url }) => url).join(' and ');
  return [
    {
      id: 'found-elsewhere',
      severity: 'info',
      what: `Something that looks like an MCP server answers at ${addresses}.`,
      remedy: `Try ${found[0]!.url} as the address.`,
      evidence: found.map(evidenceOf),
    },
  ];
}

function limitNote({ limited }: Facts): readonly Finding[] {
  if (!limited) return [];
  return [
    {
      id: 'request-limit',
      severity: 'info',
      what: `The diagnosis stopped asking after ${MAX_DIAGNOSIS_REQUESTS} requests, so some tests are missing.`,
      remedy: 'Repair what was found, and run it again.',
      evidence: [],
    },
  ];
}

/**
 * Explains why no answer was readable. Pure.
 * @returns undefined when an answer was readable
 */
function explainSilence(facts: Facts): Finding | undefined {
  const { url, page, pageHeaders, observations, failure } = facts;
  if (hasAnswered(facts) || (observations.length === 0 && !failure)) return undefined;
  const { host, hostname, protocol } = new URL(url);
  const reach = reachOf(hostname);
  const answers = observations.some(({ outcome }) => outcome === 'opaque');
  const evidence = observations.filter((seen) => isHandshake(seen) || seen.step === 'reach').map(evidenceOf);
  const finding = (id: Problem, what: string, remedy: string): Finding => ({
    id,
    severity: 'error',
    what,
    remedy,
    evidence,
  });

  if (failure?.code === 'invalid-input')
    return finding('bad-headers', failure.message, 'Use header values of plain ASCII characters without line breaks.');
  if (page.blockedBy)
    return finding(
      'page-policy',
      `The content security policy of this page (${page.blockedBy}) blocked every request to ${host}.`,
      `Add ${new URL(url).origin} to ${page.blockedBy} in the Content-Security-Policy of this page.`,
    );
  if (answers) {
    const recipe = corsRulesFor(page.origin, pageHeaders);
    return {
      ...finding(
        'cors-missing',
        `${host} answers, but it does not allow pages of ${page.origin} to read its answers (CORS).`,
        'Send these response headers with every answer of the server, also with errors, and answer OPTIONS requests before authentication. If it sends them already, check the path: an answer to a wrong one may lack them.',
      ),
      headerLines: headerLines(recipe),
      snippets: snippets(recipe),
    };
  }
  if (page.origin?.startsWith('https:') && protocol === 'http:' && reach === 'public')
    return finding(
      'mixed-content',
      `The browser does not let this https page call ${host} over plain http.`,
      'Give the server an https address, and use that.',
    );
  if (observations.some(({ outcome }) => outcome === 'timed-out'))
    return finding(
      'timeout',
      `${host} accepted the request, or swallowed it, and did not answer in time.`,
      'Look whether the server hangs, and whether a firewall or a proxy on the way holds the answer back.',
    );
  if (isWildcard(hostname))
    return finding(
      'bad-address',
      `${hostname} is the address that servers listen on, not one that can be called.`,
      `Use ${protocol}//localhost${new URL(url).port && `:${new URL(url).port}`} or the name of the machine instead.`,
    );
  if (!page.online && reach !== 'loopback')
    return finding(
      'offline',
      `This device is offline, so ${host} cannot be reached.`,
      'Connect to the network and try again.',
    );
  return localNetworkFinding() ?? finding('unreachable', ...unreachableWords(facts));

  function localNetworkFinding(): Finding | undefined {
    const asksForMore = reach !== 'public' && isFurtherOut(page, reach) && page.localNetwork !== 'granted';
    if (!asksForMore) return undefined;
    const where = reach === 'loopback' ? 'this device' : 'the local network';
    if (page.origin?.startsWith('http:'))
      return finding(
        'local-network',
        `Browsers let only https pages call ${where}, and this page came over plain http; ${host} was not reached.`,
        'Serve the page over https, or open it from localhost.',
      );
    if (page.localNetwork === undefined) return undefined;
    return finding(
      'local-network',
      page.localNetwork === 'denied'
        ? `The browser does not let this page call ${where}: the permission is denied, so ${host} was not asked.`
        : `The browser wants permission before this page may call ${where}, and it was not given, so ${host} was not asked.`,
      'Allow local network access for this page in the site settings of the browser, and try again. In a frame, the outer page must pass the permission on (allow="local-network-access").',
    );
  }
}

function isFurtherOut(page: PageFacts, reach: 'loopback' | 'private'): boolean {
  if (page.origin === undefined || !URL.canParse(page.origin)) return false;
  const own = reachOf(new URL(page.origin).hostname);
  return own === 'public' || (own === 'private' && reach === 'loopback');
}

function unreachableWords(facts: Facts): [what: string, remedy: string] {
  const { url, page } = facts;
  const { host, protocol, hostname } = new URL(url);
  const what = `Nothing answered at ${host}: no server listens there, or its name or certificate is wrong, or it broke the connection.`;
  const more = isCrossOrigin(facts)
    ? ' A server that sends Cross-Origin-Resource-Policy: same-origin and no CORS headers looks the same from here.'
    : '';
  const mixed = page.origin?.startsWith('https:') && protocol === 'http:' && reachOf(hostname) === 'private';
  return [
    what,
    mixed
      ? 'Check that the server runs. This page is https and the address plain http, which many browsers block in the local network: use https, or open the page from localhost.'
      : `Check that the server runs and that the address, the port and ${protocol.slice(0, -1)} are right: open ${withoutQuery(url)} in a tab of its own.${more}`,
  ];
}

const ORDER = ['error', 'warning', 'info'] as const;

/** Decides the findings and the verdict from all observations. Pure. */
export function decide(facts: Facts): Omit<Diagnosis, 'url' | 'requests'> {
  const corsFindings = explainCors(facts);
  // If CORS rules hide the answers that matter, a readable answer to another request does not explain the failure.
  const answer = corsFindings.some(({ severity }) => severity === 'error') ? undefined : explainAnswer(facts);
  const found = [explainSilence(facts), ...corsFindings, answer, ...notes(facts)].filter(
    (finding) => finding !== undefined,
  );
  if (facts.failure && !found.some(({ severity }) => severity === 'error')) found.push(otherFailure(facts));
  const findings = ORDER.flatMap((severity) => found.filter((finding) => finding.severity === severity));
  return { verdict: verdictOf(findings), ...facts.opened, findings };
}

/** The fallback: quotes the error of the client. */
function otherFailure({ url, failure, observations }: Facts): Finding {
  const blocked = observations.some(({ outcome }) => outcome === 'blocked');
  return {
    id: blocked ? 'unreachable' : 'refused',
    severity: 'error',
    what: `No connection to ${new URL(url).host} came about: ${failure!.message}`,
    remedy: 'Look in the log of the server, and whether a proxy on the way breaks connections.',
    evidence: observations.filter(isHandshake).map(evidenceOf),
  };
}

function verdictOf([worst]: readonly Finding[]): Verdict {
  // Notes are never errors, so an error is always a `Problem`.
  return worst?.severity === 'error' ? (worst.id as Problem) : 'works';
}
