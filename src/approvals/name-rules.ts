import { sitePolicy } from '../util/site-policy.js';

/** Which names are allowed. In a pattern, `*` stands for any characters. */
export interface NameRules {
  /** Only these, where the list is given. */
  readonly allow?: readonly string[] | undefined;
  /** Never these. Takes precedence over `allow`. */
  readonly deny?: readonly string[] | undefined;
}

/** The kinds of things that rules name: tools and prompts by name, resources by URI. */
export type RuledKind = 'tools' | 'resources' | 'prompts';

/** The rules of a page. */
export type NameRulesByKind = { readonly [K in RuledKind]?: NameRules | undefined };

/** The rules of the page for one kind, and those of its site. A name must be allowed by both. */
export function rulesFor<K extends RuledKind, R extends NameRulesByKind>(
  kind: K,
  policy: R,
): readonly NonNullable<R[K]>[] {
  return [policy[kind], sitePolicy()[kind]].filter((one) => one !== undefined && one !== null);
}

/** Whether the rules of the page, or those of its site, refuse the name of a tool or a prompt, or the URI of a resource. */
export function isForbiddenByName(kind: RuledKind, name: string, policy: NameRulesByKind): boolean {
  const rules = rulesFor(kind, policy);
  if (rules.length === 0) return false;
  const spellings = kind === 'resources' ? spellingsOf(name) : [name];
  if (!spellings) return true;
  return rules.some(({ allow, deny }) => {
    const matches = (patterns: readonly string[], spelling: string): boolean =>
      patterns.some((pattern) => fits(pattern, spelling) || (kind === 'resources' && fits(decoded(pattern), spelling)));
    // Whatever a server takes the address for must be allowed.
    return spellings.some(
      (spelling) => (deny && matches(deny, spelling)) || (allow !== undefined && !matches(allow, spelling)),
    );
  });
}

/** Whether the pattern matches the name. Takes linear time for any pattern. */
function fits(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return name === first;
  if (!name.startsWith(first)) return false;
  const last = rest.pop()!;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

/** Times that a URI is decoded to judge it. One that then still is encoded is forbidden where there are rules. */
export const MAX_URI_DECODINGS = 8;

/**
 * The spellings of a URI that a server may take for the same: as it is, as browsers write it (without `..`), and without
 * percent signs.
 * @returns undefined where it is encoded too often
 */
function spellingsOf(uri: string): readonly string[] | undefined {
  const spellings = new Set([uri]);
  let spelling = uri;
  for (let round = 0; round < MAX_URI_DECODINGS; round++) {
    const normal = withoutLocalhost(URL.canParse(spelling) ? new URL(spelling).href : spelling);
    const plain = decoded(normal);
    spellings.add(normal).add(plain);
    if (plain === spelling) return [...spellings];
    spelling = plain;
  }
  return undefined;
}

/** Chromium keeps the host of `file://localhost/`, which by the URL Standard is none. */
function withoutLocalhost(href: string): string {
  return href.replace(/^file:\/\/localhost(?=\/)/i, 'file://');
}

/** Without percent signs, as far as there are characters behind them. */
function decoded(text: string): string {
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
