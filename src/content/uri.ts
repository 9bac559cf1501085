import { parseTemplate } from 'url-template';
import { isLocalHost, isLoopbackHost, parseAddress } from '../util/hosts.js';
import { readableHost } from '../util/readable-host.js';

/** Letters of other alphabets that most fonts draw like a Latin one, in pairs. From the Unicode list of confusables. */
const TWINS = 'аaсcԁdеeһhіiјjӏlоoрpԛqѕsԝwхxуyгrьbѵvαaγyιiκkνvοoρpυuօoհhոnսuցgıiɩiɑaɡgʋuᴄcᴏoᴠvᴡwᴢz';
const LETTERS: ReadonlyMap<string, string> = new Map(
  Array.from({ length: TWINS.length / 2 }, (_, index) => [TWINS[index * 2] ?? '', TWINS[index * 2 + 1] ?? '']),
);

/** Scripts that are mixed in ordinary names: Japanese uses three, Korean two. */
const TOGETHER =
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{N}\p{M}_\u30fc-]*$/u;
const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Hebrew', 'Arabic', 'Thai', 'Cherokee', 'Georgian'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);

/**
 * The skeleton of a name: marks, digits and letters that look like others are replaced by these. Two names with the
 * same skeleton look alike. A small part of the Unicode list, chosen for hosts.
 * @see https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
function skeletonOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return Array.from(plain, (letter) => LETTERS.get(letter) ?? letter)
    .join('')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/[1i|]/g, 'l')
    .replace(/0/g, 'o')
    .replace(/5/g, 's');
}

/** True if a host, in Unicode, has a label that mixes alphabets or looks Latin but is not. */
function hasFalseLetters(host: string): boolean {
  const labels = host.split('.');
  // With a top-level domain in another alphabet, nobody takes the host for a Latin one.
  const isOurs = /^[ -~]*$/.test(labels.at(-1) ?? '');
  return labels.some((label) => isFalse(label, isOurs));
}

function isFalse(label: string, passesForOurs: boolean): boolean {
  // A label in ASCII is not confusable by its letters alone.
  if (/^[ -~]*$/.test(label)) return false;
  if (!TOGETHER.test(label) && SCRIPTS.filter((script) => script.test(label)).length > 1) return true;
  // Latin letters with marks, as in “bücher”, are normal spelling; a label of another alphabet that looks Latin is a
  // deception.
  return passesForOurs && !/\p{Script=Latin}/u.test(label) && /^[a-z0-9-]+$/.test(skeletonOf(label));
}

/** Warnings about a web URL before opening it. */
export type AddressWarning =
  /** The host contains letters beyond ASCII, which can look like others. */
  | 'punycode'
  /** The host mixes alphabets, or looks Latin but is not. */
  | 'false-letters'
  /** A user name or password before the host, which can look like the host. */
  | 'user-info'
  /** An IP address instead of a name. */
  | 'ip-address'
  /** The connection is not encrypted: others can read and change it. */
  | 'not-encrypted';

/** The possible uses of a URL from a server. */
export type AddressReading =
  /** A person may open it with a click. */
  | {
      readonly kind: 'web';
      readonly href: string;
      /** In ASCII, with the port where it is not the default. */
      readonly host: string;
      /** The parts of `href` before and after the host, so that the host can be emphasized. */
      readonly before: string;
      readonly after: string;
      readonly warnings: readonly AddressWarning[];
      /** A host of this machine or a private network: never loaded without asking. */
      readonly isLocal: boolean;
    }
  /** A person may open it in the mail program with a click. */
  | { readonly kind: 'mail'; readonly href: string; readonly address: string }
  /** Shown as text, never opened: `file:`, `javascript:`, a server’s own scheme, or no URL at all. */
  | { readonly kind: 'text'; readonly scheme: string | undefined };

/** Reads a URL from a server: its kind, its host, its warnings. Pure; nothing is fetched. */
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

/** Schemes that run, show or fetch something in the browser, or contain another URL. */
const NEVER_OFFERED =
  /^(?:https?|mailto|javascript|vbscript|livescript|mocha|data|blob|filesystem|about|view-source|wyciwyg|jar|feed|url|resource|chrome|chrome-extension|moz-extension|safari-web-extension|edge|devtools|opera|brave|vivaldi|ws|wss|ftp|intent|x-apple-.*|ms-.*|search-ms|search)$/;

