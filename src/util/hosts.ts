/** Characters of an address that are read. Browsers refuse much longer ones too; a longer one is not parsed. */
const MAX_ADDRESS_LENGTH = 8192;

/**
 * Parses an address from outside.
 * @returns undefined where it is no URL, or longer than {@link MAX_ADDRESS_LENGTH}
 */
export function parseAddress(uri: string): URL | undefined {
  return uri.length <= MAX_ADDRESS_LENGTH && URL.canParse(uri) ? new URL(uri) : undefined;
}

/**
 * Parses an address of the web.
 * @returns undefined for every scheme but `http:` and `https:`
 */
export function parseWebAddress(uri: string): URL | undefined {
  const url = parseAddress(uri);
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/**
 * An address as people type it: without a scheme, `localhost:3000/mcp` is http, and `example.com/mcp` is https.
 * @returns undefined for everything that is no web address
 */
export function parseTypedAddress(typed: string): URL | undefined {
  const written = typed.trim();
  // Chromium makes a host of “a b”.
  if (/\s/.test(written)) return undefined;
  // `localhost:3000` parses as the scheme `localhost:`.
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(written)) return parseWebAddress(written);
  const host = /^(?:\[[^\]]*\]|[^:/?#\s]*)/.exec(written)![0];
  return host === '' ? undefined : parseWebAddress(`${isLoopbackHost(host) ? 'http' : 'https'}://${written}`);
}

/**
 * The host of a web address, in Punycode and with its port.
 * @returns undefined for every scheme but `http:` and `https:`
 */
export function webHost(uri: string): string | undefined {
  return parseWebAddress(uri)?.host;
}

/**
 * The location of a host: this machine, a private network, or public. A name that only DNS can resolve counts as
 * public.
 */
type Reach = 'loopback' | 'private' | 'public';

/**
 * The location of a host, judged by its name. A public name that DNS resolves to a private address is not detected,
 * because a page cannot resolve names.
 * @param host as `URL` gives it, with or without port: `URL` writes numeric hosts in dotted or bracketed form
 */
export function reachOf(host: string): Reach {
  return isLoopbackHost(host) ? 'loopback' : isLocalHost(host) ? 'private' : 'public';
}

/** True for this machine: such requests use no network. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.*\.localhost)$/.test(normalizeHostName(host));
}

/**
 * True for this machine and for hosts in private networks. A request to them may reach devices that outsiders cannot,
 * so a server must not choose the address.
 */
export function isLocalHost(host: string): boolean {
  const name = normalizeHostName(host);
  if (name.startsWith('[')) return isLocalV6(groupsOf(name.slice(1, -1)));
  const v4 = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(name);
  if (v4) return name === AZURE_HOST || isLocalV4(Number(v4[1]), Number(v4[2]), Number(v4[3]));
  // The local network resolves names without a dot. The endings are reserved for local networks.
  return !name.includes('.') || LOCAL_ENDINGS.test(name);
}

/** The host without port and final dot. */
function normalizeHostName(host: string): string {
  return host.replace(/:\d+$/, '').replace(/\.+$/, '').toLowerCase();
}

/**
 * @see https://www.iana.org/assignments/special-use-domain-names
 * @see https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/ for `svc`
 */
const LOCAL_ENDINGS = /\.(?:localhost|local|localdomain|internal|intranet|private|corp|home|lan|svc|home\.arpa)$/;

/**
 * The computer below a virtual machine of Azure, by a public address.
 * @see https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 */
const AZURE_HOST = '168.63.129.16';

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
  // Teredo tunnels, and the prefix that discards.
  if ((a === 0x2001 && b === 0) || (a === 0x100 && b === 0 && c === 0 && d === 0)) return true;
  // ISATAP: an IPv4 address in the second half, below any prefix.
  if ((e & 0xfdff) === 0 && f === 0x5efe && isV4At(g, h)) return true;
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
