import { addressKey } from '../util/address-key.js';
import { randomId } from '../util/coordination.js';
import { sha256 } from '../util/sha256.js';
import { ownerOf } from './owner-of.js';
import { RECORDING, type SessionOptions } from './session-options.js';

/** Before the name that a page gave a server. No address of a server begins so. */
const NAME = 'name:';

/** Why nothing of a server is kept beyond the page, whatever the options say. */
export type WhyNotKept =
  /** It is played back, and was kept elsewhere or not at all. */
  | 'recording'
  /** It is inside this page, and has no name that would hold after a reload. */
  | 'in-page'
  /** Its address carries a secret, and would be the name of everything that is kept. */
  | 'secret-address';

/** @param options as the page gave them. Undefined: it is kept as they say. */
export function whyNotKept(
  url: string,
  { serverId, identity }: Pick<SessionOptions, 'serverId' | 'identity'>,
): WhyNotKept | undefined {
  if (url.startsWith(RECORDING)) return 'recording';
  if (serverId !== undefined) return undefined;
  if (url.startsWith('port:')) return 'in-page';
  return identity === undefined && addressKey(url).hasSecret ? 'secret-address' : undefined;
}

/** The options of a session with that server, with no storage where nothing of it is to be kept. */
export function optionsFor(url: string, options: SessionOptions): SessionOptions {
  return whyNotKept(url, options) ? { ...options, storage: 'none' } : options;
}

/** Only this page, as long as it is there, can make it: a digest of a secret is not to be recognized anywhere else. */
const ofThisPage = randomId();

/**
 * What a server is called where things are kept: the name that the page gives it, or its address without values of parameters,
 * and whose session it is where that is known.
 */
export function serverKey(
  url: string,
  options: Parameters<typeof ownerOf>[0] & Pick<SessionOptions, 'serverId'>,
): string {
  const { identity } = ownerOf(options) ?? {};
  const key = keyOf(url, options);
  // A space stands in no address, so no identity can be mistaken for another one.
  return identity === undefined ? key : `${key} ${identity}`;
}

function keyOf(url: string, options: Pick<SessionOptions, 'serverId' | 'identity'>): string {
  const why = whyNotKept(url, options);
  if (why === 'recording' || why === 'in-page') return url;
  if (options.serverId !== undefined) return NAME + encodeURIComponent(options.serverId);
  const { key } = addressKey(url);
  // Nothing is kept, so it need not be the same tomorrow; but two such addresses are two servers.
  return why === 'secret-address' ? `${key}#${sha256(ofThisPage + url)}` : key;
}
