import { lookup as lookUp } from 'node:dns';
import { promisify } from 'node:util';
import { type ErrorText, McpError } from '../../src/errors.js';
import { isLocalHost, isLoopbackHost, parseAddress, parseWebAddress } from '../../src/util/hosts.js';
import { errorText } from './error-texts.js';

/** An address that a name leads to, as `dns.lookup` gives it. */
export interface ResolvedAddress {
  readonly address: string;
  /** 4 or 6. */
  readonly family: number;
}

/** All addresses of a name. As `dns.promises.lookup` with `all`, which is the default. */
export type Resolve = (name: string) => Promise<readonly ResolvedAddress[]>;

/** How names of servers may be resolved. */
export interface UpstreamRules {
  /**
   * The public name of the server may lead into the local network, and where it does, so may those of its authorization servers.
   * Default: false.
   */
  readonly allowPrivate?: boolean | undefined;
  /** Looks up names. Default: the system. */
  readonly resolve?: Resolve | undefined;
}

const resolveAll: Resolve = (name) => promisify(lookUp)(name, { all: true, verbatim: true });

/**
 * The address of a server, as it may be given when the relay starts.
 * @throws McpError `invalid-input` where it is no web address, has credentials in it, or is http and not local
 */
export function upstreamAddress(address: string): URL {
  const url = parseWebAddress(address);
  if (!url) throw new McpError('invalid-input', errorText('relay.upstreamInvalid', { address }));
  if (url.username || url.password) throw new McpError('invalid-input', errorText('relay.upstreamWithCredentials'));
  const problem = insecure(url);
  if (problem) throw new McpError('invalid-input', problem);
  url.hash = '';
  return url;
}

/** @returns undefined where the address may be used without encryption, or is encrypted */
export function insecure({ protocol, host, hostname }: URL): ErrorText | undefined {
  return protocol === 'https:' || isLocalHost(hostname) ? undefined : errorText('relay.upstreamNotSecure', { host });
}

/**
 * The addresses of a host, each of them checked. The connection must use one of these and must not resolve the name
 * again: the second answer may differ (DNS rebinding).
 *
 * A name that is local by its form, such as `localhost`, `10.0.0.5` or `printer.local`, may resolve to the local
 * network. A public name may not, unless `allowPrivate`: its owner could make the relay send requests to any service
 * there.
 * @throws McpError `network` if the name is not found; `declined` if one of its addresses is not allowed
 */
export async function checkedAddresses(
  { hostname }: URL,
  { allowPrivate = false, resolve = resolveAll }: UpstreamRules,
): Promise<readonly ResolvedAddress[]> {
  const name = hostname.replace(/^\[|\]$/g, '');
  let addresses: readonly ResolvedAddress[];
  try {
    addresses = await resolve(name);
  } catch (error) {
    throw unresolved(name, error);
  }
  if (addresses.length === 0) throw unresolved(name, undefined);
  for (const { address } of addresses) {
    const host = normalizeIpAddress(address);
    if (isLoopbackHost(hostname)) {
      if (host === undefined || !isLoopbackHost(host))
        throw new McpError('declined', errorText('relay.upstreamNotLoopback', { host: name, address }));
    } else if (!isLocalHost(hostname) && !allowPrivate && (host === undefined || isLocalHost(host)))
      throw new McpError('declined', errorText('relay.upstreamPrivate', { host: name, address }));
  }
  return addresses;
}

/** True if all addresses of the host are in the local network. False if the name cannot be resolved. */
export async function leadsInside({ hostname }: URL, { resolve = resolveAll }: UpstreamRules): Promise<boolean> {
  const addresses = await resolve(hostname.replace(/^\[|\]$/g, '')).catch(() => []);
  const hosts = addresses.map(({ address }) => normalizeIpAddress(address));
  return hosts.length > 0 && hosts.every((host) => host !== undefined && isLocalHost(host));
}

/** An IP address as `URL` writes it, which is the form that the judge of hosts reads; undefined for anything else. */
function normalizeIpAddress(address: string): string | undefined {
  const written = address.includes(':') ? `http://[${address.replace(/%.*$/, '')}]/` : `http://${address}/`;
  return parseAddress(written)?.hostname;
}

function unresolved(host: string, error: unknown): McpError {
  const problem = error instanceof Error ? error.message : '';
  return new McpError('network', errorText('relay.upstreamUnresolved', { host, problem }), { cause: error });
}
