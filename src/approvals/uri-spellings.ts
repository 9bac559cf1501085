/** Times that a URI is decoded to judge it. One that then still is encoded is refused where there are rules. */
export const MAX_URI_DECODINGS = 8;

/** One way to read a URI: the URI as it then is, and how a pattern is read in the same way. */
export interface Spelling {
  readonly text: string;
  readonly patternIn: (pattern: string) => string;
}

/**
 * The spellings of a URI that a server may take for the same. Servers read a `file:` URI in many ways: by the URL Standard,
 * by `urlparse(uri).path` (which leaves out host, query and fragment), by what stands behind `file://` (which takes all of them for
 * the path).
 * @returns undefined for a URI that nobody can say the meaning of: with a control character, encoded too often or not as
 *   UTF-8 allows, or with a `..` that leads out of its root
 */
export function spellingsOf(uri: string): readonly Spelling[] | undefined {
  const forms = writtenForms(uri);
  if (!forms) return undefined;
  const found = new Map<string, Spelling>();
  for (const written of forms) {
    if (isUnclear(written)) return undefined;
    for (const patternIn of READINGS) {
      const text = patternIn(written);
      if (climbs(text)) return undefined;
      if (!found.has(text)) found.set(text, { text, patternIn });
    }
  }
  return [...found.values()];
}

/** Without percent signs, as far as there are characters behind them. */
export function decoded(text: string): string {
  if (!text.includes('%')) return text;
  // One by one: a byte that is no character must not save the others.
  return text
    .replaceAll(/%[0-7][\da-f]/gi, (byte) => String.fromCharCode(Number.parseInt(byte.slice(1), 16)))
    .replaceAll(/(?:%[89a-f][\da-f])+/gi, (bytes) => {
      try {
        return decodeURIComponent(bytes);
      } catch {
        return bytes;
      }
    });
}

/** As it is, as browsers write it (without `..`), and without percent signs. */
function writtenForms(uri: string): ReadonlySet<string> | undefined {
  const forms = new Set([uri]);
  let form = uri;
  for (let round = 0; round < MAX_URI_DECODINGS; round++) {
    const normal = withoutLocalhost(URL.canParse(form) ? new URL(form).href : form);
    const plain = decoded(normal);
    forms.add(normal).add(plain).add(decoded(form));
    if (plain === form) return forms;
    form = plain;
  }
  return undefined;
}

/** Chromium keeps the host of `file://localhost/`, which by the URL Standard is none. */
function withoutLocalhost(href: string): string {
  return href.replace(/^file:\/\/localhost(?=\/)/i, 'file://');
}

/** A control character, which C ends a text at, or a byte that is never in UTF-8 and that careless readers take for a `.` or a `/`. */
function isUnclear(text: string): boolean {
  return /\p{Cc}|%(?:c[01]|e0%[89]|f0%8|u[\da-f]{4})/iu.test(text);
}

/** The readings of a URI or a pattern. One that is not changed by any of them has one spelling. */
const READINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) =>
    inParts(text, ({ scheme, authority, rest }) => `${scheme}${plainAuthority(authority)}${tidied(rest, scheme)}`),
  (text) =>
    inParts(text, ({ scheme, authority, rest }) => `${scheme}${plainAuthority(authority)}${resolved(pathAlone(rest))}`),
  // The host of a file left out, and taken for the first folder.
  (text) => inFile(text, ({ rest }) => `file://${resolved(`/${rest}`)}`),
  (text) => inFile(text, ({ rest }) => `file://${resolved(`/${pathAlone(rest)}`)}`),
  (text) => inFile(text, ({ authority, rest }) => `file://${resolved(`/${authority.slice(2)}/${rest}`)}`),
];

interface Parts {
  readonly scheme: string;
  /** With its two slashes; empty where there is none. */
  readonly authority: string;
  /** Path, query and fragment. */
  readonly rest: string;
}

function inParts(text: string, write: (parts: Parts) => string): string {
  const [, scheme, authority = '', rest = ''] = /^([a-z][a-z\d+.-]*:)([\\/]{2}[^\\/?#]*)?([^]*)$/i.exec(text) ?? [];
  return scheme === undefined ? text : write({ scheme: scheme.toLowerCase(), authority, rest });
}

function inFile(text: string, write: (parts: Parts) => string): string {
  return inParts(text, (parts) => (parts.scheme === 'file:' ? write(parts) : text));
}

/** Without a name of a user, the point at the end of a host, and capitals. */
function plainAuthority(authority: string): string {
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/^[\\/]{2}/, '');
  return authority === '' ? '' : `//${host.toLowerCase().replace(/\.(?=:\d*$|$)/, '')}`;
}

/** Without query, fragment and the parameters of folders (`..;x=1/`). */
function pathAlone(rest: string): string {
  return rest.replace(/[?#][^]*/, '').replaceAll(/;[^\\/]*/g, '');
}

/** Slashes in a row as one, then without `.` and `..`. What leads out of the root stays. */
function resolved(path: string): string {
  const kept: string[] = [];
  const [first = '', ...others] = path.split(/[\\/]+/);
  for (const part of [first, ...others]) {
    if (part === '..' && kept.length > 0 && kept.at(-1) !== '..' && kept.at(-1) !== '') kept.pop();
    else if (part !== '.') kept.push(part);
  }
  // `/a/..` is the root.
  return kept.length === 1 && kept[0] === '' ? '/' : kept.join('/');
}

/** A query of the web is no path, also where it holds one. Elsewhere a server may read on to the end. */
function tidied(rest: string, scheme: string): string {
  const end = /^https?:$/.test(scheme) ? /[?#]|$/.exec(rest)!.index : rest.length;
  return resolved(rest.slice(0, end)) + rest.slice(end);
}

function climbs(text: string): boolean {
  const path = inParts(text, ({ scheme, rest }) => tidied(rest, scheme));
  return /^\/?\.\.(?:\/|$)/.test(path);
}
