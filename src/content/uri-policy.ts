/** What a person should know about a web address before opening it. */
export type AddressWarning =
  /** The host is written in letters beyond ASCII, which can look like others. */
  | 'punycode'
  /** A name or password stands before the host, which can look like the host. */
  | 'user-info'
  /** A bare number instead of a name. */
  | 'ip-address'
  /** Anyone on the way can read and change it. */
  | 'not-encrypted';

/** What may be done with an address that a server gave. */
export type AddressReading =
  /** May be opened by a person's click. */
  | {
      readonly kind: 'web';
      readonly href: string;
      /** As the network sees it: ASCII, with the port where it is unusual. */
      readonly host: string;
      /** Everything of `href` before the host, and everything after it: so that the host can be set apart. */
      readonly before: string;
      readonly after: string;
      readonly warnings: readonly AddressWarning[];
    }
  /** May be handed to the mail program by a person's click. */
  | { readonly kind: 'mail'; readonly href: string; readonly address: string }
  /** Shown as text, never opened: `file:`, `javascript:`, a server's own scheme, or no address at all. */
  | { readonly kind: 'text'; readonly scheme: string | undefined };

/** Characters of an address that are read. Browsers refuse far longer ones too. */
export const MAX_ADDRESS_LENGTH = 8192;

/** Reads an address from a server: what it is, where it leads, what to warn of. Pure; nothing is fetched. */
export function readAddress(uri: string): AddressReading {
  const url = uri.length <= MAX_ADDRESS_LENGTH ? parse(uri) : undefined;
  if (!url) return { kind: 'text', scheme: undefined };
  if (url.protocol === 'mailto:') return { kind: 'mail', href: url.href, address: url.pathname };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { kind: 'text', scheme: url.protocol.slice(0, -1) };
  const start = url.username || url.password ? url.href.indexOf('@') + 1 : url.protocol.length + 2;
  return {
    kind: 'web',
    href: url.href,
    host: url.host,
    before: url.href.slice(0, start),
    after: url.href.slice(start + url.host.length),
    warnings: warningsOf(url),
  };
}

/**
 * True when the text of a link reads like the address of another host than the one it leads to.
 * `www.` makes no difference.
 */
export function looksLikeAnotherHost(text: string, host: string): boolean {
  const shown =
    /^(?:[a-z][a-z0-9+.-]*:\/*)?(?:[^\s/@]*@)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?::\d+)?(\/\S*|[?#]\S*)?$/iu.exec(
      text.trim(),
    );
  const name = shown?.[1];
  if (!name) return false;
  // "README.md" and "build.sh" are files as far as readers are concerned, unless a scheme or a path says otherwise.
  const bare = name.length === text.trim().length;
  if (
    bare &&
    /\.(?:md|py|rs|sh|pl|ps|zip|mov|cc|js|ts|css|html?|json|ya?ml|toml|txt|csv|pdf|png|jpe?g|svg)$/i.test(name)
  )
    return false;
  const read = parse(`https://${name}`)?.hostname ?? name;
  return withoutWww(read) !== withoutWww(host.replace(/:\d+$/, ''));
}

function parse(uri: string): URL | undefined {
  try {
    return new URL(uri);
  } catch {
    return undefined;
  }
}

function warningsOf(url: URL): AddressWarning[] {
  const warnings: AddressWarning[] = [];
  if (/(?:^|\.)xn--/i.test(url.hostname)) warnings.push('punycode');
  if (url.username || url.password) warnings.push('user-info');
  const local = url.hostname === 'localhost' || url.hostname.endsWith('.localhost') || url.hostname === '127.0.0.1';
  if (!local && /^(?:\d+\.\d+\.\d+\.\d+|\[.*\])$/.test(url.hostname)) warnings.push('ip-address');
  if (!local && url.protocol === 'http:') warnings.push('not-encrypted');
  return warnings;
}

function withoutWww(host: string): string {
  return host.toLowerCase().replace(/^www\./, '');
}
