// The server id in the storage: the key under which all data of one server and one identity is stored.
import { addressKey } from '../../secrets/server-address-key.js';
import { sha256 } from '../../util/sha256.js';
import { randomId } from '../../util/tab-coordination.js';
import { RECORDING, type SessionOptions } from '../options.js';

/** Identity that stored data is partitioned by. Without `identity`: anonymous data, which everybody may see. */
export interface Owner {
  readonly identity?: string | undefined;
  /** The identity is valid in this tab only. */
  readonly inTab?: boolean | undefined;
}

/**
 * The owner of the data that a session with these options stores now. Undefined: there is a signed-in person whom
 * nobody can name, so nothing is stored beyond the page; the next user of this browser may be another person. It can
 * change when somebody signs in or out.
 */
export function identityOf({
  identity,
  headers,
  auth,
  meta,
}: Pick<SessionOptions, 'identity' | 'headers' | 'auth' | 'meta'>): Owner | undefined {
  if (identity !== undefined) return { identity };
  // Headers say who it is, and `_meta` may: a tenant, for one.
  const isSaid = headers !== undefined || meta !== undefined;
  if (!auth) return isSaid ? undefined : {};
  const { identity: authIdentity, identityLifetime } = auth;
  if (authIdentity === undefined) return undefined;
  if (authIdentity === null && isSaid) return undefined;
  return authIdentity === null ? {} : { identity: authIdentity, ...(identityLifetime === 'tab' && { inTab: true }) };
}

/** Prefix of a server key made of a `serverId`. No URL begins with it. */
const NAMED_SERVER_PREFIX = 'name:';

/** Why nothing of a server is stored beyond the page, whatever the options say. */
export type WhyNotStored =
  /** It is a recording. */
  | 'recording'
  /** It is inside this page and has no name that is the same after a reload. */
  | 'in-page'
  /** Its URL contains a secret, and would be the key of everything that is stored. */
  | 'secret-address';

/** @param options as the page gave them @returns undefined where data is stored as the options say */
export function whyNotStored(
  url: string,
  { serverId, identity }: Pick<SessionOptions, 'serverId' | 'identity'>,
): WhyNotStored | undefined {
  if (url.startsWith(RECORDING)) return 'recording';
  if (serverId !== undefined) return undefined;
  if (url.startsWith('port:')) return 'in-page';
  return identity === undefined && addressKey(url).hasSecret ? 'secret-address' : undefined;
}

/** The options for that server, with `storage: 'none'` where nothing of it may be stored. */
export function optionsFor(url: string, options: SessionOptions): SessionOptions {
  return whyNotStored(url, options) ? { ...options, storage: 'none' } : options;
}

/** A random value of this page, so that the digest of a secret cannot be recognized anywhere else. */
const pageSecret = randomId();

/**
 * The server’s key in the storage: its `serverId`, or its URL without the values of parameters; with the identity
 * appended where there is one.
 */
export function serverKey(
  url: string,
  options: Parameters<typeof identityOf>[0] & Pick<SessionOptions, 'serverId'>,
): string {
  return serverKeyFor(identityOf(options), url, options);
}

export function serverKeyFor(
  { identity }: Owner = {},
  url: string,
  options: Pick<SessionOptions, 'serverId' | 'identity'>,
): string {
  const key = addressOrNameOf(url, options);
  // A URL contains no space, so the parts of the key cannot be confused.
  return identity === undefined ? key : `${key} ${identity}`;
}

/** The identity in a key that {@link serverKeyFor} made. */
export function ownerOfKey(server: string): string | undefined {
  const space = server.indexOf(' ');
  return space < 0 ? undefined : server.slice(space + 1);
}

function addressOrNameOf(url: string, options: Pick<SessionOptions, 'serverId' | 'identity'>): string {
  const why = whyNotStored(url, options);
  if (why === 'recording' || why === 'in-page') return url;
  if (options.serverId !== undefined) return NAMED_SERVER_PREFIX + encodeURIComponent(options.serverId);
  const { key } = addressKey(url);
  // Nothing is stored, so the key may differ after a reload; but two such URLs must have two keys.
  return why === 'secret-address' ? `${key}#${sha256(pageSecret + url)}` : key;
}
