import { isModernErrorCode } from '../protocol/revisions.js';
import { corsRulesFor, headerLines } from '../transport/cors-rules.js';
import { errorText } from './error-texts.js';
import { findingOf, type Words } from './finding.js';
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
  const addIfAny = (id: FindingId, severity: Finding['severity'], names: readonly string[], words: Words): void => {
    if (names.length > 0) findings.push(corsFinding(facts, id, severity, words, testsOf(observations, names)));
  };
  const newer = refused.filter((name) => name === 'mcp-method' || name === 'mcp-name');
  if (older) {
    if (opened?.transport === 'streamable-http')
      addIfAny('newer-headers-refused', 'info', newer, [
        errorText('diagnosis.newerHeadersRefused', { host, names: spelled(newer) }),
        errorText('diagnosis.newerHeadersRefused.remedy'),
      ]);
    const resume = refused.filter((name) => name === 'last-event-id' && hasSession(observations));
    addIfAny('resume-header-refused', 'warning', resume, [
      errorText('diagnosis.resumeHeaderRefused', { host, names: spelled(resume) }),
      errorText('diagnosis.headersRefused.remedy', { names: spelled(resume) }),
    ]);
  } else addIfAny('cors-header-refused', 'error', newer, headerWords(host, newer));
  const blockedDeletes = observations.filter(({ step, outcome }) => step === 'close-session' && outcome === 'blocked');
  if (blockedDeletes.length > 0)
    findings.push(
      corsFinding(
        facts,
        'delete-refused',
        'warning',
        [errorText('diagnosis.deleteRefused', { host }), errorText('diagnosis.deleteRefused.remedy')],
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
        [errorText('diagnosis.methodRefused', { host }), errorText('diagnosis.methodRefused.remedy')],
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
        [errorText('diagnosis.preflightRefused', { host }), errorText('diagnosis.preflightRefused.remedy')],
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
    [errorText('diagnosis.corsIncomplete', { host }), errorText('diagnosis.corsIncomplete.remedy')],
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

export function headerWords(host: string, refused: readonly string[]): Words {
  const names = spelled(refused);
  return [
    errorText('diagnosis.headersRefused', { host, names, count: names.length }),
    errorText('diagnosis.headersRefused.remedy', { names }),
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

function spelled(names: readonly string[]): readonly string[] {
  return names.map((name) => SPELLING[name] ?? name);
}

function hasSession(observations: readonly Observation[]): boolean {
  return observations.some(({ sent }) => sent.includes('mcp-session-id'));
}

export function corsFinding(
  { page, pageHeaders }: Facts,
  id: FindingId,
  severity: Finding['severity'],
  words: Words,
  seen: readonly Observation[],
): Finding {
  const recipe = corsRulesFor(page.origin, pageHeaders);
  const found = findingOf(id, severity, words, seen.map(evidenceOf));
  return { ...found, headerLines: headerLines(recipe), snippets: snippets(recipe) };
}
