import { isModernErrorCode } from '../protocol/revisions.js';
import { corsRulesFor, headerLines } from '../transport/cors-rules.js';
import { evidenceOf, hasAnswered, isAnswered, isClientRequest, isCrossOrigin } from './observations.js';
import { unprovenHeaders } from './probes.js';
import { snippets } from './recipe.js';
import type { Facts, Finding, FindingId, Observation } from './types.js';

/** Findings about CORS rules, where at least one answer was readable. Pure. */
export function explainCors(facts: Facts): readonly Finding[] {
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
  const addIfAny = (
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
      addIfAny('newer-headers-refused', 'info', newer, [
        `${host} works, but its CORS rules do not allow ${namesOf(newer)}, which newer revisions need.`,
        'Nothing to do now. When the server learns a newer revision, it must allow these headers too.',
      ]);
    const resume = refused.filter((name) => name === 'last-event-id' && hasSession(observations));
    addIfAny('resume-header-refused', 'warning', resume, [
      `The CORS rules of ${host} do not allow ${namesOf(resume)}, so a stream that breaks cannot be taken up again.`,
      `Add ${namesOf(resume)} to Access-Control-Allow-Headers.`,
    ]);
  } else addIfAny('cors-header-refused', 'error', newer, headerWords(host, newer));
  const blockedDeletes = observations.filter(({ step, outcome }) => step === 'close-session' && outcome === 'blocked');
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
  const blocked = observations.filter((seen) => isClientRequest(seen) && seen.outcome === 'blocked');
  if (blocked.length === 0) return [];
  const posts = blocked.filter(({ method }) => method === 'POST');
  const answeredPosts = observations.filter(
    (seen) => isClientRequest(seen) && seen.method === 'POST' && isAnswered(seen),
  );
  const refused = refusedHeaders(facts);
  const postPasses = observations.some(
    (seen) => isAnswered(seen) && seen.step !== 'sibling' && seen.method === 'POST' && seen.sent.length > 0,
  );
  const plainPost = observations.find(({ step, method }) => step === 'plain' && method === 'POST');

  if (answeredPosts.length > 0) {
    // Either the handshake passed and a later message was blocked, or the server refused it with an error code of a
    // newer revision.
    const stuck = blocked.some(({ step }) => step === 'message') || isModernErrorCode(failure?.rpcCode);
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

export function corsFinding(
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
