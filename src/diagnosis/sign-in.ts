import { isAnswered, type Observation } from './observation.js';

/**
 * Where the challenge of a 401 says that the protected-resource metadata is. Only in the origin
 * that was asked: what else a browser asks is not for a server to choose.
 * @see https://www.rfc-editor.org/rfc/rfc9728
 */
export function challengeMetadata({ headers, url }: Observation): string | undefined {
  const named = /resource_metadata\s*=\s*(?:"([^"]*)"|([^\s,]+))/i.exec(headers['www-authenticate'] ?? '');
  const address = named?.[1] ?? named?.[2];
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { origin, href } = new URL(address);
  return origin === new URL(url).origin ? href : undefined;
}

/** The authorization servers that metadata names; undefined when it is none. */
export function authorizationServers(seen: Observation): readonly string[] | undefined {
  if (!isAnswered(seen) || seen.status !== 200) return undefined;
  try {
    const { authorization_servers: servers } = JSON.parse(seen.body) as { authorization_servers?: unknown };
    return Array.isArray(servers) ? servers.filter((one) => typeof one === 'string') : undefined;
  } catch {
    return undefined;
  }
}
