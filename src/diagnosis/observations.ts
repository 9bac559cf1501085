import { MAX_EVIDENCE_LENGTH } from './diagnosis-limits.js';
import type { Evidence, Facts, Observation } from './types.js';
import { mediaTypeOf } from '../util/media-type.js';

/** An observation as evidence: without the query, the body shortened. */
export function evidenceOf(seen: Observation): Evidence {
  const { step, method, url, sent, outcome, status, headers, body } = seen;
  return {
    step,
    request: `${method} ${withoutQuery(url)}`,
    sent,
    outcome,
    ...(status > 0 && { status }),
    headers,
    ...(body !== '' && { excerpt: body.slice(0, MAX_EVIDENCE_LENGTH) }),
  };
}

/** The URL without its query, which may contain keys or session ids. */
export function withoutQuery(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search && '?…'}`;
}

export function typeOf({ headers }: Observation): string {
  return mediaTypeOf(headers['content-type']);
}

/** True if the page may read the answer: the server's CORS rules allowed this request with these headers. */
export function isAnswered({ outcome }: Observation): boolean {
  return outcome === 'answered';
}

/** True if at least one answer from the diagnosed address was readable. */
export function hasAnswered({ observations }: Facts): boolean {
  return observations.some((seen) => isAnswered(seen) && seen.step !== 'sibling' && seen.step !== 'metadata');
}

/** True for requests that every client sends when it connects and later, false for those of a diagnosis only. */
export function isClientRequest({ step }: Observation): boolean {
  return step === 'discovery' || step === 'handshake' || step === 'message' || step === 'stream';
}

export function isCrossOrigin({ url, page }: Facts): boolean {
  return page.origin !== undefined && new URL(url).origin !== page.origin;
}

/**
 * Address of the protected-resource metadata, from the challenge of a 401. Only addresses of the diagnosed origin are
 * accepted: a server must not choose what else this browser requests.
 * @see https://www.rfc-editor.org/rfc/rfc9728
 */
export function challengeMetadata({ headers, url }: Observation): string | undefined {
  const named = /resource_metadata\s*=\s*(?:"([^"]*)"|([^\s,]+))/i.exec(headers['www-authenticate'] ?? '');
  const address = named?.[1] ?? named?.[2];
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { origin, href } = new URL(address);
  return origin === new URL(url).origin ? href : undefined;
}

/** The authorization servers that the metadata names; undefined if the answer is not valid metadata. */
export function authorizationServers(seen: Observation): readonly string[] | undefined {
  if (!isAnswered(seen) || seen.status !== 200) return undefined;
  try {
    const { authorization_servers: servers } = JSON.parse(seen.body) as { authorization_servers?: unknown };
    return Array.isArray(servers) ? servers.filter((one) => typeof one === 'string') : undefined;
  } catch {
    return undefined;
  }
}
