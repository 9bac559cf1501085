import { isLocalHost, isLoopbackHost } from '../util/hosts.js';
import { hasFalseLetters, skeletonOf } from './look-alike-letters.js';
import { readableHost } from './punycode.js';
import { parseAddress } from './web-host.js';

/** What a person should know about a web address before opening it. */
export type AddressWarning =
  /** The host is written in letters beyond ASCII, which can look like others. */
  | 'punycode'
  /** Its letters are of several alphabets, or of another one that passes for ours. */
  | 'false-letters'
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
      /** It is this machine or one of a private network: never loaded without being asked. */
      readonly isLocal: boolean;
    }
  /** May be handed to the mail program by a person's click. */
  | { readonly kind: 'mail'; readonly href: string; readonly address: string }
  /** Shown as text, never opened: `file:`, `javascript:`, a server's own scheme, or no address at all. */
  | { readonly kind: 'text'; readonly scheme: string | undefined };

/** Reads an address from a server: what it is, where it leads, what to warn of. Pure; nothing is fetched. */
export function readAddress(uri: string): AddressReading {
  const url = parseAddress(uri);
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
    isLocal: isLocalHost(url.host),
  };
}

/** Schemes that run, show or fetch something in the browser itself, or stand for another address. */
const NEVER_OFFERED =
  /^(?:https?|mailto|javascript|vbscript|livescript|mocha|data|blob|filesystem|about|view-source|wyciwyg|jar|feed|url|resource|chrome|chrome-extension|moz-extension|safari-web-extension|edge|devtools|opera|brave|vivaldi|ws|wss|ftp|intent|x-apple-.*|ms-.*|search-ms|search)$/;

/**
 * The scheme of an address that is not for a browser to open and may be for an application: `ui`, `file`, `vscode`, `demo`. The
 * page is asked what to do with it.
 * @returns undefined for addresses on the web, those that a browser would run or fetch, known ways to attack a system, and texts
 *   that are no address
 */
export function offeredScheme(uri: string): string | undefined {
  const address = readAddress(uri.trim());
  if (address.kind !== 'text' || address.scheme === undefined || NEVER_OFFERED.test(address.scheme)) return undefined;
  return address.scheme;
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
  const read = parseAddress(`https://${name}`)?.hostname ?? name;
  return withoutWww(read) !== withoutWww(host.replace(/:\d+$/, ''));
}

/** Words of a link that are compared with its host, and the letters that such a word has at least. */
const WORDS_READ = 20;
const MIN_WORD = 4;

/**
 * The word among those of a link that its host looks like without being it: `PayPal` for `paypa1.example`.
 * @returns undefined where there is none
 */
export function imitatedWord(text: string, host: string): string | undefined {
  const labels = readableHost(withoutWww(host.replace(/:\d+$/, ''))).split('.');
  const skeletons = new Map(labels.flatMap((label) => partsOf(label)).map((part) => [skeletonOf(part), part]));
  return text.split(/[^\p{L}\p{N}\p{M}]+/u, WORDS_READ).find((word) => {
    if (word.length < MIN_WORD) return false;
    const part = skeletons.get(skeletonOf(word));
    return part !== undefined && part !== word.toLowerCase();
  });
}

/** A label, and what stands between its hyphens. */
function partsOf(label: string): readonly string[] {
  const parts = label.split('-');
  return parts.length > 1 ? [label, ...parts] : parts;
}

function warningsOf(url: URL): AddressWarning[] {
  const warnings: AddressWarning[] = [];
  if (/(?:^|\.)xn--/i.test(url.hostname)) {
    warnings.push('punycode');
    if (hasFalseLetters(readableHost(url.hostname))) warnings.push('false-letters');
  }
  if (url.username || url.password) warnings.push('user-info');
  const local = isLoopbackHost(url.hostname);
  if (!local && /^(?:\d+\.\d+\.\d+\.\d+|\[.*\])$/.test(url.hostname)) warnings.push('ip-address');
  if (!local && url.protocol === 'http:') warnings.push('not-encrypted');
  return warnings;
}

function withoutWww(host: string): string {
  return host.toLowerCase().replace(/^www\./, '');
}
