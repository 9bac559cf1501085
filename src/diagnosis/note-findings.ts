import { isRpc, leadsElsewhere, mostInformativeAnswer } from './classify-answer.js';
import { corsFinding, headerWords } from './cors-findings.js';
import { MAX_DIAGNOSIS_REQUESTS } from './diagnosis-limits.js';
import { errorText } from './error-texts.js';
import { findingOf } from './finding.js';
import { TOKEN_HEADER } from './probes.js';
import {
  authorizationServers,
  evidenceOf,
  isAnswered,
  isClientRequest,
  isCrossOrigin,
  typeOf,
  withoutQuery,
} from './observations.js';
import type { Facts, Finding, Observation } from './types.js';

/** Authorization servers that a finding names. */
const SHOWN_AUTHORIZATION_SERVERS = 3;

function redirects({ observations }: Facts): readonly Observation[] {
  return observations.filter(
    (seen) => isClientRequest(seen) && seen.redirectedTo !== undefined && !leadsElsewhere(seen),
  );
}

/** Findings that are worth knowing whether the connection works or not. Pure. */
export function notes(facts: Facts): readonly Finding[] {
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
  const to = withoutQuery(seen.redirectedTo!);
  return [
    findingOf(
      'redirect-followed',
      'warning',
      [
        errorText('diagnosis.redirectFollowed', { from: withoutQuery(facts.url), to }),
        errorText('diagnosis.redirectFollowed.remedy', { to }),
      ],
      [evidenceOf(seen)],
    ),
  ];
}

function transportNote({ opened, url, observations }: Facts): readonly Finding[] {
  if (opened?.transport !== 'http-sse') return [];
  return [
    findingOf(
      'old-transport',
      'info',
      [errorText('diagnosis.oldTransport', { host: new URL(url).host }), errorText('diagnosis.oldTransport.remedy')],
      observations.filter(({ step }) => step === 'stream').map(evidenceOf),
    ),
  ];
}

function signInNotes(facts: Facts): readonly Finding[] {
  const informative = mostInformativeAnswer(facts);
  if (informative?.id !== 'unauthorized') return [];
  const { host, origin } = new URL(facts.url);
  const metadataRequests = facts.observations.filter(({ step }) => step === 'metadata');
  const findings: Finding[] = [];
  const withToken = facts.observations.filter(
    ({ step, sent, outcome }) => step === 'headers' && outcome === 'blocked' && sent[0] === TOKEN_HEADER,
  );
  if (withToken.length > 0 && !facts.pageHeaders.includes(TOKEN_HEADER))
    findings.push(corsFinding(facts, 'cors-header-refused', 'warning', headerWords(host, [TOKEN_HEADER]), withToken));
  if (isCrossOrigin(facts) && !('www-authenticate' in informative.seen.headers))
    findings.push(
      corsFinding(
        facts,
        'www-authenticate-hidden',
        'warning',
        [errorText('diagnosis.challengeHidden', { host }), errorText('diagnosis.challengeHidden.remedy')],
        [informative.seen],
      ),
    );
  const servers = metadataRequests.flatMap((seen) => authorizationServers(seen) ?? []);
  if (servers.length > 0)
    findings.push(
      findingOf(
        'resource-metadata',
        'info',
        [
          errorText('diagnosis.metadata', { host, servers: servers.slice(0, SHOWN_AUTHORIZATION_SERVERS) }),
          errorText('diagnosis.metadata.remedy'),
        ],
        metadataRequests.map(evidenceOf),
      ),
    );
  else if (metadataRequests.length > 0) findings.push(missingMetadata(facts, metadataRequests, origin));
  return findings;
}

function siblingNote({ observations }: Facts): readonly Finding[] {
  const found = observations.filter(
    (seen) =>
      seen.step === 'sibling' &&
      isAnswered(seen) &&
      (typeOf(seen) === 'text/event-stream' ? seen.status === 200 : isRpc(seen.body)),
  );
  if (found.length === 0) return [];
  const addresses = found.map(({ url }) => url);
  return [
    findingOf(
      'found-elsewhere',
      'info',
      [
        errorText('diagnosis.foundElsewhere', { addresses }),
        errorText('diagnosis.foundElsewhere.remedy', { address: addresses[0]! }),
      ],
      found.map(evidenceOf),
    ),
  ];
}

function limitNote({ limited }: Facts): readonly Finding[] {
  if (!limited) return [];
  return [
    findingOf(
      'request-limit',
      'info',
      [
        errorText('diagnosis.requestLimit', { limit: MAX_DIAGNOSIS_REQUESTS }),
        errorText('diagnosis.requestLimit.remedy'),
      ],
      [],
    ),
  ];
}

export function missingMetadata(facts: Facts, metadataRequests: readonly Observation[], origin: string): Finding {
  const { host, pathname } = new URL(facts.url);
  const evidence = metadataRequests.map(evidenceOf);
  if (!metadataRequests.some(isAnswered))
    return {
      ...findingOf(
        'resource-metadata-blocked',
        'warning',
        [errorText('diagnosis.metadataBlocked', { host }), errorText('diagnosis.metadataBlocked.remedy')],
        evidence,
      ),
      headerLines: ['Access-Control-Allow-Origin: *'],
    };
  const address = `${origin}/.well-known/oauth-protected-resource${pathname === '/' ? '' : pathname}`;
  return findingOf(
    'no-resource-metadata',
    'warning',
    [errorText('diagnosis.noMetadata', { host }), errorText('diagnosis.noMetadata.remedy', { address })],
    evidence,
  );
}
