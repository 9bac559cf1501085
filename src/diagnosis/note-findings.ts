import { isRpc, leadsElsewhere, mostInformativeAnswer } from './classify-answer.js';
import { corsFinding } from './cors-findings.js';
import { MAX_DIAGNOSIS_REQUESTS } from './diagnosis-limits.js';

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

export function missingMetadata(facts: Facts, metadataRequests: readonly Observation[], origin: string): Finding {
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