/**
 * The scheme of a URL that browsers should not open but an application might: `ui`, `file`, `vscode`, `demo`. The page
 * is asked what to do with it.
 * @returns undefined for web URLs, for those that a browser would run or fetch, for known attacks, and for text that is
 * no URL
 */
export function offeredScheme(uri: string): string | undefined {
  const address = readAddress(uri.trim());
  if (address.kind !== 'text' || address.scheme === undefined || NEVER_OFFERED.test(address.scheme)) return undefined;
  return address.scheme;
}

/** True if a link’s text looks like the URL of another host than its target. `www.` is ignored. */
export function looksLikeAnotherHost(text: string, host: string): boolean {
  const shown =
    /^(?:[a-z][a-z0-9+.-]*:\/*)?(?:[^\s/@]*@)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?::\d+)?(\/\S*|[?#]\S*)?$/iu.exec(
      text.trim(),
    );
  const name = shown?.[1];
  if (!name) return false;
  // Readers take "README.md" and "build.sh" for files, unless there is a scheme or a path.
  const bare = name.length === text.trim().length;
  if (
    bare &&
    /\.(?:md|py|rs|sh|pl|ps|zip|mov|cc|js|ts|css|html?|json|ya?ml|toml|txt|csv|pdf|png|jpe?g|svg)$/i.test(name)
  )
    return false;
  const read = parseAddress(`https://${name}`)?.hostname ?? name;
  return withoutWww(read) !== withoutWww(host.replace(/:\d+$/, ''));
}

/** Words of a link’s text that are compared with its host. */
const MAX_LINK_WORDS = 20;
/** Letters that a word must have to be compared with the host. */
const MIN_LINK_WORD_LENGTH = 4;

/**
 * The word in a link’s text that the host imitates: `PayPal` for `paypa1.example`.
 * @returns undefined where there is none
 */
export function imitatedWord(text: string, host: string): string | undefined {
  const labels = readableHost(withoutWww(host.replace(/:\d+$/, ''))).split('.');
  const skeletons = new Map(labels.flatMap((label) => partsOf(label)).map((part) => [skeletonOf(part), part]));
  return text.split(/[^\p{L}\p{N}\p{M}]+/u, MAX_LINK_WORDS).find((word) => {
    if (word.length < MIN_LINK_WORD_LENGTH) return false;
    const part = skeletons.get(skeletonOf(word));
    return part !== undefined && part !== word.toLowerCase();
  });
}

/** A label, and its parts between hyphens. */
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

/** One variable of a URI template. */
export interface TemplateVariable {
  readonly name: string;
  /** Several values are allowed (`{name*}`). */
  readonly list: boolean;
  /** It is part of a query or fragment (`{?name}`), so the URI is complete without it. */
  readonly optional: boolean;
}

/** Characters of a URI template that are read; a longer template has no variables. */
const MAX_TEMPLATE_LENGTH = 4096;
/** Variables of one URI template that are read. The others are not asked for. */
const MAX_TEMPLATE_VARIABLES = 50;

/** The variables of a URI template, each once, in order. Never throws. @see https://www.rfc-editor.org/rfc/rfc6570 */
export function templateVariables(template: string): readonly TemplateVariable[] {
  if (template.length > MAX_TEMPLATE_LENGTH) return [];
  const found = new Map<string, TemplateVariable>();
  for (const [, operator = '', list = ''] of template.matchAll(/\{([+#./;?&]?)([^{}]+)\}/g))
    for (const spec of list.split(',')) {
      const [, name, modifier] = /^\s*([^:*\s]+)(\*|:\d+)?\s*$/.exec(spec) ?? [];
      if (!name || found.has(name) || found.size >= MAX_TEMPLATE_VARIABLES) continue;
      found.set(name, { name, list: modifier === '*', optional: '?&;#'.includes(operator) && operator !== '' });
    }
  return [...found.values()];
}

/**
 * Expands a URI template with these values. Empty values are left out.
 * @returns undefined when the result is no valid URI
 */
export function expandTemplate(
  template: string,
  values: Readonly<Record<string, string | readonly string[]>>,
): string | undefined {
  // Without a prototype: a template may have a variable called "constructor".
  const given: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of Object.entries(values))
    if (value.length > 0) given[name] = typeof value === 'string' ? value : [...value];
  try {
    return parseTemplate(template).expand(given);
  } catch {
    return undefined;
  }
}
