import punycode from 'punycode.js';

const PREFIX = 'xn--';
/**
 * Letters of one label of a host name that are decoded; DNS allows no longer label (RFC 1035, section 2.3.4). A longer
 * one stays as it is.
 */
const MAX_HOST_LABEL_LENGTH = 63;

/** Decodes Punycode labels of a host name. A label that cannot be decoded stays as it is. */
export function readableHost(host: string): string {
  return host
    .split('.')
    .map((label) => (label.startsWith(PREFIX) ? decodeLabel(label.slice(PREFIX.length)) || label : label))
    .join('.');
}

/** @returns undefined for a label that is not Punycode, or too long */
function decodeLabel(encoded: string): string | undefined {
  if (encoded.length > MAX_HOST_LABEL_LENGTH) return undefined;
  try {
    return punycode.decode(encoded);
  } catch {
    return undefined;
  }
}

/** Characters of an address that are read. Browsers refuse far longer ones too; a longer one is not an address. */
const MAX_ADDRESS_LENGTH = 8192;

/**
 * Parses an address from outside.
 * @returns undefined where it is no URL, or longer than {@link MAX_ADDRESS_LENGTH}
 */
export function parseAddress(uri: string): URL | undefined {
  return uri.length <= MAX_ADDRESS_LENGTH && URL.canParse(uri) ? new URL(uri) : undefined;
}

/**
 * The host of a web address, in Punycode and with its port.
 * @returns undefined for every scheme but `http:` and `https:`
 */
export function webHost(uri: string): string | undefined {
  const url = parseAddress(uri);
  return url && /^https?:$/.test(url.protocol) ? url.host : undefined;
}

/**
 * Where a host is: on this machine, in a private network, or public. A name that only DNS can resolve counts as
 * public.
 */
type Reach = 'loopback' | 'private' | 'public';

/**
 * Where a host is, by its name alone. A public name whose DNS entry is a private address is not found: a page cannot
 * resolve names.
 * @param host as `URL` gives it, with or without port: `URL` writes numeric hosts in dotted or bracketed form
 */
export function reachOf(host: string): Reach {
  return isLoopbackHost(host) ? 'loopback' : isLocalHost(host) ? 'private' : 'public';
}

/** True for this machine: messages to it use no network. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.*\.localhost)$/.test(nameOf(host));
}

/**
 * True for this machine and for hosts in private networks. A request there may reach devices that outsiders cannot, so
 * a server must not choose it.
 */
export function isLocalHost(host: string): boolean {
  const name = nameOf(host);
  if (name.startsWith('[')) return isLocalV6(groupsOf(name.slice(1, -1)));
  const v4 = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(name);
  if (v4) return isLocalV4(Number(v4[1]), Number(v4[2]), Number(v4[3]));
  // A name without a dot is resolved in the local network; the endings are reserved for such networks.
  return !name.includes('.') || LOCAL_ENDINGS.test(name);
}

/** The host without port and final dot, which change nothing. */
function nameOf(host: string): string {
  return host.replace(/:\d+$/, '').replace(/\.+$/, '').toLowerCase();
}

/** @see https://www.iana.org/assignments/special-use-domain-names */
const LOCAL_ENDINGS = /\.(?:localhost|local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa)$/;

/** @see https://www.iana.org/assignments/iana-ipv4-special-registry */
function isLocalV4(first: number, second: number, third: number): boolean {
  return (
    first === 0 ||
    first === 10 ||
    first === 127 ||
    (first === 100 && second >= 64 && second < 128) ||
    (first === 169 && second === 254) ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168) ||
    (first === 192 && second === 0 && third === 0) ||
    (first === 198 && (second === 18 || second === 19)) ||
    first >= 224
  );
}

/** @see https://www.iana.org/assignments/iana-ipv6-special-registry */
function isLocalV6(groups: readonly number[]): boolean {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  const isV4At = (high: number, low: number): boolean => isLocalV4(high >> 8, high & 0xff, low >> 8);
  // `::`, `::1`, and IPv4 addresses in IPv6 form: ::127.0.0.1, ::ffff:127.0.0.1, ::ffff:0:127.0.0.1,
  // 64:ff9b::127.0.0.1.
  if (a === 0 && b === 0 && c === 0 && d === 0 && e === 0xffff && f === 0) return isV4At(g, h);
  if (a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && (f === 0 || f === 0xffff))
    return f === 0 && g === 0 && h <= 1 ? true : isV4At(g, h);
  if (a === 0x64 && b === 0xff9b) return c === 1 || isV4At(g, h);
  if (a === 0x2002) return isV4At(b, c);
  return (a & 0xfe00) === 0xfc00 || (a & 0xffc0) === 0xfe80 || (a & 0xffc0) === 0xfec0 || (a & 0xff00) === 0xff00;
}

/** The eight groups of an IPv6 address in the short form that `URL` writes. */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail] = address.split('::');
  const read = (part: string): number[] => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : []);
  if (tail === undefined) return read(head);
  const [first, last] = [read(head), read(tail)];
  return [...first, ...Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => 0), ...last];
}
