/**
 * Characters of an address: the longest path that Linux takes (PATH_MAX) is 4,096 bytes. Ten million characters are
 * refused unread, in less than a millisecond.
 */
export const MAX_ROOT_URI = 4096;

/**
 * Why an address cannot be a root. `host`: it may be one elsewhere, but names another computer than the server’s.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/roots#security-considerations
 */
export type RootFault =
  | 'empty'
  | 'long'
  | 'control'
  | 'path'
  | 'scheme'
  | 'slashes'
  | 'percent'
  | 'query'
  | 'host'
  | 'hidden-slash'
  | 'climbs'
  | 'unreadable';

/** `/home`, `C:\Users`, `\\share`, `~/project`, `./project`. */
const PATH = /^(?:[/\\~]|[a-z]:(?:[/\\]|$)|\.{1,2}[/\\])/i;
const HALF_PERCENT = /%(?![0-9a-f]{2})/i;
/** How often a server might decode an address, by mistake more than once. */
const DECODINGS = 3;

/** Why this cannot be a root; undefined where it can. Judged as it was written: a URL parser would climb silently. */
export function rootFault(text: string): RootFault | undefined {
  if (text === '') return 'empty';
  if (text.length > MAX_ROOT_URI) return 'long';
  if (hasControl(text)) return 'control';
  if (PATH.test(text)) return 'path';
  if (!/^file:/i.test(text)) return 'scheme';
  if (!/^file:\/\//i.test(text)) return 'slashes';
  if (HALF_PERCENT.test(text)) return 'percent';
  const rest = text.slice('file://'.length);
  const [host = '', ...segments] = rest.split(/[/\\]/);
  for (const segment of segments) {
    const fault = segmentFault(segment);
    if (fault) return fault;
  }
  if (/[?#]/.test(rest)) return 'query';
  if (!/^(?:localhost)?$/i.test(host)) return 'host';
  return URL.canParse(text) ? undefined : 'unreadable';
}

/** Line breaks, tabs and other characters that no line of text has. */
export function hasControl(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- these are meant
  return /[\0-\x1f\x7f-\x9f]/.test(text);
}

function segmentFault(segment: string): RootFault | undefined {
  let decoded = segment;
  for (let turn = 0; turn < DECODINGS && decoded.includes('%'); turn++)
    // Byte by byte: a folder may have a name that is no UTF-8, and what matters here is ASCII.
    decoded = decoded.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  if (/[/\\]/.test(decoded)) return 'hidden-slash';
  if (decoded === '..') return 'climbs';
  // From %80 on it may be a part of a letter.
  // oxlint-disable-next-line no-control-regex -- these are meant
  return /[\0-\x1f\x7f]/.test(decoded) ? 'control' : undefined;
}

/** The form that is shared, of an address that can be a root. Not all browsers’ own parsers agree on the host and on `\\`. */
export function canonicalRoot(uri: string): string {
  const path = uri.replace(/^file:\/\/(?:localhost)?/i, '').replaceAll('\\', '/');
  return new URL(`file://${path}`).href;
}

/** The same address that was meant, where that can be guessed: for a person to accept, never to be taken by itself. */
export function suggestRoot(text: string): string | undefined {
  const fault = rootFault(text);
  const guess = fault && GUESS[fault]?.(text);
  return guess !== undefined && rootFault(guess) === undefined ? canonicalRoot(guess) : undefined;
}

const asAddress = (path: string): string =>
  `file:///${path.replace(/^[/\\]+/, '').replace(/[%?#]/g, (sign) => encodeURIComponent(sign))}`;

const GUESS: { readonly [F in RootFault]?: (text: string) => string } = {
  // Of a home directory, or of where somebody stands, nobody here knows the rest.
  path: (text) => (/^[~.]/.test(text) ? '' : asAddress(text)),
  slashes: (text) => `file:///${text.slice('file:'.length).replace(/^[/\\]+/, '')}`,
  host: (text) => `file:///${text.slice('file://'.length)}`,
  query: (text) => text.replace(/[?#]/g, (sign) => encodeURIComponent(sign)),
  percent: (text) => text.replace(new RegExp(HALF_PERCENT, 'gi'), '%25'),
};

/** Whether it is everything that the server can reach there: `file:///`, `file:///C:/`. */
export function isWholeDisk(uri: string): boolean {
  return /^file:\/\/\/(?:[a-z]:\/?)?$/i.test(uri);
}
