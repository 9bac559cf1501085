import { sitePolicy } from '../policy/site-policy.js';
import { decoded, type Spelling, spellingsOf } from './uri-spellings.js';

/** Which names are allowed. In a pattern, `*` matches any characters. */
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

/** True if the rules of the page or site refuse the name of a tool or a prompt, or the URI of a resource. */
export function isForbiddenByName(kind: RuledKind, name: string, policy: NameRulesByKind): boolean {
  const rules = rulesFor(kind, policy);
  if (rules.length === 0) return false;
  const spellings = kind === 'resources' ? spellingsOf(name) : [{ text: name }];
  if (!spellings) return true;
  // Every spelling that a server may read must be allowed.
  return rules.some(({ allow, deny }) =>
    spellings.some(
      (spelling) =>
        deny?.some((pattern) => isDenied(pattern, spelling)) ||
        (allow !== undefined && !allow.some((pattern) => matches(pattern, spelling))),
    ),
  );
}

interface Named {
  readonly text: string;
  readonly patternIn?: Spelling['patternIn'];
}

function matches(pattern: string, { text, patternIn }: Named): boolean {
  if (!patternIn) return fits(pattern, text);
  const written = [pattern, decoded(pattern)];
  return [...written, ...written.map(patternIn)].some((one) => fits(one, text));
}

/** Many file systems ignore the case of names, and the Unicode form of a letter. */
function isDenied(pattern: string, named: Named): boolean {
  if (matches(pattern, named)) return true;
  return named.patternIn !== undefined && matches(folded(pattern), { ...named, text: folded(named.text) });
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** True if the pattern matches the name. Takes linear time for any pattern. */
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
